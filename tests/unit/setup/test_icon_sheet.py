"""Icons are found by words, and drawn on sheets with their names."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from prancha.cli import command_line
from prancha.setup.icon_sheet import find_icons

ICONS = Path(__file__).parents[3] / "templates" / "_library" / "icons"


def text_of(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_icons_are_found_by_their_names_and_those_of_their_makers(tmp_path: Path) -> None:
    assert {"sword", "swords", "shield"} <= set(find_icons(tmp_path, ["Sword", "shield"]))
    assert "sword" in find_icons(tmp_path, ["broadsword"])
    assert len(find_icons(tmp_path, [])) >= 189 + 300


def test_icons_of_the_project_are_listed_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "templates" / "_library" / "icons"
    own.mkdir(parents=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    (own / "sword-of-mine.svg").write_text(drawing, encoding="utf-8")
    assert command_line.main(["icons", "sword", "--project", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "sword-of-mine" in said
    assert said.endswith("output/icons.pdf\n")
    shown = text_of(tmp_path / "output" / "icons.pdf")
    assert "sword-of-mine" in shown
    assert "shield" not in shown


def test_a_word_that_no_icon_has_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["icons", "swrd", "--project", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "error no-icon: no icon is called swrd" in said
    assert 'did you mean "sword"?' in said


def test_every_icon_stands_in_the_credits_once() -> None:
    sections = (ICONS / "CREDITS.md").read_text(encoding="utf-8").split("\n## ")[1:]
    lists = [part.rstrip().rpartition("\n\n")[2] for part in sections]
    names = [
        entry.split(" (")[0].strip()
        for part in lists
        for entry in " ".join(part.rstrip(".").split()).split(", ")
    ]
    assert sorted(names) == sorted(path.stem for path in ICONS.glob("*.svg"))
