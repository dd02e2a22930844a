"""Letters that are set together as plain texts, with the lines below, above and through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import Box
from prancha.graphics.svg.normal.characters import CharacterSpan
from prancha.graphics.svg.normal.context import Context, DrawingSetting, TextLine
from prancha.graphics.svg.normal.elements import BESIDE, exact, group, hidden, make_element, rectangle
from prancha.graphics.svg.normal.extents import CELL
from prancha.graphics.svg.normal.paints import Server, paint_attributes
from prancha.model.font_measures import FontMeasures

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
    spacing = context.style["letter-spacing"]
    return 0.0 if spacing == "normal" else float(spacing)


def cell_of(piece: LetterPiece, setting: DrawingSetting) -> Box:
    """The box of a piece's letters, from ascent to descent."""
    font = setting.letters.measures(piece.span.context.style)
    left = piece.x - piece.advance if piece.rtl else piece.x
    return left, piece.y - font.ascent, left + piece.advance, piece.y + font.descent


def box_around(cells: Sequence[Box]) -> Box | None:
    """The box around all; None of nothing."""
    if not cells:
        return None
    return (
        min(c[0] for c in cells), min(c[1] for c in cells), max(c[2] for c in cells), max(c[3] for c in cells)
    )  # fmt: skip


def drawn_piece(piece: LetterPiece, cell: Box, setting: DrawingSetting, server: Server) -> Iterator[Element]:
    """The plain text of a piece with the lines below, above and through it."""
    context = piece.span.context
    if float(context.style["font-size"]) <= 0:
        return
    if context.style["visibility"] != "visible":
        yield hidden(rectangle(cell))
        return
    font = setting.letters.measures(context.style)
    found = [
        _line(line, piece, cell=cell, font=font, setting=setting, server=server)
        for line in context.lines
        if line.kind != "line-through"
    ]
    words = piece.text.strip(" ")
    if words:
        found += _letters(piece, words, cell, setting, server)
    found += [
        _line(line, piece, cell=cell, font=font, setting=setting, server=server)
        for line in context.lines
        if line.kind == "line-through"
    ]
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
    paint = paint_attributes(piece.span.context, setting, server)
    attributes = {
        "x": exact(piece.x - shift if piece.rtl else piece.x + shift), "y": exact(piece.y),
        **{name: style[name] for name in _SET if style[name] != "normal"},
        "font-size": style["font-size"],
        "font-variant-numeric": "normal" if style["font-variant-numeric"] == "normal" else "",
        "letter-spacing": exact(track) if track else "",
        "direction": "rtl" if piece.rtl else "",
        CELL: " ".join(map(exact, cell)),
    }  # fmt: skip
    order = [word for word in style["paint-order"].split() if word in ("fill", "stroke")]
    paints = [paint]
    if order[:1] == ["stroke"] and "stroke" in paint and paint.get("fill") != "none":
        fill = {name: value for name, value in paint.items() if not name.startswith("stroke")}
        stroke = {name: value for name, value in paint.items() if not name.startswith("fill")}
        paints = [{**stroke, "fill": "none"}, fill]
    found = [make_element("text", {**attributes, **each}) for each in paints]
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
        "x": exact(cell[0]), "y": exact(piece.y - height - thickness / 2),
        "width": exact(cell[2] - cell[0]), "height": exact(thickness), BESIDE: "line",
    }  # fmt: skip
    return make_element("rect", {**places, **paint_attributes(line.context, setting, server)})
