"""Boards larger than the paper."""

from __future__ import annotations

from itertools import product

import pytest
from shapely import unary_union
from shapely.geometry import box

from prancha.model.outline import SQRT3, Outline, hexagon, rectangle
from prancha.model.printing import DuplexName
from prancha.model.sheet import Creases, Paper, Sheet

from .making import A3, A4, LETTER, impose, pieces


def _board_window(sheet: Sheet) -> tuple[float, float, float, float]:
    """The window in the board's own coordinates."""
    placement, window = sheet.placements[0], sheet.window
    assert window is not None
    left = placement.x - placement.outline.width / 2
    top = placement.y - placement.outline.height / 2
    return window.x - left, window.y - top, window.x - left + window.width, window.y - top + window.height


@pytest.mark.parametrize(
    ("flats", "count"),
    [(25, 2), (28.6, 2), (30, 4), (35, 4), (38.5, 4), (40, 6), (45, 6), (50, 6), (51, 6), (55, 8), (56.2, 8)],
)
def test_a_board_of_91_hexagons_takes(flats: float, count: int) -> None:
    made = impose(pieces(rectangle(11 * flats, 17 * flats / SQRT3), 1, back=False))

    assert len(made) == count
    assert {sheet.of for sheet in made} == {count}
    _assert_covered(made)


def test_the_same_board_takes_nine_letter_sheets() -> None:
    made = impose(pieces(rectangle(11 * 55, 17 * 55 / SQRT3), 1, back=False), paper=LETTER)

    assert len(made) == 9
    _assert_covered(made)


def _assert_covered(made: tuple[Sheet, ...]) -> None:
    outline = made[0].placements[0].outline
    windows = [_board_window(sheet) for sheet in made]
    board = box(0, 0, outline.width, outline.height)
    assert unary_union([box(*window) for window in windows]).buffer(1e-6).covers(board)
    by_place = {}
    for sheet, found in zip(made, windows, strict=True):
        window = sheet.window
        assert window is not None
        by_place[window.column, window.row] = found
        margin = sheet.paper.margin - 1e-6
        printable = box(margin, margin, sheet.width - margin, sheet.height - margin)
        assert printable.covers(box(window.x, window.y, window.x + window.width, window.y + window.height))
    for (column, row), (_, _, right, bottom) in by_place.items():
        if (column + 1, row) in by_place:
            assert right - by_place[column + 1, row][0] == pytest.approx(10)
        if (column, row + 1) in by_place:
            assert bottom - by_place[column, row + 1][1] == pytest.approx(10)


def test_crosses_meet_on_both_pages_of_each_overlap() -> None:
    made = impose(pieces(rectangle(400, 380), 1, back=False))
    seen: dict[tuple[float, float], int] = {}
    for sheet in made:
        placement = sheet.placements[0]
        for x1, y1, x2, y2 in sheet.aligns:
            if y1 == y2:
                at = round((x1 + x2) / 2 - placement.x, 6), round(y1 - placement.y, 6)
                seen[at] = seen.get(at, 0) + 1
    # 3 x 2 pages: two seams across and one down; where they meet, four pages show the cross.
    assert len(made) == 6
    assert sorted(seen.values()) == [2, 2, 2, 2, 2, 2, 4, 4]


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("outline", [hexagon(252), rectangle(252, 300)])
def test_crosses_lie_wholly_within_the_margin(outline: Outline, paper: Paper) -> None:
    """On 87d1d08 crosses of a board as high as the paper lay where home printers leave the paper blank."""
    for sheet in impose(pieces(outline, 1, back=False), paper=paper):
        for x1, y1, x2, y2 in sheet.aligns:
            assert min(x1, y1) >= paper.margin - 1e-9
            assert max(x2, y2 - sheet.height + sheet.width) <= sheet.width - paper.margin + 1e-9


def test_posters_have_crop_marks_at_the_edges_of_the_board() -> None:
    corner, middle = impose(pieces(rectangle(400, 380), 1, back=False))[:2]
    window = corner.window
    assert window is not None
    assert (window.column, window.row, window.columns, window.rows) == (0, 0, 3, 2)
    trim_left = corner.placements[0].x - 200
    trim_top = corner.placements[0].y - 190
    assert {x1 for x1, _, x2, _ in corner.marks if x1 == x2} == {trim_left}
    assert {y1 for _, y1, _, y2 in corner.marks if y1 == y2} == {trim_top}
    assert all(y1 == y2 for _, y1, _, y2 in middle.marks)


