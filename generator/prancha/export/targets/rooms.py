"""Rooms of tables in a browser, virtualtabletop.io and PlayingCards.io: piles, boards and a hand below."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target, steps_in_words
from prancha.export.targets.designs import (
    TableDesign,
    TableFace,
    draw_cut_out,
    every_face,
    families_of,
    name_errors,
    role,
    shrunk_families,
    slug,
    table_designs,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.kit_components import ComponentFamily, ComponentKit
from prancha.model.units import Mm

WIDTH, HEIGHT = 1600, 1000
HAND_TOP = 820
"""The strip below holds the hand alone."""
EDGE, GAP, RIM, LABEL, BUTTON = 20, 24, 4, 22, 36
"""Units: around all, between piles, of a pile around its pieces, above and below a pile."""
UNITS_PER_MM = 160 / 88
"""A poker card is 160 units high, as both programs have it."""
LEAST_UNITS = 0.25
TITLED: Mm = 85.0
"""Least width of a pile, for its title."""
MOST_PIXELS = 2000
"""The longer side of a picture; larger ones are drawn with fewer pixels an inch."""


class RoomPile(Struct, frozen=True):
    """All pieces of a family at a place, `room` wide with its title; a board is alone there, and fixed."""

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
    """What lies in a room, and the families that do not, with the reason."""

    piles: tuple[RoomPile, ...]
    told: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def faces(self) -> tuple[TableFace, ...]:
        """Every picture once, in order."""
        return every_face(design for pile in self.piles for design in pile.designs)


def lay_room(kit: ComponentKit, dpi: float) -> Room:
    """Place all families from the left; all are made smaller together until they fit."""
    left_out = families_of(kit, "die", "standee")
    flat = [family for family in kit.families if family.id not in left_out]
    told = [
        f"{family.id}: a {role(family)} is folded, and not in this room; the table has pieces of its own"
        for family in kit.families
        if family.id in left_out
    ]
    told += shrunk_families(flat, dpi, MOST_PIXELS)
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
                slug(family.id),
                family.title,
                x=x,
                y=y,
                width=width,
                height=height,
                room=_room(family, units),
                board=role(family) == "board" and len(family.components) == 1 and family.copies == 1,
                designs=table_designs(family, dpi, MOST_PIXELS),
            )
        )
    return Room(tuple(piles), tuple(told), left_out)


def _units(family: ComponentFamily, units: float) -> tuple[int, int]:
    outline = family.outline
    return max(1, round(outline.width * units)), max(1, round(outline.height * units))


def _room(family: ComponentFamily, units: float) -> int:
    """Return how wide a pile is with its title."""
    return max(_units(family, units)[0] + 2 * RIM, round(TITLED * units))


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


VERSION = 11
"""Version of its files; newer servers read older ones."""
LARGEST = {"vtt": 10 * 2**20, "pcio": 2 * 2**20}
"""Most bytes of a picture."""
MOST_JSON = 20 * 2**20
_HAND = {
    "id": "hand",
    "type": "holder",
    "x": 50,
    "y": HAND_TOP,
    "z": 1,
    "width": 1500,
    "height": 180,
    "childrenPerOwner": True,
    "inheritChildZ": True,
    "dropOffsetX": 10,
    "dropOffsetY": 14,
    "stackOffsetX": 40,
    "onEnter": {"activeFace": 1},
    "onLeave": {"activeFace": 0},
}
Widget = dict[str, Any]


def plan_room(
    export: Export, kind: str, make: Callable[[ComponentKit, Room, Mapping[str, bytes]], bytes]
) -> Plan:
    """Plan one file of a `kind` with the room and its pictures."""
    kit, dpi = export.kit, export.options["dpi"]
    room = lay_room(kit, dpi)
    name = f"{slug(kit.game) or 'game'}.{kind}"

    def write(pictures: FacePictures) -> Iterator[File]:
        drawn: dict[str, bytes] = {}
        for face in room.faces:
            drawn[face.name] = draw_cut_out(pictures, face, dpi)
            refuse_large(face.name, drawn[face.name], LARGEST[kind])
        yield name, make(kit, room, drawn)

    return Plan(
        (name,),
        write,
        steps_in_words(kind, name=name),
        wrong=tuple(name_errors([face.name for face in room.faces])),
        told=room.told,
        left_out=room.left_out,
    )


def _vtt_file(kit: ComponentKit, room: Room, drawn: Mapping[str, bytes]) -> bytes:
    assets = {f"assets/{asset_name(data)}": data for data in drawn.values()}
    names = {name: f"/assets/{asset_name(data)}" for name, data in drawn.items()}
    text = msgspec.json.format(msgspec.json.encode(_vtt_room(kit, room, names)), indent=1)
    refuse_large("0.json", text, MOST_JSON)
    return zip_files([("0.json", text), *assets.items()])


def asset_name(data: bytes) -> str:
    """Return the server's name of a picture: its CRC as JSZip reads it, signed, and its size in bytes."""
    crc = zlib.crc32(data)
    return f"{crc - 2**32 if crc >= 2**31 else crc}_{len(data)}"


