"""Read the keys of a family that describe its size and outline."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from prancha.catalogue.drawn_outlines import read_cells, read_corners, read_path
from prancha.catalogue.file_keys import FamilyFile
from prancha.catalogue.yaml_document import Findings, read_length, read_sides
from prancha.model import outline as outlines
from prancha.model import outline_shapes
from prancha.model.diagnostic import suggestion
from prancha.model.outline import Outline
from prancha.model.units import Mm

SIZES: Mapping[str, str] = MappingProxyType(
    {
        "poker": "63.5 x 88.9 mm",
        "euro-poker": "63 x 88 mm",
        "tcg": "63 x 88 mm",
        "bridge": "57.15 x 88.9 mm",
        "us-game": "56 x 87 mm",
        "japanese": "59 x 86 mm",
        "euro-game": "59 x 92 mm",
        "skat": "58.9 x 90.7 mm",
        "mini": "1.75 x 2.5 in",
        "mini-us": "41 x 63 mm",
        "mini-euro": "44 x 68 mm",
        "micro": "1.25 x 1.75 in",
        "tarot": "2.75 x 4.75 in",
        "tarot-euro": "70 x 120 mm",
        "jumbo": "3.5 x 5.5 in",
        "dixit": "80 x 120 mm",
        "business": "2 x 3.5 in",
        "domino": "1.75 x 3.5 in",
        "square-small": "2.5 in",
        "square-euro": "70 mm",
        "square-large": "3.5 in",
        "circle-card": "3.5 in",
        "hex-card": "3.25 in",
        "hex-mini": "1.08 in",
        "hex-small": "1.75 in",
        "hex-medium": "2.2 in",
        "hex-large": "3.25 in",
        "tile-mini": "1.25 in",
        "tile-small": "2 in",
        "tile-medium": "2.5 in",
        "tile-large": "3.5 in",
        "chit-small": "0.5 in",
        "chit-medium": "0.75 in",
        "chit-large": "1 in",
        "poker-chip": "39 mm",
        "a4": "210 x 297 mm",
        "a5": "148 x 210 mm",
        "a6": "105 x 148 mm",
        "a7": "74 x 105 mm",
        "a8": "52 x 74 mm",
    }
)
"""`width x height` by name, or one length: diameter, flat to flat, or side of a square."""

_SIDE = r"\s*[0-9.]+ *[a-z]+\s*\Z"
_NAME = r"\s*[A-Za-z][A-Za-z0-9 -]*\Z"
SMALLEST: Mm = 2.0
LARGEST: Mm = 2000.0
_ONLY = {
    "radius": "rounded",
    "orientation": "hexagon",
    "points": "polygon",
    "cells": "polyomino",
    "path": "path",
}
_NEEDS = {
    "polygon": ("points", "[[0, 0], [20, 0], [10, 15]]"),
    "polyomino": ("cells", '["XX.", ".XX"]'),
    "path": ("path", '"M0 0L30 0L15 20Z"'),
}
_ONE_LENGTH = {
    "circle": "its diameter",
    "hat": "its longest diameter",
    "spectre": "its longest diameter",
    "hexagon": "flat to flat",
    "octagon": "flat to flat",
    "meeple": "its height",
    "polyomino": "the side of a cell",
}
_MAKERS: Mapping[str, Callable[[Mm], Outline]] = {
    "circle": outlines.circle,
    "octagon": outline_shapes.octagon,
    "meeple": outline_shapes.meeple,
    "hat": outlines.hat,
    "spectre": outline_shapes.spectre,
}
_DIFFERS: Mm = 0.01


def size_of_name(size: str) -> str:
    """Return the size of a name; return a numeric size unchanged.

    Raises ValueError, whose second argument is a hint, for an unknown name.
    """
    if not re.match(_NAME, size):
        return size
    name = size.strip().lower().replace(" ", "-")
    if name in SIZES:
        return SIZES[name]
    near = suggestion(name, SIZES)
    hint = near or "write it in numbers, such as size: 63 x 88 mm"
    raise ValueError(f'there is no size called "{size}"', hint)


def read_outline(findings: Findings, family: FamilyFile) -> Outline | None:
    """Return the outline of `family`; None after reporting what is wrong with its keys."""
    before = len(findings.found)
    shape = family.outline
    for key, owner in _ONLY.items():
        if getattr(family, key) is not None and shape != owner:
            message = f'"{key}" is only for outline: {owner}, and this is {shape}'
            findings.error((key,), "unused-key", message, f"delete {key}", key=True)
    key, example = _NEEDS.get(shape, ("", ""))
    if key and getattr(family, key) is None:
        message = f'outline: {shape} needs the key "{key}"'
        findings.error(("outline",), "missing-key", message, f"add {key}: {example}")
        return None
    if family.size is None and shape not in ("polygon", "path"):
        hint = "add a line such as size: 63 x 88 mm"
        if shape in _ONE_LENGTH:
            hint = f"add a line such as size: 40 mm: {_ONE_LENGTH[shape]}"
        findings.error((), "missing-key", 'the key "size" is missing', hint)
        return None
    size = read_size(findings, family.size, shape) if family.size is not None else None
    if family.size is not None and size is None:
        return None
    result = _make_outline(findings, family, size)
    return result if len(findings.found) == before else None


def read_size(findings: Findings, written: str, shape: str) -> tuple[Mm, Mm | None] | None:
    """Return width and height, or one length if `shape` takes one; None after reporting what is wrong."""
    try:
        size = size_of_name(written)
    except ValueError as error:
        findings.error(("size",), "bad-length", *error.args)
        return None
    alone = shape in ("triangle", "path")
    one = "x" not in size and "×" not in size
    if shape in _ONE_LENGTH and not one:
        called = f'"{written}" is {size}, and ' if size != written else ""
        article = "an" if shape[0] in "aeo" else "a"
        message = f"{called}the size of {article} {shape} is one length, {_ONE_LENGTH[shape]}"
        findings.error(("size",), "bad-length", message, "write it as size: 40 mm")
        return None
    diameter = alone or shape in _ONE_LENGTH
    # Of rectangles, and under a name, a single length is the side of a square.
    square = size != written or (shape in ("rectangle", "rounded") and re.match(_SIDE, size))
    if one and (diameter or square):
        length = read_length(findings, ("size",), size, SMALLEST, LARGEST)
        return None if length is None else (length, None if diameter else length)
    return _read_box(findings, size)


def _make_outline(
    findings: Findings, family: FamilyFile, size: tuple[Mm, Mm | None] | None
) -> Outline | None:
    shape = family.outline
    if shape == "path":
        return _check_size(findings, "path", read_path(findings, family, size))
    if shape == "polygon":
        return _read_polygon(findings, family, size)
    assert size is not None
    length, high = size
    if shape == "polyomino":
        return _check_size(findings, "cells", read_cells(findings, family.cells or [], length))
    if shape == "triangle":
        return outline_shapes.triangle(length, high)
    if shape == "hexagon":
        return outlines.hexagon(length, family.orientation != "flat")
    if high is None:
        return _MAKERS[shape](length)
    if shape in ("ellipse", "arrow"):
        return (outline_shapes.ellipse if shape == "ellipse" else outline_shapes.arrow)(length, high)
    return _read_card(findings, family, (length, high))


def _read_card(findings: Findings, family: FamilyFile, box: tuple[Mm, Mm]) -> Outline | None:
    if family.outline == "rectangle":
        return outlines.rectangle(*box)
    if family.radius is None:
        message = 'outline: rounded needs the key "radius"'
        findings.error(("outline",), "missing-key", message, "add a line such as radius: 3 mm")
        return None
    most = min(box) / 2
    radius = read_length(
        findings, ("radius",), text=family.radius, low=0.1, high=most, below="half the shorter side"
    )
    return outlines.rectangle(*box, radius) if radius else None


def _read_box(findings: Findings, size: str) -> tuple[Mm, Mm] | None:
    box = read_sides(findings, ("size",), size)
    if box is not None and not all(SMALLEST <= side <= LARGEST for side in box):
        message = f'"{size}" must lie between {SMALLEST:g} mm and {LARGEST:g} mm'
        findings.error(("size",), "out-of-range", message)
        return None
    return box


def _read_polygon(
    findings: Findings, family: FamilyFile, size: tuple[Mm, Mm | None] | None
) -> Outline | None:
    result = _check_size(findings, "points", read_corners(findings, family.points or []))
    if result is None or size is None:
        return result
    if max(abs(size[0] - result.width), abs((size[1] or 0) - result.height)) > _DIFFERS:
        message = f'"{family.size}" differs from the points, {result.width:g} x {result.height:g} mm'
        findings.error(("size",), "bad-length", message, "delete size: points decide")
    return result


def _check_size(findings: Findings, key: str, made: Outline | None) -> Outline | None:
    """Return the outline if its size can be printed and cut; None after reporting that it cannot."""
    if made is None or all(SMALLEST <= side <= LARGEST for side in (made.width, made.height)):
        return made
    message = f"the {made.shape} is {made.width:.5g} x {made.height:.5g} mm"
    hint = f"both must lie between {SMALLEST:g} and {LARGEST:g} mm"
    findings.error((key,), "out-of-range", message, hint)
    return None
