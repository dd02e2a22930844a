"""What `new` draws passes its own checks: words below numbers, and texts far longer than the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from prancha.building import game_loading
from prancha.setup.new_game import Wishes, start

_STORY = "The old story of the ford goes on and on and nobody knows where it ends. "


def begun(tmp_path: Path, text: str) -> tuple[tuple[str, ...], str, str]:
    """What was guessed, the family and its drawing, of a list that prints at once."""
    (tmp_path / "deck.csv").write_text(text, encoding="utf-8")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert started.wrong == ()
    family = (tmp_path / "components/deck/cards.yaml").read_text()
    return started.guesses, family, (tmp_path / "templates/deck/cards.svg").read_text()


@pytest.mark.parametrize(
    "header",
    [
        "Strength,Dexterity,Constitution,Intelligence,Wisdom,Charisma",
        "Speed,Armour,Attack,Defence,Hit points,Initiative,Movement,Perception",
        "Perception modifier,Disambiguation,Incomprehensibility",
        "Geschwindigkeit,Verteidigung,Lebenspunkte,Zauberkraft",
    ],
)
def test_values_with_long_words_have_a_cell_each(tmp_path: Path, header: str) -> None:
    values = [str(number) for number, _ in enumerate(header.split(","), 3)]
    told, _, drawing = begun(tmp_path, f"Name,{header}\nFox,{','.join(values)}\nOwl,{','.join(values)}\n")
    assert [line for line in told if line.startswith("size:")] == []
    rows = re.findall(r'label="if:[^"]*=\*">\s*<(?:rect|g)[^>]*>', drawing)
    assert len(rows) == len(values)


def test_a_second_row_of_numbers_takes_its_room_from_the_text(tmp_path: Path) -> None:
    header = "Strength,Dexterity,Constitution,Intelligence,Wisdom,Charisma"
    rows = "Fox,8,14,10,10,8,8,Draw a card.\nOwl,8,14,10,10,8,8,Fly two spaces.\n"
    (tmp_path / "deck.csv").write_text(f"Name,{header},Text\n{rows}")
    for layout in ("classic", "minimal", "full-art"):
        started = start(tmp_path, layout, source=tmp_path / "deck.csv", wishes=Wishes(layout=layout))
        assert started.wrong == ()
        drawing = (tmp_path / f"templates/{layout}/cards.svg").read_text()
        text, *cells = re.findall(
            r'label="text:(?:text|strength|wisdom) [^>]*>\s*<rect[^>]* y="(.*?)"[^>]* height="(.*?)"', drawing
        )
        (first, _), (second, high) = cells[0], cells[2]
        assert float(text[0]) + float(text[1]) <= float(first) < float(first) + 4 < float(second)
        assert float(second) + float(high) < 88


def test_words_without_room_are_shortened(tmp_path: Path) -> None:
    header = ",".join(f"Incomprehensibility{letter}" for letter in "ABCDEF")
    told, _, _ = begun(tmp_path, f"Name,{header}\nFox,1,2,3,4,5,6\nOwl,2,3,4,5,6,7\n")
    assert 'label: "IncomprehensibilityA" is "Incomprehensi." (it has no room; texts: in game.yaml)' in told


def test_one_long_text_does_not_make_all_cards_large(tmp_path: Path) -> None:
    rows = "".join(f"Card {k},Draw {k} cards.\n" for k in range(20))
    told, family, _ = begun(tmp_path, f"Name,Text\n{rows}Saga,{_STORY * 20}\n")
    assert "size: 63 x 88 mm" in family
    assert "continue: card" in family
    assert any(line.startswith("continue: card (a few texts, far longer") for line in told)
    assert [item.parts for item in game_loading.load(tmp_path, "deck").families[0].items][:2] == [1, 1]


def test_texts_that_are_all_long_still_need_a_larger_card(tmp_path: Path) -> None:
    _, family, _ = begun(tmp_path, "Name,Text\n" + "".join(f"Card {k},{_STORY * 18}\n" for k in range(12)))
    assert "size: 70 x 120 mm" in family
    assert "continue:" not in family


def test_a_text_longer_than_the_largest_card_goes_on(tmp_path: Path) -> None:
    _, family, _ = begun(tmp_path, f"Name,Text\nSaga,{_STORY * 400}\nFox,Run.\n")
    assert "continue: card" in family
