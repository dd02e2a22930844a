"""docs/architecture.md names rooms, modules and words that there are."""

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "generator" / "prancha"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
WORDS = re.findall(r"^- \*\*(.+?)\*\*: ", PAGE.split("## Glossary")[1], flags=re.M)


def test_every_room_has_a_line_and_every_line_a_room() -> None:
    assert set(re.findall(r"^\| `(\w+)/` \|", PAGE, flags=re.M)) == ROOMS
    assert len(ROOMS) <= 16


def test_no_module_lies_beside_the_rooms() -> None:
    assert {path.name for path in PACKAGE.iterdir() if path.is_file()} == {"__init__.py", "__main__.py"}


def test_the_order_of_the_rooms_is_the_one_that_is_held() -> None:
    shown = re.search(r"```\n(cli\n.*?)```", PAGE, flags=re.S)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    rooms = next(one for one in contracts if one.get("containers") == ["prancha"])
    assert rooms["exhaustive"]
    assert shown is not None
    assert ["__main__", *shown[1].splitlines()] == rooms["layers"]
    assert set(re.findall(r"\w+", shown[1])) == ROOMS


NAMED = sorted(set(re.findall(r"`([\w/]+(?:/|\.py|\.j2))`", PAGE)))
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("name", NAMED)
def test_what_it_names_is_there(name: str) -> None:
    assert (PACKAGE / name).exists() or (ROOT / name).exists()


def test_functions_and_values_it_names_are_there() -> None:
    for name in set(re.findall(r"`(\w+)(?:\(\w+\))?`", PAGE)) - {"copies", "prancha", *ROOMS}:
        assert re.search(rf"^ *(?:def|class) {name}\b|^{name}\b", TEXT, flags=re.MULTILINE), name


def test_the_glossary_has_the_words_of_the_program_in_order() -> None:
    assert sorted(WORDS) == WORDS
    assert {
        "face", "item", "family", "kit", "leaf", "sheet", "imposition", "bleed", "trim", "piece", "manifest",
        "gutter", "duplex", "safe zone", "slug", "cut plan", "net", "stock", "order", "snapshot", "proof",
        "diagnostic",
    } <= set(WORDS)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_the_glossary_is_used(word: str) -> None:
    stem = word.replace(" ", "[ _]").removesuffix("ition")  # who speaks of imposition imposes
    assert re.search(rf"\b{stem}", TEXT, re.IGNORECASE)


UNNAMED_BY_NATURE = {
    "curve", "corner", "spot", "on", "FS_MATRIX", "Filter", "error", "ProofFault", "line_form",
    "paragraph_form", "proof_check", "Matrix", "_looked", "_write",
}  # fmt: skip
"""Calls with numbers in a format's order, of other libraries, and of methods that hand all on."""


def test_long_calls_name_their_arguments() -> None:
    unnamed = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            given = node.args if isinstance(node, ast.Call) else []
            if len(given) > 5 and not any(isinstance(each, ast.Starred) for each in given):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name not in UNNAMED_BY_NATURE:
                    unnamed.append(f"{path.name}:{node.lineno}: {name}")
    assert not unnamed


def test_names_of_test_files_occur_once() -> None:
    """Pytest cannot import two files of one name, and stops the whole run."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_a_unit_test_is_named_after_a_module_of_its_room() -> None:
    """Files beside the rooms test the package's interface and the helpers of the tests."""
    unit = ROOT / "tests" / "unit"
    unnamed = []
    for path in unit.glob("*/**/test_*.py"):
        modules = {found.stem for found in (PACKAGE / path.parent.relative_to(unit)).rglob("*")}
        name = path.stem.removeprefix("test_")
        if not any(name == module or name.startswith(f"{module}_") for module in modules):
            unnamed.append(path.relative_to(unit).as_posix())
    assert unnamed == []
