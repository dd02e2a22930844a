"""facts.yaml is true: every fact has rules that are there, and the manifest lists every assumption."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from prancha.building import game_loading
from prancha.catalogue import read_yaml
from prancha.checks.inventory import gather

ROOT = Path(__file__).parents[2]
FACTS: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "facts.yaml").read_text(encoding="utf-8")
)
EMPTY = {"paper": "a4", "placed": {"columns": ["item", "copy"], "faces": [], "fronts": {}, "sheets": []}}


def rules(game: str) -> dict[str, str]:
    """Rule ids with what they hold: stated, derived or assumed."""
    listed = read_yaml(ROOT / "components" / game / "rules.yaml", ROOT).data["rules"]
    return {rule["id"]: rule.get("fact", "stated") for rule in listed if "id" in rule}


def test_all_games_are_listed() -> None:
    assert sorted(FACTS) == sorted(path.parent.name for path in ROOT.glob("components/*/rules.yaml"))


@pytest.mark.parametrize("game", FACTS)
def test_every_fact_is_held_by_rules_that_are_there(game: str) -> None:
    known = rules(game)
    assert len(FACTS[game]["facts"]) >= 9
    for fact, ids in FACTS[game]["facts"].items():
        assert ids, fact
        assert [one for one in ids if one not in known] == [], fact
        assert any(known[one] != "assumed" for one in ids), fact


@pytest.mark.parametrize("game", FACTS)
def test_every_assumption_is_in_the_manifest_with_its_reason(game: str) -> None:
    loaded = game_loading.load(ROOT, game)
    listed = gather(loaded, "en", EMPTY, (), (), {}).assumptions
    for what, subject in FACTS[game]["assumed"].items():
        assert [one for one in listed if one.subject.startswith(subject) and one.why], what
