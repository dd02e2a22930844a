"""PDFs of six other programs taken apart as vectors and put together; and when a face is a picture."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from PIL import Image, ImageChops
from reportlab.pdfgen.canvas import Canvas

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.proofing import proof
from prancha.setup.new_game.pdf_backs import FaceAt, is_blank, pair
from prancha.setup.new_game.pdf_game import (
    PdfWishes,
    _draw_small,
    _find_pages,
    _pixels,
    start_from_pdf,
)
from prancha.setup.new_game.pdf_pages import PdfPages
from prancha.setup.new_game.vector_faces import SAME_LEVEL
from tests.unit.graphics.pdf_art import pages as art_pages
from tests.unit.setup.new_game import pdfs

ROOT = Path(__file__).parents[4]
OTHERS = sorted((Path(__file__).parent / "others").glob("*.pdf"))
"""Nine cards each, in a grid of 63 x 88 mm with gutters of 4 mm: text, picture, gradient, transparency."""
GRID = {"size": (63.0, 88.0), "grid": (3, 3), "backs": "none"}


def taken(project: Path, *sources: Path, **known: object) -> list[str]:
    """Everything that is told of a game made of PDFs."""
    told: list[str] = []
    wishes = PdfWishes(**{**GRID, **known})
    return [*told, *start_from_pdf(project, "taken", "cards", (), sources, wishes, told.append).notes]


def texts(path: Path) -> str:
    """The text that a PDF holds, also what is clipped or lies beyond its page."""
    with pdfplumber.open(path) as pdf:
        return " ".join("".join(char["text"] for char in page.chars) for page in pdf.pages)


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_text_of_a_card_is_its_own_alone(path: Path, tmp_path: Path) -> None:
    assert "all faces are vectors" in taken(tmp_path, path)[1]
    faces = sorted((tmp_path / "templates/taken/art/cards").iterdir())
    assert [face.suffix for face in faces] == [".pdf"] * 9
    for number, face in enumerate(faces):
        found = texts(face)
        assert [other for other in range(9) if f"Fox {other} runs" in found] == [number]
        # and as often as it stands there, not again in the bleed
        assert found.count("Fox") == 1


def _faces(kits: Sequence[Path], size: tuple[float, float], backs: str = "none") -> list[list[Image.Image]]:
    """Fronts and backs of cards, 300 dots per inch from the corners of their trims, as on their pages."""
    wishes = PdfWishes(**{**GRID, "size": size, "grid": GRID["grid"] if backs == "none" else None})
    with ExitStack() as stack:
        pages, _ = _find_pages([stack.enter_context(PdfPages(kit)) for kit in kits], wishes)
        both = [one for one in pair(pages, backs) if not is_blank(_draw_small(one[0]), size[0])]
        return [[_face(one, size) for one in sides if one] for sides in both]


def _face(face: FaceAt, size: tuple[float, float]) -> Image.Image:
    pixels = _pixels(size, 300)
    left, top, right, bottom = face.box
    wide, high = (count * 25.4 / 300 for count in pixels)
    box = (
        (right - wide, bottom - high, right, bottom) if face.turned else (left, top, left + wide, top + high)
    )
    return face.page.pdf.draw(face.page.marks.number, box, pixels)


def _off(one: Sequence[Image.Image], other: Sequence[Image.Image]) -> int:
    """The most by which a pixel of two cards differs, front and back."""
    found = (ImageChops.difference(*sides).getextrema() for sides in zip(one, other, strict=True))
    return max(high for extrema in found for _, high in extrema)


@pytest.mark.slow
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_pdfs_of_other_programs_are_put_together_as_they_were(path: Path, tmp_path: Path) -> None:
    taken(tmp_path, path)
    pipeline.build_game(Order(tmp_path, paper="a4", cover=False), "taken")
    kit = next((tmp_path / "output").rglob("*.pdf"))
    line = (tmp_path / "components/taken/cards.yaml").read_text().partition("size: ")[2].partition(" mm")[0]
    width, height = map(float, line.split(" x "))
    before, after = (_faces([one], (width, height)) for one in (path, kit))
    assert len(before) == len(after) == 9
    assert all(_off(*both) <= SAME_LEVEL for both in zip(before, after, strict=True))
    assert proof(kit).faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("backs", ["long", "short", "fold", "separate"])
@pytest.mark.parametrize(
    ("game", "family", "kind", "size"),
    [
        ("aperiodik", "coins", "tiles", (18, 18)),
        ("automato", "action", "cards", (63, 88)),
        ("ceramus", "murals", "tiles", (50, 50)),
        ("dual", "grid", "cards", (60, 60)),
        ("automato", "movement", "cards", (63, 88)),
    ],
)
def test_our_kits_are_put_together_as_they_were(
    game: str, family: str, kind: str, size: tuple[float, float], backs: str, tmp_path: Path
) -> None:
    order = Order(ROOT, duplex=backs, out=tmp_path / "kit", only=(family,), check=False, cover=False)
    pipeline.build_game(order, game)
    kits = sorted((tmp_path / "kit").rglob("*.pdf"), reverse=True)  # fronts before backs
    told: list[str] = []
    wishes = PdfWishes(size=size, backs=backs)
    start_from_pdf(tmp_path, "taken", kind, (), kits, wishes, told.append)
    faces = [path.suffix for path in (tmp_path / "templates/taken/art").rglob("*.p*")]
    assert faces.count(".pdf") >= 0.8 * len(faces)
    pipeline.build_game(Order(tmp_path, duplex=backs, cover=False), "taken")
    again = sorted((tmp_path / "output").rglob("*.pdf"), reverse=True)
    before, after = (_faces(one, size, backs) for one in (kits, again))
    assert len(before) == len(after)
    # Cards that look alike are one with copies, so that others may stand at its place.
    for card in before:
        small = [one.resize((9, 9)) for one in card]
        near = sorted(after, key=lambda other: _off(small, [one.resize((9, 9)) for one in other]))
        assert any(_off(card, other) <= SAME_LEVEL for other in near[:9])
    assert proof(again[0]).faults == ()


def test_a_face_is_a_picture_where_its_font_is_not_in_the_file(tmp_path: Path) -> None:
    own = pdfs.cards(0, 3)

    def draw(canvas: Canvas) -> None:
        own(canvas)
        canvas.rect(10, 10, 9, 9)

    path = pdfs.write(tmp_path / "a.pdf", draw)
    told = taken(tmp_path / "p", path, grid=None)
    assert "3 faces are pictures of 300 dots per inch (--dpi 600 has more): " in told[1]
    assert told[2] == "page-1-1, page-1-2, page-1-3: pictures, since its font Helvetica is not in the file"


def test_vectors_and_pictures_stand_side_by_side(tmp_path: Path) -> None:
    art_pages.written(lambda _: None)  # registers the font
    plain = pdfs.cards(0, 2)

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Own", 20)
        plain(canvas)

    path = pdfs.write(tmp_path / "a.pdf", draw, pdfs.cards(2, 2))
    told = taken(tmp_path / "p", path, grid=None)
    assert told[1].startswith("2 of 4 faces are vectors")
    template = (tmp_path / "p/templates/taken/cards.svg.j2").read_text()
    assert "{% if item.art.endswith('.pdf') %}" in template
    kit = pipeline.build_game(Order(tmp_path / "p", cover=False), "taken")
    assert any(
        remark.startswith("2 PDFs of other programs: no check reads their texts") for remark in kit.remarks
    )
    assert proof(kit.pdf).faults == ()
    assert texts(kit.pdf).count("1") >= 1


def test_pictures_are_made_where_they_are_asked_for(tmp_path: Path) -> None:
    told = taken(tmp_path, OTHERS[0], pictures=True)
    assert told[1].startswith("9 faces are pictures of 300 dots per inch")
    assert not any("since" in line for line in told)
    assert {face.suffix for face in (tmp_path / "templates/taken/art/cards").iterdir()} == {".png"}


def test_files_of_faces_are_the_same_each_time(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        taken(tmp_path / folder, OTHERS[0])
    one, other = (
        [path.read_bytes() for path in sorted((tmp_path / folder / "templates").rglob("*.pdf"))]
        for folder in ("a", "b")
    )
    assert one == other


def test_a_page_that_is_one_picture_gives_pictures(tmp_path: Path) -> None:
    path = pdfs.photographed(tmp_path / "a.pdf", gutter=30)
    told = taken(tmp_path / "p", path, size=None, grid=None)
    assert told[-2].endswith(": pictures, since one picture shows it and its neighbours")


def test_a_damaged_page_gives_pictures_that_say_so(tmp_path: Path) -> None:
    path = next(path for path in OTHERS if path.stem == "fpdf2")
    with pikepdf.open(path) as document:
        content = document.pages[0].obj.Contents.read_bytes()
        document.pages[0].obj.Contents = document.make_stream(content.replace(b" re ", b" x re ", 1))
        document.save(tmp_path / "a.pdf")
    told = taken(tmp_path / "p", tmp_path / "a.pdf")
    why = "something else stands where the standard wants a number, a name or a list"
    assert told[-2].endswith(f"pictures, since it is damaged: {why}")
