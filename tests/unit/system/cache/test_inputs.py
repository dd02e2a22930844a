"""What the cache takes for the program: all of it, or stale kits would pass for new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import prancha
from prancha.system import program_folders
from prancha.system.cache import inputs

PACKAGE = Path(prancha.__file__).parent


def test_the_digest_of_the_program_covers_every_module(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()
    monkeypatch.setattr(inputs, "_add_file", lambda total, name, path: read.add(name))
    inputs.program_digest.__wrapped__()
    files = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    program = {name for name in files if "__pycache__" not in name and not name.startswith("_shipped/")}
    assert read == program
    assert {"__init__.py", "model/game.py", "graphics/svg/grammar.toml"} <= program


def test_a_change_of_any_module_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    before = inputs.program_digest.__wrapped__()
    assert inputs.program_digest.__wrapped__() == before
    true = inputs.file_digest
    for name in ("__main__.py", "sheets/hat_layouts.json", "graphics/svg/grammar.toml"):
        changed = str(PACKAGE / name)
        monkeypatch.setattr(inputs, "file_digest", lambda path, at=changed: b"" if path == at else true(path))
        assert inputs.program_digest.__wrapped__() != before, name


def test_the_shipped_folders_are_there() -> None:
    assert (program_folders.TEMPLATES / "_library" / "cover" / "head.svg.j2").is_file()
    assert (program_folders.SHEETS / "papers.yaml").is_file()
    assert list(program_folders.RULES.glob("*.yaml"))
