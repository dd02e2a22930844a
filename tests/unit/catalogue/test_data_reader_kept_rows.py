"""Rows that are kept: the same games and findings, whatever was read before, and only what changed read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from prancha.catalogue import load_game
from prancha.catalogue.spreadsheet import data_reader, data_source, delimited
from prancha.model.diagnostic import Failure
from prancha.model.game import Game
from prancha.system.cache import Store
from tests.unit.catalogue.projects import HEAD, write_game
from tests.unit.catalogue.spreadsheets import GAME

COLUMNS = "id,title.en,title.pt-BR,cost,shown,tags,copies"
CELLS = ("", "Owl", "a, b", "7", "1.50", "1,50", "+5", "true", "123456789012345678901234", "1e3", "(total)")
QUERY = """
  where: "cost != 3"
  decimal: comma
  columns: {tags: {field: tags, type: list, separator: ";"}}
"""


def line(chance: random.Random, number: int) -> str:
    shown = f'"{chance.choice(CELLS)}"'
    return f'c{number},Card {number},"Carta\n{number}",{number % 9},{shown},a;b,1'


def edited(chance: random.Random, lines: list[str]) -> list[str]:
    """The lines with one of them changed, new, gone, moved, wrong, or as a total is."""
    lines, at, kind = [*lines], chance.randrange(len(lines)), chance.randrange(7)
    if kind == 0:
        lines[at] = line(chance, 1000 + at)
    elif kind == 1:
        lines.insert(at, line(chance, 2000 + chance.randrange(1000)))
    elif kind == 2:
        del lines[at]
    elif kind == 3:
        lines.append(lines.pop(at))
    elif kind == 4:
        lines[at] = lines[at][:-1] + chance.choice(("x", "-1", "1.5", "12"))
    elif kind == 5 and chance.random() < 0.5:
        lines[at] = lines[at].replace("a;b", chance.choice(("#REF!", "\x07", "")))
    elif kind == 5:
        lines.insert(at, "")
    else:
        lines.insert(at, f"total,Total,Soma,,,,{at}")
    return lines


def read(folder: Path, project: Path, store: Store | None) -> object:
    try:
        return load_game(folder, project, store=store)
    except Failure as failure:
        return failure.diagnostics


@pytest.fixture(autouse=True)
def short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_source, "LEAST", 10)
    monkeypatch.setattr(delimited, "BATCH", 7)


@pytest.mark.parametrize("query", ["cards.csv", "\n  file: cards.csv" + QUERY])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_changes_no_game_and_no_finding(tmp_path: Path, seed: int, query: str) -> None:
    chance = random.Random(seed)
    project, store = tmp_path / "project", Store(tmp_path / "cache")
    write_game(project, {"game.yaml": GAME, "grid.yaml": f"{HEAD}from: {query}\n"})
    good = lines = [line(chance, number) for number in range(60)]
    whole = 0
    for _ in range(40):
        folder = write_game(project, {"cards.csv": "\n".join([COLUMNS, *lines])})
        known, plain = read(folder, project, store), read(folder, project, None)
        assert known == plain
        if isinstance(known, Game):
            good, whole = lines, whole + 1
            assert isinstance(plain, Game)
            pairs = zip(known.families[0].items, plain.families[0].items, strict=True)
            assert all(
                (repr(one.fields), one.where("title")) == (repr(other.fields), other.where("title"))
                for one, other in pairs
            )
        lines = edited(chance, good)
    assert 10 < whole < 40


def test_only_what_changed_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[int] = []
    pieces: list[int] = []
    real = data_reader.fill_records
    monkeypatch.setattr(
        data_reader, "fill_records", lambda *given: (filled.append(len(given[1])), real(*given))[1]
    )
    chance, store = random.Random(7), Store(tmp_path / "cache")
    write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": f"{HEAD}from: cards.csv\n"})
    lines = [line(chance, number).replace("1234567890", "") for number in range(70)]
    for new in ([], [], [line(chance, 1008).replace("1234567890", "")]):
        filled.clear()
        text = "\n".join([COLUMNS, *lines[:20], *new, *lines[20:]])
        assert isinstance(read(write_game(tmp_path, {"cards.csv": text}), tmp_path, store), Game)
        pieces.append(len(filled))
    assert pieces[0] > 3
    assert pieces[1] == 0
    assert 1 <= pieces[2] <= 2


def test_other_settings_and_a_damaged_cache_are_seen(tmp_path: Path) -> None:
    chance, store = random.Random(7), Store(tmp_path / "cache")
    lines = [line(chance, number) for number in range(30)]
    for query in (
        "cards.csv",
        "{file: cards.csv, decimal: comma}",
        "{file: cards.csv, columns: {shown: other}}",
    ):
        files = {"game.yaml": GAME, "grid.yaml": f"{HEAD}from: {query}\n"}
        folder = write_game(tmp_path, {**files, "cards.csv": "\n".join([COLUMNS, *lines])})
        plain = read(folder, tmp_path, None)
        assert read(folder, tmp_path, store) == plain
        for path in (tmp_path / "cache").iterdir():
            path.write_bytes(path.read_bytes()[:-9] + b"\0damaged\0")
        assert read(folder, tmp_path, store) == plain


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_without_cells_and_every_end_of_line_are_read_alike(tmp_path: Path, ends: str) -> None:
    chance, store = random.Random(7), Store(tmp_path / "cache")
    write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": f"{HEAD}from: cards.csv\n"})
    lines = [line(chance, number) for number in range(30)]
    for at in (10, 10, 17, 0):
        lines[at:at] = [""] * 20
        folder = write_game(tmp_path, {"cards.csv": ends.join(["sep=,", COLUMNS, *lines, ""])})
        plain = read(folder, tmp_path, None)
        assert isinstance(plain, Game)
        assert read(folder, tmp_path, store) == plain
        assert read(folder, tmp_path, store) == plain


def test_ids_are_told_twice_across_stretches(tmp_path: Path) -> None:
    chance, store = random.Random(7), Store(tmp_path / "cache")
    write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": f"{HEAD}from: cards.csv\n"})
    lines = [line(chance, number).replace("1234567890", "") for number in range(40)]
    twice = [*lines[:30], lines[3], *lines[30:]]
    for told in (lines, twice, lines):
        folder = write_game(tmp_path, {"cards.csv": "\n".join([COLUMNS, *told])})
        plain = read(folder, tmp_path, None)
        assert isinstance(plain, Game) == (told is lines)
        assert read(folder, tmp_path, store) == plain
