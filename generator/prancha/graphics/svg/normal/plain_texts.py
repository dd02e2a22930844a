"""Texts of a drawing as plain ones: runs of one style on a place each (SVG 1.1, 10; SVG 2, 11)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import IDENTITY, Matrix, moved_box, parse_transform
from prancha.graphics.svg.normal.characters import Character, CharacterSpan, Collected, collect
from prancha.graphics.svg.normal.context import Context, DrawingSetting, TextLine, user_length
from prancha.graphics.svg.normal.plain_elements import (
    BESIDE,
    CELL,
    exact,
    group,
    hidden,
    make_element,
    rectangle,
)
from prancha.graphics.svg.normal.plain_paints import Server, paint_attributes
from prancha.graphics.svg.normal.plain_shapes import fill_and_stroke
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, enclose
from prancha.model.units import FontMeasures

_SET = ("font-family", "font-weight", "font-style")


class LetterPiece(Struct):
    """Letters set together at (x, y), `advance` long, and what is done to them."""

    text: str
    span: CharacterSpan
    x: float
    y: float
    advance: float
    rotate: float = 0.0
    extra: float = 0.0
    """Letter spacing beyond that of the style."""
    rtl: bool = False
    lone: bool = False
    """Whether it is one sign that nothing may join."""


def tracking(context: Context) -> float:
    """Letter spacing in user units."""
    return float(context.style["letter-spacing"].replace("normal", "0"))


def cell_of(piece: LetterPiece, setting: DrawingSetting) -> Box:
    """The box of a piece's letters, from ascent to descent."""
    font = setting.letters.measures(piece.span.context.style)
    left = piece.x - piece.advance if piece.rtl else piece.x
    return left, piece.y - font.ascent, left + piece.advance, piece.y + font.descent


def drawn_piece(piece: LetterPiece, cell: Box, setting: DrawingSetting, server: Server) -> Iterator[Element]:
    """The plain text of a piece with the lines below, above and through it."""
    context = piece.span.context
    if float(context.style["font-size"]) <= 0:
        return
    if context.style["visibility"] != "visible":
        yield hidden(rectangle(cell))
        return
    font = setting.letters.measures(context.style)
    lines = [(line.kind, _line(line, piece, cell, font, setting, server=server)) for line in context.lines]
    words = piece.text.strip(" ")
    found = [drawn for kind, drawn in lines if kind != "line-through"]
    if words:
        found += _letters(piece, words, cell, setting, server)
    found += [drawn for kind, drawn in lines if kind == "line-through"]
    if piece.rotate:
        turn = f"rotate({exact(piece.rotate)} {exact(piece.x)} {exact(piece.y)})"
        yield group(found, transform=turn)
    else:
        yield from found


def _letters(
    piece: LetterPiece, words: str, cell: Box, setting: DrawingSetting, server: Server
) -> list[Element]:
    """The plain text of a piece; two of them where its stroke lies below its fill."""
    style = piece.span.context.style
    lead = piece.text[: len(piece.text) - len(piece.text.lstrip(" "))]
    shift = sum(advance for _, advance in setting.letters.clusters(lead, style)) + piece.extra * len(lead)
    track = piece.extra + tracking(piece.span.context)
    attributes = {
        "x": exact(piece.x - shift if piece.rtl else piece.x + shift),
        "y": exact(piece.y),
        **{name: style[name] for name in _SET if style[name] != "normal"},
        "font-size": style["font-size"],
        "font-variant-numeric": "normal" if style["font-variant-numeric"] == "normal" else "",
        "letter-spacing": exact(track) if track else "",
        "direction": "rtl" if piece.rtl else "",
        CELL: " ".join(map(exact, cell)),
    }
    order = [word for word in style["paint-order"].split() if word in ("fill", "stroke")]
    whole = make_element("text", {**attributes, **paint_attributes(piece.span.context, setting, server)})
    parts = fill_and_stroke(whole)
    found = [whole]
    if order[:1] == ["stroke"] and all(parts.values()):
        found = [*parts["stroke"], *parts["fill"]]
    for text in found:
        text.text = words
    return found


def _line(
    line: TextLine,
    piece: LetterPiece,
    cell: Box,
    font: FontMeasures,
    setting: DrawingSetting,
    server: Server,
) -> Element:
    """A line along a piece, in the paint of the element that declared it."""
    if line.kind == "overline":
        height, thickness = font.ascent, font.underline[1]
    else:
        height, thickness = font.underline if line.kind == "underline" else font.strikeout
    places = {
        "x": exact(cell[0]),
        "y": exact(piece.y - height - thickness / 2),
        "width": exact(cell[2] - cell[0]),
        "height": exact(thickness),
        BESIDE: "line",
    }
    return make_element("rect", {**places, **paint_attributes(line.context, setting, server)})


TextPainter = Callable[[Box | None, Matrix], Server]
"""Gives the paint servers for what fills a box."""
_RIGHT = ("R", "AL", "AN")
_LEFT = ("L", "EN", "AN")


