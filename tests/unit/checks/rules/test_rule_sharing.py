"""Rule sets that games share, files of another game, and what is left free."""

# ruff: noqa: E501 - cases in rows read better on long lines

from __future__ import annotations

from typing import Any

import pytest
from rule_games import Written, make_game

from prancha.checks import rules
from prancha.model.diagnostic import Diagnostic, Place

CARDS = {"cards": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}
RULE = {"id": "total", "says": {"en": "S", "fr": "S"}, "source": "B"}
SET = {
    "parameters": {"family": None, "number": 2},
    "rules": [{**RULE, "total": {"family": "$family", "is": "$number"}}],
}


class SetFile(Written):
    def place(self, path: tuple[str | int, ...], /) -> Place:
        return Place("_rules/deck.yaml", 30, len(path))


def found(uses: list[Any], shared: Any = SET, **top: Any) -> tuple[Diagnostic, ...]:
    document = Written({"rules": uses, **top})
    return rules.check(make_game(CARDS, {}), document, None, {"deck": SetFile(shared)})


def use(**given: Any) -> dict[str, Any]:
    return {"use": {"set": "deck", "with": {"family": "cards"}, **given}}


def test_a_set_holds() -> None:
    assert found([use()]) == ()
    assert rules.uses_sets(Written({"rules": [use()]}))
    assert not rules.uses_sets(Written({"rules": [RULE]}))
    assert not rules.uses_sets(Written(None))


def test_a_broken_rule_of_a_set_names_both_files() -> None:
    (one,) = found([use(**{"with": {"family": "cards", "number": 3}})])
    assert one.message == "expected 3 copies of cards, found 2: a 1 (cards.yaml:10), b 1 (cards.yaml:20)"
    assert one.place == Place("rules.yaml", 1, 5)
    assert one.hint == "S [B; stated] rule total at _rules/deck.yaml:30, used at rules.yaml:1"


def test_parameters_stand_in_texts_and_keys() -> None:
    shared = {
        "parameters": {"a": "cards", "list": ["x"]},
        "rules": [{**RULE, "says": "$a", "expression": "len($a) == 2 and ${a}[0].n == 1"}],
    }
    assert found([{"use": {"set": "deck"}}], shared) == ()
    shared["rules"] = [
        {**RULE, "values": {"family": "$a", "where": {"id": "a"}, "are": {"$a": None, "n": 2}}}
    ]
    assert [one.message for one in found([{"use": {"set": "deck"}}], shared)] == [
        'rule total: no component of cards has a field "cards"'
    ]


def test_a_set_used_twice_needs_prefixes() -> None:
    (one,) = found([use(), use()])
    assert (one.code, one.message) == (
        "duplicate-id",
        'a rule "total" is already at _rules/deck.yaml:30:3',
    )
    assert one.hint == "rename one of them, or give the use of its set a prefix:; used at rules.yaml:2"
    assert found([use(prefix="one"), use(prefix="two")]) == ()


WRONG: list[tuple[Any, Any, str, str, str]] = [
    ({**use(), "id": "x"}, SET, "unknown-key", '"id" cannot stand beside "use"', 'inside "with:"'),
    ({"use": "deck"}, SET, "bad-value", '"use" must name a set, found deck', "write use: {set: name"),
    (use(wiht={}), SET, "unknown-key", '"use" has no "wiht"', 'did you mean "with"?'),
    (use(prefix="A b"), SET, "bad-value", 'prefix A b must be lower case letters', ""),
    (use(set="dekc"), SET, "rule-unknown-set", 'there is no rule set "dekc"', 'did you mean "deck"?'),
    (use(), {"rules": 1}, "bad-value", 'a rule set must hold a list "rules:"', "write rules:"),
    (use(), {**SET, "rule": 1}, "unknown-key", 'unknown key "rule"', 'did you mean "rules"?'),
    (use(), {**SET, "parameters": 3}, "bad-value", "parameters must be names and values", "null for one"),
    (use(**{"with": 3}), SET, "bad-value", "parameters must be names and values", "{name: value}"),
    (use(**{"with": {"famly": 1}}), SET, "unknown-key", 'the set deck has no parameter "famly"', '"family"?'),
    (use(**{"with": {}}), SET, "missing-key", "the set deck needs family", "add with: {family: ...}"),
    (use(), {"parameters": {"family": 1}, "rules": [{**RULE, "total": {"family": "$famly"}}]},
     "bad-value", 'this set has no parameter "famly"', 'did you mean "family"?'),
    (use(), {**SET, "rules": [use()]}, "bad-value", "a rule set cannot use another", "use both in the game"),
    (use(), {**SET, "rules": [{**RULE, "totl": {}}]}, "rule-unknown-kind", 'rule total: unknown check "totl"', "used at rules.yaml:1"),
    (use(), {**SET, "rules": [{**RULE, "total": {"family": "$family"}}]}, "missing-key",
     'rule total: total needs "is"', "used at rules.yaml:1"),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "shared", "code", "message", "hint"), WRONG)
def test_what_can_be_wrong_with_a_use(entry: Any, shared: Any, code: str, message: str, hint: str) -> None:
    one = next(one for one in found([entry], shared) if one.code == code)
    assert one.message.startswith(message)
    assert hint in one.hint


def test_rules_of_another_game() -> None:
    (one,) = found([], game="dual")
    assert (one.code, one.place.file) == ("rule-other-game", "rules.yaml")
    assert one.message == "these are the rules of dual, in the folder of toy"
    assert found([], game="toy") == ()
    alien = [
        {**RULE, "says": "S", "id": f"r{n}", "total": {"family": f"tiles{n}", "is": 1}} for n in range(3)
    ]
    told = {one.code: one for one in found(alien)}
    assert sorted(told) == ["rule-other-game", "rule-unknown-family"]
    assert "they seem to be of another game" in told["rule-other-game"].message
    assert told["rule-other-game"].hint == "the families here are cards"


def test_a_parameter_that_is_to_be_a_key_is_one_word() -> None:
    shared = {"parameters": {"name": None}, "rules": [{**RULE, "total": {"$name": "cards", "is": 2}}]}
    for value in ({"a": 1}, ["a"]):
        one, *_ = found([{"use": {"set": "deck", "with": {"name": value}}}], shared)
        assert one.code == "bad-value"
        assert one.message.startswith('"$name" is the name of a key here, found ')


def test_families_that_are_no_names_are_findings() -> None:
    for family in ({"a": "b"}, [["cards"]], [{"a": 1}]):
        assert found([{**RULE, "total": {"family": family, "is": 2}}])


def test_free_values_are_held_to_the_catalogue() -> None:
    assert found([], free={"cards.n": "an arrangement"}) == ()
    assert found([], free={"cards.n": {"en": "x", "pt-BR": "y"}}) == ()
    assert rules.free(Written({"free": {"cards.n": "why"}})) == ("cards.n",)
    messages = [
        ({"cards.m": "why"}, 'nothing in the catalogue is called "cards.m"', 'did you mean "cards.n"?'),
        ({"cards": "why"}, 'nothing in the catalogue is called "cards"', "cards.n"),
        ({"tables.x": "why"}, 'nothing in the catalogue is called "tables.x"', ""),
        ({"cards.tables.x": "why"}, 'nothing in the catalogue is called "cards.tables.x"', ""),
        ({"cards.n": ""}, '"cards.n" needs a reason as text', "say why"),
        (["cards.n"], '"free" must be paths and reasons, found [cards.n]', "write free:"),
    ]
    for given, message, hint in messages:
        (one,) = found([], free=given)
        assert one.message.startswith(message)
        assert hint in one.hint
