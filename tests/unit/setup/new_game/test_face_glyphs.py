"""Widths of letters as fonts of other programs tell them."""

from __future__ import annotations

from typing import Any

import pytest
from pikepdf import Array, Dictionary, Name

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.setup.new_game.face_glyphs import read_glyphs


def _type0(**entries: Any) -> Any:
    inner = Dictionary({f"/{key}": value for key, value in entries.items()})
    return Dictionary(Subtype=Name.Type0, Encoding=Name("/Identity-H"), DescendantFonts=Array([inner]))


def test_widths_of_two_bytes_are_listed_one_by_one_or_for_all_of_a_range() -> None:
    glyphs = read_glyphs(_type0(W=Array([1, Array([300, 400]), 7, 9, 500]), DW=900))
    codes = list(glyphs.codes(b"\0\1\0\2\0\3\0\x08"))
    assert [width for _, width, _ in codes] == [0.3, 0.4, 0.9, 0.5]
    assert not any(is_space for _, _, is_space in codes)


def test_widths_of_one_byte_begin_at_the_first_letter() -> None:
    descriptor = Dictionary(MissingWidth=250, Ascent=3000, Descent=-210)
    glyphs = read_glyphs(
        Dictionary(Subtype=Name.Type1, FirstChar=65, Widths=Array([700, 800]), FontDescriptor=descriptor)
    )
    assert [(width, is_space) for _, width, is_space in glyphs.codes(b"AB ")] == [
        (0.7, False), (0.8, False), (0.25, True),
    ]  # fmt: skip
    assert (glyphs.tall, glyphs.deep) == (1.4, -0.21)  # what reaches three lines up is not believed


@pytest.mark.parametrize(
    ("font", "why"),
    [
        (Dictionary(Subtype=Name.Type3), "it has a font whose letters are drawings (Type 3)"),
        (Dictionary(Subtype=Name.Type1, BaseFont=Name.Times), "its font Times is not in the file"),
        (
            Dictionary(Subtype=Name.Type0, Encoding=Name.Own),
            "the letters of a font are numbered by a table of their own",
        ),
        (_type0(W=Array([1, 99_999_999, 5])), "a font lists widths of more letters than there are"),
    ],
)
def test_fonts_that_cannot_be_measured_are_refused(font: Any, why: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        read_glyphs(font)
    assert fault.value.message == why
