"""Text objects of a content stream (ISO 32000-1, 9.4): their glyphs, their words, how far the pen moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import unpack

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.content_stream import SHOWS, Interpreter, Operands, State, on
from prancha.checks.proof.embedded_fonts import GlyphFont
from prancha.checks.proof.pdf_geometry import IDENTITY, Point, concat, map_point
from prancha.model.units import Mm

JOINERS = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Characters that are read and not seen."""
UNPAINTED = (3, 7)
"""Modes of text that is read and not seen, or clips alone (ISO 32000-1, 9.3.6)."""


class ShownRun(Struct, frozen=True):
    """A text object: glyphs of each font, and how far the pen moves, in the run's own mm.

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


class TextState(State, frozen=True):
    """The text state: font, its size, space between glyphs, stretch in percent, and mode (Tr)."""

    font: GlyphFont | None = None
    size: float = 0.0
    spacing: float = 0.0
    stretch: float = 100.0
    mode: float = 0


_NUMBERS = {"Tc": "spacing", "Tr": "mode", "Tz": "stretch"}
"""Operators that set a number of the text state."""


class TextReader(Interpreter[TextState]):
    """Reads the text objects of a content stream into `runs`, in order; `fonts` are those it names."""

    def __init__(self, fonts: Mapping[str, GlyphFont | None]) -> None:
        super().__init__(TextState())
        self.runs: list[ShownRun] = []
        self._fonts = fonts
        self._spans: list[str | None] = []
        """The ActualText of marked content that we are in, "" where it was read already."""
        self.begin_text()

    @on("BT")
    def begin_text(self, _operator: str = "BT", _operands: Operands = ()) -> None:
        """Begin a text object."""
        self._line = IDENTITY
        self._start: Point | None = None
        self._advance: float | None = 0.0
        self._jump = 0.0
        self._hidden = False
        self._glyphs: list[tuple[GlyphFont, tuple[int, ...]]] = []
        self._words: list[str] = []

    @on("ET")
    def end_text(self, _operator: str, _operands: Operands) -> None:
        """End a text object, which is a run."""
        place = map_point(self.state.matrix, *(self._start or (0.0, 0.0)))
        run = ShownRun(
            tuple(self._glyphs), self._advance, self._jump, place, "".join(self._words), hidden=self._hidden
        )
        self.runs.append(run)

    @on("Tm", "Td", "TD")
    def place_line(self, operator: str, operands: Operands) -> None:
        """Begin a line."""
        numbers = [float(value) for value in operands]
        if operator == "Tm":
            a, b, c, d, e, f = numbers
            self._line = (a, b, c, d, e, f)
        else:
            self._line = concat((1.0, 0.0, 0.0, 1.0, numbers[0], numbers[1]), self._line)

    @on("Tf")
    def set_font(self, _operator: str, operands: Operands) -> None:
        """Set font and size."""
        font = self._fonts.get(str(operands[0]))
        self.state = replace(self.state, font=font, size=float(operands[1]))

    @on(*_NUMBERS)
    def set_number(self, operator: str, operands: Operands) -> None:
        """Set the space between glyphs, how text is painted, or how far it is stretched across."""
        self.state = replace(self.state, **{_NUMBERS[operator]: float(operands[0])})

    @on("BDC", "BMC")
    def begin_marked(self, _operator: str, operands: Operands) -> None:
        """Begin marked content, which may tell the text that it shows."""
        listed = operands[1] if len(operands) > 1 else None
        told = listed.get("/ActualText") if isinstance(listed, pikepdf.Dictionary) else None
        self._spans.append(None if told is None else str(told))

    @on("EMC")
    def end_marked(self, _operator: str, _operands: Operands) -> None:
        """End the innermost marked content."""
        if self._spans:
            self._spans.pop()

    @on(*SHOWS)
    def show(self, operator: str, operands: Operands) -> None:
        """Show glyphs."""
        if self._start is None:
            self._start = self._line[4], self._line[5]
        state = self.state
        self._hidden = self._hidden or state.mode in UNPAINTED
        for part in operands[-1] if operator == "TJ" else operands[-1:]:
            if not isinstance(part, pikepdf.String):
                self._shift(float(part))
            elif state.font is None:
                self._advance = None
            else:
                codes = _codes(bytes(part))
                self._glyphs.append((state.font, codes))
                self._add(sum(map(state.font.width_of, codes)) / 1000 * state.size)
                self._add(len(codes) * state.spacing)
                self._read(state.font, codes)

    def _shift(self, units: float) -> None:
        self._jump = max(self._jump, abs(units) / 1000)
        self._add(-units / 1000 * self.state.size)

    def _add(self, length: float) -> None:
        if self._advance is not None:
            self._advance += length * self.state.stretch / 100

    def _read(self, font: GlyphFont, codes: Sequence[int]) -> None:
        told = next((k for k, span in enumerate(self._spans) if span is not None), None)
        if told is None:
            self._words += map(font.text_of, codes)
        else:
            self._words.append(self._spans[told] or "")
            self._spans[told] = ""


def _codes(data: bytes) -> tuple[int, ...]:
    """The numbers of two bytes in a string; a byte that is left over is one by itself."""
    whole, left = divmod(len(data), 2)
    codes: tuple[int, ...] = unpack(f">{whole}H", data[: 2 * whole])
    return (*codes, data[-1]) if left else codes


def without_spaces(text: str) -> str:
    """A text without white space and what is not seen, to compare what was set in lines."""
    return "".join(c for c in text if not c.isspace() and c not in JOINERS)
