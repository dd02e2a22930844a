"""Reads folders to be uploaded by hand as whoever does it would, with other code than wrote them."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

OWN = {"READ-ME-FIRST.txt", "export.json"}


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def _closed(folder: Path, used: Iterable[str]) -> list[str]:
    here = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()} - OWN
    used = set(used) - {""}
    wrong = [f"{name} is not there" for name in sorted(used - here)]
    return wrong + [f"{name} is not used" for name in sorted(here - used)]


def _counted(folder: Path, found: Counter[tuple[str, str]], left_out: tuple[str, ...]) -> list[str]:
    record = json.loads((folder / "export.json").read_text())
    asked = {
        (family["title"], item["id"]): item["copies"]
        for family in record["families"]
        if family["id"] not in left_out
        for item in family["items"]
    }
    return [] if dict(found) == asked else [f"copies are {dict(found)}"]


def tabletopia_problems(folder: Path, left_out: tuple[str, ...] = ()) -> list[str]:
    lines = rows(folder, "upload.csv")
    wrong = _closed(folder, ["upload.csv", *(one[side] for one in lines for side in ("front", "back"))])
    found = Counter({(one["family"], one["id"]): int(one["copies"]) for one in lines})
    wrong += _counted(folder, found, left_out)
    if wrong:
        return wrong
    sizes: dict[str, set[tuple[int, int]]] = {}
    for one in lines:
        told = int(one["width_px"]), int(one["height_px"])
        shape = float(one["width_mm"]) / float(one["height_mm"])
        if abs(told[0] / told[1] - shape) > 0.6 / told[1] * (1 + shape):
            wrong.append(f"{one['id']} is of another shape")
        for side in ("front", "back"):
            if one[side]:
                made = Image.open(folder / one[side])
                sizes.setdefault(one["family"], set()).add(made.size)
                if made.size != told or max(made.size) > 2048:
                    wrong.append(f"{one[side]} has {made.size}")
    return wrong + [f"{family} has several sizes" for family, made in sizes.items() if len(made) > 1]


def screentop_problems(folder: Path, left_out: tuple[str, ...] = ()) -> list[str]:
    lines = rows(folder, "components.csv")
    names = [one[side] for one in lines for side in ("front_sheet", "back_sheet")]
    wrong = _closed(folder, ["components.csv", *names])
    found = Counter({(one["component"], one["id"]): int(one["copies"]) for one in lines})
    wrong += _counted(folder, found, left_out)
    if wrong:
        return wrong
    cells: dict[tuple[str, int, int], str] = {}
    for one in lines:
        across, down = int(one["columns"]), int(one["rows"])
        cell = int(one["width_px"]), int(one["height_px"])
        column, row = int(one["column"]), int(one["row"])
        if (row - 1) * across + column != int(one["variant"]) or column > across or row > down:
            wrong.append(f"{one['id']} is in no cell")
        if cells.setdefault((one["front_sheet"], column, row), one["id"]) != one["id"]:
            wrong.append(f"{one['id']} is in a cell that is taken")
        whole = across * cell[0], down * cell[1]
        front = Image.open(folder / one["front_sheet"]).size
        if front != whole or max(front) > 4096:
            wrong.append(f"{one['front_sheet']} has {front}")
        if one["back_sheet"]:
            back = Image.open(folder / one["back_sheet"]).size
            if back != (cell if "common" in one["back_sheet"] else whole):
                wrong.append(f"{one['back_sheet']} has {back}")
    return wrong
