"""Numbers, sides and backs."""

from __future__ import annotations

import pytest

from prancha import sheets
from prancha.model.diagnostic import Failure
from prancha.model.outline import circle, hat, rectangle
from prancha.model.printing import DUPLEX
from prancha.model.sheet import Group, Paper

from .making import A4, fronts, impose, pieces

CARD = rectangle(63, 88, 3)


def test_each_front_is_followed_by_its_back_of_the_same_number() -> None:
    made = impose(pieces(CARD, 20))

    assert [(sheet.side, sheet.number, sheet.of) for sheet in made] == [
        ("front", 1, 3), ("back", 1, 3), ("front", 2, 3), ("back", 2, 3), ("front", 3, 3), ("back", 3, 3),
    ]  # fmt: skip


def test_upright_paper_flipped_about_its_long_edge_mirrors_left_and_right() -> None:
    front, back = impose(pieces(CARD, 2))

    assert (front.width, front.height) == (210, 297)
    assert [(p.x, p.y, p.turn) for p in back.placements] == [(210 - p.x, p.y, 0) for p in front.placements]
    assert front.placements[0].outsets == pytest.approx((3, 3, 0, 3))
    assert back.placements[0].outsets == pytest.approx((0, 3, 3, 3))
    assert back.placements[0].face == "f-back"


def test_paper_on_its_side_flipped_about_its_long_edge_mirrors_top_and_bottom() -> None:
    front, back = impose(pieces(CARD, 8, gap=3.0))

    assert (front.width, front.height) == (297, 210)
    assert [(p.x, p.y, p.turn) for p in back.placements] == [(p.x, 210 - p.y, 180) for p in front.placements]


def test_flipped_about_its_short_edge_upright_paper_mirrors_top_and_bottom() -> None:
    front, back = impose(pieces(CARD, 2), duplex="short")

    assert [(p.x, p.y, p.turn) for p in back.placements] == [(p.x, 297 - p.y, 180) for p in front.placements]
    assert back.placements[0].outsets == pytest.approx((3, 3, 0, 3))


def test_turned_hats_have_their_mirror_image_behind_them() -> None:
    front, back = impose(pieces(hat(55), 37))

    for one, other in zip(front.placements, back.placements, strict=True):
        assert other.outline == hat(55).mirrored()
        assert (other.x, other.y, other.turn) == (210 - one.x, one.y, -one.turn % 360)


def test_pieces_without_back_leave_their_place_blank() -> None:
    plain = pieces(CARD, 3, family="plain", back=False)
    backed = pieces(CARD, 2, family="backed")
    front, back = impose(plain, backed)

    assert front.families == ("plain", "backed")
    assert back.families == ("backed",)
    assert [p.x for p in back.placements] == [210 - p.x for p in front.placements[3:]]


def test_no_back_sheet_without_a_back_or_when_printing_single_sided() -> None:
    assert {sheet.side for sheet in impose(pieces(CARD, 10, back=False))} == {"front"}
    assert {sheet.side for sheet in impose(pieces(CARD, 10), duplex="none")} == {"front"}


def test_marks_of_backs_are_mirrored_and_cuts_left_out() -> None:
    front, back = impose(pieces(hat(55), 4))
    assert front.cuts
    assert back.cuts == ()
    front, back = impose(pieces(CARD, 8, gap=3.0))
    # Each begins behind the other's; how far it goes depends on what stands in its way on its own side.
    assert sorted(mark[:2] for mark in back.marks) == sorted((x, 210 - y) for x, y, *_ in front.marks)


def test_backs_are_marked_only_where_a_front_has_a_piece() -> None:
    made = impose(pieces(CARD, 10))
    last, behind = made[2:]

    lines = {(x1 == x2, x1 if x1 == x2 else y1) for x1, y1, x2, y2 in last.marks}
    assert lines == {(True, 10.5), (True, 73.5), (False, 16.5), (False, 104.5)}
    assert {x1 for x1, _, x2, _ in behind.marks if x1 == x2} == {210 - 10.5, 210 - 73.5}
    assert {y1 for _, y1, _, y2 in behind.marks if y1 == y2} == {16.5, 104.5}


def test_a_sheet_alone_is_centred_and_marked_for_what_is_there() -> None:
    (board,) = impose(pieces(rectangle(82, 252), 1, back=False))

    assert (board.placements[0].x, board.placements[0].y) == (105, 148.5)
    assert board.placements[0].outsets == (3, 3, 3, 3)
    assert {x1 for x1, _, x2, _ in board.marks if x1 == x2} == {64, 146}
    assert len(board.marks) == 8


def test_few_cards_alone_are_laid_for_the_fewest_cuts() -> None:
    (four,) = impose(pieces(CARD, 4, back=False))

    assert {p.x for p in four.placements} == {105 - 31.5, 105 + 31.5}
    assert {p.y for p in four.placements} == {148.5 - 44, 148.5 + 44}


def test_few_loose_pieces_alone_are_centred() -> None:
    (sheet,) = impose(pieces(circle(20), 8, back=False))
    xs, ys = [p.x for p in sheet.placements], [p.y for p in sheet.placements]

    assert (min(xs) + max(xs)) / 2 == pytest.approx(105)
    assert (min(ys) + max(ys)) / 2 == pytest.approx(148.5)


def test_pieces_keep_their_print_order() -> None:
    made = fronts(impose(pieces(CARD, 20)))

    assert [p.piece.copy for sheet in made for p in sheet.placements] == list(range(20))


def test_groups_are_numbered_apart() -> None:
    groups = [Group("a", "card", pieces(CARD, 10)), Group("b", "board", pieces(CARD, 1))]
    made = sheets.impose(groups, A4, DUPLEX["none"])

    assert [(s.group, s.stock, s.number, s.of) for s in made] == [
        ("a", "card", 1, 2), ("a", "card", 2, 2), ("b", "board", 1, 1),
    ]  # fmt: skip


def test_an_empty_group_makes_no_sheet() -> None:
    assert sheets.impose([Group("a", "card", ())], A4, DUPLEX["long"]) == ()


def test_paper_that_is_all_margin_is_refused() -> None:
    with pytest.raises(Failure) as caught:
        sheets.impose([], Paper("Stamp", 30, 40, 8), DUPLEX["long"])
    assert "paper Stamp (30 x 40 mm, margin 8 mm) leaves no more than 20 mm to print on" in str(caught.value)
    assert "choose a larger paper or a smaller margin" in str(caught.value)
