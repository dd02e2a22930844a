"""Spot colour outlines for cutting machines, and the boxes around trims and art."""

from __future__ import annotations

import io
import re

import pikepdf
from press import BOOK, face, placement, portfolio, sheet

from prancha.export.mark_operators import stroke_path
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.export.placement import page_boxes
from prancha.model.outline import Outline, circle, rectangle
from prancha.model.printing import UNMOVED
from prancha.model.sheet import Stroke, Window

K = 72 / 25.4
CARD = rectangle(40, 60)


STROKES = (
    ((40.0, 50.0), (80.0, 50.0), (80.0, 110.0), (40.0, 50.0)),
    ((80.0, 50.0), (81.0, 50.0, 82.0, 51.0, 82.0, 52.0)),
)


def made(outline: Outline = CARD, strokes: tuple[Stroke, ...] = STROKES, **more: object) -> pikepdf.Pdf:
    drawn = face('<rect x="-3" y="-3" width="99" height="99"/>', outline)
    on = sheet(placement(drawn, 60, 80), placement(drawn, 100, 80), **more)
    pages = [PdfPage(210, 297, "Cartas", 0, on, strokes=strokes)]
    return pikepdf.open(
        io.BytesIO(write_pdf(pages, portfolio(drawn), BOOK, About("Jogo", lang="en"), "long"))
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
    assert found[1].count(b" S") == 2


def test_without_it_nothing_of_it() -> None:
    document = made(strokes=())
    page = document.pages[0]
    assert b"CutContour" not in page.Contents.read_bytes()
    assert "/ColorSpace" not in page.Resources


def test_strokes_that_come_back_are_closed() -> None:
    triangle, bend = STROKES
    assert stroke_path(triangle) == "40 50 m 80 50 l 80 110 l h"
    assert stroke_path(bend) == "80 50 m 81 50 82 51 82 52 c"
    assert stroke_path((*bend, (80.0, 50.0))).endswith("82 52 c h")


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
