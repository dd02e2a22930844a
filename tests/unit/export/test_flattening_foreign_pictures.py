"""Files for a press show PDFs of other programs as pictures, in inks, as they look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.pdfx import prove_press
from prancha.export.colour import shipped_profile
from prancha.export.pixels_and_bytes import Raster
from prancha.model.printing import Press
from prancha.setup.new_game import start
from tests.unit.graphics.pdf_art import pages


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A card on a red ground, with a PDF whose right half is blue and whose left half is bare."""
    (tmp_path / "deck.csv").write_text("name\nFox\n")
    start(tmp_path, "deck", "cards", source=tmp_path / "deck.csv")

    def draw(canvas: Any) -> None:
        canvas.setFillColorRGB(0, 0, 1)
        canvas.rect(50, 0, 50, 200, stroke=0, fill=1)

    (tmp_path / "templates/deck/art").mkdir(exist_ok=True)
    (tmp_path / "templates/deck/art/half.pdf").write_bytes(pages.written(draw))
    family = tmp_path / "components/deck/cards.yaml"
    family.write_text(family.read_text().replace("cards.svg", "cards.svg.j2"))
    (tmp_path / "templates/deck/cards.svg.j2").write_text(
        '<path d="{{ shape(bleed) }}" fill="#ff0000"/>'
        "{{ art('half.pdf', 0, 0, width, height, fit='stretch') }}\n"
    )
    return tmp_path


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_a_pdf_becomes_a_picture_in_inks_and_stays_bare_where_it_was(project: Path, standard: str) -> None:
    press = Press(shipped_profile(), 300, standard=standard)
    kit = pipeline.build_game(Order(project, cover=False, check=False, press=press), "deck")
    assert "PDFs of other programs (1) are printed as pictures of 450 dpi" in kit.remarks
    with pikepdf.open(kit.pdf) as document:
        fonts = [one for one in document.objects if isinstance(one, pikepdf.Dictionary) and "/Matrix" in one]
        assert fonts == []
    assert not [one for one in prove_press(kit.pdf, standard=standard).faults if one.severity == "error"]
    with Raster(kit.pdf.read_bytes()) as raster:
        page = raster.draw(0, (0, 0, 210, 297), (210, 297))
    colours = {colour for count, colour in page.getcolors(99_999) or () if count > 1500}
    assert any(red > 150 > 2 * blue for red, _, blue in colours)
    assert any(blue > 90 > red for red, _, blue in colours)


def test_greys_are_printed_of_a_picture_of_it(project: Path) -> None:
    kit = pipeline.build_game(Order(project, cover=False, check=False, ink="grey"), "deck")
    told = [note.message for note in kit.notes]
    assert (
        'the PDF "art/half.pdf" is printed in greys as a picture of 300 dpi (template cards.svg.j2)' in told
    )
    with Raster(kit.pdf.read_bytes()) as raster:
        page = raster.draw(0, (20, 20, 190, 270), (170, 250))
    assert all(red == green == blue for _, (red, green, blue) in page.getcolors(99_999) or ())
