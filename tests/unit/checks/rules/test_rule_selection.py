"""Selections, the public face of the package, its documentation, and its speed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from rule_games import Written, make_game

from prancha.checks import rules
from prancha.checks.explanations import rationales
from prancha.checks.rules.checks import CHECKS
from tests.work import counted

DOCS = Path(__file__).parents[4] / "docs" / "rules.md"
CARDS = {"cards": [{"id": "a", "kind": "x", "name": {"en": "A"}}, {"id": "b", "kind": None}, {"id": "c"}]}
TABLES = {"symbol": {"star": {"n": 1}, "x": {"n": 2}}, "costs": [4, 5]}

SELECTIONS: list[tuple[dict[str, Any], int]] = [
    ({"family": "cards"}, 3),
    ({"family": "cards", "where": {"kind": "x"}}, 1),
    ({"family": "cards", "where": {"kind": None}}, 1),
    ({"family": "cards", "where": {"kind": {"exists": True}}}, 2),
    ({"family": "cards", "where": {"kind": {"exists": False}}}, 1),
    ({"family": "cards", "where": {"kind": {"not": ["x", None]}}}, 1),
    ({"family": "cards", "where": {"kind": ["x", "y"], "id": "a"}}, 1),
    ({"family": "cards", "where": {"name.en": "A"}}, 1),
    ({"family": ["cards", "tables.symbol"], "where": {"id": ["a", "star"]}}, 2),
    ({"family": "tables.costs", "where": {"value": 5}}, 1),
    ({"family": "tables.costs", "where": {"id": "1"}}, 1),
    ({"family": "cards.tables.own"}, 4),
    ({"family": "game", "where": {"title": "Toy"}}, 1),
]


@pytest.mark.parametrize(("given", "number"), SELECTIONS)
def test_selection(check: Any, given: dict[str, Any], number: int) -> None:
    more = {"family_tables": {"cards": {"own": [1, 1, 2, 3]}}}
    assert check("total", {**given, "is": number}, CARDS, TABLES, **more) == ()
    assert [one.code for one in check("total", {**given, "is": 99}, CARDS, TABLES, **more)] == ["rule-total"]


def test_a_table_entry_at_fault_is_found_in_game_yaml(only: Any) -> None:
    found = only("within", {"family": "tables.symbol", "field": "n", "max": 1}, CARDS, TABLES)
    assert (found.place.file, found.place.line, found.item) == ("game.yaml", 7, "tables.symbol/x")


def test_findings_are_sorted_and_repeatable() -> None:
    game = make_game(CARDS, TABLES)
    written = Written({"rules": [
        {"id": f"r{n}", "says": "S", "source": "B", "total": {"family": "cards", "where": {"id": i}, "is": 2}}
        for n, i in enumerate("cab")
    ]})  # fmt: skip
    found = rules.check(game, written)
    assert [one.item for one in found] == ["cards/a", "cards/b", "cards/c"]
    assert found == rules.check(game, written)


def test_kinds_and_their_rationale() -> None:
    assert list(CHECKS) == sorted(CHECKS)
    known = rationales()
    for kind, check in CHECKS.items():
        assert "rule-" + kind.replace("_", "-") == check.code
        assert len(known[check.code].split("\n\n")) == 2, f"{kind}: what it looks at, and why"
    with pytest.raises(KeyError):
        CHECKS["totl"]


def sections() -> dict[str, str]:
    parts = re.split(r"^### (\w+)$", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_kind_and_parameter_is_documented() -> None:
    assert set(sections()) == set(CHECKS)
    for kind, text in sections().items():
        for parameter in CHECKS[kind].parameters - {"family", "where"}:
            assert re.search(rf"\b{parameter}\b", text), f"{kind}: {parameter}"


def test_every_example_of_the_documentation_is_understood() -> None:
    looked_at = 0
    for kind, text in sections().items():
        block = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
        assert block, kind
        for line in re.findall(r"^(\w+: .*)$", block[1], re.MULTILINE):
            ((key, given),) = yaml.safe_load(line).items()
            looked_at += 1
            assert key == kind
            assert isinstance(given, str) or set(given) <= CHECKS[kind].parameters
    assert looked_at >= 20


@pytest.mark.slow
def test_ten_thousand_cards_with_thirty_rules_are_checked_in_seconds() -> None:
    rows = [{"id": f"c{n}", "colour": "rgb"[n % 3], "n": n % 10, "rank": n} for n in range(10_000)]
    game = make_game({"cards": rows}, {})
    checks: list[tuple[str, Any]] = [
        ("total", {"family": "cards", "is": 10_000}),
        ("total", {"family": "cards", "where": {"colour": "r", "n": [1, 2]}, "min": 1}),
        ("count", {"family": "cards", "field": "n", "is": 1000}),
        ("matrix", {"family": "cards", "fields": ["colour", "n"], "copies": "10000 // 30"}),
        ("unique", {"family": "cards", "fields": ["rank"]}),
        ("sequence", {"family": "cards", "field": "rank", "from": 0, "to": 9999}),
        ("sum", {"family": "cards", "field": "n", "is": 45_000}),
        ("monotone", {"family": "cards", "field": "rank", "by": "rank"}),
        ("within", {"family": "cards", "field": "n", "min": 0, "max": 9}),
        ("expression", "count(c.n == 3 and c.colour != 'x' for c in cards) == 1000"),
    ]
    written = Written({"rules": [
        {"id": f"r{n}", "says": "S", "source": "B", kind: given} for n, (kind, given) in enumerate(checks * 3)
    ]})  # fmt: skip
    found, calls = counted(lambda: rules.check(game, written))
    assert {one.code for one in found} == {"rule-matrix"}
    assert calls < 9_000_000, f"{calls} calls"


def test_the_hint_leads_to_the_tables_a_rule_compares_with(only: Any) -> None:
    found = only("total", {"family": "cards", "is": "tables.costs[0] + len(cards)"}, CARDS, TABLES)
    assert found.hint.endswith("rule r at rules.yaml:1; see tables.costs.0 (game.yaml:7)")
