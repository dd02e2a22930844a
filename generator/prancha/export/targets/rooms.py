"""Rooms of tables in a browser: 1600 x 1000 units, piles of pieces, boards, and a hand below.

virtualtabletop.io and playingcards.io lay their rooms out alike; their files differ.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from msgspec import Struct

from prancha.export.targets.designs import TableDesign, TableFace, cut_down, every_face, table_designs
from prancha.export.targets.names import slug
from prancha.export.targets.roles import families_of, role
from prancha.model.components import ComponentFamily, ComponentKit
from prancha.model.units import Mm

WIDTH, HEIGHT = 1600, 1000
HAND_TOP = 820
"""The hand lies below; nothing else does."""
EDGE, GAP, RIM, LABEL, BUTTON = 20, 24, 4, 22, 36
"""Units: around all, between piles, of a pile around its pieces, above and below a pile."""
UNITS_PER_MM = 160 / 88
"""A poker card is 160 units high, as both programs have it."""
LEAST_UNITS = 0.25
TITLED: Mm = 85.0
"""Room that a pile has across at least, for its title."""
MOST_PIXELS = 2000
"""The longer side of a picture; larger ones are drawn with fewer pixels an inch."""


class RoomPile(Struct, frozen=True):
    """All pieces of a family at a place, `room` wide with its title; a board lies there alone and fast."""

    id: str
    title: str
    x: int
    y: int
    width: int
    height: int
    room: int
    board: bool
    designs: tuple[TableDesign, ...]


class Room(Struct, frozen=True):
    """What lies in a room, and the families that do not, with why."""

    piles: tuple[RoomPile, ...]
    told: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def faces(self) -> tuple[TableFace, ...]:
        """Every picture once, in order."""
        return every_face(design for pile in self.piles for design in pile.designs)


def lay_room(kit: ComponentKit, dpi: float) -> Room:
    """Place all families from the left; they are made smaller together until all have room."""
    left_out = families_of(kit, "die", "standee")
    flat = [family for family in kit.families if family.id not in left_out]
    told = [
        f"{family.id}: a {role(family)} is folded, and not in this room; the table has pieces of its own"
        for family in kit.families
        if family.id in left_out
    ]
    told += cut_down(flat, dpi, MOST_PIXELS)
    units = UNITS_PER_MM
    places = _places(flat, units)
    while places is None and units > LEAST_UNITS:
        units *= 0.95
        places = _places(flat, units)
    piles = []
    for family, (x, y) in zip(flat, places or _corners(len(flat)), strict=True):
        width, height = _units(family, units)
        piles.append(
            RoomPile(
                slug(family.id), family.title, x=x, y=y, width=width, height=height,
                room=_room(family, units),
                board=role(family) == "board" and len(family.components) == 1 and family.copies == 1,
                designs=table_designs(family, dpi, MOST_PIXELS),
            )
        )  # fmt: skip
    return Room(tuple(piles), tuple(told), left_out)


def _units(family: ComponentFamily, units: float) -> tuple[int, int]:
    outline = family.outline
    return max(1, round(outline.width * units)), max(1, round(outline.height * units))


def _room(family: ComponentFamily, units: float) -> int:
    """How wide a pile is with its title."""
    return max(_units(family, units)[0] + 2 * RIM, round(TITLED * units))


def _places(families: Sequence[ComponentFamily], units: float) -> list[tuple[int, int]] | None:
    """Upper left corners in rows from the top; None where they do not fit."""
    x, y, tall = EDGE, EDGE, 0
    found: list[tuple[int, int]] = []
    for family in families:
        width, height = _room(family, units), _units(family, units)[1] + 2 * RIM
        if x > EDGE and x + width > WIDTH - EDGE:
            x, y, tall = EDGE, y + tall + GAP, 0
        if x + width > WIDTH - EDGE or y + LABEL + height + BUTTON > HAND_TOP:
            return None
        found.append((x, y + LABEL))
        x, tall = x + width + GAP, max(tall, LABEL + height + BUTTON)
    return found


def _corners(count: int) -> list[tuple[int, int]]:
    """Places that lie on each other a little: so many families that no size has room for all."""
    return [(EDGE + 37 * k % (WIDTH - 200), EDGE + LABEL + 23 * k % (HAND_TOP - 200)) for k in range(count)]


def zipped(files: Sequence[tuple[str, bytes]]) -> bytes:
    """A ZIP of files in their order, without times; pictures are stored as they are."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files:
            told = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            told.external_attr = 0o644 << 16
            how = zipfile.ZIP_STORED if name.endswith(".png") or "/" in name else zipfile.ZIP_DEFLATED
            archive.writestr(told, content, how)
    return data.getvalue()
