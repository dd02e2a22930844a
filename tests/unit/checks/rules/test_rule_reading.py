"""Rules that are written wrong: each is a finding of its own, never a pass."""

# ruff: noqa: E501 - cases in rows read better on long lines

from __future__ import annotations

from typing import Any

import pytest

from prancha.checks.rules.checks import CHECKS

HEAD = {"id": "r", "says": "S", "source": "B"}
GOOD = {**HEAD, "total": {"family": "cards", "is": 1}}
CARDS = {"cards": [{"id": "a", "n": 1, "kind": "x"}, {"id": "b", "n": 2}]}

FILES: list[tuple[Any, str, int, str, str]] = [
    ([], "bad-value", 0, 'a rules file must hold a list "rules:"', "write rules: and a list below"),
    ({"rules": {}}, "bad-value", 0, 'a rules file must hold a list "rules:"', "write rules: and a list below"),
    ({"rules": [], "rule": 1}, "unknown-key", 0, 'unknown key "rule"', 'did you mean "rules"?'),
    ({"rules": ["total"]}, "bad-value", 1, "a rule must be a mapping, found total", ""),
    ({"rules": [{**GOOD, "id": "A b"}]}, "bad-value", 1,
     'id A b must be lower case letters, digits and hyphens', ""),
    ({"rules": [{"says": "S", "source": "B", "total": GOOD["total"]}]}, "missing-key", 1, 'a rule needs "id"',
     "add id: and a short name"),
    ({"rules": [GOOD, GOOD]}, "duplicate-id", 2, 'a rule "r" is already at rules.yaml:1:5', "rename one of them"),
    ({"rules": [{"id": "r", "source": "B", "total": GOOD["total"]}]}, "missing-key", 1,
     'rule r: a rule needs "says"', "add says:"),
    ({"rules": [{"id": "r", "says": "S", "total": GOOD["total"]}]}, "missing-key", 1,
     'rule r: a rule needs "source"', "add source:"),
    ({"rules": [{**GOOD, "source": 3}]}, "bad-value", 1, 'rule r: "source" must be a text, found 3', ""),
    ({"rules": [{**GOOD, "why": []}]}, "bad-value", 1, 'rule r: "why" must be a text, found []', ""),
    ({"rules": [{**GOOD, "says": {"en": "S"}}]}, "missing-key", 1, 'rule r: "says" lacks pt-BR', "add pt-BR:"),
    ({"rules": [{**GOOD, "says": {"en": "S", "pt-BR": "S", "pt": "S"}}]}, "unknown-key", 1,
     'rule r: the game has no language "pt"', "known: en, pt-BR"),
    ({"rules": [{**GOOD, "fact": "statd"}]}, "bad-value", 1,
     'rule r: "fact" is statd, not one of stated, derived, assumed', 'did you mean "stated"?'),
    ({"rules": [{**GOOD, "severity": "eror"}]}, "bad-value", 1,
     'rule r: "severity" is eror, not one of error, warning', 'did you mean "error"?'),
    ({"rules": [{**HEAD, "totl": {}}]}, "rule-unknown-kind", 1, 'rule r: unknown check "totl"', 'did you mean "total"?'),
    ({"rules": [{**GOOD, "sorce": "B"}]}, "unknown-key", 1, 'rule r: unknown key "sorce"',
     'did you mean "source"?'),
    ({"rules": [HEAD]}, "missing-key", 1, "rule r: a rule needs a check", "known: " + ", ".join(sorted(CHECKS))),
    ({"rules": [{**GOOD, "sum": {}}]}, "unknown-key", 1, "rule r: a rule has one check, found total and sum",
     "write a rule for each"),
    ({"rules": [{**HEAD, "total": 3}]}, "bad-value", 1, 'rule r: "total" must be a mapping, found 3',
     "write total: {family: ..., ...}"),
    ({"rules": [{**HEAD, "total": {"famly": "cards", "is": 1}}]}, "unknown-key", 1,
     'rule r: total has no "famly"', 'did you mean "family"?'),
    ({"rules": [{**HEAD, "balance": {"left": 1, "right": 1, "where": {"n": 1}}}]}, "missing-key", 1,
     'rule r: "where" chooses from a family, but there is none', 'add "family:"'),
]  # fmt: skip


@pytest.mark.parametrize(("data", "code", "line", "message", "hint"), FILES)
def test_a_rule_written_wrong_is_a_finding(
    check_file: Any, data: Any, code: str, line: int, message: str, hint: str
) -> None:
    found = check_file(data)
    assert (code, line, message, hint) in [(one.code, one.place.line, one.message, one.hint) for one in found]
    assert all(one.place.file == "rules.yaml" for one in found)


