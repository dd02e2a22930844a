"""A whole folder to a Game, and the errors between its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import list_games, load_game
from prancha.model.diagnostic import Place
from tests.work import counted

from .projects import GAME, GRID, HEAD, load, only, refused, write_game

FULL_GAME = """\
title: DUAL
subtitle: {pt-BR: kit, en: kit}
languages: [pt-BR, en]
designers: [Gustavo Lira]
artists: []
publisher: Loop Gamelab
licence: "..."
rulebook: "Manual de Regras DUAL"
players: [2, 3, 4]
revision: "1"
families: [tiles, grid]
palette: {ink: "#1b1b1f", paper: "#fff"}
fonts: {title: Cinzel}
texts:
  round: {pt-BR: Rodada, en: Round}
tables:
  symbol:
    star: {name: {pt-BR: Estrela, en: Star}, icon: star}
supplied:
  - {name: {pt-BR: saco, en: bag}, count: 1}
assumed:
  hat: {pt-BR: "...", en: "..."}
cover: {templates: {head: cover.svg.j2}}
"""
FULL_FAMILY = """\
title: {pt-BR: Peças, en: Tiles}
stock: board
size: 40 mm
outline: hexagon
orientation: flat
bleed: 2 mm
safe: 1 mm
gutter: 4 mm
sheet: hexes
template: tile.svg.j2
back: parts/tile-back.svg.j2
note: {pt-BR: corte, en: cut}
source: assumed
why: "count lost"
tables: {a: 1}
items:
  - id: one
    copies: 3
  - id: two
