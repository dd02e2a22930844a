"""Outlines that an author draws: corners, cells, or the path data of an SVG drawing."""

from __future__ import annotations

import math
from typing import Any

from prancha.catalogue.file_keys import FamilyFile
from prancha.catalogue.yaml_document import Findings, KeyPath, describe
from prancha.graphics.svg.path_data import Arc, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model import outline as outlines
from prancha.model import outline_shapes
from prancha.model.box import Point
from prancha.model.outline import Curve, Outline
from prancha.model.polygon import crosses_at, crossing, signed_area
from prancha.model.units import Mm
from prancha.model.values import plain

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
