"""Sprite sheets: the faces of a family side by side in one picture, and a JSON file of where each lies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct
from PIL import Image

from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures, sized
from prancha.export.raster import Size
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.names import NamedFace, named_faces, slug, wrong_names
from prancha.export.targets.piece_sheets import sheet_columns
from prancha.model.diagnostic import Diagnostic, Place

INDEX = "sprites.json"
MOST_PIXELS = 4096
"""A side of a sheet: browsers and graphics cards take as much everywhere."""


class _Sheet(Struct, frozen=True):
    """A picture of faces that are all of one size in pixels, row by row."""

    name: str
    tile: Size
    columns: int
    faces: tuple[NamedFace, ...]

    @property
    def size(self) -> Size:
        rows = math.ceil(len(self.faces) / self.columns)
        return self.columns * self.tile[0], rows * self.tile[1]

    def corner(self, number: int) -> tuple[int, int]:
        """The upper left corner of a face, counted from 0."""
        return number % self.columns * self.tile[0], number // self.columns * self.tile[1]


def plan(export: Export) -> Plan:
    """A picture for each family, or more where one would be too large, and the JSON file."""
    dpi = export.options["dpi"]
    sheets: list[_Sheet] = []
    wrong: list[Diagnostic] = []
    faces = named_faces(export.kit)
    for family in export.kit.families:
        mine = [one for one in faces if one.family is family]
        tile = sized(mine[0].face, 0.0, dpi)
        if max(tile) > MOST_PIXELS:
            message = f"{family.title}: {tile[0]} x {tile[1]} pixels at {dpi} dpi; a sheet has {MOST_PIXELS}"
            hint = "use a smaller --dpi, or leave the family out with --only"
            wrong.append(Diagnostic(Place(""), "export-option", message, hint=hint))
            continue
        sheets += _sheets(slug(family.id), mine, tile)
    names = (*(sheet.name for sheet in sheets), INDEX)
    wrong += wrong_names(names)

    def write(pictures: FacePictures) -> Iterator[File]:
        for sheet in sheets:
            yield sheet.name, png(_drawn(sheet, pictures), dpi)
        tree = {"game": export.kit.game, "dpi": dpi, "sheets": [_told(sheet) for sheet in sheets]}
        yield INDEX, msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"

    return Plan(names=names, write=write, steps=_STEPS, wrong=tuple(wrong))


def _sheets(name: str, faces: Sequence[NamedFace], tile: Size) -> Iterator[_Sheet]:
    room = (MOST_PIXELS // tile[0]) * (MOST_PIXELS // tile[1])
    for number, start in enumerate(range(0, len(faces), room), 1):
        part = tuple(faces[start : start + room])
        columns = sheet_columns(len(part), tile, MOST_PIXELS)
        yield _Sheet(f"{name}.png" if number == 1 else f"{name}-{number}.png", tile, columns, part)


def _drawn(sheet: _Sheet, pictures: FacePictures) -> Image.Image:
    whole = Image.new("RGBA", sheet.size)
    for number, one in enumerate(sheet.faces):
        whole.paste(pictures.cut_out(one.face, sheet.tile), sheet.corner(number))
    return whole


def _told(sheet: _Sheet) -> Mapping[str, object]:
    return {
        "image": sheet.name,
        "family": sheet.faces[0].family.id,
        "size": sheet.size,
        "tile": sheet.tile,
        "columns": sheet.columns,
        "frames": [_frame(sheet, number, one) for number, one in enumerate(sheet.faces)],
    }


def _frame(sheet: _Sheet, number: int, one: NamedFace) -> Mapping[str, object]:
    x, y = sheet.corner(number)
    told: dict[str, object] = {"name": one.name, "side": one.face.side, "x": x, "y": y}
    if not one.common:
        told |= {"id": one.component.id, "title": one.component.title, "copies": one.component.copies}
    return told


_STEPS: Mapping[str, Sequence[str]] = {
    "pt": (
        "Cada família é uma figura, com as faces em linhas, transparente fora do contorno das peças.",
        f"{INDEX} diz onde está cada face: x e y são o canto de cima à esquerda, em pixels; tile é o "
        "tamanho de "
        "todas.",
        "Um verso que a família toda tem está uma vez só, sem id. As cópias não se repetem: copies as conta.",
    ),
    "en": (
        "Each family is a picture with its faces in rows, transparent outside the outlines of the pieces.",
        f"{INDEX} says where each face lies: x and y are its upper left corner, in pixels; tile is the size "
        "of "
        "all.",
        "A back that a whole family shares is there once, without an id. Copies are not repeated: copies "
        "counts "
        "them.",
    ),
}

TARGET = Target(
    "sprites", "faces of a family side by side in one picture, and JSON that says where", {"dpi": 100}, plan
)
