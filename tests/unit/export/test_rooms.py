"""Rooms of browser tables: references closed, copies, pictures as printed; faults in them are found."""

# ruff: noqa: E501 - a table of faults

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from prancha.cli import command_line
from prancha.export.targets import rooms
from prancha.model.box import overlap
from prancha.setup.new_game import start_like
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.room_file import decks, pcio_pieces, pcio_problems, read_zip, vtt_pieces, vtt_problems
from tests.unit.export.table_exports import STANDEE, add

COPIES = {
    "cards-pile/sun": 8, "cards-pile/moon": 4, "hexes-pile/land": 5, "hexes-pile/sea": 3, "tokens-pile/one": 6,
}  # fmt: skip
Problems = Callable[[dict[str, bytes], dict[str, int]], list[str]]
TABLES = {"vtt": vtt_problems, "pcio": pcio_problems}


def export(project: Path, table: str, *options: str) -> Path:
    given = ["export", "lume", "--to", table, "--project", str(project), *options]
    assert command_line.main(given) == 0
    return project / "output" / "lume" / "export" / table


@pytest.mark.parametrize("table", TABLES)
def test_all_pieces_are_in_the_room_as_they_are_printed(lume: Path, table: str) -> None:
    folder = export(lume, table)
    assert folder_problems(folder) == []
    files = read_zip(folder / f"lume.{table}")
    assert TABLES[table](files, COPIES) == []
    pictures = [Image.open(io.BytesIO(data)) for name, data in files.items() if not name.endswith(".json")]
    if table == "vtt":
        (shelf,) = (one for one in pictures if one.size == (512, 512))
        assert len(shelf.convert("RGB").getcolors(maxcolors=1_000_000) or ()) > 5
        pictures.remove(shelf)
    assert len(pictures) == 6  # two cards and their back, two hexes, a token
    sizes = sorted({picture.size for picture in pictures})
    assert sizes == [(118, 118), (236, 273), (372, 520)]
    assert {picture.mode for picture in pictures} == {"RGBA"}
    printed = PrintedSheets(lume, "lume")
    inner = (30, 30, 342, 490)
    cards = [one.convert("RGB").crop(inner) for one in pictures if one.size == (372, 520)]
    for item, side in (("sun", "front"), ("moon", "front"), ("sun", "back")):
        piece = printed.piece(f"cards/{item}", side, (372, 520)).crop(inner)
        assert min(unlike(piece, card) for card in cards) <= 2
    before = written(folder)
    export(lume, table)
    assert written(folder) == before


def test_a_board_lies_fast_and_alone(lume: Path) -> None:
    tokens = lume / "components/lume/tokens.yaml"
    tokens.write_text(
        tokens.read_text().replace("size: 20 mm", "size: 180 mm").replace("copies: 6", "copies: 1")
    )
    room = json.loads(read_zip(export(lume, "vtt") / "lume.vtt")["0.json"])
    assert room["tokens"]["movable"] is False
    assert room["tokens"]["layer"] == -4
    assert room["tokens"]["width"] == room["tokens"]["height"]
    assert "tokens-deck" not in room
    widgets = json.loads(read_zip(export(lume, "pcio") / "lume.pcio")["widgets.json"])
    assert [one["type"] for one in widgets if one["id"] == "tokens"] == ["board"]


