"""The rulebooks of the five kits in both languages: every text is on the pages, and nothing is told."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from prancha.book.book_blocks import each_words
from prancha.book.book_reading import read_book
from prancha.building import game_loading
from prancha.building.order import Order
from prancha.building.pipeline import build_game

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("aperiodik", "automato", "ceramus", "dual", "hexagonal")


def _inside(page: pypdfium2.PdfPage) -> str:
    """The text of a page without its running head and number: a paragraph may go on on the next page."""
    edge = 12.5 * 72 / 25.4
    text: str = page.get_textpage().get_text_bounded(bottom=edge, top=page.get_height() - edge)
    return text


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pt-BR", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_all_text_of_a_rulebook_is_on_its_pages(game: str, lang: str, tmp_path: Path) -> None:
    kit = build_game(Order(ROOT, out=tmp_path, only=("rulebook",), lang=lang), game)
    assert not [str(note) for note in kit.notes if note.code.startswith("book")]
    with pypdfium2.PdfDocument(kit.pdf) as document:
        shown = "".join("".join(_inside(page).split()) for page in document)
    plain = (kit.pdf.with_suffix(".txt")).read_text(encoding="utf-8")
    texts = 0
    for said, place in each_words(read_book(game_loading.load(ROOT, game), lang).blocks):
        # An icon has no letters on the page; what stands around it has.
        for part in "".join("\n" if one.icon else one.text for one in said).split("\n"):
            letters = "".join(part.split())
            assert letters in shown, f"{place}: {part}"
            assert letters in "".join(plain.split()), f"{place}: {part}"
            texts += 1
    assert texts > 100
