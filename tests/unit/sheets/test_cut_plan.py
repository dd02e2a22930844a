"""Cut plans."""

from __future__ import annotations

import pytest

from prancha.model.outline import Outline, circle, hat, hexagon, rectangle
from prancha.model.sheet import Cell, Cut, Marks, Profile, Sheet
from prancha.sheets import cut_plan
from prancha.sheets.sheet_room import trim_box

from .making import fronts, impose, pieces, slot

CARD = rectangle(63, 88, 3)


def _assert_frees(sheet: Sheet) -> None:
    """Carry the plan out: cuts part the paper until every box lies alone."""
    boxes = [trim_box(p.outline, slot(p)) for p in sheet.placements if p.outline.is_box]
    parts = [(0.0, 0.0, sheet.width, sheet.height)]
    for cut in cut_plan(sheet).cuts:
        way = 0 if cut.axis == "x" else 1
        after = []
        for part in parts:
            inside = part[way] + 0.01 < cut.at < part[way + 2] - 0.01
            reached = cut.start <= part[1 - way] + 0.01 and part[3 - way] <= cut.end + 0.01
            if inside and reached:
                one, other = list(part), list(part)
                one[way + 2] = other[way] = cut.at
                after += [tuple(one), tuple(other)]
            else:
                after.append(part)
        parts = after
    for box in boxes:
        assert any(all(abs(a - b) < 0.02 for a, b in zip(box, part, strict=True)) for part in parts)


def test_nine_cards_take_eight_cuts_from_the_papers_edges() -> None:
    plan = cut_plan(impose(pieces(CARD, 9))[0])

    assert [(cut.axis, cut.at) for cut in plan.cuts] == [
        ("y", 16.5), ("y", 104.5), ("y", 192.5), ("y", 280.5),
        ("x", 10.5), ("x", 73.5), ("x", 136.5), ("x", 199.5),
    ]  # fmt: skip
    assert plan.cuts[0] == Cut("y", 16.5, 0, 210)
    assert plan.cuts[4] == Cut("x", 10.5, 16.5, 280.5)
    assert plan.scissors == ()
    assert not plan.folded


def test_a_gutter_doubles_the_inner_cuts() -> None:
    assert len(cut_plan(impose(pieces(CARD, 8, gap=3.0))[0]).cuts) == 12


def test_plans_free_every_box() -> None:
    sizes = [(44, 68, 7), (63, 88, 3), (30, 30, 11), (80, 50, 2), (120, 20, 3)]
    made = fronts(impose(*(pieces(rectangle(w, h), count, family=f"{w}") for w, h, count in sizes)))
    made += fronts(impose(pieces(rectangle(70, 120), 6, back=False)))
    made += fronts(
        impose(pieces(CARD, 9), pieces(hexagon(40), 5, family="h"), pieces(circle(12), 9, family="c"))
    )
    made += fronts(impose(pieces(rectangle(59, 92), 9, gap=3.0)))

    for sheet in made:
        _assert_frees(sheet)


def test_hats_and_coins_need_scissors() -> None:
    mixed = impose(pieces(circle(25), 3, family="coin"), pieces(CARD, 2, family="card"))[0]
    plan = cut_plan(mixed)

    assert plan.scissors == ("coin",)
    assert plan.cuts
    assert cut_plan(impose(pieces(hat(55), 5))[0]).cuts == ()


def test_a_sheet_to_fold_is_cut_folded() -> None:
    plan = cut_plan(impose(pieces(CARD, 4), duplex="fold")[0])

    assert plan.folded
    assert max(cut.at for cut in plan.cuts if cut.axis == "x") == 138.75


def test_places_in_a_pinwheel_need_scissors() -> None:
    sizes = [(20, 10, 10, 5), (10, 20, 25, 10), (20, 10, 20, 25), (10, 20, 5, 20), (10, 10, 15, 15)]
    cells = tuple(Cell(k, 50 + x, 50 + y, rectangle(w, h)) for k, (w, h, x, y) in enumerate(sizes, 1))
    profile = Profile("pinwheel", "a4", None, Marks(style="none"), 0.0, cells)
    lots = [pieces(rectangle(w, h), 1, family=f"p{k}") for k, (w, h, _, _) in enumerate(sizes)]
    plan = cut_plan(impose(*lots, profile=profile)[0])

    assert len(plan.cuts) == 4
    assert plan.scissors == ("p0", "p1", "p2", "p3", "p4")


@pytest.mark.parametrize("outline", [rectangle(275, 245), hexagon(262)])
def test_parts_of_a_board_are_cut_only_in_the_middle_of_their_overlaps(outline: Outline) -> None:
    left, right = impose(pieces(outline, 1, back=False))

    assert cut_plan(left).cuts == ()
    assert right.window is not None
    (cut,) = cut_plan(right).cuts
    assert cut.at == pytest.approx((right.window.x if cut.axis == "x" else right.window.y) + 5)


@pytest.mark.parametrize("size", [(275, 245), (245, 275), (370, 270), (500, 500)])
def test_a_back_that_is_cut_by_itself_is_cut_as_its_front_seen_from_behind(size: tuple[int, int]) -> None:
    made = impose(pieces(rectangle(*size), 1), duplex="fold")
    assert len(made) >= 4
    for front, back in zip(made[::2], made[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        turned = "x" if front.height >= front.width else "y"
        length = front.width if turned == "x" else front.height
        seen = [(c.axis, length - c.at if c.axis == turned else c.at) for c in cut_plan(front).cuts]
        assert sorted((c.axis, round(c.at, 4)) for c in cut_plan(back).cuts) == sorted(
            (axis, round(at, 4)) for axis, at in seen
        )
