"""Paper with components placed on it, in millimetres from its top-left corner, y down.

What a page has many of is written without names of fields (`array_like`) where pages are digested.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from prancha.model.box import Point
from prancha.model.face import Side
from prancha.model.outline import Outline, Rim
from prancha.model.units import Mm

MarkStyle = Literal["corner", "edge", "full", "cross", "none"]
Segment = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2"""
Step = tuple[Mm, ...]
"""Where a stroke goes: a point, or two control points before it for a curve."""
Stroke = tuple[Step, ...]
"""One move of a knife; closed when it ends where it begins."""
Outsets = tuple[Mm, Mm, Mm, Mm]
"""Left, top, right, bottom, in the directions of the sheet."""


class Paper(Struct, frozen=True):
    """A paper size in portrait, and the strip along its edges that pieces keep free.

    `reach` is how near to the edge marks and labels may come: 3 mm, where nearly every printer still
    prints, or what a printer's or a sheet's own profile says.
    """

    name: str
    width: Mm
    height: Mm
    margin: Mm
    reach: Mm = 3.0


class Marks(Struct, frozen=True):
    """The style of crop marks.

    `corner` marks stand at every trim edge where there is room, `edge` marks only outside all
    pieces; `full` ones run from there to the end of the paper, `cross` ones have a crossbar.
    They begin `distance` from the trim, or beyond the bleed where that reaches further.
    `light` draws the edges that neighbours share as thin grey lines.
    """

    style: MarkStyle = "corner"
    length: Mm = 4.0
    distance: Mm = 2.5
    weight: Mm = 0.15
    colour: str = "#000000"
    backs: bool = True
    light: bool = False


class Cell(Struct, frozen=True):
    """A place of a label or die sheet: the centre of `outline` in portrait, and its number from 1."""

    number: int
    x: Mm
    y: Mm
    outline: Outline


class Profile(Struct, frozen=True):
    """The kind of sheet that is printed on, and its marks.

    `paper` names the only paper it is for ("" = any).  With `cells` pieces go there and nowhere
    else.  `bleed` is what art is extended to where a template draws none, `gutter` the least between
    pieces.  Into the boxes `kept` for other marks, of the paper in portrait, no bleed spreads; without
    `slug`, sheets have no label, ruler and tick.
    """

    name: str = ""
    paper: str = ""
    margin: Mm | None = None
    marks: Marks = Marks()
    bleed: Mm = 0.0
    cells: tuple[Cell, ...] = ()
    gutter: Mm = 0.0
    kept: tuple[tuple[Mm, Mm, Mm, Mm], ...] = ()
    slug: bool = True


PLAIN = Profile()


Creases = tuple[tuple[Mm, ...], tuple[Mm, ...]]
"""Where folds run all across a piece: from its left edge, and from its upper one."""


class Piece(Struct, frozen=True, array_like=True):
    """One physical copy to be imposed: what sheets need to know of a component.

    `front` and `back` are face digests; `back` is None for single-sided pieces.
    `extended` says that the faces have no bleed of their own: `bleed` is to be
    made of the face itself, enlarged.  `close` ones keep their gutter whatever lies beside them.
    `edgeless` ones have nothing at their edges: one as large as its paper fills it.
    """

    item: str
    copy: int
    family: str
    outline: Outline
    bleed: Mm
    gutter: Mm
    front: str
    back: str | None
    safe: Mm = 0.0
    extended: bool = False
    creases: Creases = ((), ())
    close: bool = False
    edgeless: bool = False


class Group(Struct, frozen=True):
    """Pieces that share sheets, all of one stock, in print order."""

    name: str
    stock: str
    pieces: tuple[Piece, ...]


Lie = tuple[Outline, Mm, Mm, float, Outsets, Rim | None]
"""How a piece lies, whichever it is: outline, centre, turn and bleed; all sheets of a deck share it."""


