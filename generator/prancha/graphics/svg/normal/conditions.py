"""Conditions under which an element is drawn (SVG 1.1, 5.8)."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element


def meant(element: Element, languages: Sequence[str]) -> bool:
    """Whether an element is for somebody who reads `languages`, and asks for no extension of SVG."""
    if "requiredExtensions" in element.attrib:
        return False
    if "systemLanguage" not in element.attrib:
        return True
    wanted = [word.strip().lower() for word in element.attrib["systemLanguage"].split(",")]
    return any(
        one == mine or one.startswith(f"{mine}-") or mine.startswith(f"{one}-")
        for one in wanted
        for mine in (language.lower() for language in languages)
        if one
    )
