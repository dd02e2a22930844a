"""Sentences of rules that state other numbers than the rules check."""

from __future__ import annotations

import shutil
from pathlib import Path

from prancha.building import game_loading

ROOT = Path(__file__).parents[2]


def test_36_red_tiles_do_not_leave_a_sentence_that_says_35(tmp_path: Path) -> None:
    """36 red tiles: who widens the rule was not told that its `says` still reads 35."""
    shutil.copytree(ROOT / "components" / "aperiodik", tmp_path / "components" / "aperiodik")
    path = tmp_path / "components" / "aperiodik" / "rules.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("is: {red: 35,", "is: {red: 36,", 1), encoding="utf-8")
    told = [one for one in game_loading.check(tmp_path, "aperiodik") if one.code == "rule-sentence"]
    assert [one.severity for one in told] == ["warning", "warning"]
    assert 'rule tile-colours: "says" speaks of 35, its count does not' in str(told[0])
    assert {one.place.line for one in told} == {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if "35 vermelhas" in line or "35 red, 15 blue" in line
    }
