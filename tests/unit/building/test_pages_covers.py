"""A cover prints page numbers that its own pages move; it is drawn as often as that takes, and no more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from prancha.book import cover_pages
from prancha.book.book_blocks import Block
from prancha.book.book_pages import LaidBook
from prancha.book.book_style import BookStyle
from prancha.book.setup_pictures import DrawnKit
from prancha.building import pipeline
from prancha.building.order import Kit, Order
from prancha.checks.proof.proofing import proof
from prancha.faces import FaceMaker
from prancha.model.diagnostic import Failure

ROOT = Path(__file__).parents[3]
FAMILY = """\
title: F{0}
stock: card
size: {0} x 60 mm
outline: rectangle
sheet: s{0}
template: c.svg.j2
items: [{{id: a, copies: 9}}]
"""


def _texts(kit: Kit) -> list[str]:
    document = pypdfium2.PdfDocument(kit.pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def test_a_cover_names_the_file_whose_pieces_are_for_board(tmp_path: Path) -> None:
    """On 6dde9814 it told whoever holds the PDF to order the kit with an option of the program."""
    kit = pipeline.build_game(Order(ROOT, out=tmp_path, lang="en", ink="low", plain_cover=True), "ceramus")
    board = pipeline.build_game(
        Order(ROOT, out=tmp_path, lang="en", duplex="board", plain_cover=True), "ceramus"
    )
    assert f"use the file {board.pdf.name}." in " ".join(_texts(kit)[:2])
    assert [one for one in kit.remarks if board.pdf.name in one]
    assert not any("--" in text or "use the file" in text for text in _texts(board)[:2])


def test_the_makefile_builds_every_kit_that_a_cover_names(tmp_path: Path) -> None:
    named = []
    for game in ("aperiodik", "automato", "ceramus", "dual", "hexagonal"):
        kit = pipeline.build_game(Order(ROOT, out=tmp_path, check=False, plain_cover=True), game)
        named += [game] if any("the cover names" in one for one in kit.remarks) else []
    assert f"build {' '.join(named)} --jobs 2 --paper $$paper --duplex board" in (
        ROOT / "Makefile"
    ).read_text(encoding="utf-8")


def test_a_blank_page_between_covers_and_sheets_says_that_it_is(tmp_path: Path) -> None:
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\n"
        "fonts: {body: Alegreya Sans}\n",
        "components/g/f40.yaml": FAMILY.format(40).replace("rectangle", "circle").replace(" x 60", "")
        + "back: c.svg.j2\n",
        "templates/g/c.svg.j2": '<path d="{{ shape(bleed) }}" fill="#eee"/>\n',
    }
    for name, words in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(words)
    texts = _texts(pipeline.build_game(Order(tmp_path, check=False), "g"))
    front = " ".join(texts[: next(k for k, text in enumerate(texts) if "sheet 1" in text)])
    assert "drying" not in front  # nothing is glued
    assert "1. Cut" not in front  # a single step needs no number
    assert "Cut out dashed outlines with scissors or a knife." in front
    assert texts[1] == "G · page intentionally blank", texts


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The size of running text of every layout of a cover."""
    found: list[float] = []
    usual = cover_pages.lay_out_blocks

    def noted(kit: DrawnKit, blocks: Sequence[Block], maker: FaceMaker, style: BookStyle) -> LaidBook:
        found.append(style.body.size)
        return usual(kit, blocks, maker, style)

    monkeypatch.setattr(cover_pages, "lay_out_blocks", noted)
    return found


def _build(folder: Path, files: dict[str, str], **order: Any) -> Kit:
    files["templates/g/c.svg.j2"] = '<path d="{{ shape(bleed) }}" fill="#eee"/>\n'
    for name, words in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(words)
    (kit,) = pipeline.build(Order(folder, check=False, **order))
    return kit


def test_page_numbers_count_a_front_matter_that_is_longer_than_two_pages(tmp_path: Path) -> None:
    sizes = range(30, 58, 3)
    files = {f"components/g/f{size}.yaml": FAMILY.format(size) for size in sizes}
    names = ", ".join(f"f{size}" for size in sizes)
    files["components/g/game.yaml"] = (
        f"title: G\nlanguages: [en]\nfamilies: [{names}]\nfonts: {{body: Alegreya Sans}}\n"
    )
    kit = _build(tmp_path, files)
    placed = json.loads(kit.manifest.read_text())["placed"]
    first = min(sheet["page"] for sheet in placed["sheets"])
    texts = _texts(kit)
    assert first > 3
    assert [text for text in texts[: first - 1] if f"F30 1 9 {first} card" in text]
    assert [text for text in texts[: first - 1] if f"F30 page {first}" in text]


def test_few_sizes_of_type_are_tried_for_a_cover_that_no_size_keeps_on_one_page(
    tmp_path: Path, layouts: list[float]
) -> None:
    guesses = ", ".join(f'g{k}: "Why {k}: {"nobody knows, " * 20}"' for k in range(20))
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\nfonts: {body: Alegreya Sans}\n"
        f"assumed: {{{guesses}}}\n",
        "components/g/f40.yaml": FAMILY.format(40),
    }
    _build(tmp_path, files)
    assert 1 < len(set(layouts)) < 8


