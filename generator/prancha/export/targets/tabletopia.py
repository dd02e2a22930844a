"""Tabletopia: a picture of each side of each piece, and a list of what to upload where.

It takes single files and no package (help.tabletopia.com, Preparing Graphics): a picture a side, all of a
kind of the same size to the pixel, fronts and backs alike, a back that all share once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, Plan, Target
from prancha.export.targets.listed_pictures import kit_sheets, listed_pictures
from prancha.export.targets.names import COMMON, slug
from prancha.export.targets.piece_sheets import Draw, PieceSheet
from prancha.export.targets.roles import role
from prancha.model.face import Side

LIST = "upload.csv"
MOST_PIXELS = 2048
"""The longer side of a picture.  Unconfirmed: the page names no limit, and browsers load all of them."""
_COLUMNS = (
    "family", "kind", "id", "title", "copies", "front", "back", "width_px", "height_px", "width_mm",
    "height_mm",
)  # fmt: skip


def plan(export: Export) -> Plan:
    """A folder of pictures for each family, and the list."""
    sheets = kit_sheets(export, MOST_PIXELS, alone=True)
    files: dict[str, Draw] = {}
    for sheet in sheets:
        files[_name(sheet, "front")] = partial(_drawn, sheet, "front")
        if sheet.backs != "none":
            files[_name(sheet, "back")] = partial(_drawn, sheet, "back")
    rows = (_COLUMNS, *map(_row, sheets))
    return listed_pictures(export, MOST_PIXELS, files, (LIST, rows), _STEPS)


def _drawn(sheet: PieceSheet, side: Side, pictures: FacePictures) -> Image.Image:
    picture = sheet.piece(pictures, sheet.pieces[0], side, transparent=sheet.cut)
    assert picture is not None, "only sides that are there are named"
    return picture


def _name(sheet: PieceSheet, side: Side) -> str:
    common = side == "back" and sheet.family.common_back is not None and role(sheet.family) != "standee"
    return f"{slug(sheet.family.id)}/{COMMON if common else slug(sheet.pieces[0].id)}-{side}.png"


def _row(sheet: PieceSheet) -> Sequence[object]:
    one, back = sheet.pieces[0], "" if sheet.backs == "none" else _name(sheet, "back")
    return (
        sheet.family.title, role(sheet.family), one.id, one.title, one.copies,
        _name(sheet, "front"), back,
        *sheet.cell, *(round(length, 2) for length in sheet.piece_mm),
    )  # fmt: skip


_STEPS: Mapping[str, Sequence[str]] = {
    "pt": (
        "Abra https://tabletopia.com, entre na oficina (Workshop) e crie um jogo.",
        "Cada pasta é uma família; as suas figuras têm todas o mesmo tamanho, como o serviço pede. Crie um "
        f"objeto para cada linha de {LIST}: envie a frente e o verso, e dê-lhe o número de cópias.",
        "Um verso que a família toda tem está uma vez só (common-back): escolha-o para todas as peças dela.",
        f"A medida verdadeira de cada peça está em {LIST} em milímetros.",
        "NÃO CONFIRMADO: o serviço não diz o maior tamanho de figura; com --dpi as faz menores. Peças que "
        "não são retângulos são transparentes fora do contorno.",
    ),
    "en": (
        "Open https://tabletopia.com, enter the workshop and make a game.",
        "Each folder is a family; its pictures have all the same size, as the service asks. Make an object "
        f"for each line of {LIST}: upload front and back, and give it the number of copies.",
        "A back that a whole family shares is there once (common-back): choose it for all its pieces.",
        f"How large each piece really is stands in {LIST} in millimetres.",
        "NOT CONFIRMED: the service names no largest picture; --dpi makes them smaller. Pieces that are no "
        "rectangles are transparent outside their outline.",
    ),
}

TARGET = Target(
    "tabletopia", "Tabletopia: a picture of each side, all of a kind of one size, and a list to upload by",
    {"dpi": 200.0}, plan,
)  # fmt: skip
