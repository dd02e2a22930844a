"""Where ruler and label of a sheet stand: in the strips along its edges, or wherever else is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile, product

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.sheet import Label, Segment, Spot
from prancha.model.units import MM_PER_INCH, Mm
from prancha.sheets.layout import Rect
from prancha.sheets.occupied import AIR, GAP, Occupied, around, grown, over, shorten_mark, span, stub, touches
from prancha.sheets.waste import Waste

BESIDE: Mm = 1.8
"""Between a mark that stays and the words beside it."""
NARROWEST: Mm = 9.0
"""A run between marks that a word of a label may stand in."""
Size = tuple[Mm, Mm]
TALL: Mm = 4.4
"""Of a ruler with inches, and of a line of words."""
THIN: Mm = 2.4
"""Of a ruler without inches."""
LENGTHS: tuple[Mm, ...] = (100.0, 90.0, 80.0, 70.0, 60.0, 50.0)
"""What a ruler may measure: the first that there is room for."""
WORDS: tuple[Mm, ...] = (96.0, 86.0)
"""The words beside a ruler, in one line with it."""
WORDS_AFTER: Mm = 3.0
FEWEST: Mm = 36.0
"""Of words that are parted by marks, all together."""


def ruler_width(length: Mm) -> Mm:
    """How wide a ruler of `length` is drawn, its whole inches included; they may reach 1.6 mm beyond it."""
    return max(length, inches_of(length) * MM_PER_INCH) + 0.2


def inches_of(length: Mm) -> int:
    """The whole inches that a ruler of so many millimetres shows."""
    return int((length + 1.6) / MM_PER_INCH)


RULERS: tuple[Size, ...] = tuple(
    (ruler_width(length), height) for height in (TALL, THIN) for length in LENGTHS
)
"""A ruler by itself: with inches, and without."""
STRIPS: tuple[tuple[Mm, Mm], ...] = tuple((length, words) for length in LENGTHS for words in WORDS)
"""A ruler of a length, and so much for words, in one line."""
LABELS: tuple[Size, ...] = (
    (96.0, 4.4), (60.0, 4.4), (48.0, 6.2), (36.0, 8.0), (60.0, 2.4), (36.0, 4.4), (28.0, 6.2), (40.0, 2.2),
    (22.0, 6.2),
)  # fmt: skip
"""A label by itself, in one line or several: the first that there is room for."""
TURNED = 270.0
Run = tuple[Mm, Mm]
"""From where to where, mm from the left end of a strip."""


class LabelPlaces(Struct, frozen=True):
    """Where rulers and label stand, None without room, and the marks of which some gave way to them.

    `along` is a second ruler, at right angles to the first.
    """

    ruler: Spot | None
    label: Label | None
    marks: tuple[Segment, ...]
    along: Spot | None = None


@lru_cache(maxsize=64)
def places(scene: Occupied) -> LabelPlaces:
    """Find room for ruler and label; both in a strip along an edge where there is one, else apart."""
    ruler, label = _in_strip(scene) or _searched(scene)
    marks, taken = scene.marks, [*([ruler.box] if ruler else []), *(_run_boxes(label) if label else [])]
    for box in taken:
        marks = tuple(shorten_mark(mark, box) for mark in marks)
    along = None
    if ruler is not None:
        along = _along(replace(scene, marks=marks, discs=(*scene.discs, *taken)), turned=not ruler.turn)
    return LabelPlaces(ruler, label, marks, along)


def _run_boxes(label: Label) -> Iterator[Rect]:
    for run in label.runs:
        yield replace(label, runs=(run,)).box


def _strip(length: Mm, words: Mm) -> Size:
    return ruler_width(length) + WORDS_AFTER + words, TALL


def _in_strip(scene: Occupied) -> tuple[Spot, Label] | None:
    """Room above or below the pieces: in one piece, or in runs between marks that must stay.

    Where the fewest marks give way, and of these places the longest ruler.
    """
    edge, side = scene.edge, max(scene.margin, scene.edge)
    left, right = side, scene.width - side
    levels = scene.height - edge - TALL, edge
    best: tuple[int, Mm, Spot] | None = None
    for (length, words), y in product(STRIPS, levels):
        touching = _strip_at(scene, _strip(length, words), left, right, y)
        if touching is not None and (best is None or touching[0] < best[0]):
            best = touching[0], length, touching[1]
        if best is not None and not best[0]:
            break
    if best is not None:
        return _both(best[2], best[1])
    parted = (_parted(scene, left, right, y, length) for length in LENGTHS for y in levels)
    return next(filter(None, parted), None)


def _strip_at(scene: Occupied, size: Size, left: Mm, right: Mm, y: Mm) -> tuple[int, Spot] | None:
    """How many marks give way to a strip between `left` and `right`, at the place where fewest do."""
    width, height = size
    if right - left < width:
        return None
    band = left, y, right, y + height
    near = around(band)
    taken = [box for box in scene.taken if over(box, band)]
    fixed = [line for line in map(span, scene.fixed) if over(line, near)]
    marks = [(span(mark), span(stub(mark))) for mark in scene.marks if over(span(mark), near)]
    best: tuple[int, Spot] | None = None
    for k in range(25):
        x = left + (right - left - width) * k / 24
        box = x, y, x + width, y + height
        near = around(box)
        if any(over(each, box) for each in taken) or any(over(line, near) for line in fixed):
            continue
        crossing = [end for mark, end in marks if over(mark, near)]
        if any(over(end, near) for end in crossing):
            continue  # what lasts of a mark is in the way
        if best is None or len(crossing) < best[0]:
            best = len(crossing), Spot(x, y, width, height)
        if not crossing:
            break
    return best


def _both(strip: Spot, length: Mm) -> tuple[Spot, Label]:
    """A ruler at the beginning of a strip, and words after it."""
    long, (whole, thick) = ruler_width(length), strip.size
    if strip.turn:
        ruler = Spot(strip.x, strip.y + strip.height - long, thick, long, strip.turn)
    else:
        ruler = Spot(strip.x, strip.y, long, thick)
    return ruler, Label(strip, ((long + WORDS_AFTER, whole),))


def _parted(scene: Occupied, left: Mm, right: Mm, y: Mm, length: Mm) -> tuple[Spot, Label] | None:
    """A strip as long as the paper; the ruler and then words stand in the runs of it that nothing crosses."""
    ruler = ruler_width(length)
    whole = left, y, right, y + TALL
    taken = [(box[0], box[2]) for box in scene.taken if over(box, whole)]
    taken += [(min(m[0], m[2]) - BESIDE, max(m[0], m[2]) + BESIDE) for m in _lasting(scene, whole)]
    runs = list(_between(sorted(taken), right - left, left))
    runs = list(dropwhile(lambda run: run[1] - run[0] < ruler, runs))
    runs = [run for run in runs if run[1] - run[0] > NARROWEST]
    if not runs:
        return None
    (start, end), *rest = runs
    first = start + ruler + WORDS_AFTER
    words = [run for run in ((first, end), *rest) if run[1] - run[0] > NARROWEST]
    if sum(end - start for start, end in words) < FEWEST:
        return None
    spot = Spot(left, y, right - left, TALL)
    return Spot(left + start, y, ruler, TALL), Label(spot, tuple(words))


def _along(scene: Occupied, turned: bool) -> Spot | None:
    """Room for a second ruler in the strips beside the pieces, the longest, where no mark gives way to it.

    `turned` ones stand upright at the left or right, others lie above or below.
    """
    long, across = (scene.height, scene.width) if turned else (scene.width, scene.height)
    ends = scene.edge, long - scene.edge
    lines = [grown(span(line), GAP) for line in (*scene.marks, *scene.fixed)]
    taken = [*(grown(box, AIR) for box in scene.taken), *lines]
    best: tuple[Mm, Mm, Spot] | None = None
    for thick, low in product((TALL, THIN), (True, False)):
        at = scene.edge if low else across - scene.edge - thick
        runs = []
        for left, top, right, bottom in taken:
            (a, b), (c, d) = ((left, right), (top, bottom)) if turned else ((top, bottom), (left, right))
            if a < at + thick and b > at:
                runs.append((c, d))
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
    """Room anywhere on a sheet: for both in one line, else for each by itself, as large as may be.

    What is taken first may leave too little for the other: then smaller or the other way round.
    """
    printed = scene.printed()
    if _PlaceSearch(scene, printed).room((_strip(*STRIPS[-1]),)) is not None:
        for length, words in STRIPS:
            strip = _PlaceSearch(scene, printed).room((_strip(length, words),))
            if strip is not None:
                return _both(strip, length)
    best = _apart(_PlaceSearch(scene, printed), _rulers(LENGTHS[-1]), LABELS, True)
    if best[0] is not None and best[1] is None:
        small = _rulers(LENGTHS[-1])[1:]
        tries = (_apart(_PlaceSearch(scene, printed), small, LABELS, first) for first in (True, False))
        best = next((found for found in tries if None not in found), best)
    if best[0] is not None:
        sizes = [_rulers(length) for length in LENGTHS[:-1]]
        # All lengths at once first: only where the longest leaves no room for the label, one after another.
        for longer in (tuple(size for each in sizes for size in each), *sizes[1:]):
            found = _apart(_PlaceSearch(scene, printed), longer, LABELS, True)
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
    search: _PlaceSearch, rulers: Sequence[Size], labels: Sequence[Size], ruler_first: bool
) -> tuple[Spot | None, Spot | None]:
    """Ruler and label, the second beside the first."""
    one = search.room(rulers if ruler_first else labels)
    if one is not None:
        search.take(one)
    other = search.room(labels if ruler_first else rulers)
    return (one, other) if ruler_first else (other, one)


class _PlaceSearch:
    """Looks for room anywhere on a sheet: beside all marks, where marks may give way, in slots left empty."""

    def __init__(self, scene: Occupied, printed: Waste) -> None:
        self._scene, self._printed = scene, printed
        self._made: list[Waste] = []
        self._taken: list[Rect] = []

    def take(self, spot: Spot) -> None:
        """Leave a spot to what stands there."""
        self._taken.append(grown(spot.box, AIR))
        for waste in self._made:
            waste.block(self._taken[-1])

    def room(self, sizes: Sequence[Size]) -> Spot | None:
        """The first of these sizes that there is room for."""
        for waste in self._wastes():
            for width, height in sizes:
                found = next(waste.places(width, height), None)
                if found is not None:
                    return Spot(*found, width, height)
                found = waste.leftmost(height, width)
                if found is not None:
                    return Spot(*found, height, width, TURNED)
        return None

    def _wastes(self) -> Iterator[Waste]:
        scene = self._scene
        yield from list(self._made)
        stubs = tuple(map(stub, scene.marks))
        kinds = [(scene.marks, False), (stubs, False), *([(stubs, True)] if scene.spare else [])]
        for marks, spare in kinds[len(self._made) :]:
            waste = scene.waste(self._printed, marks, spare)
            for box in self._taken:
                waste.block(box)
            self._made.append(waste)
            yield waste


def _lasting(scene: Occupied, box: Rect) -> Iterator[Segment]:
    """Lines in a box that cannot give way to it."""
    yield from (mark for mark in scene.marks if touches(mark, box) and touches(stub(mark), box))
    yield from (line for line in scene.fixed if touches(line, box))
