"""The design of a kit, from its manifest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from prancha.checks.proof.pdf_geometry import Box, Matrix, Point, bounds, map_corners
from prancha.model.printing import Duplex, DuplexName
from prancha.model.units import Mm

Length = Annotated[float, Meta(ge=-1e5, le=1e5)]
"""Millimetres or degrees in a manifest, within a range that calculations can handle."""
Number = Annotated[int, Meta(ge=0)]
Side = Annotated[float, Meta(ge=1, le=5000)]
"""The width or height of a sheet in mm, up to about the largest page of PDF."""
Stretch = tuple[Length, Length, Length, Length]
PPI = (150.0, 300.0)
"""Pixels per inch below which a picture is an error, and a warning, where the game says nothing else."""


class ItemFacts(Struct, frozen=True):
    """An item and its copies; `pages` are those of its fronts."""

    id: str
    copies: Annotated[int, Meta(ge=0, le=1_000_000)]
    pages: list[int]


class FamilyFacts(Struct, frozen=True):
    """A family as the catalogue has it."""

    id: str
    items: list[ItemFacts]
    title: str
    stock: str
    outline: str
    size_mm: tuple[Length, Length]
    radius_mm: Length
    double_sided: bool
    designs: int
    copies: int

    @property
    def counted(self) -> int:
        """The copies of all its items."""
        return sum(item.copies for item in self.items)


class GameFacts(Struct, frozen=True):
    """Whose game it is."""

    title: str
    designers: list[str]
    licence: str
    revision: str
    players: list[int]


class PrinterFacts(Struct, frozen=True):
    """The printer that pages are made for (`prancha.model.printing`)."""

    name: str = ""
    scale_x: float = 1.0
    scale_y: float = 1.0
    back_dx: Mm = 0.0
    back_dy: Mm = 0.0
    back_angle: float = 0.0


class PressFacts(Struct, frozen=True):
    """The output condition and profile; `standard` is the PDF/X that the file follows, "" for none."""

    condition: str
    profile: str
    profile_sha256: str
    standard: str


class SuppliedFacts(Struct, frozen=True):
    """Something that players bring themselves."""

    name: str


class FileFacts(Struct, frozen=True):
    """A file that was written."""

    sha256: str


class KitFacts(Struct, frozen=True, kw_only=True):
    """A manifest without its places; `printer` and `press` are None for a kit that is made for none."""

    duplex: DuplexName
    pages: Number
    families: list[FamilyFacts]
    game: GameFacts
    language: str
    paper: str
    ink: str
    copies: int
    printer: PrinterFacts | None = None
    press: PressFacts | None = None
    files: dict[str, FileFacts]
    supplied: list[SuppliedFacts]
    ppi: tuple[Length, Length] = PPI

    @property
    def standard(self) -> str:
        """The PDF/X that the file is to follow, as it calls itself."""
        return self.press.standard if self.press else ""


BOXES = ("rectangle", "rounded")
Key = tuple[str, str, int]
"""A side, an item (`family/id`) and which copy of it."""


class DesignedShape(Struct, frozen=True):
    """A trim outline in its own box; boxes and circles have no `points`.  Rounded boxes have a `radius`."""

    name: str
    width: Mm
    height: Mm
    points: tuple[Point, ...]
    radius: Mm = 0.0

    @property
    def is_box(self) -> bool:
        """Whether its trim edges are the sides of its box."""
        return self.name in BOXES

    @property
    def is_round(self) -> bool:
        """Whether it is a circle."""
        return not self.is_box and not self.points


class Planned(Struct, frozen=True, dict=True):
    """One face as designed: trim centre and turn on the sheet, art shown beyond it, which face.

    `rim` has the art shown beyond each edge where that is not the same everywhere; of a
    circle, beyond each of the chords it is clipped by.  Between two strips an outer corner is
    filled, unless it is one of `opened`.
    """

    side: str
    item: str
    copy: int
    x: Mm
    y: Mm
    turn: float
    shape: DesignedShape
    outsets: tuple[Mm, Mm, Mm, Mm]
    face: str
    rim: tuple[Mm, ...] = ()
    opened: tuple[int, ...] = ()

    @property
    def key(self) -> Key:
        """Side, item and copy."""
        return self.side, self.item, self.copy

    @property
    def family(self) -> str:
        """The id of the item's family."""
        return self.item.partition("/")[0]

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.item} copy {self.copy}"

    @cached_property
    def matrix(self) -> Matrix:
        """From the face's own mm (trim corner at 0, 0) to mm on the sheet."""
        angle = math.radians(self.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        w, h = self.shape.width / 2, self.shape.height / 2
        return cos, sin, -sin, cos, self.x - cos * w + sin * h, self.y - sin * w - cos * h

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """Corners of the trim box on the sheet, clockwise from the face's top left."""
        return map_corners(self.matrix, 0, 0, self.shape.width, self.shape.height)

    @cached_property
    def trim(self) -> Box:
        """The box on the sheet around the trim box."""
        return bounds(self.corners)

    @property
    def cover(self) -> Box:
        """The box on the sheet that a face in a box covers, its bleed included."""
        left, top, right, bottom = self.trim
        l_out, t_out, r_out, b_out = self.outsets
        return left - l_out, top - t_out, right + r_out, bottom + b_out


class DesignedFace(Struct, frozen=True):
    """A face beside the components, such as a label: its top-left corner on the page, and its turn."""

    face: str
    x: Mm
    y: Mm
    turn: float = 0.0


class DesignedLabel(Struct, frozen=True):
    """A sheet's label: its text, its box (x, y, width, height) on the sheet, and its turn in degrees."""

    text: str
    box: Stretch
    turn: Length = 0.0


class DesignedCut(Struct, frozen=True, array_like=True):
    """A straight cut: across x or y, where, and from where to where along the other."""

    axis: str
    at: Mm
    start: Mm
    end: Mm


class DesignedCutPlan(Struct, frozen=True, array_like=True):
    """Cuts in order, families that need scissors, and whether the sheet is folded first."""

    cuts: tuple[DesignedCut, ...] = ()
    scissors: tuple[str, ...] = ()
    folded: int = 0


class SheetFacts(Struct, frozen=True, kw_only=True):
    """The plain values of one side of one paper in a manifest.

    `pair` is the page of its other side, 0 for none.  Pieces keep `margin` free along the paper's edges,
    marks and labels `reach`.  `marks` are crop marks of a `style`, `lines` all other straight ones.
    `ruler`, `label` and `tick` are None where there is none; `along` is a second ruler.
    """

    page: Annotated[int, Meta(ge=1)]
    pair: Number
    side: str
    paper: str
    width: Side
    height: Side
    margin: Length
    reach: Length
    style: str
    marks: tuple[Stretch, ...]
    lines: tuple[Stretch, ...]
    tick: tuple[Length, Length] | None
    stock: str
    group: str
    ruler: Stretch | None
    along: Stretch | None
    label: DesignedLabel | None
    fold: Stretch | None = None


class PlannedSheet(SheetFacts, frozen=True, kw_only=True):
    """One side of one paper; one to fold holds backs among its `pieces`.

    `weight` and `colour` are those of marks.  `beside` are the faces of ruler and label, `plan` how the sheet
    is cut, `window` what a poster's page shows.
    """

    pieces: tuple[Planned, ...]
    window: Box | None
    weight: Mm
    colour: str
    beside: tuple[DesignedFace, ...]
    plan: DesignedCutPlan | None
    short: tuple[str, ...] = ()
    """Families that show less bleed at some edge than declared."""

    def first_of(self, families: Iterable[FamilyFacts]) -> Iterator[tuple[FamilyFacts, Planned]]:
        """Each of the families that is on the sheet, with the first of its pieces."""
        first: dict[str, Planned] = {}
        for piece in self.pieces:
            first.setdefault(piece.family, piece)
        yield from ((family, first[family.id]) for family in families if family.id in first)


class PlannedPage(Struct, frozen=True):
    """A page that is no sheet: a cover, a cut plan, an empty back; and the faces on it."""

    page: int
    kind: str
    beside: tuple[DesignedFace, ...]


class Design(Struct, frozen=True):
    """A kit as designed: facts about it, its sheets by page, and the copies of each item.

    `own` are the faces of each item and side, wherever they are placed; `advances` how far each face's
    text moves the pen; `resources` the digests of what faces name; `layers` those of the file.
    `sealed` is False where the manifest was changed since it was written.
    """

    kit: KitFacts
    duplex: Duplex
    sheets: Mapping[int, PlannedSheet]
    copies: Mapping[str, int]
    fronts: Mapping[int, PlannedSheet]
    """Fronts that a file of backs alone belongs to."""
    features: frozenset[str]
    """Features that the closed list of the file depends on."""
    apart: bool
    """Whether backs have a file of their own."""
    plain: Mapping[int, PlannedPage]
    own: Mapping[tuple[str, str], str]
    advances: Mapping[str, float]
    resources: Mapping[str, Mapping[str, str]]
    layers: tuple[str, ...]
    foreign: frozenset[str]
    """Names of forms that other programs wrote."""
    sealed: bool
