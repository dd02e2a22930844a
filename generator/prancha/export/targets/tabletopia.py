"""Tabletopia: a picture of each side of each piece, and a list of what to upload where.

It takes single files and no package (help.tabletopia.com, Preparing Graphics): a picture a side, all of a
kind of the same size to the pixel, fronts and backs alike, a back that all share once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prancha.export.encoding import png, table
from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.designs import cut_down
from prancha.export.targets.names import COMMON, slug, wrong_names
from prancha.export.targets.piece_sheets import PieceSheet, piece_sheets
from prancha.export.targets.roles import role
from prancha.model.components import Component, ComponentKit
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
    kit, dpi = export.kit, export.options["dpi"]
    flat = [family for family in kit.families if role(family) != "die"]
    pieces = [
        (sheet, sheet.pieces[0])
        for family in flat
        for sheet in piece_sheets(family, dpi, MOST_PIXELS, alone=True)
    ]
    files: dict[str, tuple[PieceSheet, Component, Side]] = {}
    for sheet, one in pieces:
        files[_name(sheet, one, "front")] = sheet, one, "front"
        if sheet.backs != "none":
            files[_name(sheet, one, "back")] = sheet, one, "back"
    names = (*files, LIST)

    def write(pictures: FacePictures) -> Iterator[File]:
        for name, (sheet, one, side) in files.items():
            picture = sheet.piece(pictures, one, side, transparent=sheet.cut)
            assert picture is not None, "only sides that are there are named"
            yield name, png(picture, dpi)
        yield LIST, table((_COLUMNS, *(_row(sheet, one) for sheet, one in pieces)))

    return Plan(names, write, _STEPS, wrong=tuple(wrong_names(names)), told=tuple(_told(kit, dpi)))


def _name(sheet: PieceSheet, one: Component, side: Side) -> str:
    common = side == "back" and sheet.family.common_back is not None and role(sheet.family) != "standee"
    return f"{slug(sheet.family.id)}/{COMMON if common else slug(one.id)}-{side}.png"


def _row(sheet: PieceSheet, one: Component) -> Sequence[object]:
    back = "" if sheet.backs == "none" else _name(sheet, one, "back")
    return (
        sheet.family.title, role(sheet.family), one.id, one.title, one.copies,
        _name(sheet, one, "front"), back,
        *sheet.cell, *(round(length, 2) for length in sheet.piece_mm),
    )  # fmt: skip


def _told(kit: ComponentKit, dpi: float) -> Iterator[str]:
    for family in kit.families:
        if role(family) == "die":
            yield f"{family.title}: left out; the table has dice of its own"
    yield from cut_down(kit.families, dpi, MOST_PIXELS)


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
