"""Objects of a saved game of Tabletop Simulator, each with all the fields that it writes itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from prancha.export.target import usual_fields
from prancha.model.units import Mm

Thing = dict[str, Any]
"""An object as it stands in the file."""

CARD_MM: Mm = 88.9
"""The height of a card at scale 1: the program makes all cards as high as a poker card."""
CARD_UNITS = 3.15
"""The same in units of the table.  Unconfirmed: read off saved tables, no source states it."""
TILE_UNITS = 2.0
"""The height of a tile at scale 1: snap points of saved tiles reach from -1 to 1.  Unconfirmed for tokens."""
TILE_MM = round(TILE_UNITS * CARD_MM / CARD_UNITS, 1)
"""The same on the table, so that cards and tiles keep their proportion.  Unconfirmed: derived."""
DIE_MM: Mm = 16.0
"""The edge of a die at scale 1.  Unconfirmed."""
FIGURINE_SCALE = 0.75
CARD_TYPES = {"rounded": 0, "rectangle": 1}
TILE_TYPES = {"rectangle": 0, "circle": 2, "rounded": 3}
DIE_TYPES = {6: 1}
"""Dice whose picture layout is known: for d4, d8 and d12 no source gives it."""
_TURNS: tuple[tuple[int, int, int], ...] = (
    (-90, 0, 0),
    (0, 0, 0),
    (0, 0, -90),
    (0, 0, 90),
    (0, 0, -180),
    (90, 0, 0),
)
"""How a d6 lies when each of its sides is on top (x, y, z in degrees)."""


class Guids:
    """Six hex digits for each object, the same in every export, all different."""

    def __init__(self, game: str) -> None:
        self._game, self._given = game, set[str]()

    def give(self, name: str) -> str:
        """Return the digits for what is called `name`, or the next free ones."""
        number = int.from_bytes(blake2b(f"{self._game}\0{name}".encode(), digest_size=3).digest())
        while (guid := f"{number:06x}") in self._given:
            number = (number + 1) % 0x1000000
        self._given.add(guid)
        return guid


class ObjectLabel(Struct, frozen=True):
    """What the program shows of an object: its name, its text, its source, its tags."""

    name: str
    text: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()


def thing(name: str, guid: str, label: ObjectLabel, scale: float, down: bool = False) -> Thing:
    """Make an object with only the fields that all have, to be placed later."""
    made = usual_fields("tts", "object")
    made["Transform"] |= {"rotZ": 180.0 if down else 0.0, "scaleX": scale, "scaleZ": scale}
    made |= {"GUID": guid, "Name": name, "Nickname": label.name, "Description": label.text}
    return made | {"GMNotes": label.note, "Tags": list(label.tags)}


def solid(made: Thing) -> Thing:
    """Make an object that is scaled alike in all directions."""
    made["Transform"]["scaleY"] = made["Transform"]["scaleX"]
    return made


def card(
    guid: str, label: ObjectLabel, scale: float, number: int, custom: Mapping[str, Thing], sideways: bool
) -> Thing:
    """Make a card; `custom` is the sheet it is on, by its key."""
    made = thing("CardCustom", guid, label, scale)
    made |= {"HideWhenFaceDown": True, "Hands": True, "CardID": number, "SidewaysCard": sideways}
    return made | {"CustomDeck": dict(custom)}


def deck(guid: str, label: ObjectLabel, scale: float, cards: Sequence[Thing]) -> Thing:
    """Make a deck of two cards or more, face down, the first of them on top."""
    made = thing("DeckCustom", guid, label, scale, down=True)
    custom = {key: sheet for one in cards for key, sheet in one["CustomDeck"].items()}
    made |= {"HideWhenFaceDown": True, "SidewaysCard": cards[0]["SidewaysCard"]}
    made |= {"DeckIDs": [one["CardID"] for one in cards], "CustomDeck": custom}
    return made | {"ContainedObjects": list(cards)}


def custom_deck(face: str, back: str, columns: int, rows: int, unique: bool, shape: str) -> Thing:
    """Describe a sheet of cards as decks and cards refer to it."""
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": unique,
        "Type": CARD_TYPES[shape],
    }


def image(front: str, back: str = "", scalar: float = 1.0) -> Thing:
    """Describe the pictures of an object that is no card."""
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": scalar, "WidthScale": 0.0}


def tile(
    guid: str, label: ObjectLabel, scale: float, pictures: tuple[str, str], shape: str, thickness: float
) -> Thing:
    """Make a flat piece of a simple outline, with a picture on either side."""
    made = thing("Custom_Tile", guid, label, scale)
    custom = {"Type": TILE_TYPES[shape], "Thickness": thickness, "Stackable": False, "Stretch": True}
    made["CustomImage"] = image(*pictures) | {"CustomTile": custom}
    return made


def token(guid: str, label: ObjectLabel, scale: float, front: str, thickness: float) -> Thing:
    """Make a flat piece cut out along the opaque part of its picture."""
    made = thing("Custom_Token", guid, label, scale)
    custom = {"Thickness": thickness, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
    made["CustomImage"] = image(front) | {"CustomToken": custom}
    return made


def figurine(guid: str, label: ObjectLabel, front: str, back: str) -> Thing:
    """Make a stand-up with a picture on either side."""
    made = solid(thing("Figurine_Custom", guid, label, FIGURINE_SCALE))
    made["CustomImage"] = image(front, back, 2.0)
    return made


def die(guid: str, label: ObjectLabel, edge: Mm, sides: int, picture: str) -> Thing:
    """Make a die; one without a picture is the program's own, in white."""
    name = "Custom_Dice" if picture else f"Die_{sides}"
    made = solid(thing(name, guid, label, round(edge / DIE_MM, 4)))
    if picture:
        made["CustomImage"] = image(picture) | {"CustomDice": {"Type": DIE_TYPES[sides]}}
        made["RotationValues"] = [
            {"Value": value, "Rotation": dict(zip("xyz", map(float, turn), strict=True))}
            for value, turn in enumerate(_TURNS, 1)
        ]
    return made


