"""Flat pieces that are folded: the line to cut, the lines to fold, the panels between them."""

from __future__ import annotations

from msgspec import Struct

from prancha.model.outline import Outline, Point
from prancha.model.units import Mm

Fold = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2 in the box of the outline."""


class Panel(Struct, frozen=True):
    """A face between folds: (x, y) is the middle of a box `width` x `height` that is turned by `turn`.

    The box is upright as the panel is seen on the finished piece; `turn` is in degrees clockwise.
    `corners` are what the panel really is, in order; `marks` tell corners of a die apart by number.
    """

    name: str
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    turn: float = 0.0
    corners: tuple[Point, ...] = ()
    marks: tuple[int, ...] = ()


class Net(Struct, frozen=True):
    """A piece to be folded, in mm of the box of `outline`; `glue` are the areas that take glue."""

    outline: Outline
    folds: tuple[Fold, ...] = ()
    panels: tuple[Panel, ...] = ()
    glue: tuple[tuple[Point, ...], ...] = ()

    @property
    def creases(self) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
        """Where folds run all across: from the left edge of the box, and from its upper one."""
        width, height = self.outline.width, self.outline.height
        upright = {x1 for x1, y1, x2, y2 in self.folds if x1 == x2 and abs(y2 - y1) >= height}
        level = {y1 for x1, y1, x2, y2 in self.folds if y1 == y2 and abs(x2 - x1) >= width}
        return tuple(sorted(upright)), tuple(sorted(level))

    def mirrored(self) -> Net:
        """The net as seen from behind."""
        w = self.outline.width
        return Net(
            self.outline.mirrored(),
            tuple((w - x1, y1, w - x2, y2) for x1, y1, x2, y2 in self.folds),
            tuple(
                Panel(
                    p.name, w - p.x, y=p.y, width=p.width, height=p.height, turn=-p.turn % 360,
                    corners=tuple((w - x, y) for x, y in p.corners), marks=p.marks,
                )
                for p in self.panels
            ),
            tuple(tuple((w - x, y) for x, y in area) for area in self.glue),
        )  # fmt: skip


def box_panel(name: str, left: Mm, top: Mm, width: Mm, height: Mm, turn: float = 0.0) -> Panel:
    """A rectangular panel whose flat box is `width` x `height`; a quarter turn exchanges them."""
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    upright = (width, height) if turn % 180 == 0 else (height, width)
    return Panel(name, left + width / 2, top + height / 2, *upright, turn, corners)
