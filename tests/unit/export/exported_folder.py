"""Reads what exports write, with other code than wrote it."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import raw

from prancha.building.order import Order, silent
from prancha.building.selection import Selection, choose_sheet
from prancha.building.steps import draw_game, lay_out, open_game, render_kit
from prancha.export.metadata import About
from prancha.export.pdf import write_pdf
from prancha.model.sheet import Placement

K = 72 / 25.4


def folder_problems(folder: Path) -> list[str]:
    """What is wrong with the record of a folder: files it lacks, files it does not name, other bytes."""
    told = json.loads((folder / "export.json").read_bytes())
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    wrong = [f"{name} is named and not there" for name in sorted({*told["files"]} - found)]
    wrong += [f"{name} is there and not named" for name in sorted(found - {*told["files"], "export.json"})]
    for name, facts in told["files"].items():
        path = folder / name
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != facts["sha256"]:
            wrong.append(f"{name} has other bytes")
    if told["copies"] != sum(one["copies"] for family in told["families"] for one in family["items"]):
        wrong.append("copies do not add up")
    if len({name.casefold() for name in found}) != len(found):
        wrong.append("names collide")
    return wrong


def png_chunks(path: Path) -> dict[str, bytes]:
    """The chunks of a PNG by their names; of several, the last."""
    data, at, chunks = path.read_bytes(), 8, {}
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        chunks[data[at + 4 : at + 8].decode()] = data[at + 8 : at + 8 + size]
        at += 12 + size
    return chunks


class PrintedSheets:
    """The sheets of a game as a build prints them, and each piece on them as a picture."""

    def __init__(self, project: Path, game: str, lang: str | None = None) -> None:
        order = Order(project, cover=False, lang=lang)
        opened = open_game(order, game)
        drawing = draw_game(opened, silent)
        layout = lay_out(opened, drawing, Selection(opened.game), *choose_sheet(order))
        portfolio = render_kit(opened, drawing, layout.faces, silent)
        self._pdf = pypdfium2.PdfDocument(write_pdf(layout.pages, portfolio, drawing.book, About(""), "long"))
        self._places: dict[tuple[str, str], tuple[int, Placement]] = {}
        for number, page in enumerate(layout.pages):
            if page.sheet is not None:
                for one in page.sheet.placements:
                    self._places.setdefault((one.piece.item, page.sheet.side), (number, one))

    def piece(self, item: str, side: str, size: tuple[int, int]) -> Image.Image:
        """The trim box of a piece where it lies on its sheet, turned upright."""
        number, placed = self._places[item, side]
        width, height = size
        w, h = placed.outline.width, placed.outline.height
        angle = math.radians(placed.turn)
        c, s = math.cos(angle), math.sin(angle)
        sx, sy = width / w / K, height / h / K
        # pixel = scale * (R^-1 (point - centre) + half of the box)
        a, b, cc, d = c * sx, -s * sy, s * sx, c * sy
        x, y = placed.x * K, placed.y * K
        e, f = -(a * x + cc * y) + width / 2, -(b * x + d * y) + height / 2
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        page = self._pdf[number]
        clip = raw.FS_RECTF(0, 0, width, height)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, page.raw, raw.FS_MATRIX(a, b, cc, d, e, f), clip, 0)
        picture: Image.Image = bitmap.to_pil().convert("RGB")
        return picture


def unlike(one: Image.Image, other: Image.Image, rim: int = 2) -> float:
    """The worst mean difference of an 8 x 8 tile of two pictures, 0 to 255.

    `rim` pixels at the edges are left out: there, cut lines and neighbours stand on the sheet.
    """
    assert one.size == other.size, (one.size, other.size)
    w, h = one.size
    gap = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).crop((rim, rim, w - rim, h - rim))
    return float(max(ImageStat.Stat(band.reduce(8)).extrema[0][1] for band in gap.split()))


def written(folder: Path) -> dict[str, Any]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
