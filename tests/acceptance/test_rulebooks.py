"""The rulebooks of the five kits in both languages: every text is on the pages, and nothing is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace

from prancha.book.book_blocks import each_words
from prancha.book.book_reading import read_book
from prancha.book.plain_book import as_text
from prancha.building import game_loading
from prancha.building.game_loading import ReadGame
from prancha.building.order import Order
from prancha.building.pipeline import build_game
from prancha.model.diagnostic import Failure
from prancha.model.game import Family
from prancha.setup.new_game.example_game import EXAMPLES, start_like

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


def _one_more(read: ReadGame) -> Iterator[tuple[str, ReadGame]]:
    """Yield the key of each component but the box with the game that has one more of it."""
    families = read.game.families
    for number, family in enumerate(families):
        if family.kind == "tuck-box":
            continue
        for name in dict.fromkeys(item.listed_id for item in family.items):
            more = (*families[:number], _with_one_more(family, name), *families[number + 1 :])
            yield f"{family.id}/{name}", replace(read, game=replace(read.game, families=more))


def _with_one_more(family: Family, name: str) -> Family:
    items = (replace(one, copies=one.copies + (one.listed_id == name)) for one in family.items)
    return replace(family, items=tuple(items))


def _fails(read: ReadGame) -> bool:
    try:
        return any(one.severity == "error" for one in game_loading.check_rules(read))
    except Failure:
        return True


def _text(read: ReadGame, lang: str) -> str:
    try:
        return as_text(read_book(read.game, lang))
    except Failure:
        return "it is not built"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_one_more_of_any_component_changes_the_book_or_fails_the_build(game: str) -> None:
    read = game_loading.read_game(ROOT, game)
    texts = {lang: _text(read, lang) for lang in read.game.languages}
    changed = dict(_one_more(read))
    assert len(changed) > 20
    kept = [
        key
        for key, more in changed.items()
        if any(_text(more, lang) == text for lang, text in texts.items()) and not _fails(more)
    ]
    assert not kept


@pytest.mark.parametrize("example", EXAMPLES)
def test_one_more_of_any_component_of_an_example_fails_its_build(example: str, tmp_path: Path) -> None:
    start_like(tmp_path, "den", example)
    read = game_loading.read_game(tmp_path, "den")
    assert not _fails(read)
    assert [key for key, more in _one_more(read) if not _fails(more)] == []
