"""PlayingCards.io: a room with piles, boards and a hand.

Its file is not documented; the form is what other programs read and write (the importer of
github.com/ArnoldSmith86/virtualtabletop).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.designs import cut_picture
from prancha.export.targets.names import slug, wrong_names
from prancha.export.targets.rooms import HAND_TOP, RIM, Room, RoomPile, lay_room, zipped
from prancha.export.targets.vtt import refuse_large

LARGEST = 2 * 2**20
"""Bytes of a picture."""
ASSETS = "userassets/"
Widget = dict[str, Any]


def plan(export: Export) -> Plan:
    """One .pcio file with the room and its pictures."""
    kit, dpi = export.kit, export.options["dpi"]
    room = lay_room(kit, dpi)
    name = f"{slug(kit.game) or 'game'}.pcio"
    wrong = [*wrong_names([face.name for face in room.faces])]

    def write(pictures: FacePictures) -> Iterator[File]:
        assets = []
        for face in room.faces:
            data = cut_picture(pictures, face, dpi)
            refuse_large(face.name, data, LARGEST)
            assets.append((ASSETS + face.name, data))
        text = msgspec.json.format(msgspec.json.encode(list(_widgets(room))), indent=1)
        yield name, zipped([("widgets.json", text), *assets])

    return Plan(
        (name,), write, _steps(name), wrong=tuple(wrong), told=room.told, left_out=room.left_out
    )  # fmt: skip


def _widgets(room: Room) -> Iterator[Widget]:
    yield {"id": "hand", "type": "hand", "x": 50, "y": HAND_TOP, "z": 1}
    for number, pile in enumerate(room.piles, 2):
        yield from _board(pile, number) if pile.board else _pile(pile, number)


def _board(pile: RoomPile, number: int) -> Iterator[Widget]:
    (design,) = pile.designs
    yield {
        "id": pile.id, "type": "board", "x": pile.x, "y": pile.y, "z": number, "width": pile.width,
        "height": pile.height, "boardImage": _address(design.front.name),
    }  # fmt: skip


def _pile(pile: RoomPile, number: int) -> Iterator[Widget]:
    holder, deck = f"{pile.id}-pile", f"{pile.id}-deck"
    yield {
        "id": holder, "type": "cardPile", "x": pile.x, "y": pile.y, "z": number,
        "width": pile.width + 2 * RIM, "height": pile.height + 2 * RIM, "label": pile.title,
        "hasShuffleButton": sum(one.copies for one in pile.designs) > 1,
    }  # fmt: skip
    at = {"x": pile.x + RIM, "y": pile.y + RIM}
    types = {}
    for one in pile.designs:
        back = one.back or one.front
        types[one.id] = {
            "label": one.title, "front": _address(one.front.name), "back": _address(back.name),
        }  # fmt: skip
    yield {
        "id": deck, "type": "cardDeck", "parent": holder, **at, "z": number, "cardTypes": types,
        "cardWidth": pile.width, "cardHeight": pile.height,
        "faceTemplate": _template("front", pile), "backTemplate": _template("back", pile),
    }  # fmt: skip
    counted = 0
    for one in pile.designs:
        for copy in range(1, one.copies + 1):
            counted += 1
            yield {
                "id": f"{deck}-{one.id}-{copy}", "type": "card", "deck": deck, "cardType": one.id,
                "parent": holder, **at, "z": counted, "faceup": False,
            }  # fmt: skip


def _template(side: str, pile: RoomPile) -> Mapping[str, Any]:
    picture = {
        "type": "image", "x": 0, "y": 0, "w": pile.width, "h": pile.height, "color": "transparent",
        "valueType": "dynamic", "value": side,
    }  # fmt: skip
    return {"includeBorder": False, "includeRadius": False, "objects": [picture]}


def _address(name: str) -> str:
    return f"package://{ASSETS}{name}"


def _steps(name: str) -> Mapping[str, tuple[str, ...]]:
    return {
        "pt": (
            "Abra https://playingcards.io, crie uma sala com um jogo qualquer e entre no modo de edição.",
            f"Nas opções da sala, escolha importar um arquivo e tome {name}: ele substitui o que lá está.",
            "Cada família é uma pilha com nome; o botão recolhe e embaralha. Sem versos de tabuleiros.",
            "NÃO CONFIRMADO: este formato não tem descrição oficial; abra a sala antes de chamar alguém.",
        ),
        "en": (
            "Open https://playingcards.io, make a room with any game, and turn to editing it.",
            f"In the room's options, import from a file and take {name}: it replaces what is there.",
            "Each family is a pile with its name; its button recalls and shuffles. No backs of boards.",
            "NOT CONFIRMED: nobody describes this format officially; open the room before you ask others in.",
        ),
    }


TARGET = Target("pcio", "PlayingCards.io: a room with piles, boards and a hand", {"dpi": 150.0}, plan)
