"""PDFs that other tools made, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image, ImageDraw
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

Page = Callable[[Canvas], None]


def write(path: Path, *pages: Page, size: tuple[float, float] = (210, 297), **options: object) -> Path:
    """A PDF whose pages, of `size` in mm, are drawn by functions."""
    canvas = Canvas(str(path), pagesize=(size[0] * mm, size[1] * mm), **options)
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return path


def cards(
    first: int = 0,
    count: int = 9,
    across: int = 3,
    corner: tuple[float, float] = (10, 10),
    step: tuple[float, float] = (65, 90),
    size: tuple[float, float] = (63, 88),
    bleed: float = 0,
    alike: bool = False,
    skip: Sequence[int] = (),
    height: float = 297,
) -> Page:
    """A grid of coloured cards with a number each, from the top left corner on."""

    def draw(canvas: Canvas) -> None:
        for place in range(count):
            if place in skip:
                continue
            left = corner[0] + place % across * step[0]
            bottom = height - corner[1] - place // across * step[1] - size[1]
            canvas.setFillColorRGB(0.2 if alike else 0.9, 0.7, 0.3 if alike else (first + place) / 30)
            box = (left - bleed, bottom - bleed, size[0] + 2 * bleed, size[1] + 2 * bleed)
            canvas.rect(*(edge * mm for edge in box), fill=1, stroke=0)
            canvas.setFillColorRGB(0, 0, 0)
            canvas.setFontSize(20)
            canvas.drawString((left + 8) * mm, (bottom + 20) * mm, "back" if alike else f"{first + place}")

    return draw


def marks(xs: Sequence[float], ys: Sequence[float], size: tuple[float, float] = (210, 297)) -> Page:
    """Crop marks at both ends of every cut, in mm from the top left corner."""

    def draw(canvas: Canvas) -> None:
        for x in xs:
            canvas.line(x * mm, 1 * mm, x * mm, 5 * mm)
            canvas.line(x * mm, (size[1] - 5) * mm, x * mm, (size[1] - 1) * mm)
        for y in ys:
            canvas.line(1 * mm, (size[1] - y) * mm, 5 * mm, (size[1] - y) * mm)
            canvas.line((size[0] - 5) * mm, (size[1] - y) * mm, (size[0] - 1) * mm, (size[1] - y) * mm)

    return draw


def together(*pages: Page) -> Page:
    """Several drawings on one page."""

    def draw(canvas: Canvas) -> None:
        for page in pages:
            page(canvas)

    return draw


def words(canvas: Canvas) -> None:
    """A page of rules."""
    for line in range(60):
        canvas.drawString(
            20 * mm, (20 + 4 * line) * mm, f"The rules are written here, line {line}, to be read"
        )


def photographed(path: Path, gutter: int = 0, size: tuple[int, int] = (750, 1050)) -> Path:
    """A page as one JPEG at 300 dots per inch, written by Pillow, as many scripts do."""
    page = Image.new("RGB", (2550, 3300), "white")
    for place in range(9):
        face = Image.new("RGB", size, (230, 200, 20 * place))
        ImageDraw.Draw(face).rectangle((100, 100, 200 + 50 * place, 400), fill="navy")
        page.paste(face, (120 + place % 3 * (size[0] + gutter), 45 + place // 3 * (size[1] + gutter)))
    page.save(path, resolution=300)
    return path
