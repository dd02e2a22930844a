"""What a kit is printed on and made of."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pypdfium2
import pytest

from prancha.building import pipeline
from prancha.building.order import Kit, Order
from prancha.checks.proof.proofing import proof

ROOT = Path(__file__).parents[3]


def _built(tmp_path: Path, game: str, **order: object) -> tuple[Kit, list[str]]:
    kit = pipeline.build_game(Order(ROOT, out=tmp_path, check=False, **order), game)  # type: ignore[arg-type]
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(kit.pdf)]
    return kit, [" ".join(page.split()) for page in pages]


def test_the_cover_says_what_to_buy_and_on_which_pages(tmp_path: Path) -> None:
    _, (first, guide, *_) = _built(tmp_path, "hexagonal", lang="en")
    cover = f"{first} {guide}"
    # On 34f390e4 plain paper in sleeves was to do for dice and the box, too.
    assert "Card: 250 to 300 g/m²; cards may also be plain paper in sleeves. 2 both sides 5–8" in cover
    assert "Card: 250 to 300 g/m². 1 one side 9" in cover
    assert "greyboard of 1.5 to 2 mm: 2 sheets as large as the paper, one sheet of 303 × 262 mm" in cover
    assert "11, 13, 15, 17" in cover
    assert "1. Join" in cover
    assert "2. Before cutting, mount on board" in cover
    assert "It takes about" in cover
    assert "Rules (Desenvolvendo" in cover
    assert "Print 3 sheets on both sides, flipping on the short edge. Lay the sheets inside" in cover
    assert "should fall inside the ring" in cover


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "; a finished piece is 1.6 mm thick"),
        ("pt-BR", "; a peça pronta fica com 1,6 mm"),
    ],
)
def test_the_cover_says_how_thick_a_piece_is_where_the_game_does(
    tmp_path: Path, lang: str, said: str
) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(ROOT / folder / "hexagonal", tmp_path / folder / "hexagonal")
    head = tmp_path / "components/hexagonal/game.yaml"
    head.write_text(head.read_text() + "stocks: {board: {thickness: 1.6 mm}}\n")
    kit = pipeline.build_game(Order(tmp_path, lang=lang, check=False, duplex="board"), "hexagonal")
    guide = pypdfium2.PdfDocument(kit.pdf)[1].get_textpage().get_text_range()
    assert said in " ".join(guide.split())


def test_two_sided_pieces_for_board_are_told_to_be_printed_on_card(tmp_path: Path) -> None:
    """On 87d1d08 the cover had them printed on both sides and then glued to board, which hides a side."""
    kit, (_, cover, *pages) = _built(tmp_path, "ceramus", lang="en")
    assert "do not mount it on board, which would hide the backs" in cover
    assert "mount on board the sheets" not in cover
    labels = [page for page in pages if "Tile markers" in page and "sheet 1/1" in page]
    assert labels
    assert all("board" not in page for page in labels)
    assert kit.backs is None


def test_fronts_and_backs_for_both_faces_of_a_board(tmp_path: Path) -> None:
    kit, (_, cover, *_) = _built(tmp_path, "ceramus", lang="en", duplex="board")
    assert kit.pdf.name == "ceramus-a4-en-board.pdf"
    assert "Glue to both faces" in cover
    placed = json.loads(kit.manifest.read_text())["placed"]
    board = [sheet for sheet in placed["sheets"] if sheet["stock"] == "board"]
    assert [sheet["side"] for sheet in board] == ["front", "back"]
    front, back = board
    assert (front["pair"], back["pair"]) == (back["page"], front["page"])
    assert back["page"] - front["page"] == 2  # an empty page lies behind each
    assert "plan" in front
    assert "plan" not in back
    assert proof(kit.pdf, kit.manifest).faults == ()


@pytest.mark.parametrize(
    ("lang", "word", "other"), [("pt-BR", "papelão", "cartão grosso"), ("en", "board", "thick")]
)
def test_one_word_for_one_material(tmp_path: Path, lang: str, word: str, other: str) -> None:
    _, pages = _built(tmp_path, "hexagonal", lang=lang)
    assert sum(word in page for page in pages) > 3
    assert not any(other in page for page in pages)
