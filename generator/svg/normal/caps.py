"""Ends of lines without length, which SVG paints (SVG 2, 13.5.3) and PDF does not, or not alike."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from generator.svg.normal.elements import exact, made
from generator.svg.normal.vertices import dots


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
        found.append(made("path", {**kept, "d": rest}))
    paint = {"fill": shape.get("stroke", ""), "fill-opacity": shape.get("stroke-opacity", "")}
    for x, y in points if width > 0 else ():
        if cap == "round":
            found.append(made("circle", {"cx": exact(x), "cy": exact(y), "r": exact(width / 2), **paint}))
        elif cap == "square":
            sides = {"x": exact(x - width / 2), "y": exact(y - width / 2)}
            found.append(made("rect", {**sides, "width": exact(width), "height": exact(width), **paint}))
    return found
