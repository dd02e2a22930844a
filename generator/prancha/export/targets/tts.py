"""Tabletop Simulator: a saved object, or a whole save, with its pictures."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

import msgspec

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import png
from prancha.export.target import (
    RECORD,
    Export,
    File,
    Plan,
    Steps,
    Target,
    fill_hash,
    refuse_plan,
    usual_fields,
)
from prancha.export.targets import tts_objects, tts_pieces
from prancha.export.targets.designs import families_of, is_flattened, name_errors, role, shown_faces, slug
from prancha.export.targets.picture_sheets import draw_fan
from prancha.export.targets.tts_objects import TILE_MM, Guids, ObjectLabel, Thing
from prancha.export.targets.tts_pieces import Asset, TablePieces
from prancha.export.targets.tts_setup import put_beside, set_up
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.kit_components import ComponentKit
from prancha.model.units import MM_PER_INCH
from prancha.system.words import words


def _steps(assets: str, game: str, whole: bool) -> Steps:
    """Return the steps for one way to name pictures: "name", "file", or the address at which they will be."""

    def steps(lang: str) -> Sequence[str]:
        texts = words(lang, "exports")["tts"]
        online = assets.startswith("http")
        chosen = (
            *texts["copy"],
            texts["from" if online else assets],
            texts["save" if whole else "object"],
            *(() if online else (texts["share"],)),
            *texts["after"],
        )
        where = "Saves" if whole else "Saves/Saved Objects"
        return [text.format(where=where, game=game, assets=assets) for text in chosen]

    return steps


_WIDE = 36.0
"""How wide a row of objects may be; the usual table is about 60 wide."""
_GAP = 1.5
_DEPTH = 5.0
_HANDS = (
    ("White", -15.0, -22.0),
    ("Red", 0.0, -22.0),
    ("Yellow", 15.0, -22.0),
    ("Blue", -15.0, 22.0),
    ("Green", 0.0, 22.0),
    ("Purple", 15.0, 22.0),
)
"""The colours of seats, and where their hands are.  Unconfirmed: players move them where they like."""
_TABLE = "Table_RPG"


def save_file(kit: ComponentKit, things: Sequence[Thing], guids: Guids) -> Thing:
    """Return a whole save: the objects with a table, the hands of players, and a notebook."""
    hands = [tts_objects.hand(guids.give(f"hand {colour}"), colour, x, z) for colour, x, z in _HANDS]
    tab = {
        "title": kit.title,
        "body": _listed(kit),
        "color": "Grey",
        "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
        "id": 0,
    }
    return tts_objects.saved([*things, *hands]) | {
        "SaveName": kit.title,
        "Table": _TABLE,
        "TabStates": {"0": tab},
        "Note": kit.title,
        **usual_fields("tts", "whole save"),
    }


def _card(kit: ComponentKit, guids: Guids) -> Thing:
    return tts_objects.notecard(guids.give("notecard"), ObjectLabel(kit.title, _listed(kit)))


def _listed(kit: ComponentKit) -> str:
    """Return the list of components, as it is read in the program."""
    texts = words(kit.lang, "exports")["tts"]
    lines = [f"{texts['components']}:"]
    lines += (f"{family.title}: {family.copies}" for family in kit.families)
    lines.append(f"= {sum(family.copies for family in kit.families)} {texts['pieces']}")
    if kit.revision:
        lines.append(f"{texts['revision']}: {kit.revision}")
    if kit.licence:
        lines.append(kit.licence)
    return "\n".join(lines)


def _placed(things: Sequence[Thing]) -> list[Thing]:
    """Place objects in rows from the player to the far side, the small ones first, without overlap."""
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
    """Return width and depth on the table, generously: wide pictures are up to 2.5 times as wide as high."""
    scale = float(thing["Transform"]["scaleX"])
    if thing["Name"] in ("CardCustom", "DeckCustom"):
        return 3.5 * scale, 3.5 * scale
    if thing["Name"] in ("Custom_Tile", "Custom_Token"):
        return 5.0 * scale if thing["Locked"] else 2.5 * scale, 2.0 * scale
    return _DEPTH / 2, _DEPTH / 2


IMAGES = "Mods/Images/"
OBJECTS = "Saves/Saved Objects/"
SAVES = "Saves/"
THUMBNAIL = 256
"""Pixels of a side."""


def plan(export: Export) -> Plan:
    """Plan all pictures, then the file that names them, and its thumbnail."""
    kit, options = export.kit, export.options
    decks = {
        family.id: [one.id for one in family.components] for family in kit.families if role(family) == "card"
    }
    try:
        before = tts_pieces.remembered(export.earlier)
    except (msgspec.ValidationError, ValueError) as problem:
        return refuse_plan([_wrong_record(export.folder, problem)])
    base = _base(options["assets"], export.folder)
    if base is None:
        return refuse_plan([_wrong_assets(options["assets"])])
    sheets = tts_pieces.allotted(decks, before)
    pieces = TablePieces(kit, sheets, options["tile_mm"] or TILE_MM)
    families = [family for family in kit.families if role(family) != "box"]
    laid = export.laid
    if laid is None:
        things = _placed([*(pieces.family(family) for family in families), _card(kit, pieces.guids)])
    else:
        things, boxed = set_up(pieces, families, laid, kit.lang)
        things += put_beside([*boxed, _card(kit, pieces.guids)], laid)
    whole = options["whole_save"]
    saved = save_file(kit, things, pieces.guids) if whole else tts_objects.saved(things)
    text, folder = msgspec.json.encode(saved), SAVES if whole else OBJECTS
    stem = folder + (slug(kit.game) or "game")
    assets = list(pieces.assets.values())
    names = (*(IMAGES + asset.name for asset in assets), f"{stem}.json", f"{stem}.png")

    def write(pictures: FacePictures) -> Iterator[File]:
        written = yield from _images(pictures, assets)
        yield f"{stem}.json", _named(text, written, base)
        yield f"{stem}.png", png(draw_fan(pictures, shown_faces(kit), THUMBNAIL), 72)

    return Plan(
        names,
        write,
        _steps(options["assets"], slug(kit.game), options["whole_save"]),
        wrong=tuple(name_errors(names, "give the families or components other ids")),
        told=tuple(_told(kit, before)),
        memory={"sheets": msgspec.to_builtins(sheets)},
        left_out=families_of(kit, "box"),
    )


def _images(pictures: FacePictures, assets: Sequence[Asset]) -> Generator[File, None, dict[str, str]]:
    """Write the pictures; return the final name of each."""
    written: dict[str, str] = {}
    for asset in assets:
        data = asset.write(pictures)
        written[asset.name] = fill_hash(asset.name, data)
        yield IMAGES + written[asset.name], data
    return written


def _named(text: bytes, written: Mapping[str, str], base: str) -> bytes:
    """Fill in the addresses of the pictures."""
    told = text.decode()
    for name, made in written.items():
        told = told.replace(f'"{name}"', msgspec.json.encode(base + made).decode())
    return msgspec.json.format(told.encode(), indent=1) + b"\n"


def _base(assets: str, folder: str) -> str | None:
    """Return the prefix of the names of pictures; None for an unknown way to name them."""
    if assets == "name":
        return ""
    if assets == "file":
        return f"file:///{folder.lstrip('/')}/{IMAGES}"
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(assets)
    except ValueError:
        return None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.query or parts.fragment:
        return None
    return assets.rstrip("/") + "/" if assets.isascii() and " " not in assets else None


def _wrong_assets(given: str) -> Diagnostic:
    hint = "write name (pictures go to Mods/Images), file, or an address such as https://example.org/den/"
    return Diagnostic(Place(""), "export-option", f'--assets "{given}" says no place for pictures', hint=hint)


def _wrong_record(folder: str, problem: Exception) -> Diagnostic:
    hint = "delete the folder: all cards get new places on their sheets, and saved tables do not know them"
    message = f"the record does not tell where cards stood on their sheets: {problem}"
    return Diagnostic(Place(f"{folder}/{RECORD}"), "export-record", message, hint=hint)


def _told(kit: ComponentKit, before: Sequence[tts_pieces.CardSheet]) -> Iterator[str]:
    """Yield remarks for the user."""
    for family in kit.families:
        spaces = sum(len(one.front.spaces) for one in family.components)
        if spaces:
            yield f"{family.title}: {spaces} snap points, one on each space that is drawn"
        if role(family) == "card" and any(one.back is None for one in family.components):
            yield f"{family.title}: these cards have no back; on the table theirs is white"
        if role(family) == "die" and family.net is not None and len(family.net.panels) != 6:
            sides = len(family.net.panels)
            yield f"{family.title}: how a d{sides} wears its picture is not known; the program's own is there"
        longest = max(family.outline.width, family.outline.height) * tts_pieces.DPI / MM_PER_INCH
        if round(longest) > tts_pieces.MOST_SIDE:
            fewer = tts_pieces.DPI * tts_pieces.MOST_SIDE / longest
            yield f"{family.title}: drawn with {fewer:.0f} dpi: a picture has {tts_pieces.MOST_SIDE} pixels"
        if role(family) == "box":
            yield f"{family.title}: left out; its net is no piece"
        if is_flattened(family):
            yield f"{family.title}: a {family.kind} lies unfolded on this table"
    of = {family.id: {one.id for one in family.components} for family in kit.families}
    gone = [
        f"{sheet.family}/{name}"
        for sheet in before
        for name in sheet.slots
        if name not in of.get(sheet.family, ())
    ]
    if gone:
        yield f"no more in the game, their places are kept empty: {', '.join(gone)}"
    yield "sizes of tiles, boards and tokens beside cards are not confirmed; --tile-mm sets them"


TARGET = Target(
    "tts",
    "Tabletop Simulator: decks, tiles, boards, stand-ups and dice as a saved object",
    {"assets": "name", "tile_mm": None, "whole_save": False, "players": None, "seed": 1},
    plan,
)