@pytest.mark.parametrize("table", TABLES)
def test_what_folded_pieces_become_is_told(
    lume: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    walls = "title: {pt-BR: Muros, en: Walls}\nkind: KIND\nsize: 60 x 40 mm\nitems: [{id: one}]\n"
    add(lume, hero=STANDEE, **{kind: walls.replace("KIND", kind) for kind in ("screen", "leaflet")})
    for lang in ("pt-BR", "en"):
        (lume / f"components/lume/leaflet.{lang}.md").write_text("# Lume\n", encoding="utf-8")
    export(lume, table)
    said = capsys.readouterr().err
    assert "hero: stand-ups lie flat here" in said
    assert "screen: a screen lies unfolded here" in said
    assert "leaflet: a leaflet lies unfolded here" in said


def test_many_families_are_made_smaller_until_they_fit(lume: Path) -> None:
    game = lume / "components/lume/game.yaml"
    names = [f"more{k}" for k in range(40)]
    game.write_text(game.read_text().replace("tokens]", f"tokens, {', '.join(names)}]"))
    for name in names:
        (lume / f"components/lume/{name}.yaml").write_text((lume / "components/lume/cards.yaml").read_text())
    copies = COPIES | {
        f"{name}-pile/{one}": count for name in names for one, count in (("sun", 8), ("moon", 4))
    }
    files = read_zip(export(lume, "vtt") / "lume.vtt")
    assert vtt_problems(files, copies) == []
    assert json.loads(files["0.json"])["cards-deck"]["cardDefaults"]["height"] < 160


TABLE = """\
size: 600 x 400 mm
seats: [fox, hen]
lay:
  hand: {title: Mão, family: cards, shuffled: true, count: 2, as: hand, seat: each}
  deck: {title: Monte, family: cards, shuffled: true, face: down, at: [-100 mm, 0 mm]}
  lands: {family: hexes, where: {id: land}, as: row, gap: 4 mm, angle: 90, at: [60 mm, 0 mm]}
  coins: {family: tokens, count: 2, seat: each, at: [80 mm, -60 mm]}
box: [hexes]
counters:
  points: {title: Pontos, start: 3, seat: each, at: [140 mm, -60 mm]}
players: {2: {}, 3: {seats: [fox, hen, owl]}}
"""
PIECES = {"vtt": vtt_pieces, "pcio": pcio_pieces}


def set_up(project: Path, table: str, seed: int = 1, file: str = TABLE) -> tuple[dict[str, bytes], list[Any]]:
    """The files of a room set up for two players, and its cards as the reader finds them."""
    (project / "components/lume/table.yaml").write_text(file, encoding="utf-8")
    out = project / f"out{seed}"
    given = ["export", "lume", "--to", table, "--dpi", "36", "--project", str(project), "--out", str(out)]
    assert command_line.main([*given, "--players", "2", "--seed", str(seed)]) == 0
    (path,) = (out / "lume/export").glob(f"{table}*/lume.{table}")
    files = read_zip(path)
    return files, PIECES[table](files)


@pytest.mark.parametrize("table", TABLES)
def test_a_room_is_set_up_as_table_yaml_says(lume: Path, table: str) -> None:
    _, pieces = set_up(lume, table)
    counted = Counter((deck, kind) for deck, kind, *_ in pieces)
    assert counted == {
        ("cards-deck", "sun"): 8, ("cards-deck", "moon"): 4, ("hexes-deck", "land"): 5,
        ("hexes-deck", "sea"): 3, ("tokens-deck", "one"): 6,
    }  # fmt: skip
    # A row of five, turned: below each other, as far apart as they are wide and 4 mm.
    lands = [one for one in pieces if one[:2] == ("hexes-deck", "land")]
    assert {one[4] for one in lands} == {90}
    assert max(one[2] for one in lands) - min(one[2] for one in lands) <= 2
    steps = [b[3] - a[3] for a, b in pairwise(sorted(lands, key=lambda one: one[3]))]
    units = (steps[0] + steps[-1]) / 2 / 44  # 40 mm wide, and the gap
    assert all(abs(step - 44 * units) <= 1.5 for step in steps)
    # Coins lie before each player, on opposite sides of the middle of the table.
    coins = Counter((round(one[2]), round(one[3])) for one in pieces if one[0] == "tokens-deck")
    seats = [spot for spot, count in coins.items() if count == 2 and spot[0] > 280]
    assert len(seats) == 2
    across, down = (abs(a - b) for a, b in zip(*seats, strict=True))
    assert abs(across - 160 * units) <= 3
    assert abs(down - 280 * units) <= 3
    # Nobody sees the cards of the hands and of the deck.
    assert {one[5] for one in pieces if one[0] == "cards-deck"} == {
        next(one[5] for one in pieces if one[0] == "cards-deck")
    }
    spots = Counter((round(one[2]), round(one[3])) for one in pieces if one[0] == "cards-deck")
    assert sorted(spots.values()) == [2, 2, 8]


ALIKE = """\
seats: [fox, shuffle, owl]
lay:
  deck: {family: cards, shuffled: true, count: 2, as: hand, seat: each}
  deck-fox: {title: Monte, family: cards, shuffled: true, at: [-100 mm, 0 mm]}
  deck-shuffle: {title: Bolsa, family: tokens, as: bag, at: [100 mm, 0 mm]}
  row-label: {title: Terras, family: hexes, as: row, at: [0 mm, 200 mm]}
counters:
  points: {title: Pontos, at: [200 mm, 0 mm]}
  points-label: {title: Ouro, at: [200 mm, 60 mm]}
players: {2: {}, 3: {lay: {deck: {count: 1}}}}
"""


@pytest.mark.parametrize("table", TABLES)
def test_places_with_names_alike_are_all_there(lume: Path, table: str) -> None:
    files, pieces = set_up(lume, table, file=ALIKE)
    assert len(pieces) == 26
    if table == "pcio":
        widgets = json.loads(files["widgets.json"])
        assert len({one["id"] for one in widgets}) == len(widgets)
        assert sum(one["type"] == "cardPile" for one in widgets) == 4
        assert [one["labelContent"] for one in widgets if one["type"] == "label"] == ["Terras"]
        return
    widgets = [one for key, one in json.loads(files["0.json"]).items() if key != "_meta"]
    assert sum(one["type"] == "holder" for one in widgets if "type" in one) == 1 + 4
    assert sum(one["type"] == "button" for one in widgets if "type" in one) == 1 + 2 * 2
    labels = Counter(str(one["text"]) for one in widgets if one.get("type") == "label")
    assert labels == {
        "Cartas · fox": 1, "Cartas · shuffle": 1, "Monte": 1, "Bolsa": 1, "Terras": 1, "Pontos": 1, "Ouro": 1, "0": 2,
    }  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_a_seed_shuffles_anew_and_nothing_else(lume: Path, table: str) -> None:
    orders = []
    for seed in (1, 2, 2):
        _, pieces = set_up(lume, table, seed)
        orders.append([one[1] for one in pieces if one[0] == "cards-deck"])
    assert orders[1] == orders[2]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


CROWDED = """\
size: 400 x 300 mm
seats: [fox, hen, owl]
lay:
  suns: {title: Baralho dos sóis, family: cards, where: {id: sun}, count: 2, at: [-40 mm, 0 mm]}
  moons: {title: Baralho das luas, family: cards, where: {id: moon}, count: 2, at: [30 mm, 0 mm]}
  more: {title: Outro baralho de sóis, family: cards, where: {id: sun}, count: 2, at: [100 mm, 0 mm]}
  lands: {title: Terras de todos, family: hexes, as: row, gap: 1 mm, at: [0 mm, 80 mm]}
  coins: {title: Moedas de todos, family: tokens, as: row, at: [0 mm, -70 mm]}
players: {2: {}}
"""


def test_labels_lie_on_nothing_in_a_crowded_room(lume: Path) -> None:
    files, _ = set_up(lume, "vtt", file=CROWDED)
    assert_labels_lie_beside(files, 5)


def assert_labels_lie_beside(files: dict[str, bytes], count: int) -> None:
    """At least so many labels lie on nothing in a room of `vtt`, and near a pile or piece."""
    room = json.loads(files["0.json"])
    labels = [one for one in room.values() if one.get("type") == "label" and one.get("text")]
    assert len(labels) >= count
    decks = {name: one["cardDefaults"] for name, one in room.items() if one.get("type") == "deck"}
    solid = [one for one in room.values() if one.get("type") == "holder" and one["id"] != "hand"]
    solid += [
        {**decks[one["deck"]], **one}
        for one in room.values()
        if one.get("type") == "card" and "parent" not in one and one.get("rotation", 0) % 180 == 0
    ]

    def meet(one: dict[str, Any], other: dict[str, Any]) -> bool:
        return all(
            one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
            for at, size in (("x", "width"), ("y", "height"))
        )

    for number, one in enumerate(labels):
        on = [other.get("text", other["id"]) for other in [*labels[number + 1 :], *solid] if meet(one, other)]
        assert on == [], one["text"]
        if not one["id"].startswith("counter-"):  # whose number is below it
            assert min(gap(one, other) for other in solid) < 50, one["text"]


def gap(one: dict[str, Any], other: dict[str, Any]) -> float:
    """The distance between two upright widgets along the axes."""
    return sum(
        max(0, one[at] - other[at] - other[size], other[at] - one[at] - one[size])
        for at, size in (("x", "width"), ("y", "height"))
    )


EXAMPLES: dict[tuple[str, int], tuple[dict[tuple[str, str, int], int], int]] = {
    ("roll-and-write", 1): (
        {("numbers", "up", 1): 2, ("weather", "up", 1): 1, ("pad", "up", 1): 1, ("pad", "up", 5): 1}, 2,
    ),
    ("roll-and-write", 6): ({("numbers", "up", 1): 2, ("weather", "up", 1): 1, ("pad", "up", 1): 6}, 1),
    ("storytelling", 4): ({("cards", "down", 8): 1}, 1),
    ("trick-taking", 3): ({("cards", "down", 12): 3}, 6),
    ("trick-taking", 4): ({("cards", "down", 9): 4}, 8),
    ("wargame", 2): ({("counters", "up", 1): 96, ("markers", "up", 1): 24}, 5),
}  # fmt: skip
"""Positions by deck, side that is seen and pieces on each other, and labels, as the rules of examples say."""


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("example", "players"), list(EXAMPLES))
def test_examples_are_set_up_as_their_rules_say(
    tmp_path: Path, table: str, example: str, players: int
) -> None:
    start_like(tmp_path, "Play", example)
    given = ["export", "play", "--to", table, "--players", str(players), "--dpi", "36"]
    assert command_line.main([*given, "--project", str(tmp_path)]) == 0
    (path,) = (tmp_path / "output/play/export").glob(f"{table}*/play.{table}")
    files = read_zip(path)
    known, spots = decks(files), dict[tuple[str, float, float, float, str], int]()
    for deck, kind, x, y, angle, shown in PIECES[table](files):
        types, *_ = known[deck]
        side = "up" if shown == types[kind]["front"] else "down"
        at = (deck.removesuffix("-deck"), x, y, angle, side)
        spots[at] = spots.get(at, 0) + 1
    expected, labels = EXAMPLES[example, players]
    assert Counter((deck, side, count) for (deck, *_, side), count in spots.items()) == expected
    boxes = []
    for deck, x, y, angle, _ in spots:
        _, width, height = known[f"{deck}-deck"]
        wide, high = (width, height) if angle % 180 == 0 else (height, width)
        boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    assert all(
        left >= 0 and top >= 0 and right <= 1600 and bottom <= 820 for left, top, right, bottom in boxes
    )
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair, 1.5)]
    if (example, players) in (("roll-and-write", 6), ("trick-taking", 4)):
        # With nothing in the box, the table lies in the middle of the room.
        middle = (min(left for left, *_ in boxes) + max(right for _, _, right, _ in boxes)) / 2
        assert middle == pytest.approx(800, abs=2)
    if table == "vtt":
        assert_labels_lie_beside(files, labels)


