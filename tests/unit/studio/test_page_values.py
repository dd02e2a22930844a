"""The page of statistics is told what `prancha stats` tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from prancha.cli.command_line import main
from prancha.model.diagnostic import Diagnostic, Place
from prancha.studio.guard import token
from prancha.studio.page_values import findings_json
from tests.unit.studio.conftest import Studio

GAME = token("lume")


def test_fields_are_counted_as_stats_counts_them(shared: Studio, capsys: pytest.CaptureFixture[str]) -> None:
    project = json.loads(shared.send("/api/start")[2])["project"]
    assert main(["stats", "lume", "--project", str(Path(project)), "--format", "json", "--lang", "en"]) == 0
    assert shared.get(f"/api/stats/{GAME}/en") == json.loads(capsys.readouterr().out)["families"]


def test_two_fields_and_odds(shared: Studio) -> None:
    found = shared.act("/api/cross", {"game": GAME, "family": "cards", "down": "id", "across": "copies"})
    assert found["rows"] == [["moon", [4, 0]], ["sun", [0, 8]]]
    asked = {"game": GAME, "family": "cards", "draw": 2, "where": {"id": ["sun"]}}
    odds = shared.act("/api/draw", asked)
    assert odds["at_least"] == pytest.approx([1, 1 - 4 * 3 / (12 * 11), 8 * 7 / (12 * 11)])
    again = shared.act("/api/draw", {**asked, "replace": True})
    assert again["at_least"][2] == pytest.approx((8 / 12) ** 2)


@pytest.mark.parametrize(
    "given",
    [
        {"game": "x"},
        {"family": "nobody"},
        {"draw": 0},
        {"draw": 13},
        {"draw": True},
        {"draw": "2"},
        {"draw": 501, "replace": True},
        {"where": {}},
        {"where": {"nothing": ["sun"]}},
        {"where": {"id": "sun"}},
        {"where": [1]},
        {"where": {f"f{k}": [] for k in range(11)}},
    ],
)
def test_what_cannot_be_drawn_is_refused(shared: Studio, given: dict[str, Any]) -> None:
    asked = {"game": GAME, "family": "cards", "draw": 2, "where": {"id": ["sun"]}, **given}
    assert shared.refused("/api/draw", asked)[0] == 404


@pytest.mark.parametrize("given", [{"down": "nothing"}, {"across": 4}, {"family": None}])
def test_what_cannot_be_crossed_is_refused(shared: Studio, given: dict[str, Any]) -> None:
    asked = {"game": GAME, "family": "cards", "down": "id", "across": "copies", **given}
    assert shared.refused("/api/cross", asked)[0] == 404


def finding(item: str, message: str, line: int = 3, hint: str = "") -> Diagnostic:
    return Diagnostic(Place("cards.yaml", line, 5), "svg-told", message, item, hint, "warning")


def test_findings_alike_are_folded_as_check_folds_them() -> None:
    """The first says how many there are like it; the others stay for the pages of their cards."""
    found = findings_json([finding(f"cards/{k}", "a filter", k) for k in (4, 5, 6)])
    assert [(one["item"], one["more"], one["count"]) for one in found] == [
        ("cards/4", "(and 2 more like it: lines 5, 6)", 3),
        ("cards/5", "", 0),
        ("cards/6", "", 0),
    ]


def test_more_than_three_warnings_that_differ_in_values_are_one() -> None:
    some = [finding(f"cards/{k}", f'no "{k}"', k, f"add {k}") for k in range(1, 5)]
    first, *others = findings_json(some, {*some})
    assert (first["message"], first["more"], first["count"]) == (
        'no "1"',
        '(and 3 more like it: "2", "3", "4")',
        4,
    )
    assert others == []
    assert [one["count"] for one in findings_json(some[:3])] == [1, 1, 1]
