"""Drawings made plain, with letters of which each is half as wide as high."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, fromstring, tostring

from prancha.graphics.svg.cascade import Examined, settle_styles
from prancha.graphics.svg.normal import FACE_UNITS, LetterMeasures, Plain
from prancha.graphics.svg.normal.normaliser import normalise
from prancha.graphics.svg.plain_svg import plain_drawing
from prancha.model.units import FontMeasures, LentFont

BOX = (0.0, 0.0, 100.0, 200.0)


class HalfSquares:
    """Letters half an em wide."""

    def clusters(self, text: str, style: Mapping[str, str]) -> Sequence[tuple[int, float]]:
        return [(1, float(style["font-size"]) / 2) for _ in text]

    def lent(self, text: str, style: Mapping[str, str]) -> Sequence[tuple[int, LentFont | None]]:
        return ()

    def line_starts(self, text: str) -> frozenset[int]:
        return frozenset()

    def is_spaced(self, letter: str) -> bool:
        return True

    def stand_in(self, style: Mapping[str, str]) -> None:
        return None

    def measures(self, style: Mapping[str, str]) -> FontMeasures:
        raise AssertionError(style)


def parsed(inside: str) -> Element:
    return fromstring(f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 200">{inside}</svg>')


def looked_at(inside: str) -> Examined:
    """What the grammar says of a drawing."""
    return settle_styles(parsed(inside))


def said(inside: str) -> list[tuple[str, str]]:
    """Messages and hints about a drawing, in order."""
    return [(fault.message, fault.hint) for fault in looked_at(inside).faults]


def plain(inside: str) -> str:
    """A drawing made plain, without its root."""
    return written(plain_drawing(parsed(inside), BOX, FACE_UNITS, HalfSquares()).root)


def normalised(inside: str, letters: LetterMeasures) -> Plain:
    """A drawing with nothing wrong in it, normalised."""
    root = parsed(inside)
    assert settle_styles(root).faults == ()
    return normalise(root, BOX, FACE_UNITS, letters)


def written(elements: Iterable[Element]) -> str:
    return "".join(tostring(child, encoding="unicode") for child in elements)