def test_counters_count_and_labels_show_their_whole_text(lume: Path) -> None:
    files, _ = set_up(lume, "vtt")
    room = json.loads(files["0.json"])
    labels = [one for one in room.values() if one.get("type") == "label"]
    counters = {one["id"]: one["text"] for one in labels if isinstance(one["text"], int)}
    assert list(counters.values()) == [3, 3]
    acts = [act for one in room.values() for act in one.get("clickRoutine", ()) if act["func"] == "LABEL"]
    assert sorted((act["label"], act["mode"]) for act in acts) == sorted(
        (name, mode) for name in counters for mode in ("inc", "dec")
    )
    assert [name for name in room if name.endswith(".shuffle")] == ["place-deck.shuffle"]  # hands have none
    words = [one for one in labels if isinstance(one["text"], str) and one["text"]]
    assert {"Monte", "Mão · fox", "Pontos · hen"} <= {one["text"] for one in words}
    assert all(one["width"] >= 8 * len(one["text"]) for one in words)
    for number, one in enumerate(words):
        for other in words[number + 1 :]:
            apart = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
            assert apart or abs(one["y"] - other["y"]) >= 22, (one["text"], other["text"])
    assert room["_meta"]["info"]["image"].lstrip("/") in files
    widgets = json.loads(set_up(lume, "pcio")[0]["widgets.json"])
    told = [(one["label"], one["counterValue"]) for one in widgets if one["type"] == "counter"]
    assert told == [("Pontos · fox", 3), ("Pontos · hen", 3)]


