"""What was meant to be printed, as the manifest tells it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from generator.model.diagnostic import Diagnostic, Failure, Place
from generator.model.units import Mm
from generator.proof.matrix import Box, Matrix, Point, around, corners

BOXES = ("rectangle", "rounded")
Key = tuple[str, str, int]
"""A side, an item (`family/id`) and which copy of it."""
Segment = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2"""


class Shape(Struct, frozen=True):
    """A trim outline in its own box; boxes and circles have no `points`."""

    name: str
    width: Mm
    height: Mm
    points: tuple[Point, ...]

    @property
    def is_box(self) -> bool:
        """Whether its trim edges are the sides of its box."""
        return self.name in BOXES


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
    shape: Shape
    outsets: tuple[Mm, Mm, Mm, Mm]
    face: str
    rim: tuple[Mm, ...] = ()
    opened: tuple[int, ...] = ()

    @property
    def key(self) -> Key:
        """Side, item and copy."""
        return self.side, self.item, self.copy

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
        return corners(self.matrix, 0, 0, self.shape.width, self.shape.height)

    @cached_property
    def trim(self) -> Box:
        """The box on the sheet around the trim box."""
        return around(self.corners)


class PlannedSheet(Struct, frozen=True):
    """One side of one paper: `pair` is the page of its other side, 0 for none.

    Pieces keep `margin` free along the paper's edges, marks and labels `reach`.
    `marks` are crop marks of a `style`, `lines` all other straight ones.  A sheet to fold along
    `fold` holds backs among its `pieces`.
    """

    page: int
    pair: int
    side: str
    paper: str
    width: Mm
    height: Mm
    margin: Mm
    reach: Mm
    style: str
    marks: tuple[Segment, ...]
    lines: tuple[Segment, ...]
    fold: Segment | None
    tick: Point | None
    window: Box | None
    pieces: tuple[Planned, ...]
    stock: str = ""


class Design(Struct, frozen=True):
    """A kit as designed: pages counted from 1, and how many copies each item has."""

    duplex: str
    pages: int
    sheets: Mapping[int, PlannedSheet]
    copies: Mapping[str, int]
    fronts: Mapping[int, PlannedSheet]
    """Fronts that a file of backs alone belongs to."""


Length = Annotated[float, Meta(ge=-1e5, le=1e5)]
"""Millimetres or degrees that a manifest may speak of; with more nothing can be calculated."""
Side = Annotated[float, Meta(ge=1, le=5000)]
"""Of a sheet: PDF knows no larger ones."""
Number = Annotated[int, Meta(ge=0)]
_Row = tuple[
    str, Number, Length, Length, Length, Number, Length, Length, Length, Length, Number
]  # item, copy, x, y, turn, outline, outsets, face
_Stretch = tuple[Length, Length, Length, Length]


class _Entry(Struct):
    """A sheet as the manifest writes it."""

    page: Annotated[int, Meta(ge=1)]
    pair: Number
    side: str
    paper: str
    width: Side
    height: Side
    margin: Length
    reach: Length
    style: str
    marks: list[_Stretch]
    lines: list[_Stretch]
    pieces: Annotated[list[_Row], Meta(min_length=1)]
    backs: list[_Row] = []
    fold: _Stretch | None = None
    tick: tuple[Length, Length] | None = None
    window: Annotated[list[Length], Meta(min_length=4)] | None = None
    stock: str = ""
    rims: list[tuple[Number, Number]] = []


class _Placed(Struct):
    outlines: list[tuple[str, Length, Length, Length, list[Length]]]
    faces: list[str]
    sheets: list[_Entry]
    behind: list[_Entry] = []
    rims: list[tuple[list[Length], list[Number]]] = []


class _Item(Struct):
    id: str
    copies: Annotated[int, Meta(ge=0, le=1_000_000)]


class _Family(Struct):
    id: str
    items: list[_Item]


class _Manifest(Struct):
    """What of a manifest is needed here; all else in it is passed over."""

    duplex: str
    pages: Number
    families: list[_Family]
    placed: _Placed


def read_design(path: Path, backs: bool = False) -> Design:
    """Read the manifest of a kit, or what it says of the file with its `backs` alone.

    Raises Failure when it cannot be read or lists no sheets.
    """
    try:
        data = path.read_bytes()
        return _design(msgspec.json.decode(data, type=_Manifest), backs)
    except msgspec.ValidationError as problem:
        message = f"the manifest does not list where pieces lie: {problem}"
    except OSError as problem:
        message = f"cannot read the manifest: {problem.strerror}"
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        message = f"cannot read the manifest: {problem}"
    except (IndexError, ValueError) as problem:
        message = f"the manifest does not list where pieces lie: {problem}"
    hint = "build the kit again, or give its manifest.json with --manifest"
    raise Failure([Diagnostic(Place(str(path)), "no-design", message, hint=hint)])


def _design(tree: _Manifest, backs: bool) -> Design:
    placed = tree.placed
    shapes = [_shape(*row) for row in placed.outlines]
    rims = [(tuple(reaches), tuple(opened)) for reaches, opened in placed.rims]
    sheets = {entry.page: _sheet(entry, shapes, placed.faces, rims) for entry in placed.sheets}
    if not backs:
        copies = {f"{family.id}/{item.id}": item.copies for family in tree.families for item in family.items}
        return Design(tree.duplex, tree.pages, sheets, copies, {})
    behind = {entry.page: _sheet(entry, shapes, placed.faces, rims) for entry in placed.behind}
    return Design(tree.duplex, tree.pages, behind, {}, sheets)


def _shape(name: str, width: Mm, height: Mm, _radius: Mm, flat: list[Mm]) -> Shape:
    if not (width > 0 and height > 0):
        raise ValueError(f"an outline is {width:g} x {height:g} mm")
    return Shape(name, width, height, tuple(zip(flat[::2], flat[1::2], strict=True)))


def _sheet(
    entry: _Entry, shapes: list[Shape], faces: list[str], rims: list[tuple[tuple[Mm, ...], tuple[int, ...]]]
) -> PlannedSheet:
    rows = [(entry.side, row) for row in entry.pieces] + [("back", row) for row in entry.backs]
    rimmed = dict(entry.rims)
    pieces = tuple(
        Planned(
            side, item, copy, x, y, turn, shapes[shape], (left, top, right, bottom), faces[face],
            *(rims[rimmed[index]] if index in rimmed else ((), ())),
        )
        for index, (side, (item, copy, x, y, turn, shape, left, top, right, bottom, face)) in enumerate(rows)
    )  # fmt: skip
    window = None
    if entry.window is not None:
        x, y, width, height = entry.window[:4]
        window = (x, y, x + width, y + height)
    return PlannedSheet(
        entry.page, entry.pair, entry.side, entry.paper,
        entry.width, entry.height, entry.margin, entry.reach, entry.style,
        tuple(entry.marks), tuple(entry.lines), entry.fold, entry.tick, window, pieces, entry.stock,
    )  # fmt: skip
