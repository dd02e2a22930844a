"""Lines to cut: outlines, with edges that neighbours share cut once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from prancha.model.outline import Point
from prancha.model.sheet import Segment, Sheet
from prancha.model.units import Mm
from prancha.sheets.layout import EPSILON, SNAP, Lines, Rect, Slot, trim_box

Line = tuple[Point, ...]


def shared_cuts(outlines: Iterable[Sequence[Point]]) -> tuple[Line, ...]:
    """Chain all edges, shared ones once, into few polylines.

    Edges are shared where both ends agree.  Each connected part needs half as
    many lines as it has corners with an odd number of edges.
    """
    corners = Corners()
    edges: dict[tuple[int, int], None] = {}
    for outline in outlines:
        numbers = [corners.number(point) for point in outline]
        for start, end in zip(numbers, numbers[1:] + numbers[:1], strict=True):
            edges[min(start, end), max(start, end)] = None
    return tuple(_straightened([corners.points[k] for k in trail]) for trail in trails(list(edges)))


def box_cuts(boxes: Iterable[Rect]) -> tuple[Line, ...]:
    """The straight lines along the edges of boxes, joined where they touch, each once."""
    listed = list(boxes)
    upright = _along((box[side], box[1], box[3]) for box in listed for side in (0, 2))
    level = _along((box[side], box[0], box[2]) for box in listed for side in (1, 3))
    return (
        *(((x, a), (x, b)) for x, a, b in upright),
        *(((a, y), (b, y)) for y, a, b in level),
    )


def shared_edges(boxes: Sequence[Rect]) -> tuple[Segment, ...]:
    """The stretches where the edges of two boxes meet."""
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


def cut_length(sheet: Sheet) -> Mm:
    """How many mm of cutting free every piece of a sheet, shared edges counted once."""
    boxes = [
        trim_box(placement.outline, Slot(placement.x, placement.y, placement.turn))
        for placement in sheet.placements
        if placement.outline.is_box and sheet.window is None
    ]
    straight = box_cuts(boxes)
    drawn = () if boxes and len(boxes) == len(sheet.placements) else sheet.cuts
    return sum(math.dist(a, b) for line in (*straight, *drawn) for a, b in pairwise(line))


def _along(edges: Iterable[tuple[Mm, Mm, Mm]]) -> list[tuple[Mm, Mm, Mm]]:
    """Edges as (at, start, end), joined where those of one line touch; by lines, then along them."""
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
    """Numbers for points; points nearer than SNAP get the same one."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self._cells: dict[tuple[int, int], int] = {}

    def number(self, point: Point) -> int:
        """The number of the corner at `point`."""
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
    kept = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        ax, ay, bx, by = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
        if (
            abs(ax * by - ay * bx) > EPSILON * math.hypot(ax, ay) * math.hypot(bx, by)
            or ax * bx + ay * by < 0
        ):
            kept.append(here)
    return (*kept, points[-1])
