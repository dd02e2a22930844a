"""Ruler, label and tick on every sheet that has room for them, clear of all else."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from shapely import LineString, Point, Polygon, contains_xy, unary_union
from shapely.affinity import affine_transform
from shapely.geometry import box

from prancha.model.outline import Outline, circle, hat, hexagon, rectangle
from prancha.model.printing import DUPLEX, DuplexName
from prancha.model.sheet import Cell, Group, Marks, Paper, Piece, Placement, Profile, Sheet, Spot, ruled
from prancha.sheets import impose as impose_groups
from prancha.sheets.label import LABELS, LENGTHS, RULERS, add_slug, inches_of, ruler_width

from .making import A4, LETTER, arts, fronts, impose, pieces

CARD = rectangle(63, 88, 3)
STEP = 0.5
MORE = 1.3
"""How much more room the search of the tests wants: AIR on both sides, and what its points and cells miss."""


def furniture(sheet: Sheet) -> list[Polygon]:
    """The boxes of ruler and of each run of the label."""
    found = [box(*spot.box) for spot in (sheet.ruler, sheet.along) if spot]
    if sheet.label:
        found += [box(*replace(sheet.label, runs=(run,)).box) for run in sheet.label.runs]
    return found


def lines(sheet: Sheet) -> list[LineString]:
    drawn = (*sheet.marks, *sheet.aligns, *([sheet.fold] if sheet.fold else []))
    return [LineString([line[:2], line[2:]]) for line in drawn]


def assert_clear(sheet: Sheet) -> None:
    """Ruler, label and tick keep off art, lines, each other and the strip where nothing is printed."""
    spots = furniture(sheet)
    edge = max(3.6, sheet.paper.reach) - 0.02
    paper = box(edge, edge, sheet.width - edge, sheet.height - edge)
    printed = unary_union(arts(sheet)) if not sheet.window else box(*_window(sheet))
    for k, spot in enumerate(spots):
        assert paper.covers(spot)
        assert spot.buffer(-0.03).intersection(printed).area < 1e-6
        assert all(spot.distance(line) > 0.7 for line in lines(sheet))
        assert all(spot.distance(other) > 0.3 for other in spots[:k])
    assert all(line.length > 0.98 for line in lines(sheet))
    if sheet.tick:
        disc = Point(sheet.tick).buffer(1.3)
        reach = sheet.paper.reach - 0.02
        assert box(reach, reach, sheet.width - reach, sheet.height - reach).covers(disc)
        assert all(disc.distance(spot) > 0.1 for spot in spots)
        assert disc.distance(printed) > 0.1
        assert all(disc.distance(line) > 0.1 for line in lines(sheet))
    if sheet.ruler:
        assert sheet.ruler.size in RULERS
        assert ruled(sheet.ruler) in LENGTHS
    if sheet.along:
        assert sheet.ruler
        assert sheet.along.size in RULERS
        assert {sheet.along.turn, sheet.ruler.turn} == {0, 270}, "one goes across, the other along"


def _window(sheet: Sheet) -> tuple[float, float, float, float]:
    assert sheet.window is not None
    w = sheet.window
    return w.x, w.y, w.x + w.width, w.y + w.height


def assert_no_room(sheet: Sheet, back: Sheet | None = None) -> None:
    """What a sheet lacks has no place on it beside all that stays, by a search of its own."""
    stubs = [_stub(*mark) for mark in sheet.marks]
    fixed = lines(replace(sheet, marks=()))
    taken = [*arts(sheet), *furniture(sheet), *([Point(sheet.tick).buffer(1.8)] if sheet.tick else [])]
    free = Free(sheet, [*taken, *(line.buffer(0.8) for line in (*stubs, *fixed))])
    for name, sizes in (("ruler", RULERS), ("label", LABELS)):
        if name in sheet.lacks:
            assert not any(free.has(*size) or free.has(*size[::-1]) for size in sizes)
    if "tick" in sheet.lacks and sheet.side == "front":
        assert back is not None
        seen = [*furniture(back), *(line.buffer(0.8) for line in lines(back))]
        across = back.placements[0].x != sheet.placements[0].x or back.placements[0].turn == 0
        flip = [-1, 0, 0, 1, sheet.width, 0] if across else [1, 0, 0, -1, 0, sheet.height]
        seen = [affine_transform(shape, flip) for shape in seen]
        marks = [line.buffer(0.8) for line in lines(sheet)]
        assert not Free(sheet, [*taken, *marks, *seen]).has(3.6, 3.6)


def _stub(x1: float, y1: float, x2: float, y2: float) -> LineString:
    share = min(1.0, 1.0 / math.dist((x1, y1), (x2, y2)))
    return LineString([(x1, y1), (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)])


class Free:
    """Points of a sheet, half a millimetre apart, on which nothing is printed."""

    def __init__(self, sheet: Sheet, taken: list[Polygon]) -> None:
        edge = max(3.6, sheet.paper.reach)
        across = np.arange(edge, sheet.width - edge + 1e-6, STEP)
        down = np.arange(edge, sheet.height - edge + 1e-6, STEP)
        xs, ys = np.meshgrid(across, down)
        hit = np.zeros(xs.shape, dtype=int)
        for shape in taken:
            left, top, right, bottom = shape.bounds
            columns = slice(*np.searchsorted(across, (left, right + 1e-9)))
            rows = slice(*np.searchsorted(down, (top, bottom + 1e-9)))
            hit[rows, columns] |= contains_xy(shape, xs[rows, columns], ys[rows, columns])
        self._sums = np.pad(hit.cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def has(self, width: float, height: float) -> bool:
        """Whether a box of this size and some air has a place."""
        w, h = (math.ceil((size + MORE) / STEP) + 1 for size in (width, height))
        sums = self._sums
        if h >= sums.shape[0] or w >= sums.shape[1]:
            return False
        inside = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w]
        return bool((inside == 0).any())


PRINTERS = [Paper("a4", 210.0, 297.0, m, m) for m in (3.0, 5.0, 10.0)] + [LETTER]
DECKS: list[tuple[Outline, int, float, float]] = [
    (CARD, 9, 0.0, 3.0), (CARD, 8, 3.0, 3.0), (rectangle(60, 70), 12, 0.0, 1.5),
    (rectangle(26, 27.9), 60, 0.0, 1.5), (rectangle(84, 280), 1, 0.0, 3.0), (rectangle(96, 272), 1, 0.0, 3.0),
    (rectangle(100, 143.5), 4, 0.0, 0.0), (rectangle(48, 34), 32, 0.0, 3.0), (hexagon(40), 30, 0.0, 3.0),
    (hat(55), 12, 0.0, 2.0), (circle(25), 70, 1.0, 1.0), (rectangle(190, 130), 2, 0.0, 3.0),
    (rectangle(280, 300), 1, 0.0, 3.0), (CARD, 13, 0.0, 3.0),
]  # fmt: skip


@pytest.mark.parametrize("paper", PRINTERS, ids=lambda paper: f"{paper.name}-{paper.reach:g}")
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: f"{deck[0].shape}-{deck[0].width:g}-{deck[1]}")
def test_every_sheet_has_all_three_or_no_room_for_them(
    deck: tuple[Outline, int, float, float], paper: Paper
) -> None:
    outline, count, gap, bleed = deck
    made = impose(pieces(outline, count, gap=gap, bleed=bleed), paper=paper)

    for front, back in _pairs(made):
        for sheet in (front, back) if back else (front,):
            assert_clear(sheet)
            assert set(sheet.lacks) == {
                *(() if sheet.ruler else ("ruler",)),
                *(() if sheet.label else ("label",)),
                *(() if sheet.tick or back is None else ("tick",)),
            }
            if sheet.lacks:
                assert_no_room(sheet, back)


def _pairs(made: tuple[Sheet, ...]) -> Iterator[tuple[Sheet, Sheet | None]]:
    behind = {sheet.number: sheet for sheet in made if sheet.side == "back"}
    for sheet in made:
        if sheet.side == "front":
            yield sheet, behind.get(sheet.number)


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
@pytest.mark.parametrize("style", ["corner", "full", "cross", "edge"])
def test_they_are_clear_on_backs_folds_and_under_every_style(duplex: DuplexName, style: str) -> None:
    look = Profile(marks=Marks(style=style))  # type: ignore[arg-type]
    for paper in (A4, Paper("letter", 215.9, 279.4, 5.0, 5.0)):
        made = impose(
            pieces(CARD, 11), pieces(hexagon(40), 3, family="h", gap=3, back=False),
            pieces(rectangle(280, 250), 1, family="b"), paper=paper, duplex=duplex, profile=look,
        )  # fmt: skip
        for sheet in made:
            assert_clear(sheet)
            assert "label" not in sheet.lacks
            assert "ruler" not in sheet.lacks


def test_at_the_foot_the_ruler_and_then_the_words_as_long_as_there_is_room() -> None:
    for sheet in impose(pieces(CARD, 9)):
        assert sheet.ruler == Spot(8.0, 289.0, 101.8, 4.4)
        assert sheet.label is not None
        assert sheet.label.box == pytest.approx((112.8, 289.0, 198.8, 293.4))
        # Marks stand 88 mm apart at the sides.
        assert sheet.along is not None
        assert sheet.along.size == (80.2, 2.4)


def test_a_ruler_is_as_wide_as_its_millimetres_and_its_inches() -> None:
    shown = [(length, inches_of(length), round(ruler_width(length), 6)) for length in LENGTHS]
    assert shown == [
        (100, 4, 101.8), (90, 3, 90.2), (80, 3, 80.2), (70, 2, 70.2), (60, 2, 60.2), (50, 2, 51.0),
    ]  # fmt: skip
    for length, _, width in shown:
        assert ruled(Spot(0, 0, width, 4.4)) == ruled(Spot(0, 0, 2.4, width, 270)) == length


def test_both_rulers_measure_100_mm_where_there_is_room() -> None:
    for paper in (A4, LETTER):
        for sheet in impose(pieces(CARD, 4, back=False), paper=paper):
            assert sheet.ruler is not None
            assert sheet.along is not None
            assert (ruled(sheet.ruler), ruled(sheet.along)) == (100, 100)


@pytest.mark.parametrize("seed", range(20))
def test_the_second_ruler_is_the_longest_that_the_strips_at_its_sides_have_room_for(seed: int) -> None:
    chance = random.Random(seed)
    outline = rectangle(chance.uniform(25, 110), chance.uniform(25, 110))
    made = impose(pieces(outline, chance.randint(1, 30), gap=chance.choice([0, 3, 8])), paper=A4)
    for sheet in (sheet for sheet in made if sheet.ruler):
        assert sheet.ruler is not None
        upright = not sheet.ruler.turn
        others = [art.buffer(0.4) for art in (*arts(sheet), *furniture(replace(sheet, along=None)))]
        others += [line.buffer(0.8) for line in lines(sheet)]
        if sheet.tick:
            others.append(Point(sheet.tick).buffer(1.8))
        gaps = [_longest_gap(sheet, upright, low, unary_union(others)) for low in (True, False)]
        most = max((one for one in LENGTHS if ruler_width(one) < max(gaps) - 0.5), default=0)
        assert (ruled(sheet.along) if sheet.along else 0) >= most


def _longest_gap(sheet: Sheet, upright: bool, low: bool, taken: Polygon) -> float:
    """The longest free stretch of a strip 2.4 mm wide along an edge of the paper."""
    across, long = (sheet.width, sheet.height) if upright else (sheet.height, sheet.width)
    at = 3.6 if low else across - 6.0
    strip = box(at, 3.6, at + 2.4, long - 3.6) if upright else box(3.6, at, long - 3.6, at + 2.4)
    inside = taken.intersection(strip)
    parts = [part for part in getattr(inside, "geoms", [inside]) if not part.is_empty]
    spans = sorted((part.bounds[1], part.bounds[3]) if upright else part.bounds[::2] for part in parts)
    longest, end = 0.0, 3.6
    for first, last in (*spans, (long - 3.6, long)):
        longest, end = max(longest, first - end), max(end, last)
    return longest


def test_words_stand_between_marks_that_must_stay() -> None:
    (sheet,) = impose(pieces(rectangle(60, 70), 12, bleed=1.5, back=False))

    assert sheet.label is not None
    assert len(sheet.label.runs) > 1 or sheet.label.spot.turn == 270


def test_at_the_sides_they_read_upwards() -> None:
    # A strip of 5 mm is free at each side, and less above and below.
    paper = Paper("letter", 215.9, 279.4, 5.0, 5.0)
    sheet = impose(pieces(CARD, 9), paper=paper)[0]

    assert sheet.ruler is not None
    assert sheet.label is not None
    assert (sheet.ruler.turn, sheet.label.spot.turn) == (270, 270)
    assert sheet.ruler.on_sheet(0, 0)[1] > sheet.ruler.on_sheet(50, 0)[1]


def test_marks_give_way_but_not_at_their_pieces() -> None:
    whole = impose(pieces(CARD, 9), profile=Profile(marks=Marks(style="full")))[0]
    spots = furniture(whole)

    at_edge = [mark for mark in whole.marks if max(mark[1], mark[3]) > 285]
    assert at_edge
    assert min(LineString([mark[:2], mark[2:]]).length for mark in at_edge) >= 1
    assert all(spot.distance(LineString([m[:2], m[2:]])) > 0.7 for m in whole.marks for spot in spots)


def test_slots_left_empty_hold_them_where_there_is_no_other_room() -> None:
    paper = Paper("tight", 199.2, 274.2, 5.0, 5.0)
    full, part = fronts(impose(pieces(CARD, 10, back=False), paper=paper))

    assert set(full.lacks) == {"ruler", "label"}
    assert part.lacks == ()
    assert_clear(part)


def test_what_is_cut_away_or_a_label_for_later_is_kept_free() -> None:
    paper = Paper("tight", 199.2, 274.2, 5.0, 5.0)
    group = [Group("g", "card", pieces(CARD, 3, back=False))]
    (sheet,) = impose_groups(group, paper, DUPLEX["none"], skip=6)
    assert set(sheet.lacks) == {"ruler", "label"}

    cells = tuple(
        Cell(1 + k, 5 + 47.5 + 95 * (k % 2), 5 + 33 + 66 * (k // 2), rectangle(95, 66)) for k in range(8)
    )
    paper = Paper("labels", 200.0, 274.0, 5.0, 5.0)
    (sheet,) = impose_groups(group, paper, DUPLEX["none"], Profile("labels", cells=cells))
    taken = [box(cell.x - 47.5, cell.y - 33, cell.x + 47.5, cell.y + 33) for cell in cells]
    assert all(spot.intersection(cell).area < 0.05 for spot in furniture(sheet) for cell in taken)


def test_no_sheet_of_one_side_wants_a_tick() -> None:
    (sheet,) = impose(pieces(CARD, 9, back=False))

    assert sheet.tick is None
    assert sheet.lacks == ()


def _by_hand(width: float, height: float, *boxes: tuple[float, float, float, float]) -> tuple[Sheet, Sheet]:
    """A front and its back with pieces in these boxes, left, top, right and bottom, without marks."""
    placed = []
    for k, (left, top, right, bottom) in enumerate(boxes):
        outline = rectangle(right - left, bottom - top)
        piece = Piece("f/i", k, "f", outline, 0.0, 0.0, "front", "back")
        middle = (left + right) / 2, (top + bottom) / 2
        placed.append(Placement(piece, "front", outline, *middle, 0.0, (0, 0, 0, 0)))
    paper = Paper("p", width, height, 3.6, 3.6)
    front = Sheet(paper, width, height, "card", "g", ("f",), "front", 1, 1, tuple(placed))
    backs = tuple(replace(one, x=width - one.x, face="back") for one in placed)
    return front, replace(front, side="back", placements=backs)


def test_a_large_ruler_gives_way_to_a_small_one_where_that_leaves_room_for_the_label() -> None:
    # Above the piece are 55.2 x 5.8 mm beside the cross: 4.4 mm of ruler and 2.2 of label are too much.
    front, back = add_slug(*_by_hand(66, 100, (0, 9.8, 66, 100)), True, (), ())

    assert front.ruler is not None
    assert front.ruler.size == (51.0, 2.4)
    assert front.lacks == ()
    assert_clear(front)
    assert back is not None
    assert back.lacks == ()


def test_the_cross_goes_elsewhere_where_it_would_take_the_only_room_of_a_ruler() -> None:
    # A strip of 52 mm above, where the cross usually is, and a hole of 5 mm between the pieces.
    boxes = (0, 10.0, 29.7, 100), (35.3, 10.0, 60, 100), (29.7, 10.0, 35.3, 50), (29.7, 55.5, 35.3, 100)
    front, back = add_slug(*_by_hand(60, 100, *boxes), True, (), ())

    assert front.ruler is not None
    assert front.tick is not None
    assert 50 < front.tick[1] < 55.5
    assert_clear(front)
    assert back is not None
    assert back.ruler is not None
    assert back.tick == (60 - front.tick[0], front.tick[1])


@pytest.mark.parametrize("seed", range(30))
def test_they_find_what_room_there_is_among_pieces_anywhere(seed: int) -> None:
    chance = random.Random(seed)
    width, height = chance.uniform(70, 120), chance.uniform(70, 120)
    boxes = []
    for _ in range(chance.randint(1, 7)):
        x, y = chance.uniform(0, width - 20), chance.uniform(0, height - 20)
        boxes.append((x, y, min(width, x + chance.uniform(15, 90)), min(height, y + chance.uniform(15, 90))))
    front, back = add_slug(*_by_hand(width, height, *boxes), True, (), ())

    assert back is not None
    for sheet in (front, back):
        assert_clear(sheet)
        if sheet.lacks:
            assert_no_room(sheet, back)
