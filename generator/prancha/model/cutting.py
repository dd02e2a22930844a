"""Input of a cutting machine: outlines, folds and registration marks of an upright paper, in mm."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from prancha.model.box import Box, Point, bounds
from prancha.model.printing import DuplexName
from prancha.model.sheet import Segment, Stroke
from prancha.model.units import Mm

MarkShape = Literal["square", "line"]


class Marking(Struct, frozen=True):
    """The way a machine registers a printed sheet.

    `count` marks, the middle of their lines `inset` mm from the edges of the paper: three are a square of
    `square` mm in the upper left corner and angles in the upper right and lower left ones, four are
    angles, `crosses` are three crosses; 0 is none.  Of `arms`, lengths of an angle or half a cross, the
    first is taken with which the fewest sheets are needed.
    """

    count: int
    inset: Mm
    arms: tuple[Mm, ...]
    line: Mm
    square: Mm = 0.0
    crosses: bool = False


NO_MARKS = Marking(0, 0.0, (0.0,), 0.0)


class RegistrationMark(Struct, frozen=True):
    """A printed mark: a filled `square` of corners `points`, or a `line` through them."""

    name: str
    shape: MarkShape
    points: tuple[Point, ...]


class Machine(Struct, frozen=True):
    """Requirements on the sheets for a machine.

    `paper` names a paper; "" means that `area` itself, the largest sheet it takes, is laid out; an area of
    None is not known.  `gutter` is the least between pieces.  `confirmed`: the area has a source.
    """

    name: str
    paper: str
    duplex: DuplexName
    gutter: Mm
    marking: Marking
    area: tuple[Mm, Mm] | None = None
    confirmed: bool = True


class Contour(Struct, frozen=True):
    """The closed outline of one piece, and where it is folded."""

    family: str
    stroke: Stroke
    folds: tuple[Segment, ...] = ()


class CutLayout(Struct, frozen=True):
    """The cuts of an upright sheet of `width` x `height`; sheets cut alike share them."""

    width: Mm
    height: Mm
    contours: tuple[Contour, ...]
    marks: tuple[RegistrationMark, ...] = ()
    line: Mm = 0.0

    @property
    def box(self) -> Box:
        """Around all contours, curves by their control points."""
        steps = [step for one in self.contours for step in one.stroke]
        return bounds((step[k], step[k + 1]) for step in steps for k in range(0, len(step), 2))
