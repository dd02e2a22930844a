"""`checks:` and `waive:` of rules.yaml, and every message about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from faces_made import Set, Written, text

from prancha.checks.artwork import CHECKS, Inspection, inspect
from prancha.checks.explanations import rationales

TINY = {"a": text("tiny", pt=5), "b": text("small", pt=5.5)}


def settled(data: Any, idle: bool = True) -> Inspection:
    return inspect([Set(TINY).printed()], Written(data), idle)


def only(data: Any) -> str:
    (found,) = [one for one in settled(data).findings if one.code != "text-size"]
    return f"{found.code}: {found.message}"


def test_a_waiver_lets_pass_what_it_selects_and_says_why() -> None:
    seen = settled({"waive": [{"check": "text-size", "item": "a", "why": "a licence line"}]})
    (found,) = seen.findings
    assert (found.code, found.item) == ("text-size", "cards/b")
    (waived,) = seen.waived
    assert str(waived) == "rules.yaml:1:2: waived text-size (1): a licence line"


@pytest.mark.parametrize(
    "selectors",
    [
        {"family": "cards"}, {"item": "cards/*"}, {"template": "card.*"}, {"side": "front"}, {"text": "*"},
        {"family": "cards", "item": "?"}, {},
    ],
)  # fmt: skip
def test_every_selector_takes_stars(selectors: dict[str, str]) -> None:
    why = {"pt-BR": "assim", "en": "so"}
    seen = settled({"waive": [{"check": "text-size", **selectors, "why": why}]})
    assert (seen.findings, [waived.count for waived in seen.waived]) == ((), [2])


def test_a_waiver_that_covers_nothing_is_a_finding() -> None:
    data = {"waive": [{"check": "contrast", "why": "never"}]}
    assert only(data) == "unused-waiver: nothing is found that this waiver of contrast covers"
    assert not [one for one in settled(data, idle=False).findings if one.code == "unused-waiver"]


def test_a_waiver_counts_as_used_in_any_language() -> None:
    data = Written({"waive": [{"check": "text-size", "text": "tiny", "why": "so"}]})
    shown = [Set({"a": text("grande", pt=9)}).printed(), Set({"a": text("tiny", pt=5)}).printed()]
    assert not inspect(shown, data).findings


def test_a_severity_can_be_changed() -> None:
    seen = settled({"checks": {"text-size": {"severity": "warning"}}})
    assert {one.severity for one in seen.findings} == {"warning"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"checks": []}, 'bad-value: "checks" must be a mapping, found []'),
        ({"checks": {"text-sise": {}}}, 'unknown-key: there is no check "text-sise"'),
        ({"checks": {"contrast": False}}, "bad-value: contrast must be a mapping, found false"),
        ({"checks": {"contrast": {"txt": 3}}}, 'unknown-key: contrast has no option "txt"'),
        (
            {"checks": {"contrast": {"text": "3"}}},
            'bad-value: contrast: text is "3", not a number from 0',
        ),
        (
            {"checks": {"contrast": {"text": -1}}},
            "bad-value: contrast: text is -1, not a number from 0",
        ),
        (
            {"checks": {"contrast": {"severity": "note"}}},
            "bad-value: contrast: severity is note, not error or warning",
        ),
        ({"waive": {}}, 'bad-value: "waive" must be a list, found {}'),
        ({"waive": ["contrast"]}, "bad-value: a waiver must be a mapping, found contrast"),
        (
            {"waive": [{"check": "contrst", "why": "x"}]},
            "unknown-word: there is no check contrst to waive",
        ),
        ({"waive": [{"check": "contrast"}]}, "bad-value: a waiver needs its reason"),
        ({"waive": [{"check": "contrast", "why": " "}]}, "bad-value: a waiver needs its reason"),
        (
            {"waive": [{"check": "contrast", "why": {"en": "x"}}]},
            "bad-value: a waiver needs its reason",
        ),
        (
            {"waive": [{"check": "contrast", "why": "x", "card": "a"}]},
            'unknown-key: a waiver has no "card"',
        ),
        (
            {"waive": [{"check": "contrast", "why": "x", "item": ["a"]}]},
            "bad-value: item is [a], not a name",
        ),
    ],
)
def test_what_is_wrong_is_told(data: Any, message: str) -> None:
    assert only(data) == message


def test_a_typing_slip_gets_a_suggestion() -> None:
    (found,) = [one for one in settled({"checks": {"contrst": {}}}).findings if one.code == "unknown-key"]
    assert 'did you mean "contrast"?' in found.hint


def test_every_check_explains_itself() -> None:
    known = rationales()
    for code in CHECKS:
        lines = known[code].splitlines()
        assert lines[0].endswith("."), code
        assert len(lines) > 2, code


def test_every_check_and_option_is_documented() -> None:
    page = (Path(__file__).parents[4] / "docs" / "printed-checks.md").read_text(encoding="utf-8")
    rows = {line.split("|")[1]: line for line in page.splitlines() if line.startswith("| `")}
    for code, check in CHECKS.items():
        (row,) = [line for codes_, line in rows.items() if f"`{code}`" in codes_]
        for option, value in check.OPTIONS.items():
            assert f"`{option}: {value:g}`" in row, (code, option)
    assert sum(name.count("`") // 2 for name in rows) == len(CHECKS)