def refuse_large(name: str, data: bytes, most: int) -> None:
    """Raise Failure for a file that the table would not take."""
    if len(data) >= most:
        message = f"{name} has {len(data)} bytes; the table takes less than {most}"
        raise Failure([Diagnostic(Place(""), "export-option", message, hint="use a smaller --dpi")])


def _vtt_room(kit: ComponentKit, room: Room, names: Mapping[str, str]) -> Widget:
    widgets: Widget = {
        "_meta": {
            "version": VERSION,
            "info": {
                "name": kit.title,
                "image": "",
                "attribution": kit.licence,
                "description": kit.subtitle,
                "language": kit.lang,
                "variant": kit.revision,
                "lastUpdate": 0,
            },
        },
        "hand": _HAND,
    }
    for pile in room.piles:
        for each in _vtt_board(pile, names) if pile.board else _vtt_pile(pile, names):
            widgets[each["id"]] = each
    return widgets


def _vtt_board(pile: RoomPile, names: Mapping[str, str]) -> Iterator[Widget]:
    (design,) = pile.designs
    faces = [{"image": names[face.name]} for face in (design.front, design.back) if face]
    yield {
        "id": pile.id,
        "x": pile.x,
        "y": pile.y,
        "z": 1,
        "width": pile.width,
        "height": pile.height,
        "layer": -4,
        "movable": False,
        "faces": faces,
    }


def _vtt_pile(pile: RoomPile, names: Mapping[str, str]) -> Iterator[Widget]:
    holder, deck = f"{pile.id}-pile", f"{pile.id}-deck"
    inside = {"width": pile.width + 2 * RIM, "height": pile.height + 2 * RIM}
    yield {
        "id": holder,
        "type": "holder",
        "x": pile.x,
        "y": pile.y,
        "z": 1,
        **inside,
        "dropTarget": {"deck": deck},
        "inheritChildZ": True,
    }
    yield {
        "id": f"{pile.id}-label",
        "type": "label",
        "x": pile.x,
        "y": pile.y - LABEL,
        "z": 1,
        "width": pile.room,
        "height": LABEL,
        "text": pile.title,
        "css": "text-align: left; font-size: 16px;",
    }
    if sum(one.copies for one in pile.designs) > 1:
        yield _shuffle(pile, holder, inside)
    two_sided = any(one.back is not None for one in pile.designs)
    sides = ("back", "front") if two_sided else ("front",)
    yield {
        "id": deck,
        "type": "deck",
        "parent": holder,
        "x": RIM,
        "y": RIM,
        "z": 1,
        "cardDefaults": {"width": pile.width, "height": pile.height},
        "cardTypes": _card_types(pile, names),
        "faceTemplates": [_vtt_template(side, pile) for side in sides],
    }
    yield from _cards(pile, {"x": RIM, "y": RIM}, {"activeFace": 0})


def _cards(pile: RoomPile, at: Widget, down: Widget) -> Iterator[Widget]:
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


