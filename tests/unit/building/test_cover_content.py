"""The cover tells all there is to tell, on any paper, within what printers reach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from prancha.book.cover_pages import FrontPage, cover_style, front_pages, scale_of
from prancha.book.setup_pictures import DrawnKit
from prancha.building.cover_content import cover_blocks
from prancha.building.kit_facts import Material
from prancha.building.making_steps import CoverFacts, FamilyRow
from prancha.building.order import Row
from prancha.model.diagnostic import Failure
from prancha.model.game import Family
from prancha.model.sheet import Paper
from tests.unit.faces.deck import BOOK, Deck

PAPERS = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "a5": (148.0, 210.0),
}
CARD = Material("card", "card", way="two", sheets=4, boards=0, pages=(3, 4))
BOARD = Material("board", "board", way="one", sheets=1, boards=1, pages=(5,))


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.chdir(tmp_path)
    made = Deck(tmp_path)
    made.write("card.svg.j2", "")
    return made


def row(title: str = "Cartas", parts: int = 1, scissors: bool = False) -> FamilyRow:
    told = Row("cards", title, "card", designs=10, copies=30, sheets=4, cuts=6, scissors=scissors)
    return FamilyRow(told, "card", pages=(3, 4), parts=parts)


def cover(deck: Deck, paper: str = "a4", lang: str = "pt-BR", **facts: Any) -> list[FrontPage]:
    maker = deck.maker(lang)
    sheet = Paper(paper, *PAPERS[paper], margin=8.0)
    given: dict[str, Any] = {
        "rows": (row(),),
        "papers": (CARD,),
        "minutes": 75,
        "near": 0,
        "has_ticks": False,
        "way": "long",
        "paper": paper,
        "board_file": "",
    }
    game = maker._game
    style = cover_style(game, lang, BOOK, sheet)
    blocks = cover_blocks(game, lang, CoverFacts(**{**given, **facts}), None, style, scale_of(sheet))
    kit = DrawnKit(game, lang, {}, {}, dict)
    return front_pages(kit, maker, BOOK, sheet, blocks, lambda pages, _: list(pages))[0]


def family_with(deck: Deck, **changes: Any) -> None:
    """Give the family of the deck other values."""
    (family,) = deck.maker(deck.game.get("languages", ("en",))[0])._game.families
    changed: Family = replace(family, **changes)
    deck.game["families"] = (changed,)


def texts(pages: Sequence[FrontPage]) -> str:
    """All words, in order; runs of a line are joined by spaces."""
    roots = (ElementTree.fromstring(page.faces[0].svg) for page in pages)
    joined = re.sub(r"\s+", " ", " ".join(" ".join(root.itertext()) for root in roots))
    return joined.replace("\u200b", "").replace("\u2011", "-")


def places(element: ElementTree.Element, x: float = 0.0, y: float = 0.0) -> Iterator[tuple[float, float]]:
    """Yield where each text begins on the page."""
    if moved := re.match(r"translate\(([-\d.]+) ([-\d.]+)\)\Z", element.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.endswith("text"):
        yield x + float(element.get("x", "0")), y + float(element.get("y", "0"))
    for inner in element:
        yield from places(inner, x, y)


def assert_inside(pages: Sequence[FrontPage]) -> None:
    for page in pages:
        (face,) = page.faces
        found = list(places(ElementTree.fromstring(face.svg)))
        assert len(found) > 5
        assert all(9 <= x <= face.outline.width - 9 for x, _ in found)
        assert all(9 <= y <= face.outline.height - 9 for _, y in found)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("way", ["long", "short", "none"])
def test_the_cover_fits_its_paper(deck: Deck, paper: str, way: str) -> None:
    assert_inside(cover(deck, paper, way=way))


def test_the_cover_tells_what_the_kit_holds(deck: Deck) -> None:
    deck.game = {
        "supplied": ({"name": {"pt-BR": "saco opaco", "en": "opaque bag"}, "count": 2},),
        "assumed": {"hat": {"pt-BR": "figura perdida", "en": "picture lost"}},
        "licence": "CC BY 4.0",
        "pitch": {"pt-BR": "Um jogo de estrelas.", "en": "A game of stars."},
        "time": "30 min",
        "age": "8+",
    }
    family_with(deck, note={"pt-BR": "Corte reto.", "en": "Straight cuts."}, make=("cut", "fold", "glue"))
    told = texts(cover(deck, papers=(CARD, BOARD)))
    for words in (
        "Demo", "Um jogo de estrelas.", "2–4", "30 min", "8+", "Ana, Rui", "CC BY 4.0", "Regras", "Cartas",
        "10", "30", "cartão", "papelão", "Corte reto.", "2 × saco opaco", "figura perdida", "50 mm",
        "borda longa", "Imprima a 100 %", "pontilhadas", "A4", "1 h 15 min",
    ):  # fmt: skip
        assert words in told, words


def test_what_a_book_does_not_say_is_marked_as_an_estimate(deck: Deck) -> None:
    deck.game = {"time": "30 min", "age": "8+", "assumed": {"time": "a guess"}}
    told = texts(cover(deck, lang="en"))
    assert "30 min (estimated)" in told
    assert "8+ (" not in told
    assert "a guess" in told


def test_an_address_too_long_for_its_column_is_broken(deck: Deck) -> None:
    address = "creativecommons.org/licenses/by-nc-sa/4.0-of-a-name-without-end"
    deck.game = {"licence": address, "artists": ["Lia"], "publisher": "Lume", "rulebook": address}
    pages = cover(deck, "a5")
    assert texts(pages).replace(" ", "").count(address) == 2
    assert_inside(pages)


@pytest.mark.parametrize(
    ("way", "words"), [("long", "long edge"), ("short", "short edge"), ("none", "one side only")]
)
def test_the_cover_says_how_to_turn_the_paper(deck: Deck, way: str, words: str) -> None:
    told = texts(cover(deck, lang="en", way=way))
    assert words in told
    assert [w in told for w in ("long edge", "short edge", "one side only")].count(True) == 1


def test_the_cover_tells_only_of_work_there_is(deck: Deck) -> None:
    family_with(deck, make=("cut",))
    told = texts(cover(deck))
    assert "Corte com régua" in told
    assert "pontilhadas" not in told
    family_with(deck, make=("cut", "fold"))
    assert "pontilhadas" in texts(cover(deck))


def test_the_cover_shows_glue_beside_what_is_printed_in_parts(deck: Deck) -> None:
    def glue(parts: int) -> tuple[int, str]:
        pages = cover(deck, rows=(row(parts=parts),))
        return sum(page.faces[0].svg.count('href="#i-glue-') for page in pages), texts(pages)

    assert glue(1)[0] == 0
    signs, told = glue(2)
    assert signs == 1, "in the row; the step about joining has a sign of its own"
    assert "1. Emende" in told
    assert "pelas abas" not in told
    family_with(deck, make=("cut", "glue"))
    assert glue(2)[0] == 2, "the sign is not told twice in a row"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_kit_of_seven_families_has_a_cover_of_one_page(deck: Deck, paper: str) -> None:
    why = "a figura se perdeu e o valor foi escolhido pela simetria."
    deck.game = {"assumed": {str(k): f"Suposição {k}: {why}" for k in range(9)}}
    family_with(deck, note={"pt-BR": "Corte reto.", "en": "Straight cuts."})
    assert len(cover(deck, paper, rows=(row(),) * 7)) == 1


def test_the_paper_has_its_name_in_the_language_of_the_cover(deck: Deck) -> None:
    assert "Este arquivo é para papel Carta" in texts(cover(deck, "letter"))
    assert "Este arquivo é para papel A5" in texts(cover(deck, "a5"))


def test_what_a_family_leaves_open_is_told_behind_its_name(deck: Deck) -> None:
    why = {"pt-BR": "figura perdida", "en": "picture lost"}
    deck.assumed = {"z": why, "effect": "ícone perdido"}
    assert "Cartas: figura perdida; ícone perdido" in texts(cover(deck))


def test_the_note_of_a_family_stands_on_the_line_of_its_name(deck: Deck) -> None:
    """On 34f390e4 it took a second line, and the cover of Autômato a page more."""
    (plain,) = cover(deck)
    family_with(deck, note={"pt-BR": "Frente e verso são diferentes.", "en": "Front and back differ."})
    (noted,) = cover(deck)
    assert "Frente e verso são diferentes." in texts([noted])
    assert noted.bottom == plain.bottom


def test_a_third_language_gets_english_words(deck: Deck) -> None:
    deck.game = {"languages": ("fr",), "texts": {}}
    deck.fields = [{"name": "x"}]
    family_with(deck, title={"fr": "Cartes"})
    assert "How to print" in texts(cover(deck, lang="fr"))


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_long_cover_runs_on_without_losing_anything(deck: Deck, paper: str) -> None:
    why = "a figura se perdeu e o valor foi escolhido pela simetria."
    deck.game = {"assumed": {str(k): f"Suposição número{k}x: {why}" for k in range(80)}}
    rows = tuple(row(f"Família número{k}x com um nome bem comprido") for k in range(40))
    pages = cover(deck, paper, rows=rows)
    assert 2 < len(pages) < 12
    told = texts(pages)
    assert all(f"Família número{k}x" in told for k in range(40))
    assert all(f"Suposição número{k}x" in told for k in range(80))
    assert f"página 1 de {len(pages)}" in told
    assert f"página {len(pages)} de {len(pages)}" in told
    assert_inside(pages)


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_persons_name_is_kept_on_a_line(deck: Deck, paper: str) -> None:
    names = ("Conceição Araújo", "Zoë Müller-Lukasiewicz", "Ana Lia", "Rui da Silva Sá")
    deck.game = {"designers": names}
    pages = cover(deck, paper)
    lines = [
        "".join(one.itertext()).replace("\u00a0", " ").replace("\u2011", "-")
        for page in pages
        for one in ElementTree.fromstring(page.faces[0].svg).iter()
        if one.tag.endswith("text")
    ]
    assert all(any(name in line for line in lines) for name in names)


def test_a_name_longer_than_a_line_is_broken_like_other_text(deck: Deck) -> None:
    name = "Maria Antonieta de Albuquerque Cavalcanti-Guimarães e Nascimento Figueiredo"
    deck.game = {"designers": (name,)}
    pages = cover(deck, "a5")
    assert name in texts(pages)
    assert_inside(pages)


@pytest.mark.parametrize(
    "title", ["X", "Autômato", "Uma história bem comprida de um tabuleiro que não acaba " * 3]
)
def test_any_title_fits(deck: Deck, title: str) -> None:
    deck.game = {"title": title.strip()}
    assert_inside(cover(deck, "letter"))


def test_the_check_ruler_is_50_mm(deck: Deck) -> None:
    pages = cover(deck, "a3")
    assert sum("v5h50v-5" in page.faces[0].svg for page in pages) == 1
    assert not any(re.search(r"scale\(|matrix", page.faces[0].svg) for page in pages)


def test_a_text_that_cannot_be_read_is_told_at_its_place(deck: Deck) -> None:
    deck.game = {"pitch": {"pt-BR": "Um {no-such-icon}", "en": "One"}}
    with pytest.raises(Failure, match=r"game.yaml:1:1: error .*no-such-icon"):
        cover(deck)
