"""Files for virtual tables, read as the table reads them: every picture it asks for, every piece."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from prancha.checks.proof.folder_files import RECORD, ExportRecord, file_fault
from prancha.model.diagnostic import Diagnostic

SIGNED = 2**31
"""From here on, JSZip reads a CRC of 32 bits as a negative number."""
VTT_PICTURE, PCIO_PICTURE = 10 * 2**20, 2 * 2**20
"""Bytes at which the tables refuse a picture."""
_NO_PIECES = ("Bag", "DeckCustom", "Notecard", "HandTrigger", "Counter")
_ADDRESSES = ("FaceURL", "BackURL", "ImageURL", "ImageSecondaryURL")
"""Entries of Tabletop Simulator's objects that name pictures."""


class Table(Struct, frozen=True):
    """An export as a table reads it: copies by `family/id`, pictures asked for and there, faults."""

    file: str
    copies: Counter[str] = field(default_factory=Counter)
    asked: set[str] = field(default_factory=set)
    there: set[str] = field(default_factory=set)
    wrong: list[tuple[str, str]] = field(default_factory=list)


def check_table(folder: Path, told: ExportRecord) -> tuple[int | None, list[Diagnostic]]:
    """How many pieces the table lays out, None for what is no table, and what is wrong with them."""
    read = _READERS.get(told.target)
    if read is None:
        return None, []
    try:
        table = read(folder, told)
    except (ValueError, LookupError, TypeError, AttributeError, OSError, zipfile.BadZipFile) as problem:
        message = f"{told.target} cannot read these files: {problem or type(problem).__name__}"
        return 0, [file_fault(RECORD, "export-table", message)]
    return table.copies.total(), list(_check_counts(table, told))


def _check_counts(table: Table, told: ExportRecord) -> Iterator[Diagnostic]:
    lost, unused = sorted(table.asked - table.there), sorted(table.there - table.asked)
    wrong = [*table.wrong]
    wrong += [(table.file, f"the table asks for {name}, and reads no picture of that name") for name in lost]
    wrong += [(table.file, f"the table reads the picture {name}, and nothing shows it") for name in unused]
    for file, message in wrong:
        yield file_fault(file, "export-table", message)
    meant = told.meant
    for family in told.families:
        keys = [f"{family.id}/{item.id}" for item in family.items]
        if family.id in told.left_out and not any(table.copies[key] for key in keys):
            total = sum(meant[key] for key in keys)
            message = f"{family.id}: none of {total} pieces is on this table, as the export said"
            yield file_fault(RECORD, "export-left-out", message, severity="warning")
            continue
        for key in keys:
            if table.copies[key] != meant[key]:
                message = f"{key}: the table lays out {table.copies[key]}, expected {meant[key]}"
                yield file_fault(table.file, "export-copies", message)
    for key in sorted(table.copies.keys() - meant.keys()):
        message = f"{key}: the table lays it out, and the game has no such piece"
        yield file_fault(table.file, "export-copies", message)


