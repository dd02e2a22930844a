"""Ends of lines without length, which SVG paints (SVG 2, 13.5.3) and PDF does not, or not alike."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from prancha.graphics.svg.normal.elements import exact, make_element
from prancha.graphics.svg.normal.vertices import dots


def caps(shape: Element, cap: str, width: float) -> list[Element] | None:
    """A shape's parts with and without length as shapes of their own; None where all have length.

    What has none is a dot of the stroke's `width`, round or square, or nothing.
    """
    if shape.tag not in ("path", "line", "polyline", "polygon"):
        return None
    points, rest = dots(shape)
    if not points:
        return None
    found = []
    if rest:
        kept = {k: v for k, v in shape.attrib.items() if k not in ("d", "points", "x1", "y1", "x2", "y2")}
        found.append(make_element("path", {**kept, "d": rest}))
    paint = {"fill": shape.get("stroke", ""), "fill-opacity": shape.get("stroke-opacity", "")}
    for x, y in points if width > 0 else ():
        if cap == "round":
            found.append(
                make_element("circle", {"cx": exact(x), "cy": exact(y), "r": exact(width / 2), **paint})
            )
        elif cap == "square":
            sides = {"x": exact(x - width / 2), "y": exact(y - width / 2)}
            found.append(
                make_element("rect", {**sides, "width": exact(width), "height": exact(width), **paint})
            )
    return found
