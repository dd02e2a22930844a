"""Faces, sheets and the PDF files they become, as small as a test needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Place
from prancha.model.face import Face, Portfolio
from prancha.model.outline import Outline
from prancha.model.printing import Flip
from prancha.model.sheet import Outsets, Paper, Piece, Placement, Sheet
from prancha.model.units import Mm
from prancha.render import render

LIBRARY = Path(__file__).parents[3] / "templates" / "_library"
BOOK = FontBook([LIBRARY])
A4 = Paper("a4", 210.0, 297.0, 8.0)
DPI = 300
BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)


def face(inside: str, outline: Outline, bleed: Mm = 3.0) -> Face:
    box = f"{-bleed} {-bleed} {outline.width + 2 * bleed} {outline.height + 2 * bleed}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'
    digest = blake2b(svg.encode(), digest_size=16).hexdigest()
    return Face(svg, digest, outline, bleed, "front", "f/i", "t.svg.j2", Place("f.yaml", 1, 1))


def solid(outline: Outline, notch: bool = True, bleed: Mm = 3.0) -> Face:
    """Black to the trim, red in the bleed; a notch in the top left corner shows which way is up."""
    corner = '<rect width="6" height="4" fill="#fff"/>' if notch else ""
    ground = f'<path d="{outline.path(bleed)}" fill="#f00"/>'
    return face(f'{ground}<path d="{outline.path()}"/>{corner}', outline, bleed)


def portfolio(*faces: Face) -> Portfolio:
    return render(faces, {}, BOOK, [])


def piece(front: Face, back: Face | None = None, copy: int = 1) -> Piece:
    return Piece(
        "f/i", copy, "f", front.outline, front.bleed, 0.0, front.digest, back.digest if back else None
    )


def placement(front: Face, x: Mm, y: Mm, turn: float = 0.0, outsets: Outsets = (3, 3, 3, 3)) -> Placement:
    return Placement(piece(front), front.digest, front.outline, x, y, turn, outsets)


def sheet(*placements: Placement, width: Mm = 210.0, height: Mm = 297.0, **more: object) -> Sheet:
    facts = {
        "paper": A4, "width": width, "height": height, "stock": "card", "group": "g", "families": ("f",),
        "side": "front", "number": 1, "of": 1, "placements": placements,
    }  # fmt: skip
    return Sheet(**{**facts, **more})  # type: ignore[arg-type]


def pdf(pages: Sequence[PdfPage], art: Portfolio, flip: Flip = "long", about: About | None = None) -> bytes:
    return write_pdf(pages, art, BOOK, about or About("Jogo", author="Ana, Rui", lang="pt-BR"), flip)


def raster(data: bytes, page: int = 0, dpi: float = DPI) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    try:
        return document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    finally:
        document.close()


def at(image: Image.Image, x: Mm, y: Mm, dpi: float = DPI) -> object:
    return image.getpixel((int(x * dpi / 25.4), int(y * dpi / 25.4)))


def on_page(placed: Placement, x: Mm, y: Mm) -> tuple[Mm, Mm]:
    """Where the point (x, y) of a face lies on its sheet."""
    angle = math.radians(placed.turn)
    dx, dy = x - placed.outline.width / 2, y - placed.outline.height / 2
    return placed.x + math.cos(angle) * dx - math.sin(angle) * dy, placed.y + math.sin(angle) * dx + math.cos(
        angle
    ) * dy


def extent(
    image: Image.Image, colour: tuple[int, int, int], dpi: float = DPI
) -> tuple[float, float, float, float]:
    """The box of the pixels of just this colour, in mm."""
    red, green, blue = ImageChops.difference(image, Image.new("RGB", image.size, colour)).split()
    found = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda v: 255 * (v == 0))
    left, top, right, bottom = found.getbbox() or (0, 0, 0, 0)
    return tuple(v * 25.4 / dpi for v in (left, top, right, bottom))  # type: ignore[return-value]
