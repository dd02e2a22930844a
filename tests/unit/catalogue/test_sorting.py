"""`sort:` of a family orders its components, `markup:` says which fields print as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from .projects import HEAD, load, only, refused

ITEMS = """\
items:
  - {id: a, name: Card 10, suit: hen, value: 2}
  - {id: b, name: Card 9, suit: fox, value: 10}
  - {id: c, name: card 1, suit: fox, value: 2, where: {x: 3}}
  - {id: d, name: 7, suit: hen, where: {x: 1}}
"""


def order(tmp_path: Path, sort: str) -> str:
    game = load(tmp_path, HEAD + f"sort: {sort}\n" + ITEMS)
    return "".join(item.id for item in game.families[0].items)


@pytest.mark.parametrize(
    ("sort", "ids"),
    [
        ("name", "dcba"),
        ("-name", "abcd"),
        ("value", "acbd"),
        ("-value", "bacd"),
        ("[suit, -value]", "bcad"),
        ("[{suit: [hen, fox]}, value]", "adcb"),
        ("where.x", "dcab"),
        ("-id", "dcba"),
        ("copies", "abcd"),
    ],
)
def test_components_come_in_the_order_asked_for(tmp_path: Path, sort: str, ids: str) -> None:
    assert order(tmp_path, sort) == ids


def test_figures_may_be_as_many_as_they_like(tmp_path: Path) -> None:
    """On 409b186a a name with 5,000 figures ended in Python's own words."""
    long = "1" * 5000
    items = f"items:\n  - {{id: a, name: x{long}}}\n  - {{id: b, name: x9}}\n  - {{id: c, name: x007}}\n"
    game = load(tmp_path, HEAD + "sort: name\n" + items)
    assert [item.id for item in game.families[0].items] == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("sort", "code", "message", "hint"),
    [
        (
            "siut",
            "unknown-field",
            'cannot sort by the text "siut", which is no column',
            'did you mean "suit"?',
        ),
        ("[{suit: [hen]}]", "bad-value", '"suit" is the text "fox" too', "add fox"),
        ("[3]", "wrong-type", "the number 3 says no order", "write sort: suit"),
        ("{suit: hen}", "wrong-type", "says no order", "write sort: suit"),
    ],
)
def test_an_order_of_nothing_is_an_error(
    tmp_path: Path, sort: str, code: str, message: str, hint: str
) -> None:
    found = only(refused(lambda: order(tmp_path, sort)))
    assert found.code == code
    assert message in found.message
    assert hint in found.hint
    assert found.place.line == 6


def test_markup_of_a_field_may_be_left_unread(tmp_path: Path) -> None:
    game = load(
        tmp_path,
        HEAD + "markup: {text: none}\ndefaults: {note: '*a*', text: '{b}'}\nitems:\n"
        "  - {id: a, text: ['2*3', '- x'], name: '*b*'}\n  - {id: b}\n",
    )
    first, second = game.families[0].items
    assert first.fields == {"note": "*a*", "text": ["2\\*3", "\\- x"], "name": "*b*"}
    assert second.fields["text"] == "\\{b\\}"
