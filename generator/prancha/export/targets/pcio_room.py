"""PlayingCards.io: a room with piles, boards and a hand, or set up for play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from prancha.export.target import Target
from prancha.export.targets.room_tables import (
    HAND_TOP,
    LABEL,
    RIM,
    RoomPile,
    RoomTable,
)
from prancha.export.targets.rooms import (
    Room,
    Widget,
    all_cards,
    card_types,
    home_of,
    laid_card,
    plan_room,
    zip_files,
)
from prancha.model.kit_components import ComponentKit

ASSETS = "userassets/"


def _pcio_file(_: ComponentKit, room: Room, drawn: Mapping[str, bytes]) -> bytes:
    text = msgspec.json.format(msgspec.json.encode(list(_widgets(room))), indent=1)
    return zip_files([("widgets.json", text), *((ASSETS + name, data) for name, data in drawn.items())])


def _widgets(room: Room) -> Iterator[Widget]:
    yield {"id": "hand", "type": "hand", "x": 50, "y": HAND_TOP, "z": 1}
    if room.table is not None:
        yield from _pcio_table(room, room.table)
        return
    for number, pile in enumerate(room.piles, 2):
        yield from _pcio_board(pile, number) if pile.board else _pcio_pile(pile, number)


def _pcio_table(room: Room, table: RoomTable) -> Iterator[Widget]:
    for holder in table.holders:
        yield {
            "id": holder.id,
            "type": "cardPile",
            "x": holder.x,
            "y": holder.y,
            "z": 1,
            "width": holder.width,
            "height": holder.height,
            "label": holder.title,
            "hasShuffleButton": holder.shuffles,
        }
    for pile in room.piles:
        if not pile.board:
            yield _pcio_deck(pile, 1, home_of(table, pile))
    corner = {holder.id: (holder.x, holder.y) for holder in table.holders}
    for piece in table.pieces:
        right, down = corner.get(piece.holder, (0, 0))
        x, y, turn = piece.x + right, piece.y + down, {"rotation": piece.angle} if piece.angle else {}
        if piece.pile.board:
            board = _pcio_board(replace(piece.pile, x=x, y=y), piece.z)
            yield from ({**each, **turn} for each in board)
        else:
            yield {**laid_card(piece), "x": x, "y": y, "faceup": piece.up, **turn}
    for text in table.texts:
        at = {"id": text.id, "x": text.x, "y": text.y, "z": 1, "width": text.width}
        if text.start is not None:
            yield {**at, "type": "counter", "label": text.text, "counterValue": text.start}
        elif not text.id.endswith(".label"):  # piles have labels of their own
            yield {**at, "type": "label", "height": LABEL, "labelContent": text.text, "textAlign": "left"}


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
    holder = f"{pile.id}-pile"
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
    yield _pcio_deck(pile, number, {"parent": holder, **at})
    yield from all_cards(pile, at, {"faceup": False})


def _pcio_deck(pile: RoomPile, number: int, at: Widget) -> Widget:
    addresses = {face.name: _address(face.name) for one in pile.designs for face in one.faces}
    return {
        "id": f"{pile.id}-deck",
        "type": "cardDeck",
        **at,
        "z": number,
        "cardTypes": card_types(pile, addresses),
        "cardWidth": pile.width,
        "cardHeight": pile.height,
        "faceTemplate": _pcio_template("front", pile),
        "backTemplate": _pcio_template("back", pile),
    }


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
    {"dpi": 150.0, "players": None, "seed": 1},
    partial(plan_room, kind="pcio", make=_pcio_file),
)
