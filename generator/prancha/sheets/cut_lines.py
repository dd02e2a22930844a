"""Lines to cut: the outlines of a sheet's pieces, with edges that neighbours share drawn once."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from prancha.model.box import Point
from prancha.model.outline import Outline
from prancha.model.sheet import Placement, Segment, Sheet, Step, Stroke
from prancha.model.units import Mm
from prancha.sheets.sheet_room import EPSILON, SNAP, Lines, Rect, Slot, turned

Line = tuple[Point, ...]


def shared_cuts(outlines: Iterable[Sequence[Point]]) -> tuple[Line, ...]:
    """Join all edges, shared ones once, into as few polylines as possible.

    Edges are shared where both ends agree.  Each connected part needs half as many polylines as it has
    corners with an odd number of edges.
    """
    corners = Corners()
    edges: dict[tuple[int, int], None] = {}
    for outline in outlines:
        numbers = [corners.number(point) for point in outline]
        for start, end in zip(numbers, numbers[1:] + numbers[:1], strict=True):
            edges[min(start, end), max(start, end)] = None
    return tuple(_straightened([corners.points[k] for k in trail]) for trail in trails(list(edges)))


def box_cuts(boxes: Iterable[Rect]) -> tuple[Line, ...]:
    """Return the straight lines along the edges of boxes, joined where they touch, each once."""
    listed = list(boxes)
    upright = _along((box[side], box[1], box[3]) for box in listed for side in (0, 2))
    level = _along((box[side], box[0], box[2]) for box in listed for side in (1, 3))
    return (
        *(((x, a), (x, b)) for x, a, b in upright),
        *(((a, y), (b, y)) for y, a, b in level),
    )


def shared_edges(boxes: Sequence[Rect]) -> tuple[Segment, ...]:
    """Return the stretches where the edges of two boxes meet."""
    found: set[Segment] = set()
    for low, high in ((0, 2), (1, 3)):
        lines = Lines()
        starts: dict[int | None, list[Rect]] = {}
        for box in boxes:
            starts.setdefault(lines.number(box[low]), []).append(box)
        for box in boxes:
            for other in starts.get(lines.known(box[high]), ()):
                first, last = max(box[1 - low], other[1 - low]), min(box[3 - low], other[3 - low])
                if last - first > SNAP:
                    at = box[high]
                    found.add((at, first, at, last) if low == 0 else (first, at, last, at))
    return tuple(sorted(found))


def _along(edges: Iterable[tuple[Mm, Mm, Mm]]) -> list[tuple[Mm, Mm, Mm]]:
    """Join edges (at, start, end) that touch on one line; sorted by line, then along it."""
    spans = sorted(edges)
    lines = Lines(at for at, _, _ in spans)
    joined: list[tuple[Mm, Mm, Mm]] = []
    line = -1
    for number, start, end, at in sorted((lines.number(at), start, end, at) for at, start, end in spans):
        if number == line and start <= joined[-1][2] + SNAP:
            joined[-1] = (joined[-1][0], joined[-1][1], max(end, joined[-1][2]))
        else:
            joined.append((at, start, end))
        line = number
    return joined


class Corners:
    """Numbers for points; points nearer than SNAP share one."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._cells: dict[tuple[int, int], int] = {}

    def number(self, point: Point) -> int:
        """Return the number of the corner at `point`."""
        column, row = round(point[0] / SNAP), round(point[1] / SNAP)
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                known = self._cells.get((column + dx, row + dy))
                if known is not None and math.dist(self.points[known], point) < SNAP:
                    return known
        self._cells[column, row] = len(self.points)
        self.points.append(point)
        return len(self.points) - 1


def trails(edges: list[tuple[int, int]]) -> list[list[int]]:
    """Walk every edge once, as lists of corners: an Euler circuit per connected part, cut at added edges."""
    at: dict[int, list[int]] = {}
    for index, edge in enumerate(edges):
        for corner in edge:
            at.setdefault(corner, []).append(index)
    trails: list[list[int]] = []
    used: set[int] = set()
    for part in _parts(edges, at):
        odd = [corner for corner in part if len(at[corner]) % 2]
        real = len(edges)
        joined = [*edges, *zip(odd[::2], odd[1::2], strict=True)]
        links = {corner: list(at[corner]) for corner in part}
        for index in range(real, len(joined)):
            for corner in joined[index]:
                links[corner].append(index)
        trails += _cut_circuit(_circuit(part[0], joined, links, used), real)
        used -= set(range(real, len(joined)))
    return trails


def _parts(edges: list[tuple[int, int]], at: dict[int, list[int]]) -> list[list[int]]:
    parts: list[list[int]] = []
    seen: set[int] = set()
    for first in at:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        for corner in part:
            for index in at[corner]:
                for other in edges[index]:
                    if other not in seen:
                        seen.add(other)
                        part.append(other)
        parts.append(part)
    return parts


def _circuit(
    start: int, edges: list[tuple[int, int]], links: dict[int, list[int]], used: set[int]
) -> list[tuple[int, int]]:
    """Hierholzer's circuit as (corner, index of the edge that led there; -1 first)."""
    stack: list[tuple[int, int]] = [(start, -1)]
    circuit: list[tuple[int, int]] = []
    while stack:
        corner, _ = stack[-1]
        while links[corner] and links[corner][-1] in used:
            links[corner].pop()
        if links[corner]:
            index = links[corner].pop()
            used.add(index)
            a, b = edges[index]
            stack.append((b if a == corner else a, index))
        else:
            circuit.append(stack.pop())
    return circuit


