"""Builds of half a game: languages half translated, a few cards, drafts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prancha.cli import command_line
from tests.lists.measure import words_of

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
    return command_line.main([*arguments, "--project", str(project)])


def test_a_missing_translation_stops_only_its_own_language(deck: Path, capsys: Said) -> None:
    assert run(deck, "build", "zoo") == 0
    assert "untranslated" not in capsys.readouterr().err
    assert run(deck, "build", "zoo", "--lang", "de") == 1
    said = capsys.readouterr().err
    missing = (
        'deck.csv:3:2: error untranslated [cards/elk]: row 3, column "Name_de": the text is missing in de'
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


def printed(project: Path, file: str) -> tuple[list[str], int]:
    """The components on a kit and its copies."""
    manifest = json.loads((project / "output/zoo" / file).read_text())
    return [item["id"] for family in manifest["families"] for item in family["items"]], manifest["copies"]


@pytest.mark.parametrize(
    ("items", "ids", "name"),
    [
        ("elk", ["elk"], "zoo-a4-items-elk"),
        ("cards/eel", ["eel"], "zoo-a4-items-cards-eel"),
        ("cards/2-3", ["elk", "eel"], "zoo-a4-items-cards-2-3"),
        ("Cards/owl-elk", ["owl", "elk"], "zoo-a4-items-Cards-owl-elk"),
        ("1,eel", ["owl", "eel"], "zoo-a4-items-1+eel"),
    ],
)
def test_some_components_print_under_a_name_of_their_own(
    deck: Path, items: str, ids: list[str], name: str
) -> None:
    assert run(deck, "build", "zoo", "--items", items, "--proof") == 0
    assert printed(deck, f"{name}.json")[0] == ids
    assert (deck / f"output/zoo/{name}.pdf").is_file()
    assert not (deck / "output/zoo/zoo-a4.pdf").exists()


def test_so_many_copies_of_each(deck: Path) -> None:
    assert run(deck, "build", "zoo", "--copies", "4", "--proof") == 0
    assert printed(deck, "zoo-a4-copies-4.json") == (["owl", "elk", "eel"], 12)
    assert run(deck, "build", "zoo", "--items", "elk", "--copies", "2", "--proof") == 0
    assert printed(deck, "zoo-a4-items-elk-copies-2.json") == (["elk"], 2)


@pytest.mark.parametrize(
    ("items", "message", "hint"),
    [
        ("cards/olw", 'there is no component "olw" in cards', 'did you mean "owl"?'),
        ("card/owl", 'there is no family "card"', 'did you mean "cards"?'),
        ("cards/3-9", 'there is no component "3-9" in cards', "known: eel, elk, owl"),
        ("cards/0", 'there is no component "0" in cards', "known: eel, elk, owl"),
    ],
)
def test_components_that_are_none(deck: Path, capsys: Said, items: str, message: str, hint: str) -> None:
    assert run(deck, "build", "zoo", "--items", items) in (1, 2)
    said = capsys.readouterr().err
    assert message in said
    assert hint in said


def test_what_to_print_cannot_be_asked_for_twice(deck: Path, capsys: Said) -> None:
    assert run(deck, "build", "zoo", "--items", "owl", "--copies", "2", "--changed-since", "x") == 2
    said = capsys.readouterr().err
    assert "--items cannot be combined with --changed-since, which finds out what to print" in said
    assert "--copies and --sets cannot be combined with --changed-since, which counts the copies" in said
    with pytest.raises(SystemExit):
        run(deck, "build", "zoo", "--copies", "0")
    assert '"0" is not a number from 1 to 999' in capsys.readouterr().err


def test_a_draft_prints_what_does_not_fit_and_coarse_pictures(deck: Path, capsys: Said) -> None:
    from PIL import Image

    art = deck / "templates/zoo/art/owl.png"
    art.parent.mkdir(parents=True)
    Image.new("RGB", (200, 120), "teal").save(art)
    family = deck / "components/zoo/cards.yaml"
    family.write_text(family.read_text().replace("cards.svg", "cards.svg.j2"))
    template = deck / "templates/zoo/cards.svg.j2"
    template.write_text(
        """<path d="{{ shape(bleed) }}" fill="{{ palette.paper }}"/>"""
        + "{{ item.name[:0] }}{{ art('owl.png', 8, 20, 46, 26) }}"
        + "{{ paragraph('many words ' ~ item.text * 60, 8, 50, 40, 6, size=9, min=6) }}"
        + "{{ label(item.text * 40, width / 2, 80, size=8, min=6, width=30, align='center') }}"
    )
    assert run(deck, "build", "zoo") == 1
    assert capsys.readouterr().err.count("error text-overflow") >= 2
    assert run(deck, "build", "zoo", "--draft", "--proof") == 0
    said = capsys.readouterr()
    assert "warning text-overflow" in said.err
    assert "the draft has it smaller" in said.err
    assert "warning picture-resolution" in said.err
    assert " error " not in said.err
    assert words_of(deck / "output/zoo/zoo-a4-draft.pdf").count("Fly.") > 150
    assert run(deck, "build", "zoo") == 1
