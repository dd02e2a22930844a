"""Paper with components placed on it, in millimetres from its top-left corner, y down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.model.face import Side
from generator.model.outline import Outline
from generator.model.units import Mm

Duplex = Literal["long", "short", "none"]
Segment = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2"""
Outsets = tuple[Mm, Mm, Mm, Mm]
"""Left, top, right, bottom, in the directions of the sheet."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in portrait and the strip along its edges a printer leaves blank."""

    name: str
    width: Mm
    height: Mm
    margin: Mm


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical copy to be imposed: what sheets need to know of a component.

    `front` and `back` are face digests; `back` is None for single-sided pieces.
    """

    item: str
    copy: int
    family: str
    outline: Outline
    bleed: Mm
    gutter: Mm
    front: str
    back: str | None


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that share sheets, all of one stock, in print order."""

    name: str
    stock: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet.

    (x, y) is where the centre of the trim box lies; `turn` is in degrees
    clockwise, a multiple of 90 for boxes and of 60 or 90 otherwise.

    The art is clipped: for a box (`outline.is_box`) to its trim box as it lies
    on the sheet, grown by `outsets` side by side; for any other shape to
    `outline.path(outsets[0])`, the four values being equal.
    """

    piece: Piece
    face: str
    outline: Outline
    x: Mm
    y: Mm
    turn: float
    outsets: Outsets


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a sheet that a poster tile may draw on: x, y, width, height.

    `column` and `row` count from 0; `columns` x `rows` tiles make the poster.
    """

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    column: int
    row: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one piece of paper, after orientation is chosen.

    `marks` are crop marks outside the bleed, `cuts` the lines to follow where
    marks do not lead (outlines that are no boxes; shared edges once), `aligns`
    the alignment crosses of a poster.  A front and its back share `number`,
    which counts papers of the group from 1 to `of`.
    """

    paper: Paper
    width: Mm
    height: Mm
    stock: str
    group: str
    families: tuple[str, ...]
    side: Side
    number: int
    of: int
    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...] = ()
    cuts: tuple[tuple[tuple[Mm, Mm], ...], ...] = ()
    aligns: tuple[Segment, ...] = ()
    window: Window | None = None
