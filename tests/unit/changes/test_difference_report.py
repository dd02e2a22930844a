"""Markdown of a difference: values are no markup, comments are not too long, many changes are folded."""

from __future__ import annotations

from states import card, state

from prancha.changes.difference import compare
from prancha.changes.difference_report import MOST, OPEN, as_markdown
from prancha.changes.snapshot_pictures import picture_name


def test_values_are_neither_markup_nor_calls() -> None:
    old, new = state(card("sun", text="*a*")), state(card("sun", text="`@bob` <b>"), name="now")
    told = as_markdown([compare(old, new)], {})
    assert "- ``text: *a* -> `@bob` <b>``" in told


def test_titles_and_names_are_no_markup() -> None:
    old, new = state(card("sun")), state(card("sun"), card("a_b*c@d"), name="now")
    assert r"#### cards/a\_b\*c\@d added" in as_markdown([compare(old, new)], {})


def test_pictures_stand_at_their_change() -> None:
    old, new = state(card("sun")), state(card("sun", look="y"), name="now")
    difference = compare(old, new)
    told = as_markdown([difference], {(new.game, "cards/sun", "front"): "p/x.png"})
    assert "![cards/sun, front, before and after](p/x.png)" in told
    assert "![" not in as_markdown([difference], {})


def test_many_changes_are_folded_and_too_many_counted() -> None:
    olds = [card(f"c{n}", text="old") for n in range(OPEN + 1)]
    news = [card(f"c{n}", text="new") for n in range(OPEN + 1)]
    told = as_markdown([compare(state(*olds), state(*news, name="now"))], {})
    assert told.count("<details><summary>cards/c") == OPEN + 1
    long = [card(f"c{n}", text=f"{n} " * 60) for n in range(900)]
    told = as_markdown([compare(state(*[card(f"c{n}") for n in range(900)]), state(*long, name="now"))], {})
    assert len(told) < MOST + 200
    assert told.endswith("more changes, which are too many for one page.")


def test_nothing_changed() -> None:
    same = state(card("sun"))
    assert as_markdown([compare(same, same)], {}).endswith("\n\nNo difference.")


def test_a_picture_is_named_in_plain_letters_by_what_it_shows() -> None:
    name = picture_name("jogo", "cartas/ação", "front", b"1")
    assert name == "jogo-cartas-a--o-front-" + name[-12:]
    assert name != picture_name("jogo", "cartas/ação", "front", b"2")