def test_a_number_without_set_up_is_refused(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["export", "lume", "--to", "vtt", "--project", str(lume), "--players"]
    assert command_line.main([*given, "2"]) == 1
    assert "lume has no set-up for 2 players" in capsys.readouterr().err
    (lume / "components/lume/table.yaml").write_text(TABLE, encoding="utf-8")
    assert command_line.main([*given, "5"]) == 1
    assert "it has set-ups for 2, 3" in capsys.readouterr().err


def lost(files: dict[str, bytes]) -> None:
    del files[next(name for name in files if not name.endswith(".json"))]


def strange(files: dict[str, bytes]) -> None:
    folder = "assets/1_1" if "0.json" in files else "userassets/x.png"
    files[folder] = b"0"


def changed(old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    def act(files: dict[str, bytes]) -> None:
        name = next(name for name in files if name.endswith(".json"))
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return act


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "change",
    [
        lost, strange, changed(b'"cardType": "sun"', b'"cardType": "son"'),
        changed(b'"deck": "cards-deck"', b'"deck": "gone"'), changed(b'"parent": "cards-pile"', b'"parent": "gone"'),
        changed(b'"cardType": "sun"', b'"cardType": "moon"'), changed(b'"x": 20', b'"x": -20'),
    ],
)  # fmt: skip
def test_the_reader_finds_faults(lume: Path, table: str, change: Callable[[dict[str, bytes]], None]) -> None:
    export(lume, table, "--dpi", "36")
    (path,) = (lume / "output" / "lume" / "export").glob(f"*/lume.{table}")
    files = read_zip(path)
    assert TABLES[table](files, COPIES) == []
    change(files)
    assert TABLES[table](files, COPIES)


def test_a_picture_that_the_table_would_not_take_is_refused(
    lume: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rooms.LARGEST, "pcio", 500)
    assert command_line.main(["export", "lume", "--to", "pcio", "--project", str(lume)]) == 2
    said = capsys.readouterr().err
    assert "cards-sun-front.png has " in said
    assert "the table takes less than 500" in said
    assert not [path for path in lume.glob("output/**/*") if path.is_file()]
