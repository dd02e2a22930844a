"""Texts along a path: each cluster of letters upright on the line below its middle (SVG 2, 11.8)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from prancha.graphics.svg.attribute_values import length
from prancha.graphics.svg.matrix import moved, parse_transform
from prancha.graphics.svg.normal.characters import collect
from prancha.graphics.svg.normal.context import Context, DrawingSetting, user_length
from prancha.graphics.svg.normal.plain_elements import applies
from prancha.graphics.svg.normal.plain_texts import LetterPiece, TextPainter, draw_pieces, lay_out, stretched
from prancha.graphics.svg.path_data import PathWalk, trace
from prancha.graphics.svg.svg_markup import DrawingFault

_CHORDS = 500
"""Chords of a cubic curve, enough to turn letters within a tenth of a degree."""
_INSTEAD = "turn it into a path (in Inkscape Path > Object to Path), or use label(path=...) in a template"


def plain_path_text(
    element: Element, context: Context, setting: DrawingSetting, painter: TextPainter
) -> list[Element]:
    """The plain texts of a `<text>` that holds a `<textPath>`.  Raises DrawingFault."""
    pieces: list[LetterPiece] = []
    for child in element:
        if child.tag != "textPath" or (child.tail or "").strip() or (element.text or "").strip():
            raise DrawingFault(
                "words beside a text along a path cannot be set", "make them a text of their own"
            )
        if child.get("display") != "none" and applies(child, setting.languages):
            pieces += _along(child, context.inside(child.attrib, setting.units), setting)
    return draw_pieces(pieces, setting, painter)


def _along(element: Element, context: Context, setting: DrawingSetting) -> Iterator[LetterPiece]:
    """The letters of a `<textPath>` that lie on its path, each a piece of its own."""
    way = _way(element, setting)
    collected = collect(element, context, setting)
    if way is None or not collected.characters:
        return
    characters = collected.characters
    words = "".join(character.text for character in characters)
    if (
        element.get("side") == "right"
        or context.style["direction"] == "rtl"
        or not all(map(setting.letters.is_spaced, words))
    ):
        raise DrawingFault(
            "a text along a path whose letters join, or run to the left, cannot be set", _INSTEAD
        )
    extra, _ = stretched(collected, setting)
    for character in characters:
        character.x = character.y = None
    whole = way.lengths[-1]
    text = element.get("startOffset", "0")
    start = (
        whole * length(text)[0] / 100
        if text.endswith("%")
        else user_length(text, "x", context, setting.units)
    )
    characters[0].x, characters[0].y = start, 0.0
    for piece in lay_out(characters, setting, extra, (0.0, 0.0))[0]:
        at, left = 0, piece.x
        for count, advance in setting.letters.clusters(piece.text, piece.span.context.style):
            middle = left + advance / 2
            if 0 <= middle <= whole:
                x, y, angle = way.at(middle)
                across, down = math.cos(angle), math.sin(angle)
                yield LetterPiece(
                    piece.text[at : at + count],
                    piece.span,
                    x=x - across * advance / 2 - down * piece.y,
                    y=y - down * advance / 2 + across * piece.y,
                    advance=advance,
                    rotate=math.degrees(angle) + piece.rotate,
                )
            at += count
            left += advance + piece.extra


def _way(element: Element, setting: DrawingSetting) -> PathWalk | None:
    """The path of a `<textPath>`; None for one that has no length."""
    way, data, matrix = PathWalk(chords=_CHORDS), element.get("path", ""), parse_transform("")
    if not data:
        found = setting.ids.get(element.get("href", "").strip().removeprefix("#"))
        if found is None:
            return None
        if found.tag != "path":
            raise DrawingFault(f"a text cannot run along a <{found.tag}>", "make that a path")
        data, matrix = found.get("d", ""), parse_transform(found.get("transform", ""))
    trace(data, way)
    if way.parts > 1:
        raise DrawingFault(f"the path of a text has {way.parts} parts", "let it run along one line")
    points, way = [moved(matrix, point) for point in way.points], PathWalk()
    for x, y in points:
        (way.line if way.parts else way.move)(x, y)
    return way if len(way.points) > 1 else None
