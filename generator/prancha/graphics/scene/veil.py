"""What is painted over a point of a face after a mark, and how much of the mark it leaves to see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from prancha.graphics.scene.colours import WHITE, Rgb, over
from prancha.graphics.scene.drawing import MarkedDrawing, Sorted, rounded_out
from prancha.graphics.scene.fading import Fades, Painted, flattened, relative
from prancha.graphics.scene.ground import UnknownGroundError, closed, layers_at
from prancha.graphics.scene.marks import Mark
from prancha.graphics.svg.matrix import Box, inverse, moved_box
from prancha.graphics.svg.paths import SHAPES
from prancha.model.units import Mm

HIDDEN = 0.8
"""Opacity from which on what lies under a layer cannot be read: black on white keeps a contrast of 1.6."""
_STEP = 2.0
"""Millimetres to which boxes are rounded outwards: the same question for like texts in the same place."""
_FAINT = 0.04
"""Opacity below which a mark changes nothing that anybody sees."""
Veiling = tuple[int, Box]
"""The number of a mark, and its box on the face."""
Veil = tuple[Painted, ...]
"""Translucent layers over a point, topmost first."""


def above(drawing: MarkedDrawing, index: int, box: Box) -> tuple[int, ...]:
    """The numbers of shapes, icons and pictures painted after mark `index` that may reach into `box`."""
    left, top, right, bottom = box
    near: list[int] = []
    for number, its in drawing.once("veils", lambda: _veils(drawing.sorted())):  # topmost first
        if number <= index:
            break
        if its[0] <= right and its[2] >= left and its[1] <= bottom and its[3] >= top:
            near.append(number)
    if not near:
        return ()
    wide = rounded_out(box, _STEP)
    return tuple(number for number in reversed(near) if _reaches(drawing.marks[number], wide))


@lru_cache(maxsize=2048)
def _reaches(mark: Mark, box: Box) -> bool:
    """Whether a shape may paint something in a box of the face; other marks may wherever their frame is."""
    back = inverse(mark.matrix)
    if mark.tag not in SHAPES or mark.hidden or back is None:
        return back is not None
    half = mark.stroke_width() / 2 if mark.style["stroke"] != "none" else 0.0
    left, top, right, bottom = moved_box(back, box)
    shape, filled = mark.region(), mark.style["fill"] != "none"
    if shape.crosses((left - half, top - half, right + half, bottom + half), not filled and not closed(mark)):
        return True
    middle = (left + right) / 2, (top + bottom) / 2
    return filled and shape.holds(*middle, mark.style["fill-rule"] == "evenodd")


def _veils(marks: Sorted) -> list[Veiling]:
    """What is painted after the first text or icon, topmost first: before it nothing can be hidden."""
    judged = (*marks.texts[:1], *marks.uses[:1])
    first = min(number for number, _ in judged) if judged else math.inf
    after = (numbered for numbered in reversed(marks.others) if numbered[0] > first)
    return [(number, mark.box()) for number, mark in after if _paints(mark)]


@lru_cache(maxsize=2048)
def _paints(mark: Mark) -> bool:
    if mark.alpha < _FAINT:
        return False
    style = mark.style
    if style["fill"] != "none" or style["stroke"] != "none":
        return mark.share("fill-opacity") >= _FAINT or mark.share("stroke-opacity") >= _FAINT
    return mark.tag in ("use", "image", "svg") or mark.hidden


def hidden_by(
    drawing: MarkedDrawing, numbers: Sequence[int], x: float, y: float, thinnest: Mm = 0.0, within: Fades = ()
) -> int:
    """The number of the mark that hides a point of the face, the most opaque one of several; -1 for none.

    Lines below `thinnest` are passed over; `within` are the faded groups of what is hidden.  Raises
    UnknownGroundError when it lies under something whose opacity nobody can tell.
    """
    layers: list[Painted] = []
    hiding, strongest, unknown = -1, 0.0, False
    for k in reversed(numbers):
        mark = drawing.marks[k]
        for _, alpha in layers_at(drawing, mark, x, y, thinnest):
            if alpha is None:
                unknown = True
                continue
            layer = relative((WHITE, alpha, mark.fades), within)
            layers.append(layer)
            if layer[1] > strongest:
                hiding, strongest = k, layer[1]
    if opacity_of(layers) >= HIDDEN:
        return hiding
    if unknown:
        raise UnknownGroundError
    return -1


def veil_at(drawing: MarkedDrawing, numbers: Sequence[int], x: float, y: float) -> Veil:
    """The layers over a point of the face, topmost first; of what hides it the colour does not matter.

    Raises UnknownGroundError.
    """
    veil: list[Painted] = []
    for k in reversed(numbers):
        mark = drawing.marks[k]
        for colour, alpha in layers_at(drawing, mark, x, y):
            if alpha is None or (colour is None and alpha < HIDDEN):
                raise UnknownGroundError
            veil.append((colour or WHITE, alpha, mark.fades))
    return tuple(veil)


def opacity_of(veil: Sequence[Painted]) -> float:
    """How much of what lies under a veil it hides, from 0 to 1."""
    if any(fades for _, _, fades in veil):
        return flattened(veil)[1]
    through = 1.0
    for _, alpha, _ in veil:
        through *= 1 - alpha
    return 1 - through


def seen_through(veil: Veil, colour: Rgb) -> Rgb:
    """How a colour looks under a veil."""
    for top, alpha, _ in reversed(veil):
        colour = over(top, alpha, colour)
    return colour
