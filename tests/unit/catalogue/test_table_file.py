"""table.yaml: inheritance between numbers of players, seats, and what is told of wrong files."""

# ruff: noqa: E501 - a table of faults

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_game
from prancha.checks.set_ups import check_table
from prancha.model.game import Game
from prancha.model.play_table import SCENE
from prancha.model.table_layout import lay_out
from tests.unit.catalogue.projects import HEAD, load, refused

GAME = "title: DUAL\nlanguages: [pt-BR, en]\nplayers: [2, 3, 4]\nfamilies: [grid, pawns]\n"
GRID = HEAD + "items:\n  - {id: sun, copies: 4, tone: white}\n  - {id: moon, copies: 4, tone: black}\n"
PAWNS = HEAD.replace("63 x 88", "20 x 20") + (
    "items:\n  - {id: red, owner: 1, copies: 2}\n  - {id: blue, owner: 2, copies: 2}\n"
    "  - {id: green, owner: 3, copies: 2}\n  - {id: pink, owner: 4, copies: 2}\n"
)


def game(project: Path, table: str) -> Game:
    return load(project, GRID, GAME, pawns=PAWNS, table=table)


def test_set_ups_inherit_from_what_stands_above_and_from_each_other(tmp_path: Path) -> None:
    table = game(
        tmp_path,
        "lay:\n"
        "  deck: {family: grid, count: 6, at: [0 mm, 0 mm]}\n"
        '  pawn: {family: pawns, where: {owner: "{seat}"}, count: 1, seat: each, at: [0 mm, -50 mm]}\n'
        "players:\n"
        "  2: {lay: {deck: {count: 4}, pawn: {count: 2}, rest: {family: grid, at: [100 mm, 0 mm]}}}\n"
        "  3: {like: 2, lay: {rest: null, deck: {face: down}}}\n",
    ).play_table
    assert table is not None
    assert table.players == (2, 3, 4)
    found = {
        setup.players: [(one.key, one.count, one.face_down) for one in setup.places] for setup in table.setups
    }
    assert found[2] == [
        ("deck", 4, False), ("pawn@1", 2, False), ("pawn@2", 2, False), ("rest", None, False),
    ]  # fmt: skip
    assert found[3] == [("deck", 4, True), *((f"pawn@{seat}", 2, False) for seat in "123")]
    assert found[4] == [("deck", 6, False), *((f"pawn@{seat}", 1, False) for seat in "1234")]
    assert [one.choice for one in table.setup(2).places[1:3]] == [("pawns/red",), ("pawns/blue",)]


def test_seats_lie_clockwise_around_the_table_or_where_they_are_put(tmp_path: Path) -> None:
    table = game(
        tmp_path,
        "size: 800 x 600 mm\nseats: [a, b, {id: c, at: [10 mm, 20 mm], angle: 45}, d]\n"
        "lay: {deck: {family: [grid, pawns], at: [0 mm, 0 mm]}}\n",
    ).play_table
    assert table is not None
    seats = [(one.id, one.x, one.y, one.angle) for one in table.setup(4).seats]
    assert seats == [("a", 0, 300, 0), ("b", -400, 0, 90), ("c", 10, 20, 45), ("d", 400, 0, 270)]
    assert [one.id for one in table.setup(2).seats] == ["a", "b"]


