"""What is asked of all elements of a drawing."""

from __future__ import annotations

from xml.etree.ElementTree import Element


def ids_of(root: Element) -> dict[str, Element]:
    """The elements of a drawing by id; of several with one, the first is meant."""
    found: dict[str, Element] = {}
    for element in root.iter():
        if "id" in element.attrib:
            found.setdefault(element.attrib["id"], element)
    return found


def blends(root: Element) -> bool:
    """Whether anything of a drawing blends with what is below it."""
    return any("mix-blend-mode" in element.attrib for element in root.iter())
