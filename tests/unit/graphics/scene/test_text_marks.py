"""The box of a text's ink is as wide as the text is printed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from prancha.graphics.fonts import FontBook
from prancha.graphics.scene.text_marks import Setting
from prancha.graphics.svg.matrix import IDENTITY

TESTS = Path(__file__).parents[3]
BOOK = FontBook([TESTS, TESTS.parent / "templates" / "_library"])
MARK: Any = SimpleNamespace(matrix=IDENTITY)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("track", [0.0, 0.5, -0.1])
@pytest.mark.parametrize(
    ("family", "text", "letters", "rtl"),
    [
        ("Alegreya Sans", "Q\u0304\u0301uo\u0303 office", 10, False),
        ("Alegreya Sans", "3\u00a0\u00a0coins", 8, False),
        ("Noto Sans Hebrew", "בְּרֵ אשׁ", 5, True),
    ],
)
def test_a_box_is_as_wide_as_its_text_is_printed(
    anchor: str, track: float, family: str, text: str, letters: int, rtl: bool
) -> None:
    font = BOOK.font(family)
    wide = font.shape(text, rtl, bool(track)).advance / font.units_per_em * 4 + track * (letters - 1)
    found = Setting(MARK, font, 4, 11, 400, track, anchor, rtl).letters(0, ["30", "20", text])
    left, _, right, _ = found.box
    assert right - left == pytest.approx(wide)
    place = {"start": right if rtl else left, "middle": (left + right) / 2, "end": left if rtl else right}
    assert place[anchor] == pytest.approx(30)


def test_spaces_at_an_end_are_not_set() -> None:
    font = BOOK.font("Alegreya Sans")
    box = Setting(MARK, font, 4, 11, 400, 0.0, "end").letters(0, ["30", "20", "\n  one "]).box
    assert box[2] - box[0] == pytest.approx(font.shape("one").advance / font.units_per_em * 4)
    assert 30 - box[0] == pytest.approx(font.shape("one").advance / font.units_per_em * 4)
