"""The keys of a family that describe its outline, turned into one."""

from __future__ import annotations

import math
from typing import Any

from generator.catalogue.document import Path
from generator.catalogue.findings import Findings, described
from generator.catalogue.schema import FamilyFile
from generator.model import outline as shapes
from generator.model.outline import Outline, Point
from generator.model.units import Mm, parse_length, parse_size

SMALLEST: Mm = 2.0
LARGEST: Mm = 2000.0
_ONLY = {"radius": "rounded", "orientation": "hexagon", "points": "polygon"}
_TOUCH = 1e-9


def read_length(findings: Findings, path: Path, text: str, low: Mm, high: Mm, below: str = "") -> Mm | None:
    """Return the length `text` in mm, or None after noting what is wrong with it."""
    try:
        length = parse_length(text)
    except ValueError as error:
        findings.error(path, "bad-length", str(error))
        return None
    if not low <= length <= high:
        limit = f"{high:g} mm" + (f", {below}" if below else "")
        message = f'"{text}" must lie between {low:g} mm and {limit}'
        findings.error(path, "out-of-range", message)
        return None
    return length


def read_outline(findings: Findings, family: FamilyFile) -> Outline | None:
    """Return the outline of `family`, or None after noting what is wrong with its keys."""
    before = len(findings.found)
    for key, shape in _ONLY.items():
        if getattr(family, key) is not None and family.outline != shape:
            message = f'"{key}" is only for outline: {shape}, and this is {family.outline}'
            findings.error((key,), "unused-key", message, f"delete {key}", key=True)
    if family.outline == "polygon":
        result = _polygon(findings, family)
    elif family.size is None:
        hint = "add a line such as size: 63 x 88 mm"
        findings.error((), "missing-key", 'the key "size" is missing', hint)
        return None
    elif family.outline in ("rectangle", "rounded"):
        result = _card(findings, family, family.size)
    else:
        result = _token(findings, family, family.size)
    return result if len(findings.found) == before else None


def _card(findings: Findings, family: FamilyFile, size: str) -> Outline | None:
    box = _box(findings, size)
    if family.outline == "rectangle":
        return shapes.rectangle(*box) if box else None
    if family.radius is None:
        message = 'outline: rounded needs the key "radius"'
        findings.error(("outline",), "missing-key", message, "add a line such as radius: 3 mm")
        return None
    most = min(box) / 2 if box else LARGEST
    radius = read_length(findings, ("radius",), family.radius, 0.1, most, "half the shorter side")
    return shapes.rectangle(*box, radius) if box and radius else None


def _box(findings: Findings, size: str) -> tuple[Mm, Mm] | None:
    try:
        box = parse_size(size)
    except ValueError as error:
        findings.error(("size",), "bad-length", str(error))
        return None
    if not all(SMALLEST <= side <= LARGEST for side in box):
        message = f'"{size}" must lie between {SMALLEST:g} mm and {LARGEST:g} mm'
        findings.error(("size",), "out-of-range", message)
        return None
    return box


def _token(findings: Findings, family: FamilyFile, size: str) -> Outline | None:
    if "x" in size or "×" in size:
        meaning = {"circle": "its diameter", "hat": "its longest diameter", "hexagon": "flat to flat"}
        message = f"the size of a {family.outline} is one length, {meaning[family.outline]}"
        findings.error(("size",), "bad-length", message, "write it as size: 40 mm")
        return None
    length = read_length(findings, ("size",), size, SMALLEST, LARGEST)
    if length is None:
        return None
    if family.outline == "hexagon":
        return shapes.hexagon(length, family.orientation != "flat")
    return shapes.circle(length) if family.outline == "circle" else shapes.hat(length)


def _polygon(findings: Findings, family: FamilyFile) -> Outline | None:
    if family.points is None:
        message = 'outline: polygon needs the key "points"'
        findings.error(("outline",), "missing-key", message, "add points: [[0, 0], [20, 0], [10, 15]]")
        return None
    points = [_point(findings, ("points", n), value) for n, value in enumerate(family.points)]
    corners = [point for point in points if point is not None]
    if len(corners) < len(points) or not _is_simple(findings, corners):
        return None
    result = shapes.polygon_outline(corners)
    if not all(SMALLEST <= side <= LARGEST for side in (result.width, result.height)):
        message = f"the polygon is {result.width:g} x {result.height:g} mm"
        hint = f"both must lie between {SMALLEST:g} and {LARGEST:g} mm"
        findings.error(("points",), "out-of-range", message, hint)
        return None
    box = _box(findings, family.size) if family.size is not None else None
    if box and max(abs(box[0] - result.width), abs(box[1] - result.height)) > 0.01:
        message = f'"{family.size}" differs from the points, {result.width:g} x {result.height:g} mm'
        findings.error(("size",), "bad-length", message, "delete size: points decide")
    return result


def _point(findings: Findings, path: Path, value: Any) -> Point | None:
    is_pair = isinstance(value, list) and len(value) == 2
    if is_pair and all(isinstance(part, int | float) and not isinstance(part, bool) for part in value):
        if max(abs(part) for part in value) <= 10 * LARGEST:
            return float(value[0]), float(value[1])
        findings.error(path, "out-of-range", f"a corner lies beyond {10 * LARGEST:g} mm")
        return None
    message = f"a corner must be two numbers in mm, not {described(value)}"
    findings.error(path, "bad-point", message, "write it as [20, 0]")
    return None


def _is_simple(findings: Findings, corners: list[Point]) -> bool:
    """Note corners that repeat, turn back on themselves, or edges that cross."""
    count = len(corners)
    for k, corner in enumerate(corners):
        before, after = corners[k - 1], corners[(k + 1) % count]
        if math.dist(corner, after) < 0.01:
            message = "two corners in a row are the same"
            findings.error(("points", k), "bad-point", message, "delete one; the outline closes by itself")
            return False
        if abs(_turn(before, corner, after)) < _TOUCH and _dot(before, corner, after) > 0:
            findings.error(("points", k), "bad-point", "the outline turns back on itself here")
            return False
    edges = [(corners[k], corners[(k + 1) % count]) for k in range(count)]
    for j in range(count):
        for k in range(j + 2, count - (j == 0)):
            if _cross(*edges[j], *edges[k]):
                message = f"the edges after corners {j + 1} and {k + 1} cross or touch"
                findings.error(("points", j), "bad-point", message, "list the corners in order around it")
                return False
    return True


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _dot(before: Point, corner: Point, after: Point) -> float:
    return (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether segments ab and cd share a point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0
