"""Lines as runs: each run is text of one font, or an icon, with its place in em."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.markup_line import InlineIcon
from prancha.faces.text.measured_words import PieceStyle, TextPiece, Word, is_turned, set_apart
from prancha.graphics.fonts import Font


class TextRun(Struct, frozen=True):
    """A `<text>` that starts at `x`, or an icon centred on it; em from the line's left end.

    Text that runs from right to left starts at its right end.
    """

    x: float
    text: str = ""
    font: Font | None = None
    symbol: InlineIcon | None = None
    look: PieceStyle | None = None


class TextLine(Struct, frozen=True):
    """Runs of one line and its width in em."""

    runs: tuple[TextRun, ...]
    width: float


def line_of(words: Sequence[Word], extra: float = 0.0, tracking: float = 0.0) -> TextLine:
    """Place `words` on a line, from left to right.

    `extra` em are added to every gap: words are then placed one by one.
    `tracking` em are added after every letter but the last, with its marks.
    """
    if not extra and not tracking and (plain := _plain_line(words)) is not None:
        return plain
    runs: list[TextRun] = []
    x = gap = 0.0
    open_text: list[str] = []
    open_font: Font | None = None
    open_look: PieceStyle | None = None
    open_x = 0.0
    gap_font: Font | None = None
    gap_look: PieceStyle | None = None
    for k, word in enumerate(words):
        for j, piece in enumerate(word.pieces):
            font, look = piece.font, piece.look
            joined = (
                j == 0
                and k > 0
                and not extra
                and open_font is font
                and open_look is look
                and (gap_font is None or (gap_font is font and gap_look is look))
            )
            if font is not None and joined:
                open_text.append(piece.text if gap_font is None else " " + piece.text)
            else:
                if open_font:
                    # The space is set, though nothing depends on it: a search in the PDF finds two words.
                    space = " " if j == 0 and gap_font and not extra else ""
                    runs.append(TextRun(open_x, "".join(open_text) + space, open_font, None, open_look))
                open_text, open_font, open_look, open_x = [piece.text], font, look, x
                if piece.symbol:
                    runs.append(TextRun(x + piece.width / 2, symbol=piece.symbol, look=look))
            x += piece.width + piece.gaps * tracking
        gap_font, gap_look = word.space_font, word.space_look
        gap = word.space + extra + (tracking if gap_font else 0.0)
        x += gap
    if open_font:
        runs.append(TextRun(open_x, "".join(open_text), open_font, None, open_look))
    return TextLine(tuple(runs), x - gap - tracking if words else 0.0)


def _plain_line(words: Sequence[Word]) -> TextLine | None:
    """The line of words in one font without a look, which is one run, as most are; None of others."""
    (last,) = words[-1].pieces if words and len(words[-1].pieces) == 1 else (None,)
    if last is None or last.font is None or last.look is not None:
        return None
    x = gap = 0.0
    for word in words:
        if word.plain is not last.font and word is not words[-1]:
            return None
        gap = word.space
        x += word.width
        x += gap
    text = " ".join([word.pieces[0].text for word in words])
    return TextLine((TextRun(0.0, text, last.font),), x - gap)


def two_way_line(words: Sequence[Word], extra: float = 0.0, tracking: float = 0.0) -> TextLine:
    """As `line_of`, with each piece where its level says that it stands (UAX #9, L2)."""
    from prancha.graphics.fonts.character_scripts import visual  # few texts need it

    parts: list[TextPiece] = []
    for k, word in enumerate(words):
        parts += word.pieces
        if k + 1 < len(words):
            text = " " if word.space_font and not extra else ""
            gaps = 1 if word.space_font else 0
            parts.append(
                TextPiece(
                    word.space + extra,
                    gaps,
                    text=text,
                    font=word.space_font,
                    symbol=None,
                    look=word.space_look,
                )
            )
    runs: list[TextRun] = []
    x, spaced, open_run = 0.0, False, False
    for at in visual([part.look.level if part.look else 0 for part in parts]):
        part = parts[at]
        start, x = x, x + part.width + part.gaps * tracking
        last = runs[-1] if open_run else None
        fits = last is not None and last.font is part.font and last.look is part.look
        if part.symbol:
            runs.append(TextRun(start + part.width / 2, symbol=part.symbol, look=part.look))
        elif part.text and part.text != " ":
            # Words with a space between them are one run; pieces of one word stay apart, as measured.
            if last is not None and fits and spaced:
                text = f"{part.text} {last.text}" if is_turned(part.look) else f"{last.text} {part.text}"
                runs[-1] = replace(last, x=x - tracking if is_turned(part.look) else last.x, text=text)
            else:
                edge = x - tracking if is_turned(part.look) else start
                runs.append(TextRun(edge, part.text, part.font, None, part.look))
        spaced = part.text == " " and fits
        open_run = spaced or bool(part.text.strip(" "))
    return TextLine(tuple(runs), x - tracking)


def tracked_width(words: Sequence[Word], tracking: float) -> float:
    """Width in em of `words` on one line, with `tracking` em between its letters."""
    if not tracking:
        return natural_width(words)
    words = set_apart(words)
    return natural_width(words) + tracking * max(gaps_of(words) - 1, 0)


def gaps_of(words: Sequence[Word]) -> int:
    """Places of letter-spacing on a line, the one after its end included."""
    within = sum(piece.gaps for word in words for piece in word.pieces)
    return within + sum(word.space_font is not None for word in words[:-1])


def natural_width(words: Iterable[Word]) -> float:
    """Width in em of `words` on one line without tracking."""
    width = space = 0.0
    for word in words:
        width += space + word.width
        space = word.space
    return width