class Placement(Struct, frozen=True, array_like=True):
    """A face on a sheet.

    (x, y) is where the centre of the trim box lies; `turn` is in degrees
    clockwise, a multiple of 90 for boxes and of 60 or 90 otherwise.

    The art is clipped: for a box (`outline.is_box`) to its trim box as it lies
    on the sheet, grown by `outsets` side by side; for any other shape to
    `outline.path(outsets[0])`, the four values being equal, or to
    `outline.rimmed(rim)`, and then they are the most that it shows anywhere.
    """

    piece: Piece
    face: str
    outline: Outline
    x: Mm
    y: Mm
    turn: float
    outsets: Outsets
    rim: Rim | None = None

    @property
    def lie(self) -> Lie:
        """How the piece lies."""
        return self.outline, self.x, self.y, self.turn, self.outsets, self.rim

    @property
    def art(self) -> tuple[Point, ...]:
        """Corners of what may show of an outline that is no box, in its own box."""
        return self.outline.rimmed(self.rim) if self.rim else self.outline.polygon(self.outsets[0])


class Window(Struct, frozen=True):
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


class Spot(Struct, frozen=True):
    """A box on a sheet for a page of the program's own, turned by `turn` degrees clockwise: 0 or 270."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    turn: float = 0.0

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height of the page, as it is read."""
        return (self.height, self.width) if self.turn else (self.width, self.height)

    @property
    def box(self) -> tuple[Mm, Mm, Mm, Mm]:
        """Left, top, right, bottom on the sheet."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    @property
    def origin(self) -> tuple[Mm, Mm]:
        """The top left corner of the page on the sheet."""
        return self.x, self.y + (self.height if self.turn else 0.0)

    def on_sheet(self, x: Mm, y: Mm) -> tuple[Mm, Mm]:
        """A point of the page as a point of the sheet."""
        left, top = self.origin
        return (left + y, top - x) if self.turn else (left + x, top + y)


def ruled(spot: Spot) -> Mm:
    """The length of a ruler in a spot: as many tens of millimetres as fit."""
    return spot.size[0] // 10 * 10


class Label(Struct, frozen=True):
    """The label of a sheet: `runs` of its page in mm from its left end, with marks between them."""

    spot: Spot
    runs: tuple[tuple[Mm, Mm], ...]

    @property
    def box(self) -> tuple[Mm, Mm, Mm, Mm]:
        """Left, top, right, bottom on the sheet of all runs."""
        _, height = self.spot.size
        one, other = self.spot.on_sheet(self.runs[0][0], 0.0), self.spot.on_sheet(self.runs[-1][1], height)
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(one, other, strict=True))
        return left, top, right, bottom


class Short(Struct, frozen=True):
    """A family that has less bleed at an edge on a sheet than it declares: the least that was `found`."""

    family: str
    found: Mm
    declared: Mm


class Sheet(Struct, frozen=True, array_like=True):
    """One side of one piece of paper, after orientation is chosen.

    `marks` are crop marks outside the bleed, each beginning at its piece, `cuts` the lines to
    follow where marks do not lead (outlines that are no boxes; shared edges once), `aligns`
    the alignment crosses of a poster.  A front and its back share `number`,
    which counts papers of the group from 1 to `of`.

    A sheet to fold has the backs on its own front, beyond the line `fold`.
    `tick` is where a mark shows, against the light, that back and front meet.
    `ruler` and `label` stand where nothing else is printed; what found no room is named in
    `lacks`: "ruler", "label", "tick".  `along` is a ruler at right angles to the first, where there is
    room.  `short` tells where paper or neighbours leave too little bleed.
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
    backs: tuple[Placement, ...] = ()
    fold: Segment | None = None
    tick: tuple[Mm, Mm] | None = None
    light: tuple[Segment, ...] = ()
    pen: Marks = Marks()
    ruler: Spot | None = None
    label: Label | None = None
    lacks: tuple[str, ...] = ()
    short: tuple[Short, ...] = ()
    along: Spot | None = None


class Cut(Struct, frozen=True):
    """A straight cut `at` mm from the paper's left edge (x) or top (y), from `start` to `end` along it."""

    axis: Literal["x", "y"]
    at: Mm
    start: Mm
    end: Mm


class CutPlan(Struct, frozen=True):
    """Cuts in order, and the families that straight cuts do not set free (ids, sorted).

    `folded`: the sheet is folded and glued first, and cut through both layers.
    """

    cuts: tuple[Cut, ...]
    scissors: tuple[str, ...]
    folded: bool = False
