"""Drawings held against the grammar, with their styles worked in."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.cascade import cascade
from prancha.graphics.svg.examine import Examined, examine, too_deep
from prancha.graphics.svg.style_sheets import read_sheets

XLINK = "{http://www.w3.org/1999/xlink}"
XML = "{http://www.w3.org/XML/1998/namespace}"


def settled(root: Element) -> Examined:
    """Hold a drawing against the grammar, and if nothing is wrong work its styles into its attributes."""
    deep = too_deep(root)
    if deep is not None:
        return Examined((deep,))
    for element in root.iter():
        if any(name.startswith("{") for name in element.attrib):
            element.attrib = _bare(element.attrib)
    sheets = read_sheets(root)
    found = examine(root, sheets)
    if found.faults:
        return found
    return Examined(cascade(root, sheets, found.texts), found.told, found.texts)


def _bare(attributes: Mapping[str, str]) -> dict[str, str]:
    """Attributes without those of other namespaces; `xlink:href` counts where there is no `href`."""
    found = {name: value for name, value in attributes.items() if not name.startswith("{")}
    for name, value in attributes.items():
        if name == f"{XLINK}href":
            found.setdefault("href", value)
        elif name.startswith(XML):
            found["xml:" + name.removeprefix(XML)] = value
    return found
