"""virtualtabletop.io: a room with piles, boards and a hand, or set up for play."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from prancha.export.target import Target, usual_fields
from prancha.export.targets.room_tables import (
    BUTTON,
    HAND_TOP,
    LABEL,
    RIM,
    RoomPile,
    RoomTable,
    RoomText,
)
from prancha.export.targets.rooms import (
    SHELF,
    Room,
    Widget,
    all_cards,
    card_types,
    has_backs,
    home_of,
    laid_card,
    plan_room,
    refuse_large,
    zip_files,
)
from prancha.model.kit_components import ComponentKit

VERSION = 11
"""Version of its files; newer servers read older ones."""

MOST_JSON = 20 * 2**20


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


def _vtt_room(kit: ComponentKit, room: Room, names: Mapping[str, str]) -> Widget:
    widgets: Widget = {
        "_meta": {
            "version": VERSION,
            "info": {
                "name": kit.title,
                "image": names[SHELF],
                "attribution": kit.licence,
                "description": kit.subtitle,
                "language": kit.lang,
                "variant": kit.revision,
                "lastUpdate": 0,
            },
        },
        "hand": usual_fields("vtt", "hand") | {"y": HAND_TOP},
    }
    for pile in room.piles if room.table is None else ():
        for each in _vtt_board(pile, names) if pile.board else _vtt_pile(pile, names):
            widgets[each["id"]] = each
    if room.table is not None:
        widgets |= {each["id"]: each for each in _vtt_table(room, room.table, names)}
    return widgets


def _vtt_table(room: Room, table: RoomTable, names: Mapping[str, str]) -> Iterator[Widget]:
    """Yield the widgets of a set-up: holders first, then the decks that cards refer to, then pieces."""
    for holder in table.holders:
        yield {
            "id": holder.id,
            "type": "holder",
            "x": holder.x,
            "y": holder.y,
            "z": 1,
            "width": holder.width,
            "height": holder.height,
            "dropTarget": {"type": "card"},
            "inheritChildZ": True,
        }
        if holder.shuffles:
            yield _button(
                f"{holder.id}.shuffle",
                holder.x,
                holder.y + holder.height + RIM,
                "↺",
                [{"func": "SHUFFLE", "holder": holder.id}],
                wide=max(holder.width, 40),
            )
    for pile in room.piles:
        if not pile.board:
            yield _vtt_deck(pile, names, home_of(table, pile))
    for piece in table.pieces:
        turn = {"rotation": piece.angle} if piece.angle else {}
        if piece.pile.board:
            board = _vtt_board(replace(piece.pile, x=piece.x, y=piece.y), names)
            yield from ({**each, **turn} for each in board)
        else:
            up = {"activeFace": int(piece.up and has_backs(piece.pile))}
            yield {**laid_card(piece), **up, **turn}
    for text in table.texts:
        yield from (
            [_vtt_label(text.id, text.x, text.y, text.width, text.text)]
            if text.start is None
            else (_vtt_counter(text))
        )


def _vtt_label(name: str, x: int, y: int, width: int, text: str) -> Widget:
    return {
        "id": name,
        "type": "label",
        "x": x,
        "y": y,
        "z": 1,
        "width": width,
        "height": LABEL,
        "text": text,
        "css": "text-align: left; font-size: 16px;",
    }


def _vtt_counter(text: RoomText) -> Iterator[Widget]:
    """Yield a title, a number, and a button on either side of it."""
    yield _vtt_label(f"{text.id}.label", text.x, text.y, text.width, text.text)
    under = text.y + LABEL
    yield {**_vtt_label(text.id, text.x + 36, under, 40, ""), "text": text.start, "height": 28}
    for mode, sign, x in (("dec", "−", text.x), ("inc", "+", text.x + 84)):
        act = {"func": "LABEL", "label": text.id, "mode": mode, "value": 1}
        yield _button(f"{text.id}.{mode}", x, under, sign, [act], wide=28)


def _button(name: str, x: int, y: int, text: str, acts: Sequence[Widget], wide: int) -> Widget:
    return {
        "id": name,
        "type": "button",
        "x": x,
        "y": y,
        "z": 1,
        "width": wide,
        "height": BUTTON - 2 * RIM,
        "text": text,
        "clickRoutine": list(acts),
    }


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
    yield _vtt_label(f"{pile.id}-label", pile.x, pile.y - LABEL, pile.room, pile.title)
    if sum(one.copies for one in pile.designs) > 1:
        yield _shuffle(pile, holder, inside)
    yield _vtt_deck(pile, names, {"parent": holder, "x": RIM, "y": RIM})
    yield from all_cards(pile, {"x": RIM, "y": RIM}, {"activeFace": 0})


def _vtt_deck(pile: RoomPile, names: Mapping[str, str], at: Widget) -> Widget:
    return {
        "id": f"{pile.id}-deck",
        "type": "deck",
        **at,
        "z": 1,
        "cardDefaults": {"width": pile.width, "height": pile.height},
        "cardTypes": card_types(pile, names),
        "faceTemplates": [
            _vtt_template(side, pile) for side in (("back", "front") if has_backs(pile) else ("front",))
        ],
    }


def _shuffle(pile: RoomPile, holder: str, inside: Mapping[str, int]) -> Widget:
    acts: list[Widget] = [
        {"func": "RECALL", "holder": holder},
        {"func": "FLIP", "holder": holder, "face": 0},
        {"func": "SHUFFLE", "holder": holder},
    ]
    y = pile.y + inside["height"] + RIM
    return _button(f"{pile.id}-shuffle", pile.x, y, "↺", acts, wide=max(inside["width"], 64))


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
    {"dpi": 150.0, "players": None, "seed": 1},
    partial(plan_room, kind="vtt", make=_vtt_file),
)
