"""Whole cards are copied, deleted and moved byte for byte, or nothing is changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from prancha.catalogue import SpliceError, load_game
from prancha.catalogue.card_changes import copy_card, delete_card, move_card, source_of_card
from prancha.model.game import Game
from tests.conftest import CARDS

HEAD = CARDS.partition("items:")[0]
LONG = """\
# all cards
items:
  # of the sky
  - id: sun   # bright
    copies: 8
    name: {pt-BR: Sol, en: Sun}
    text: |
      It burns.

      # no comment
  - {id: moon, copies: 4,
     name: {pt-BR: Lua, en: Moon}, text: "Pale"
    }

  # of the earth
  -   id: hill
      name:
        pt-BR: Morro
        en: Hill
      text: ''
"""
LINES = [
    "id,copies,cost,name.pt-BR,name.en",
    "sun,8,1, Sol ,Sun",
    '"moon",4,2,"Lua, a ""bela""",Moon',
    "hill,1,,Morro,Hill",
]
ROWS = "\r\n".join(LINES)


def written(project: Path, text: str, name: str = "cards.yaml") -> Callable[[Mapping[str, bytes]], Game]:
    folder = project / "components" / "lume"
    if name == "cards.yaml":
        (folder / name).write_bytes((HEAD + text).encode())
    else:
        (folder / name).write_bytes(text.encode())

    def load(given: Mapping[str, bytes]) -> Game:
        return load_game(folder, project, given)

    return load


def listed(project: Path, rows: str = ROWS, source: str = "from: cards.csv\n") -> Any:
    written(project, source)
    return written(project, rows, "cards.csv")


def test_a_copy_stands_behind_its_card_with_values_of_its_own(lume: Path) -> None:
    load = written(lume, LONG)
    data = (HEAD + LONG).encode()
    values = {("name", "en"): "Star: far", ("copies",): 2, ("text",): "Small"}
    after, name = copy_card(data, load, lume, "cards/sun", "star", values)
    assert name == "star"
    copy = """\
  - id: star   # bright
    copies: 2
    name: {pt-BR: Sol, en: "Star: far"}
    text: "Small"
"""
    at = LONG.index("  - {id: moon")
    assert after.decode() == HEAD + LONG[:at] + copy + LONG[at:]


def test_the_last_card_of_a_file_without_a_line_end_is_copied(lume: Path) -> None:
    text = CARDS.partition("items:")[2].rstrip("\n")
    load = written(lume, f"items:{text}")
    after, _ = copy_card((HEAD + "items:" + text).encode(), load, lume, "cards/moon", "moon-2", {})
    last = text.splitlines()[-1]
    assert after.decode() == HEAD + "items:" + text + "\n" + last.replace("moon", "moon-2", 1) + "\n"


def test_a_deleted_card_leaves_the_comments_around_it(lume: Path) -> None:
    load = written(lume, LONG)
    after = delete_card((HEAD + LONG).encode(), load, lume, "cards/moon").decode()
    start, end = LONG.index("  - {id: moon"), LONG.index("\n  # of the earth")
    assert after == HEAD + LONG[:start] + LONG[end:]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_card_is_moved_down_and_up_again(lume: Path, ends: str) -> None:
    text = (HEAD + LONG).replace("\n", ends)
    load = written(lume, "")
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_bytes(text.encode())
    down = move_card(text.encode(), load, lume, "cards/sun", "cards/hill")
    file.write_bytes(down)
    assert [one.id for one in load({}).family("cards").items] == ["moon", "hill", "sun"]
    assert sorted(down.decode().split(ends)) == sorted(text.split(ends))


def test_random_changes_keep_every_other_line(lume: Path) -> None:
    """Changes of lists in all styles: the lines of no other card are touched."""
    chance = random.Random(7)
    for _ in range(60):
        ids = [f"c{number}" for number in range(chance.randint(2, 7))]
        cards = []
        for name in ids:
            style = chance.randrange(4)
            card = [
                f"- {{id: {name}, name: {{pt-BR: N{name}, en: M{name}}}}}  # of {name}\n",
                f"- id: {name}\n  name:\n    pt-BR: N{name}\n    en: M{name}\n",
                f"-  name: {{pt-BR: N{name}, en: M{name}}}\n   id: {name}  # last\n",
                f"- id: {name}\n  name: {{pt-BR: N{name},\n    en: M{name}}}\n  text: >\n    folded\n",
            ][style]
            cards.append(card)
        glue = ["".join(chance.choice(["", "\n", "# note\n", "   # note\n"])) for _ in cards]
        text = "items:\n" + "".join(g + card for g, card in zip(glue, cards, strict=True)) + "# end\n"
        load = written(lume, text)
        data = (HEAD + text).encode()
        one, to = chance.sample(range(len(ids)), 2)
        deleted = delete_card(data, load, lume, f"cards/{ids[one]}").decode()
        assert deleted == (HEAD + text).replace(cards[one], "")
        copied, _ = copy_card(data, load, lume, f"cards/{ids[one]}", "new", {})
        copy = cards[one].replace(f"id: {ids[one]}", "id: new")
        assert copied.decode() == (HEAD + text).replace(cards[one], cards[one] + copy)
        moved = move_card(data, load, lume, f"cards/{ids[one]}", f"cards/{ids[to]}").decode()
        kept = (HEAD + text).replace(cards[one], "")
        assert moved.replace(cards[one], "") == kept
        order = sorted(ids, key=lambda name: moved.index(f"id: {name}"))
        wanted = [*ids]
        wanted.insert(to, wanted.pop(one))
        assert order == wanted


