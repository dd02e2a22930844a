"""The one colour that lies under all of a text or an icon, where there is but one.

Most stand on a rectangle of one colour, which two boxes tell; what is less plain is looked at edge by edge.
"""

from __future__ import annotations

from functools import lru_cache

from prancha.graphics.scene.colours import Rgb, parse_colour
from prancha.graphics.scene.drawing import Floor, MarkedDrawing, rounded_out
from prancha.graphics.scene.fading import Painted
from prancha.graphics.scene.gradients import Layer
from prancha.graphics.scene.ground import HAIRLINE, OPAQUE, closed, composed, has_line, painted
from prancha.graphics.scene.marks import Mark
from prancha.graphics.svg.matrix import IDENTITY, NOWHERE, Box, inverse, moved_box
from prancha.graphics.svg.paths import SHAPES

_STEPS = (2.0, 0.5)
"""Millimetres to which boxes are rounded: like texts in the same place are then one question."""
_CORNER = 0.3
"""Share of the radius of a round corner within which its rectangle has an edge: 1 - cos 45 is 0.293."""
_EDGE = 1e-6


def floor_under(drawing: MarkedDrawing, level: int, box: Box) -> Rgb | None:
    """The colour of the topmost of the first `level` marks other than texts that meets `box`, if it is all.

    Their boxes alone tell of most texts what lies under them.
    """
    floors = drawing.floors
    for _, mark in drawing.sorted().others[len(floors) : level]:
        floors.append(_floor(mark))
    left, top, right, bottom = box
    for k in range(level - 1, -1, -1):
        reach, clear, colour = floors[k]
        if reach[0] <= right and reach[2] >= left and reach[1] <= bottom and reach[3] >= top:
            covers = clear[0] < left and clear[2] > right and clear[1] < top and clear[3] > bottom
            if not covers or colour is not None:
                return colour if covers else None
    return None


@lru_cache(maxsize=2048)
def _floor(mark: Mark) -> Floor:
    """Where a rectangle has no edge and one opaque colour, which is told; None where it is not filled."""
    style, reach = mark.style, mark.box()
    nothing = reach, NOWHERE, None
    if mark.tag != "rect" or mark.hidden or mark.clips or mark.matrix != IDENTITY:
        return nothing
    left, top, right, bottom = mark.region().box
    corner = max(0.0, mark.number("rx"), mark.number("ry")) * _CORNER
    line = mark.stroke_width() / 2 if style.get("stroke", "none") != "none" else 0.0
    inset = corner + line + _EDGE
    clear = left + inset, top + inset, right - inset, bottom - inset
    fill = style.get("fill", "#000000")
    if fill == "none":
        return reach, clear, None
    alpha = mark.alpha * mark.share("fill-opacity")
    ink = parse_colour(style.get("color", "#000000") if fill == "currentColor" else fill)
    if fill.startswith("url(") or ink is None or alpha < OPAQUE:
        return nothing
    return reach, clear, composed([(ink, alpha, mark.fades)])


def plain_ground(drawing: MarkedDrawing, index: int, box: Box) -> Rgb | None:
    """The one colour that all of a box of the face has under mark `index`; None when there may be several.

    Remembered by the drawing for boxes rounded outwards.
    """
    level = drawing.level(index)
    ground = floor_under(drawing, level, box)
    if ground is not None:
        return ground
    for step in _STEPS:
        key = level, rounded_out(box, step)
        if key in drawing.grounds:
            ground = drawing.grounds[key]
        else:
            ground = drawing.grounds[key] = _plain(drawing, index, key[1])
        if ground is not None:
            return ground
    return None


def _plain(drawing: MarkedDrawing, index: int, box: Box) -> Rgb | None:
    layers: list[Painted] = []
    for mark in drawing.below(index, box):
        if mark.tag not in SHAPES or mark.hidden:
            return None
        found = _even_layers(drawing, mark, box)
        if found is None:
            return None
        for colour, alpha in found:
            if colour is None or alpha is None:
                return None
            layers.append((colour, alpha, mark.fades))
            if alpha >= OPAQUE:
                return composed(layers)
    return composed(layers)


def _even_layers(drawing: MarkedDrawing, mark: Mark, box: Box) -> list[Layer] | None:
    """What a shape paints on all of a box of the face; None when that may differ within."""
    back = inverse(mark.matrix)
    if back is None:
        return []
    left, top, right, bottom = inner = moved_box(back, box)
    style, shape = mark.style, mark.region()
    if has_line(mark, HAIRLINE):
        half = mark.stroke_width() / 2
        if shape.crosses((left - half, top - half, right + half, bottom + half), not closed(mark)):
            return None
    fill = style.get("fill", "#000000")
    if fill == "none" or mark.tag == "line":
        return []
    if shape.crosses(inner):
        return None
    x, y = (left + right) / 2, (top + bottom) / 2
    if not shape.holds(x, y, style.get("fill-rule") == "evenodd"):
        return []
    if fill.startswith("url(") or any(clip.crosses(box) for clip in mark.clips):
        return None
    if not mark.shows((box[0] + box[2]) / 2, (box[1] + box[3]) / 2):
        return []
    alpha = mark.alpha * mark.share("fill-opacity")
    return [
        painted(drawing, fill, colour=style.get("color", "#000000"), alpha=alpha, box=shape.box, at=(x, y))
    ]
