"""Plain drawings as SVG that means the same when it is read again.

A plain drawing says of patterns, masks and clips what the renderer asks for and no more: read as any SVG it
would be normalised a second time, its tiles moved and its masks cut.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, multiply, parse_transform
from prancha.graphics.svg.normal.elements import exact, format_matrix, group
from prancha.graphics.svg.numbers import LIMIT, first
from prancha.graphics.svg.style import CSS_ONLY

_ALL = {"x": -LIMIT / 2, "y": -LIMIT / 2, "width": LIMIT * 0.99, "height": LIMIT * 0.99}
"""The region of a mask whose content is cut already."""


def restate(root: Element) -> Element:
    """The plain drawing `root`, which is changed, as SVG of the same meaning."""
    for pattern in root.iter("pattern"):
        _pattern(pattern)
    for mask in root.iter("mask"):
        mask.attrib.update({name: exact(value) for name, value in _ALL.items()})
        mask.set("maskUnits", "userSpaceOnUse")
    for clip in root.iter("clipPath"):
        clip[:] = [part for each in clip for part in _ungrouped(each)]
    for element in root.iter():
        say_in_style(element)
    return root


def say_in_style(element: Element) -> None:
    """Write as a style what is no property as an attribute."""
    names = [name for name in CSS_ONLY if name in element.attrib]
    if names:
        element.set("style", ";".join(f"{name}:{element.attrib.pop(name)}" for name in names))


def _pattern(pattern: Element) -> None:
    """Have the tiles of a pattern begin at 0, so that what is in them need not be moved."""
    x, y = (first(pattern.get(name, "0")) for name in ("x", "y"))
    pattern.set("patternUnits", "userSpaceOnUse")
    if not (x or y):
        return
    matrix = multiply(parse_transform(pattern.get("patternTransform", "")), (1.0, 0.0, 0.0, 1.0, x, y))
    pattern.attrib.update({"x": "0", "y": "0", "patternTransform": format_matrix(matrix) or "translate(0)"})
    pattern[:] = [group(list(pattern), transform=format_matrix((1.0, 0.0, 0.0, 1.0, -x, -y)))]


def _ungrouped(part: Element) -> list[Element]:
    """The shapes and texts of a part of a clip, each with the transform and clip of its groups.

    A group in a shape with a clip of its own stays, for which there is no other way to say it.
    """
    if part.tag != "g":
        return [part]
    found = [each for child in part for each in _ungrouped(child)]
    nested, matrix = part.get("clip-path"), parse_transform(part.get("transform", ""))
    if nested and any({"clip-path", "transform"} & each.attrib.keys() for each in found):
        return [part]
    for each in found:
        if matrix != IDENTITY:
            own = multiply(matrix, parse_transform(each.get("transform", "")))
            each.set("transform", format_matrix(own))
        if nested:
            each.set("clip-path", nested)
    return found