def plain_text(
    element: Element, context: Context, setting: DrawingSetting, painter: TextPainter
) -> list[Element]:
    """The plain texts of a `<text>` and the lines that decorate them.  Raises DrawingFault."""
    collected = collect(element, context, setting)
    if not collected.characters:
        return []
    extra, scales = stretched(collected, setting)
    pieces: list[LetterPiece] = []
    at = (0.0, 0.0)
    for chunk in _chunks(collected.characters):
        found, at = lay_out(chunk, setting, extra, at)
        pieces += found
    drawn = draw_pieces(pieces, setting, painter)
    if scales and drawn:
        origin, scale = scales
        return [group(drawn, transform=f"matrix({exact(scale)} 0 0 1 {exact(origin * (1 - scale))} 0)")]
    return drawn


def draw_pieces(
    pieces: Sequence[LetterPiece], setting: DrawingSetting, painter: TextPainter
) -> list[Element]:
    """The plain texts of the pieces of one text, painted as a whole."""
    pieces = [piece for piece in pieces if piece.text.strip() or piece.span.context.lines]
    cells = [cell_of(piece, setting) for piece in pieces]
    turns = [_turned(piece, piece.rotate) for piece in pieces]
    boxes = [moved_box(turn, cell) for turn, cell in zip(turns, cells, strict=True)]
    box = enclose(boxes) if boxes else None
    return [
        each
        for piece, cell in zip(pieces, cells, strict=True)
        for each in drawn_piece(piece, cell, setting, painter(box, _turned(piece, -piece.rotate)))
    ]


def _turned(piece: LetterPiece, degrees: float) -> Matrix:
    """The matrix that turns a piece about its position; its gradients and patterns are turned back."""
    if not degrees:
        return IDENTITY
    return parse_transform(f"rotate({exact(degrees)} {exact(piece.x)} {exact(piece.y)})")


def flows(element: Element) -> str:
    """The property that makes a text flow in a shape or to a width; "" for one that does not."""
    for name, nothing in (("shape-inside", "none"), ("inline-size", "auto")):
        if element.get(name, nothing) not in (nothing, "0", "normal", "auto"):
            return name
    return ""


def has_lines(element: Element) -> bool:
    """Return whether each line of a text has its own position, as Inkscape writes flowed text."""
    placed = [child.tag == "tspan" and "x" in child.attrib and "y" in child.attrib for child in element]
    return bool(placed) and all(placed) and not (element.text or "").strip()


def _chunks(characters: Sequence[Character]) -> Iterator[list[Character]]:
    chunk: list[Character] = []
    for character in characters:
        if chunk and character.starts_chunk:
            yield chunk
            chunk = []
        chunk.append(character)
    yield chunk


def lay_out(
    characters: list[Character],
    setting: DrawingSetting,
    extra: Mapping[int, float],
    at: tuple[float, float],
    anchored: bool = True,
) -> tuple[list[LetterPiece], tuple[float, float]]:
    """Pieces of a chunk that starts at `at`, in a line, and the start of a next chunk without a position.

    One that is not `anchored` starts there, whatever its text-anchor.
    """
    first, last = characters[0], characters[-1]
    rtl = first.span.context.style["direction"] == "rtl"
    x, y = at[0] if first.x is None else first.x, at[1] if first.y is None else first.y
    pieces: list[LetterPiece] = []
    pen = 0.0
    for _, same in groupby(characters, key=lambda character: id(character.span)):
        for piece in _set(list(same), setting, extra, rtl):
            pen += piece.x
            y += piece.y
            piece.x, piece.y = pen, y
            pen += piece.advance
            pieces.append(piece)
    if len(pieces) > 1 and _runs_both_ways(characters, rtl):
        raise DrawingFault(
            "parts of a text that runs both from left to right and from right to left cannot be set here",
            "write it in one style and on one place, or use label() of a template",
        )
    # Behind the last letter there is nothing to keep it apart from.
    pen -= extra.get(id(last), 0.0)
    pen -= _behind(last, setting)
    anchor = first.span.context.style["text-anchor"] if anchored else "start"
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    start = x - pen * (1.0 - share if rtl else share)
    for piece in pieces:
        if rtl:  # from right to left, and aligned at their right ends
            piece.x = start + pen - piece.x
        else:
            piece.x += start
        piece.y += _baseline(piece.span, setting)
    # What is not placed goes on as if nothing had been aligned (SVG 2, 11.5).
    return pieces, (start if rtl else x + pen, y)


