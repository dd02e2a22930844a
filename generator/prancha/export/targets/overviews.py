"""The pieces of a family together: sprite sheets with their JSON, and contact sheets to look at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from PIL import Image

from prancha.export.face_pictures import FacePictures, pixel_size
from prancha.export.pdf import PdfPage
from prancha.export.pixels_and_bytes import Size, pixels, png, readable_json
from prancha.export.target import ContactPages, Export, Plan, Target, steps_in_words
from prancha.export.targets.designs import Make, NamedFace, as_png, named_faces, plan_files, slug
from prancha.export.targets.picture_sheets import paste_cells, sheet_columns
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.units import Mm

INDEX = "sprites.json"
MOST_PIXELS = 4096
"""A side of a sheet: browsers and graphics cards take as much everywhere."""


class _Sheet(Struct, frozen=True):
    """A picture of faces of one size in pixels, row by row."""

    name: str
    tile: Size
    columns: int
    faces: tuple[NamedFace, ...]

    @property
    def size(self) -> Size:
        rows = math.ceil(len(self.faces) / self.columns)
        return self.columns * self.tile[0], rows * self.tile[1]

    def corner(self, number: int) -> tuple[int, int]:
        """Return the upper left corner of a face, counted from 0."""
        return number % self.columns * self.tile[0], number // self.columns * self.tile[1]


def plan_sprites(export: Export) -> Plan:
    """Plan a picture for each family, more where one would be too large, and the JSON file."""
    dpi = export.options["dpi"]
    sheets: list[_Sheet] = []
    wrong: list[Diagnostic] = []
    faces = named_faces(export.kit)
    for family in export.kit.families:
        mine = [one for one in faces if one.family is family]
        tile = pixel_size(mine[0].face, 0.0, dpi)
        if max(tile) > MOST_PIXELS:
            message = f"{family.title}: {tile[0]} x {tile[1]} pixels at {dpi} dpi; a sheet has {MOST_PIXELS}"
            hint = "use a smaller --dpi, or leave the family out with --only"
            wrong.append(Diagnostic(Place(""), "export-option", message, hint=hint))
            continue
        sheets += _sheets(slug(family.id), mine, tile)
    files: list[tuple[str, Make | bytes]] = [
        (sheet.name, as_png(partial(_drawn, sheet), dpi)) for sheet in sheets
    ]
    tree = {"game": export.kit.game, "dpi": dpi, "sheets": [_told(sheet) for sheet in sheets]}
    files.append((INDEX, readable_json(tree)))
    return plan_files(files, steps_in_words("sprites"), wrong)


def _sheets(name: str, faces: Sequence[NamedFace], tile: Size) -> Iterator[_Sheet]:
    """Split the faces of a family into sheets."""
    room = (MOST_PIXELS // tile[0]) * (MOST_PIXELS // tile[1])
    for number, start in enumerate(range(0, len(faces), room), 1):
        part = tuple(faces[start : start + room])
        columns = sheet_columns(len(part), tile, MOST_PIXELS)
        yield _Sheet(f"{name}.png" if number == 1 else f"{name}-{number}.png", tile, columns, part)


def _drawn(sheet: _Sheet, pictures: FacePictures) -> Image.Image:
    """Draw all faces of a sheet."""
    drawn = (pictures.cut_out(one.face, sheet.tile) for one in sheet.faces)
    return paste_cells(Image.new("RGBA", sheet.size), enumerate(drawn), sheet.columns)


def _told(sheet: _Sheet) -> Mapping[str, object]:
    """Return the description of a sheet in the JSON file."""
    return {
        "image": sheet.name,
        "family": sheet.faces[0].family.id,
        "size": sheet.size,
        "tile": sheet.tile,
        "columns": sheet.columns,
        "frames": [_frame(sheet, number, one) for number, one in enumerate(sheet.faces)],
    }


def _frame(sheet: _Sheet, number: int, one: NamedFace) -> Mapping[str, object]:
    """Return the description of a face in the JSON file."""
    x, y = sheet.corner(number)
    told: dict[str, object] = {"name": one.name, "side": one.face.side, "x": x, "y": y}
    if not one.common:
        told |= {"id": one.component.id, "title": one.component.title, "copies": one.component.copies}
    return told


SPRITES = Target(
    "sprites",
    "faces of a family side by side in one picture, and JSON that says where",
    {"dpi": 100},
    plan_sprites,
)


SHEET = "contact-sheet.pdf"


def plan_contact(export: Export) -> Plan:
    """Plan the PDF, and a picture of each of its pages."""
    made, dpi = export.contact, export.options["dpi"]
    assert made is not None, "this target is given its pages"
    files: list[tuple[str, Make | bytes]] = [(SHEET, lambda pictures: pictures.pages_pdf(made.pages, "none"))]
    for number, (name, page) in enumerate(zip(_names(made), made.pages, strict=True)):
        files.append((name, partial(_page, made.pages, number, page.size, dpi)))
    return plan_files(files, steps_in_words("contact_sheet"))


def _page(
    pages: Sequence[PdfPage], number: int, paper: tuple[Mm, Mm], dpi: int, pictures: FacePictures
) -> bytes:
    size = pixels(paper[0], dpi), pixels(paper[1], dpi)
    return png(pictures.draw_page(pages, number, (0.0, 0.0, *paper), size), dpi)


def _names(made: ContactPages) -> list[str]:
    """Return `cards.png`, or `cards-1.png` and so on for families with several pages."""
    found = []
    for number, family in enumerate(made.families):
        several = made.families.count(family) > 1
        before = made.families[:number].count(family)
        found.append(f"{family}-{before + 1}.png" if several else f"{family}.png")
    return found


CONTACT = Target(
    "contact-sheet",
    "all pieces small on pages of A4, with their ids, as PDF and PNG",
    {"dpi": 150},
    plan_contact,
    contact=True,
)