def test_all_mistakes_of_a_file_are_told_at_once(check_file: Any) -> None:
    found = check_file({"rules": [{**HEAD, "totl": {}}, {"says": "S"}, {**GOOD, "id": "x", "severity": 1}]})
    assert sorted(one.place.line for one in found) == [1, 2, 2, 2, 3]


def test_a_severity_of_warning_is_kept(check: Any) -> None:
    found = check(
        "total", {"family": "cards", "is": 9}, CARDS, rule={"severity": "warning", "fact": "assumed"}
    )
    assert [one.severity for one in found] == ["warning"]
    assert "[Box; assumed]" in found[0].hint


PARAMETERS: list[tuple[str, Any, str, str, str]] = [
    ("total", {"is": 1}, "missing-key", 'total needs "family"', 'add "family:"'),
    ("total", {"family": "cads", "is": 1}, "rule-unknown-family", 'there is no family "cads"',
     'did you mean "cards"?'),
    ("total", {"family": "tables.none", "is": 1}, "rule-unknown-family", 'there is no family "tables.none"; tables are at game.yaml:7',
     'did you mean "tables.list"?'),
    ("total", {"family": [], "is": 1}, "bad-value", '"family" must be a text or a list of texts, found []', ""),
    ("total", {"family": "cards"}, "missing-key", 'total needs "is", or "min" and "max"', 'add "is:"'),
    ("total", {"family": "cards", "is": 1, "max": 2}, "bad-value", '"is" stands beside "min" or "max"',
     "keep one of them"),
    ("total", {"family": "cards", "min": 3, "max": 2}, "bad-value", '"min" 3 is above "max" 2', ""),
    ("total", {"family": "cards", "is": True}, "bad-value",
     '"is" must be a number or an expression, found true', ""),
    ("total", {"family": "cards", "is": "tables"}, "bad-value", '"tables" gives {list: [3]}, not a number', ""),
    ("total", {"family": "cards", "is": 1, "of": "copy"}, "bad-value", '"of" is copy, not one of copies, items',
     'did you mean "copies"?'),
    ("total", {"family": "cards", "where": {"kid": "x"}, "is": 1}, "rule-unknown-field",
     'no component of cards has a field "kid"', 'did you mean "kind"?; looked at a (cards.yaml:10), b (cards.yaml:20)'),
    ("total", {"family": "cards", "where": {"kind": "y"}, "is": 1}, "rule-selects-nothing",
     "no component of cards has {kind: y}, so nothing was checked",
     "correct the selection; for components that must not exist write total: {..., is: 0}"),
    ("total", {"family": "cards", "where": {"kind": "x", "n": 2}, "is": 1}, "rule-selects-nothing",
     "no component of cards has {kind: x, n: 2}, so nothing was checked; nearest: a has n 1 (cards.yaml:11), "
     "b has kind (none) (cards.yaml:20)", ""),
    ("total", {"family": "cards", "where": {"kind": {"is": "y"}}, "is": 1}, "bad-value",
     '"where" compares kind with {is: y}', "write a value, a list of values, {not: value} or {exists: true}"),
    ("total", {"family": "cards", "where": "x", "is": 1}, "bad-value", '"where" must be a mapping, found x', ""),
    ("count", {"family": "cards", "field": 3, "is": 1}, "bad-value", '"field" must be a text, found 3', ""),
    ("count", {"family": "cards", "field": "n.x", "is": 1}, "rule-unknown-field",
     'no component of cards has a field "n.x"', ""),
    ("count", {"family": "cards", "field": "n", "is": 1, "values": []}, "bad-value",
     '"values" must be a list, found []', ""),
    ("count", {"family": "cards", "field": "n", "is": 1, "complete": "no"}, "bad-value",
     '"complete" must be true or false, found no', ""),
    ("distribution", {"family": "cards", "field": "n"}, "missing-key", 'distribution needs "values"',
     'add "values:"'),
    ("distribution", {"family": "cards", "field": "n", "values": {1: 3}, "each": {"min": 1}}, "bad-value",
     "the limit of 1 must be a mapping, found 3",
     "write {exact: n}, {min: n, max: n} or {share: s, tolerance: t}"),
    ("distribution", {"family": "cards", "field": "n", "each": {"mim": 1}}, "unknown-key", 'unknown limit "mim"',
     'did you mean "min"?'),
    ("distribution", {"family": "cards", "field": "n", "each": {"tolerance": 1}}, "missing-key",
     '"tolerance" belongs to "share"', 'add "share:"'),
    ("distribution", {"family": "cards", "field": "n", "each": {"share": 1, "min": 1}}, "bad-value",
     '"share" stands beside a number of pieces', "keep one of them"),
    ("odds", {"dice": "2d6", "at_least": 7}, "missing-key", 'odds needs "between"', 'add "between:"'),
    ("odds", {"dice": "2d6", "at_least": 7, "between": [0.6, 0.4]}, "bad-value",
     '"between" is [0.6, 0.4], not two probabilities in rising order', "write numbers from 0 to 1, such as [0.4, 0.6]"),
    ("odds", {"at_least": 7, "between": [0, 1]}, "bad-value",
     'odds are of a draw or of dice: write "draw" or "dice"', ""),
    ("odds", {"dice": "2d6", "of": "cards", "at_least": 7, "between": [0, 1]}, "bad-value",
     '"of" belongs to draw', 'take "of" out'),
    ("odds", {"dice": "2w6", "at_least": 7, "between": [0, 1]}, "bad-value",
     '"2w6" is not written as dice are, such as 2d6 or d8 + d4 - 1', ""),
    ("odds", {"dice": "2d6 + 1", "faces": [6], "at_least": 1, "between": [0, 1]}, "bad-value",
     "dice whose faces are counted are only added to each other", "write them such as 3d6 or 2d6 + d8"),
    ("odds", {"dice": "2d6", "faces": [1.5], "at_least": 1, "between": [0, 1]}, "bad-value",
     '"faces" must be whole numbers, found [1.5]', ""),
    ("odds", {"draw": 2, "at_least": 1, "between": [0, 1]}, "missing-key", 'odds needs "of"', 'add "of:"'),
    ("odds", {"draw": 2, "of": "card", "at_least": 1, "between": [0, 1]}, "rule-unknown-family",
     'there is no family "card"', 'did you mean "cards"?'),
    ("odds", {"draw": 99, "of": "cards", "at_least": 1, "between": [0, 1]}, "bad-value",
     "99 are drawn of 2 pieces", "draw fewer, or write replace: true where each goes back"),
    ("odds", {"draw": 1.5, "of": "cards", "at_least": 1, "between": [0, 1]}, "bad-value",
     '"draw" is 1.5, not a whole number from 1 to 10000', ""),
    ("odds", {"draw": 1, "of": "cards", "between": [0, 1]}, "missing-key",
     'odds needs "at_least", "at_most" or "exactly"', 'add "at_least:"'),
    ("odds", {"draw": 1, "of": "cards", "exactly": 1, "at_most": 2, "between": [0, 1]}, "bad-value",
     '"exactly" stands beside another number', "keep one of them"),
    ("odds", {"draw": 1, "of": "cards", "at_least": 2, "at_most": 1, "between": [0, 1]}, "bad-value",
     '"at_least" 2 is above "at_most" 1', ""),
    ("odds", {"draw": 1, "of": "cards", "at_least": 1, "kinds": [{"at_least": 1}], "between": [0, 1]}, "bad-value",
     '"at_least" stands beside "kinds"', "write it in one of the kinds"),
    ("odds", {"draw": 1, "of": "cards", "kinds": [3], "between": [0, 1]}, "bad-value",
     '"kinds" must hold mappings, found 3', ""),
    ("odds", {"draw": 1, "of": "cards", "kinds": [{"at_leest": 1}], "between": [0, 1]}, "unknown-key",
     'unknown key "at_leest" in kinds', 'did you mean "at_least"?'),
    ("odds", {"draw": 1, "of": "cards", "kinds": [{"where": {"kid": 1}, "at_least": 1}], "between": [0, 1]},
     "rule-unknown-field", 'no component of cards has a field "kid"',
     'did you mean "kind"?; looked at a (cards.yaml:10), b (cards.yaml:20)'),
    ("odds", {"draw": 1, "of": "cards", "holds": "len(hand) > 0", "at_least": 1, "between": [0, 1]}, "bad-value",
     '"at_least" stands beside "holds"', "say all of it in the expression"),
    ("odds", {"draw": 1, "of": "cards", "holds": "len(hands) > 0", "between": [0, 1]}, "rule-bad-expression",
     'in "len(hands) > 0": unknown name "hands"', 'did you mean "hand"?'),
    ("matrix", {"family": "cards", "fields": {"n": 3}}, "bad-value", "the values of n must be a list, found 3", ""),
    ("matrix", {"family": "cards", "fields": {}}, "bad-value", '"fields" is empty', ""),
    ("matrix", {"family": "cards", "fields": {"n": list(range(400)), "id": list(range(400))}}, "bad-value",
     "more than 100,000 combinations", "choose fields with few values"),
    ("unique", {"family": "cards", "fields": "n", "up_to": "rotation"}, "missing-key", '"up_to" needs "as"',
     'add "as: cells" or "as: grid"'),
    ("unique", {"family": "cards", "fields": ["n", "id"], "as": "cells"}, "bad-value",
     '"as: cells" compares one field, found 2', ""),
    ("sequence", {"family": "cards", "field": "kind", "where": {"id": "a"}, "from": "A", "to": 3}, "bad-value",
     "the sequence mixes numbers and letters", ""),
    ("sequence", {"family": "cards", "field": "n", "from": 3, "to": 1}, "bad-value",
     "the sequence from 3 to 1 is empty or too long", ""),
    ("sequence", {"family": "cards", "field": "n", "from": 0.5}, "bad-value",
     '"from" must be a whole number or a letter, found 0.5', ""),
    ("sequence", {"family": "cards", "field": "n", "step": 0}, "bad-value",
     '"step" must be a whole number from 1, found 0', ""),
    ("sequence", {"family": "cards", "field": "source"}, "bad-value",
     "source holds neither whole numbers nor single letters", ""),
    ("monotone", {"family": "cards", "field": "n", "by": "source", "direction": "down"}, "bad-value",
     '"direction" is down, not one of rising, falling', "known: falling, rising"),
    ("within", {"family": "cards", "field": "n", "in": [1], "max": 3}, "bad-value",
     '"in" stands beside "min" or "max"', "keep one of them"),
    ("within", {"family": "cards", "field": "n"}, "missing-key", 'within needs "in", or "min" and "max"',
     'add "in:"'),
    ("reference", {"family": "cards", "field": "n", "to": "table.list"}, "rule-unknown-family",
     'there is no family or table "table.list"', 'did you mean "tables.list"?'),
    ("reference", {"family": "cards", "field": "n", "to": "cards", "by": "hue"}, "rule-unknown-field",
     'no entry of cards has a field "hue"', ""),
    ("supply", {"needs": 3}, "missing-key", 'supply needs "family" or "has"', 'add "family:"'),
    ("geometry", {"side": 3, "cells": 3}, "missing-key", 'geometry needs "shape"', 'add "shape:"'),
    ("geometry", {"shape": "hexagn", "side": 3, "cells": 3}, "bad-value",
     '"shape" is hexagn, not one of hexagon, grid, track', 'did you mean "hexagon"?'),
    ("geometry", {"shape": "hexagon", "rows": 3, "cells": 3}, "unknown-key", 'a hexagon has no "rows"',
     "it has side, cells"),
    ("expression", {"family": "cards"}, "missing-key", 'expression needs one of "holds" and "each"',
     'keep "holds:" for all, or "each:" per item'),
    ("expression", "len(cards)", "bad-value", '"len(cards)" gives 2, not true or false',
     "compare it with something: == or >="),
    ("expression", "len(cads) == 1", "rule-bad-expression", 'in "len(cads) == 1": unknown name "cads"',
     'did you mean "cards"?'),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "code", "message", "hint"), PARAMETERS)
