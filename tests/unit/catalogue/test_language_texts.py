"""Texts of a language in a file of its own: merged by id and field, everything strange told."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_game
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.game import Game

from .projects import write_game

HEAD = """\
title: Den
languages: [en, de, pt-BR]
subtitle: {en: A den, pt-BR: Toca}
families: [cards]
texts: {turn: {en: Your turn, pt-BR: Sua vez}}
keywords: {hide: {name: {en: Hide, pt-BR: Oculto}, reminder: Stay.}}
supplied: [{name: {en: bag, pt-BR: saco}}]
"""
CARDS = """\
title: {en: Cards, pt-BR: Cartas}
stock: card
size: 63 x 88 mm
outline: rectangle
template: c.svg.j2
defaults: {rule: {en: Draw., pt-BR: Compre.}}
items:
  - id: guard
    name: {en: Guard, pt-BR: Guarda}
    steps: [{do: {en: Go, pt-BR: Vá}}, {do: Stop}]
    cost: 3
  - {id: fuji, name: Fuji}
"""
DE = """\
game:
  subtitle: Ein Bau
  texts: {turn: Du bist dran}
  keywords: {hide: {name: Verstecken}}
  supplied.0.name: Beutel
cards:
  title: Karten
  defaults: {rule: Ziehe.}
  items:
    guard:
      name: Wache
      steps.0.do: Geh
      steps: {1: {do: Halt}}
    fuji: {name: Fuji}
