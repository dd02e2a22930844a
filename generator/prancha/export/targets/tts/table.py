"""The file of a game: its objects laid out on the table, a card that lists them, the rest of a save."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.export.targets.tts import objects
from prancha.export.targets.tts.objects import Guids, ObjectLabel, Thing
from prancha.model.components import ComponentKit

_WORDS = {
    "pt": {"list": "Componentes", "revision": "Edição", "of": "peças"},
    "en": {"list": "Components", "revision": "Revision", "of": "pieces"},
}
_WIDE = 36.0
"""How wide a row of objects may be; the usual table is about 60 wide."""
_GAP = 1.5
_DEPTH = 5.0
_HANDS = (
    ("White", -15.0, -22.0), ("Red", 0.0, -22.0), ("Yellow", 15.0, -22.0),
    ("Blue", -15.0, 22.0), ("Green", 0.0, 22.0), ("Purple", 15.0, 22.0),
)  # fmt: skip
"""The colours of seats, and where their hands are.  Unconfirmed: players move them where they like."""
_TABLE = "Table_RPG"


def object_file(kit: ComponentKit, things: Sequence[Thing], guids: Guids) -> Thing:
    """A saved object: what a player takes from the menu and puts on any table."""
    return objects.saved(_placed([*things, _card(kit, guids)]))


def save_file(kit: ComponentKit, things: Sequence[Thing], guids: Guids) -> Thing:
    """A whole save: the same with a table, the hands of players, and a notebook."""
    made = _placed([*things, _card(kit, guids)])
    hands = [objects.hand(guids.give(f"hand {colour}"), colour, x, z) for colour, x, z in _HANDS]
    tab = {
        "title": kit.title, "body": _listed(kit), "color": "Grey",
        "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5}, "id": 0,
    }  # fmt: skip
    return objects.saved([*made, *hands]) | {
        "SaveName": kit.title,
        "Table": _TABLE,
        "TabStates": {"0": tab},
        "Note": kit.title,
        "Grid": {"Type": 0, "Lines": False, "Snapping": False, "xSize": 2.0, "ySize": 2.0},
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "SnapPoints": [],
        "DecalPallet": [],
    }


def _card(kit: ComponentKit, guids: Guids) -> Thing:
    return objects.notecard(guids.give("notecard"), ObjectLabel(kit.title, _listed(kit)))


def _listed(kit: ComponentKit) -> str:
    """The manifest, as it is read in the program."""
    words = _WORDS["pt" if kit.lang.casefold().startswith("pt") else "en"]
    lines = [f"{words['list']}:"]
    lines += (f"{family.title}: {family.copies}" for family in kit.families)
    lines.append(f"= {sum(family.copies for family in kit.families)} {words['of']}")
    if kit.revision:
        lines.append(f"{words['revision']}: {kit.revision}")
    if kit.licence:
        lines.append(kit.licence)
    return "\n".join(lines)


def _placed(things: Sequence[Thing]) -> list[Thing]:
    """Objects in rows from the player to the far side, the small ones first, none upon another."""
    x = z = 0.0
    depth = 0.0
    ordered = sorted(things, key=lambda thing: "AttachedSnapPoints" in thing or thing["Locked"])
    for thing in ordered:
        wide, deep = _footprint(thing)
        if x and x + wide > _WIDE:
            x, z, depth = 0.0, z + depth + _GAP, 0.0
        thing["Transform"] |= {
            "posX": round(x + wide / 2 - _WIDE / 2, 3),
            "posZ": round(z + deep / 2 - 12, 3),
        }
        x, depth = x + wide + _GAP, max(depth, deep)
    return ordered


def _footprint(thing: Thing) -> tuple[float, float]:
    """Width and depth on the table, generously: wide pictures are up to 2.5 times as wide as high."""
    scale = float(thing["Transform"]["scaleX"])
    if thing["Name"] in ("CardCustom", "DeckCustom"):
        return 3.5 * scale, 3.5 * scale
    if thing["Name"] in ("Custom_Tile", "Custom_Token"):
        return 5.0 * scale if thing["Locked"] else 2.5 * scale, 2.0 * scale
    return _DEPTH / 2, _DEPTH / 2
