"""What is to be folded shows where, and shows it so that cutting machines are told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from faces_made import Set, Written
from msgspec.structs import replace

from prancha.checks.artwork import inspect
from prancha.faces.framing import crease
from prancha.model import folded_nets
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.outline import rectangle

STRIP = rectangle(20, 74)
OWN = '<path d="M-3 37H23" stroke="#000000" stroke-width="0.25" stroke-dasharray="1.2 0.9" fill="none"/>'
FOLD = str(crease(-3, 37, 23, 37))


def folds(
    fronts: str | Mapping[str, str],
    make: tuple[str, ...] = ("cut", "fold"),
    net: bool = False,
) -> list[Diagnostic]:
    printed = Set(fronts if isinstance(fronts, dict) else {"a": fronts}, STRIP).printed()
    family = replace(
        printed.game.families[0],
        make=make,
        net=folded_nets.standee(20, 29, 8) if net else None,
        places={"make": Place("cards.yaml", 7, 1)},
    )
    printed = replace(printed, game=replace(printed.game, families=(family,)))
    return [one for one in inspect([printed], Written({})).findings if one.code == "missing-fold"]


def test_make_fold_without_a_fold_is_told_at_make() -> None:
    (found,) = folds("<g/>")
    assert (found.place, found.severity) == (Place("cards.yaml", 7, 1), "warning")
    assert found.message == "the pieces are to be folded (make: fold), and nothing shows where"
    assert "draw each fold with {{ crease(x1, y1, x2, y2) }}" in found.hint


@pytest.mark.parametrize(
    "line",
    [
        OWN,
        '<g stroke-dasharray="2 1" stroke="#222222"><line x1="0" y1="8" x2="20" y2="8"/></g>',
        '<g transform="translate(0 37)"><path d="M0 0H20" style="stroke:#000;stroke-dasharray:1"/></g>',
        OWN.replace("1.2 0.9", "0.01 1").replace("fill", 'stroke-linecap="round" fill'),
        FOLD + OWN.replace("37", "50"),
    ],
)
def test_a_dashed_line_of_its_own_is_no_fold(line: str) -> None:
    (found,) = folds(line)
    assert "a dashed line from edge to edge is no fold" in found.message
    assert found.item == "cards/a"
    assert "draw it with {{ crease(" in found.hint


def test_the_cure_is_the_line_as_it_lies() -> None:
    (found,) = folds(f'<g transform="rotate(180 10 37)">{OWN.replace("37", "30")}</g>')
    assert "{{ crease(23.00, 44.00, -3.00, 44.00) }}" in found.hint


@pytest.mark.parametrize(
    "line",
    [
        FOLD,
        f'<g transform="translate(0 3)">{FOLD}</g>',
        FOLD
        + '<rect x="0.2" y="0.2" width="19.6" height="73.6" fill="none" stroke="#000" stroke-dasharray="1"/>',
        FOLD + '<path d="M4 50H16" stroke="#000" stroke-dasharray="1"/>',  # not to the edges
        FOLD + '<path d="M0 50H20" stroke="#000"/>',
        FOLD + '<path d="M0 50H20" stroke-dasharray="1"/>',  # without ink
    ],
)
def test_creases_and_other_lines_are_fine(line: str) -> None:
    assert folds(line) == []


def test_one_component_without_its_fold_is_told() -> None:
    (found,) = folds({"a": FOLD, "b": "<g/>", "c": FOLD})
    assert (found.item, found.place.line) == ("cards/b", 20)
    assert "nothing shows where it is folded, as on others of its family" in found.message


def test_kinds_and_what_is_only_cut_are_not_asked() -> None:
    assert folds("<g/>", net=True) == []
    assert folds(OWN, make=("cut",)) == []
