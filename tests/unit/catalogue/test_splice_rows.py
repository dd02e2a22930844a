"""A value of a CSV file is changed byte for byte, or it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from prancha.catalogue import SpliceError, load_game, replace_cell_value
from prancha.model.game import Game
from tests.conftest import CARDS, write_project

ROWS = """\
id,copies,cost,name,name_en,shy,tags
sun,8,1,Sol, Sun ,yes,"warm, bright"
moon,4,2.50,Lua,Moon,no,cold
"""
SHY = "shy: {field: shy, type: boolean}"
FROM = f"from: {{file: cards.csv, columns: {{tags: {{field: tags, type: list}}, {SHY}}}}}\n"


def family(project: Path, rows: bytes, source: str = FROM) -> Path:
    components = project / "components" / "lume"
    head = CARDS.partition("items:")[0] + "defaults: {colour: red}\n"
    (components / "cards.yaml").write_text(head + source)
    (components / "cards.csv").write_bytes(rows)
    return components / "cards.csv"


def changed(project: Path, path: list[Any], old: Any, new: Any, key: str = "cards/sun") -> bytes:
    file = project / "components" / "lume" / "cards.csv"

    def load(given: Mapping[str, bytes]) -> Game:
        return load_game(file.parent, project, given)

    return replace_cell_value(file.read_bytes(), load, project, key, path, old, new)


@pytest.mark.parametrize(
    ("path", "old", "new", "before", "after"),
    [
        (["copies"], 8, 9, "sun,8,", "sun,9,"),
        (["cost"], 1, 2.5, ",8,1,", ",8,2.5,"),
        (["name", "pt-BR"], "Sol", 'O "sol"', ",Sol,", ',"O ""sol""",'),
        (["name", "en"], "Sun", "Star", ", Sun ,", ", Star ,"),
        (["shy"], True, False, ",yes,", ",no,"),
        (["tags", 1], "bright", "hot", "warm, bright", "warm, hot"),
        (["tags", 0], "warm", "10", "warm, bright", "10, bright"),
    ],
)
def test_only_the_bytes_of_the_value_change(
    tmp_path: Path, path: list[Any], old: Any, new: Any, before: str, after: str
) -> None:
    project = write_project(tmp_path / "project")
    family(project, ROWS.replace("name,name_en", "name_pt-BR,name_en").encode())
    text = ROWS.replace("name,name_en", "name_pt-BR,name_en")
    assert changed(project, path, old, new).decode() == text.replace(before, after, 1)


@pytest.mark.parametrize(
    ("head", "codec", "ending"),
    [
        (b"\xef\xbb\xbf", "utf-8", "\r\n"),
        (b"\xff\xfe", "utf-16-le", "\n"),
        (b"", "cp1252", "\r\n"),
        (b"", "mac-roman", "\n"),
        (b"", "cp850", "\n"),
    ],
)
def test_marks_encoding_and_line_ends_stay(tmp_path: Path, head: bytes, codec: str, ending: str) -> None:
    project = write_project(tmp_path / "project")
    text = "sep=;\nid;copies;cost;name\nsun;8;1;Maçã\n\nmoon;4;2;Lua\n".replace("\n", ending)
    file = family(project, head + text.encode(codec), "from: cards.csv\n")
    after = head + text.replace("Lua", "Lã").encode(codec)
    assert changed(project, ["name"], "Lua", "Lã", "cards/moon") == after
    assert file.read_bytes() == head + text.encode(codec)


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        (["copies"], 7, 9, "the value was changed meanwhile"),
        (["colour"], "red", "blue", "the value is not written here"),
        (["double"], 16, 18, "this cannot be written without changing more"),
        (["name"], "Sol", "true", "this cannot be written without changing more"),
        (["name"], "Sol", "", "this cannot be written without changing more"),
        (["copies"], 8, 1.5, "this cannot be written without changing more"),
        (["copies"], 8, "many", "this cannot be written without changing more"),
        (["shy"], True, "perhaps", "this cannot be written without changing more"),
    ],
)
def test_what_would_change_more_is_refused(
    tmp_path: Path, path: list[Any], old: Any, new: Any, message: str
) -> None:
    project = write_project(tmp_path / "project")
    source = (
        "from: {file: cards.csv, fields: {double: copies * 2}, columns: {shy: {field: shy, type: boolean}}}\n"
    )
    family(project, ROWS.replace(",name_en", ",other").encode(), source)
    with pytest.raises(SpliceError, match=message):
        changed(project, path, old, new)


def test_copies_from_which_another_field_is_worked_out_are_not_changed(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    family(
        project,
        b"id,copies,name\nsun,8,Sol\nmoon,4,Lua\n",
        "from: {file: cards.csv, fields: {double: copies * 2}}\n",
    )
    with pytest.raises(SpliceError, match="without changing more") as told:
        changed(project, ["copies"], 8, 9)
    assert "computed from several cells" in told.value.hint