def _card_types(pile: RoomPile, addresses: Mapping[str, str]) -> Widget:
    """Return the designs of a pile; their pictures are at the `addresses` of their names."""
    return {
        one.id: {
            "label": one.title,
            "front": addresses[one.front.name],
            "back": addresses[(one.back or one.front).name],
        }
        for one in pile.designs
    }


def _shuffle(pile: RoomPile, holder: str, inside: Mapping[str, int]) -> Widget:
    return {
        "id": f"{pile.id}-shuffle",
        "type": "button",
        "x": pile.x,
        "y": pile.y + inside["height"] + RIM,
        "z": 1,
        "width": max(inside["width"], 64),
        "height": BUTTON - 2 * RIM,
        "text": "↺",
        "clickRoutine": [
            {"func": "RECALL", "holder": holder},
            {"func": "FLIP", "holder": holder, "face": 0},
            {"func": "SHUFFLE", "holder": holder},
        ],
    }


def _vtt_template(side: str, pile: RoomPile) -> Widget:
    picture = {
        "type": "image",
        "x": 0,
        "y": 0,
        "width": pile.width,
        "height": pile.height,
        "color": "transparent",
        "dynamicProperties": {"value": side},
    }
    return {"border": False, "radius": 0, "objects": [picture]}


VTT = Target(
    "vtt",
    "virtualtabletop.io: a room with piles, boards and a hand",
    {"dpi": 150.0},
    partial(plan_room, kind="vtt", make=_vtt_file),
)


ASSETS = "userassets/"


def _pcio_file(_: ComponentKit, room: Room, drawn: Mapping[str, bytes]) -> bytes:
    text = msgspec.json.format(msgspec.json.encode(list(_widgets(room))), indent=1)
    return zip_files([("widgets.json", text), *((ASSETS + name, data) for name, data in drawn.items())])


def _widgets(room: Room) -> Iterator[Widget]:
    yield {"id": "hand", "type": "hand", "x": 50, "y": HAND_TOP, "z": 1}
    for number, pile in enumerate(room.piles, 2):
        yield from _pcio_board(pile, number) if pile.board else _pcio_pile(pile, number)


def _pcio_board(pile: RoomPile, number: int) -> Iterator[Widget]:
    (design,) = pile.designs
    yield {
        "id": pile.id,
        "type": "board",
        "x": pile.x,
        "y": pile.y,
        "z": number,
        "width": pile.width,
        "height": pile.height,
        "boardImage": _address(design.front.name),
    }


def _pcio_pile(pile: RoomPile, number: int) -> Iterator[Widget]:
    holder, deck = f"{pile.id}-pile", f"{pile.id}-deck"
    yield {
        "id": holder,
        "type": "cardPile",
        "x": pile.x,
        "y": pile.y,
        "z": number,
        "width": pile.width + 2 * RIM,
        "height": pile.height + 2 * RIM,
        "label": pile.title,
        "hasShuffleButton": sum(one.copies for one in pile.designs) > 1,
    }
    at = {"x": pile.x + RIM, "y": pile.y + RIM}
    addresses = {face.name: _address(face.name) for one in pile.designs for face in one.faces}
    yield {
        "id": deck,
        "type": "cardDeck",
        "parent": holder,
        **at,
        "z": number,
        "cardTypes": _card_types(pile, addresses),
        "cardWidth": pile.width,
        "cardHeight": pile.height,
        "faceTemplate": _pcio_template("front", pile),
        "backTemplate": _pcio_template("back", pile),
    }
    yield from _cards(pile, at, {"faceup": False})


def _pcio_template(side: str, pile: RoomPile) -> Mapping[str, Any]:
    picture = {
        "type": "image",
        "x": 0,
        "y": 0,
        "w": pile.width,
        "h": pile.height,
        "color": "transparent",
        "valueType": "dynamic",
        "value": side,
    }
    return {"includeBorder": False, "includeRadius": False, "objects": [picture]}


def _address(name: str) -> str:
    return f"package://{ASSETS}{name}"


PCIO = Target(
    "pcio",
    "PlayingCards.io: a room with piles, boards and a hand",
    {"dpi": 150.0},
    partial(plan_room, kind="pcio", make=_pcio_file),
)
