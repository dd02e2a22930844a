"""A PDF of one page as art: its size as it is seen, its parts, how it looks, and what is refused."""

from __future__ import annotations

from typing import Any

import pikepdf
import pytest

from prancha.graphics.pdf_art import draw_page, page_size, read_page
from prancha.graphics.svg.svg_markup import DrawingFault
from tests.unit.graphics.pdf_art import pages

MM = 25.4 / 72


def _turned(angle: int) -> bytes:
    def change(_: pikepdf.Pdf, one: Any) -> None:
        one.Rotate = angle
        one.CropBox = [10, 20, 60, 120]

    return pages.page(b"1 0 0 rg 10 20 50 20 re f", change)


@pytest.mark.parametrize(
    ("angle", "size", "red"),
    [
        (0, (50, 100), (25, 90)),
        (90, (100, 50), (10, 25)),
        (180, (50, 100), (25, 10)),
        (270, (100, 50), (90, 25)),
    ],
)
def test_a_page_is_read_as_it_is_seen(angle: int, size: tuple[int, int], red: tuple[int, int]) -> None:
    data = _turned(angle)
    assert page_size(data, "a.pdf") == pytest.approx([side * MM for side in size])
    art = read_page(data, "a.pdf")
    form = next(part for part in art.parts if part.name == art.form)
    matrix = form.entries.partition("/Matrix [")[2].partition("]")[0]
    a, b, c, d, e, f = map(float, matrix.split())
    x, y = 35, 30  # the middle of what is red
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx([value * MM for value in red])
    picture = draw_page(data, "a.pdf", size)
    assert picture.getpixel(red) == (255, 0, 0, 255)
    assert picture.getpixel((size[0] - red[0] - 1, size[1] - red[1] - 1))[3] == 0


def test_parts_are_the_same_each_time_and_hold_what_the_page_names() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Own", 12)
        canvas.drawString(10, 10, "fox")
        canvas.setFillAlpha(0.5)
        canvas.rect(0, 0, 9, 9, fill=1)

    data = pages.written(draw)
    art = read_page(data, "a.pdf")
    assert art == read_page(bytes(bytearray(data)), "b.pdf")
    kinds = sorted(part.entries.partition("/Subtype /")[2].split(" ")[0] for part in art.parts)
    assert kinds == ["", "", "Form", "TrueType"]  # the file of the font, its texts, the page, the font
    assert not any("Helvetica" in part.entries for part in art.parts)  # set by ReportLab, never written in


def _locked() -> bytes:
    import io

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pages.page(b""))) as document:
        document.save(out, encryption=pikepdf.Encryption(owner="a", user="b"))
    return out.getvalue()


def _two(document: pikepdf.Pdf, _: Any) -> None:
    document.add_blank_page()


def _unit(_: pikepdf.Pdf, one: Any) -> None:
    one.UserUnit = 2


def _wide(_: pikepdf.Pdf, one: Any) -> None:
    one.MediaBox = [0, 0, 9000, 10]


def _slanting(_: pikepdf.Pdf, one: Any) -> None:
    one.Rotate = 45


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"%PDF-1.7\nnothing", "it is damaged: "),
        (_locked(), "it is locked with a password"),
        (pages.page(b"", _two), "it has 2 pages, expected one"),
        (pages.page(b"", _unit), "its page counts in units of its own"),
        (pages.page(b"", _wide), "its page is 3175 x 4 mm"),
        (pages.page(b"", _slanting), "its page is turned by 45 degrees"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_page_to_print_is_refused(data: bytes, why: str) -> None:
    for read in (page_size, read_page, lambda *both: draw_page(*both, (9, 9))):
        with pytest.raises(DrawingFault) as fault:
            read(data, "a.pdf")
        assert fault.value.message.startswith(f'"a.pdf" cannot be used as a PDF: {why}')
        assert fault.value.hint
