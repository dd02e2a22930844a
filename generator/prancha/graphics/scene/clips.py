"""What of a scene is reached by a reference: clips, and the regions that filters paint in."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.scene.marks import Clip
from prancha.graphics.scene.regions import Region, region, region_of_rings
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Box,
    Matrix,
    moved,
    parse_transform,
)
from prancha.graphics.svg.numbers import first
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.style import is_visible

FAR = 1000.0
"""Millimetres that reach over any face."""


def referred(ids: Mapping[str, Element], reference: str) -> Element | None:
    """The element of `url(#id)`."""
    return ids.get(reference.strip()[4:-1].strip("'\"").lstrip("#"))


def clip_of(ids: Mapping[str, Element], reference: str, matrix: Matrix) -> Clip | None:
    """A clip of shapes; None for one that other clips cut, or that has texts in it."""
    clip = referred(ids, reference)
    if clip is None:
        return Clip((), matrix)
    if "clip-path" in clip.attrib:
        return None
    parts: list[tuple[Region, bool]] = []
    whole = clip.get("clip-rule", "nonzero")
    for child in clip:
        attributes = child.attrib
        if attributes.get("display") == "none" or not is_visible(attributes):
            continue
        move = read_move(attributes.get("transform", ""))
        if child.tag not in SHAPES or "clip-path" in attributes or move is None:
            return None
        shape = region(child.tag, attributes)
        parts.append((_moved_region(shape, move), attributes.get("clip-rule", whole) == "evenodd"))
    return Clip(tuple(parts), matrix)


def filter_region(source: Element | None, box: Box) -> Box:
    """Where a filter may paint, for something in `box`: a tenth more on each side if it says nothing."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    attributes: dict[str, str] = source.attrib if source is not None else {}
    get = attributes.get
    if get("filterUnits") == "userSpaceOnUse":  # as drawings are normalised, in lengths of the object's space
        sides = [get(name, "%") for name in ("x", "y", "width", "height")]
        if any("%" in side for side in sides):
            return left - FAR, top - FAR, right + FAR, bottom + FAR
        x, y, wide, high = map(first, sides)
        return x, y, x + wide, y + high
    x, y, wide, high = (
        _share_of_box(get(name, default))
        for name, default in (("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))
    )
    return left + x * width, top + y * height, left + (x + wide) * width, top + (y + high) * height


def _share_of_box(text: str) -> float:
    """A length as a share of a box."""
    return first(text) / 100 if text.strip().endswith("%") else first(text)


def rectangle(box: Box) -> Element:
    """A `<rect>` of a box."""
    left, top, right, bottom = box
    sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return Element("rect", {name: repr(value) for name, value in sides.items()})


def read_move(text: str) -> Matrix | None:
    """The matrix of a transform; None where it cannot be read."""
    try:
        return parse_transform(text)
    except DrawingFault:
        return None


def _moved_region(shape: Region, matrix: Matrix) -> Region:
    if matrix == IDENTITY:
        return shape
    return region_of_rings(tuple(tuple(moved(matrix, point) for point in ring) for ring in shape.rings))