def test_every_copy_of_a_poster_has_its_sheets() -> None:
    made = impose(pieces(rectangle(275, 245), 2, back=False))

    assert [sheet.side for sheet in made] == ["front"] * 4
    assert [sheet.placements[0].piece.copy for sheet in made] == [0, 0, 1, 1]


def test_the_outline_of_a_large_tile_is_cut_along_what_each_page_shows() -> None:
    made = impose(pieces(hexagon(300), 1, back=False))

    for sheet in made:
        window = sheet.window
        assert window is not None
        area = box(window.x, window.y, window.x + window.width, window.y + window.height).buffer(1e-6)
        assert all(area.covers(box(*line[0], *line[0])) for line in sheet.cuts)
    assert any(sheet.cuts for sheet in made)


def test_a_board_that_fits_when_turned_is_no_poster() -> None:
    made = impose(pieces(rectangle(280, 190), 1, back=False))

    assert len(made) == 1
    assert made[0].window is None


def test_small_pieces_and_a_board_of_one_group_follow_each_other() -> None:
    board = pieces(rectangle(300, 190), 1, family="board", back=False)
    made = impose(board, pieces(rectangle(63, 88), 3, family="card"))

    assert [(sheet.families, sheet.side) for sheet in made] == [
        (("card",), "front"), (("card",), "back"), (("board",), "front"), (("board",), "front"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "creases", "across", "down"),
    [
        ((290, 110), ((70, 220), ()), [70], []),  # the documented screen: a wing apart
        ((450, 150), ((150, 300), ()), [150, 300], []),  # one page more than needed, and no panel is cut
        ((480, 150), ((120, 240, 360), ()), [240], []),  # the most even of three
        ((150, 450), ((), (150, 300)), [], [150, 300]),
        ((900, 150), ((300, 600), ()), [226, 450, 674], []),  # a panel larger than the paper
        ((450, 150), ((20, 430), ()), [225], []),  # nothing is gained there
        ((320, 500), ((160,), ()), [160], [250]),  # one way has creases
        ((290, 110), ((), ()), [145], []),
    ],
)
def test_a_piece_to_be_folded_is_joined_where_it_folds(
    size: tuple[float, float], creases: Creases, across: list[float], down: list[float]
) -> None:
    made = impose(pieces(rectangle(*size), 1, back=False, creases=creases))
    _assert_covered(made)
    seams: tuple[set[float], set[float]] = set(), set()
    for sheet in made:
        placement = sheet.placements[0]
        left, top = placement.x - size[0] / 2, placement.y - size[1] / 2
        for x1, y1, x2, _ in sheet.aligns:
            if x1 == x2:
                seams[0].add(round(x1 - left, 6))
            else:
                seams[1].add(round(y1 - top, 6))
    # Of a cross outside the board only one of its lines lies on a seam.
    inside = [{at for at in found if 0 < at < length} for found, length in zip(seams, size, strict=True)]
    assert [sorted(found) for found in inside] == [across, down]
    assert len(made) == (len(across) + 1) * (len(down) + 1)


def test_folds_cost_no_more_than_one_page() -> None:
    """Also where a column more would be a page more in each row."""
    more = set()
    for width, height, wing in product(range(300, 640, 20), (150, 240, 380), (60, 90, 120)):
        counts = [
            len(impose(pieces(rectangle(width, height), 1, back=False, creases=creases)))
            for creases in (((), ()), ((wing, width - wing), ()))
        ]
        more.add(counts[1] - counts[0])
    assert more == {0, 1}


@pytest.mark.parametrize(("duplex", "across"), [("long", True), ("short", False)])
def test_a_board_with_a_back_has_it_behind_every_page(duplex: DuplexName, across: bool) -> None:
    made = impose(pieces(rectangle(190, 500), 1), duplex=duplex)

    assert [sheet.side for sheet in made] == ["front", "back"] * 2
    for front, back in zip(made[::2], made[1::2], strict=True):
        one, other = front.window, back.window
        assert one is not None
        assert other is not None
        assert (other.column, other.row, other.width, other.height) == (
            one.column, one.row, one.width, one.height,
        )  # fmt: skip
        if across:
            assert (other.x, other.y) == pytest.approx((front.width - one.x - one.width, one.y))
        else:
            assert (other.x, other.y) == pytest.approx((one.x, front.height - one.y - one.height))
        assert len(back.aligns) == len(front.aligns)
