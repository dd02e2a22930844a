"""PDF knows no exponents: a quarter turn leaves 6e-17 behind, and gradients may begin at 5e-05."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
from rendering import RED, at, seen

from prancha.export.pdf_objects import Raw, face_form, glyph_font
from prancha.model.face import Art
from prancha.model.units import fine

WIDE: Any = SimpleNamespace(
    units_per_em=1000, italic=False, ascent=700, descent=700, cap_height=700, key="F", path="x",
    metrics=SimpleNamespace(bbox=(0, 0, 1, 1), italic_angle=-1 / 65536, postscript_name="X"),
    subset=lambda *_: b"", told_width=lambda *_: 12345,
)  # fmt: skip
"""A font with a wide glyph that leans by next to nothing."""


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (math.cos(math.pi / 2), "0"),
        (-math.cos(math.pi / 2), "0"),
        (0.27, "0.27"),
        (0.00001234, "0.000012"),
        (1234567.0, "1234567"),
        (1 / 3, "0.333333"),
    ],
)
def test_a_number_is_written_without_exponent(value: float, written: str) -> None:
    assert fine(value) == written


def test_fewer_digits_need_no_exponent_either() -> None:
    assert [fine(v, 4) for v in (0.00005, 1 / 3, 12345.0)] == ["0.00005", "0.3333", "12345"]


def test_a_gradient_may_change_at_once() -> None:
    stops = "".join(f'<stop offset="{at}" stop-color="red"/>' for at in (0, 0.00005, 1))
    drawn = f'<linearGradient id="g">{stops}</linearGradient><rect width="40" height="40" fill="url(#g)"/>'
    assert at(seen(drawn), 20, 20) == RED


def test_neither_boxes_nor_fonts_have_exponents() -> None:
    form = face_form(Art("d", (-0.00001, 0.0, 1234567.0, 88.0), b"", 0), Raw(""))
    assert "/BBox [-0.00001 0 1234567 88] " in form.entries
    font = glyph_font(WIDE, {3: "H"})
    (descendant,) = font.references["DescendantFonts"]
    assert descendant.entries.endswith("/W [3 [12345]]")
    assert "/ItalicAngle -0.000015 " in descendant.references["FontDescriptor"].entries
