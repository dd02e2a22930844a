"""The language of expressions: what it works out, what it refuses, and that its work is bounded."""

from __future__ import annotations

import time
from typing import Any

import pytest

from prancha.expression import Environment, ExpressionError, translate
from prancha.model.diagnostic import Place
from prancha.model.game import Item
from tests.work import AT_ONCE


def item(name: str, copies: int, fields: dict[str, Any]) -> Item:
    return Item(name, "cards", copies, fields, "stated", "", {}, Place("cards.yaml", 10, 5), {})


CARDS = (item("a", 2, {"n": 1, "tags": ["x"]}), item("b", 1, {"n": 3, "star": True}))
NAMES = {
    "cards": CARDS,
    "tables": {
        "deal": {2: 5, 4: 3},
        "groups": [{"from": 2, "to": 3}],
        "word": "or.from",
        "big": list(range(3000)),
    },
    "players": (2, 3, 4),
}


def value(text: str) -> Any:
    return translate(text, NAMES).value(Environment(NAMES))


VALUES: list[tuple[str, Any]] = [
    ("1 + 2 * 3 - 4 // 3 % 2 / 1", 6.0),
    ("-len(cards) + +1", -1),
    ("[i.id for i in cards if i.n > 1]", ["b"]),
    ("sum(i.n * i.copies for i in cards)", 5),
    ("copies(cards) + copies(cards[1])", 4),
    ("count(get(i, 'star', false) for i in cards)", 1),
    ("all('star' in i or i.n == 1 for i in cards)", True),
    ("any(i.n == 2 for i in cards)", False),
    ("tables.deal[4] + tables.deal['2']", 8),
    ("tables.groups[0].from + 1 == tables.groups[-1].to", True),
    ("tables.word == 'or.from'", True),
    ("[p for p in players] == [2, 3, 4] and players == (2, 3, 4)", True),
    ("1 < 2 <= 2 != 3 > 2 >= 2", True),
    ("5 not in [1, 2] and 'x' in 'axe' and 4 in tables.deal", True),
    ("distinct([3, 1, 3])", [1, 3]),
    ("distinct([1, 'a', 1])", [1, "a"]),
    ("sorted([3, 1]) + [min(4, 5)] + [max([7])]", [1, 3, 4, 7]),
    ("abs(-2) + round(2.4)", 4),
    ("[a * b for a in range(2) for b in range(1, 3) if a]", [1, 2]),
    ("[a - b for a, b in [[5, 2], [4, 4]]]", [3, 0]),
    ("[k for k in tables.deal]", [2, 4]),
    ("sum(tables.deal)", 8),
    ("'yes' if not null and true else 'no'", "yes"),
    ("len('word') + len(tables.deal)", 6),
    ("'a' + 'b'", "ab"),
    ("cards[0]['n']", 1),
    ("1 ==\n  1", True),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_value(text: str, expected: Any) -> None:
    assert value(text) == expected


REFUSED: list[tuple[str, str]] = [
    ("1 +", "not an expression: invalid syntax"),
    ("a\0b", "not an expression"),
    ("x = 1", "not an expression: invalid syntax"),
    ("import os", "not an expression: invalid syntax"),
    ("nothing", 'unknown name "nothing"'),
    ("len", '"len" is a function'),
    ("open('x')", 'unknown function "open"'),
    ("__import__('os')", 'unknown function "__import__"'),
    ("cards.count('x')", "only functions are called, by name: cards.count('x')"),
    ("(lambda: 1)()", "only functions are called, by name"),
    ("sum(1, 2)", "sum() takes 1 value, not 2: sum(1, 2)"),
    ("len()", "len() takes 1 value, not 0: len()"),
    ("get(cards)", "get() takes 2 to 3 values, not 1: get(cards)"),
    ("[lambda: 1]", "a lambda is not allowed: lambda: 1"),
    ("f'{cards}'", "an f-string is not allowed"),
    ("{'a': 1}", "a mapping is not allowed"),
    ("{1}", "a set is not allowed"),
    ("{a for a in cards}", "a set is not allowed"),
    ("(a := 1)", "an assignment is not allowed"),
    ("cards[0:1]", "a slice is not allowed"),
    ("len(*cards)", "a star is not allowed"),
    ("sorted(cards, key=1)", "a function takes no named arguments: sorted(cards, key=1)"),
    ("2 ** 9", "this operator is not allowed: 2 ** 9"),
    ("~1", "this operator is not allowed: ~1"),
    ("1 is 1", "this comparison is not allowed: 1 is 1"),
    ("b'x'", "a bytes is not allowed: b'x'"),
    ("[1 for i.x in cards]", "a walk needs plain names: i.x"),
    ("1 + " * 600 + "1", "the expression is longer than 2000 characters"),
    ("-" * 100 + "1", "the expression is nested deeper than 40"),
    ("-" * 1999 + "1", "n"),
    ("(" * 900 + ")" * 900, "not an expression"),
    # while it is worked out
    ("cards[0].__class__", 'cards/a (cards.yaml:10) has no field "__class__"'),
    ("cards.__len__", 'a list of 2 items has no field "__len__"'),
    ("tables.__class__", 'has no field "__class__"'),
    ("'a'.upper", 'a has no field "upper"'),
    ("[i.nn for i in cards]", 'cards/a (cards.yaml:10) has no field "nn"'),
    ("tables.deal[9]", "there is no entry 9 in {2: 5, 4: 3}"),
    ("cards[5]", "there is no element 5 in a list of 2"),
    ("cards['a']", "a list of 2 items has no element a"),
    ("1 / 0", "division by zero: 1 / 0"),
    ("1 % 0", "division by zero: 1 % 0"),
    ("'%0999999999d' % 3", "% takes numbers, found %0999999999d % 3"),
    ("'a' * 999999999", "* takes numbers, found a * 999999999"),
    ("1 + 'a'", "+ takes numbers, found 1 + a"),
    ("-'a'", "a sign needs a number, found a"),
    ("1 < 'a'", "cannot compare 1 < a"),
    ("1 in 2", '"in" looks into a list, mapping, text or item, found 2'),
    ("99999999999 * 99999999999", "a number grew beyond 10^18"),
    ("sum('ab')", "sum() takes a list, found ab"),
    ("sum(['a'])", "sum() takes numbers, found a"),
    ("min([])", "min() of nothing"),
    ("max([1, 'a'])", "max() takes only numbers or only texts, found 1, a"),
    ("min(null, 1)", "min() takes only numbers or only texts, found null, 1"),
    ("sorted([1, 'a'])", "sorted() takes only numbers or only texts, found 1, a"),
    ("copies([1])", "copies() takes items, found 1"),
    ("range('a')", "range() takes numbers, found a"),
    ("range(1.5)", "range() takes one, two or three whole numbers"),
    ("range(1, 2, 0)", "cannot be evaluated: range() arg 3 must not be zero"),
    ("get(3, 'a')", "get() looks into an item or a mapping, found 3"),
    ("[1 for i in 3]", "cannot walk over 3"),
    ("[1 for a, b in [1]]", "1 does not split into a, b"),
    ("len(range(9999999))", "the expression walks over more than 2,000,000 elements"),
    ("[1 for a in tables.big for b in tables.big]", "the expression walks over more than 2,000,000 elements"),
    (
        "[1 for a in tables.big if a in tables.big and tables.big == tables.big]",
        "the expression walks over more than",
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str) -> None:
    began = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        value(text)
    assert message in str(caught.value)
    assert time.process_time() - began < AT_ONCE


HINTS = [
    ("lenn(cards)", 'did you mean "len"?'),
    ("cads", 'did you mean "cards"?'),
    ("[i.starr for i in cards if 'star' in i]", 'did you mean "star"?'),
    ("cards.n", "walk over its elements: [x.n for x in ...]"),
    ("tables.del", 'did you mean "deal"?'),
]


@pytest.mark.parametrize(("text", "hint"), HINTS)
def test_hint(text: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        value(text)
    assert caught.value.hint == hint


@pytest.mark.parametrize("text", ["name = 'Owl'", "copies=2", "set = new and cost > 1"])
def test_one_sign_of_equality_is_explained(text: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        translate(text, ("name", "copies", "set", "cost"))
    assert raised.value.hint == "== compares, and a text stands in quotes: set == 'new'"


@pytest.mark.parametrize("text", ["cost >= ", "name == 'a=b' +", "1 +"])
def test_what_is_broken_otherwise_has_the_usual_hint(text: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        translate(text, ("name", "cost"))
    assert raised.value.hint.startswith("one value or comparison")
