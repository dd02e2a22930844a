"""Label and die sheets: pieces in the places such a sheet has."""

from __future__ import annotations

import pytest

from prancha.model.diagnostic import Failure
from prancha.model.outline import Outline, circle, hexagon, rectangle
from prancha.model.sheet import Cell, Marks, Profile

from .making import A4, arts, impose, outside, overlaps, pieces, trims


def _profile(*cells: tuple[float, float, Outline]) -> Profile:
    listed = tuple(Cell(k, x, y, outline) for k, (x, y, outline) in enumerate(cells, 1))
    return Profile("labels", "a4", 5.0, Marks(style="none"), 0.0, listed)


POKER = rectangle(63.5, 88.9, 3)
TWO = _profile((50, 60, POKER), (150, 60, POKER))


def test_pieces_go_to_the_middle_of_cells_in_order() -> None:
    made = impose(pieces(rectangle(63, 88), 3, back=False), profile=TWO)

    assert [[(p.x, p.y, p.turn) for p in sheet.placements] for sheet in made] == [
        [(50, 60, 0), (150, 60, 0)], [(50, 60, 0)],
    ]  # fmt: skip
    assert all(sheet.marks == () == sheet.cuts for sheet in made)
    assert made[0].paper.margin == 5


def test_backs_lie_behind_cells() -> None:
    _, back = impose(pieces(rectangle(63, 88), 2), profile=TWO)

    assert [(p.x, p.y) for p in back.placements] == [(160, 60), (60, 60)]


def test_a_piece_is_turned_where_it_fits_only_so() -> None:
    (sheet,) = impose(pieces(rectangle(88, 63), 1, back=False), profile=TWO)

    assert sheet.placements[0].turn == 90


def test_each_piece_takes_the_smallest_kind_of_cell() -> None:
    profile = _profile((60, 60, rectangle(80, 100)), (150, 60, circle(30)), (150, 120, circle(30)))
    coins, card = pieces(circle(30), 3, family="coin", back=False), pieces(rectangle(63, 88), 1, back=False)
    made = impose(coins, card, profile=profile)

    assert [[(p.piece.family, p.x, p.y) for p in sheet.placements] for sheet in made] == [
        [("f", 60, 60), ("coin", 150, 60), ("coin", 150, 120)], [("coin", 150, 60)],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "piece", "fits"),
    [
        (circle(40), circle(40), True),
        (circle(40), circle(40.2), False),
        (circle(40), rectangle(28, 28), True),
        (circle(40), rectangle(29, 29), False),
        (hexagon(40), hexagon(40), True),
        (hexagon(40), hexagon(40, pointy=False), True),
        (hexagon(40), circle(40), True),
        (hexagon(40), circle(41), False),
        (rectangle(40, 40), hexagon(35), False),
        (rectangle(40, 41), hexagon(35), True),
        (rectangle(63.5, 72), rectangle(63, 88), False),
    ],
)
def test_a_piece_must_lie_inside_its_cell(cell: Outline, piece: Outline, fits: bool) -> None:
    def make() -> object:
        return impose(pieces(piece, 1), profile=_profile((100, 100, cell)))

    if fits:
        assert make()
    else:
        with pytest.raises(Failure):
            make()


def test_every_family_that_fits_no_slot_is_named_with_the_largest_slot() -> None:
    lots = pieces(rectangle(90, 90, 3), 1, family="big"), pieces(circle(95), 2, family="round")
    with pytest.raises(Failure) as caught:
        impose(*lots, profile=TWO)

    texts = [str(diagnostic) for diagnostic in caught.value.diagnostics]
    assert texts == [
        'error no-slot [round]: a circle of 95 mm fits no slot of sheet "labels"; '
        "its largest, slot 1, is a rounded rectangle of 63.5 x 88.9 mm\n"
        "    choose another --sheet, or change the size of the family",
        'error no-slot [big]: a rounded rectangle of 90 x 90 mm fits no slot of sheet "labels"; '
        "its largest, slot 1, is a rounded rectangle of 63.5 x 88.9 mm\n"
        "    choose another --sheet, or change the size of the family",
    ]


def test_labels_cannot_be_folded() -> None:
    with pytest.raises(Failure) as caught:
        impose(pieces(rectangle(63, 88), 1), duplex="fold", profile=TWO)
    assert 'sheet "labels" has slots of its own, so it cannot be folded' in str(caught.value)
    assert "use --duplex long, short, separate or none" in str(caught.value)


def test_bleed_of_round_labels_stops_between_neighbours_and_at_the_margin() -> None:
    profile = _profile((40, 40, circle(40)), (82, 40, circle(40)))
    (sheet,) = impose(pieces(circle(40), 2, back=False), profile=profile)

    assert overlaps(arts(sheet), trims(sheet)) == []
    for placement in sheet.placements:
        assert placement.rim is not None
        assert min(placement.rim.reaches) == pytest.approx(1.0, abs=0.05)
        assert placement.rim.most == 3.0
    edge = _profile((26, 40, circle(40)))
    (sheet,) = impose(pieces(circle(40), 1, back=False), profile=edge)
    rim = sheet.placements[0].rim
    assert rim is not None
    assert min(rim.reaches) == pytest.approx(1.0, abs=0.05)
    assert rim.most == 3.0
    # Chords that stand for a circle meet a hair farther out.
    assert outside(sheet, arts(sheet), 4.99) == []


def test_marks_may_be_asked_for_on_labels_too() -> None:
    profile = Profile("labels", "a4", 5.0, Marks(), 0.0, TWO.cells)
    (sheet,) = impose(pieces(rectangle(63, 88), 1, back=False), paper=A4, profile=profile)

    assert len(sheet.marks) == 8
