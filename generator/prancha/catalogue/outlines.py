"""Read the size and outline of a family, also one that its author draws: corners, cells or path data."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from prancha.catalogue.file_keys import FamilyFile
from prancha.catalogue.yaml_document import Findings, KeyPath, describe, read_length, read_sides
from prancha.graphics.svg.path_data import Arc, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model import outline as outlines
from prancha.model import outline_shapes
from prancha.model.box import Point
from prancha.model.diagnostic import suggestion
from prancha.model.outline import Curve, Outline
from prancha.model.polygon import crosses_at, crossing, signed_area
from prancha.model.units import Mm
from prancha.model.values import plain

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


FARTHEST: Mm = 20_000.0
MOST_CORNERS = 2000
"""Corners of a path once its curves are cut into chords."""
MOST_CELLS = 400
_TOUCH = 1e-9
_EXAMPLE = 'write rows of X and ., such as cells: ["XX.", ".XX"]'


def read_corners(findings: Findings, values: list[Any]) -> Outline | None:
    """Return the polygon through `points:`; None after reporting what is wrong."""
    points = [_read_point(findings, ("points", n), value) for n, value in enumerate(values)]
    corners = [point for point in points if point is not None]
    if len(corners) < len(points) or not _is_simple(findings, corners):
        return None
    return outlines.polygon_outline(corners)


def read_cells(findings: Findings, values: list[Any], cell: Mm) -> Outline | None:
    """Return the polyomino of `cells:`, squares of `cell` mm; None after reporting what is wrong."""
    if all(isinstance(row, str) for row in values):
        found = _read_rows(findings, values)
    else:
        pairs = [_read_cell(findings, ("cells", n), value) for n, value in enumerate(values)]
        found = None if None in pairs else [pair for pair in pairs if pair is not None]
    if found is None:
        return None
    if not 1 <= len(found) <= MOST_CELLS:
        message = f"a polyomino has 1 to {MOST_CELLS} cells, not {len(found)}"
        findings.error(("cells",), "out-of-range", message, "" if found else _EXAMPLE)
        return None
    try:
        return outline_shapes.polyomino(found, cell)
    except ValueError as error:
        hint = "join all cells edge to edge, around no hole"
        findings.error(("cells",), "bad-cells", str(error), hint)
        return None


def read_path(findings: Findings, family: FamilyFile, size: tuple[Mm, Mm | None] | None) -> Outline | None:
    """Return the outline of `path:`, scaled to `size` (a width, perhaps a height), else in mm."""
    pen = _PathPen()
    try:
        trace(family.path or "", pen)
    except DrawingFault as fault:
        findings.error(("path",), "bad-outline", fault.message, fault.hint or "copy the d of one SVG path")
        return None
    wrong = pen.find_fault()
    if wrong:
        findings.error(("path",), "bad-outline", *wrong)
        return None
    start, curves = pen.start, tuple(pen.curves)
    left, top, right, bottom = outline_shapes.extent(start, curves)
    if min(right - left, bottom - top) < _TOUCH:
        findings.error(("path",), "bad-outline", "the path encloses nothing", "it must go around an area")
        return None
    if size is not None:
        across = size[0] / (right - left)
        down = across if size[1] is None else size[1] / (bottom - top)
        start, curves = outline_shapes.scaled(start, curves, across, down)
        left, right, top, bottom = left * across, right * across, top * down, bottom * down
    if max(right - left, bottom - top) > FARTHEST:
        message = f"the path is {right - left:.4g} x {bottom - top:.4g} mm"
        findings.error(("path",), "out-of-range", message, "add size: to say how large it shall be")
        return None
    made = outline_shapes.curved("path", start, curves)
    return made if _check_path(findings, made, (left, top)) else None


class _PathPen:
    """Records one closed subpath as lines and cubic curves."""

    def __init__(self) -> None:
        self.x = self.y = 0.0
        self.start: Point = (0.0, 0.0)
        self.curves: list[Curve] = []
        self._parts = 0
        self._closed = False

    def move(self, x: float, y: float) -> None:
        """Begin another subpath."""
        self.x, self.y = x, y
        if not self.curves:
            self.start = (x, y)
        self._parts += 1
        self._closed = False

    def line(self, x: float, y: float) -> None:
        """Record a line."""
        self._add((x, y))

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Record a curve."""
        self._add((x1, y1), (x2, y2), (x, y))

    def arc(self, arc: Arc) -> None:
        """Record an arc as curves of at most 30 degrees."""
        for curve in arc.curves(math.pi / 6):
            self.curve(*curve)

    def close(self) -> None:
        """Close the subpath."""
        self._closed = True

    def find_fault(self) -> tuple[str, str] | None:
        """Return why the path is not an outline, with a hint; None if it is one."""
        if not self.curves:
            return "the path draws no line", 'copy the d of one SVG path, such as path: "M0 0L30 0L15 20Z"'
        if not all(math.isfinite(value) for curve in self.curves for point in curve for value in point):
            return "the path has a number that is too large", "check its numbers"
        if self._parts > 1:
            message = f"the path has {self._parts} parts; an outline has one"
            return message, "leave only the outer line; holes are not cut"
        if not self._closed and math.dist(self.start, self.curves[-1][-1]) > 0.01:
            return "the path is open: it does not end where it begins", "end it with Z"
        return None

    def _add(self, *points: Point) -> None:
        # Drawing on after Z without a new M begins another subpath.
        self._parts += self._closed
        self._closed = False
        self.curves.append(points)
        self.x, self.y = points[-1]


