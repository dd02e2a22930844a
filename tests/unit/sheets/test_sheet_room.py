"""Lines that are told apart by a tolerance, and the order in which slots are read."""

from __future__ import annotations

import itertools
import math

import pytest

from prancha.sheets.cut_lines import box_cuts, shared_edges
from prancha.sheets.cut_plan import tangled
from prancha.sheets.sheet_room import SNAP, Lines, Slot, reading_order


@pytest.mark.parametrize("place", [0.0, 0.005, 76.425, 133.575, 190.725, 1 / 3])
def test_a_line_is_known_however_its_place_was_summed_up(place: float) -> None:
    lines = Lines([place])
    for near in (math.nextafter(place, -1), math.nextafter(place, 999), place + 1e-9, place - SNAP * 0.99):
        assert near in lines
        assert lines.number(near) == 0
    assert place + SNAP * 1.01 not in lines
    assert lines.number(place - SNAP * 1.01) == 1
    assert lines.places == [place, place - SNAP * 1.01]


def _grid(size: float, noise: float) -> list[tuple[float, float, float, float]]:
    """Nine squares edge to edge around a tie of hundredths, each edge summed up in its own way."""
    places = [(0.005 + k * size, 0.005 + (k + 1) * size) for k in range(3)]
    signs = itertools.cycle((noise, -noise, 0.0))
    return [
        (left + next(signs), top - next(signs), right - next(signs), bottom + next(signs))
        for top, bottom in places
        for left, right in places
    ]


def test_edges_on_ties_are_one_line() -> None:
    """On 409b186a edges that differ in their last bit were two lines, drawn over each other."""
    for size in (20.0, 57.15, 31.75):
        boxes = _grid(size, 1e-12)
        assert len(box_cuts(boxes)) == 8
        assert len(shared_edges(boxes)) == 12
        assert tangled(tuple(boxes), (), 200.0, 200.0) == frozenset()


def test_slots_of_one_row_are_read_from_the_left() -> None:
    """On 409b186a rows at ties of tenths, such as 44.45 mm, were read in two."""
    slots = [Slot(90.0, 44.45 - 1e-9), Slot(30.0, 44.45 + 1e-9), Slot(60.0, 44.45), Slot(10.0, 133.35)]
    assert [slot.x for slot in reading_order(slots)] == [30.0, 60.0, 90.0, 10.0]
