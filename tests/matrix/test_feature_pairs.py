"""Pairs and triples of features are printed rightly by every route, or refused at their line."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.matrix.cells import AXES, TRIPLES, Cell, cells, pairs, sample
from tests.matrix.outcomes import REFUSED, RIGHT, ROUTES, apart, in_units, outcomes, print_cells
from tests.matrix.verdicts import UNKNOWN, Class, judges, recorded, told

PARTS = 12


def test_every_two_values_stand_together_in_a_cell() -> None:
    missing = {
        (a, x, b, y) for a, b in combinations(AXES, 2) for x in AXES[a] for y in AXES[b]
    }  # fmt: skip
    for cell in pairs():
        missing -= {(a, getattr(cell, a), b, getattr(cell, b)) for a, b in combinations(AXES, 2)}
    assert not missing
    assert len(cells()) == len(pairs()) + TRIPLES


def test_cells_are_the_same_every_time() -> None:
    assert pairs() == pairs()
    assert len(set(cells())) > 0.99 * len(cells())


@pytest.mark.parametrize("numbers", [pytest.param(sample(), id="tenth")])
def test_a_tenth_of_the_cells(numbers) -> None:
    _as_recorded(numbers)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_cells(part: int) -> None:
    _as_recorded(range(part, len(cells()), PARTS))


def _as_recorded(numbers) -> None:
    was = recorded()
    known = [number for number in numbers if all(text[number] != UNKNOWN for text in was.letters.values())]
    chosen = {number: cells()[number] for number in known}
    found = outcomes(chosen, was.doubtful(), was.kept)
    other = []
    for number, by_route in found.items():
        before = {route: was.letters[route][number] for route in ROUTES}
        now = {route: one.letter for route, one in by_route.items()}
        if now != before:
            why = {one.why for one in by_route.values()}
            other.append(f"{number} {chosen[number].name}: {now}, was {before} {why}")
        alike = {route: one for route, one in by_route.items() if not in_units(chosen[number], route)}
        if apart(alike):
            other.append(f"{number} {chosen[number].name}: the routes print different things")
    assert not other, "python -m tests.matrix.record writes what is new:\n" + "\n".join(other)


def test_nothing_is_wrong_in_silence() -> None:
    wrong = {
        number: cells()[number].name
        for text in recorded().letters.values()
        for number, letter in enumerate(text)
        if letter not in (RIGHT, REFUSED, UNKNOWN)
    }
    assert not wrong, told(recorded().letters)


@pytest.mark.parametrize("route", ROUTES)
def test_what_printed_rightly_at_first_still_does(route: str, capsys: pytest.CaptureFixture[str]) -> None:
    was = recorded()
    print(told({route: was.letters[route]}))
    lost = [
        number for number in sorted(was.first[route]) if was.letters[route][number] not in (RIGHT, UNKNOWN)
    ]
    assert not [cells()[n].name for n in lost if "fault" not in judges(cells()[n])]


@pytest.mark.parametrize("name", ["shadow-mm+scale+meet", "image+4+overline"])
def test_the_picture_of_a_cell_does_not_depend_on_the_others(name: str) -> None:
    (cell,) = (one for one in cells() if one.name == name)
    together = dict(enumerate([cell] * 8))
    faces = [printed.faces[f"c{number}"] for number, printed in print_cells(together, "art", ())]
    assert all(np.array_equal(faces[0], face) for face in faces)


def test_every_kept_picture_has_a_reason() -> None:
    unreasoned = [cells()[n].name for n in {max(k, ~k) for k in recorded().kept} if not judges(cells()[n])]
    assert not unreasoned


def test_a_class_holds_the_cells_with_its_values() -> None:
    named = {axis: values[0] for axis, values in AXES.items()}
    plain = Cell(**named)
    one = Class({"target": ["rect"], "text": ["rtl", "none"]}, "look", "")
    assert one.has(plain)
    assert not one.has(plain._replace(target="line"))
