"""Screentop.gg: a sheet of fronts and one of backs for each family, and a list of their variants.

It has no file of its own: components are built by hand, and a sheet is cut in rows and columns.  200 pixels
an inch is what its players' wiki suggests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prancha.export.target import Export, Plan, Target
from prancha.export.targets.listed_pictures import kit_sheets, listed_pictures
from prancha.export.targets.names import COMMON, slug
from prancha.export.targets.piece_sheets import Draw, PieceSheet
from prancha.export.targets.roles import role
from prancha.model.face import Side

LIST = "components.csv"
MOST_PIXELS = 4096
"""A side of a sheet.  Unconfirmed: no page names a limit; graphics cards take as much everywhere."""
_COLUMNS = (
    "component", "kind", "front_sheet", "back_sheet", "columns", "rows", "width_px", "height_px", "variant",
    "column", "row", "id", "title", "copies",
)  # fmt: skip


def plan(export: Export) -> Plan:
    """The sheets, and the list."""
    sheets = kit_sheets(export, MOST_PIXELS)
    files: dict[str, Draw] = {}
    for sheet in sheets:
        files[_front(sheet)] = _drawn(sheet, "front")
        if sheet.backs != "none":
            files[_back(sheet)] = _drawn(sheet, "back")
    rows = (_COLUMNS, *(row for sheet in sheets for row in _rows(sheet)))
    return listed_pictures(export, MOST_PIXELS, files, (LIST, rows), _STEPS)


def _front(sheet: PieceSheet) -> str:
    return f"{sheet.name}-front.png"


def _back(sheet: PieceSheet) -> str:
    start = f"{slug(sheet.family.id)}-{COMMON}" if sheet.backs == "common" else sheet.name
    return f"{start}-back.png"


def _drawn(sheet: PieceSheet, side: Side) -> Draw:
    if side == "back" and sheet.backs == "common":
        return lambda pictures: sheet.common_back(pictures, sheet.cut)
    return lambda pictures: sheet.drawn(pictures, side, sheet.cut)


def _rows(sheet: PieceSheet) -> Iterator[Sequence[object]]:
    back = "" if sheet.backs == "none" else _back(sheet)
    for number, one in enumerate(sheet.pieces):
        row, column = divmod(number, sheet.columns)
        yield (
            sheet.family.title, role(sheet.family), _front(sheet), back, sheet.columns, sheet.rows,
            *sheet.cell, number + 1, column + 1, row + 1, one.id, one.title, one.copies,
        )  # fmt: skip


_STEPS: Mapping[str, Sequence[str]] = {
    "pt": (
        "Abra https://screentop.gg e crie um jogo; em Assets, envie as figuras desta pasta.",
        f"Para cada folha (front), crie um componente: as colunas, as linhas e o tamanho estão em {LIST}. "
        "Cada casa é uma variante, na ordem da folha, da esquerda para a direita e de cima para baixo.",
        "O verso: common-back é uma figura só, para todas as variantes; um -back com casas tem os versos "
        "na mesma ordem das frentes.",
        f"Ponha na mesa de cada variante tantas peças quantas diz copies em {LIST}.",
        "NÃO CONFIRMADO: o serviço não descreve um formato nem o maior tamanho de figura. As peças têm "
        "200 pixels por polegada, como os jogadores sugerem; com --dpi são outras.",
    ),
    "en": (
        "Open https://screentop.gg and make a game; under Assets upload the pictures of this folder.",
        f"For each sheet (front) make a component: columns, rows and size are in {LIST}. Each cell is a "
        "variant, in the order of the sheet, from left to right and from top to bottom.",
        "The back: common-back is one picture for all variants; a -back with cells has the backs in the "
        "same order as the fronts.",
        f"Put as many pieces of each variant on the table as copies says in {LIST}.",
        "NOT CONFIRMED: the service describes neither a format nor a largest picture. Pieces have 200 pixels "
        "an inch, as its players suggest; --dpi makes it others.",
    ),
}

TARGET = Target(
    "screentop", "Screentop.gg: a sheet of each family to be cut in rows and columns, and a list of variants",
    {"dpi": 200.0}, plan,
)  # fmt: skip
