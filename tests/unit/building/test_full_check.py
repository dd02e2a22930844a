"""A check uses what builds drew, a build what a check drew, and neither tells what is no longer so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template

from prancha.cli.command_line import main
from prancha.faces.drawing_tools import Templates
from prancha.render.renderer import DirectRenderer
from prancha.render.resources import FaceParts


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("PRANCHA_CACHE", str(folder))
    return folder


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is laid out and drawn, and not recalled."""
    seen: list[str] = []
    lay_out, draw = Templates.render, DirectRenderer.draw

    def laying(self: Templates, template: Template, *rest: Any) -> tuple[str, Mapping[str, Any]]:
        seen.append(f"lay out {template.name}")
        return lay_out(self, template, *rest)

    def drawing(self: DirectRenderer, digest: str, svg: str) -> FaceParts:
        seen.append("draw")
        return draw(self, digest, svg)

    monkeypatch.setattr(Templates, "render", laying)
    monkeypatch.setattr(DirectRenderer, "draw", drawing)
    return seen


def run(command: str, project: Path) -> int:
    return main([*command.split(), "--project", str(project)])


@pytest.mark.usefixtures("cache")
def test_a_check_draws_nothing_that_builds_drew(lume: Path, drawn: list[str]) -> None:
    assert run("build", lume) == run("build --lang en", lume) == 0
    assert drawn
    drawn.clear()
    assert run("check", lume) == 0
    assert drawn == []


@pytest.mark.usefixtures("cache")
def test_a_build_draws_nothing_that_a_check_drew(lume: Path, drawn: list[str]) -> None:
    assert run("check", lume) == 0
    assert "lay out card.svg.j2" in drawn
    drawn.clear()
    assert run("build --no-cover", lume) == 0
    assert drawn == []


@pytest.mark.usefixtures("cache")
def test_what_was_found_is_told_again_until_a_file_changes(
    lume: Path, capsys: pytest.CaptureFixture[str], drawn: list[str]
) -> None:
    card = lume / "templates" / "lume" / "card.svg.j2"
    good = card.read_text(encoding="utf-8")
    card.write_text(good.replace("width / 2, 40,", "width / 2, 40, size=4,"), encoding="utf-8")
    assert run("check", lume) == 1
    first = capsys.readouterr()
    assert "error text-size [cards/sun]" in first.err
    drawn.clear()
    assert run("check", lume) == 1
    assert (capsys.readouterr(), drawn) == (first, [])
    assert run("check --no-faces", lume) == 0
    card.write_text(good, encoding="utf-8")
    assert run("check", lume) == 0
    game = lume / "components" / "lume" / "cards.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("copies: 8", "copies: 9"), encoding="utf-8")
    assert run("check", lume) == 1


@pytest.mark.usefixtures("cache")
def test_another_set_up_draws_nothing_anew(lume: Path, drawn: list[str]) -> None:
    table = lume / "components" / "lume" / "table.yaml"
    table.write_text("box: [cards, hexes, tokens]\n", encoding="utf-8")
    assert run("build --no-cover", lume) == 0
    drawn.clear()
    table.write_text("size: 700 x 700 mm\nbox: [cards, hexes, tokens]\n", encoding="utf-8")
    assert run("build --no-cover", lume) == 0
    assert drawn == []


def test_faces_that_cannot_be_drawn_are_tried_again(lume: Path, cache: Path, drawn: list[str]) -> None:
    (lume / "templates" / "lume" / "hex.svg.j2").write_text("{{ nothing }}", encoding="utf-8")
    assert run("check", lume) == 1
    drawn.clear()
    assert run("check", lume) == 1
    assert "lay out hex.svg.j2" in drawn


def test_a_cover_that_cannot_be_drawn_is_told_at_its_field_by_check_and_build_alike(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lume / "components" / "lume" / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("[Ana]", "[Ana, Zoë \ue000]")
    game.write_text(text, encoding="utf-8")
    told = "components/lume/game.yaml:4:18: error text-glyph: "
    assert run("check", lume) == 1
    found = capsys.readouterr().err
    assert found.count(told) == 1, "not once for each language"
    assert "U+E000" in found
    assert run("build", lume) == 1
    assert told in capsys.readouterr().err
    assert run("check --no-faces", lume) == 0


def test_what_is_wrong_with_a_cover_hides_nothing_else(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lume / "components" / "lume" / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8") + "cover: {templates: {head: own.svg.j2}}\n", encoding="utf-8"
    )
    (lume / "templates" / "lume" / "own.svg.j2").write_text("{{ nothing }}", encoding="utf-8")
    card = lume / "templates" / "lume" / "card.svg.j2"
    good = card.read_text(encoding="utf-8")
    card.write_text(good.replace("width / 2, 40,", "width / 2, 40, size=4,"), encoding="utf-8")
    assert run("check", lume) == 1
    found = capsys.readouterr().err
    assert "template-undefined" in found
    assert "error text-size [cards/sun]" in found


HEAVY = ("reportlab", "jinja2", "pikepdf", "uharfbuzz", "PIL", "prancha.faces", "prancha.export")


def test_a_look_at_catalogues_imports_nothing_that_draws(lume: Path) -> None:
    code = (
        "import sys; from prancha.cli.command_line import main;"
        f"code = main(['check', '--no-faces', '--project', {str(lume)!r}]);"
        f"print([n for n in {HEAVY!r} if n in sys.modules]); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1 game checked: 0 errors, 0 warnings\n[]\n"
