"""Place ruler, label and tick in the waste of a sheet, along its edges or where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import dropwhile, product

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import Point, grow
from prancha.model.sheet import Label, Segment, Sheet, Spot
from prancha.model.units import MM_PER_INCH, Mm
from prancha.sheets.free_space import (
    AIR,
    CLEAR,
    GAP,
    RADIUS,
    TOUCH,
    Occupied,
    Waste,
    around,
    disc,
    find_occupied,
    lines_on,
    over,
    shorten_marks,
    span,
    stub,
)
from prancha.sheets.sheet_room import LayoutPage, Rect
from prancha.sheets.turned_sheets import mirrored_point

BESIDE: Mm = 1.8
"""Distance between a mark that stays and the words beside it."""
NARROWEST: Mm = 9.0
"""A run between marks that a word of a label may stand in."""
Size = tuple[Mm, Mm]
TALL: Mm = 4.4
"""Height of a ruler with inches, and of a line of words."""
THIN: Mm = 2.4
"""Height of a ruler without inches."""
LENGTHS: tuple[Mm, ...] = (100.0, 90.0, 80.0, 70.0, 60.0, 50.0)
"""Lengths of a ruler, in mm: the first that fits is used."""
WORDS: tuple[Mm, ...] = (96.0, 86.0)
"""Widths of the words beside a ruler, in one line with it."""
WORDS_AFTER: Mm = 3.0
FEWEST: Mm = 36.0
"""Total width of words that marks part."""


def ruler_width(length: Mm) -> Mm:
    """Return how wide a ruler of `length` is drawn, with whole inches, which may reach 1.6 mm beyond it."""
    return max(length, inches_of(length) * MM_PER_INCH) + 0.2


def inches_of(length: Mm) -> int:
    """Return the whole inches that a ruler of so many millimetres shows."""
    return int((length + 1.6) / MM_PER_INCH)


RULERS: tuple[Size, ...] = tuple(
    (ruler_width(length), height) for height in (TALL, THIN) for length in LENGTHS
)
"""Heights of a ruler by itself: with inches, and without."""
STRIPS: tuple[tuple[Mm, Mm], ...] = tuple((length, words) for length in LENGTHS for words in WORDS)
"""Combinations in one line: length of the ruler, width of the words."""
LABELS: tuple[Size, ...] = (
    (96.0, 4.4), (60.0, 4.4), (48.0, 6.2), (36.0, 8.0), (60.0, 2.4), (36.0, 4.4), (28.0, 6.2), (40.0, 2.2),
    (22.0, 6.2),
)  # fmt: skip
"""Sizes of a label by itself, in one line or several: the first that fits is used."""
TURNED = 270.0
Run = tuple[Mm, Mm]
"""From where to where, mm from the left end of a strip."""


class LabelPlaces(Struct, frozen=True):
    """Where rulers and label stand, None without room, and the marks, some of them shortened for these.

    `along` is a second ruler, at right angles to the first.
    """

    ruler: Spot | None
    label: Label | None
    marks: tuple[Segment, ...]
    along: Spot | None = None


@lru_cache(maxsize=64)
def places(scene: Occupied) -> LabelPlaces:
    """Find room for ruler and label: both in a strip along an edge if there is one, else apart."""
    taken = scene.taken
    ruler, label = _in_strip(scene, taken) or _searched(scene)
    marks, spots = scene.marks, [ruler.box] if ruler else []
    spots += [replace(label, runs=(run,)).box for run in label.runs] if label else []
    for box in spots:
        marks = shorten_marks(marks, box)
    along = None
    if ruler is not None:
        kept = [grow(box, AIR) for box in (*taken, *spots)]
        kept += [grow(span(line), GAP) for line in (*marks, *scene.fixed)]
        along = _along(scene, kept, turned=not ruler.turn)
    return LabelPlaces(ruler, label, marks, along)


def _strip(length: Mm, words: Mm) -> Size:
    return ruler_width(length) + WORDS_AFTER + words, TALL


def _in_strip(scene: Occupied, taken: Sequence[Rect]) -> tuple[Spot, Label] | None:
    """Find room above or below the pieces: in one piece, or in runs between marks that must stay.

    The fewest marks give way; of such places the one with the longest ruler wins.
    """
    levels = scene.height - scene.edge - TALL, scene.edge
    band = cache(lambda y: _Band(scene, taken, y))
    best: tuple[int, Mm, Spot] | None = None
    for (length, words), y in product(STRIPS, levels):
        found = band(y).room(_strip(length, words)[0])
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], length, found[1]
            if not found[0]:
                break
    if best is not None:
        return _both(best[2], best[1])
    return next(filter(None, (band(y).parted(length) for length in LENGTHS for y in levels)), None)


class _Band:
    """The strip at `y`, TALL and as wide as the paper within its margins, and what is taken of it."""

    def __init__(self, scene: Occupied, taken: Sequence[Rect], y: Mm) -> None:
        side = max(scene.margin, scene.edge)
        self._left, self._right, self._y = side, scene.width - side, y
        box = self._left, y, self._right, y + TALL
        near = around(box)
        fixed = [line for line in map(span, scene.fixed) if over(line, near)]
        marks = [(line, span(stub(mark))) for mark in scene.marks if over(line := span(mark), near)]
        lasting = [(mark, end) for mark, end in marks if over(end, near)]
        self._taken = _runs(each for each in taken if over(each, box))
        # What remains of a mark that gives way blocks words like fixed lines.
        self._lines = _runs((*fixed, *(mark for mark, _ in lasting)))
        self._lasting = _runs((*fixed, *(end for _, end in lasting)))
        self._marks = _runs(mark for mark, _ in marks)

    def room(self, width: Mm) -> tuple[int, Spot] | None:
        """Return how many marks give way to a strip of `width`, and the place where the fewest do."""
        spare = self._right - self._left - width
        best: tuple[int, Spot] | None = None
        for k in range(25 if spare >= 0 else 0):
            x = self._left + spare * k / 24
            start, end = x - CLEAR + TOUCH, x + width + CLEAR - TOUCH
            if _count(self._taken, x + TOUCH, x + width - TOUCH) or _count(self._lasting, start, end):
                continue
            crossing = _count(self._marks, start, end)
            if best is None or crossing < best[0]:
                best = crossing, Spot(x, self._y, width, TALL)
            if not crossing:
                break
        return best

    def parted(self, length: Mm) -> tuple[Spot, Label] | None:
        """Use the whole strip: ruler and then words stand in the runs that nothing crosses."""
        ruler = ruler_width(length)
        taken = [*self._taken, *((left - BESIDE, right + BESIDE) for left, right in self._lines)]
        runs = list(_between(sorted(taken), self._right - self._left, self._left))
        runs = list(dropwhile(lambda run: run[1] - run[0] < ruler, runs))
        runs = [run for run in runs if run[1] - run[0] > NARROWEST]
        if not runs:
            return None
        (start, end), *rest = runs
        first = start + ruler + WORDS_AFTER
        words = [run for run in ((first, end), *rest) if run[1] - run[0] > NARROWEST]
        if sum(end - start for start, end in words) < FEWEST:
            return None
        spot = Spot(self._left, self._y, self._right - self._left, TALL)
        return Spot(self._left + start, self._y, ruler, TALL), Label(spot, tuple(words))


def _both(strip: Spot, length: Mm) -> tuple[Spot, Label]:
    """Place a ruler at the start of a strip, and words after it."""
    long, (whole, thick) = ruler_width(length), strip.size
    if strip.turn:
        ruler = Spot(strip.x, strip.y + strip.height - long, thick, long, strip.turn)
    else:
        ruler = Spot(strip.x, strip.y, long, thick)
    return ruler, Label(strip, ((long + WORDS_AFTER, whole),))


def _runs(boxes: Iterable[Rect]) -> list[Run]:
    """Return from where to where boxes reach across the paper."""
    return [(box[0], box[2]) for box in boxes]


def _count(runs: Sequence[Run], start: Mm, end: Mm) -> int:
    """Return how many runs reach between two places."""
    return sum(low < end and high > start for low, high in runs)


def _along(scene: Occupied, kept: Sequence[Rect], turned: bool) -> Spot | None:
    """Find room for a second ruler, the longest, in strips beside the pieces, off all boxes that are `kept`.

    `turned` ones stand upright at the left or right, others lie above or below.
    """
    long, across = (scene.height, scene.width) if turned else (scene.width, scene.height)
    ends = scene.edge, long - scene.edge
    best: tuple[Mm, Mm, Spot] | None = None
    for thick, low in product((TALL, THIN), (True, False)):
        at = scene.edge if low else across - scene.edge - thick
        if turned:
            runs = [(box[1], box[3]) for box in kept if box[0] < at + thick and box[2] > at]
        else:
            runs = [(box[0], box[2]) for box in kept if box[1] < at + thick and box[3] > at]
        start, end = max(_between(sorted(runs), ends[1], 0.0, ends[0]), key=lambda run: run[1] - run[0])
        length = next((one for one in LENGTHS if ruler_width(one) <= end - start), 0.0)
        if length and (best is None or (length, thick) > best[:2]):
            width = ruler_width(length)
            middle = (start + end - width) / 2
            spot = Spot(at, middle, thick, width, TURNED) if turned else Spot(middle, at, width, thick)
            best = length, thick, spot
    return best[2] if best is not None else None


def _between(taken: Sequence[Run], width: Mm, left: Mm, at: Mm = 0.0) -> Iterator[Run]:
    for start, end in taken:
        yield at, start - left
        at = max(at, end - left)
    yield at, width


def _searched(scene: Occupied) -> tuple[Spot | None, Label | None]:
    """Find room anywhere on a sheet: for both in one line, else for each alone, as large as possible.

    What is taken first may leave too little for the other: then smaller, or the other way round.
    """
    wastes = _wastes(scene)
    smallest = _strip(*STRIPS[-1])
    for length, words in STRIPS if _room(wastes, (smallest,)) else ():
        strip = _room(wastes, (_strip(length, words),))
        if strip is not None:
            return _both(strip, length)
    best = _apart(wastes, _rulers(LENGTHS[-1]), LABELS, True)
    if best[0] is not None and best[1] is None:
        small = _rulers(LENGTHS[-1])[1:]
        tries = (_apart(wastes, small, LABELS, first) for first in (True, False))
        best = next((found for found in tries if None not in found), best)
    if best[0] is not None:
        sizes = [_rulers(length) for length in LENGTHS[:-1]]
        # All lengths at once first: only where the longest leaves no room for the label, one after another.
        for longer in (tuple(size for each in sizes for size in each), *sizes[1:]):
            found = _apart(wastes, longer, LABELS, True)
            if found[0] is None:
                break
            if found[1] is not None or best[1] is None:
                best = found
                break
    ruler, label = best
    return ruler, Label(label, ((0.0, label.size[0]),)) if label is not None else None


def _rulers(length: Mm) -> tuple[Size, ...]:
    return (ruler_width(length), TALL), (ruler_width(length), THIN)


def _apart(
    wastes: Sequence[Waste], rulers: Sequence[Size], labels: Sequence[Size], ruler_first: bool
) -> tuple[Spot | None, Spot | None]:
    """Place ruler and label, the second beside the first."""
    one = _room(wastes, rulers if ruler_first else labels)
    if one is not None:
        wastes = [waste.without(grow(one.box, AIR)) for waste in wastes]
    other = _room(wastes, labels if ruler_first else rulers)
    return (one, other) if ruler_first else (other, one)


def _room(wastes: Sequence[Waste], sizes: Sequence[Size]) -> Spot | None:
    """Return the first of these sizes that has room, in the first waste that has it."""
    for waste in wastes:
        for width, height in sizes:
            found = next(waste.places(width, height), None)
            if found is not None:
                return Spot(*found, width, height)
            found = waste.leftmost(height, width)
            if found is not None:
                return Spot(*found, height, width, TURNED)
    return None


def _wastes(scene: Occupied) -> list[Waste]:
    """Return the room on a sheet: beside all marks, where marks may give way, in slots left empty."""
    printed, stubs = scene.printed(), tuple(map(stub, scene.marks))
    ways = ((scene.marks, False), (stubs, False), *([(stubs, True)] if scene.spare else []))
    return [scene.waste(printed, marks, spare) for marks, spare in ways]


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
