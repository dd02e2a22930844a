"""What stands in a sheet's waste: ruler, label, and the tick that pairs front and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from prancha.model.box import Point, grow
from prancha.model.sheet import Sheet
from prancha.model.units import Mm
from prancha.sheets.free_space import GAP, RADIUS, Occupied, disc, find_occupied, lines_on, over, span
from prancha.sheets.label import places
from prancha.sheets.sheet_room import LayoutPage, Rect
from prancha.sheets.turned_sheets import mirrored_point

FROM_EDGE: Mm = 5.8
"""Distance from the edge of the paper to the middle of the tick; more where the printer does not reach."""
STEP: Mm = 2.0


@lru_cache(maxsize=64)
def tick_spot(scene: Occupied) -> Point | None:
    """Return the rightmost free spot above the pieces, else the topmost anywhere, else None.

    The `scene` is what the front has, with all that stands on its back.
    """
    return _above(scene) or _anywhere(scene)


def _above(scene: Occupied) -> Point | None:
    x, y = scene.width - scene.margin - RADIUS, max(FROM_EDGE, scene.reach + RADIUS)
    lines = [span(line) for line in (*scene.marks, *scene.fixed)]
    taken = [box for box in (*scene.taken, *lines) if box[1] < y + RADIUS]
    while x > scene.margin + RADIUS:
        if not any(over(box, disc((x, y))) for box in taken):
            return x, y
        x -= STEP
    return None


def _anywhere(scene: Occupied) -> Point | None:
    printed = scene.printed()
    for spare in (False, True) if scene.spare else (False,):
        found = next(scene.waste(printed, scene.marks, spare).places_from_right(2 * RADIUS, 2 * RADIUS), None)
        if found is not None:
            return found[0] + RADIUS, found[1] + RADIUS
    return None


Pair = tuple[Sheet, Sheet | None]


def add_slug(
    front: Sheet, back: Sheet | None, across: bool, closed: Sequence[Rect], spare: Sequence[Rect]
) -> Pair:
    """Give a front and its back ruler, label and, where there are two sides, tick; name what found no room.

    `across` says how the back lies behind the front.  On the front nothing is printed in what is `closed`,
    and in slots left `spare` only where there is no other room.
    """
    both = _Both(front, back, across, closed, spare)
    ticked = both.ticked_first()
    if not _lacking(ticked) or back is None:
        return ticked
    # The tick may have taken the only room that ruler or label had.
    after = both.ticked_last()
    return after if _lacking(after) < _lacking(ticked) else ticked


class _Both:
    """The two sides of a paper, seen from the front."""

    def __init__(
        self, front: Sheet, back: Sheet | None, across: bool, closed: Sequence[Rect], spare: Sequence[Rect]
    ) -> None:
        self._front, self._back, self._across = front, back, across
        self._closed, self._spare = closed, spare
        self._page = LayoutPage(front.width, front.height, front.paper.margin, front.paper.reach)

    def ticked_first(self) -> Pair:
        """Put the tick in its usual place, the rest beside it."""
        tick = tick_spot(self._seen_through(self._front, self._back)) if self._back is not None else None
        return self._labelled(tick)

    def ticked_last(self) -> Pair:
        """Put ruler and label first, the tick in what they leave."""
        front, back = self._labelled(None)
        tick = tick_spot(self._seen_through(front, back))
        return _named(replace(front, tick=tick), self._ticked_back(back, tick))

    def _ticked_back(self, back: Sheet | None, tick: Point | None) -> Sheet | None:
        if back is None or tick is None:
            return back
        return replace(back, tick=mirrored_point(tick, self._page, self._across))

    def _labelled(self, tick: Point | None) -> Pair:
        front = _labelled(replace(self._front, tick=tick), self._closed, self._spare)
        back = self._ticked_back(self._back, tick)
        mirrored = [self._mirrored(boxes) for boxes in (self._closed, self._spare)]
        return _named(front, _labelled(back, *mirrored) if back is not None else None)

    def _seen_through(self, front: Sheet, back: Sheet | None) -> Occupied:
        """Return all that is printed on either side, seen from the front."""
        scene = find_occupied(front, self._closed, self._spare)
        discs = list(_spots(front))
        if back is not None:
            discs += self._mirrored((*_spots(back), *(grow(span(line), GAP) for line in lines_on(back))))
        return replace(scene, discs=(*scene.discs, *discs))

    def _mirrored(self, boxes: Iterable[Rect]) -> tuple[Rect, ...]:
        """Return boxes of one side as seen from the other."""
        width, height = self._page.width, self._page.height
        if self._across:
            return tuple((width - right, top, width - left, bottom) for left, top, right, bottom in boxes)
        return tuple((left, height - bottom, right, height - top) for left, top, right, bottom in boxes)


def _labelled(sheet: Sheet, closed: Sequence[Rect], spare: Sequence[Rect]) -> Sheet:
    found = places(find_occupied(sheet, closed, spare))
    marks = sheet.marks if sheet.pen.style == "cross" else found.marks
    return replace(sheet, ruler=found.ruler, label=found.label, marks=marks, along=found.along)


def _spots(sheet: Sheet) -> list[Rect]:
    """Return the boxes that rulers and label take."""
    spots = (sheet.ruler, sheet.along, sheet.label.spot if sheet.label else None)
    return [spot.box for spot in spots if spot is not None]


def _named(front: Sheet, back: Sheet | None) -> Pair:
    """Return both sides with the names of what they lack."""
    sides = []
    for sheet in (front, back) if back is not None else (front,):
        here = {"ruler": sheet.ruler, "label": sheet.label, "tick": sheet.tick if back is not None else ()}
        sides.append(replace(sheet, lacks=tuple(name for name, found in here.items() if found is None)))
    return sides[0], sides[1] if back is not None else None


def _lacking(pair: Pair) -> int:
    return sum(len(sheet.lacks) for sheet in pair if sheet is not None)
