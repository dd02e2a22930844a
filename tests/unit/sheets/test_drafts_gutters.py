"""Gutters between unlike neighbours, and sheets saved by filling others."""

from __future__ import annotations

from itertools import combinations

import pytest

from prancha.model.outline import circle, rectangle
from prancha.model.sheet import Paper, Piece, Sheet
from prancha.sheets import cut_plan
from prancha.sheets.sheet_room import trim_box

from .making import A4, fronts, impose, pieces, slot

CARD = rectangle(63, 88)
LETTER = Paper("letter", 215.9, 279.4, 7.5)


def _touching(sheet: Sheet) -> list[tuple[Piece, Piece]]:
    """Pieces with an edge in common."""
    boxes = [(trim_box(p.outline, slot(p)), p.piece) for p in sheet.placements]
    return [
        (one, other)
        for (a, one), (b, other) in combinations(boxes, 2)
        if min(a[2], b[2]) - max(a[0], b[0]) > -1e-3
        and min(a[3], b[3]) - max(a[1], b[1]) > -1e-3
        and max(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])) > 1
    ]


def test_unlike_neighbours_of_one_size_have_a_gutter() -> None:
    """On 87d1d08 cards with other backs touched: half a millimetre of error marked a secret card."""
    (sheet,) = fronts(impose(pieces(CARD, 5, family="one"), pieces(CARD, 4, family="other")))
    assert len(sheet.placements) == 9
    assert _touching(sheet) == []
    assert cut_plan(sheet).scissors == ()
    assert min(min(p.outsets) for p in sheet.placements) >= 0.5


def test_like_neighbours_share_their_cuts() -> None:
    (sheet,) = fronts(impose(pieces(CARD, 9)))
    assert len(_touching(sheet)) == 12
    assert len(cut_plan(sheet).cuts) == 8


def test_a_gutter_that_was_asked_for_stands() -> None:
    from msgspec.structs import replace

    lots = [tuple(replace(piece, close=True) for piece in pieces(CARD, 4, family=name)) for name in "ab"]
    (sheet,) = fronts(impose(*lots))
    assert len(_touching(sheet)) > 6


def test_letter_holds_nine_cards_and_unlike_ones_touch_only_where_a_column_changes() -> None:
    made = fronts(impose(pieces(CARD, 5, family="one"), pieces(CARD, 4, family="other"), paper=LETTER))
    assert [len(sheet.placements) for sheet in made] == [9]
    unlike = [pair for pair in _touching(made[0]) if pair[0].family != pair[1].family]
    assert len(unlike) <= 1


def test_few_pieces_fill_the_free_area_of_a_full_sheet() -> None:
    """On 87d1d08 eight pawns had a Letter sheet of their own though another had room."""
    made = fronts(
        impose(
            pieces(rectangle(60, 60), 12, family="grid"),
            pieces(rectangle(10, 60), 4, family="pawn", back=False),
            pieces(circle(12), 3, family="dot", back=False, gap=2.0),
        )
    )
    assert len(made) == 1
    assert sum(len(sheet.placements) for sheet in made) == 19
    assert "grid" not in cut_plan(made[0]).scissors


@pytest.mark.parametrize("count", [5, 6])
def test_a_last_row_that_is_not_full_may_make_room(count: int) -> None:
    """Five cards of 65 x 120 mm and two nets of dice share a Letter sheet: on 87d1d08 these had their own."""
    cards = pieces(rectangle(65, 120), count, family="card")
    made = fronts(impose(cards, pieces(rectangle(56, 72), 2, family="net", back=False), paper=LETTER))
    assert len(made) == (1 if count == 5 else 2)


def test_every_piece_is_placed_once_inside_the_margin() -> None:
    lots = [pieces(rectangle(20 + 7 * k, 74), 3 + k, family=f"f{k}", back=bool(k % 2)) for k in range(5)]
    made = fronts(impose(*lots, paper=A4))
    placed = sorted((p.piece.family, p.piece.copy) for sheet in made for p in sheet.placements)
    assert placed == sorted((piece.family, piece.copy) for lot in lots for piece in lot)
    for sheet in made:
        for p in sheet.placements:
            left, top, right, bottom = trim_box(p.outline, slot(p))
            assert min(left, top) >= 8 - 1e-6
            assert max(right - sheet.width, bottom - sheet.height) <= -8 + 1e-6
