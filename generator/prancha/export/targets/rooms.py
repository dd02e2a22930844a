"""Rooms of tables in a browser: families in piles, or pieces as a set-up lays them, and their pictures."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import png
from prancha.export.target import Export, File, Plan, steps_in_words
from prancha.export.targets.designs import (
    TableFace,
    draw_cut_out,
    every_face,
    families_of,
    flat_designs,
    is_flattened,
    name_errors,
    role,
    shown_faces,
    shrunk_families,
    slug,
)
from prancha.export.targets.picture_sheets import draw_fan, draw_panel
from prancha.export.targets.room_tables import (
    BUTTON,
    EDGE,
    GAP,
    HAND_TOP,
    LABEL,
    MOST_UNITS,
    RIM,
    WIDTH,
    RoomPiece,
    RoomPile,
    RoomTable,
    set_table,
    text_width,
    units_for,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.kit_components import ComponentFamily, ComponentKit
from prancha.model.table_layout import LaidTable, flat_size

UNITS_PER_MM = MOST_UNITS
"""A poker card is 160 units high, as both programs have it."""

LEAST_UNITS = 0.25

MOST_PIXELS = 2000
"""The longer side of a picture; larger ones are drawn with fewer pixels an inch."""


class Room(Struct, frozen=True):
    """The piles of a room, its set-up if it has one, and the families left out; `told` says why."""

    piles: tuple[RoomPile, ...]
    told: tuple[str, ...]
    left_out: tuple[str, ...]
    table: RoomTable | None = None

    @property
    def faces(self) -> tuple[TableFace, ...]:
        """Every picture once, in order."""
        return every_face(design for pile in self.piles for design in pile.designs)


def lay_room(kit: ComponentKit, dpi: float, laid: LaidTable | None = None) -> Room:
    """Place all families from the left, smaller until they fit, or their pieces as they are laid out."""
    left_out = families_of(kit, "box")
    flat = [family for family in kit.families if family.id not in left_out]
    told = [f"{name}: the box of the game is not in this room" for name in left_out]
    for family in flat:
        if is_flattened(family):
            told.append(f"{family.id}: a {family.kind} lies unfolded here")
        elif role(family) in ("die", "standee"):
            what = "one side of each die lies" if role(family) == "die" else "stand-ups lie"
            told.append(f"{family.id}: {what} flat here")
    told += shrunk_families(flat, dpi, MOST_PIXELS)
    units = UNITS_PER_MM
    places: list[tuple[int, int]] | None
    if laid is not None:
        names = {family.id for family in flat}
        on_table = sum(piece.key.partition("/")[0] in names for piece in laid.pieces)
        is_all_laid = on_table == sum(family.copies for family in flat)
        units, places = units_for(laid, is_all_laid), [(EDGE, EDGE)] * len(flat)
    else:
        places = _places(flat, units)
    while places is None and units > LEAST_UNITS:
        units *= 0.95
        places = _places(flat, units)
    piles = []
    for family, (x, y) in zip(flat, places or _corners(len(flat)), strict=True):
        width, height = _units(family, units)
        piles.append(
            RoomPile(
                slug(family.id),
                family.id,
                family.title,
                x=x,
                y=y,
                width=width,
                height=height,
                room=_room(family, units),
                board=role(family) == "board" and len(family.components) == 1 and family.copies == 1,
                designs=flat_designs(family, dpi, MOST_PIXELS),
            )
        )
    table = set_table(laid, piles, kit.lang, units) if laid is not None else None
    return Room(tuple(piles), tuple(told), left_out, table)


def _units(family: ComponentFamily, units: float) -> tuple[int, int]:
    width, height = flat_size(family.outline, family.net, family.kind)
    return max(1, round(width * units)), max(1, round(height * units))


def _room(family: ComponentFamily, units: float) -> int:
    """Return how wide a pile is with its title."""
    return max(_units(family, units)[0] + 2 * RIM, text_width(family.title))


def _places(families: Sequence[ComponentFamily], units: float) -> list[tuple[int, int]] | None:
    """Return upper left corners in rows from the top; None where they do not fit."""
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
    """Return places that overlap a little, for so many families that no size has room for all."""
    return [(EDGE + 37 * k % (WIDTH - 200), EDGE + LABEL + 23 * k % (HAND_TOP - 200)) for k in range(count)]


def zip_files(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Zip files in their order, without times; pictures are stored uncompressed."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files:
            told = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            told.external_attr = 0o644 << 16
            how = zipfile.ZIP_STORED if name.endswith(".png") or "/" in name else zipfile.ZIP_DEFLATED
            archive.writestr(told, content, how)
    return data.getvalue()


LARGEST = {"vtt": 10 * 2**20, "pcio": 2 * 2**20}
"""Most bytes of a picture."""

SHELF, SHELF_SIZE = "shelf.png", 512
"""The picture by which a player chooses the game, and its pixels."""

Widget = dict[str, Any]


def plan_room(
    export: Export, kind: str, make: Callable[[ComponentKit, Room, Mapping[str, bytes]], bytes]
) -> Plan:
    """Plan one file of a `kind` with the room and its pictures."""
    kit, dpi = export.kit, export.options["dpi"]
    room = lay_room(kit, dpi, export.laid)
    name = f"{slug(kit.game) or 'game'}.{kind}"

    def write(pictures: FacePictures) -> Iterator[File]:
        drawn: dict[str, bytes] = {}
        for face in room.faces:
            drawn[face.name] = _draw(pictures, face, dpi)
            refuse_large(face.name, drawn[face.name], LARGEST[kind])
        if kind == "vtt":
            drawn[SHELF] = png(draw_fan(pictures, shown_faces(kit), SHELF_SIZE), 72)
        yield name, make(kit, room, drawn)

    return Plan(
        (name,),
        write,
        steps_in_words(kind, name=name),
        wrong=tuple(name_errors([face.name for face in room.faces])),
        told=room.told,
        left_out=room.left_out,
    )


def _draw(pictures: FacePictures, face: TableFace, dpi: float) -> bytes:
    """Draw a face, transparent outside its outline, or the panel of a folded piece that is seen."""
    if face.panel is None:
        return draw_cut_out(pictures, face, dpi)
    return png(draw_panel(pictures, face.face, face.panel, face.size), dpi)


def refuse_large(name: str, data: bytes, most: int) -> None:
    """Raise Failure for a file that the table would not take."""
    if len(data) >= most:
        message = f"{name} has {len(data)} bytes; the table takes less than {most}"
        raise Failure([Diagnostic(Place(""), "export-option", message, hint="use a smaller --dpi")])


def home_of(table: RoomTable, pile: RoomPile) -> Widget:
    """Return the place of a deck: the holder of its cards, or the edge of the room where all lie loose."""
    home = table.homes.get(pile.id)
    return {"parent": home, "x": RIM, "y": RIM} if home else {"x": EDGE, "y": EDGE}


def laid_card(piece: RoomPiece) -> Widget:
    """Return a card of a set-up without its side."""
    deck = f"{piece.pile.id}-deck"
    inside = {"parent": piece.holder} if piece.holder else {}
    return {
        "id": f"{deck}-{piece.design}-{piece.copy}",
        "type": "card",
        "deck": deck,
        "cardType": piece.design,
        **inside,
        "x": piece.x,
        "y": piece.y,
        "z": piece.z,
    }


def has_backs(pile: RoomPile) -> bool:
    """Return whether pieces of a pile have two sides."""
    return any(one.back is not None for one in pile.designs)


def all_cards(pile: RoomPile, at: Widget, down: Widget) -> Iterator[Widget]:
    """Yield a widget for every copy, the later ones higher, `down` with their backs up."""
    number, deck = 0, f"{pile.id}-deck"
    for one in pile.designs:
        for copy in range(1, one.copies + 1):
            number += 1
            yield {
                "id": f"{deck}-{one.id}-{copy}",
                "type": "card",
                "deck": deck,
                "cardType": one.id,
                "parent": f"{pile.id}-pile",
                **at,
                "z": number,
                **down,
            }


def card_types(pile: RoomPile, addresses: Mapping[str, str]) -> Widget:
    """Return the designs of a pile; their pictures are at the `addresses` of their names."""
    return {
        one.id: {
            "label": one.title,
            "front": addresses[one.front.name],
            "back": addresses[(one.back or one.front).name],
        }
        for one in pile.designs
    }
