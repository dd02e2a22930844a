"""The tiny revision at the bottom right of every face, so that a stale piece shows in the box."""

from __future__ import annotations

from functools import lru_cache

from prancha.faces.faults import FaceError
from prancha.faces.text.typesetter import Typesetter
from prancha.model.box import Point
from prancha.model.face import REVISION_MARK
from prancha.model.outline import Outline
from prancha.model.units import PT_PER_MM, Mm, Pt

SIZE: Pt = 4.5
FONT = "Alegreya Sans"
GREY = "#666666"
HEIGHT: Mm = 0.72 * SIZE / PT_PER_MM
PAD: Mm = 0.3
INSIDE: Mm = 1.0
"""From the trim: as far as home cutters stray."""
STEP: Mm = 0.25
_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in "\\*{}"})


class RevisionMark:
    """Draws `r2` on faces; the place is found once for each outline."""

    def __init__(self, typesetter: Typesetter, revision: str) -> None:
        self._typesetter = typesetter
        self._text = f"r{revision}".translate(_MARKUP)

    def draw(self, outline: Outline) -> str:
        """The mark as SVG, for a face cut to `outline`; FaceError when it has no room."""
        width = self._typesetter.text_width(self._text, SIZE, FONT)
        spot = place(outline, width, HEIGHT)
        if spot is None:
            raise FaceError(
                f"the revision mark is {width:.1f} mm wide and finds no room on this outline",
                "write a shorter revision in game.yaml, or revision_mark: false",
            )
        drawn = self._typesetter.label(self._text, *spot, size=SIZE, font=FONT, fill=GREY, align="right")
        left, top = spot[0] - width - PAD, spot[1] - HEIGHT - PAD
        wide, high = width + 2 * PAD, HEIGHT + 2 * PAD
        # On dark or busy art grey alone would be lost.
        under = (
            f'<rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}" rx="{2 * PAD}"'
            ' fill="#ffffff" opacity="0.8"/>'
        )
        return f'<g id="{REVISION_MARK}">{under}{drawn}</g>'


@lru_cache(maxsize=256)
def place(outline: Outline, width: Mm, height: Mm) -> Point | None:
    """The right end of the baseline of a text, as far to the bottom right as the outline allows."""
    if outline.is_box:
        round_off = max(0.0, outline.radius - INSIDE) * (1 - 0.5**0.5)
        x, y = outline.width - INSIDE - round_off, outline.height - INSIDE - round_off
        return (x, y) if x - width >= INSIDE and y - height >= INSIDE else None
    corners = outline.polygon(-INSIDE)
    best: tuple[float, float, float] | None = None
    for row in range(int(outline.height / STEP), 0, -1):
        for column in range(int(outline.width / STEP), 0, -1):
            x, y = column * STEP, row * STEP
            if best is not None and (x + y, y) <= best[:2]:
                break
            box = ((x, y), (x - width, y), (x - width, y - height), (x, y - height), (x - width / 2, y))
            if all(_within(point, corners) for point in box):
                best = x + y, y, x
                break
    return (best[2], best[1]) if best else None


def _within(point: Point, corners: tuple[Point, ...]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
