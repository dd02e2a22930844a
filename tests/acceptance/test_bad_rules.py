"""Rules written wrong, from the file to the message: each names its line and a likely fix, none passes."""

# ruff: noqa: E501 - cases in rows read better on long lines

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading

ROOT = Path(__file__).parents[2]
RULE = "rules:\n  - id: r\n    says: {{pt-BR: S, en: S}}\n    source: B\n    {}\n"

BAD: list[tuple[str, str, str, str]] = [
    ("totl: {family: grid, is: 30}", "rule-unknown-kind", 'rule r: unknown check "totl"', 'did you mean "total"?'),
    ("total: {family: gird, is: 30}", "rule-unknown-family", 'there is no family "gird"', 'did you mean "grid"?'),
    ("count: {family: grid, field: symbl, is: 6}", "rule-unknown-field", 'has a field "symbl"', 'did you mean "symbol"?'),
    ("total: {family: grid, where: {tone: wite}, is: 15}", "rule-selects-nothing", "no component of grid has {tone: wite}", "correct the selection"),
    ("reference: {family: grid, field: tone, to: palete}", "rule-unknown-family", '"palete"', 'did you mean "palette"?'),
    ("expression: 'while true: 1'", "rule-bad-expression", "not an expression", "without loops or assignments"),
    ("expression: '[1 for a in grid for b in grid for c in grid for d in grid for e in grid for f in grid] == []'", "rule-bad-expression", "walks over more than", "compare each component"),
    ("expression: 'len(grid) / 0 == 1'", "rule-bad-expression", "division by zero", ""),
    ("expression: 'grid.__class__ == 1'", "rule-bad-expression", 'has no field "__class__"', ""),
    ("expression: 'grid[0].fields.pop == 1'", "rule-bad-expression", 'has no field "fields"', "known:"),
    ("expression: '().__class__.__mro__ == 1'", "rule-bad-expression", 'has no field "__class__"', ""),
    ("expression: 'open(\"/etc/passwd\") == 1'", "rule-bad-expression", 'unknown function "open"', ""),
    ("use: {set: standrd-deck}", "rule-unknown-set", 'there is no rule set "standrd-deck"', 'did you mean "standard-deck"?'),
]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "components" / "dual", tmp_path / "components" / "dual")
    return tmp_path


@pytest.mark.parametrize(("check", "code", "message", "hint"), BAD)
def test_a_bad_rule_is_a_finding_at_its_line(
    project: Path, check: str, code: str, message: str, hint: str
) -> None:
    entry = RULE.format(check)
    if check.startswith("use"):
        entry = f"rules:\n  - {check}\n"
    (project / "components" / "dual" / "rules.yaml").write_text(entry, encoding="utf-8")
    (one,) = game_loading.check(project, "dual")
    assert (one.code, one.severity) == (code, "error")
    assert (one.place.file, one.place.line) == ("components/dual/rules.yaml", len(entry.splitlines()))
    assert message in one.message
    assert hint in one.hint


def test_the_rules_of_another_game(project: Path) -> None:
    text = (ROOT / "components" / "automato" / "rules.yaml").read_text(encoding="utf-8")
    (project / "components" / "dual" / "rules.yaml").write_text(text, encoding="utf-8")
    found = game_loading.check(project, "dual")
    one = next(one for one in found if one.code == "rule-other-game")
    assert "they seem to be of another game" in one.message
    assert one.hint == "the families here are grid, modifiers, pawns, tokens, aids, box"
