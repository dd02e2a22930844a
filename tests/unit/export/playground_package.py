"""Reads a package as Tabletop Playground would, with other code than wrote it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image

MUST: dict[str, type | tuple[type, ...]] = {
    "Type": str, "GUID": str, "Name": str, "Metadata": str, "CollisionType": str, "SurfaceType": str,
    "Models": list, "Tags": list, "FrontTexture": str, "BackIndex": int, "HiddenIndex": int, "Indices": list,
    "CardNames": dict, "CardMetadata": dict, "CardTags": dict, "NumHorizontal": int, "NumVertical": int,
    "Width": (int, float), "Height": (int, float), "Thickness": (int, float), "Model": str,
}  # fmt: skip
"""What the schema of a card asks for, and what we never leave out."""


class PlaygroundPackage:
    """A package, its templates by name, and what is wrong with it."""

    def __init__(self, folder: Path) -> None:
        (self.folder,) = (path for path in folder.iterdir() if path.is_dir())
        self.manifest: dict[str, Any] = json.loads((self.folder / "Manifest.json").read_text())
        self.files = {
            path.stem: json.loads(path.read_text()) for path in self.folder.glob("Templates/*.json")
        }
        self.record: dict[str, Any] = json.loads((folder / "export.json").read_text())

    def template(self, name: str) -> dict[str, Any]:
        (found,) = (one for one in self.files.values() if one["Name"] == name)
        return dict(found)

    def picture(self, name: str) -> Image.Image:
        return Image.open(self.folder / "Textures" / name)

    def cell(self, template: dict[str, Any], number: int, key: str = "FrontTexture") -> Image.Image:
        """What the program shows in a cell."""
        sheet = self.picture(template[key])
        width = sheet.width // template["NumHorizontal"]
        height = sheet.height // template["NumVertical"]
        row, column = divmod(number, template["NumHorizontal"])
        return sheet.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))

    def copies(self) -> Counter[str]:
        """Pieces by the key in their metadata."""
        found: Counter[str] = Counter()
        for one in self.files.values():
            for index in one["Indices"]:
                found[one["CardMetadata"].get(str(index), "?").partition(" ")[0].partition("/")[2]] += 1
        return found

    def problems(self, left_out: tuple[str, ...] = ()) -> list[str]:
        wrong = [] if set(self.manifest) == {"Name", "Version", "GUID"} else ["the manifest has other keys"]
        guids = [self.manifest["GUID"], *(one.get("GUID") for one in self.files.values())]
        wrong += [f"{one} is no GUID" for one in guids if not re.fullmatch("[0-9A-F]{32}", str(one))]
        if len(set(guids)) < len(guids):
            wrong.append("two things have one GUID")
        here = {path.name for path in (self.folder / "Textures").iterdir()}
        used: set[str] = set()
        for file, one in self.files.items():
            wrong += [f"{file}: {key}" for key, kind in MUST.items() if not isinstance(one.get(key), kind)]
            if one["GUID"] != file:
                wrong.append(f"{file} has another GUID")
            shown = {one["FrontTexture"], one.get("BackTexture") or "", *self._shape(one)} - {""}
            used |= shown
            wrong += [f"{name} is not there" for name in sorted(shown - here)]
            wrong += self._stack(one) if not shown - here else []
        wrong += [f"{name} is not used" for name in sorted(here - used)]
        asked = {
            f"{family['id']}/{item['id']}": item["copies"]
            for family in self.record["families"]
            if family["id"] not in left_out
            for item in family["items"]
        }
        if dict(self.copies()) != asked:
            wrong.append(f"copies are {dict(self.copies())}")
        return wrong

    def _shape(self, one: dict[str, Any]) -> set[str]:
        return {one["Model"]} if one["Model"] not in ("Rounded", "Square", "Round", "Hexagonal") else set()

    def _stack(self, one: dict[str, Any]) -> list[str]:
        name, wrong = one["Name"], []
        across, down = one["NumHorizontal"], one["NumVertical"]
        sheet = self.picture(one["FrontTexture"])
        if not 1 <= across <= 128 or not 1 <= down <= 128:
            wrong.append(f"{name} has too many cells")
        if sheet.width % across or sheet.height % down or max(sheet.size) > 4096:
            wrong.append(f"{name} has seams")
        cell = sheet.width // across, sheet.height // down
        if abs(cell[0] / cell[1] - one["Width"] / one["Height"]) > 0.6 / cell[1] * (1 + cell[0] / cell[1]):
            wrong.append(f"{name} is of another shape than its cells")
        if not one["Indices"] or not all(0 <= each < across * down for each in one["Indices"]):
            wrong.append(f"{name} has pieces outside its sheet")
        if {str(each) for each in one["Indices"]} != set(one["CardNames"]):
            wrong.append(f"{name} has pieces without a name")
        back = self.picture(one["BackTexture"])
        if one["BackIndex"] == -3 and back.size != sheet.size:
            wrong.append(f"{name} has backs of another size")
        if one["BackIndex"] == -2 and back.size not in (cell, (64, 64)):
            wrong.append(f"{name} has a back of another size")
        if one["BackIndex"] not in (-2, -3):
            wrong.append(f"{name} has no such back")
        for shape in self._shape(one):
            if self.picture(shape).size != cell or self.picture(shape).mode != "RGBA":
                wrong.append(f"{name} has no shape")
        for point in one["SnapPoints"]:
            if abs(point["X"]) > one["Height"] / 2 or abs(point["Y"]) > one["Width"] / 2:
                wrong.append(f"{name} snaps outside")
        return wrong
