"""The text of a rulebook is compared paragraph by paragraph, in every form of a difference."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from states import card, state

from prancha.changes.book_changes import find_book_changes
from prancha.changes.capture import capture
from prancha.changes.comparison import html_report, pdf_report
from prancha.changes.difference import compare
from prancha.changes.difference_report import OPEN, as_json, as_markdown, as_text
from prancha.changes.snapshot_text import read_snapshot, serialize
from prancha.cli import command_line
from prancha.model.sheet import Paper
from tests.unit.book.book_project import EN, write_book

OLD = (
    "# Lume",
    "Draw exactly two cards and keep one of them if you like to.",
    "## End",
    "It ends.",
    "Count points.",
)
NEW = (
    "# Lume",
    "Draw exactly two cards and keep both of them if you like to.",
    "## The end",
    "It ends.",
    "A tie is won.",
)


def lines(old: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    return [one.line for one in find_book_changes({"en": old}, {"en": new})]


def test_each_changed_paragraph_is_told_with_its_heading_and_the_words_that_differ() -> None:
    assert lines(OLD, NEW) == [
        "Lume: … two cards and keep one of them if you … -> … two cards and keep both of them if you …",
        "Lume: ## End -> ## The end",
        "The end: Count points. -> A tie is won.",
    ]


def test_new_and_lost_paragraphs_and_books_are_told() -> None:
    assert lines(OLD, (*OLD, "Begin again.")) == ["End: added: Begin again."]
    assert lines(OLD, OLD[:-1]) == ["End: removed: Count points."]
    assert lines((), OLD) == ["added, 5 paragraphs"]
    assert lines(OLD, ()) == ["removed, 5 paragraphs"]
    assert lines(OLD, OLD) == []


def test_words_that_were_repeated_or_dropped_are_shown() -> None:
    assert lines(("a a a",), ("a a",)) == ["a a a -> a a"]
    assert lines(("a b",), ("a b b",)) == ["a b -> a b b"]


def test_a_snapshot_keeps_the_book_and_reads_those_without() -> None:
    text = serialize(state(card("sun"), books={"en": OLD}))
    assert read_snapshot(text, "a.json").books == {"en": OLD}
    tree = json.loads(text)
    del tree["books"]
    assert read_snapshot(json.dumps(tree), "a.json").books == {}


def test_a_changed_count_and_a_changed_sentence_are_in_every_report(lume: Path) -> None:
    old = capture(write_book(lume), "lume", "then")
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("copies: 8", "copies: 9"))
    write_book(lume, english=EN.replace("Play it.", "Play it, or pass."))
    difference = compare(old, capture(lume, "lume", "now"))
    told = [
        "rulebook (pt-BR) Lume: Acenda o céu [star] com 12 cartas. -> Acenda o céu [star] com 13 cartas.",
        "rulebook (en) Lume: Light the [star] sky with 12 cards. -> Light the [star] sky with 13 cards.",
        "rulebook (en) In the box: - 8 suns and 4 moons -> - 9 suns and 4 moons",
        "rulebook (en) Turn: 2. Play it. -> 2. Play it, or pass.",
    ]
    text = as_text(difference)
    assert all(f"\n  {line}\n" in text for line in told), text
    markdown = as_markdown([difference], {})
    assert "#### Rulebook (en), 3 changes\n\n- `Lume: Light the" in markdown
    assert "- `Turn: 2. Play it. -> 2. Play it, or pass.`" in markdown
    assert {
        "lang": "en",
        "heading": "Turn",
        "old": "2. Play it.",
        "new": "2. Play it, or pass.",
        "whole": 0,
    } in (json.loads(as_json([difference]))[0]["rulebook"])
    assert "<h2>Rulebook</h2><ul><li>rulebook (pt-BR)" in html_report(lume, [difference])
    assert len(pdf_report(lume, difference, Paper("a4", 210, 297, 8))) > 1000


def test_many_changes_of_a_book_are_folded() -> None:
    texts = [f"Rule {number}." for number in range(OPEN + 1)]
    old, new = ({"en": tuple(f"{text} {word}" for text in texts)} for word in ("a", "b"))
    told = as_markdown(
        [compare(state(card("sun"), books=old), state(card("sun"), books=new, name="now"))], {}
    )
    assert (
        f"<details><summary>Rulebook (en), {OPEN + 1} changes</summary>\n\n- `Rule 0. a -> Rule 0. b`" in told
    )


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_book_of_a_git_revision_is_compared(
    lume: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_book(lume)
    monkeypatch.chdir(lume)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@a", *command], check=True)
    write_book(lume, english=EN.replace("Play it.", "Play it at once."))
    assert command_line.main(["diff", "HEAD", "--format", "markdown"]) == 0
    assert (
        "#### Rulebook (en), 1 change\n\n- `Turn: 2. Play it. -> 2. Play it at once.`"
        in capsys.readouterr().out
    )