def _plain_id(text: str) -> str:
    """An id in the letters that all these files allow."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_.]+", "-", bare).strip("-.")


def _keys_by_name(told: ExportRecord) -> Mapping[str, str]:
    """`family/id` by the name that files give a piece: `family-id`."""
    return {
        f"{_plain_id(family.id)}-{_plain_id(item.id)}": f"{family.id}/{item.id}"
        for family in told.families
        for item in family.items
    }


def _only_file(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise ValueError(f"{len(found)} files are called {pattern}, expected one")
    return found[0]


# Rooms in a browser.


def _read_vtt(folder: Path, told: ExportRecord) -> Table:
    """virtualtabletop.io stores each file of `assets` under its CRC and size, whatever it is called."""
    path = _only_file(folder, "*.vtt")
    table = Table(path.name)
    with zipfile.ZipFile(path) as archive:
        room = json.loads(archive.read("0.json"))
        for one in archive.infolist():
            if re.match(r"/?assets", one.filename):
                crc = one.CRC - 2 * SIGNED if one.CRC >= SIGNED else one.CRC
                table.there.add(f"/assets/{crc}_{one.file_size}")
                _check_size(table, one, VTT_PICTURE)
    table.asked.update(text for _, text in _find_texts(room) if text.startswith("/assets/"))
    del room["_meta"]
    _read_room(table, list(room.values()), "deck", _keys_by_name(told), lambda face: face.get("image"))
    return table


def _read_pcio(folder: Path, told: ExportRecord) -> Table:
    """PlayingCards.io finds pictures by their names in the package."""
    path = _only_file(folder, "*.pcio")
    table = Table(path.name)
    with zipfile.ZipFile(path) as archive:
        widgets = json.loads(archive.read("widgets.json"))
        for one in archive.infolist():
            if one.filename.startswith("userassets/"):
                table.there.add(f"package://{one.filename}")
                _check_size(table, one, PCIO_PICTURE)
    table.asked.update(text for _, text in _find_texts(widgets) if text.startswith("package://"))
    _read_room(table, widgets, "cardDeck", _keys_by_name(told), lambda _: None)
    return table


def _check_size(table: Table, one: zipfile.ZipInfo, most: int) -> None:
    if one.file_size >= most:
        message = f"{one.filename} has {one.file_size} bytes; the table takes less than {most}"
        table.wrong.append((table.file, message))


def _read_room(
    table: Table,
    widgets: list[dict[str, Any]],
    deck: str,
    keys: Mapping[str, str],
    image: Callable[[dict[str, Any]], Any],
) -> None:
    """Count the cards that lie on something and have a deck that knows them, and boards."""
    known = {one["id"]: one for one in widgets}
    if len(known) < len(widgets):
        table.wrong.append((table.file, "two widgets have one id"))
    for one in widgets:
        if "parent" in one and one["parent"] not in known:
            table.wrong.append((table.file, f"{one['id']} lies on {one['parent']}, which is not there"))
        if one.get("type") == "card":
            of = known.get(one["deck"], {})
            if of.get("type") != deck or one["cardType"] not in of["cardTypes"]:
                table.wrong.append((table.file, f"{one['id']} is of no deck"))
                continue
            name = f"{one['deck'].removesuffix('-deck')}-{one['cardType']}"
            table.copies[keys.get(name, name)] += 1
        elif one.get("type") == "board" or any(image(face) for face in one.get("faces", ())):
            here = [key for name, key in keys.items() if name.startswith(f"{one['id']}-")]
            table.copies[here[0] if len(here) == 1 else one["id"]] += 1


def _find_texts(tree: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a JSON value, each with the key of the object that it stands in."""
    if isinstance(tree, str):
        yield key, tree
    elif isinstance(tree, dict):
        for name, value in tree.items():
            yield from _find_texts(value, name)
    elif isinstance(tree, list):
        for value in tree:
            yield from _find_texts(value, key)


def _file_names(folder: Path, *patterns: str) -> Iterator[str]:
    """Files somewhere in a folder, by their path from it."""
    for pattern in patterns:
        yield from (path.relative_to(folder).as_posix() for path in folder.rglob(pattern))


# Programs.