def test_rows_are_copied_deleted_and_moved(lume: Path) -> None:
    load = listed(lume)
    data = ROWS.encode()
    after, _ = copy_card(
        data, load, lume, "cards/moon", "star", {("name", "pt-BR"): "Estrela", ("cost",): 2.5}
    )
    lines = LINES
    assert after.decode().split("\r\n") == [*lines[:3], '"star",4,2.5,"Estrela",Moon', lines[3]]
    assert delete_card(data, load, lume, "cards/hill").decode() == "\r\n".join(lines[:3])
    assert delete_card(data, load, lume, "cards/sun").decode() == "\r\n".join([lines[0], *lines[2:]])
    moved = move_card(data, load, lume, "cards/hill", "cards/sun").decode()
    assert moved == "\r\n".join([lines[0], lines[3], lines[1], lines[2]])


def test_a_value_that_a_copied_row_does_not_have_is_an_empty_cell(lume: Path) -> None:
    after, _ = copy_card(ROWS.encode(), listed(lume), lume, "cards/sun", "star", {("cost",): None})
    assert after.decode().split("\r\n")[2] == "star,8,, Sol ,Sun"


def test_ids_made_of_values_need_other_values(lume: Path) -> None:
    rows = "copies,name.pt-BR,name.en\n8,Sol,Sun\n4,Lua,Moon\n"
    load = listed(lume, rows, 'from: {file: cards.csv, id: "{name.pt-BR}"}\n')
    after, name = copy_card(rows.encode(), load, lume, "cards/sol", "", {("name", "pt-BR"): "Ilha"})
    assert (after.decode(), name) == (
        "copies,name.pt-BR,name.en\n8,Sol,Sun\n8,Ilha,Sun\n4,Lua,Moon\n",
        "ilha",
    )
    with pytest.raises(SpliceError) as told:
        copy_card(rows.encode(), load, lume, "cards/sol", "", {})
    assert 'the id "sol" is used twice in this family' in told.value.message
    assert told.value.hint == "the id of a card is made as {name.pt-BR}: give it other values"


def test_a_copy_in_a_sorted_list_goes_where_it_belongs(lume: Path) -> None:
    load = listed(lume, source="from: cards.csv\nsort: copies\n")
    after, _ = copy_card(ROWS.encode(), load, lume, "cards/sun", "tree", {("copies",): 1})
    assert '\r\ntree,1,1, Sol ,Sun\r\n"moon"' in after.decode()
    with pytest.raises(SpliceError, match="sort: decides the order of the cards"):
        move_card(ROWS.encode(), load, lume, "cards/sun", "cards/moon")


MATRIX = 'matrix: {axes: {suit: [a, b]}, id: "{suit}", fields: {name: {pt-BR: X, en: X}}}\n'


@pytest.mark.parametrize(
    ("text", "key", "why", "hint"),
    [
        (MATRIX, "cards/a", "the cards come from matrix:", "change the values of matrix: in the file"),
        (
            'from: {file: cards.csv, where: "copies > 1"}\n',
            "cards/sun",
            "where: decides which rows are cards",
            "change the rows in the file, or delete where:",
        ),
    ],
)
def test_cards_that_are_made_or_chosen_are_not_changed(
    lume: Path, text: str, key: str, why: str, hint: str
) -> None:
    load = listed(lume, source=text)
    data = (lume / "components" / "lume" / "cards.csv").read_bytes()
    for change in (
        lambda: copy_card(data, load, lume, key, "new", {}),
        lambda: delete_card(data, load, lume, key),
        lambda: move_card(data, load, lume, key, key),
    ):
        with pytest.raises(SpliceError) as told:
            change()
        assert (told.value.message, told.value.hint) == (why, hint)


def test_lists_that_other_programs_write_are_told(lume: Path) -> None:
    written(lume, '[{"id": "sun", "name": {"pt-BR": "Sol", "en": "Sun"}}]', "cards.json")
    load = written(lume, "from: cards.json\n")
    game = load({})
    source = source_of_card(game, lume, game.family("cards").items[0])
    assert (source.fixed, source.order) == ("json", "json")
    with pytest.raises(SpliceError, match="another program writes lists of this kind"):
        source.refuse()


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ("items: [{id: sun, name: a}, {id: moon, name: b}]\n", "the cards stand in one pair of brackets"),
        ("items:\n- id: sun\n  name: &n a\n- id: moon\n  name: *n\n", "without changing more"),
        ("items:\n  -\n    id: sun\n    name: a\n  - {id: moon}\n", "do not stand in lines of their own"),
    ],
)
def test_what_cannot_be_cut_out_is_left(lume: Path, items: str, told: str) -> None:
    load = written(lume, items)
    with pytest.raises(SpliceError, match=told):
        delete_card((HEAD + items).encode(), load, lume, "cards/sun")


def test_ids_are_checked_before_anything_is_written(lume: Path) -> None:
    load = written(lume, LONG)
    data = (HEAD + LONG).encode()
    for name, told in (("", '"" is not an id'), ("a/b", "is not an id"), ("moon", 'the id "moon" is taken')):
        with pytest.raises(SpliceError, match=told):
            copy_card(data, load, lume, "cards/sun", name, {})
    with pytest.raises(SpliceError, match="there is no cards/mars any more"):
        delete_card(data, load, lume, "cards/mars")


def test_the_last_card_of_a_family_stays(lume: Path) -> None:
    text = "items:\n  - {id: sun}\n"
    load = written(lume, text)
    with pytest.raises(SpliceError, match="a family has at least one card"):
        delete_card((HEAD + text).encode(), load, lume, "cards/sun")
