"""SVG files that other programs wrote, read as plain drawings.

Inkscape, Illustrator, Affinity and their like add namespaces, style sheets, layers, units and document
types of their own.  Here they become elements with attributes in user units; what is hidden or
not drawn is gone; names given to objects are kept apart, with the line each element stands on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct

from generator.svg.css import BeyondCss, settle
from generator.svg.foreign_limits import beyond
from generator.svg.foreign_links import resolve_clips, resolve_gradients
from generator.svg.foreign_markup import MAX_BYTES, ForeignFault, parsed
from generator.svg.numbers import NUMBER

PX = {
    "": 1.0,
    "px": 1.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "q": 96 / 101.6,
}
_OF_TYPE = {"em": 1.0, "ex": 0.5, "%": 0.01}
"""Units of the size of type; the percent sign means it in `font-size` alone."""
_MEDIUM = 16.0
"""What `font-size` starts from, in pixels."""
_MEASURE = re.compile(rf"({NUMBER})\s*([a-zA-Z%]*)\Z")
_ACROSS = frozenset("x x1 x2 cx rx width dx".split())
_DOWN = frozenset("y y1 y2 cy ry height dy".split())
_LENGTHS = (
    _ACROSS
    | _DOWN
    | frozenset("r stroke-width font-size letter-spacing stroke-dashoffset inline-size".split())
)
_OWN_UNITS = frozenset("linearGradient radialGradient stop pattern filter mask marker".split())
_KNOWN = frozenset(
    "fill stroke fill-opacity stroke-opacity fill-rule clip-rule stroke-width stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-dasharray stroke-dashoffset font-family font-size font-weight font-style "
    "letter-spacing text-anchor color visibility opacity clip-path mask filter mix-blend-mode paint-order "
    "word-spacing marker marker-start marker-mid marker-end stop-color stop-opacity display font-variant "
    "text-decoration text-align shape-inside inline-size line-height dominant-baseline writing-mode "
    "font".split()
)
"""Properties of style sheets that change what is drawn here; the others are a program's own affair."""


__all__ = ["MAX_BYTES", "Foreign", "ForeignFault", "read"]


class Foreign(Struct, frozen=True):
    """A drawing from elsewhere: `box` is what of it is seen (x, y, width, height), in user units.

    `size` is its width and height on paper in mm, None where the file says it in pixels or not at all.
    `lines` and `names` know where each element stands, and what somebody called it; `refused`
    is what cannot be printed truly.
    """

    root: Element
    box: tuple[float, float, float, float]
    size: tuple[float, float] | None
    lines: Mapping[Element, int]
    names: Mapping[Element, str]
    refused: tuple[ForeignFault, ...] = ()


def read(data: bytes) -> Foreign:
    """Read an SVG file.  Raises ForeignFault."""
    root, lines, names = parsed(data)
    box, size = _frame(root, lines)
    try:
        settle(root)
    except BeyondCss as beyond:
        sheet = next(root.iter("style"), root)
        raise ForeignFault(
            f"the style sheet goes beyond element, class and id: {beyond}", lines[sheet],
            "save the drawing with presentation attributes instead of CSS",
        ) from None  # fmt: skip
    refused = _tidy(root, box, lines)
    resolve_gradients(root)
    resolve_clips(root)
    return Foreign(root, box, size, lines, names, refused)


def _frame(
    root: Element, lines: Mapping[Element, int]
) -> tuple[tuple[float, float, float, float], tuple[float, float] | None]:
    """The box that is seen, in user units, and the size on paper in mm."""
    line = lines[root]
    sides = [_MEASURE.match(root.get(name, "").strip()) for name in ("width", "height")]
    pixels = [float(s[1]) * PX[s[2].lower()] if s and s[2].lower() in PX else 0.0 for s in sides]
    real = all(s is not None and s[2].lower() in ("mm", "cm", "in", "pt", "pc", "q") for s in sides)
    size = (pixels[0] / PX["mm"], pixels[1] / PX["mm"]) if real else None
    values = [float(v) for v in re.findall(NUMBER, root.get("viewBox", ""))]
    if not values:
        values = [0.0, 0.0, *pixels]
    if len(values) != 4 or not (0 < values[2] < 1e6 and 0 < values[3] < 1e6):
        raise ForeignFault(
            "the drawing has no size", line, 'its <svg> needs a viewBox, or width and height such as "63mm"'
        )
    return (values[0], values[1], values[2], values[3]), size


def _tidy(
    root: Element, box: tuple[float, float, float, float], lines: Mapping[Element, int]
) -> tuple[ForeignFault, ...]:
    """Take out what is hidden, and write every length in user units."""
    for name in ("width", "height", "x", "y"):
        root.attrib.pop(name, None)
    waiting = [(root, _MEDIUM)]
    seen = []
    while waiting:
        parent, size = waiting.pop()
        seen.append((parent, size))
        for child in list(parent):
            if child.get("display") == "none" or child.tag == "style":
                _remove(parent, child)
            else:
                waiting.append((child, _font_size(parent, size, lines[parent])))
    refused = tuple(beyond([element for element, _ in seen], lines))
    for element, size in seen:
        _plain(element, box, size, lines[element])
    return refused


def _font_size(element: Element, outer: float, line: int) -> float:
    """The size of type in user units, within type of size `outer`; one that is relative is written down."""
    given = element.get("font-size", "")
    found = _MEASURE.match(given.strip())
    if not found or "{{" in given:
        return outer
    number, unit = float(found[1]), found[2].lower()
    if unit in _OF_TYPE:
        number *= outer * _OF_TYPE[unit]
        element.set("font-size", f"{number:.6g}")
        return number
    return float(_in_units("font-size", given, (0, 0, 0, 0), outer, line))


def _remove(parent: Element, child: Element) -> None:
    """Take a child out, but leave the text that follows it."""
    if child.tail:
        at = list(parent).index(child)
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _plain(element: Element, box: tuple[float, float, float, float], outer: float, line: int) -> None:
    attributes = element.attrib
    if "font" in attributes:
        raise ForeignFault(
            f'"font: {attributes["font"][:40]}" cannot be read', line, "write font-family, font-size apart"
        )
    size = _font_size(element, outer, line)
    for name in list(attributes):
        value = attributes[name]
        if "-" in name and name not in _KNOWN:
            del attributes[name]
        elif name in _LENGTHS and element.tag not in _OWN_UNITS and "{{" not in value:
            attributes[name] = _in_units(name, value, box, size, line)
        elif name == "stroke-dasharray" and value != "none":
            attributes[name] = " ".join(
                _in_units(name, word, box, size, line) for word in value.replace(",", " ").split()
            )


def _in_units(name: str, value: str, box: tuple[float, float, float, float], size: float, line: int) -> str:
    """A length as a plain number of user units; words such as `normal` and lists stay as they are."""
    found = _MEASURE.match(value.strip())
    if not found or not found[2]:
        return value
    number, unit = float(found[1]), found[2].lower()
    if unit == "%":
        whole = box[2] if name in _ACROSS else box[3] if name in _DOWN else (box[2] + box[3]) / 2
        number *= whole / 100
    elif unit in PX:
        number *= PX[unit]
    elif unit in _OF_TYPE:
        number *= size * _OF_TYPE[unit]
    else:
        raise ForeignFault(f'{name}="{value}" has a unit that is not known here', line, "use px, mm or pt")
    return f"{number:.6g}"