def _set(
    run: list[Character], setting: DrawingSetting, extra: Mapping[int, float], rtl: bool
) -> Iterator[LetterPiece]:
    """Characters of one span in pieces, each with its shift from the end of the one before as its place.

    They are shaped together, so that kerning goes on where a piece ends.
    """
    span, style = run[0].span, run[0].span.context.style
    text = "".join(c.text for c in run)
    wider = 0.0 if style["word-spacing"] == "normal" else float(style["word-spacing"])
    parted = wider or "  " in text
    at, piece = 0, None
    owners = [character for character in run for _ in character.text]
    for count, advance in setting.letters.clusters(text, style):
        first, letters = owners[at], text[at : at + count]
        at += count
        space = letters.isspace()
        more, turn = extra.get(id(first), 0.0), first.rotate or 0.0
        advance += more + (wider if space else 0.0)
        apart = (
            first.dx or first.dy or turn or (parted and piece is not None and space != piece.text.isspace())
        )
        # A ligature stays one sign where its text is stretched, and letter-spacing would part it.
        lone = bool(more) and count > 1 and not unicodedata.combining(letters[1])
        apart = apart or lone or (piece is not None and piece.lone)
        if piece is not None and not apart and not piece.rotate:
            piece.text += letters
            piece.advance += advance
            continue
        if piece is not None:
            yield piece
        dx, dy = first.dx or 0.0, first.dy or 0.0
        piece = LetterPiece(
            letters,
            span,
            x=dx,
            y=dy,
            advance=advance,
            rotate=turn,
            extra=0.0 if lone else more,
            rtl=rtl,
            lone=lone,
        )
    if piece is not None:
        yield piece


def _baseline(span: CharacterSpan, setting: DrawingSetting) -> float:
    """The offset of a span below its line (as resvg does; SVG 2, 11.10.3)."""
    style, get = span.context.style, span.element.attrib.get
    font = setting.letters.measures(style)
    aligned = get("alignment-baseline", "auto")
    if aligned in ("auto", "baseline"):
        aligned = style["dominant-baseline"]
    shift = baseline_height(aligned, font)
    for raised in span.shifts:
        if raised == "super":
            shift -= font.superscript
        elif raised == "sub":
            shift += font.subscript
        else:
            shift -= float(raised)
    return shift


def baseline_height(baseline: str, font: FontMeasures) -> float:
    """The height above the alphabetic baseline of another one."""
    return {
        "ideographic": -font.descent,
        "text-after-edge": -font.descent,
        "after-edge": -font.descent,
        "text-bottom": -font.descent,
        "hanging": 0.8 * font.ascent,
        "mathematical": 0.5 * font.ascent,
        "central": (font.ascent - font.descent) / 2,
        "middle": font.x_height / 2,
        "text-before-edge": font.ascent,
        "before-edge": font.ascent,
        "text-top": font.ascent,
    }.get(baseline, 0.0)


def _behind(character: Character, setting: DrawingSetting) -> float:
    """The letter spacing behind a character."""
    return tracking(character.span.context) if setting.letters.is_spaced(character.text) else 0.0


def _runs_both_ways(characters: Sequence[Character], rtl: bool) -> bool:
    """Return whether some letters of a chunk run in another direction than the whole."""
    kinds = {unicodedata.bidirectional(c) for character in characters for c in character.text}
    return bool(kinds & {*(_LEFT if rtl else _RIGHT)})


def stretched(
    collected: Collected, setting: DrawingSetting
) -> tuple[dict[int, float], tuple[float, float] | None]:
    """The space textLength adds after each character, or the origin and factor of its stretch."""
    extra: dict[int, float] = {}
    scales: tuple[float, float] | None = None
    for stretch in collected.stretches:
        characters = collected.characters[stretch.start : stretch.end]
        rest = collected.characters
        if any(c.starts_chunk for c in rest[1:]) or any(c.rotate for c in rest):
            raise DrawingFault(
                "textLength of several lines cannot be printed truly", "write a text for each line"
            )
        wanted = user_length(
            stretch.element.get("textLength", ""), "textLength", stretch.context, setting.units
        )
        if wanted < 0:
            raise DrawingFault("textLength is negative", "write 0 or more")
        count, width = 0, 0.0
        for _, same in groupby(characters, key=lambda character: id(character.span)):
            run = list(same)
            clusters = setting.letters.clusters("".join(c.text for c in run), run[0].span.context.style)
            width += sum(advance for _, advance in clusters) + sum(c.dx or 0.0 for c in run)
            count += len(clusters)
        width -= _behind(characters[-1], setting)
        if stretch.element.get("lengthAdjust", "spacing") == "spacing":
            if not all(setting.letters.is_spaced(c.text) for c in characters):
                raise DrawingFault(
                    "textLength spaces letters apart that join",
                    'write lengthAdjust="spacingAndGlyphs" with it',
                )
            if count > 1:
                extra.update({id(c): (wanted - width) / (count - 1) for c in characters})
        elif stretch.element.tag != "text" or len(collected.stretches) > 1:
            raise DrawingFault(
                "a part of a text that is stretched cannot be printed truly", "make a text of that part"
            )
        elif width > 0:
            first = characters[0]
            scales = (first.x or 0.0, wanted / width)
    return extra, scales
