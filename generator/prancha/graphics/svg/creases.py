"""The lines of a face along which it is folded, as templates draw them with `crease()`."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from prancha.graphics.svg.markup import parse
from prancha.graphics.svg.matrix import IDENTITY, Matrix, Point, moved, multiply, parse_transform
from prancha.graphics.svg.paths import Extent, trace

CREASE = "crease"
"""The class of the element that holds a fold: an aid to making the piece, no part of its picture."""
Crease = tuple[float, float, float, float]
"""x1, y1, x2, y2"""


def creases(svg: str) -> tuple[Crease, ...]:
    """The folds that are drawn on a face, each once, in its own space: mm from the corner of its trim box."""
    if f'class="{CREASE}"' not in svg:
        return ()
    return tuple(dict.fromkeys(_under(parse(svg), IDENTITY, False)))


def _under(element: Element, outer: Matrix, folded: bool) -> Iterator[Crease]:
    matrix = multiply(outer, parse_transform(element.get("transform", "")))
    folded = folded or element.get("class") == CREASE
    if folded and element.tag == "path":
        pen = _Pen()
        trace(element.get("d", ""), pen)
        for start, end in pen.lines:
            (x1, y1), (x2, y2) = moved(matrix, start), moved(matrix, end)
            yield round(x1, 4), round(y1, 4), round(x2, 4), round(y2, 4)
    for child in element:
        yield from _under(child, matrix, folded)


class _Pen(Extent):
    """Takes down the straight lines of a path."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[Point, Point]] = []

    def line(self, x: float, y: float) -> None:
        """Go along a straight line."""
        self.lines.append(((self.x, self.y), (x, y)))
        super().line(x, y)
