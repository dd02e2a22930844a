"""The generated pages of docs/ are those that the program as it is now would make."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"


@pytest.fixture(scope="module")
def make() -> Iterator[ModuleType]:
    before = list(sys.path)
    sys.path.insert(0, str(REFERENCE))
    yield importlib.import_module("make")
    sys.path[:] = before


def test_no_page_is_stale(make: ModuleType) -> None:
    made = make.pages()
    assert len(made) >= 13
    stale = [name for name, text in made.items() if _text(ROOT / "docs" / name) != text]
    assert not stale, f"run make reference; stale: {', '.join(stale)}"


def test_no_page_is_left_over(make: ModuleType) -> None:
    made = set(make.pages())
    there = [*REFERENCE.glob("*.md"), *(ROOT / "docs/schema").iterdir()]
    assert {path.relative_to(ROOT / "docs").as_posix() for path in there} == made


def test_every_macro_has_an_example_and_a_picture_of_it(make: ModuleType) -> None:
    from macros import DIGESTS, PICTURES, digests, examples, files, listed, without_example

    assert sum(len(listed(text)) for text in files().values()) > 40
    missing = without_example()
    assert not missing, f"add an example to docs/reference/macros.yaml, then make reference: {missing}"
    known = {file: set(listed(text)) for file, text in files().items()}
    named = [(file, name) for file, own in examples().items() for name in own]
    gone = [f"{file}.{name}" for file, name in named if name not in known.get(file, ())]
    assert not gone, f"no macro is called so, or the head of its file does not name it: {gone}"
    drawn, now = json.loads(DIGESTS.read_text()), digests()
    stale = sorted(name for name in {*now, *drawn} if now.get(name) != drawn.get(name))
    assert not stale, f"run make reference; stale pictures: {', '.join(stale)}"
    assert {path.stem for path in PICTURES.glob("*.png")} == set(now)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
