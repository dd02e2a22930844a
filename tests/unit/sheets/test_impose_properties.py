"""What holds for any pieces: no overlap, inside the margin, none lost, backs mirrored exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, STRtree
from shapely.affinity import affine_transform
from shapely.geometry import box

from prancha.catalogue.outlines import SIZES as NAMED_SIZES
from prancha.catalogue.papers_and_profiles import load_papers, load_profiles
from prancha.model import outline_shapes
from prancha.model.outline import Outline, circle, hexagon, polygon_outline, rectangle
from prancha.model.printing import DUPLEX as WAYS
from prancha.model.printing import DuplexName
from prancha.model.sheet import Paper, Piece, Profile, Sheet
from prancha.model.units import parse_length, parse_size
from prancha.sheets.sheet_room import placed

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
    st.builds(outline_shapes.ellipse, SIZES, SIZES),
    st.builds(outline_shapes.octagon, SIZES),
    st.builds(outline_shapes.triangle, SIZES, st.none() | SIZES),
    st.builds(outline_shapes.spectre, SIZES),
    st.builds(outline_shapes.arrow, SIZES, SIZES),
    st.builds(outline_shapes.meeple, SIZES),
    st.builds(outline_shapes.polyomino, st.sampled_from(CELLS), st.floats(5, 40).map(round)),
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


@settings(max_examples=25)
@given(several_lots(), PAPERS, DUPLEX)
def test_any_pieces_are_imposed_soundly(
    lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName
) -> None:
    _assert_imposed(lots, paper, duplex)


@settings(max_examples=15)
@given(several_lots(st.one_of(FORMS, FORMS, BOXES)), PAPERS, DUPLEX)
def test_forms_are_imposed_soundly(lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName) -> None:
    _assert_imposed(lots, paper, duplex)


@pytest.mark.slow
@settings(max_examples=2000)
@given(several_lots(), PAPERS, DUPLEX)
def test_many_more_pieces_are_imposed_soundly(
    lots: list[tuple[Piece, ...]], paper: Paper, duplex: DuplexName
) -> None:
    _assert_imposed(lots, paper, duplex)


@pytest.mark.slow
@settings(max_examples=100)
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


SHEETS = Path(__file__).parents[3] / "components" / "_sheets"
ALL_PAPERS = load_papers([SHEETS])
PROFILES = {name: one for name, one in load_profiles([SHEETS], ALL_PAPERS).items() if not one.cells}
GUTTERS = (0.0, 1.0, 2.0, 3.0, 4.0)


def _named(name: str) -> Outline:
    size = NAMED_SIZES[name]
    if "x" in size:
        return rectangle(*parse_size(size))
    length = parse_length(size)
    if name.startswith("hex"):
        return hexagon(length)
    return circle(length) if name in ("circle-card", "poker-chip") else rectangle(length, length)


def _lines(sheet: Sheet) -> Iterator[LineString]:
    """All lines that are drawn on a sheet; the crosses of a poster lie on its art, and glue covers them."""
    aligns = () if sheet.window else sheet.aligns
    fold = (sheet.fold,) if sheet.fold else ()
    for x1, y1, x2, y2 in (*sheet.marks, *aligns, *sheet.light, *fold):
        yield LineString([(x1, y1), (x2, y2)])
    yield from map(LineString, sheet.cuts)


def _crossed(made: Sequence[Sheet]) -> list[str]:
    """The lines that enter a trim box by more than 0.02 mm."""
    found = []
    for sheet in made:
        faces = [trim.buffer(-0.02) for trim in trims(sheet)]
        tree = STRtree(faces)
        found += [
            f"{sheet.side} {sheet.number}: {line}"
            for line in _lines(sheet)
            if any(faces[k].intersects(line) for k in tree.query(line))
        ]
    return found


def _needless(made: Sequence[Sheet]) -> list[str]:
    """Cut lines drawn over pieces though a crop mark stands in line with them beyond both ends."""
    found = []
    for sheet in made:
        marks = [(LineString([mark[:2], mark[2:]]), mark[0] == mark[2]) for mark in sheet.marks]
        for (x1, y1), (x2, y2) in (line for line in sheet.cuts if len(line) == 2):
            upright = abs(x1 - x2) < 1e-6
            if not upright and abs(y1 - y2) > 1e-6:
                continue
            low, high = sorted(((y1, y2), (x1, x2))[not upright])
            ends = [box(x1, 0, x1, low), box(x1, high, x1, sheet.height)]
            if not upright:
                ends = [box(0, y1, low, y1), box(high, y1, sheet.width, y1)]
            if all(
                any(way == upright and mark.within(end.buffer(0.01)) for mark, way in marks) for end in ends
            ):
                found.append(f"{sheet.side} {sheet.number}: {x1, y1} to {x2, y2}")
    return found


@pytest.mark.parametrize("name", NAMED_SIZES)
def test_no_line_crosses_a_face_of_a_named_size(name: str) -> None:
    """On 409b186a a dashed line ran over every sheet of bridge and micro on A4, at x = 133.58 mm."""
    ways: tuple[DuplexName, ...] = ("long", "fold")
    outline = _named(name)
    for paper, profile, duplex, gap in product((A4, LETTER), ("corner", "lines"), ways, (0.0, 1.0)):
        lot = pieces(outline, 20, gap=gap, unlike=True)
        made = impose(lot, paper=paper, duplex=duplex, profile=PROFILES[profile])
        assert _crossed(made) + _needless(made) == [], (paper.name, profile, duplex, gap)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMED_SIZES)
def test_no_line_crosses_a_face_on_any_paper(name: str) -> None:
    outline = _named(name)
    for paper, profile, duplex, gap in product(ALL_PAPERS.values(), PROFILES, WAYS, GUTTERS):
        lot = pieces(outline, 20, gap=gap, unlike=True)
        made = impose(lot, paper=paper, duplex=duplex, profile=PROFILES[profile])
        assert _crossed(made) + _needless(made) == [], (paper.name, profile, duplex, gap)


@settings(max_examples=15)
@given(
    st.lists(st.tuples(st.sampled_from([*NAMED_SIZES]), st.integers(1, 15), GAPS), min_size=2, max_size=4),
    PAPERS, st.sampled_from([PROFILES["corner"], PROFILES["edge"], PROFILES["lines"]]),
)  # fmt: skip
def test_no_line_crosses_a_face_of_several_sizes(
    sizes: list[tuple[str, int, float]], paper: Paper, profile: Profile
) -> None:
    lots = [
        pieces(_named(size), n, gap=gap, family=f"f{k}", unlike=True)
        for k, (size, n, gap) in enumerate(sizes)
    ]
    made = impose(*lots, paper=paper, profile=profile)
    assert _crossed(made) + _needless(made) == []
