"""What holds for any pieces: no overlap, inside the margin, none lost, backs mirrored exactly."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon
from shapely.affinity import affine_transform
from shapely.geometry import box

from prancha.model import shapes
from prancha.model.duplex import DuplexName
from prancha.model.outline import Outline, circle, hexagon, polygon_outline, rectangle
from prancha.model.sheet import Paper, Piece, Sheet
from prancha.sheets.layout import placed

from .making import A3, A4, LETTER, arts, impose, outside, overlaps, overreaching, pieces, slot, trims

SIZES = st.floats(12, 180).map(lambda value: round(value, 1))
BOXES = st.builds(rectangle, SIZES, SIZES, st.sampled_from([0.0, 3.0]))
CELLS = [
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (1, 0), (2, 0), (1, 1)],
    [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)],
]
LOOSE = st.one_of(
    st.builds(circle, SIZES),
    st.builds(hexagon, SIZES, st.booleans()),
    st.builds(lambda w, h: polygon_outline([(0, 0), (w, 0), (w / 3, h)]), SIZES, SIZES),
)
FORMS = st.one_of(
    st.builds(shapes.ellipse, SIZES, SIZES),
    st.builds(shapes.octagon, SIZES),
    st.builds(shapes.triangle, SIZES, st.none() | SIZES),
    st.builds(shapes.spectre, SIZES),
    st.builds(shapes.arrow, SIZES, SIZES),
    st.builds(shapes.meeple, SIZES),
    st.builds(shapes.polyomino, st.sampled_from(CELLS), st.floats(5, 40).map(round)),
)
OUTLINES = st.one_of(BOXES, LOOSE)
PAPERS = st.sampled_from([A4, LETTER, A3])
GAPS = st.sampled_from([0.0, 1.0, 3.0, 6.0, 10.0])
DUPLEX: st.SearchStrategy[DuplexName] = st.sampled_from(["long", "short", "fold", "separate", "none"])


@st.composite
def several_lots(draw: st.DrawFn, outlines: st.SearchStrategy[Outline] = OUTLINES) -> list[tuple[Piece, ...]]:
    found: list[tuple[Piece, ...]] = []
    for index in range(draw(st.integers(1, 4))):
        outline = draw(outlines)
        found.append(
            pieces(
                outline,
                draw(st.integers(1, 20)),
                gap=draw(GAPS),
                bleed=draw(st.sampled_from([0.0, 2.0, 3.0])),
                family=f"f{index}",
                back=draw(st.booleans()),
            )
        )
    return found


COMMON = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}


@settings(max_examples=25, **COMMON)
@given(several_lots(), PAPERS, DUPLEX)
def test_any_pieces_are_imposed_soundly(
    lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName
) -> None:
    _assert_imposed(lots, paper, duplex)


@settings(max_examples=15, **COMMON)
@given(several_lots(st.one_of(FORMS, FORMS, BOXES)), PAPERS, DUPLEX)
def test_forms_are_imposed_soundly(lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName) -> None:
    _assert_imposed(lots, paper, duplex)


@pytest.mark.slow
@settings(max_examples=2000, **COMMON)
@given(several_lots(), PAPERS, DUPLEX)
def test_many_more_pieces_are_imposed_soundly(
    lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName
) -> None:
    _assert_imposed(lots, paper, duplex)


@pytest.mark.slow
@settings(max_examples=100, **COMMON)
@given(several_lots(st.one_of(FORMS, FORMS, BOXES)), PAPERS, DUPLEX)
def test_many_more_forms_are_imposed_soundly(
    lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName
) -> None:
    _assert_imposed(lots, paper, duplex)


def _assert_imposed(lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName) -> None:
    made = impose(*lots, paper=paper, duplex=duplex)

    wanted = Counter((p.family, p.copy) for lot in lots for p in lot)
    small = [sheet for sheet in made if sheet.window is None]
    shown = Counter(
        (p.piece.family, p.piece.copy) for sheet in small for p in sheet.placements if sheet.side == "front"
    )
    posters = {(p.piece.family, p.piece.copy) for sheet in made if sheet.window for p in sheet.placements}
    assert shown + Counter(posters) == wanted
    printed = [arts(sheet) for sheet in made]
    for sheet, art in zip(made, printed, strict=True):
        if sheet.window is None:
            _assert_sound(sheet, art)
            _assert_ticks(sheet, art)
    if duplex == "fold":
        _assert_folds(made, printed)
    _assert_backs(made, printed, duplex)


def _assert_sound(sheet: Sheet, printed: list[Polygon]) -> None:
    cut = trims(sheet)
    assert overlaps(cut) == []
    assert outside(sheet, cut) == []
    assert overreaching(sheet) == []
    # No bleed runs over a neighbour's trim.
    assert overlaps(printed, cut) == []
    for placement in (*sheet.placements, *sheet.backs):
        assert max(placement.outsets) <= placement.piece.bleed + 1e-9


def _assert_ticks(sheet: Sheet, printed: list[Polygon]) -> None:
    if sheet.tick is None:
        return
    spot = Point(sheet.tick).buffer(1.3)
    assert box(2.9, 2.9, sheet.width - 2.9, sheet.height - 2.9).covers(spot)
    assert all(spot.distance(art) > 0 for art in printed)
    for x1, y1, x2, y2 in sheet.marks:
        assert spot.distance(LineString([(x1, y1), (x2, y2)])) > 0.1


def _assert_folds(made: tuple[Sheet, ...], printed: list[list[Polygon]]) -> None:
    for sheet, arted in zip(made, printed, strict=True):
        if sheet.fold is None:
            assert sheet.backs == ()
            continue
        x1, y1, x2, y2 = sheet.fold
        across = x1 == x2
        assert (x1 == x2 == sheet.width / 2) if across else (y1 == y2 == sheet.height / 2)
        flip = [-1, 0, 0, 1, sheet.width, 0] if across else [1, 0, 0, -1, 0, sheet.height]
        half = box(0, 0, x1, sheet.height) if across else box(0, 0, sheet.width, y1)
        assert len(sheet.backs) == len(sheet.placements)
        for front, back, art in zip(sheet.placements, sheet.backs, arted, strict=False):
            assert (front.piece, front.piece.back) == (back.piece, back.face)
            assert half.covers(art.buffer(-1e-6))
            seen = affine_transform(Polygon(placed(front.outline, slot(front))), flip)
            there = Polygon(placed(back.outline, slot(back)))
            assert seen.symmetric_difference(there).area == pytest.approx(0, abs=1e-6)


def _assert_backs(made: tuple[Sheet, ...], printed: list[list[Polygon]], duplex: DuplexName) -> None:
    for index, (front, behind) in enumerate(zip(made, [*made[1:], None], strict=True)):
        if front.side != "front" or front.fold:
            continue
        backed = [p for p in front.placements if p.piece.back]
        if duplex == "none" or not backed:
            assert behind is None or behind.side == "front"
            continue
        assert behind is not None
        assert (behind.side, behind.number) == ("back", front.number)
        assert [p.piece for p in behind.placements] == [p.piece for p in backed]
        across = (duplex != "short") == (front.height >= front.width)
        flip = [-1, 0, 0, 1, front.width, 0] if across else [1, 0, 0, -1, 0, front.height]
        for one, other in zip(backed, behind.placements, strict=True):
            seen = affine_transform(Polygon(placed(one.outline, slot(one))), flip)
            there = Polygon(placed(other.outline, slot(other)))
            assert seen.symmetric_difference(there).area == pytest.approx(0, abs=1e-6)
        flipped = affine_transform(printed[index][front.placements.index(backed[0])], flip)
        assert flipped.symmetric_difference(printed[index + 1][0]).area == pytest.approx(0, abs=1e-6)
        if front.tick:
            assert behind.tick == pytest.approx(affine_transform(Point(front.tick), flip).coords[0])


def test_tips_of_bleed_stop_at_neighbours() -> None:
    """Found by the test above: sharp tips reach farther than the bleed."""
    tall = polygon_outline([(0, 0), (12, 0), (4, 98.5)])
    _assert_imposed(
        [pieces(circle(148), 1, gap=10), pieces(tall, 9, gap=1, bleed=2, family="g")], LETTER, "long"
    )
    small = polygon_outline([(0, 0), (12, 0), (4, 12)])
    _assert_imposed([pieces(small, 11, gap=6), pieces(circle(12), 1, bleed=0, family="g")], A4, "long")
    lots = [
        pieces(small, 1),
        pieces(hexagon(12, True), 1, family="h"),
        pieces(small, 12, bleed=2, family="g"),
    ]
    _assert_imposed(lots, A4, "long")


def test_slanted_strips_stop_short_of_the_side_their_tip_touches() -> None:
    """Found by the tests above: a strip ran 0.005 mm over the side that its own end stood on."""
    low, high = (polygon_outline([(0, 0), (12, 0), (4, height)]) for height in (58, 168))
    _assert_imposed(
        [
            pieces(high, 10, bleed=2, back=False),
            pieces(hexagon(14, False), 1, bleed=0, family="g", back=False),
            pieces(low, 19, bleed=2, family="h", back=False),
            pieces(rectangle(12, 12), 1, bleed=0, family="i", back=False),
        ],
        A4,
        "long",
    )
