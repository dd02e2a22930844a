"""Reads an asset pack as Tabletop Club would, with other code than wrote it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

FOLDERS = {
    "cards": ".png", "tokens/cylinder": ".png", "pieces": ".obj", "boards": ".obj", "dice/d6": ".obj",
}  # fmt: skip
"""Those that the program knows, of those that we write, and what makes an entry there."""
KEYS = {
    "name": str, "desc": str, "mass": float, "scale": tuple, "license": str, "back_face": str,
    "ignore": bool, "face_values": dict,
}  # fmt: skip
MUST = {"name", "desc", "mass", "scale"}
Sections = dict[str, dict[str, Any]]
Numbers = tuple[float, ...]
Corner = tuple[Numbers, Numbers]
"""The spot of a corner, and its place in the picture."""


def read_config(path: Path) -> Sections:
    """Sections and keys; values as Python has them."""
    found: Sections = {}
    section = ""
    text = path.read_text(encoding="utf-8")
    for part in re.findall(r"^\[(.*)\]$|^(\w+) = (.*(?:\n[\t\]}].*)*)$", text, flags=re.MULTILINE):
        if part[0]:
            section = part[0]
            assert section not in found, f"two sections {section}"
            found[section] = {}
        else:
            value = re.sub(r"Vector[23]\(", "(", part[2])
            value = {"true": "True", "false": "False"}.get(value, value)
            found[section][part[1]] = ast.literal_eval(value)
    return found


class Model:
    """An OBJ with its MTL: triangles as (material, corners, normal), corners as (spot, uv)."""

    def __init__(self, path: Path) -> None:
        self.folder, material = path.parent, ""
        self.triangles: list[tuple[str, tuple[Corner, Corner, Corner], Numbers]] = []
        self.size = [0.0, 0.0, 0.0]
        spots: dict[str, list[Numbers]] = {"v": [], "vt": [], "vn": []}
        for line in path.read_text().splitlines():
            kind, *rest = line.split()
            if kind == "mtllib":
                self.library = path.parent / rest[0]
            elif kind == "usemtl":
                material = rest[0]
            elif kind in spots:
                spots[kind].append(tuple(map(float, rest)))
            elif kind == "f":
                corners = [[int(k) - 1 for k in one.split("/")] for one in rest]
                made = [(spots["v"][a], spots["vt"][b]) for a, b, _ in corners]
                normal = spots["vn"][corners[0][2]]
                for k in range(1, len(made) - 1):  # as the engine does
                    self.triangles.append((material, (made[0], made[k], made[k + 1]), normal))
        for axis in range(3):
            along = [spot[axis] for spot in spots["v"]]
            self.size[axis] = max(along) - min(along)
        self.pictures: dict[str, str] = {}
        for line in self.library.read_text().splitlines() if self.library.exists() else ():
            kind, *rest = line.split()
            if kind == "newmtl":
                material = rest[0]
                self.pictures.setdefault(material, "")
            elif kind == "map_Kd":
                self.pictures[material] = rest[0]

    def problems(self) -> list[str]:
        wrong = [] if self.library.exists() else [f"{self.library.name} is not there"]
        for material, corners, normal in self.triangles:
            if material not in self.pictures:
                wrong.append(f"material {material} is not there")
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (spot for spot, _ in corners)
            u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
            cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            if sum(a * b for a, b in zip(cross, normal, strict=True)) <= 0:
                wrong.append(f"a side of {material} looks inwards")
            if any(not -1e-6 <= part <= 1 + 1e-6 for _, uv in corners for part in uv):
                wrong.append(f"{material} leaves its picture")
        return sorted(set(wrong))

    def area(self, material: str) -> float:
        """In square centimetres."""
        total = 0.0
        for name, corners, _ in self.triangles:
            if name == material:
                (ax, _, az), (bx, _, bz), (cx, _, cz) = (spot for spot, _ in corners)
                total += abs((bx - ax) * (cz - az) - (cx - ax) * (bz - az)) / 2
        return total

    def seen(self, side: str, size: tuple[int, int]) -> Image.Image:
        """What is seen of a flat piece `from above`, or when it is `turned over` from left to right."""
        width, _, deep = self.size
        whole = Image.new("RGBA", size)
        turn = 1 if side == "above" else -1
        for material, corners, normal in self.triangles:
            if normal[1] * turn <= 0 or not self.pictures[material]:
                continue
            picture = Image.open(self.folder / self.pictures[material]).convert("RGBA")
            there = [
                ((turn * x / width + 0.5) * size[0], (z / deep + 0.5) * size[1]) for (x, _, z), _ in corners
            ]
            at = [(u * picture.width, (1 - v) * picture.height) for _, (u, v) in corners]
            mask = Image.new("L", size)
            ImageDraw.Draw(mask).polygon(there, fill=255)
            how = _affine(there, at)
            drawn = picture.transform(size, Image.Transform.AFFINE, how, Image.Resampling.BILINEAR)
            whole.paste(drawn, (0, 0), mask)
        return whole


def _affine(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> tuple[float, ...]:
    """Coefficients that send the three points `a` to `b`."""
    (x0, y0), (x1, y1), (x2, y2) = a
    whole = x0 * (y1 - y2) + x1 * (y2 - y0) + x2 * (y0 - y1)
    found: list[float] = []
    for axis in (0, 1):
        p, q, r = (point[axis] for point in b)
        found += (
            (p * (y1 - y2) + q * (y2 - y0) + r * (y0 - y1)) / whole,
            (p * (x2 - x1) + q * (x0 - x2) + r * (x1 - x0)) / whole,
            (p * (x1 * y2 - x2 * y1) + q * (x2 * y0 - x0 * y2) + r * (x0 * y1 - x1 * y0)) / whole,
        )
    return tuple(found)


class ClubPack:
    """A pack: its entries by folder and name, its stacks, and what is wrong with it."""

    def __init__(self, folder: Path) -> None:
        (self.folder,) = (path for path in folder.iterdir() if path.is_dir())
        self.configs = {name: self._read(name, "config.cfg") for name in FOLDERS}
        self.stacks = {name: self._read(name, "stacks.cfg") for name in FOLDERS}

    def _read(self, name: str, file: str) -> Sections:
        path = self.folder / name / file
        return read_config(path) if path.exists() else {}

    def entries(self, name: str) -> Sections:
        """Entries of a folder by name, each with its `file`."""
        made = self.configs[name]
        return {
            one.get("name", file): one | {"file": file} for file, one in made.items() if not one.get("ignore")
        }

    def model(self, name: str, entry: str) -> Model:
        return Model(self.folder / name / self.entries(name)[entry]["file"])

    def problems(self, copies: dict[str, int]) -> list[str]:
        """`copies` are those of the game by the name of their entries."""
        files = {p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file()}
        wrong = [f"{name} is in no folder of the program" for name in sorted(files) if self._lost(name)]
        found: Counter[str] = Counter()
        for name, ending in FOLDERS.items():
            wrong += self._folder(
                name, ending, {f.rpartition("/")[2] for f in files if f.startswith(f"{name}/")}
            )
            for file, one in self.entries(name).items():
                told = re.search(r"\((\d+) x\)$", one.get("desc", ""))
                found[file] += int(told[1]) if told else 0
        wrong += [] if dict(found) == copies else [f"copies are {dict(found)}"]
        return wrong + self._stacked(copies)

    def _lost(self, name: str) -> bool:
        return name.rpartition("/")[0] not in FOLDERS

    def _folder(self, name: str, ending: str, files: set[str]) -> list[str]:
        config, wrong = self.configs[name], []
        wrong += [f"{name}/{one} is named and not there" for one in sorted(set(config) - files)]
        names = [one.get("name") for one in config.values() if not one.get("ignore")]
        if len(set(names)) < len(names):
            wrong.append(f"two entries of {name} have one name")
        used = set(config) | {"config.cfg", "stacks.cfg"}
        for file, one in config.items():
            wrong += [
                f"{name}/{file}: {key}" for key, value in one.items() if not isinstance(value, KEYS[key])
            ]
            if one.get("ignore"):
                continue
            wrong += [f"{name}/{file} has no {key}" for key in sorted(MUST - set(one))]
            if not file.endswith(ending):
                wrong.append(f"{name}/{file} makes no entry")
            if len(one.get("scale", ())) != (2 if name == "cards" else 3):
                wrong.append(f"{name}/{file} has a wrong scale")
            if name == "cards":
                back = one.get("back_face", "")
                if not config.get(back, {}).get("ignore") or back not in files:
                    wrong.append(f"{file} has no back")
                used.add(back)
            if ending == ".obj" and file in files:
                model = Model(self.folder / name / file)
                wrong += [f"{name}/{file}: {each}" for each in model.problems()]
                used |= {model.library.name, *model.pictures.values()}
                missing = {each for each in model.pictures.values() if each} - files
                wrong += [f"{name}/{each} is not there" for each in sorted(missing)]
        return wrong + [f"{name}/{one} is not used" for one in sorted(files - used)]

    def _stacked(self, copies: dict[str, int]) -> list[str]:
        wrong = []
        for name, stacks in self.stacks.items():
            known = self.entries(name)
            for title, stack in stacks.items():
                if len(stack["items"]) < 2 or title in known:
                    wrong.append(f"{title} is no stack")
                if len({known[one].get("scale") for one in stack["items"] if one in known}) != 1:
                    wrong.append(f"{title} has several sizes")
                for one, count in Counter(stack["items"]).items():
                    if one not in known:
                        wrong.append(f"{one} in {title} is no entry")
                    elif count != copies.get(one):
                        wrong.append(f"{one} is {count} times in {title}")
            many = {one for one in known if copies.get(one, 0) > 1 and name in ("cards", "tokens/cylinder")}
            inside = {one for stack in stacks.values() for one in stack["items"]}
            wrong += [f"{one} is in no stack" for one in sorted(many - inside)]
        return wrong