def _check_path(findings: Findings, made: Outline, origin: Point) -> bool:
    """Report a path that crosses itself, turns back on itself or has too many corners."""
    corners, count = made.points, len(made.points)
    path: KeyPath = ("path",)
    if count > MOST_CORNERS:
        message = f"the path has {count} corners once its curves are drawn as lines"
        findings.error(path, "out-of-range", message, f"simplify it to at most {MOST_CORNERS}")
        return False
    met = crossing(corners) if count > 2 else None
    back = [k for k in range(count) if _turns_back(corners[k - 1], corners[k], corners[(k + 1) % count])]
    if met or back:
        j, k = met or (back[0], back[0])
        through = crosses_at(corners[j], corners[(j + 1) % count], corners[k], corners[(k + 1) % count])
        at = through[2] if through else corners[k]
        message = f"the path crosses itself near {at[0] + origin[0]:.4g}, {at[1] + origin[1]:.4g} mm"
        findings.error(path, "bad-outline", message, "unite its parts in the drawing program")
        return False
    if abs(signed_area(corners)) < 1.0:
        message = f"the path encloses {abs(signed_area(corners)):.3g} mm2"
        findings.error(path, "bad-outline", message, "add size: to say how large it shall be")
        return False
    return True


def _read_point(findings: Findings, path: KeyPath, value: Any) -> Point | None:
    is_pair = isinstance(value, list) and len(value) == 2
    if is_pair and all(isinstance(part, int | float) and not isinstance(part, bool) for part in value):
        if max(abs(part) for part in value) <= FARTHEST:
            return float(value[0]), float(value[1])
        findings.error(path, "out-of-range", f"a corner lies beyond {FARTHEST:g} mm")
        return None
    message = f"a corner must be two numbers in mm, not {describe(value)}"
    findings.error(path, "bad-point", message, "write it as [20, 0]")
    return None


def _is_simple(findings: Findings, corners: list[Point]) -> bool:
    """Report corners that repeat or turn back, and edges that cross."""
    count = len(corners)
    for k, corner in enumerate(corners):
        before, after = corners[k - 1], corners[(k + 1) % count]
        if math.dist(corner, after) < 0.01:
            message = "two corners in a row are the same"
            findings.error(("points", k), "bad-point", message, "delete one; the outline closes by itself")
            return False
        if _turns_back(before, corner, after):
            findings.error(("points", k), "bad-point", "the outline turns back on itself here")
            return False
    met = crossing(corners)
    if met is not None:
        message = f"the edges after corners {met[0] + 1} and {met[1] + 1} cross or touch"
        findings.error(("points", met[0]), "bad-point", message, "list the corners in order around it")
        return False
    return True


def _turns_back(before: Point, corner: Point, after: Point) -> bool:
    ax, ay, bx, by = before[0] - corner[0], before[1] - corner[1], after[0] - corner[0], after[1] - corner[1]
    return abs(ax * by - ay * bx) < _TOUCH and ax * bx + ay * by > 0


def _read_rows(findings: Findings, rows: list[str]) -> list[tuple[int, int]] | None:
    """Return the cells of rows of letters: X is a cell, . and space are gaps."""
    for number, row in enumerate(rows):
        odd = set(row.lower()) - set("x. ")
        if odd:
            message = f'a row of cells has X and . only, not "{min(odd)}"'
            findings.error(("cells", number), "bad-cells", message, _EXAMPLE)
            return None
    return [(c, r) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in "xX"]


def _read_cell(findings: Findings, path: KeyPath, value: Any) -> tuple[int, int] | None:
    value = [plain(part) for part in value] if isinstance(value, list) else value
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        if max(map(abs, value)) <= 1000:
            return value[0], value[1]
        findings.error(path, "out-of-range", "a cell lies beyond column or row 1000")
        return None
    message = f"a cell must be [column, row] in whole numbers, not {describe(value)}"
    findings.error(path, "bad-cells", message, _EXAMPLE)
    return None
