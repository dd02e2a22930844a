"""The recipes of docs/languages.md, each from the installed font to the PDF, as the messages tell."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from prancha.cli.command_line import main
from prancha.graphics.fonts import FontBook, installed

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs" / "languages.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"^\| (\w+) \| ([a-z]{2}) \| ([\w ]+) \| ([a-z-]+) \| (.+) \|$", PAGE, re.MULTILINE)
MACHINE = os.environ.get("PRANCHA_TEST_FONTS", "/usr/local/share:/usr/share")
ONE_FONT = ("pl", "cs", "tr", "vi", "yo", "el", "ru", "uk")
GAME = "title: Den\nlanguages: [{code}]\nfamilies: [cards]\nfonts: {{body: Alegreya Sans}}\npalette: {{}}\n"
CARDS = """\
title: Cards
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg.j2
items: [{{id: a, text: "{text}"}}]
"""
TEMPLATE = "{{ paragraph(item.text, 5, 10, 53, 60, size=10) }}\n"


def test_the_page_has_its_recipes() -> None:
    assert len(RECIPES) == 25
    assert len({code for _, code, *_ in RECIPES}) == 25


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "machine"))
    monkeypatch.setattr(installed, "python_folders", lambda: ())
    _forget()
    yield tmp_path / "machine" / "fonts"
    _forget()


def _forget() -> None:
    for kept in (installed.font_files, installed.families, installed.family_with):
        kept.cache_clear()


def subset(family: str, text: str) -> Path | None:
    """The font of the tests that has the letters of a text."""
    path = TESTS / "fonts" / family / "400.ttf"
    shown = text.replace(" ", "")
    return path if path.is_file() and not FontBook([TESTS]).font(family).missing(shown) else None


def install(family: str, package: str, text: str, machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the subset of the tests installed where it has the letters, else the package's font."""
    if found := subset(family, text):
        machine.mkdir(parents=True)
        shutil.copy(found, machine)
        return
    monkeypatch.setenv("XDG_DATA_DIRS", MACHINE)
    if not installed.family_faces(family):
        pytest.skip(f"needs the Debian package {package}")


@pytest.mark.parametrize(
    ("code", "family", "package", "text"),
    [
        # `make test` calls for no fonts of the system.
        pytest.param(*rest, id=name, marks=[] if subset(rest[1], rest[3]) else [pytest.mark.slow])
        for name, *rest in RECIPES
    ],
)
def test_a_recipe_prints(
    code: str, family: str, package: str, text: str, machine: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    project = tmp_path / "project"
    head = project / "components" / "den" / "game.yaml"
    for path, data in (
        (head, GAME.format(code=code)),
        (project / "components" / "den" / "cards.yaml", CARDS.format(text=text)),
        (project / "templates" / "den" / "card.svg.j2", TEMPLATE),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(data, encoding="utf-8")
    build = ["build", "den", "--no-cover", "--project", str(project)]
    install(family, package, text, machine, monkeypatch)
    assert main(["font", "add", family, "--project", str(project)]) == 0
    line = re.search(r"game\.yaml: (fonts: .+)", capsys.readouterr().out)
    assert line
    fonts = f"fonts: {{body: {family}}}" if code in ONE_FONT else line[1]
    head.write_text(head.read_text().replace("fonts: {body: Alegreya Sans}", fonts), encoding="utf-8")
    assert main(build) == 0, capsys.readouterr().err
    assert "warning" not in capsys.readouterr().err
    assert (project / "output" / "den" / "den-a4-no-cover.pdf").stat().st_size > 2000
