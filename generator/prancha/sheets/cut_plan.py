"""The cut plan of a sheet: which straight cuts to make, in which order, and what needs scissors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress, pairwise

from prancha.model.printing import DUPLEX
from prancha.model.sheet import Cut, CutPlan, Sheet
from prancha.model.units import Mm
from prancha.sheets.sheet_room import SNAP, Lines, Rect, Slot, trim_box


def cut_plan(sheet: Sheet) -> CutPlan:
    """Plan the cuts of a front, or of a back with a paper of its own; each crosses the whole part it divides.

    Equal cuts of parts that lie side by side count as one: they are made before the parts are moved.
    A page of a poster is cut only in the middle of its overlaps with the pages to its left and above (one of
    which is on the other side when seen from behind): the board's outline is cut after its parts are joined.
    """
    if sheet.window is not None:
        families = tuple(sorted({one.piece.family for one in sheet.placements if not one.outline.is_box}))
        return CutPlan(_poster_cuts(sheet), families)
    straight = [one.outline.is_box for one in sheet.placements]
    around = [trim_box(one.outline, Slot(one.x, one.y, one.turn)) for one in sheet.placements]
    boxes = tuple(compress(around, straight))
    loose = tuple(box for box, is_box in zip(around, straight, strict=True) if not is_box)
    cuts, left = _planned(boxes, loose, sheet.width, sheet.height)
    scissors = {
        one.piece.family
        for one, is_box, box in zip(sheet.placements, straight, around, strict=True)
        if not is_box or box in left
    }
    return CutPlan(cuts, tuple(sorted(scissors)), sheet.fold is not None)


def tangled(boxes: tuple[Rect, ...], loose: tuple[Rect, ...], width: Mm, height: Mm) -> frozenset[Rect]:
    """Return the boxes among loose pieces that no straight cut reaches."""
    return _planned(boxes, loose, width, height)[1]


@lru_cache(maxsize=64)
def _planned(
    boxes: tuple[Rect, ...], loose: tuple[Rect, ...], width: Mm, height: Mm
) -> tuple[tuple[Cut, ...], frozenset[Rect]]:
    """Return cuts for boxes among loose pieces, and the boxes that no straight cut reaches."""
    tangled: set[Rect] = set()
    found: list[tuple[int, Cut]] = []
    _part(boxes, loose, (0.0, 0.0, width, height), level=0, found=found, tangled=tangled)
    levels = sorted({level for level, _ in found})
    cuts: list[Cut] = []
    for level in levels:
        cuts += _joined([cut for at, cut in found if at == level], (*boxes, *loose))
    return tuple(cuts), frozenset(tangled)


def _part(
    boxes: Sequence[Rect],
    loose: Sequence[Rect],
    area: Rect,
    level: int,
    found: list[tuple[int, Cut]],
    tangled: set[Rect],
) -> None:
    """Cut a part of the paper along all straight lines of one direction, then each part of that."""
    if not boxes:
        return
    ways = [_lines(boxes, loose, area, way) for way in (0, 1)]
    if not ways[0] and not ways[1]:
        if len(boxes) > 1 or loose or any(abs(a - b) > SNAP for a, b in zip(boxes[0], area, strict=True)):
            tangled.update(boxes)
        return
    # The direction with more cuts first: they are the longer stack of equal strips.
    way = 0 if len(ways[0]) > len(ways[1]) or not ways[1] else 1
    start, end = area[1 - way], area[3 - way]
    found += [(level, Cut("x" if way == 0 else "y", at, start, end)) for at in ways[way]]
    edges = [area[way], *ways[way], area[way + 2]]
    for low, high in pairwise(edges):
        part = (low, area[1], high, area[3]) if way == 0 else (area[0], low, area[2], high)
        inside = [
            [b for b in group if b[way] >= low - SNAP and b[way + 2] <= high + SNAP]
            for group in (boxes, loose)
        ]
        _part(inside[0], inside[1], part, level=level + 1, found=found, tangled=tangled)


def _lines(boxes: Sequence[Rect], loose: Sequence[Rect], area: Rect, way: int) -> list[Mm]:
    """Return edges of boxes inside the area along which no piece would be cut."""
    edges: dict[int, Mm] = {}
    lines = Lines()
    for box in boxes:
        for at in (box[way], box[way + 2]):
            if area[way] + SNAP < at < area[way + 2] - SNAP:
                edges.setdefault(lines.number(at), at)
    return [
        at
        for at in sorted(edges.values())
        if not any(box[way] < at - SNAP and box[way + 2] > at + SNAP for box in (*boxes, *loose))
    ]


def _joined(cuts: Sequence[Cut], pieces: Sequence[Rect]) -> list[Cut]:
    """Return the cuts of one level in order; those in line with only waste between them become one."""
    joined: list[Cut] = []
    lines = Lines(sorted(cut.at for cut in cuts))
    for cut in sorted(cuts, key=lambda cut: (cut.axis, lines.number(cut.at), cut.start)):
        last = joined[-1] if joined else None
        if last and (last.axis, lines.number(last.at)) == (cut.axis, lines.number(cut.at)):
            way = 0 if cut.axis == "x" else 1
            blocked = any(
                box[way] < cut.at - SNAP
                and box[way + 2] > cut.at + SNAP
                and box[1 - way] < cut.start - SNAP
                and box[3 - way] > last.end + SNAP
                for box in pieces
            )
            if not blocked:
                joined[-1] = Cut(cut.axis, last.at, last.start, cut.end)
                continue
        joined.append(cut)
    return joined


def _poster_cuts(sheet: Sheet) -> tuple[Cut, ...]:
    """Return the cuts along which a part is glued over those to its left and above it."""
    window = sheet.window
    assert window is not None
    seams = {round(x1, 4) for x1, y1, x2, y2 in sheet.aligns if x1 == x2}
    levels = {round(y1, 4) for x1, y1, x2, y2 in sheet.aligns if y1 == y2}
    behind = sheet.side == "back"
    sideways = DUPLEX["fold"].mirrors_across(sheet.width, sheet.height)
    across = _half(seams, window.x, window.width, behind and sideways) if window.column else []
    down = _half(levels, window.y, window.height, behind and not sideways) if window.row else []
    cuts = [Cut("x", at, 0.0, sheet.height) for at in sorted(across)]
    return (*cuts, *(Cut("y", at, 0.0, sheet.width) for at in sorted(down)))


def _half(joins: Iterable[Mm], start: Mm, span: Mm, far: bool) -> list[Mm]:
    """Return the joins in the first or the second half of a window."""
    middle = start + span / 2
    low, high = (middle, start + span) if far else (start, middle)
    return [at for at in joins if low < at < high]
