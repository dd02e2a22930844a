"""Targets of installed packages: the example of docs/new-target.md, and packages that give none."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from prancha.cli import command_line
from prancha.export.targets import load_targets
from prancha.model.diagnostic import Failure
from tests.unit.export.exported_folder import folder_problems

PAGE = Path(__file__).resolve().parents[3] / "docs" / "new-target.md"


def install(
    folder: Path, code: str, monkeypatch: pytest.MonkeyPatch, entry: str = "deck_list:TARGET"
) -> None:
    """Put a package on the path as pip leaves it: its module, and a dist-info with its entry points."""
    facts = folder / "prancha_deck_list-1.0.dist-info"
    facts.mkdir(parents=True)
    (folder / "deck_list.py").write_text(code, encoding="utf-8")
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: prancha-deck-list\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[prancha.targets]\ndeck-list = {entry}\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "deck_list", raising=False)


def example() -> str:
    """The code of the page."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_target_of_the_page_exports_once_its_package_is_installed(
    lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(tmp_path / "site", example(), monkeypatch)
    assert command_line.main(["export", "--list"]) == 0
    assert "deck-list      a picture of each front, and a list of the deck" in capsys.readouterr().out
    assert command_line.main(["export", "lume", "--to", "deck-list", "--project", str(lume)]) == 0
    folder = lume / "output" / "lume" / "export" / "deck-list"
    assert folder_problems(folder) == []
    assert (folder / "deck.txt").read_text(encoding="utf-8").startswith("8 Coração do sol\n4 Lua\n")
    assert "1. Load the pictures, then deck.txt" in (folder / "READ-ME-FIRST.txt").read_text(encoding="utf-8")


def test_no_target_is_taken_from_the_folder_the_program_is_run_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "game", example(), monkeypatch)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.chdir(tmp_path / "game")
    assert "deck-list" not in load_targets()
    assert "deck_list" not in sys.modules


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("TARGET = 'deck'", "deck_list:TARGET is neither a Target nor a tuple of them"),
        ("pass", "AttributeError: module 'deck_list' has no attribute 'TARGET'"),
        (
            "from prancha.export.targets.gallery import TARGET",
            'there is a target "gallery" already',
        ),
    ],
)
def test_a_package_that_gives_no_target_is_named(
    code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", code, monkeypatch)
    with pytest.raises(Failure) as failure:
        load_targets()
    (found,) = failure.value.diagnostics
    assert found.code == "target-package"
    assert found.message == (
        f'the target "deck-list" of the installed package prancha-deck-list cannot be used: {why}'
    )
    assert found.hint == "pip install --upgrade prancha-deck-list, or pip uninstall prancha-deck-list"
