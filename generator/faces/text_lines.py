"""Lines as runs: each run is text of one font, or an icon, with its place in em."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.faces.markup import Symbol
from generator.faces.text_words import ICON_BEARING, ICON_BOX, Word
from generator.fonts import Font


@dataclass(frozen=True, slots=True)
class Run:
    """A `<text>` that starts at `x`, or an icon centred on it; em from the line's start."""

    x: float
    text: str = ""
    font: Font | None = None
    symbol: Symbol | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Runs of one line and its width in em."""

    runs: tuple[Run, ...]
    width: float


def line_of(words: Sequence[Word], extra: float = 0.0, tracking: float = 0.0) -> Line:
    """Place `words` on a line.

    `extra` em are added to every space: words are then placed one by one.
    `tracking` em are added after every glyph but the last.
    """
    runs: list[Run] = []
    x = 0.0
    open_text: list[str] = []
    open_font: Font | None = None
    open_x = 0.0
    gap_font: Font | None = None
    for k, word in enumerate(words):
        for j, piece in enumerate(word.pieces):
            joined = j == 0 and k > 0 and not extra and gap_font is piece.font is open_font
            if piece.font is not None and joined:
                open_text.append(piece.text)
            else:
                if open_font:
                    runs.append(Run(open_x, " ".join(open_text), open_font))
                open_text, open_font, open_x = [piece.text], piece.font, x
                if piece.symbol:
                    runs.append(Run(x + ICON_BEARING + ICON_BOX / 2, symbol=piece.symbol))
            x += piece.width + piece.glyphs * tracking
        gap_font = word.space_font
        x += word.space + extra + tracking
    if open_font:
        runs.append(Run(open_x, " ".join(open_text), open_font))
    trailing = words[-1].space + extra + 2 * tracking if words else 0.0
    return Line(tuple(runs), x - trailing)


def natural_width(words: Iterable[Word]) -> float:
    """Width in em of `words` on one line without tracking."""
    width = space = 0.0
    for word in words:
        width += space + word.width
        space = word.space
    return width
