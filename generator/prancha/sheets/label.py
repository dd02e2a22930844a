"""Where ruler and label of a sheet stand: in the strips along its edges, or wherever else is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile, product

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.sheet import Label, Segment, Spot
from prancha.model.units import Mm
from prancha.sheets.layout import Rect
from prancha.sheets.occupied import AIR, Occupied, around, grown, over, shorten_mark, span, stub, touches
from prancha.sheets.waste import Waste

BESIDE: Mm = 1.8
"""Between a mark that stays and the words beside it."""
NARROWEST: Mm = 9.0
"""A run between marks that a word of a label may stand in."""
LEAST_SHARE = 0.6
"""Of the usual width: with less room, words between marks are too small."""
Size = tuple[Mm, Mm]
STRIP: Size = (150.0, 4.4)
"""Ruler and label in one line."""
TEXT: Mm = 54.0
"""Where the words of such a line begin."""
RULERS: tuple[Size, ...] = ((51.0, 4.4), (51.0, 2.4))
"""A ruler by itself: with inches, and without."""
LABELS: tuple[Size, ...] = (
    (96.0, 4.4), (60.0, 4.4), (48.0, 6.2), (36.0, 8.0), (60.0, 2.4), (36.0, 4.4), (28.0, 6.2), (40.0, 2.2),
    (22.0, 6.2),
)  # fmt: skip
"""A label by itself, in one line or several: the first that there is room for."""
TURNED = 270.0
Run = tuple[Mm, Mm]
"""From where to where, mm from the left end of a strip."""


class LabelPlaces(Struct, frozen=True):
    """Where ruler and label stand, None without room, and the marks of which some gave way to them."""

    ruler: Spot | None
    label: Label | None
    marks: tuple[Segment, ...]


@lru_cache(maxsize=64)
def places(scene: Occupied) -> LabelPlaces:
    """Find room for ruler and label; both in a strip along an edge where there is one, else apart."""
    ruler, label = _in_strip(scene) or _searched(scene)
    marks = scene.marks
    for box in (*([ruler.box] if ruler else []), *(_run_boxes(label) if label else [])):
        marks = tuple(shorten_mark(mark, box) for mark in marks)
    return LabelPlaces(ruler, label, marks)


def _run_boxes(label: Label) -> Iterator[Rect]:
    for run in label.runs:
        yield replace(label, runs=(run,)).box


def _in_strip(scene: Occupied) -> tuple[Spot, Label] | None:
    """Room above or below the pieces: in one piece, or in runs between marks that must stay."""
    edge, side = scene.edge, max(scene.margin, scene.edge)
    left, right = side, scene.width - side
    width, height = STRIP
    levels = scene.height - edge - height, edge
    steps = [left + (right - left - width) * k / 24 for k in range(25)] if right - left >= width else []
    best: tuple[int, Spot] | None = None
    taken, fixed = scene.taken, [span(line) for line in scene.fixed]
    marks = [(span(mark), span(stub(mark))) for mark in scene.marks]
    for y, x in product(levels, steps):
        box = x, y, x + width, y + height
        near = around(box)
        if any(over(each, box) for each in taken) or any(over(line, near) for line in fixed):
            continue
        crossing = [end for mark, end in marks if over(mark, near)]
        if any(over(end, near) for end in crossing):
            continue  # what lasts of a mark is in the way
        touching = len(crossing)
        if best is None or touching < best[0]:
            best = touching, Spot(x, y, width, height)
        if not touching:
            break
    if best is not None:
        return _both(best[1])
    return next(filter(None, (_parted(scene, left, right, y) for y in levels)), None)


def _both(strip: Spot) -> tuple[Spot, Label]:
    """A ruler at the beginning of a strip, and words after it."""
    (long, thick), (length, _) = RULERS[0], STRIP
    if strip.turn:
        ruler = Spot(strip.x, strip.y + strip.height - long, thick, long, strip.turn)
    else:
        ruler = Spot(strip.x, strip.y, long, thick)
    return ruler, Label(strip, ((TEXT, length),))


def _parted(scene: Occupied, left: Mm, right: Mm, y: Mm) -> tuple[Spot, Label] | None:
    """A strip as long as the paper; the ruler and then words stand in the runs of it that nothing crosses."""
    (ruler, height), (width, _) = RULERS[0], STRIP
    whole = left, y, right, y + height
    taken = [(box[0], box[2]) for box in scene.taken if over(box, whole)]
    taken += [(min(m[0], m[2]) - BESIDE, max(m[0], m[2]) + BESIDE) for m in _lasting(scene, whole)]
    runs = list(_between(sorted(taken), right - left, left))
    runs = list(dropwhile(lambda run: run[1] - run[0] < ruler, runs))
    runs = [run for run in runs if run[1] - run[0] > NARROWEST]
    if sum(end - start for start, end in runs) < LEAST_SHARE * width:
        return None
    (start, end), *rest = runs
    words = [run for run in ((start + TEXT, end), *rest) if run[1] - run[0] > NARROWEST]
    spot = Spot(left, y, right - left, height)
    return Spot(left + start, y, ruler, height), Label(spot, tuple(words))


def _between(taken: Sequence[Run], width: Mm, left: Mm) -> Iterator[Run]:
    at = 0.0
    for start, end in taken:
        yield at, start - left
        at = max(at, end - left)
    yield at, width


def _searched(scene: Occupied) -> tuple[Spot | None, Label | None]:
    """Room anywhere on a sheet: for both in one line, else for each by itself, as large as may be.

    What is taken first may leave too little for the other: then smaller or the other way round.
    """
    printed = scene.printed()
    strip = _PlaceSearch(scene, printed).room((STRIP,))
    if strip is not None:
        return _both(strip)
    best = _apart(_PlaceSearch(scene, printed), RULERS, LABELS, True)
    if best[0] is not None and best[1] is None:
        tries = (_apart(_PlaceSearch(scene, printed), RULERS[1:], LABELS, first) for first in (True, False))
        best = next((found for found in tries if None not in found), best)
    ruler, label = best
    return ruler, Label(label, ((0.0, label.size[0]),)) if label is not None else None


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
