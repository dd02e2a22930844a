"""A value changes in its file: its own characters and no others, or nothing at all."""

from __future__ import annotations

from typing import Any

import pytest

from prancha.catalogue import SpliceError, replace_value
from prancha.catalogue.splice import add_keys, append_element
from prancha.model.diagnostic import Place

TEXT = """\
# a deck
title: {en: Cards}
items:
  - id: owl      # the first
    copies: 4
    name: {en: "Owl", pt-BR: Coruja}
    text: 'It''s night'
    long: |
      two
      lines
    tags: [a, b, {deep: 1.50}]
    on: true
  - {id: elk, copies: 2, name: {en: Elk, pt-BR: Alce}}
  - id: fox
    why: &lost {en: lost, pt-BR: perdido}
    other: *lost
    one: &one 7
    same: *one
"""
OWL, ELK, FOX = Place("cards.yaml", 4, 5), Place("cards.yaml", 13, 5), Place("cards.yaml", 14, 5)


@pytest.mark.parametrize(
    ("place", "path", "old", "new", "before", "after"),
    [
        (OWL, ["copies"], 4, 5, "copies: 4\n", "copies: 5\n"),
        (OWL, ["name", "en"], "Owl", 'A "wise" owl', '"Owl"', '"A \\"wise\\" owl"'),
        (OWL, ["name", "pt-BR"], "Coruja", "Mocho", "Coruja", "Mocho"),
        (OWL, ["name", "pt-BR"], "Coruja", "yes: no", "Coruja", '"yes: no"'),
        (OWL, ["name", "pt-BR"], "Coruja", "null", "Coruja", '"null"'),
        (OWL, ["name", "pt-BR"], "Coruja", "a, b", "Coruja", '"a, b"'),
        (OWL, ["text"], "It's night", "It's day", "'It''s night'", "'It''s day'"),
        (OWL, ["long"], "two\nlines\n", "three\nlines", "|\n      two\n      lines\n", '"three\\nlines"\n'),
        (OWL, ["tags", 1], "b", "c", "[a, b,", "[a, c,"),
        (OWL, ["tags", 2, "deep"], 1.5, 2, "1.50", "2"),
        (OWL, ["on"], True, False, "on: true", "on: false"),
        (OWL, ["id"], "owl", "owls", "id: owl ", "id: owls "),
        (ELK, ["copies"], 2, 3, "copies: 2,", "copies: 3,"),
        (ELK, ["name", "pt-BR"], "Alce", "Alce}", "Alce}", '"Alce}"}'),
    ],
)
def test_one_value_changes(
    place: Place, path: list[str | int], old: Any, new: Any, before: str, after: str
) -> None:
    assert TEXT.count(before) == 1
    assert replace_value(TEXT, place, path, old, new) == TEXT.replace(before, after)


@pytest.mark.parametrize(
    ("place", "path", "old", "new", "message"),
    [
        (OWL, ["copies"], 3, 5, "the value was changed meanwhile"),
        (OWL, ["on"], 1, 0, "the value was changed meanwhile"),
        (OWL, ["cost"], 1, 2, "the value is not written here"),
        (OWL, ["tags"], "a", "b", "this is not a single value"),
        (Place("cards.yaml", 5, 5), ["copies"], 4, 5, "the value is not written in this file as it is now"),
        (FOX, ["other", "en"], "lost", "found", "the value is not written here"),
        (FOX, ["why", "en"], "lost", "found", "this cannot be written without changing more"),
        (FOX, ["one"], 7, 8, r"others repeat this value \(&one\)"),
        (FOX, ["same"], 7, 8, "this is the value of &one, which others repeat"),
        (OWL, ["name", "en"], "Owl", "a\x01b", "this cannot be written without changing more"),
    ],
)
def test_what_would_change_more_is_refused(
    place: Place, path: list[str | int], old: Any, new: Any, message: str
) -> None:
    with pytest.raises(SpliceError, match=message):
        replace_value(TEXT, place, path, old, new)


def test_a_broken_file_is_left_alone() -> None:
    with pytest.raises(SpliceError, match="the file cannot be read as it is"):
        replace_value(TEXT + "  - {", OWL, ["copies"], 4, 5)


def test_ends_of_lines_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    assert replace_value(text, OWL, ["copies"], 4, 5) == text.replace("copies: 4", "copies: 5")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("families: [a, b]  # x\n", "families: [a, b, new]  # x\n"),
        ("families: []\n", "families: [new]\n"),
        ("families: [a,\n  b, # last\n]\n", "families: [a,\n  b, new, # last\n]\n"),
        ("families:\n- a\n- b\ntexts: {}\n", "families:\n- a\n- b\n- new\ntexts: {}\n"),
        ("families:\n  - a # c\n  # more\nb: 1\n", "families:\n  - a # c\n  - new\n  # more\nb: 1\n"),
        ("families:\n  - a", "families:\n  - a\n  - new"),
    ],
)
def test_an_element_is_added_at_the_end_of_a_list(text: str, after: str) -> None:
    assert append_element(text, "game.yaml", "families", "new") == after


@pytest.mark.parametrize(
    "text", ["title: x\n", "families: a\n", "families: &all [a]\nagain: *all\n", "families: [\n"]
)
def test_nothing_is_added_where_there_is_no_list_of_its_own(text: str) -> None:
    with pytest.raises(SpliceError):
        append_element(text, "game.yaml", "families", "new")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("title: x", "title: x\ntexts:\n  q: {en: Q}\n  r: R\n"),
        ("texts:\n", "texts:\n  q: {en: Q}\n  r: R\n"),
        ("texts: {}\n", "texts: {q: {en: Q}, r: R}\n"),
        ("texts: {a: 1}\n", "texts: {q: {en: Q}, r: R, a: 1}\n"),
        ("texts: # c\n    # d\n    a: 1\n", "texts: # c\n    q: {en: Q}\n    r: R\n    # d\n    a: 1\n"),
        ("texts:\n  q: 1\n", "texts:\n  r: R\n  q: 1\n"),
        ("texts:\n  q: 1\n  r: 2\n", "texts:\n  q: 1\n  r: 2\n"),
    ],
)
def test_keys_that_lack_are_added_at_the_beginning_of_a_mapping(text: str, after: str) -> None:
    assert add_keys(text, "game.yaml", "texts", {"q": "{en: Q}", "r": "R"}) == after


@pytest.mark.parametrize("text", ["texts: 5\n", "texts: &all\n  a: 1\nagain: *all\n", "texts: |\n  a: 1\n"])
def test_no_key_is_added_to_what_is_no_mapping_of_its_own(text: str) -> None:
    with pytest.raises(SpliceError):
        add_keys(text, "game.yaml", "texts", {"q": "1"})