def test_the_plan_stands_below_the_end_of_a_cover_of_two_pages(tmp_path: Path) -> None:
    """A page of its own for two drawings cost a kit that is printed on both sides a sheet of paper."""
    names = [f"f{number}" for number in range(12)]
    files = {f"components/g/{name}.yaml": FAMILY.format(40).replace("F40", name) for name in names}
    game = f"title: G\nlanguages: [en]\nfamilies: [{', '.join(names)}]\nfonts: {{body: Alegreya Sans}}\n"
    kit = _build(tmp_path, {"components/g/game.yaml": game, **files})
    plain = json.loads(kit.manifest.read_text())["placed"]["plain"]
    assert [page["kind"] for page in plain[:2]] == ["cover", "cover+cut-plan"]
    assert proof(kit.pdf, kit.manifest).faults == ()


@pytest.mark.parametrize("ink", ["full", "low", "outline", "grey"])
def test_the_first_page_shows_the_game_in_play_and_what_is_in_the_box(tmp_path: Path, ink: str) -> None:
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\nfonts: {body: Alegreya Sans}\n"
        "pitch: Nine cards, and one winner.\ntime: 30 min\n",
        "components/g/f40.yaml": FAMILY.format(40),
    }
    kit = _build(tmp_path, files, ink=ink)
    with pypdfium2.PdfDocument(kit.pdf) as document:
        pictures = [one for one in document[0].get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
        shown = [one.get_bitmap().to_pil().convert("L").getextrema() for one in pictures]
    assert len(shown) == 2
    assert all(darkest < lightest for darkest, lightest in shown)
    text = _texts(kit)[0]
    assert "Nine cards, and one winner." in text
    assert "30 min" in text
    assert "9 × F40" in text


def test_a_part_of_a_game_is_printed_without_pictures(tmp_path: Path) -> None:
    kit = pipeline.build_game(Order(ROOT, out=tmp_path, check=False, only=("tokens",)), "dual")
    with pypdfium2.PdfDocument(kit.pdf) as document:
        assert not [one for one in document[0].get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]


def test_the_head_and_the_colours_may_be_those_of_the_game(tmp_path: Path) -> None:
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\nfonts: {body: Alegreya Sans}\n"
        "palette: {berry: '#8a1550'}\n"
        "cover: {colours: {accent: berry}, templates: {head: head.svg.j2}}\n",
        "components/g/f40.yaml": FAMILY.format(40),
        "templates/g/head.svg.j2": "{{ label('HEAD OF ' ~ game.title, 5, height - 5, size=20) }}"
        '<path d="M0 0h{{ width }}" stroke="{{ colours.accent }}"/>\n',
    }
    kit = _build(tmp_path, files)
    assert "HEAD OF G" in _texts(kit)[0]


def test_pictures_of_pieces_stand_on_the_paper_of_the_cover(tmp_path: Path) -> None:
    """On 71cfc49c they stood on white, whatever ground the page had."""
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\nfonts: {body: Alegreya Sans}\n"
        "cover: {colours: {paper: '#f0c080'}}\n",
        "components/g/f40.yaml": FAMILY.format(40),
    }
    kit = _build(tmp_path, files)
    with pypdfium2.PdfDocument(kit.pdf) as document:
        pictures = [one for one in document[0].get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
        corner = pictures[-1].get_bitmap().to_pil().convert("RGB").getpixel((3, 3))
    assert max(abs(a - b) for a, b in zip(corner, (0xF0, 0xC0, 0x80), strict=True)) < 6


BROKEN = (
    ("head", '<g><circle cx="20" r="10"', "the SVG is broken: not well-formed"),
    ("head", "<g>", "the SVG is broken: mismatched tag"),
    ("head", "<text>this & that</text>", "the SVG is broken: not well-formed"),
    ("section", '<path d="M0 0 L banana"/>', 'path data "M0 0 L banana" has an unexpected "b"'),
    ("page", '<use href="#nothing"/>', 'use refers to "#nothing", which does not exist'),
    ("plan", '<rect width="ten" height="1"/>', 'width="ten" cannot be read'),
)


@pytest.mark.parametrize(("role", "wrong", "message"), BROKEN)
def test_what_is_wrong_in_a_part_of_a_cover_is_told_at_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: str, wrong: str, message: str
) -> None:
    """On 71cfc49c it was told at game.yaml, with the line of a document that nobody sees."""
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\nfonts: {body: Alegreya Sans}\n"
        f"cover: {{templates: {{{role}: part.svg.j2}}}}\n",
        "components/g/f40.yaml": FAMILY.format(40),
        "templates/g/part.svg.j2": f'<rect width="1" height="1"/>\n{{# Two lines below. #}}\n{wrong}\n',
    }
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Failure) as caught:
        _build(tmp_path, files)
    (told,) = caught.value.diagnostics
    assert str(told.place) == "templates/g/part.svg.j2:3:1"
    assert told.message.startswith(message)


def test_a_template_for_the_whole_cover_is_refused_with_what_to_do(tmp_path: Path) -> None:
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\n"
        "cover: {template: cover.svg.j2}\n",
        "components/g/f40.yaml": FAMILY.format(40),
    }
    with pytest.raises(Failure) as caught:
        _build(tmp_path, files)
    (told,) = caught.value.diagnostics
    assert str(told.place) == "components/g/game.yaml:4:9"
    assert told.message == '"template" no longer draws the cover as a whole, which is laid out by the program'
    assert told.hint.startswith("write templates: {head: cover.svg.j2}, and let it draw only")
