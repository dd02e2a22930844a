"""A box with a lid to tuck in at both ends, from one sheet."""

from __future__ import annotations

from prancha.model.net import Fold, Net, box_panel
from prancha.model.outline import Curve, Point
from prancha.model.shapes import curved
from prancha.model.units import Mm

GLUE: Mm = 12.0
"""Width of the strip that closes the box; narrower where the side it goes under is."""
TUCK: Mm = 15.0
"""Depth of the part of a lid that goes inside."""
NOTCH: Mm = 9.0
"""Radius of the notch for the thumb."""
RELIEF: Mm = 0.5
"""How much narrower than its place a flap is on either side, so that it goes in."""
ROUND = 0.5522847498
"""Controls of a quarter of a circle of radius 1."""


def tuck_box(width: Mm, height: Mm, depth: Mm) -> Net:
    """The net of a box of these inner measures; from left to right glue strip, back, side, front, side.

    Both lids hang on the back and are as wide as it and as deep as the sides; each side has two dust
    flaps as wide as itself, which the lids cover.
    """
    glue, tuck = min(GLUE, depth), min(TUCK, width / 2)
    dust = min(depth, width / 2) * 0.9
    end = depth + tuck
    a, b, c = glue, glue + width, glue + width + depth
    d, e = glue + 2 * width + depth, glue + 2 * (width + depth)
    top, bottom = end, end + height
    notch = min(NOTCH, width / 4)
    middle = (c + d) / 2
    slant = min(glue, height / 8)
    # Over the top from the glue strip to the right end; the other way round below, mirrored.
    lid = _lid(a, b, top, depth, tuck)
    upper: list[Curve] = [
        *lid,
        *_flap(b, c, top, dust),
        ((middle - notch, top),),
        *_notch(middle, top, notch),
        ((d, top),),
        *_flap(d, e, top, dust),
    ]
    start = (a, top)
    height_all = 2 * end + height
    lower = _back_again(start, upper, height_all)
    outline = curved(
        "path",
        start,
        [*upper, ((e, bottom),), *lower, ((0.0, bottom - slant),), ((0.0, top + slant),), (start,)],
    )
    folds: tuple[Fold, ...] = (
        *((x, top, x, bottom) for x in (a, b, c, d)),
        *((a, y, b, y) for y in (tuck, top, bottom, bottom + depth)),
        *((x1, y, x2, y) for y in (top, bottom) for x1, x2 in ((b, c), (d, e))),
    )
    panels = (
        *(
            box_panel(name, x, top, wide, height)
            for name, x, wide in (
                ("back", a, width), ("left", b, depth), ("front", c, width), ("right", d, depth)
            )
        ),
        box_panel("top", a, top=tuck, width=width, height=depth, turn=180),
        box_panel("bottom", a, bottom, width, depth),
    )  # fmt: skip
    strip = ((0.0, top + slant), (a, top), (a, bottom), (0.0, bottom - slant))
    return Net(outline, folds, panels, (strip,))


def _lid(left: Mm, right: Mm, foot: Mm, depth: Mm, tuck: Mm) -> list[Curve]:
    """Up from (left, foot), around the lid and its tuck with round corners, down to (right, foot)."""
    fold, tip = foot - depth, foot - depth - tuck
    x1, x2, r = left + RELIEF, right - RELIEF, tuck * 0.7
    pull = r * (1 - ROUND)
    return [
        ((left, fold),),
        ((x1, fold),),
        ((x1, tip + r),),
        ((x1, tip + pull), (x1 + pull, tip), (x1 + r, tip)),
        ((x2 - r, tip),),
        ((x2 - pull, tip), (x2, tip + pull), (x2, tip + r)),
        ((x2, fold),),
        ((right, fold),),
        ((right, foot),),
    ]


def _flap(left: Mm, right: Mm, foot: Mm, tall: Mm) -> list[Curve]:
    """Up, over and down a dust flap that narrows a little, from (left, foot) to (right, foot)."""
    lean = min(tall * 0.2, (right - left) / 4)
    return [((left + lean, foot - tall),), ((right - lean, foot - tall),), ((right, foot),)]


def _notch(x: Mm, y: Mm, r: Mm) -> list[Curve]:
    """Down around half a circle from (x - r, y) to (x + r, y)."""
    k = r * ROUND
    return [((x - r, y + k), (x - k, y + r), (x, y + r)), ((x + k, y + r), (x + r, y + k), (x + r, y))]


def _back_again(start: Point, upper: list[Curve], height: Mm) -> list[Curve]:
    """The way back below: the same curves upside down, but for the notch, which only the top has."""
    ends = [start, *(curve[-1] for curve in upper)]
    straight = [
        (k, curve) for k, curve in enumerate(upper) if ends[k][1] <= start[1] and curve[-1][1] <= start[1]
    ]
    found: list[Curve] = []
    for k, curve in reversed(straight):
        back = (*curve[-2::-1], ends[k])
        found.append(tuple((x, height - y) for x, y in back))
    return found
