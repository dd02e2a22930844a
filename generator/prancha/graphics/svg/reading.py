"""Drawings read whole: held against the grammar, their styles worked in, and made plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.cascade import cascade
from prancha.graphics.svg.errors import DrawingFaults
from prancha.graphics.svg.examine import Examined, examine, too_deep
from prancha.graphics.svg.normal import LetterMeasures, Plain, normalise
from prancha.graphics.svg.style_sheets import read_sheets

XLINK = "{http://www.w3.org/1999/xlink}"
XML = "{http://www.w3.org/XML/1998/namespace}"


def plain_drawing(
    root: Element,
    box: tuple[float, float, float, float],
    units: Mapping[str, float],
    letters: LetterMeasures,
    languages: Sequence[str] = ("en",),
) -> Plain:
    """The plain drawing of a parsed one, which is changed; `box` is what of it is seen: x, y, width, height.

    Raises DrawingFaults for all that is not of the grammar, Fault for what cannot be drawn truly.
    """
    found = settled(root)
    if found.faults:
        raise DrawingFaults(found.faults)
    plain = normalise(root, box, units, letters, tuple(languages))
    return Plain(plain.root, plain.sources, tuple(dict.fromkeys(text for _, text in found.told)))


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
