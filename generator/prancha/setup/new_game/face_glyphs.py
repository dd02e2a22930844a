"""Texts of somebody else's PDF, glyph by glyph: the width of each, and whether it stands on a face.

A glyph that stands elsewhere is replaced by the room that it takes, so that those behind it stay in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.graphics.svg.matrix import IDENTITY, Matrix, moved_box, multiply
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box

SHOWS = frozenset("Tj TJ ' \"".split())
PLACES = frozenset("Td TD Tm T*".split())
"""Operators that set the place of the next line in a text object."""
_CLIPPING = 4
"""Text modes from this on clip what follows (ISO 32000-1, 9.3.6)."""
_TALL, _DEEP = (0.6, 1.4), (-0.6, -0.15)
"""Bounds of what fonts say of their height above and depth below the line, in sizes of the type."""
_SPACE = 32


class Glyphs(Struct, frozen=True):
    """A font: bytes of a code, widths by code in thousandths of the size, how far it reaches up and down."""

    bytes_a_code: int
    widths: Mapping[int, float]
    other: float
    tall: float
    deep: float

    def codes(self, text: bytes) -> Iterator[tuple[bytes, float, bool]]:
        """Yield each code of a string, its width in sizes of the type, whether it is a space of one byte."""
        step = self.bytes_a_code
        for at in range(0, len(text), step):
            part = text[at : at + step]
            code = int.from_bytes(part, "big")
            yield part, self.widths.get(code, self.other) / 1000, step == 1 and code == _SPACE


def read_glyphs(font: Any) -> Glyphs:
    """Read the widths of a font.  Raises DrawingFault for one whose codes are not plain bytes."""
    kind = str(font.get("/Subtype"))
    if kind == "/Type3":
        raise DrawingFault("it has a font whose letters are drawings (Type 3)")
    if kind == "/Type0":
        if str(font.get("/Encoding")) != "/Identity-H":
            raise DrawingFault("the letters of a font are numbered by a table of their own")
        inner = font.DescendantFonts[0]
        descriptor = inner.get("/FontDescriptor", pikepdf.Dictionary())
        return Glyphs(2, _listed(inner.get("/W", ())), float(inner.get("/DW", 1000)), *_reach(descriptor))
    if "/FontDescriptor" not in font:
        raise DrawingFault(f"its font {str(font.get('/BaseFont', '/?'))[1:41]} is not in the file")
    descriptor = font.FontDescriptor
    first = int(font.get("/FirstChar", 0))
    widths = {first + k: float(width) for k, width in enumerate(font.get("/Widths", ()))}
    return Glyphs(1, widths, float(descriptor.get("/MissingWidth", 0)), *_reach(descriptor))


def _listed(entries: Sequence[Any]) -> Mapping[int, float]:
    """Return widths as a Type 0 font lists them: `code [width ...]` or `first last width`."""
    found: dict[int, float] = {}
    values = list(entries)
    at = 0
    while at + 1 < len(values):
        first = int(values[at])
        if isinstance(values[at + 1], pikepdf.Array):
            found.update({first + k: float(width) for k, width in enumerate(values[at + 1])})
            at += 2
        else:
            last, width = int(values[at + 1]), float(values[at + 2])
            if not 0 <= last - first < 65_536:
                raise DrawingFault("a font lists widths of more letters than there are")
            found.update(dict.fromkeys(range(first, last + 1), width))
            at += 3
    return found


def _reach(descriptor: Any) -> tuple[float, float]:
    tall, deep = (float(descriptor.get(key, 0)) / 1000 for key in ("/Ascent", "/Descent"))
    return min(max(tall, _TALL[0]), _TALL[1]) if tall else 1.0, min(max(deep, _DEEP[0]), _DEEP[1])


class TextState(Struct):
    """The state that operators of texts set; lengths in units of text space."""

    font: str = ""
    size: float = 0.0
    between: float = 0.0
    words: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0

    def set(self, operator: str, operands: Sequence[Any]) -> None:
        """Carry out an operator of the text state; DrawingFault for texts that clip."""
        if operator == "Tf":
            self.font, self.size = str(operands[0]), float(operands[1])
        elif operator == "Tr" and int(operands[0]) >= _CLIPPING:
            raise DrawingFault("letters in it clip what is drawn in them")
        elif operator in _SETS:
            setattr(self, _SETS[operator], float(operands[0]) / (100 if operator == "Tz" else 1))


_SETS = {"Tc": "between", "Tw": "words", "Tz": "stretch", "TL": "leading", "Ts": "rise"}
TEXT_STATE = frozenset(("Tf", "Tr", *_SETS))


class TextObject:
    """The place of the next glyph in a text object that is being read."""

    def __init__(self) -> None:
        self.line = self.place = IDENTITY

    def move(self, operator: str, operands: Sequence[Any], state: TextState) -> None:
        """Begin a line."""
        if operator == "Tm":
            a, b, c, d, e, f = map(float, operands)
            self.line = (a, b, c, d, e, f)
        else:
            x, y = (0.0, -state.leading) if operator == "T*" else map(float, operands)
            if operator == "TD":
                state.leading = -y
            self.line = multiply(self.line, (1.0, 0.0, 0.0, 1.0, x, y))
        self.place = self.line

    def show(
        self,
        parts: Sequence[Any],
        state: TextState,
        glyphs: Glyphs,
        matrix: Matrix,
        is_on: Callable[[Box], bool],
    ) -> tuple[list[Any], bool]:
        """Return what a TJ shows of `parts` on the face, and whether that is anything.

        `matrix` takes user space to the page; `is_on` tells whether a box there is on the face.
        """
        shown: list[Any] = []
        anything = False
        for part in parts:
            if not isinstance(part, pikepdf.String):
                self._advance(-float(part) / 1000 * state.size * state.stretch)
                _add_room(shown, float(part))
                continue
            for code, width, is_space in glyphs.codes(bytes(part)):
                added = state.between + (state.words if is_space else 0.0)
                box = (
                    0.0,
                    glyphs.deep * state.size + state.rise,
                    width * state.size * state.stretch,
                    glyphs.tall * state.size + state.rise,
                )
                if state.size == 0 or is_on(moved_box(multiply(matrix, self.place), box)):
                    anything = True
                    if shown and isinstance(shown[-1], bytes):
                        shown[-1] += code
                    else:
                        shown.append(code)
                else:
                    _add_room(shown, -(width * state.size + added) * 1000 / state.size)
                self._advance((width * state.size + added) * state.stretch)
        return [pikepdf.String(one) if isinstance(one, bytes) else one for one in shown], anything

    def _advance(self, by: float) -> None:
        self.place = multiply(self.place, (1.0, 0.0, 0.0, 1.0, by, 0.0))


def _add_room(shown: list[Any], room: float) -> None:
    if shown and isinstance(shown[-1], float):
        shown[-1] += room
    else:
        shown.append(room)
