"""Texts and icons that are drawn again in about the same place, and points spread over letters."""

from __future__ import annotations

from prancha.graphics.scene.drawing import MarkedDrawing
from prancha.graphics.scene.lettering import Lettering
from prancha.graphics.scene.marks import Mark
from prancha.graphics.svg.markup import href
from prancha.graphics.svg.matrix import Point


def inside(text: Lettering) -> list[Point]:
    """Points spread over the letters."""
    left, top, right, bottom = text.box
    height = min(text.base, bottom) - top
    columns = max(3, min(10, len(text.text)))
    return [
        (left + (right - left) * (k + 0.5) / columns, top + height * share)
        for k in range(columns)
        for share in (0.25, 0.75)
    ]


def same_text(text: Lettering, later: Lettering) -> bool:
    """Whether `later` is the same text in about the same place: this one is its shadow or rim."""
    near = 0.15 * (text.box[3] - text.box[1]) + 0.3
    return text.text == later.text and all(
        abs(a - b) < near for a, b in zip(text.box, later.box, strict=True)
    )


def drawn_again(drawing: MarkedDrawing, mark: Mark, index: int) -> Mark | None:
    """The same icon where it follows in about the same place: this one is its shadow or rim."""
    name, middle = href(mark.element.attrib), _middle(mark)
    for later in drawing.marks[index + 1 : index + 7]:
        if later.element.tag == "use" and href(later.element.attrib) == name:
            x, y = _middle(later)
            if abs(x - middle[0]) + abs(y - middle[1]) < 0.25 * mark.number("width"):
                return later
    return None


def _middle(mark: Mark) -> Point:
    left, top, right, bottom = mark.box()
    return (left + right) / 2, (top + bottom) / 2
