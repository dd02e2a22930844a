"""Crop marks, bleeds and cut lines."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from msgspec.structs import replace
from shapely import LineString, Point, unary_union
from shapely.geometry import box
from shapely.ops import polygonize

from prancha.model.outline import Outline, circle, hat, hexagon, rectangle
from prancha.model.printing import DuplexName
from prancha.model.sheet import PLAIN, Marks, Paper, Placement, Sheet
from prancha.sheets.cut_lines import shared_cuts
from prancha.sheets.sheet_room import trim_box

from .making import A4, arts, fronts, impose, pieces, slot, trims

CARD = rectangle(63, 88, 3)


def _assert_marks_clear(sheet: Sheet) -> None:
    paper = box(3, 3, sheet.width - 3, sheet.height - 3)
    for x1, y1, x2, y2 in sheet.marks:
        line = LineString([(x1, y1), (x2, y2)])
        assert paper.buffer(1e-6).covers(line)
        assert all(line.distance(art) > 0.4 for art in arts(sheet))
        assert 1 - 1e-6 <= line.length <= 4 + 1e-6


def test_shared_cuts_have_one_mark_at_each_end() -> None:
    front = impose(pieces(CARD, 9))[0]

    assert {x1 for x1, _, x2, _ in front.marks if x1 == x2} == {10.5, 73.5, 136.5, 199.5}
    assert {y1 for _, y1, _, y2 in front.marks if y1 == y2} == {16.5, 104.5, 192.5, 280.5}
    assert len(front.marks) == 16
    assert front.cuts == ()
    _assert_marks_clear(front)


def test_a_gutter_has_two_marks_for_its_two_edges() -> None:
    front = impose(pieces(CARD, 8, gap=3.0))[0]

    assert len(front.marks) == 2 * (2 * 4 + 2 * 2)
    _assert_marks_clear(front)


def test_wide_gutters_hold_short_marks_between_bleeds() -> None:
    front = impose(pieces(CARD, 4, gap=12.0))[0]
    inner = box(20, 20, front.width - 20, front.height - 20)

    assert any(inner.contains(LineString([(x1, y1), (x2, y2)])) for x1, y1, x2, y2 in front.marks)
    _assert_marks_clear(front)


def test_edges_without_marks_at_both_ends_are_drawn() -> None:
    front = impose(pieces(rectangle(70, 120), 6, back=False))[0]
    upright = {round(x1, 3) for x1, _, x2, _ in front.marks if x1 == x2}

    assert front.cuts
    for (xa, ya), (xb, yb) in front.cuts:
        assert xa == xb or ya == yb
    assert len(upright) > 2
    _assert_marks_clear(front)


def test_marks_of_a_partly_filled_sheet_are_those_of_a_full_one_in_line_with_its_pieces() -> None:
    """On 87d1d08 a sheet whose third row is empty had marks for it."""
    for outline, gap in ((CARD, 0.0), (CARD, 3.0), (rectangle(59, 92), 3.0), (rectangle(40, 40), 9.0)):
        full, *_ = impose(pieces(outline, 60, gap=gap, back=False))
        for count in range(1, len(full.placements)):
            part = impose(pieces(outline, len(full.placements) + count, gap=gap, back=False))[1]
            # They may begin farther out, where bleed spreads over a slot left empty.
            edges = [trim_box(p.outline, slot(p)) for p in part.placements]
            kept = {
                (way, round(box[side], 2)) for box in edges for side in range(4) for way in [side % 2 == 0]
            }
            assert _lines(part) == [one for one in _lines(full) if (one[0], round(one[1], 2)) in kept]
            _assert_marks_clear(part)


def _lines(sheet: Sheet) -> list[tuple[bool, float, bool]]:
    """Of each mark: whether it is upright, its line, and on which half of the paper it stands."""
    return sorted(
        (x1 == x2, x1 if x1 == x2 else y1, y1 > sheet.height / 2 if x1 == x2 else x1 > sheet.width / 2)
        for x1, y1, x2, y2 in sheet.marks
    )


def test_outer_edges_bleed_and_shared_edges_do_not() -> None:
    front = impose(pieces(CARD, 9))[0]

    assert front.placements[0].outsets == pytest.approx((3, 3, 0, 0))
    assert front.placements[4].outsets == pytest.approx((0, 0, 0, 0))
    assert front.placements[8].outsets == pytest.approx((0, 0, 3, 3))


def test_bleed_reaches_into_slots_left_empty() -> None:
    front = impose(pieces(CARD, 2))[0]

    assert front.placements[1].outsets == pytest.approx((0, 3, 3, 3))


def test_neighbours_share_a_gutter_between_their_bleeds() -> None:
    front = impose(pieces(CARD, 8, gap=3.0))[0]

    assert front.placements[0].outsets == pytest.approx((3, 3, 1.5, 1.5))


def test_each_piece_keeps_to_its_own_bleed() -> None:
    front = impose(pieces(CARD, 1, bleed=1.0), pieces(CARD, 1, bleed=3.0))[0]

    assert front.placements[0].outsets == pytest.approx((1, 1, 0, 1))
    assert front.placements[1].outsets == pytest.approx((0, 3, 3, 3))


@pytest.mark.parametrize(
    ("outline", "length", "lines"),
    [(hat(55), 4080, 40), (hat(45), 4970, 60), (hexagon(40), 2820, 40), (hexagon(55), 1910, 20)],
)
def test_shared_edges_are_cut_once(outline: Outline, length: float, lines: int) -> None:
    front = impose(pieces(outline, 100))[0]

    assert len(front.cuts) <= lines
    edges = [LineString(pair) for line in front.cuts for pair in pairwise(line)]
    drawn = sum(edge.length for edge in edges)
    assert drawn <= length
    assert unary_union(edges).length == pytest.approx(drawn, abs=0.5)
    cells = list(polygonize(unary_union(edges, grid_size=0.001)))
    for trim in trims(front):
        assert any(cell.symmetric_difference(trim).area < 1 for cell in cells)


def test_cuts_of_separate_outlines_are_the_outlines() -> None:
    front = impose(pieces(hat(55), 29, gap=3.0))[0]

    assert len(front.cuts) == 29
    assert all(line[0] == line[-1] for line in front.cuts)
    drawn = sum(LineString(line).length for line in front.cuts)
    assert drawn == pytest.approx(29 * 55 / 6 * (8 + 6 * math.sqrt(3)))


def test_two_squares_that_share_an_edge_make_one_line_per_trail() -> None:
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    other = [(x + 1, y + 1e-9) for x, y in square]
    lines = shared_cuts([square, other])

    assert len(lines) == 1
    assert sum(math.dist(a, b) for a, b in pairwise(lines[0])) == pytest.approx(7)


def test_every_box_of_mixed_sheets_can_be_cut_by_marks_or_lines() -> None:
    made = fronts(
        impose(
            pieces(hexagon(40), 4, family="pawn"),
            pieces(circle(25), 4, family="token"),
            pieces(rectangle(80, 80), 1, family="compass"),
            pieces(rectangle(44, 68), 7, family="small"),
            paper=A4,
        )
    )
    assert len(made) == 1
    assert len(made[0].cuts) == 8
    _assert_marks_clear(made[0])


@pytest.mark.parametrize("reach", [0.0, 4.5, 8.0])
@pytest.mark.parametrize("duplex", ["long", "fold"])
def test_marks_end_where_the_printer_no_longer_reaches(reach: float, duplex: DuplexName) -> None:
    paper = Paper("A4", 210.0, 297.0, 8.0, reach)
    made = impose(
        pieces(CARD, 11), pieces(hexagon(40), 3, family="h", gap=3),
        pieces(rectangle(280, 250), 1, family="b"),
        paper=paper, duplex=duplex, profile=replace(PLAIN, marks=Marks("full" if reach else "corner")),
    )  # fmt: skip
    assert any(sheet.window for sheet in made)
    for sheet in made:
        room = box(reach, reach, sheet.width - reach, sheet.height - reach).buffer(1e-6)
        drawn = [*sheet.marks, *sheet.aligns, *([sheet.fold] if sheet.fold else [])]
        assert all(room.covers(LineString([(x1, y1), (x2, y2)])) for x1, y1, x2, y2 in drawn)
        if sheet.tick:
            assert room.covers(Point(sheet.tick).buffer(1.3))
        for piece in sheet.placements if sheet.side == "front" else ():
            if piece.outline.is_box:
                _assert_led(sheet, piece)


def test_a_profile_s_own_margin_is_kept_by_marks() -> None:
    made = impose(pieces(CARD, 4), profile=replace(PLAIN, margin=7.0))
    assert all(min(x1, y1) >= 7 for x1, y1, _, _ in made[0].marks)


def _assert_led(sheet: Sheet, placement: Placement) -> None:
    """Every edge of a box has a mark beyond both ends, or a line along it."""
    left, top, right, bottom = trim_box(placement.outline, slot(placement))
    low, high = (0.0, 0.0), (sheet.width, sheet.height)
    if sheet.window:
        w = sheet.window
        low, high = (w.x, w.y), (w.x + w.width, w.y + w.height)
    lines = [*sheet.marks, *((*a, *b) for line in sheet.cuts for a, b in pairwise(line))]
    for axis, at, ends in ((0, left, (top, bottom)), (0, right, (top, bottom)),
                           (1, top, (left, right)), (1, bottom, (left, right))):  # fmt: skip
        if not low[axis] < at < high[axis]:
            continue
        first, last = max(ends[0], low[1 - axis]), min(ends[1], high[1 - axis])
        mine = [
            sorted((line[1 - axis], line[3 - axis]))
            for line in lines
            if abs(line[axis] - at) < 0.01 and abs(line[axis + 2] - at) < 0.01
        ]
        along = any(a < first + 0.01 and b > last - 0.01 for a, b in mine)
        assert along or (any(a < first - 0.4 for a, _ in mine) and any(b > last + 0.4 for _, b in mine))


def test_a_mark_beyond_a_long_neighbour_keeps_off_what_lies_there() -> None:
    """On 409b186a a cross stood on a tarot card: marks looked for pieces 20 mm around their own."""
    tabloid = Paper("tabloid", 279.4, 431.8, 8.0)
    crosses = replace(PLAIN, marks=Marks(style="cross"))
    made = impose(pieces(rectangle(69.85, 120.65), 20, unlike=True), paper=tabloid, profile=crosses)
    assert len({p.turn for p in made[0].placements}) > 1
    for sheet in made:
        faces = unary_union([trim.buffer(-0.02) for trim in trims(sheet)])
        assert not [mark for mark in sheet.marks if faces.intersects(LineString([mark[:2], mark[2:]]))]