"""


def test_fonts_may_differ_by_language(tmp_path: Path) -> None:
    text = GAME.replace("fonts: {title: Cinzel}\n", "")
    line = "fonts: {title: Cinzel, body: {en: Alegreya, pt-BR: [Lora, Noto Sans]}}\n"
    game = load(tmp_path, game=text + line)
    first, other = game.languages
    assert {first, other} == {"en", "pt-BR"}
    assert game.set_in("en").fonts == {"title": "Cinzel", "body": "Alegreya"}
    assert game.set_in("en").fallback == {}
    assert game.set_in("pt-BR").fonts == {"title": "Cinzel", "body": "Lora"}
    assert game.set_in("pt-BR").fallback == {"body": ("Noto Sans",)}
    assert game.fonts == game.set_in(first).fonts


def test_a_full_game(tmp_path: Path) -> None:
    game = load(tmp_path, game=FULL_GAME, tiles=FULL_FAMILY, rules="anything: here\n")
    assert (game.id, game.title, game.languages) == ("dual", "DUAL", ("pt-BR", "en"))
    assert game.folder == tmp_path / "components" / "dual"
    assert (game.designers, game.artists, game.publisher) == (("Gustavo Lira",), (), "Loop Gamelab")
    assert (game.rulebook, game.players, game.revision) == ("Manual de Regras DUAL", (2, 3, 4), "1")
    assert (game.palette["paper"], game.fonts, game.licence) == ("#fff", {"title": "Cinzel"}, "...")
    assert game.texts["round"] == {"pt-BR": "Rodada", "en": "Round"}
    assert game.tables["symbol"]["star"]["icon"] == "star"
    assert game.supplied == ({"name": {"pt-BR": "saco", "en": "bag"}, "count": 1},)
    assert game.assumed == {"hat": {"pt-BR": "...", "en": "..."}}
    assert game.cover == {"colours": {}, "templates": {"head": "cover.svg.j2"}}
    assert [family.id for family in game.families] == ["tiles", "grid"]


def test_a_full_family(tmp_path: Path) -> None:
    tiles = load(tmp_path, game=FULL_GAME, tiles=FULL_FAMILY).family("tiles")
    assert (tiles.title["en"], tiles.note["en"], tiles.stock) == ("Tiles", "cut", "board")
    assert (tiles.bleed, tiles.safe, tiles.gutter) == (2, 1, 4)
    assert (tiles.template, tiles.back, tiles.sheet) == ("tile.svg.j2", "parts/tile-back.svg.j2", "hexes")
    assert (tiles.tables, tiles.copies) == ({"a": 1}, 4)
    assert {item.source for item in tiles.items} == {"assumed"}
    assert {item.why for item in tiles.items} == {"count lost"}
    assert tiles.place == Place("components/dual/tiles.yaml", 1, 1)


def test_the_least_there_must_be(tmp_path: Path) -> None:
    game = load(tmp_path)
    grid = game.family("grid")
    assert (grid.bleed, grid.safe, grid.gutter, grid.back, grid.sheet) == (3, 3, 0, None, "grid")
    assert (grid.note, grid.items[0].copies, grid.items[0].source) == ({}, 1, "stated")
    assert (game.subtitle, game.cover, game.revision) == ({}, {}, "1")


def test_places_of_the_game(tmp_path: Path) -> None:
    places = load(tmp_path, game=GAME + "fonts: {title: X}\n").places
    assert places["fonts"] == Place("components/dual/game.yaml", 4, 1)
    assert places["fonts.title"] == Place("components/dual/game.yaml", 4, 9)
    assert "fonts.body" not in places
    assert "title.x" not in places


def test_families_and_files_agree(tmp_path: Path) -> None:
    game = GAME.replace("[grid]", "[gird, grid, grid]")
    missing, twice, unlisted = sorted(
        refused(lambda: load(tmp_path, game=game, tiles=GRID)), key=lambda finding: finding.code, reverse=True
    )[::-1]
    by_code = {finding.code: finding for finding in (missing, twice, unlisted)}
    lost = by_code["missing-family"]
    assert str(lost.place) == "components/dual/game.yaml:3:12"
    assert lost.message == "there is no file gird.yaml beside game.yaml"
    assert lost.hint == 'did you mean "grid"?'
    assert by_code["duplicate-entry"].message == '"grid" is listed twice'
    extra = by_code["unlisted-family"]
    assert (extra.place, extra.message) == (
        Place("components/dual/tiles.yaml"), "this family is not listed in game.yaml",
    )  # fmt: skip
    assert "add tiles to families:" in extra.hint


def test_a_language_listed_twice(tmp_path: Path) -> None:
    game = "title: X\nlanguages: [en, EN]\nfamilies: [grid]\n".replace("EN", "en")
    found = only(refused(lambda: load(tmp_path, GRID.replace("pt-BR: Grade, ", ""), game)))
    assert (found.code, found.message) == ("duplicate-entry", '"en" is listed twice')


@pytest.mark.parametrize(
    ("file", "code", "message"),
    [
        ("tiles.yml", "bad-file-name", "catalogues end in .yaml"),
        ("My Tiles.yaml", "bad-id", '"My Tiles" cannot name a family'),
    ],
)
def test_names_of_files(tmp_path: Path, file: str, code: str, message: str) -> None:
    folder = write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": GRID, file: GRID, ".grid.yaml": "["})
    found = only(refused(lambda: load_game(folder, tmp_path)))
    assert (found.place.file, found.code) == (f"components/dual/{file}", code)
    assert message in found.message


def test_the_name_of_a_game(tmp_path: Path) -> None:
    folder = write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": GRID}, "My Game")
    found = only(refused(lambda: load_game(folder, tmp_path)))
    assert (found.code, found.message) == ("bad-id", '"My Game" cannot name a game')


def test_errors_of_all_files_at_once(tmp_path: Path) -> None:
    game = "title: 5\nlanguages: [pt-BR, en]\nfamilies: [a, b, c]\n"
    grid = GRID.replace("rectangle", "oval").replace("star", "Star")
    files = {
        "game.yaml": game,
        "a.yaml": "a: b: c\n",
        "b.yaml": grid,
        "c.yaml": GRID.replace("{pt-BR: Grade, ", "{"),
    }
    found = refused(lambda: load_game(write_game(tmp_path, files), tmp_path))
    assert [f"{finding.place.file[16:]} {finding.code}" for finding in found] == [
        "a.yaml yaml-syntax",
        "b.yaml unknown-word",
        "b.yaml bad-id",
        "c.yaml untranslated",
        "game.yaml wrong-type",
    ]


def test_a_broken_game_file_does_not_hide_families(tmp_path: Path) -> None:
    found = refused(lambda: load(tmp_path, GRID.replace("star", "Star"), "title: ["))
    assert [finding.code for finding in found] == ["yaml-syntax", "bad-id"]


def test_no_such_game(tmp_path: Path) -> None:
    write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": GRID})
    found = only(refused(lambda: load_game(tmp_path / "components" / "daul", tmp_path)))
    assert (str(found.place), found.code) == ("components/daul", "no-game")
    assert found.message == 'there is no game "daul"'
    assert found.hint == 'did you mean "dual"?'
    nowhere = only(refused(lambda: load_game(tmp_path / "x" / "y", tmp_path)))
    assert nowhere.hint == "create the folder with a game.yaml in it"


def test_a_folder_without_game_file(tmp_path: Path) -> None:
    folder = write_game(tmp_path, {"grid.yaml": GRID})
    found = only(refused(lambda: load_game(folder, tmp_path)))
    assert (str(found.place), found.message) == (
        "components/dual/game.yaml", "this game folder has no game.yaml",
    )  # fmt: skip


def test_list_games(tmp_path: Path) -> None:
    for name in ("zeta", "alpha", "_sheets", ".hidden"):
        write_game(tmp_path, {"game.yaml": GAME}, name)
    write_game(tmp_path, {"notes.yaml": GAME}, "draft")
    assert list_games(tmp_path) == ("alpha", "zeta")


def test_list_games_where_there_are_none(tmp_path: Path) -> None:
    missing = only(refused(lambda: list_games(tmp_path)))
    assert (str(missing.place), missing.message) == ("components", "there is no such folder")
    (tmp_path / "components").mkdir()
    empty = only(refused(lambda: list_games(tmp_path)))
    assert (empty.code, empty.message) == ("no-game", "there is no game here")
    assert empty.hint == "make a folder components/<game>/ with a game.yaml, or: prancha new NAME"


def test_2000_cards_load_quickly(tmp_path: Path) -> None:
    card = "  - id: card-{0}\n    name: {{pt-BR: Carta {0}, en: Card {0}}}\n    cost: 3\n    text: 'a b c'\n"
    text = HEAD + "items:\n" + "".join(card.format(number) for number in range(2000))
    load(tmp_path)
    loaded, calls = counted(lambda: load(tmp_path, text))
    assert loaded.family("grid").copies == 2000
    assert calls < 400_000, f"{calls} calls"
