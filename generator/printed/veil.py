"""What is painted over a point of a face after a mark, and how much of the mark it leaves to see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.printed.colours import Rgb, over
from generator.printed.drawing import Drawing, rounded_out
from generator.printed.ground import UnknownGroundError, layers_at
from generator.printed.marks import Mark
from generator.svg.matrix import Box

HIDDEN = 0.8
"""Opacity from which on what lies under a layer cannot be read: black on white keeps a contrast of 1.6."""
_STEP = 2.0
"""Millimetres to which boxes are rounded outwards: the same question for like texts in the same place."""
_FAINT = 0.04
"""Opacity below which a mark changes nothing that anybody sees."""
Veil = tuple[tuple[Rgb, float], ...]
"""Translucent layers over a point, topmost first."""


def above(drawing: Drawing, index: int, box: Box) -> tuple[int, ...]:
    """The numbers of shapes, icons and pictures painted after mark `index` that may reach into `box`.

    Remembered by the drawing for boxes rounded outwards.
    """
    veils = drawing.once("veils", lambda: _veils(drawing.marks))
    if not veils or veils[-1][0] < index:
        return ()
    left, top, right, bottom = wide = rounded_out(box, _STEP)
    return drawing.once(
        ("above", index, wide),
        lambda: tuple(
            k
            for k, (a, b, c, d) in veils
            if k > index and a <= right and c >= left and b <= bottom and d >= top
        ),
    )


def _veils(marks: Iterable[Mark]) -> list[tuple[int, Box]]:
    return [(k, mark.box()) for k, mark in enumerate(marks) if mark.tag != "text" and _paints(mark)]


def _paints(mark: Mark) -> bool:
    if mark.alpha < _FAINT:
        return False
    return (
        mark.tag in ("use", "image", "svg")
        or mark.hidden
        or any(
            mark.style.get(name, "none") != "none" and mark.share(f"{name}-opacity") >= _FAINT
            for name in ("fill", "stroke")
        )
    )


def hidden_by(drawing: Drawing, numbers: Sequence[int], x: float, y: float) -> int:
    """The number of the mark that hides a point of the face, the most opaque one of several; -1 for none.

    Raises UnknownGroundError when it lies under something whose opacity nobody can tell.
    """
    through, hiding, strongest = 1.0, -1, 0.0
    unknown = False
    for k in reversed(numbers):
        for _, alpha in layers_at(drawing, drawing.marks[k], x, y, 0.0):
            if alpha is None:
                unknown = True
                continue
            through *= 1 - alpha
            if alpha > strongest:
                hiding, strongest = k, alpha
    if through <= 1 - HIDDEN:
        return hiding
    if unknown:
        raise UnknownGroundError
    return -1


def veil_at(drawing: Drawing, numbers: Sequence[int], x: float, y: float) -> Veil:
    """The layers over a point of the face, topmost first; raises UnknownGroundError."""
    veil: list[tuple[Rgb, float]] = []
    for k in reversed(numbers):
        for colour, alpha in layers_at(drawing, drawing.marks[k], x, y):
            if colour is None or alpha is None:
                raise UnknownGroundError
            veil.append((colour, alpha))
    return tuple(veil)


def opacity_of(veil: Veil) -> float:
    """How much of what lies under a veil it hides, from 0 to 1."""
    through = 1.0
    for _, alpha in veil:
        through *= 1 - alpha
    return 1 - through


def seen_through(veil: Veil, colour: Rgb) -> Rgb:
    """How a colour looks under a veil."""
    for top, alpha in reversed(veil):
        colour = over(top, alpha, colour)
    return colour
