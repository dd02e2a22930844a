"""How marks look, light lines, and what lies in the waste area."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from shapely import LineString, unary_union
from shapely.geometry import box

from prancha.model.outline import circle, rectangle
from prancha.model.sheet import Marks, MarkStyle, Profile, Sheet

from .making import arts, impose, pieces, trims

CARD = rectangle(63, 88, 3)


def _sheet(gap: float = 0.0, **look: object) -> Sheet:
    return impose(pieces(CARD, 8, gap=gap), profile=Profile(marks=Marks(**look)))[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["corner", "edge", "full", "cross"])
@pytest.mark.parametrize("gap", [0.0, 3.0, 12.0])
def test_marks_of_every_style_keep_off_art_and_the_papers_edge(style: MarkStyle, gap: float) -> None:
    sheet = _sheet(gap, style=style)

    assert sheet.marks
    paper = box(3, 3, sheet.width - 3, sheet.height - 3).buffer(1e-6)
    for x1, y1, x2, y2 in sheet.marks:
        line = LineString([(x1, y1), (x2, y2)])
        assert paper.covers(line)
        assert all(line.distance(art) > 0.4 for art in arts(sheet))


def test_edge_marks_stand_only_outside_all_pieces() -> None:
    assert _between_pieces(_sheet(12.0, style="edge")) == []
    assert _between_pieces(_sheet(12.0)) != []


def _between_pieces(sheet: Sheet) -> list[object]:
    around = unary_union(trims(sheet)).envelope
    return [mark for mark in sheet.marks if around.contains(LineString([mark[:2], mark[2:]]))]


def test_full_marks_run_to_three_millimetres_from_the_papers_edge() -> None:
    sheet = _sheet(style="full")

    assert min(min(y1, y2) for _, y1, _, y2 in sheet.marks) == pytest.approx(3)
    assert max(max(y1, y2) for _, y1, _, y2 in sheet.marks) == pytest.approx(sheet.height - 3)


def test_length_and_distance_are_those_of_the_profile() -> None:
    sheet = impose(
        pieces(rectangle(100, 100), 1, bleed=0.0), profile=Profile(marks=Marks(length=7, distance=5))
    )[0]

    lines = [LineString([(x1, y1), (x2, y2)]) for x1, y1, x2, y2 in sheet.marks]
    assert {round(line.length, 6) for line in lines} == {7}
    assert {round(line.distance(arts(sheet)[0]), 6) for line in lines} == {5}


def test_a_cross_has_a_bar_across_each_mark() -> None:
    plain, cross = _sheet(), _sheet(style="cross")

    assert len(cross.marks) == 2 * len(plain.marks)


def test_no_marks_and_no_cut_lines_when_unmarked() -> None:
    sheet = impose(pieces(circle(30), 3), profile=Profile(marks=Marks(style="none")))[0]

    assert sheet.marks == () == sheet.cuts


def test_backs_may_stay_unmarked() -> None:
    front, back = impose(pieces(CARD, 4), profile=Profile(marks=Marks(backs=False)))

    assert front.marks
    assert back.marks == ()


def test_light_lines_follow_shared_edges_only() -> None:
    sheet = impose(pieces(CARD, 9), profile=Profile(marks=Marks(light=True)))[0]

    total = sum(LineString([(x1, y1), (x2, y2)]).length for x1, y1, x2, y2 in sheet.light)
    assert total == pytest.approx(2 * 3 * 88 + 2 * 3 * 63)
    assert _sheet(3.0, light=True).light == ()


def test_front_and_back_have_a_tick_in_one_place_seen_through() -> None:
    front, back = impose(pieces(CARD, 9))

    assert front.tick is not None
    assert back.tick == (210 - front.tick[0], front.tick[1])
    assert impose(pieces(CARD, 9, back=False))[0].tick is None
    assert replace(front, tick=None) != front
