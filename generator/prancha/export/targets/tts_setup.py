"""Tabletop Simulator: the pieces of a set-up as objects where they lie, and counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.export.targets import tts_objects
from prancha.export.targets.tts_objects import CARD_MM, CARD_UNITS, ObjectLabel, Thing
from prancha.export.targets.tts_pieces import PieceKey, TablePieces
from prancha.model.kit_components import ComponentFamily
from prancha.model.table_layout import LaidPiece, LaidPlace, LaidTable
from prancha.model.units import Mm

UNITS: float = CARD_UNITS / CARD_MM
"""Units of the table per mm, as large as cards are.  Unconfirmed, as these."""
_HEIGHT, _HIGHER = 1.5, 2.0
"""The heights in units from which pieces fall onto the table, and onto boards."""
_BESIDE = 6.0
"""The distance in units between the table and the pieces that stay in the box."""


def set_up(
    pieces: TablePieces, families: Sequence[ComponentFamily], laid: LaidTable, lang: str
) -> tuple[list[Thing], list[Thing]]:
    """Return the objects of a set-up, placed, and those of what stays in the box, to be placed."""
    made: dict[PieceKey, Thing] = {}
    for family in families:
        made.update(pieces.copies(family))
    things: list[Thing] = []
    for place in laid.places:
        there = [one for one in laid.pieces if one.place == place.place.key and (one.key, one.copy) in made]
        for group in _groups(place, there):
            things.append(_place_group(pieces, place, group, made, lang))
    for counter in laid.counters:
        name = " ".join(filter(None, (counter.title.get(lang, ""), counter.seat)))
        guid = pieces.guids.give(f"counter {counter.key}")
        things.append(
            _put(
                tts_objects.counter(guid, ObjectLabel(name), counter.start),
                (counter.x, counter.y, counter.angle),
                _HEIGHT,
            )
        )
    boxed = []
    for family in families:
        left = [made[key] for key in made if key[0].partition("/")[0] == family.id]
        if left:
            boxed.append(pieces.together(family, left))
    return things, boxed


def _groups(place: LaidPlace, pieces: Sequence[LaidPiece]) -> Iterator[list[LaidPiece]]:
    """Yield the pieces of each position, the first on top; a hand is one pile."""
    held = place.place.form == "hand"
    for position in sorted({0 if held else one.position for one in pieces}):
        there = [one for one in pieces if held or one.position == position]
        yield sorted(there, key=lambda one: one.order)


def _place_group(
    pieces: TablePieces, place: LaidPlace, group: Sequence[LaidPiece], made: dict[PieceKey, Thing], lang: str
) -> Thing:
    one, first = place.place, group[0]
    things = [made.pop((piece.key, piece.copy)) for piece in group]
    if one.form == "hand":
        at, up = (one.x, one.y, one.angle), False
    else:
        at, up = (first.x, first.y, first.angle), first.up
    name = " ".join(filter(None, (one.title.get(lang, ""), one.seat)))
    label = ObjectLabel(name, tags=tuple(dict.fromkeys(piece.key.partition("/")[0] for piece in group)))
    if len(things) == 1 and one.form != "bag":
        made_one = things[0]
    else:
        guid = pieces.guids.give(f"place {one.key} {first.position}")
        cards = all(thing["Name"] == "CardCustom" for thing in things) and len(things) > 1
        if cards and one.form != "bag":
            # A deck lies face down with its first card on top, face up with its last.
            ordered = things[::-1] if up else things
            made_one = tts_objects.deck(guid, label, things[0]["Transform"]["scaleX"], ordered)
        else:
            made_one = tts_objects.bag(guid, label, things)
    made_one["Transform"]["rotZ"] = 0.0 if up or made_one["Name"] == "Bag" else 180.0
    return _put(made_one, at, _HIGHER if one.on else _HEIGHT)


def _put(thing: Thing, at: tuple[Mm, Mm, float], height: float) -> Thing:
    x, y, angle = at
    thing["Transform"] |= {
        "posX": round(x * UNITS, 3),
        "posY": height,
        "posZ": round(-y * UNITS, 3),
        "rotY": round((180.0 + angle) % 360, 3),
    }
    return thing


def put_beside(things: Sequence[Thing], laid: LaidTable) -> list[Thing]:
    """Place objects in a column beyond the left edge of the table."""
    left, far = -laid.table.width / 2 * UNITS - _BESIDE, laid.table.height / 2 * UNITS
    for number, thing in enumerate(things):
        thing["Transform"] |= {"posX": round(left, 3), "posZ": round(far - 4.0 * number, 3)}
    return list(things)
