"""Sheets to fold and glue."""

from __future__ import annotations

import pytest

from prancha.model.outline import circle, hat, rectangle

from .making import A4, LETTER, fronts, impose, pieces

CARD = rectangle(63, 88, 3)


def test_four_cards_lie_beside_their_backs_on_a_landscape_sheet() -> None:
    (sheet,) = impose(pieces(CARD, 4), duplex="fold")

    assert (sheet.width, sheet.height) == (297, 210)
    assert sheet.fold == (148.5, 8, 148.5, 202)
    assert [(b.x, b.y, b.turn) for b in sheet.backs] == [(297 - p.x, p.y, 0) for p in sheet.placements]
    assert {b.face for b in sheet.backs} == {"f-back"}
    assert sheet.side == "front"


def test_letter_folds_four_poker_cards_too() -> None:
    made = impose(pieces(rectangle(63.5, 88.9), 8), paper=LETTER, duplex="fold")

    assert [len(sheet.placements) for sheet in made] == [4, 4]


def test_under_a_level_fold_backs_stand_on_their_head() -> None:
    sheet = impose(pieces(rectangle(60, 60), 6), duplex="fold")[0]

    assert sheet.fold == (8, 148.5, 202, 148.5)
    assert [(b.x, b.y, b.turn) for b in sheet.backs] == [(p.x, 297 - p.y, 180) for p in sheet.placements]


def test_bleed_stops_before_the_fold() -> None:
    (sheet,) = impose(pieces(CARD, 4), duplex="fold")

    right = max(sheet.placements, key=lambda p: p.x)
    assert right.x + 31.5 + right.outsets[2] <= 148.5 - 1
    assert right.outsets[2] == 3


def test_backs_that_differ_lie_behind_their_own_fronts() -> None:
    first, second = pieces(CARD, 2, family="a"), pieces(CARD, 2, family="b")
    (sheet,) = impose(first, second, duplex="fold")

    assert [b.face for b in sheet.backs] == ["a-back", "a-back", "b-back", "b-back"]


def test_hats_fold_to_their_mirror_image() -> None:
    sheet = impose(pieces(hat(45), 10), duplex="fold")[0]

    assert all(b.outline == hat(45).mirrored() for b in sheet.backs)


def test_families_without_backs_are_not_folded() -> None:
    made = impose(pieces(CARD, 4, family="a"), pieces(CARD, 9, family="b", back=False), duplex="fold")

    assert [(sheet.families, sheet.fold is not None) for sheet in made] == [(("a",), True), (("b",), False)]
    assert [(sheet.number, sheet.of) for sheet in made] == [(1, 2), (2, 2)]


def test_what_is_too_large_to_fold_has_front_and_back_on_sheets_of_their_own() -> None:
    made = impose(pieces(rectangle(180, 260), 1), pieces(circle(30), 2, family="c"), duplex="fold")

    assert [(sheet.families, sheet.side, sheet.fold is not None) for sheet in made] == [
        (("c",), "front", True), (("f",), "front", False), (("f",), "back", False),
    ]  # fmt: skip


def test_a_partly_filled_last_sheet_keeps_the_grid_of_its_stack() -> None:
    made = fronts(impose(pieces(CARD, 5), duplex="fold"))

    assert (made[1].placements[0].x, made[1].placements[0].y) == (
        made[0].placements[0].x, made[0].placements[0].y,
    )  # fmt: skip
    assert {m[0] for m in made[1].marks if m[0] == m[2]} <= {m[0] for m in made[0].marks}


def test_separate_files_are_made_for_turning_about_the_long_edge() -> None:
    assert impose(pieces(CARD, 12), duplex="separate") == impose(pieces(CARD, 12), paper=A4)


def test_marks_of_folded_sheets_keep_off_the_fold_and_the_pieces() -> None:
    (sheet,) = impose(pieces(CARD, 4), duplex="fold")

    assert sheet.marks
    for x1, _, x2, _ in sheet.marks:
        assert max(x1, x2) <= 148.5 + 1e-6 or min(x1, x2) >= 148.5 - 1e-6
    assert sorted({x1 for x1, _, x2, _ in sheet.marks if x1 == x2}) == pytest.approx(
        [12.75, 75.75, 138.75, 158.25, 221.25, 284.25]
    )