def _cut_circuit(circuit: list[tuple[int, int]], real: int) -> list[list[int]]:
    # In popped order an entry's edge leads to the next entry.
    pieces: list[list[int]] = [[]]
    for corner, index in circuit:
        pieces[-1].append(corner)
        if index >= real:
            pieces.append([])
    if len(pieces) > 1 and pieces[-1] and pieces[0]:
        # The circuit closes on itself: its end continues at its beginning.
        pieces[0] = pieces.pop() + pieces[0][1:]
    return [piece for piece in pieces if len(piece) > 1]


def _straightened(points: list[Point]) -> Line:
    middle = (
        here
        for before, here, after in zip(points, points[1:], points[2:], strict=False)
        if not _in_line(before, here, after)
    )
    return (points[0], *middle, points[-1])


ARC = 0.5522847498
"""Control points of a quarter of a circle of radius 1."""
Edge = tuple[Point, Point, tuple[Point, Point] | None]
"""From where to where, and the control points of a curve."""


def contours(sheet: Sheet) -> tuple[Stroke, ...]:
    """Trace the trim lines of all pieces with few strokes; no stretch is in two of them.

    Neighbours need not agree on their corners: a stretch ends wherever a corner lies on it.
    """
    corners = Corners()
    straight: dict[tuple[int, int], None] = {}
    curved: dict[tuple[int, int], tuple[Point, Point]] = {}
    found: list[tuple[int, int]] = []
    for placement in sheet.placements:
        for start, end, controls in _edges(placement):
            a, b = corners.number(start), corners.number(end)
            if a == b:
                continue
            if controls is None:
                found.append((min(a, b), max(a, b)))
            else:
                curved[a, b] = controls
    for a, b in _split(found, corners.points):
        straight[a, b] = None
    # A half circle may end where another begins, but no two curves run between the same two corners.
    pairs = [*straight, *((min(a, b), max(a, b)) for a, b in curved)]
    return tuple(_stroke(trail, corners.points, straight, curved) for trail in trails(pairs))


def _edges(placement: Placement) -> Iterator[Edge]:
    """Return a piece's trim line as it lies on the sheet."""
    outline, slot = placement.outline, Slot(placement.x, placement.y, placement.turn)
    for start, end, controls in ring_edges(outline):
        a, *between, b = turned((start, *(controls or ()), end), outline, slot)
        yield a, b, (between[0], between[1]) if between else None


def ring_edges(outline: Outline) -> Iterator[Edge]:
    """Return the edges around an outline, in its own box."""
    if outline.shape == "circle":
        yield from _rounded(outline.width, outline.height, outline.width / 2)
    elif outline.shape == "rounded":
        yield from _rounded(outline.width, outline.height, outline.radius)
    elif outline.curves:
        before = outline.points[0]
        for *controls, end in outline.curves:
            yield before, end, (controls[0], controls[1]) if controls else None
            before = end
    else:
        points = outline.points
        yield from ((a, b, None) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _rounded(w: Mm, h: Mm, r: Mm) -> Iterator[Edge]:
    k = r * (1 - ARC)
    corners: tuple[tuple[Point, Point, Point, Point], ...] = (
        ((w - r, 0), (w - k, 0), (w, k), (w, r)),
        ((w, h - r), (w, h - k), (w - k, h), (w - r, h)),
        ((r, h), (k, h), (0, h - k), (0, h - r)),
        ((0, r), (0, k), (k, 0), (r, 0)),
    )
    before: Point = (r, 0)
    for start, one, other, end in corners:
        yield before, start, None
        yield start, end, (one, other)
        before = end


def _split(edges: Sequence[tuple[int, int]], points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Split edges at every corner that lies on them."""
    order = sorted(range(len(points)), key=lambda k: points[k])
    xs = [points[k][0] for k in order]
    for a, b in dict.fromkeys(edges):
        (x1, y1), (x2, y2) = points[a], points[b]
        length = math.dist(points[a], points[b])
        first, last = bisect_left(xs, min(x1, x2) - SNAP), bisect_right(xs, max(x1, x2) + SNAP)
        on: list[tuple[Mm, int]] = [(0.0, a), (length, b)]
        for k in order[first:last]:
            dx, dy = points[k][0] - x1, points[k][1] - y1
            along = (dx * (x2 - x1) + dy * (y2 - y1)) / length
            aside = abs(dx * (y2 - y1) - dy * (x2 - x1)) / length
            if k not in (a, b) and aside < SNAP and 0 < along < length:
                on.append((along, k))
        parts = [k for _, k in sorted(on)]
        yield from ((min(p, q), max(p, q)) for p, q in pairwise(parts))


def _stroke(
    trail: Sequence[int],
    points: Sequence[Point],
    straight: dict[tuple[int, int], None],
    curved: dict[tuple[int, int], tuple[Point, Point]],
) -> Stroke:
    """Draw one stroke through the corners of a trail; straight steps in line become one."""
    steps: list[Step] = [points[trail[0]]]
    before: Point | None = None  # where the last straight step began
    for a, b in pairwise(trail):
        end = points[b]
        if (min(a, b), max(a, b)) in straight:
            if before is not None and _in_line(before, points[a], end):
                steps[-1] = end
            else:
                steps.append(end)
                before = points[a]
            continue
        one, other = curved[a, b] if (a, b) in curved else curved[b, a][::-1]
        steps.append((*one, *other, *end))
        before = None
    return tuple(steps)


def _in_line(a: Point, b: Point, c: Point) -> bool:
    ax, ay, bx, by = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    size = math.hypot(ax, ay) * math.hypot(bx, by)
    return abs(ax * by - ay * bx) <= EPSILON * size and ax * bx + ay * by > 0