def bag(guid: str, label: ObjectLabel, inside: Sequence[Thing]) -> Thing:
    """Make a bag, from which the first thing put in comes out last."""
    made = solid(thing("Bag", guid, label, 1.0))
    made |= {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": 0}}
    return made | {"ContainedObjects": list(inside)}


def notecard(guid: str, label: ObjectLabel) -> Thing:
    """Make a card to be read in the program."""
    return solid(thing("Notecard", guid, label, 1.0))


def counter(guid: str, label: ObjectLabel, value: int) -> Thing:
    """Make a digital counter.  Unconfirmed: read off saved tables."""
    return solid(thing("Counter", guid, label, 1.0)) | {"Counter": {"value": value}}


def hand(guid: str, colour: str, x: float, z: float) -> Thing:
    """Place a player's hand, before the edge of the table."""
    made = thing("HandTrigger", guid, ObjectLabel(""), 1.0)
    made["Transform"] |= {"posX": x, "posY": 4.5, "posZ": z, "rotY": 0.0 if z < 0 else 180.0}
    made["Transform"] |= {"scaleX": 12.0, "scaleY": 6.0, "scaleZ": 5.0}
    return made | {"Locked": True, "FogColor": colour}


def snap_points(middles: Sequence[tuple[Mm, Mm]], width: Mm, height: Mm) -> list[Thing]:
    """Return the snap points of a tile: x runs to the left of its picture, z down; 1 is half its height."""
    half = height / 2
    return [
        {"Position": {"x": round((width / 2 - x) / half, 5), "y": 0.1, "z": round((y - half) / half, 5)}}
        for x, y in middles
    ]


def saved(things: Sequence[Thing]) -> Thing:
    """Wrap objects in a save with most of its fields empty."""
    return usual_fields("tts", "save") | {"ObjectStates": list(things)}
