"""Rooms of browser tables: references closed, copies, pictures as printed; faults in them are found."""

# ruff: noqa: E501 - a table of faults

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from prancha.cli import command_line
from prancha.export.targets import rooms
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.room_file import pcio_problems, read_zip, vtt_problems

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
