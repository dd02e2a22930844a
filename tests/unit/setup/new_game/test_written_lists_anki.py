"""Notes exported by Anki as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.setup.new_game import start
from prancha.setup.new_game.written_lists import read_notes

EXPORT = (
    "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n"
    'q$9,{z\tBasic\tBeasts\t"Which bird says ""caw""?<br>Think."\tA crow<div>or a <i>raven</i></div>\tbirds\n'
    "l0-#2\tBasic\tBeasts\tWho hoots?\t<div>An owl</div> [sound:owl.mp3]\tbirds night\n"
)


def test_notes_have_their_fields_without_what_only_anki_needs() -> None:
    assert read_notes(EXPORT) == (
        ["Deck", "Front", "Back", "Tags"],
        [
            ["Beasts", 'Which bird says "caw"?<br>Think.', "A crow<br>or a <i>raven</i>", "birds"],
            ["Beasts", "Who hoots?", "An owl", "birds night"],
        ],
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#separator:Semicolon\n#html:false\na;b;c\n", ["Front", "Back", "Field 3"]),
        ("#separator:,\n#columns:Name,Rules\nFox,Run\n", ["Name", "Rules"]),
        ("#separator:tab\n#tags column:2\nFox\tbeast\n", ["Text", "Tags"]),
    ],
)
def test_names_of_fields(text: str, names: list[str]) -> None:
    assert (read_notes(text) or ([], []))[0] == names


@pytest.mark.parametrize(
    "text", ["Name,Text\nFox,Run\n", "#1,Fox\n#2,Owl\n", "#separator:tab\n", '#separator:tab\n"open\n']
)
def test_other_lists_are_read_as_they_are(text: str) -> None:
    assert read_notes(text) is None


def test_an_export_becomes_cards_with_two_sides(tmp_path: Path) -> None:
    (tmp_path / "beasts.txt").write_text(EXPORT)
    started = start(tmp_path, "deck", source=tmp_path / "beasts.txt")
    assert started.wrong == ()
    assert (tmp_path / "components/deck/cards.csv").read_text().splitlines()[0] == "Deck,Front,Back,Tags"
    assert started.guesses[0].startswith(
        "the notes that Anki exported, with Deck, Front, Back, Tags, are stored"
    )
    assert not any("names of columns" in guess for guess in started.guesses)


def test_the_names_that_anki_gives_to_fields_need_no_guessing(tmp_path: Path) -> None:
    (tmp_path / "beasts.txt").write_text(
        "#separator:tab\n#columns:Ask\tTell\nWho hoots?\tAn owl\nWho roars?\tA bear\n"
    )
    started = start(tmp_path, "deck", source=tmp_path / "beasts.txt")
    assert not any("names of columns" in guess for guess in started.guesses)
