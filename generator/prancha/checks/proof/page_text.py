"""Text objects of a content stream (ISO 32000-1, 9.4): their glyphs, their words, how far the pen moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from struct import unpack
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.embedded_fonts import GlyphFont
from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, Point, after, moved
from prancha.model.units import Mm

OPERATORS = "BT ET Td TD Tm T* Tf Tc Tw Tz TL Ts Tr TJ Tj ' \" BDC BMC EMC"
JOINERS = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""What is read and not seen."""
UNPAINTED = (3, 7)
"""Modes of text that is read and not seen, or clips alone (ISO 32000-1, 9.3.6)."""


class ShownRun(Struct, frozen=True):
    """What one text object shows: glyphs of each font, and how far the pen moves, in the run's own mm.

    `advance` is None where a font's widths cannot be read.  `jump` is the largest single move that is no
    glyph's width, in sizes of the type.  `place` is where it begins, in the content stream's own mm.
    `hidden`: some of it is neither filled nor stroked.
    """

    glyphs: tuple[tuple[GlyphFont, tuple[int, ...]], ...]
    advance: Mm | None
    jump: float
    place: Point
    text: str
    hidden: bool = False


class TextReader:
    """Follows the text operators of one content stream; `runs` are its text objects in order."""

    def __init__(self, fonts: Mapping[str, GlyphFont | None]) -> None:
        self.runs: list[ShownRun] = []
        self._fonts = fonts
        self._font: GlyphFont | None = None
        self._size, self._spacing, self._stretch, self._mode = 0.0, 0.0, 1.0, 0
        self._saved: list[tuple[GlyphFont | None, float, float, float, int]] = []
        self._spans: list[str | None] = []
        self._told: list[bool] = []
        self._begin(())

    def save(self) -> None:
        """Operator q keeps the text state too."""
        self._saved.append((self._font, self._size, self._spacing, self._stretch, self._mode))

    def restore(self) -> None:
        """Operator Q."""
        if self._saved:
            self._font, self._size, self._spacing, self._stretch, self._mode = self._saved.pop()

    def follow(self, operator: str, operands: Sequence[Any], matrix: Matrix) -> None:
        """Carry out one operator; `matrix` is the current one of the stream."""
        if operator == "BT":
            self._begin(operands)
        elif operator == "ET":
            self._end(matrix)
        elif operator in ("Tm", "Td", "TD"):
            self._move(operator, [float(value) for value in operands])
        elif operator == "Tf":
            self._font, self._size = self._fonts.get(str(operands[0])), float(operands[1])
        elif operator == "Tc":
            self._spacing = float(operands[0])
        elif operator == "Tr":
            self._mode = int(operands[0])
        elif operator == "Tz":
            self._stretch = float(operands[0]) / 100
        elif operator in ("TJ", "Tj", "'", '"'):
            self._show(operands[-1] if operator == "TJ" else [operands[-1]])
        elif operator in ("BDC", "BMC"):
            told = operands[1].get("/ActualText") if len(operands) > 1 and _is_tree(operands[1]) else None
            self._spans.append(None if told is None else str(told))
            self._told.append(False)
        elif operator == "EMC" and self._spans:
            self._spans.pop()
            self._told.pop()

    def _begin(self, _: Sequence[Any]) -> None:
        self._line = IDENTITY
        self._start: Point | None = None
        self._advance: float | None = 0.0
        self._jump = 0.0
        self._hidden = False
        self._glyphs: list[tuple[GlyphFont, tuple[int, ...]]] = []
        self._words: list[str] = []

    def _end(self, matrix: Matrix) -> None:
        place = moved(matrix, *(self._start or (0.0, 0.0)))
        words = "".join(self._words)
        self.runs.append(
            ShownRun(
                tuple(self._glyphs),
                self._advance,
                jump=self._jump,
                place=place,
                text=words,
                hidden=self._hidden,
            )
        )

    def _move(self, operator: str, numbers: Sequence[float]) -> None:
        if operator == "Tm":
            a, b, c, d, e, f = numbers
            self._line = (a, b, c, d, e, f)
        else:
            self._line = after((1.0, 0.0, 0.0, 1.0, numbers[0], numbers[1]), self._line)

    def _show(self, parts: Iterable[Any]) -> None:
        if self._start is None:
            self._start = self._line[4], self._line[5]
        font = self._font
        self._hidden = self._hidden or self._mode in UNPAINTED
        for part in parts:
            if not isinstance(part, pikepdf.String):
                self._shift(float(part))
            elif font is None:
                self._advance = None
            else:
                codes = _codes(bytes(part))
                self._glyphs.append((font, codes))
                self._add(sum(map(font.width_of, codes)) / 1000 * self._size)
                self._add(len(codes) * self._spacing)
                self._read(font, codes)

    def _shift(self, units: float) -> None:
        self._jump = max(self._jump, abs(units) / 1000)
        self._add(-units / 1000 * self._size)

    def _add(self, length: float) -> None:
        if self._advance is not None:
            self._advance += length * self._stretch

    def _read(self, font: GlyphFont, codes: Sequence[int]) -> None:
        told = None
        if self._spans:
            told = next((k for k, span in enumerate(self._spans) if span is not None), None)
        if told is None:
            self._words += map(font.text_of, codes)
        elif not self._told[told]:
            self._told[told] = True
            self._words.append(self._spans[told] or "")


def _codes(data: bytes) -> tuple[int, ...]:
    """The numbers of two bytes in a string; a byte that is left over is one by itself."""
    whole, left = divmod(len(data), 2)
    codes: tuple[int, ...] = unpack(f">{whole}H", data[: 2 * whole])
    return (*codes, data[-1]) if left else codes


def _is_tree(value: Any) -> bool:
    return isinstance(value, pikepdf.Dictionary)


def without_spaces(text: str) -> str:
    """A text without white space and what is not seen, to compare what was set in lines."""
    return "".join(c for c in text if not c.isspace() and c not in JOINERS)