def test_counters_belong_to_seats(tmp_path: Path) -> None:
    table = game(
        tmp_path,
        "lay: {deck: {family: grid, at: [0 mm, 0 mm]}}\n"
        "counters: {coins: {title: {pt-BR: Moedas, en: Coins}, start: 5, low: 0, seat: each, at: [10 mm, -20 mm]}}\n",
    ).play_table
    assert table is not None
    first = table.setup(2).counters[0]
    assert (first.key, first.title["en"], first.start, first.x, first.y) == ("coins@1", "Coins", 5, 10, 430)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("lay: {deck: {family: grids, at: [0 mm, 0 mm]}}", 'table.yaml:1:22 unknown-family: there is no family "grids"'),
        ("lay: {deck: {family: grid}}", 'table.yaml:1:7 missing-key: "deck" has no place: neither "at" nor "on"'),
        ("lay: {deck: {at: [0 mm, 0 mm]}}", 'table.yaml:1:7 missing-key: "deck" does not say what lies there'),
        ("lay: {deck: {family: grid, at: [0, 0 mm]}}", 'table.yaml:1:33 wrong-type: entry 1 of "at" must be text, not the number 0'),
        ("lay: {deck: {family: grid, where: {tone: whit}, at: [0 mm, 0 mm]}}", 'table.yaml:1:42 unknown-item: nothing of grid has tone the text "whit"'),
        ("lay: {deck: {family: grid, where: {tone: [white, blak]}, at: [0 mm, 0 mm]}}", 'table.yaml:1:42 unknown-item: nothing of grid has tone the text "blak"'),
        ("lay: {deck: {family: grid, where: {tone: {not: blak}}, at: [0 mm, 0 mm]}}", 'table.yaml:1:42 unknown-item: nothing of grid has tone the text "blak"'),
        ("lay: {deck: {family: grid, where: {tone: white, id: moon}, at: [0 mm, 0 mm]}}", "table.yaml:1:53 unknown-item: nothing of grid has all that where: asks for"),
        ("lay: {Deck: {family: grid, at: [0 mm, 0 mm]}}", 'table.yaml:1:7 bad-id: the text "Deck" is not the name of a place'),
        ("seats: [Ana, b, c, d]", 'table.yaml:1:9 bad-id: the text "Ana" is not the id of a seat'),
        ("lay: {deck: {family: grid, items: [son], at: [0 mm, 0 mm]}}", 'table.yaml:1:36 unknown-item: there is no item "son"'),
        ("lay: {deck: {family: grid, on: grud}}", 'table.yaml:1:32 unknown-place: "grud" is neither a place nor an item'),
        ("lay: {deck: {family: grid, seat: fox, at: [0 mm, 0 mm]}}", 'table.yaml:1:34 unknown-seat: there is no seat "fox"'),
        ("lay: {deck: {family: grid, as: hand}}", 'table.yaml:1:7 missing-key: "deck" is a hand of nobody'),
        ("lay: {deck: {family: grid, on: deck, at: [0 mm, 0 mm]}}", 'bad-value: "deck" lies at a point and on "deck"'),
        ("seats: [a, b]\nlay: {deck: {family: grid, at: [0 mm, 0 mm]}}", "bad-value: there are 2 seats for 3 players"),
        ("players: {5: {}}", "table.yaml:1:11 bad-value: the game is not for 5 players"),
        ("players: {2: {like: 3}, 3: {like: 2}}", "bad-value: the set-up for 2 begins with itself"),
        ("scene: {like: 5}", "table.yaml:1:15 bad-value: there is no set-up for 5 players to begin with"),
        ("scene: {lay: {deck: {family: grids, at: [0 mm, 0 mm]}}}", 'table.yaml:1:30 unknown-family: there is no family "grids"'),
        ("size: 20 x 20 mm", 'table.yaml:1:7 out-of-range: a table of "20 x 20 mm" is none'),
        ("spaces: {grid/sun: {a: [70 mm, 0 mm]}}", 'out-of-range: the space "a" lies outside grid/sun, 63 x 88 mm'),
        ("counters: {coins: {start: 5, high: 3}}", 'out-of-range: "coins" starts at 5, outside its limits'),
        ("title: Cards\nstock: card\ntemplate: x.svg.j2\n", "bad-file-name: table.yaml holds the set-ups of a game, but this file is a family"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told_at_its_line(tmp_path: Path, table: str, told: str) -> None:
    found = [
        f"{one.place} {one.code}: {one.message}" for one in refused(lambda: game(tmp_path, table + "\n"))
    ]
    assert any(told in one for one in found), "\n".join(found)


def test_a_fault_of_several_set_ups_and_seats_is_told_once(tmp_path: Path) -> None:
    table = "lay: {pawn: {family: pawn, seat: each, at: [0 mm, -50 mm]}}\n"
    assert [one.code for one in refused(lambda: game(tmp_path, table))] == ["unknown-family"]


def test_a_given_file_is_read_in_place_of_the_one_in_the_folder(tmp_path: Path) -> None:
    folder = game(tmp_path, "size: 800 x 600 mm\n").folder
    table = load_game(folder, tmp_path, {"table.yaml": b"size: 700 x 700 mm\n"}).play_table
    assert table is not None
    assert (table.width, table.height) == (700, 700)


def test_no_family_is_called_table(tmp_path: Path) -> None:
    found = refused(lambda: load(tmp_path, GRID, GAME.replace("pawns", "table")))
    assert 'no family can be called "table"' in found[0].message


def test_check_tells_forgotten_pieces_and_places_on_one_another(tmp_path: Path) -> None:
    found = check_table(
        game(
            tmp_path,
            "lay:\n  deck: {family: grid, where: {tone: white}, at: [0 mm, 0 mm]}\n"
            "  pawn: {family: pawns, as: row, at: [25 mm, 0 mm]}\n",
        )
    )
    told = [f"{one.place.line} {one.severity} {one.code}: {one.message}" for one in found]
    assert told[0] == "1 warning unused-piece: no set-up lays 4 pieces of grid: 4 of grid/moon"
    assert told[1] == '3 warning places-overlap: "pawn" lies on "deck" in the set-up for 2 players'
    boxed = game(
        tmp_path, "box: [pawns]\nlay: {deck: {family: grid, shuffled: true, count: 1, at: [0 mm, 0 mm]}}\n"
    )
    assert check_table(boxed) == ()


def test_a_scene_changes_a_set_up_and_is_checked_without_laying_all_pieces(tmp_path: Path) -> None:
    lay = "lay:\n  deck: {family: grid, face: down, at: [0 mm, 0 mm]}\n  pawn: {family: pawns, as: row, at: [0 mm, 90 mm]}\n"
    scene = "scene: {like: 3, lay: {deck: {face: up, count: 5}, pawn: {at: [AT, 0 mm]}}}\n"
    made = game(tmp_path, lay + scene.replace("AT", "120 mm"))
    table = made.play_table
    assert table is not None
    assert table.scene is not None
    deck = table.scene.places[0]
    assert (deck.key, deck.face_down, deck.count) == ("deck", False, 5)
    assert (table.setup(SCENE), table.setup().players) == (table.scene, 2)
    assert len(lay_out(made, SCENE).seats) == 3
    assert check_table(made) == ()
    crowded = check_table(game(tmp_path, lay + scene.replace("AT", "60 mm")))
    assert [one.message for one in crowded] == ['"pawn" lies on "deck" in the scene']
    (beyond,) = check_table(game(tmp_path, lay + scene.replace("AT", "440 mm")))
    assert (beyond.place.line, beyond.code) == (4, "off-the-table")


def test_what_lies_beyond_the_edge_is_checked_and_can_be_laid(tmp_path: Path) -> None:
    beyond = game(tmp_path, "size: 800 x 600 mm\nlay: {one: {family: grid, at: [390 mm, 0 mm]}}\n")
    (found,) = (one for one in check_table(beyond) if one.severity == "error")
    assert str(found.place).endswith("table.yaml:2:31")
    assert found.message == '"one" reaches 22 mm beyond the edge of the table of 800 x 600 mm'
    assert check_table(beyond, laying=True) == ()


def test_a_set_up_that_cannot_be_laid_is_told_without_checks(tmp_path: Path) -> None:
    lacking = game(tmp_path, "lay: {one: {family: grid, count: 99, at: [0 mm, 0 mm]}}\n")
    assert {one.code for one in check_table(lacking, laying=True)} == {"too-few-pieces"}


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_file_says_how_to_begin(tmp_path: Path, text: str) -> None:
    (found,) = refused(lambda: game(tmp_path, text))
    assert found.message == "the file is empty"
    assert found.hint.startswith("begin with a line such as size: 900 x 900 mm, then lay: with the places")
