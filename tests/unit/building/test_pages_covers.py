"""A cover prints page numbers that its own pages move; it is drawn as often as that takes, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from prancha.building import pipeline
from prancha.building.order import Kit, Order
from prancha.faces import COVER, FaceMaker
from prancha.faces.text.typesetter import Typesetter
from prancha.model.face import Face

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
    kit = pipeline.build_game(Order(ROOT, out=tmp_path, lang="en", ink="low"), "ceramus")
    board = pipeline.build_game(Order(ROOT, out=tmp_path, lang="en", duplex="board"), "ceramus")
    assert f"use the file {board.pdf.name}." in _texts(kit)[0]
    assert [one for one in kit.remarks if board.pdf.name in one]
    assert not any("--" in text or "use the file" in text for text in _texts(board)[:2])


def test_the_makefile_builds_every_kit_that_a_cover_names(tmp_path: Path) -> None:
    named = []
    for game in ("aperiodik", "automato", "ceramus", "dual", "hexagonal"):
        kit = pipeline.build_game(Order(ROOT, out=tmp_path, check=False), game)
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
    assert texts[1] == "G · page intentionally blank"
    assert "drying" not in texts[0]  # nothing is glued
    assert "1. Cut" not in texts[0]  # a single step needs no number
    assert "Cut out dashed outlines with scissors or a knife." in texts[0]


@pytest.fixture
def covers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The pages of each cover that is drawn."""
    found: list[int] = []
    usual = FaceMaker.pages

    def noted(
        self: FaceMaker, template: str, width: float, height: float, **context: Any
    ) -> tuple[Face, ...]:
        pages = usual(self, template, width, height, **context)
        found.append(len(pages) if template == COVER else 0)
        return pages

    monkeypatch.setattr(FaceMaker, "pages", noted)
    return found


def test_a_cover_before_two_pages_of_cut_plans_is_drawn_once(tmp_path: Path, covers: list[int]) -> None:
    sizes = range(30, 58, 3)
    files = {f"components/g/f{size}.yaml": FAMILY.format(size) for size in sizes}
    names = ", ".join(f"f{size}" for size in sizes)
    files["components/g/game.yaml"] = (
        f"title: G\nlanguages: [en]\nfamilies: [{names}]\nfonts: {{body: Alegreya Sans}}\n"
    )
    files["templates/g/c.svg.j2"] = '<path d="{{ shape(bleed) }}" fill="#eee"/>\n'
    for name, words in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(words)
    (kit,) = pipeline.build(Order(tmp_path, check=False))
    assert covers == [1]
    assert kit.pages > 1 + len(sizes) + 1


def test_few_sizes_of_type_are_tried_for_a_cover_that_no_size_keeps_on_one_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: set[float] = set()
    usual = Typesetter.text_height

    def noted(self: Typesetter, content: Any, width: float, size: float = 9, **style: Any) -> float:
        if str(content).startswith("Why"):
            sizes.add(size)
        return usual(self, content, width, size, **style)

    monkeypatch.setattr(Typesetter, "text_height", noted)
    guesses = ", ".join(f'g{k}: "Why {k}: {"nobody knows, " * 20}"' for k in range(20))
    files = {
        "components/g/game.yaml": "title: G\nlanguages: [en]\nfamilies: [f40]\nfonts: {body: Alegreya Sans}\n"
        f"assumed: {{{guesses}}}\n",
        "components/g/f40.yaml": FAMILY.format(40),
        "templates/g/c.svg.j2": '<path d="{{ shape(bleed) }}" fill="#eee"/>\n',
    }
    for name, words in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(words)
    pipeline.build(Order(tmp_path, check=False))
    assert len(sizes) == 2
