"""Tables without a format of their own, Tabletopia and Screentop: pictures, and a list of what each is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import table
from prancha.export.target import Export, Plan, Steps, Target, steps_in_words
from prancha.export.targets.designs import (
    COMMON,
    Draw,
    Make,
    as_png,
    families_of,
    plan_files,
    role,
    shrunk_families,
    slug,
)
from prancha.export.targets.picture_sheets import PieceSheet, piece_sheets
from prancha.model.face import Side


def kit_sheets(export: Export, most: int, alone: bool = False) -> tuple[PieceSheet, ...]:
    """Return the sheets of all families, of `most` pixels a side; with `alone` one for each piece."""
    dpi = export.options["dpi"]
    families = [family for family in export.kit.families if role(family) != "die"]
    return tuple(sheet for family in families for sheet in piece_sheets(family, dpi, most, alone=alone))


def listed_pictures(
    export: Export,
    most: int,
    files: Mapping[str, Draw],
    listed: tuple[str, Sequence[Sequence[object]]],
    steps: Steps,
) -> Plan:
    """Plan the pictures `files`, of `most` pixels a side, and the list: its name and its rows."""
    kit, dpi, (name, rows) = export.kit, export.options["dpi"], listed
    made: list[tuple[str, Make | bytes]] = [(file, as_png(draw, dpi)) for file, draw in files.items()]
    told = [f"{f.title}: left out; the table has dice of its own" for f in kit.families if role(f) == "die"]
    told += shrunk_families(kit.families, dpi, most)
    return plan_files([*made, (name, table(rows))], steps, told=told, left_out=families_of(kit, "die"))


LIST = "upload.csv"
MOST_TABLETOPIA_PIXELS = 2048
"""The longer side of a picture.  Unconfirmed: the page names no limit, and browsers load all of them."""
_TABLETOPIA_COLUMNS = "family kind id title copies front back width_px height_px width_mm height_mm".split()


def plan_tabletopia(export: Export) -> Plan:
    """Plan a folder of pictures for each family, and the list."""
    sheets = kit_sheets(export, MOST_TABLETOPIA_PIXELS, alone=True)
    files: dict[str, Draw] = {}
    for sheet in sheets:
        files[_name(sheet, "front")] = partial(_draw_tabletopia, sheet, "front")
        if sheet.backs != "none":
            files[_name(sheet, "back")] = partial(_draw_tabletopia, sheet, "back")
    rows = (_TABLETOPIA_COLUMNS, *map(_row, sheets))
    return listed_pictures(export, MOST_TABLETOPIA_PIXELS, files, (LIST, rows), steps_in_words("tabletopia"))


def _draw_tabletopia(sheet: PieceSheet, side: Side, pictures: FacePictures) -> Image.Image:
    picture = sheet.piece(pictures, sheet.pieces[0], side, transparent=sheet.cut)
    assert picture is not None, "only sides that are there are named"
    return picture


def _name(sheet: PieceSheet, side: Side) -> str:
    """Return the name of the file of one side."""
    common = side == "back" and sheet.family.common_back is not None and role(sheet.family) != "standee"
    return f"{slug(sheet.family.id)}/{COMMON if common else slug(sheet.pieces[0].id)}-{side}.png"


def _row(sheet: PieceSheet) -> Sequence[object]:
    """Return the line of a piece in the list."""
    one, back = sheet.pieces[0], "" if sheet.backs == "none" else _name(sheet, "back")
    return (
        sheet.family.title,
        role(sheet.family),
        one.id,
        one.title,
        one.copies,
        _name(sheet, "front"),
        back,
        *sheet.cell,
        *(round(length, 2) for length in sheet.piece_mm),
    )


TABLETOPIA = Target(
    "tabletopia",
    "Tabletopia: a picture of each side, all of a kind of one size, and a list to upload by",
    {"dpi": 200.0},
    plan_tabletopia,
)


ROWS = "components.csv"
MOST_SCREENTOP_PIXELS = 4096
"""A side of a sheet.  Unconfirmed: no page names a limit; graphics cards take as much everywhere."""
_SCREENTOP_COLUMNS = (
    "component kind front_sheet back_sheet columns rows width_px height_px variant column row id title copies"
).split()


def plan_screentop(export: Export) -> Plan:
    """Plan the sheets, and the list."""
    sheets = kit_sheets(export, MOST_SCREENTOP_PIXELS)
    files: dict[str, Draw] = {}
    for sheet in sheets:
        files[_front(sheet)] = _draw_screentop(sheet, "front")
        if sheet.backs != "none":
            files[_back(sheet)] = _draw_screentop(sheet, "back")
    rows = (_SCREENTOP_COLUMNS, *(row for sheet in sheets for row in _rows(sheet)))
    return listed_pictures(export, MOST_SCREENTOP_PIXELS, files, (ROWS, rows), steps_in_words("screentop"))


def _front(sheet: PieceSheet) -> str:
    return f"{sheet.name}-front.png"


def _back(sheet: PieceSheet) -> str:
    start = f"{slug(sheet.family.id)}-{COMMON}" if sheet.backs == "common" else sheet.name
    return f"{start}-back.png"


def _draw_screentop(sheet: PieceSheet, side: Side) -> Draw:
    if side == "back" and sheet.backs == "common":
        return lambda pictures: sheet.common_back(pictures, sheet.cut)
    return lambda pictures: sheet.drawn(pictures, side, sheet.cut)


def _rows(sheet: PieceSheet) -> Iterator[Sequence[object]]:
    """Yield the lines of a sheet's pieces in the list."""
    back = "" if sheet.backs == "none" else _back(sheet)
    for number, one in enumerate(sheet.pieces):
        row, column = divmod(number, sheet.columns)
        yield (
            sheet.family.title,
            role(sheet.family),
            _front(sheet),
            back,
            sheet.columns,
            sheet.rows,
            *sheet.cell,
            number + 1,
            column + 1,
            row + 1,
            one.id,
            one.title,
            one.copies,
        )


SCREENTOP = Target(
    "screentop",
    "Screentop.gg: a sheet of each family to be cut in rows and columns, and a list of variants",
    {"dpi": 200.0},
    plan_screentop,
)
