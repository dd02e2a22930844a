"""Tabletop Simulator: a saved object, or a whole save, with its pictures."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

import msgspec

from prancha.export.card_sheet import fanned
from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures
from prancha.export.guide import RECORD
from prancha.export.target import Export, File, Plan, Target, hashed
from prancha.export.targets.names import slug, wrong_names
from prancha.export.targets.roles import role, unfolded
from prancha.export.targets.tts import slots
from prancha.export.targets.tts.guide import steps
from prancha.export.targets.tts.objects import TILE_MM
from prancha.export.targets.tts.pieces import Asset, TablePieces
from prancha.export.targets.tts.table import object_file, save_file
from prancha.model.components import ComponentFace, ComponentKit
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.units import MM_PER_INCH

IMAGES = "Mods/Images/"
OBJECTS = "Saves/Saved Objects/"
SAVES = "Saves/"
THUMBNAIL = 256
"""Pixels of a side."""


def plan(export: Export) -> Plan:
    """All pictures, then the file that names them, and its thumbnail."""
    kit, options = export.kit, export.options
    decks = {
        family.id: [one.id for one in family.components] for family in kit.families if role(family) == "card"
    }
    try:
        before = slots.remembered(export.earlier)
    except (msgspec.ValidationError, ValueError) as problem:
        return _refused(_wrong_record(export.folder, problem))
    base = _base(options["assets"], export.folder)
    if base is None:
        return _refused(_wrong_assets(options["assets"]))
    sheets = slots.allotted(decks, before)
    pieces = TablePieces(kit, sheets, options["tile_mm"] or TILE_MM)
    things = [pieces.family(family) for family in kit.families]
    make, folder = (save_file, SAVES) if options["whole_save"] else (object_file, OBJECTS)
    text = msgspec.json.encode(make(kit, things, pieces.guids))
    stem = folder + (slug(kit.game) or "game")
    assets = list(pieces.assets.values())
    names = (*(IMAGES + asset.name for asset in assets), f"{stem}.json", f"{stem}.png")

    def write(pictures: FacePictures) -> Iterator[File]:
        written = yield from _images(pictures, assets)
        yield f"{stem}.json", _named(text, written, base)
        yield f"{stem}.png", png(fanned(pictures, _shown(kit), THUMBNAIL), 72)

    return Plan(
        names, write, steps(options["assets"], slug(kit.game), options["whole_save"]),
        wrong=tuple(wrong_names(names, "give the families or components other ids")),
        told=tuple(_told(kit, before)),
        memory={"sheets": msgspec.to_builtins(sheets)},
    )  # fmt: skip


def _images(pictures: FacePictures, assets: Sequence[Asset]) -> Generator[File, None, dict[str, str]]:
    """Write the pictures; gives back how each is called in the end."""
    written: dict[str, str] = {}
    for asset in assets:
        data = asset.write(pictures)
        written[asset.name] = hashed(asset.name, data)
        yield IMAGES + written[asset.name], data
    return written


def _named(text: bytes, written: Mapping[str, str], base: str) -> bytes:
    """The file with the addresses of its pictures in it."""
    told = text.decode()
    for name, made in written.items():
        told = told.replace(f'"{name}"', msgspec.json.encode(base + made).decode())
    return msgspec.json.format(told.encode(), indent=1) + b"\n"


def _shown(kit: ComponentKit) -> list[ComponentFace]:
    """What is in the thumbnail: a front of each of the first families, flat ones if there are any."""
    fronts = [(family.net is None, family.components[0].front) for family in kit.families]
    return [face for flat, face in fronts if flat][:4] or [face for _, face in fronts][:4]


def _base(assets: str, folder: str) -> str | None:
    """What stands before the name of a picture; None for what is no way to name them."""
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


def _refused(why: Diagnostic) -> Plan:
    return Plan((), lambda _: iter(()), {}, (why,))


def _wrong_assets(given: str) -> Diagnostic:
    hint = "write name (pictures go to Mods/Images), file, or an address such as https://example.org/den/"
    return Diagnostic(Place(""), "export-option", f'--assets "{given}" says no place for pictures', hint=hint)


def _wrong_record(folder: str, problem: Exception) -> Diagnostic:
    hint = "delete the folder: all cards get new places on their sheets, and saved tables do not know them"
    message = f"the record does not tell where cards stood on their sheets: {problem}"
    return Diagnostic(Place(f"{folder}/{RECORD}"), "export-record", message, hint=hint)


def _told(kit: ComponentKit, before: Sequence[slots.CardSheet]) -> Iterator[str]:
    for family in kit.families:
        spaces = sum(len(one.front.spaces) for one in family.components)
        if spaces:
            yield f"{family.title}: {spaces} snap points, one on each space that is drawn"
        if role(family) == "card" and any(one.back is None for one in family.components):
            yield f"{family.title}: these cards have no back; on the table theirs is white"
        if role(family) == "die" and family.net is not None and len(family.net.panels) != 6:
            sides = len(family.net.panels)
            yield f"{family.title}: how a d{sides} wears its picture is not known; the program's own is there"
        longest = max(family.outline.width, family.outline.height) * slots.DPI / MM_PER_INCH
        if round(longest) > slots.MOST_SIDE:
            fewer = slots.DPI * slots.MOST_SIDE / longest
            yield f"{family.title}: drawn with {fewer:.0f} dpi: a picture has {slots.MOST_SIDE} pixels"
        if unfolded(family):
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
    {"assets": "name", "tile_mm": None, "whole_save": False},
    plan,
)