"""


def load(project: Path, de: str = DE, cards: str = CARDS, **more: str) -> Game:
    folder = write_game(project, {"game.yaml": HEAD, "cards.yaml": cards, **more}, "den")
    (folder / "texts").mkdir(exist_ok=True)
    (folder / "texts" / "de.yaml").write_text(de, encoding="utf-8")
    return load_game(folder, project)


def refused(project: Path, de: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Failure) as caught:
        load(project, de)
    return caught.value.diagnostics


def test_a_file_gives_a_game_the_texts_of_its_language(tmp_path: Path) -> None:
    game = load(tmp_path)
    assert not game.missing("de")
    assert not game.missing("pt-BR")
    assert game.notes == ()
    assert game.subtitle["de"] == "Ein Bau"
    assert game.texts["turn"]["de"] == "Du bist dran"
    assert game.keywords["hide"]["name"] == {"en": "Hide", "de": "Verstecken", "pt-BR": "Oculto"}
    assert game.supplied[0]["name"]["de"] == "Beutel"
    (family,) = game.families
    guard, fuji = family.items
    assert family.title["de"] == "Karten"
    assert family.title["en"] == "Cards"
    assert guard.fields["name"] == {"en": "Guard", "pt-BR": "Guarda", "de": "Wache"}
    assert guard.fields["steps"][0]["do"]["de"] == "Geh"
    assert guard.fields["steps"][1]["do"] == {"en": "Stop", "de": "Halt", "pt-BR": "Stop"}
    assert fuji.fields["rule"]["de"] == guard.fields["rule"]["de"] == "Ziehe."
    assert str(guard.where("name.de")) == "components/den/texts/de.yaml:11:13"
    assert str(guard.where("name.en")) == "components/den/cards.yaml:9:12"
    assert str(game.places["texts.turn.de"]) == "components/den/texts/de.yaml:3:17"


def test_without_it_every_text_is_missing_in_that_language_alone(tmp_path: Path) -> None:
    game = load(tmp_path, "")
    assert len(game.missing("de")) == 8
    assert not game.missing("pt-BR")


def test_what_is_translated_for_one_item_is_missing_for_the_others(tmp_path: Path) -> None:
    game = load(tmp_path, DE.replace("    fuji: {name: Fuji}\n", "").replace("      name: Wache\n", ""))
    (one,) = game.missing("de")
    assert (one.item, one.message) == ("cards/guard", "the text is missing in de")
    game = load(tmp_path, DE.replace("    fuji: {name: Fuji}\n", ""))
    (one,) = game.missing("de")
    assert (str(one.place), one.item) == ("components/den/cards.yaml:12:16", "cards/fuji")
    assert one.hint == (
        "write it in components/den/texts/de.yaml: cards: items: fuji: name: ...; "
        "the same words where they stay"
    )


def test_a_text_in_two_places_is_told_and_the_file_s_is_printed(tmp_path: Path) -> None:
    game = load(tmp_path, cards=CARDS.replace("{en: Guard,", "{en: Guard, de: Posten,"))
    (note,) = game.notes
    assert (note.code, note.severity, note.item) == ("text-twice", "warning", "cards/guard")
    assert note.message == "the text is also written at components/den/cards.yaml:9:23; this one is printed"
    assert note.hint == "delete one of the two"
    assert str(note.place) == "components/den/texts/de.yaml:11:13"
    assert game.families[0].items[0].fields["name"]["de"] == "Wache"


def test_a_list_of_components_takes_texts_too(tmp_path: Path) -> None:
    cards = CARDS.partition("defaults:")[0] + "from: cards.csv\n"
    game = load(
        tmp_path, "cards: {title: Karten, items: {wolf: {name: Wolf}, '7': {name: Otter}}}", cards,
        **{"cards.csv": "id,name\nwolf,Wolf\n7,Otter\n"},
    )  # fmt: skip
    assert [item.fields["name"]["de"] for item in game.families[0].items] == ["Wolf", "Otter"]


@pytest.mark.parametrize(
    ("text", "where", "message", "hint"),
    [
        ("- a", "1:1 wrong-type", "expected families, found a list", "cards: {items: {wolf: {name: Wolf}}}"),
        ("cards: x", "1:8 wrong-type", '"cards" must be keys and values, not the text "x"', ""),
        ("card: {}", "1:1 unknown-field", '"card" is neither game nor a family', 'did you mean "cards"?'),
        ("game: {subtitel: x}", "1:8 unknown-field", '"subtitel" is not a text of game', '"subtitle"?'),
        ("game: {texts: {trn: x}}", "1:16 unknown-field", '"trn" is not a text of texts', '"turn"?'),
        ("cards: {item: {}}", "1:9 unknown-field", '"item" is not a text of a family', '"items"?'),
        ("cards: {items: []}", "1:16 wrong-type", '"items" must be texts by the id of their item', "wolf:"),
        ("cards: {items: {gard: {}}}", "1:17 unknown-field", 'there is no item "gard" in cards', '"guard"?'),
        ("cards: {items: {guard: x}}", "1:24 wrong-type", "expected the fields of cards/guard", "name: ..."),
        (
            "cards: {items: {guard: {nme: x}}}",
            "1:25 unknown-field",
            '"nme" is not a text of this item',
            '"name"?',
        ),
        ("cards: {items: {guard: {name: 7}}}", "1:31 wrong-type", 'expected the text of "name"', "in quotes"),
        (
            "cards: {items: {guard: {name: {en: x}}}}",
            "1:31 wrong-type",
            'text of "name", found a mapping',
            "",
        ),
        (
            "cards: {items: {guard: {cost: x}}}",
            "1:31 wrong-type",
            '"cost" is the number 3, which is no',
            "out",
        ),
        (
            "cards: {items: {guard: {steps.9.do: x}}}",
            "1:25 unknown-field",
            "in the list steps, which has 2",
            "1",
        ),
        (
            "cards: {items: {guard: {steps: x}}}",
            "1:32 wrong-type",
            '"steps" is a list, which is not a text',
            "",
        ),
        ("cards: [", "2:1 yaml-syntax", "", ""),
    ],
)
def test_what_is_strange_is_told_with_the_nearest_name(
    tmp_path: Path, text: str, where: str, message: str, hint: str
) -> None:
    found = refused(tmp_path, text)[0]
    assert f"{found.place} {found.code}" == f"components/den/texts/de.yaml:{where}"
    assert message in found.message
    assert hint in found.hint


def test_the_file_is_called_as_a_language_of_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "components" / "den" / "texts"
    load(tmp_path)
    for name, message, hint in (
        (
            "fr",
            "fr.yaml has texts in fr, which is not a language of this game",
            "add fr to languages: of game.yaml",
        ),
        ("German", "German.yaml is not named after a language", "such as de.yaml or pt-BR.yaml"),
    ):
        (folder / f"{name}.yaml").write_text("cards: {}\n")
        (found,) = refused(tmp_path, DE)
        assert found.message == message
        assert hint in found.hint
        (folder / f"{name}.yaml").unlink()


def test_a_field_without_markup_has_none_in_texts_of_a_language(tmp_path: Path) -> None:
    cards = CARDS.replace("defaults:", "markup: {name: none, rule: none, steps: none}\ndefaults:")
    cards = cards.replace("Guard,", "Guard*,").replace("Draw.", "Draw*.")
    de = DE.replace("Wache", "Wache*").replace("Ziehe.", "'[Ziehe]'").replace("Geh", "Geh*")
    guard = load(tmp_path, de, cards).families[0].items[0].fields
    assert guard["name"] == {"en": "Guard\\*", "de": "Wache\\*", "pt-BR": "Guarda"}
    assert guard["rule"] == {"en": "Draw\\*.", "de": "\\[Ziehe\\]", "pt-BR": "Compre."}
    assert guard["steps"][0]["do"]["de"] == "Geh\\*"


def test_a_text_without_markup_is_compared_with_what_it_was_translated_from(tmp_path: Path) -> None:
    cards = CARDS.replace("defaults:", "markup: {name: none}\ndefaults:").replace("Guard,", "Guard*,")
    loaded = load(tmp_path, DE + '_sources: {"cards/guard:name": "Guard*"}\n', cards)
    assert not loaded.stale
