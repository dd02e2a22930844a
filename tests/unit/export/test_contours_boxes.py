"""Spot colour outlines for cutting machines, and the boxes around trims and art."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest
from press import BOOK, face, placement, portfolio, sheet

from generator.export.boxes import page_boxes
from generator.export.contour import contour
from generator.export.pdf import Page, write_pdf
from generator.model.outline import Outline, circle, hexagon, rectangle
from generator.model.printer import UNMOVED
from generator.model.sheet import Window

K = 72 / 25.4
CARD = rectangle(40, 60)


def made(outline: Outline = CARD, cut_contour: bool = True, **more: object) -> pikepdf.Pdf:
    drawn = face('<rect x="-3" y="-3" width="99" height="99"/>', outline)
    pages = [Page(210, 297, "Cartas", 0, sheet(placement(drawn, 60, 80), placement(drawn, 100, 80), **more))]
    art = portfolio(drawn)
    return pikepdf.open(
        io.BytesIO(write_pdf(pages, art, BOOK, "Jogo", "", "long", "en", cut_contour=cut_contour))
    )


def test_outlines_are_overprinted_on_a_plate_and_layer_of_their_own() -> None:
    document = made()
    page = document.pages[0]
    space = page.Resources.ColorSpace.CutContour
    assert [str(part) for part in space][:3] == ["/Separation", "/CutContour", "/DeviceCMYK"]
    assert [float(v) for v in space[3].C1] == [0, 1, 0, 0]
    state = page.Resources.ExtGState.CutContour
    assert (state.OP, state.OPM) == (True, 1)
    assert str(page.Resources.Properties.CutContour.Name) == "CutContour"
    content = page.Contents.read_bytes()
    found = re.search(rb"/OC /CutContour BDC q /CutContour gs /CutContour CS 1 SCN(.*?)EMC", content, re.S)
    assert found
    assert found[1].count(b" h S Q") == 2


def test_without_it_nothing_of_it() -> None:
    document = made(cut_contour=False)
    page = document.pages[0]
    assert b"CutContour" not in page.Contents.read_bytes()
    assert "/ColorSpace" not in page.Resources


def test_backs_are_not_cut() -> None:
    document = made(side="back")
    assert b"CutContour" not in document.pages[0].Contents.read_bytes()


@pytest.mark.parametrize(
    ("outline", "curves"), [(circle(30), 4), (rectangle(40, 60, 3), 4), (CARD, 0), (hexagon(40), 0)]
)
def test_round_outlines_are_curves(outline: Outline, curves: int) -> None:
    path = contour(outline)
    assert path.count(" c") == curves
    assert path.endswith(" h")


def test_boxes() -> None:
    document = made()
    page = document.pages[0]
    trim, bleed = ([round(float(v) / K, 3) for v in page.obj[name]] for name in ("/TrimBox", "/BleedBox"))
    assert trim == [40, 187, 120, 247]
    assert bleed == [37, 184, 123, 250]


def test_boxes_of_other_outlines_windows_and_nothing() -> None:
    drawn = face("", circle(30))
    found = page_boxes(sheet(placement(drawn, 60, 80)), UNMOVED, 210, 297)
    assert found
    assert [round(v / K, 2) for v in found.bleed] == [42, 199, 78, 235]
    window = Window(10, 20, 100, 200, 0, 0, 2, 2)
    found = page_boxes(sheet(placement(drawn, 60, 80), window=window), UNMOVED, 210, 297)
    assert found
    assert [round(v / K, 2) for v in found.trim] == [10, 77, 110, 277]
    assert page_boxes(sheet(), UNMOVED, 210, 297) is None


def test_the_title_is_shown() -> None:
    assert made().Root.ViewerPreferences.DisplayDocTitle
