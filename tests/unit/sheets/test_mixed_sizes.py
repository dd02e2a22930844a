"""Several sizes on one sheet."""

from __future__ import annotations

from collections import Counter

import pytest
from shapely.geometry import Polygon

from prancha.model.outline import Outline, circle, hat, hexagon, rectangle
from prancha.model.sheet import Piece, Sheet

from .making import fronts, impose, overlaps, overreaching, pieces, trims


def _lots() -> tuple[tuple[Piece, ...], ...]:
    return (
        pieces(hexagon(40), 4, family="pawn"),
        pieces(circle(25), 4, family="token"),
        pieces(rectangle(80, 80), 1, family="compass"),
    )


def _counts(made: list[Sheet]) -> list[dict[str, int]]:
    return [dict(Counter(p.piece.family for p in sheet.placements)) for sheet in made]


def test_pawns_tokens_and_a_compass_share_one_sheet_with_their_backs() -> None:
    front, back = impose(*_lots())

    assert _counts([front]) == [{"compass": 1, "pawn": 4, "token": 4}]
    assert len(back.placements) == 9
    assert overlaps(trims(front)) == []
    assert overreaching(front) == []


def test_full_sheets_keep_to_one_size_and_only_what_is_left_is_mixed() -> None:
    cards, minis = pieces(rectangle(63, 88), 20, family="card"), pieces(rectangle(44, 68), 6, family="mini")
    made = fronts(impose(cards, minis))

    assert _counts(made) == [{"card": 9}, {"card": 9}, {"card": 2, "mini": 6}]
    for sheet in made:
        assert overlaps(trims(sheet)) == []
        assert overreaching(sheet) == []


def test_sizes_are_not_mixed_where_that_saves_no_paper() -> None:
    made = fronts(impose(pieces(rectangle(63, 88), 9, family="card"), pieces(hat(55), 36, family="hat")))

    assert _counts(made) == [{"card": 9}, {"hat": 36}]


def test_of_equal_ways_the_fewest_pieces_share_a_sheet() -> None:
    made = fronts(
        impose(
            pieces(hexagon(22), 48, bleed=1.5, family="piece", back=False),
            pieces(hexagon(168, False), 1, family="track", back=False),
            pieces(hexagon(15), 6, bleed=1.5, family="marker", back=False),
        )
    )

    assert _counts(made) == [{"piece": 48}, {"track": 1, "marker": 6}]


def test_the_same_box_with_round_and_sharp_corners_shares_one_grid() -> None:
    sharp, rounded = pieces(rectangle(63, 88), 4, family="a"), pieces(rectangle(63, 88, 3), 5, family="b")
    made = fronts(impose(sharp, rounded))

    assert _counts(made) == [{"a": 4, "b": 5}]
    assert len({p.x for p in made[0].placements}) == 3


def test_a_piece_that_only_fits_alone_is_joined_by_what_fits_beside_it() -> None:
    wide = hexagon(193)
    made = fronts(impose(pieces(wide, 1, gap=3.0, family="wide"), pieces(circle(20), 1, family="dot")))

    assert _counts(made) == [{"wide": 1, "dot": 1}]  # which keeps no bleed of its own for the wide one


def test_mixed_boxes_are_freed_by_straight_cuts() -> None:
    sizes = [(44, 68, 7), (63, 88, 3), (30, 30, 11), (80, 50, 2), (120, 20, 3)]
    made = fronts(impose(*(pieces(rectangle(w, h), count, family=f"{w}") for w, h, count in sizes)))

    assert sum(len(sheet.placements) for sheet in made) == 26
    for sheet in made:
        assert _guillotine([trim.bounds for trim in trims(sheet)])


def _guillotine(boxes: list[tuple[float, ...]]) -> bool:
    """Whether straight cuts through and through separate all boxes."""
    if len(boxes) < 2:
        return True
    for low, high in ((0, 2), (1, 3)):
        for edge in sorted(box[high] for box in boxes):
            before = [box for box in boxes if box[high] <= edge + 1e-6]
            after = [box for box in boxes if box[low] >= edge - 1e-6]
            if before and after and len(before) + len(after) == len(boxes):
                return _guillotine(before) and _guillotine(after)
    return False


def test_the_check_for_straight_cuts_can_fail() -> None:
    pinwheel = [(0, 0, 2, 1), (2, 0, 3, 2), (1, 2, 3, 3), (0, 1, 1, 3), (1, 1, 2, 2)]
    assert not _guillotine(pinwheel)


def test_loose_outlines_keep_three_millimetres_between_them() -> None:
    made = fronts(impose(*_lots()))[0]
    shapes: list[tuple[Outline, Polygon]] = [
        (p.outline, trim) for p, trim in zip(made.placements, trims(made), strict=True)
    ]
    for k, (_, one) in enumerate(shapes):
        assert all(one.distance(other) > 2.99 for _, other in shapes[k + 1 :])


def test_mixed_boxes_keep_their_outer_bleed_where_there_is_room() -> None:
    front = impose(*_lots(), pieces(rectangle(44, 68), 7, family="small"))[0]
    boxes = [p for p in front.placements if p.outline.is_box]
    corner = min(boxes, key=lambda p: p.x + p.y)

    assert corner.outsets[:2] == (3, 3)


def test_coins_and_markers_share_one_sheet_in_shifted_rows() -> None:
    coins = pieces(circle(20), 64, bleed=1.5, family="coin")
    made = fronts(impose(coins, pieces(circle(12), 120, bleed=1.5, family="marker")))

    assert _counts(made) == [{"coin": 64, "marker": 120}]
    assert overlaps(trims(made[0])) == []
    assert overreaching(made[0]) == []


def test_boards_come_nearer_each_other_where_that_saves_a_sheet() -> None:
    market = pieces(rectangle(82, 252), 1, family="market", back=False)
    made = impose(market, pieces(rectangle(252, 108), 1, family="score", back=False))

    assert _counts(list(made)) == [{"market": 1, "score": 1}]
    assert overlaps(trims(made[0])) == []
    assert overreaching(made[0]) == []
    market_box, score_box = trims(made[0])
    assert market_box.distance(score_box) == pytest.approx(2)
    assert [min(p.outsets) for p in made[0].placements] == pytest.approx([1, 1])


def test_flat_and_pointed_hexagons_are_mixed_as_honeycombs() -> None:
    flat, pointed = hexagon(30, pointy=False), hexagon(36)
    made = fronts(impose(pieces(flat, 20, family="flat"), pieces(pointed, 12, family="pointed")))

    assert _counts(made) == [{"flat": 20, "pointed": 12}]
    assert overlaps(trims(made[0])) == []
    assert overreaching(made[0]) == []
