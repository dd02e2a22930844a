"""Faces drawn from a few SVG elements, as portfolios, operators, PDF files and rasters."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Face, Portfolio
from prancha.model.outline import rectangle
from prancha.render import render

LIBRARY = Path(__file__).parents[3] / "templates" / "_library"
BOOK = FontBook([LIBRARY])
SIDE = 40
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    f' width="{SIDE}mm" height="{SIDE}mm" viewBox="0 0 {SIDE} {SIDE}">'
)
BODY = 'font-family="Alegreya Sans"'
WHITE, BLACK, RED = (255, 255, 255), (0, 0, 0), (255, 0, 0)


def face(inside: str, item: str = "cards/one") -> Face:
    """A square card of 40 mm."""
    return raw_face(f"{HEAD}{inside}</svg>", item)


def raw_face(svg: str, item: str = "cards/one") -> Face:
    digest = blake2b(svg.encode(), digest_size=16).hexdigest()
    place = Place("components/demo/cards.yaml", 4, 5)
    return Face(svg, digest, rectangle(SIDE, SIDE), 0.0, "front", item, "card.svg.j2", place)


def drawn(
    *faces: str | Face, symbols: Mapping[str, str] | None = None, roots: Sequence[Path] = ()
) -> Portfolio:
    """The portfolio of `faces`, given as SVG elements."""
    whole = [face(one) if isinstance(one, str) else one for one in faces]
    return render(whole, symbols or {}, BOOK, roots)


def operators(inside: str, symbols: Mapping[str, str] | None = None) -> str:
    """The content stream of one face, in one line."""
    (art,) = drawn(inside, symbols=symbols).arts.values()
    return " ".join(art.content.decode("latin-1").split("\n"))


def refused(face: str | Face, roots: Sequence[Path] = ()) -> Diagnostic:
    """What is said about a face that cannot be drawn."""
    with pytest.raises(Failure) as failure:
        drawn(face, roots=roots)
    (diagnostic,) = failure.value.diagnostics
    return diagnostic


def printed(portfolio: Portfolio) -> bytes:
    """A PDF with each face on a page of its own, in the order of the faces."""
    pages = [PdfPage(SIDE, SIDE, faces=((digest, 0, 0),)) for digest in portfolio.arts]
    return write_pdf(pages, portfolio, BOOK, About("t", lang="en"), "none")


def raster(pdf: bytes, page: int = 0, dpi: float = 100) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


def seen(inside: str, symbols: Mapping[str, str] | None = None, roots: Sequence[Path] = ()) -> Image.Image:
    """A face as it prints, at 254 dpi: ten pixels to the millimetre."""
    return raster(printed(drawn(inside, symbols=symbols, roots=roots)), dpi=254)


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at (x, y) mm of what `seen` returns."""
    colour = image.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(colour, tuple)
    return colour


def picture(mode: str, size: tuple[int, int], colour: object, kind: str = "PNG", **options: object) -> bytes:
    """An image file of one colour."""
    out = io.BytesIO()
    Image.new(mode, size, colour).save(out, kind, **options)  # type: ignore[arg-type]
    return out.getvalue()


def numbers(text: str) -> list[float]:
    return [float(word) for word in re.findall(r"-?\d+\.?\d*", text)]


SYMBOLS = {"i-dot": '<symbol id="i-dot" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></symbol>'}
