"""itch.io: the zip has the kits that builds write, pictures, licence and text in every language."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from prancha.cli import command_line
from prancha.export.targets.itch import page_text
from tests.unit.book.book_project import write_book
from tests.unit.export.exported_folder import folder_problems, written
from tests.unit.export.test_picture_files import export, out

TOLD = """\
# Lume

*a tiny game*

Print-and-play kit. Players: 2 or 3.

## In this kit

- 12 × Cards
- 8 × Hexes
- 6 × Tokens

## How to print
"""


def package(project: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO((out(project, "itch") / "lume.zip").read_bytes()))


def test_the_zip_has_the_kits_of_builds_in_every_language(lume: Path) -> None:
    (lume / "components/lume/LICENSE.md").write_text("CC BY 4.0")
    assert export(lume, to="itch") == 0
    folder = out(lume, "itch")
    assert folder_problems(folder) == []
    archive = package(lume)
    assert archive.testzip() is None
    kits = {f"lume-{paper}{ink}.pdf" for paper in ("a4", "letter") for ink in ("", "-low")}
    names = set(archive.namelist())
    assert {f"pt-BR/{name}" for name in kits} <= names
    assert {f"en/lume-{paper}-en{ink}.pdf" for paper in ("a4", "letter") for ink in ("", "-low")} <= names
    assert {"licence.txt", "LICENSE.md", "page-en.md", "page-pt-BR.md", "pictures/contents.png"} <= names
    assert (
        command_line.main(["build", "lume", "--paper", "letter", "--lang", "en", "--project", str(lume)]) == 0
    )
    assert archive.read("en/lume-letter-en.pdf") == (lume / "output/lume/lume-letter-en.pdf").read_bytes()
    with pypdfium2.PdfDocument(archive.read("pt-BR/lume-letter.pdf")) as document:
        assert [round(v / 72, 2) for v in document[0].get_size()] == [8.5, 11]
    for name in ("cover.png", "contents.png"):
        picture = Image.open(folder / name)
        assert picture.size == ((630, 500) if name == "cover.png" else (1920, 1080))
    assert archive.read("pictures/contents.png") == (folder / "contents.png").read_bytes()


def test_the_page_says_what_is_in_the_box_and_what_it_takes(lume: Path) -> None:
    assert export(lume, "--lang", "en", to="itch") == 0
    folder = out(lume, "itch-en")
    assert not (folder / "page-pt-BR.md").exists()
    text = (folder / "page-en.md").read_text(encoding="utf-8")
    assert text.startswith(TOLD)
    assert command_line.main(["build", "lume", "--lang", "en", "--project", str(lume)]) == 0
    placed = json.loads((lume / "output/lume/lume-a4-en.json").read_text())["placed"]["sheets"]
    count = sum(sheet["side"] == "front" for sheet in placed)
    assert f"- A4: {count} sheets of paper; also in a version that takes less ink\n" in text
    assert "Cutting and assembling it takes about **" in text
    assert "- Licence: " in text


def test_the_page_begins_with_the_pitch_and_names_one_thing_without_a_number(lume: Path) -> None:
    head = lume / "components/lume/game.yaml"
    things = "supplied: [{name: {pt-BR: saco, en: bag}, count: 1}, {name: {pt-BR: dado, en: die}, count: 3}]"
    head.write_text(f'{head.read_text()}pitch: {{pt-BR: Luz., en: "Light it."}}\n{things}\n')
    assert export(lume, "--lang", "en", to="itch") == 0
    text = (out(lume, "itch-en") / "page-en.md").read_text(encoding="utf-8")
    assert text.startswith("# Lume\n\n*a tiny game*\n\nLight it.\n\nPrint-and-play kit. Players: 2 or 3.\n")
    assert "You also need: bag, 3 × die." in text


def test_a_rulebook_that_is_in_the_zip_is_not_needed_besides(lume: Path) -> None:
    """On 34f390e4 the page of AperiodiK asked for a rulebook."""
    head = lume / "components/lume/game.yaml"
    things = "supplied: [{name: {pt-BR: Livro de regras, en: Rulebook}, count: 1}, {name: bag, count: 1}]"
    head.write_text(f"{head.read_text()}{things}\n")
    write_book(lume, english="# Lume\n\nCards, hexes and tokens.\n")
    assert export(lume, "--lang", "en", to="itch") == 0
    assert "You also need: bag." in (out(lume, "itch-en") / "page-en.md").read_text("utf-8")


def test_the_page_says_how_long_a_game_takes_and_for_whom_it_is(lume: Path) -> None:
    head = lume / "components/lume/game.yaml"
    text = head.read_text().replace("assumed: {", "assumed: {time: {pt-BR: jogado, en: as we played it}, ")
    head.write_text(text + "time: 20 min\nage: 8+\n")
    assert export(lume, to="itch") == 0
    folder = out(lume, "itch")
    english, portuguese = ((folder / f"page-{lang}.md").read_text("utf-8") for lang in ("en", "pt-BR"))
    assert "Print-and-play kit. Players: 2 or 3. Time: 20 min (estimated). Age: 8+.\n" in english
    assert "- Carta: " in portuguese
    assert "Jogadores: 2 ou 3. Duração: 20 min (estimativa). Idade: 8+.\n" in portuguese


def test_the_zip_has_the_same_bytes_again(lume: Path) -> None:
    assert export(lume, "--lang", "en", to="itch") == 0
    before = written(out(lume, "itch-en"))
    assert export(lume, "--lang", "en", "--no-cache", to="itch") == 0
    assert written(out(lume, "itch-en")) == before


def test_a_kit_that_cannot_be_built_is_told_and_nothing_written(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lume / "components/lume/tokens.yaml"
    path.write_text(path.read_text().replace("size:", "sise:"))
    assert export(lume, to="itch") == 1
    assert "tokens.yaml" in capsys.readouterr().err
    assert not (lume / "output/lume/export").exists()


def test_a_page_names_what_is_known_and_nothing_else(lume: Path) -> None:
    from prancha.export.target import Export, PageFacts, PrintedKit
    from prancha.model.kit_components import ComponentKit

    kit = ComponentKit(
        "lume", "Lume", subtitle="", lang="en", revision="", licence="", licences={}, families=()
    )
    facts = PageFacts(
        "en",
        subtitle="a light",
        pitch="Catch the light.",
        play=("Players: 2 or 4", "Age: 8+"),
        designers=("A. B.",),
        artists=(),
        publisher="",
        licence="",
        supplied=("bag",),
        contents=("3 cards",),
        kits=(PrintedKit("letter", "full", (), sheets=2, minutes=75),),
        licences=(),
    )
    text = page_text(Export(kit, {}), facts).decode()
    assert "*a light*\n\nCatch the light.\n\nPrint-and-play kit. Players: 2 or 4. Age: 8+." in text
    assert "- Letter: 2 sheets" in text
    assert "**1 h 15 min**" in text
    assert "You also need: bag." in text
    assert "- Design: A. B." in text
    assert "Art" not in text
