"""What a newcomer does with a list in the first hour: languages half done, a few cards, drafts."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import cli

Said = pytest.CaptureFixture[str]


@pytest.fixture
def deck(tmp_path: Path, capsys: Said) -> Path:
    (tmp_path / "deck.csv").write_text(
        "Name_en,Name_de,Text_en,Text_de,Qty\nOwl,Eule,Fly.,Flieg.,2\nElk,,Run.,,1\nEel,Aal,Swim.,,3\n"
    )
    assert run(tmp_path, "new", "zoo", "--from", str(tmp_path / "deck.csv")) == 0
    capsys.readouterr()
    return tmp_path


def run(project: Path, *arguments: str) -> int:
    return cli.main([*arguments, "--project", str(project)])


def test_a_missing_translation_stops_only_its_own_language(deck: Path, capsys: Said) -> None:
    assert run(deck, "build", "zoo") == 0
    assert "untranslated" not in capsys.readouterr().err
    assert run(deck, "build", "zoo", "--lang", "de") == 1
    said = capsys.readouterr().err
    missing = (
        'cards.csv:3:2: error untranslated [cards/elk]: row 3, column "Name_de": the text is missing in de'
    )
    assert missing in said
    assert said.count("error untranslated") == 2
    assert "(and 1 more like it: line 4)" in said
    assert run(deck, "list") == 0
    assert "    3 texts missing in de\n" in capsys.readouterr().out


def test_check_tells_a_half_done_language_in_one_warning(deck: Path, capsys: Said) -> None:
    assert run(deck, "check", "zoo") == 0
    said = capsys.readouterr().err
    assert said.count("untranslated") == 1
    assert "the text is missing in de (and 2 more)" in said
    assert "prancha build zoo --lang de prints when all are there" in said
