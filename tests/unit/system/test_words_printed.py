"""A language that one file adds is on all paper: a game in Spanish, read back from its PDF and READ-ME."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from prancha.cli import command_line


@pytest.fixture
def luz(lume: Path) -> Path:
    """The tiny game in Spanish alone."""
    for path in (lume / "components" / "lume").glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("[pt-BR, en]", "[es]")
        path.write_text(re.sub(r"\{pt-BR: (.*?), en: .*?\}", r"\1", text), encoding="utf-8")
    return lume


def words_of(path: Path) -> list[str]:
    """The text of each page, on one line."""
    with pypdfium2.PdfDocument(path) as document:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def test_cover_labels_and_cut_plan_of_a_spanish_game_are_in_spanish(luz: Path) -> None:
    assert command_line.main(["build", "lume", "--project", str(luz)]) == 0
    cover, guide, *sheets = words_of(luz / "output" / "lume" / "lume-a4.pdf")
    for text in ("JUGADORES", "Contenido", "Papel necesario", "Cómo imprimir", "cartulina", "Reglamento"):
        assert text.casefold() in f"{cover} {guide}".casefold(), text
    assert "Plan de corte" in guide
    assert "Corta por las líneas continuas" in guide
    for sheet in sheets:
        assert "hoja " in sheet or "página en blanco a propósito" in sheet
    assert not any("sheet" in page or "folha" in page for page in (cover, guide, *sheets))


def test_the_read_me_of_a_spanish_export_begins_in_spanish_and_ends_in_english(luz: Path) -> None:
    assert command_line.main(["export", "lume", "--to", "silhouette", "--project", str(luz)]) == 0
    folder = luz / "output" / "lume" / "export" / "silhouette"
    text = (folder / "READ-ME-FIRST.txt").read_text(encoding="utf-8")
    spanish, english = text.split("What to do with this folder")
    assert spanish.startswith("Lume: Qué hacer con esta carpeta")
    assert "tres marcas: un cuadrado y dos esquinas" in spanish
    assert "three marks: a square and two corners" in english
    assert "margen 10 mm" in words_of(folder / "print.pdf")[0]
