"""Reads a folder for Tabletop Simulator as that program would, with other code than wrote it."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

COMMON = {
    "GUID": str, "Name": str, "Nickname": str, "Description": str, "GMNotes": str, "Transform": dict,
    "AltLookAngle": dict, "ColorDiffuse": dict, "Tags": list, "LayoutGroupSortIndex": int, "Value": int,
    "Locked": bool, "Grid": bool, "Snap": bool, "IgnoreFoW": bool, "MeasureMovement": bool,
    "DragSelectable": bool, "Autoraise": bool, "Sticky": bool, "Tooltip": bool, "GridProjection": bool,
    "HideWhenFaceDown": bool, "Hands": bool, "LuaScript": str, "LuaScriptState": str, "XmlUI": str,
}  # fmt: skip
OWN: dict[str, set[str]] = {
    "CardCustom": {"CardID", "SidewaysCard", "CustomDeck"},
    "DeckCustom": {"DeckIDs", "SidewaysCard", "CustomDeck", "ContainedObjects"},
    "Custom_Tile": {"CustomImage"}, "Custom_Token": {"CustomImage"}, "Figurine_Custom": {"CustomImage"},
    "Custom_Dice": {"CustomImage", "RotationValues"}, "Die_4": set(), "Die_8": set(), "Die_12": set(),
    "Bag": {"Bag", "MaterialIndex", "MeshIndex", "ContainedObjects"}, "Notecard": set(),
    "HandTrigger": {"FogColor"}, "Counter": {"Counter"},
}  # fmt: skip
CUSTOM = {"Custom_Tile": "CustomTile", "Custom_Token": "CustomToken", "Custom_Dice": "CustomDice"}
MAY = {"States", "AttachedSnapPoints"}
SHEET = {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"}
ENVELOPE = {
    "SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Tags", "Gravity",
    "PlayArea", "Table", "Sky", "Note", "TabStates", "LuaScript", "LuaScriptState", "XmlUI", "ObjectStates",
}  # fmt: skip


class TtsFolder:
    """A folder of an export: its objects, and what is wrong with it."""

    def __init__(self, folder: Path, base: str = "", where: str = "Saves/Saved Objects") -> None:
        self.folder, self.base = folder, base
        (self.file,) = (folder / where).glob("*.json")
        self.save: dict[str, Any] = json.loads(self.file.read_text())
        self.record: dict[str, Any] = json.loads((folder / "export.json").read_text())

    def objects(self) -> Iterator[dict[str, Any]]:
        """All objects, those inside others and other states too."""
        waiting = list(self.save["ObjectStates"])
        while waiting:
            one = waiting.pop(0)
            yield one
            waiting += [*one.get("ContainedObjects", []), *one.get("States", {}).values()]

    def pieces(self) -> list[dict[str, Any]]:
        """What a player holds: no containers, no second states."""
        waiting, found = list(self.save["ObjectStates"]), []
        while waiting:
            one = waiting.pop(0)
            waiting += one.get("ContainedObjects", [])
            if one["Name"] not in ("Bag", "DeckCustom", "Notecard", "HandTrigger", "Counter"):
                found.append(one)
        return found

    def picture(self, url: str) -> Path:
        """The file that an address means."""
        return self.folder / "Mods" / "Images" / url.removeprefix(self.base)

    def problems(self) -> list[str]:
        """Everything that is wrong; nothing when the program takes it all."""
        return [
            *([] if set(self.save) >= ENVELOPE else ["the envelope lacks fields"]),
            *self._fields(), *self._decks(), *self._pictures(), *self._copies(),
        ]  # fmt: skip

    def _fields(self) -> Iterator[str]:
        guids: Counter[str] = Counter()
        for one in self.objects():
            name = one.get("Name", "?")
            wrong = [key for key, kind in COMMON.items() if not isinstance(one.get(key), kind)]
            if wrong or name not in OWN:
                yield f"{name}: no {wrong}"
                continue
            keys = set(one) - set(COMMON) - MAY
            if keys != OWN[name]:
                yield f"{name}: {sorted(keys ^ OWN[name])}"
            if set(one["Transform"]) != {f"{a}{b}" for a in ("pos", "rot", "scale") for b in "XYZ"}:
                yield f"{name}: transform"
            if not re.fullmatch("[0-9a-f]{6}", one["GUID"]):
                yield f"{name}: GUID {one['GUID']}"
            if name in CUSTOM and CUSTOM[name] not in one["CustomImage"]:
                yield f"{name}: no {CUSTOM[name]}"
            for point in one.get("AttachedSnapPoints", []):
                if abs(point["Position"]["z"]) > 1:
                    yield f"{name}: a snap point beside it"
            if one["LuaScript"] or one["XmlUI"]:
                yield f"{name}: a script"
            guids[one["GUID"]] += 1
        yield from (f"GUID {guid} {count} times" for guid, count in guids.items() if count > 1)

    def _decks(self) -> Iterator[str]:
        keys: dict[str, Any] = {}
        for one in self.objects():
            for key, sheet in one.get("CustomDeck", {}).items():
                if keys.setdefault(key, sheet) != sheet:
                    yield f"deck {key} is two sheets"
            if one["Name"] == "DeckCustom":
                inside = one["ContainedObjects"]
                if len(inside) < 2 or one["DeckIDs"] != [card["CardID"] for card in inside]:
                    yield f"{one['Nickname']}: cards and numbers differ"
            numbers = one.get("DeckIDs", [one["CardID"]] if "CardID" in one else [])
            for number in numbers:
                sheet = one["CustomDeck"].get(str(number // 100))
                if sheet is None or number % 100 >= min(70, sheet["NumWidth"] * sheet["NumHeight"]):
                    yield f"card {number} is on no sheet"
        for key, sheet in keys.items():
            if set(sheet) != SHEET or not (1 <= sheet["NumWidth"] <= 10 and 1 <= sheet["NumHeight"] <= 7):
                yield f"deck {key}: {sheet}"
                continue
            face = Image.open(self.picture(sheet["FaceURL"]))
            if face.width % sheet["NumWidth"] or face.height % sheet["NumHeight"]:
                yield f"deck {key}: cells are no whole pixels"
            if face.mode != "RGB" or (
                sheet["UniqueBack"] and Image.open(self.picture(sheet["BackURL"])).size != face.size
            ):
                yield f"deck {key}: its pictures differ"

    def urls(self) -> set[str]:
        """All addresses in the file."""
        found = re.findall(
            r'"(?:FaceURL|BackURL|ImageURL|ImageSecondaryURL)": "([^"]*)"', self.file.read_text()
        )
        return set(found) - {""}

    def _pictures(self) -> Iterator[str]:
        used = set()
        for url in sorted(self.urls()):
            path = self.picture(url)
            used.add(path.name)
            if not url.startswith(self.base) or not path.is_file():
                yield f"{url} is no file"
                continue
            digits = path.stem.rpartition("-")[2]
            if not hashlib.sha256(path.read_bytes()).hexdigest().startswith(digits) or len(digits) != 8:
                yield f"{path.name} is called after other bytes"
            if max(Image.open(path).size) > 4096:
                yield f"{path.name} is too large"
        there = {path.name for path in (self.folder / "Mods" / "Images").iterdir()}
        yield from (f"{name} is not used" for name in sorted(there - used))

    def _copies(self) -> Iterator[str]:
        game = self.record["game"]
        told = {
            f"{game}/{family['id']}/{item['id']}": item["copies"]
            for family in self.record["families"]
            if family["id"] not in self.record.get("left_out", ())
            for item in family["items"]
        }
        found = Counter(one["GMNotes"].partition(" ")[0] for one in self.pieces())
        for key in sorted({*told, *found}):
            if told.get(key) != found[key]:
                yield f"{key}: {found[key]} and not {told.get(key)}"