def _read_tts(folder: Path, told: ExportRecord) -> Table:
    """Tabletop Simulator: objects, those inside of bags and decks too, and the pictures they name."""
    path = _only_file(folder, "Saves/**/*.json")
    table = Table(path.relative_to(folder).as_posix())
    save = json.loads(path.read_bytes())
    assets = str(told.options.get("assets", "name"))
    base = {"name": "", "file": f"file:///{str(folder.resolve()).lstrip('/')}/Mods/Images/"}.get(assets)
    base = f"{assets.rstrip('/')}/" if base is None else base
    waiting = list(save["ObjectStates"])
    while waiting:
        one = waiting.pop()
        waiting += one.get("ContainedObjects", [])
        # What is inside of it waits for its own turn; its other states do not.
        own = {key: value for key, value in one.items() if key != "ContainedObjects"}
        for url in (text for key, text in _find_texts(own) if key in _ADDRESSES and text):
            if assets == "file" and not url.startswith(base):
                table.wrong.append((table.file, f"{url} is not in this folder: it was moved"))
            table.asked.add(url.removeprefix(base).rpartition("Mods/Images/")[2])
        if "CardID" in one and str(one["CardID"] // 100) not in one.get("CustomDeck", {}):
            table.wrong.append((table.file, f"card {one['CardID']} is on no sheet"))
        elif one["Name"] not in _NO_PIECES:
            table.copies[one["GMNotes"].partition(" ")[0].removeprefix(f"{told.game}/")] += 1
    table.there.update(each.name for each in (folder / "Mods" / "Images").iterdir())
    return table


_SECTION = re.compile(r"^\[(?P<name>.*)\]$|^(?P<key>\w+) = (?P<value>.*(?:\n[\t\]}].*)*)$", re.MULTILINE)


def _read_club(folder: Path, told: ExportRecord) -> Table:
    """Tabletop Club: what its `config.cfg` name, each as often as it says, and stacks of their names."""
    pack = _only_file(folder, "*/")
    table, keys = Table(pack.name), _keys_by_name(told)
    for config in sorted(pack.rglob("config.cfg")):
        where = config.parent
        under = where.relative_to(pack)
        entries = {name: one for name, one in _read_settings(config).items() if "ignore" not in one}
        counted = {}
        for name, one in entries.items():
            table.asked.add((under / name).as_posix())
            if "back_face" in one:
                table.asked.add((under / json.loads(one["back_face"])).as_posix())
            found = re.search(r"\((\d+) x\)\"$", one["desc"])
            counted[json.loads(one["name"])] = count = int(found[1]) if found else 0
            stem = name.rpartition(".")[0].removesuffix("-front")
            table.copies[keys.get(stem, stem)] += count
        stacked: Counter[str] = Counter()
        for one in _read_settings(where / "stacks.cfg").values():
            stacked.update(json.loads(one["items"]))
        for name, count in stacked.items():
            if counted.get(name) != count:
                told_count = f"{count} in stacks, expected {counted.get(name, 0)}"
                table.wrong.append((f"{pack.name}/{where.name}/stacks.cfg", f"{name}: {told_count}"))
        for model in sorted(where.glob("*.obj")):
            libraries = re.findall(r"^mtllib (\S+)$", model.read_text("utf-8"), re.MULTILINE)
            for library in libraries:
                table.asked.add((under / library).as_posix())
                if (where / library).is_file():
                    maps = re.findall(r"^map_Kd (\S+)$", (where / library).read_text("utf-8"), re.MULTILINE)
                    table.asked.update((under / each).as_posix() for each in maps)
    table.there.update(_file_names(pack, "*.png", "*.obj", "*.mtl"))
    return table


def _read_settings(path: Path) -> dict[str, dict[str, str]]:
    """Sections of a file of the Godot engine, values as they are written."""
    found: dict[str, dict[str, str]] = {}
    section: dict[str, str] = {}
    for part in _SECTION.finditer(path.read_text("utf-8") if path.is_file() else ""):
        if part["name"] is not None:
            section = found.setdefault(part["name"], {})
        else:
            section[part["key"]] = part["value"]
    return found


def _read_cgs(folder: Path, told: ExportRecord) -> Table:
    """Card Game Simulator: decks that name cards by id and back, boards that a card brings."""
    game = _only_file(folder, "*/")
    table, keys = Table(game.name), _keys_by_name(told)
    about = json.loads((game / "cgs.json").read_bytes())
    loaded = {}
    for card in json.loads((game / "AllCards.json").read_bytes()):
        table.asked.add(f"sets/{card['set']}/{card['id']}.png")
        for back in card["backs"]:
            table.asked.add(f"backs/{back}.png")
            loaded[f"{card['id']}.{back}"] = card["id"]
    table.asked.add("CardBack.png")
    for deck in about["gameStartDecks"]:
        for line in (game / deck["url"]).read_text("utf-8").splitlines():
            found = re.fullmatch(r"(\d+) \[([^\]]+)\] [^\[\]()]+", line)
            if found and found[2] in loaded:
                name = loaded[found[2]]
                table.copies[keys.get(name, name)] += int(found[1])
            elif not line.startswith("#"):
                table.wrong.append((f"{game.name}/{deck['url']}", f'"{line}" names no card'))
    table.asked.update(one["url"] for one in about.get("gameBoardUrls", ()))
    for brought in about.get("gameBoardCards", ()):
        for board in brought["boards"]:
            name = board["id"].removesuffix("-front")
            table.copies[keys.get(name, name)] += 1
    table.there.update(_file_names(game, "*.png"))
    return table


def _read_playground(folder: Path, told: ExportRecord) -> Table:
    """Tabletop Playground: templates whose `Indices` are their pieces."""
    package = _only_file(folder, "*/")
    table = Table(package.name)
    for path in sorted(package.glob("Templates/*.json")):
        one = json.loads(path.read_bytes())
        table.asked.update({one["FrontTexture"], one["BackTexture"]} - {""})
        if one["Model"].endswith(".png"):
            table.asked.add(one["Model"])
        for index in one["Indices"]:
            if not 0 <= index < one["NumHorizontal"] * one["NumVertical"]:
                table.wrong.append((table.file, f"{one['Name']}: piece {index} is outside its sheet"))
            name = one["CardMetadata"][str(index)].partition(" ")[0]
            table.copies[name.removeprefix(f"{told.game}/")] += 1
    table.there.update(each.name for each in (package / "Textures").iterdir())
    return table


# Lists to upload by.


def _list_reader(name: str, family: str, sides: tuple[str, str]) -> Callable[[Path, ExportRecord], Table]:
    def read(folder: Path, told: ExportRecord) -> Table:
        table = Table(name)
        titles = {one.title: one.id for one in told.families}
        for row in csv.DictReader(io.StringIO((folder / name).read_text("utf-8-sig"))):
            table.asked.update({row[side] for side in sides} - {""})
            table.copies[f"{titles.get(row[family], row[family])}/{row['id']}"] += int(row["copies"])
        table.there.update(_file_names(folder, "*.png"))
        return table

    return read


_READERS: Mapping[str, Callable[[Path, ExportRecord], Table]] = {
    "vtt": _read_vtt,
    "pcio": _read_pcio,
    "tts": _read_tts,
    "tabletop-club": _read_club,
    "cgs": _read_cgs,
    "playground": _read_playground,
    "tabletopia": _list_reader("upload.csv", "family", ("front", "back")),
    "screentop": _list_reader("components.csv", "component", ("front_sheet", "back_sheet")),
}
