"""virtualtabletop.io: a room with piles, boards and a hand, to be opened in a browser.

The form of the file is that of its server's reader (github.com/ArnoldSmith86/virtualtabletop), version 11.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.designs import TableDesign, cut_picture
from prancha.export.targets.names import slug, wrong_names
from prancha.export.targets.rooms import (
    BUTTON,
    HAND_TOP,
    LABEL,
    RIM,
    Room,
    RoomPile,
    lay_room,
    zipped,
)
from prancha.model.components import ComponentKit
from prancha.model.diagnostic import Diagnostic, Failure, Place

VERSION = 11
"""Of its files; newer servers read older ones."""
LARGEST = 10 * 2**20
"""Bytes of a picture."""
MOST_JSON = 20 * 2**20
_HAND = {
    "id": "hand", "type": "holder", "x": 50, "y": HAND_TOP, "z": 1, "width": 1500, "height": 180,
    "childrenPerOwner": True, "inheritChildZ": True, "dropOffsetX": 10, "dropOffsetY": 14,
    "stackOffsetX": 40, "onEnter": {"activeFace": 1}, "onLeave": {"activeFace": 0},
}  # fmt: skip
Widgets = dict[str, Any]


def plan(export: Export) -> Plan:
    """One .vtt file with the room and its pictures."""
    kit, dpi = export.kit, export.options["dpi"]
    room = lay_room(kit, dpi)
    name = f"{slug(kit.game) or 'game'}.vtt"
    wrong = [*wrong_names([face.name for face in room.faces])]

    def write(pictures: FacePictures) -> Iterator[File]:
        assets: dict[str, bytes] = {}
        names: dict[str, str] = {}
        for face in room.faces:
            data = cut_picture(pictures, face, dpi)
            refuse_large(face.name, data, LARGEST)
            names[face.name] = f"assets/{asset_name(data)}"
            assets[names[face.name]] = data
        text = msgspec.json.format(msgspec.json.encode(_room(kit, room, names)), indent=1)
        refuse_large("0.json", text, MOST_JSON)
        yield name, zipped([("0.json", text), *assets.items()])

    return Plan(
        (name,), write, _steps(name), wrong=tuple(wrong), told=room.told, left_out=room.left_out
    )  # fmt: skip


def asset_name(data: bytes) -> str:
    """The name under which the server stores a picture: its CRC as JSZip reads it, signed, and its bytes."""
    crc = zlib.crc32(data)
    return f"{crc - 2**32 if crc >= 2**31 else crc}_{len(data)}"


def refuse_large(name: str, data: bytes, most: int) -> None:
    """Raise Failure for a file that the table would not take."""
    if len(data) >= most:
        message = f"{name} has {len(data)} bytes; the table takes less than {most}"
        raise Failure([Diagnostic(Place(""), "export-option", message, hint="use a smaller --dpi")])


def _room(kit: ComponentKit, room: Room, names: Mapping[str, str]) -> Widgets:
    widgets: Widgets = {
        "_meta": {
            "version": VERSION,
            "info": {
                "name": kit.title, "image": "", "attribution": kit.licence, "description": kit.subtitle,
                "language": kit.lang, "variant": kit.revision, "lastUpdate": 0,
            },
        },
        "hand": _HAND,
    }  # fmt: skip
    for pile in room.piles:
        for each in _board(pile, names) if pile.board else _pile(pile, names):
            widgets[each["id"]] = each
    return widgets


def _board(pile: RoomPile, names: Mapping[str, str]) -> Iterator[Widgets]:
    (design,) = pile.designs
    faces = [{"image": f"/{names[face.name]}"} for face in (design.front, design.back) if face]
    yield {
        "id": pile.id, "x": pile.x, "y": pile.y, "z": 1, "width": pile.width, "height": pile.height,
        "layer": -4, "movable": False, "faces": faces,
    }  # fmt: skip


def _pile(pile: RoomPile, names: Mapping[str, str]) -> Iterator[Widgets]:
    holder, deck = f"{pile.id}-pile", f"{pile.id}-deck"
    inside = {"width": pile.width + 2 * RIM, "height": pile.height + 2 * RIM}
    yield {
        "id": holder, "type": "holder", "x": pile.x, "y": pile.y, "z": 1, **inside,
        "dropTarget": {"deck": deck}, "inheritChildZ": True,
    }  # fmt: skip
    yield {
        "id": f"{pile.id}-label", "type": "label", "x": pile.x, "y": pile.y - LABEL, "z": 1,
        "width": pile.room, "height": LABEL, "text": pile.title,
        "css": "text-align: left; font-size: 16px;",
    }  # fmt: skip
    if sum(one.copies for one in pile.designs) > 1:
        yield _shuffle(pile, holder, inside)
    two_sided = any(one.back is not None for one in pile.designs)
    sides = ("back", "front") if two_sided else ("front",)
    yield {
        "id": deck, "type": "deck", "parent": holder, "x": RIM, "y": RIM, "z": 1,
        "cardDefaults": {"width": pile.width, "height": pile.height},
        "cardTypes": {one.id: _card_type(one, names) for one in pile.designs},
        "faceTemplates": [_template(side, pile) for side in sides],
    }  # fmt: skip
    number = 0
    for one in pile.designs:
        for copy in range(1, one.copies + 1):
            number += 1
            yield {
                "id": f"{deck}-{one.id}-{copy}", "type": "card", "deck": deck, "cardType": one.id,
                "parent": holder, "x": RIM, "y": RIM, "z": number, "activeFace": 0,
            }  # fmt: skip


def _shuffle(pile: RoomPile, holder: str, inside: Mapping[str, int]) -> Widgets:
    return {
        "id": f"{pile.id}-shuffle", "type": "button", "x": pile.x, "y": pile.y + inside["height"] + RIM,
        "z": 1, "width": max(inside["width"], 64), "height": BUTTON - 2 * RIM, "text": "↺",
        "clickRoutine": [
            {"func": "RECALL", "holder": holder},
            {"func": "FLIP", "holder": holder, "face": 0},
            {"func": "SHUFFLE", "holder": holder},
        ],
    }  # fmt: skip


def _card_type(one: TableDesign, names: Mapping[str, str]) -> Widgets:
    back = one.back or one.front
    return {
        "label": one.title, "front": f"/{names[one.front.name]}", "back": f"/{names[back.name]}",
    }  # fmt: skip


def _template(side: str, pile: RoomPile) -> Widgets:
    picture = {
        "type": "image", "x": 0, "y": 0, "width": pile.width, "height": pile.height, "color": "transparent",
        "dynamicProperties": {"value": side},
    }  # fmt: skip
    return {"border": False, "radius": 0, "objects": [picture]}


def _steps(name: str) -> Mapping[str, tuple[str, ...]]:
    return {
        "pt": (
            "Abra https://virtualtabletop.io e crie uma sala.",
            f"No menu dos jogos, escolha enviar um arquivo e tome {name}; depois, comece o jogo.",
            "Cada família é uma pilha com seu nome; ↺ recolhe e embaralha. Em baixo, a mão: só você a vê.",
            "O arquivo segue o leitor do servidor (versão 11); num servidor abrimos as salas de dois jogos.",
        ),
        "en": (
            "Open https://virtualtabletop.io and make a room.",
            f"In the menu of games, choose to upload a file and take {name}; then start the game.",
            "Each family is a pile with its name; ↺ recalls and shuffles it. Only you see the hand below.",
            "The file follows the server's own reader (version 11); we opened rooms of two games on one.",
        ),
    }


TARGET = Target("vtt", "virtualtabletop.io: a room with piles, boards and a hand", {"dpi": 150.0}, plan)
