"""What several faces show is stored once, and the order of faces changes nothing."""

from __future__ import annotations

import random

import pytest
from rendering import BODY, BOOK, SIDE, SYMBOLS, drawn, face, printed, raster

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.render import render, resources

LINES = "".join(f'<rect x="{k}" y="{k}" width="9" height="9"/>' for k in range(9))
FRAME = f'<g stroke="#036" fill="none">{LINES}</g>'
"""An ornament long enough to be worth sharing."""


def cards(count: int) -> list[str]:
    return [
        f'{FRAME}<text x="5" y="20" {BODY} font-size="5">carta {k}</text>'
        f'<use href="#i-dot" x="{k}" y="30" width="5" height="5" color="#{k}0{k}0{k}0"/>'
        for k in range(count)
    ]


def test_a_frame_on_all_cards_is_stored_once() -> None:
    portfolio = drawn(*cards(6), symbols=SYMBOLS)
    assert len([r.name for r in portfolio.resources if r.name.startswith("x")]) == 1
    alone = drawn(cards(1)[0], symbols=SYMBOLS)
    assert [r.name for r in alone.resources if r.name.startswith("x")] == []
    assert len(next(iter(portfolio.arts.values())).content) < len(next(iter(alone.arts.values())).content)


def test_parts_of_one_name_stand_on_each_face(monkeypatch: pytest.MonkeyPatch) -> None:
    two = [f"<g transform='scale({k % 2 + 1})'>{FRAME}</g>" + inside for k, inside in enumerate(cards(4))]
    shared = drawn(*two, symbols=SYMBOLS)
    monkeypatch.setattr(resources, "_name", lambda _: "xsame")
    alone = drawn(*two, symbols=SYMBOLS)
    assert len([r for r in shared.resources if r.name.startswith("x")]) == 3
    assert [r for r in alone.resources if r.name.startswith("x")] == []
    assert raster(printed(shared), 1).tobytes() == raster(printed(alone), 1).tobytes()


def test_sharing_does_not_change_the_picture() -> None:
    together, alone = printed(drawn(*cards(3), symbols=SYMBOLS)), printed(drawn(cards(3)[1], symbols=SYMBOLS))
    assert raster(together, 1).tobytes() == raster(alone).tobytes()


def test_texts_are_never_shared_so_that_each_face_can_be_searched() -> None:
    inside = f'<g>{FRAME}<text x="5" y="20" {BODY} font-size="5">igual</text></g>'
    portfolio = drawn(inside, inside + "<path d='M0 0h1'/>")
    assert [r for r in portfolio.resources if r.name.startswith("x")] == []


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_faces_changes_nothing(seed: int) -> None:
    faces = [face(inside) for inside in cards(8)]
    mixed = list(reversed(faces)) if seed == 1 else random.Random(seed).sample(faces, len(faces))
    one, other = drawn(*faces, symbols=SYMBOLS), drawn(*mixed, symbols=SYMBOLS)
    assert one.resources == other.resources
    assert one.glyphs == other.glyphs
    assert one.arts == other.arts
    pages = [PdfPage(SIDE, SIDE, faces=((f.digest, 0, 0),)) for f in faces]
    files = {write_pdf(pages, portfolio, BOOK, About("t", lang="en"), "none") for portfolio in (one, other)}
    assert len(files) == 1


def test_equal_faces_are_drawn_once() -> None:
    counted: list[int] = []
    faces = [face("<rect width='3' height='3'/>", f"cards/c{k}") for k in range(4)]
    portfolio = render(faces, {}, BOOK, [], lambda _: counted.append(1))
    assert len(portfolio.arts) == len(counted) == 1