def test_a_parameter_written_wrong_is_a_finding(
    only: Any, kind: str, given: Any, code: str, message: str, hint: str
) -> None:
    found = only(kind, given, CARDS, {"list": [3]})
    assert (found.code, found.message) == (code, f"rule r: {message}")
    assert not hint or found.hint == hint
    assert (found.place.file, found.place.line) == ("rules.yaml", 1)


def test_items_without_the_field_are_a_finding(only: Any) -> None:
    found = only("count", {"family": "cards", "field": "kind", "is": {"x": 1}}, CARDS)
    assert (found.code, found.message) == (
        "rule-count",
        'expected a field "kind", found none in b (cards.yaml:20)',
    )
    assert found.hint.startswith(
        "add the field, or leave such items out with where: {kind: {exists: true}}; It is so"
    )


def test_texts_and_numbers_do_not_sort(only: Any) -> None:
    rows = {"cards": [{"n": 1}, {"n": "b"}]}
    found = only("monotone", {"family": "cards", "field": "n", "by": "n"}, rows)
    assert found.message == "rule r: n and n must be numbers, or all texts"


def test_an_empty_family_is_never_a_pass(only: Any) -> None:
    found = only("count", {"family": "cards", "field": "kind", "is": 1}, {"cards": []})
    assert found.code == "rule-selects-nothing"
