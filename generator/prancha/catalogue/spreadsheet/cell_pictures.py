"""Pictures in the cells of a workbook: placed over cells, or cell values, as newer Excel has them.

Each is named by its content and keeps its name when rows are sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any
from xml.etree import ElementTree

from msgspec import Struct

from prancha.catalogue.spreadsheet.cell_grid import column_letters
from prancha.catalogue.spreadsheet.workbook_xml import (
    OdsSheet,
    XlsxCell,
    XlsxSheet,
    get,
    local_name,
    parse_member,
    read_relations,
    sheet_file,
)
from prancha.model.diagnostic import Diagnostic, Place, first_of, make_warning

ENDINGS = {"png": "png", "jpg": "jpg", "jpeg": "jpg", "webp": "webp", "svg": "svg"}
"""Printable formats, and the extension each gets."""
_TOLD = 5
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_LOCAL = "_rvRel:LocalImageIdentifier"


class CellPicture(Struct, frozen=True):
    """A picture in the cell at `row` (from 1) and `column` (from 0), and its member of the archive."""

    row: int
    column: int
    member: str
    placed: bool = False
    """Whether it is the value of its cell; else it lies over cells."""


def pictures_in_xlsx(members: Mapping[str, bytes], number: int, sheet: XlsxSheet) -> list[CellPicture]:
    """Return the pictures of sheet number `number` (from 0), already parsed as `sheet`."""
    file = sheet_file(members, number)
    return [*_over_cells(members, file), *_in_cells(members, sheet.cells)] if file else []


def pictures_in_ods(members: Mapping[str, bytes], sheet: OdsSheet) -> list[CellPicture]:
    """Return the pictures in the cells of a sheet."""
    return [
        CellPicture(cell.row, cell.column, link)
        for cell in sheet.cells
        for part in cell.element.iter()
        if local_name(part) == "image" and (link := get(part, "href")) in members
    ]


def put_pictures(
    rows: list[tuple[int, list[Any]]], found: list[CellPicture], members: Mapping[str, bytes], file: str
) -> tuple[dict[str, bytes], list[Diagnostic]]:
    """Write picture names into the empty cells under them; return the pictures by name, and warnings."""
    cells = dict(rows)
    pictures: dict[str, bytes] = {}
    left: dict[str, list[CellPicture]] = {}
    for one in found:
        cell = cells[one.row][one.column] if one.row in cells and one.column < len(cells[one.row]) else None
        ending = ENDINGS.get(one.member.rpartition(".")[2].lower(), "")
        if not ending:
            left.setdefault("a format that cannot be printed: save it as PNG or JPEG", []).append(one)
        elif cell is None:
            left.setdefault("beside the table", []).append(one)
        elif cell != "" and not one.placed:
            left.setdefault("over a cell that holds something else", []).append(one)
        else:
            data = members[one.member]
            name = f"picture-{blake2b(data, digest_size=5).hexdigest()}.{ending}"
            pictures[name] = data
            cells[one.row][one.column] = name
    return pictures, [_warn_of_left(file, why, ones) for why, ones in left.items()]


def _warn_of_left(file: str, why: str, found: list[CellPicture]) -> Diagnostic:
    names = [f"{column_letters(one.column)}{one.row}" for one in found]
    where = first_of(names, _TOLD)
    subject = f"the pictures at {where} are" if len(names) > 1 else f"the picture at {where} is"
    message = f"{subject} not read ({why})"
    hint = "put it into an empty cell of its row, below the name of a column; or delete it"
    return make_warning(Place(file, found[0].row, found[0].column + 1), "cell-picture", message, hint)


def _over_cells(members: Mapping[str, bytes], sheet: str) -> Iterator[CellPicture]:
    for kind, part in read_relations(members, sheet).values():
        if kind != "drawing":
            continue
        images = read_relations(members, part)
        for anchor in parse_member(members, part):
            blip = anchor.find(".//{*}blip")
            if blip is None:
                continue
            _, image = images.get(blip.get(f"{_R}embed", ""), ("", ""))
            row = anchor.findtext("{*}from/{*}row") or ""
            column = anchor.findtext("{*}from/{*}col") or ""
            if image in members and row.isdecimal() and column.isdecimal() and len(row) + len(column) < 14:
                yield CellPicture(int(row) + 1, int(column), image)


def _in_cells(members: Mapping[str, bytes], cells: Sequence[XlsxCell]) -> Iterator[CellPicture]:
    """Yield pictures that are cell values: `vm` of a cell leads to a rich value, and that to a picture."""
    pictured = [cell for cell in cells if cell.metadata.isdigit()]
    if not pictured or "xl/richData/rdrichvalue.xml" not in members:
        return
    images = _rich_images(members)
    lists = parse_member(members, "xl/metadata.xml")
    values = [[*one] for one in lists if one.tag.endswith("}valueMetadata")]
    rich = [
        [*one] for one in lists if one.tag.endswith("}futureMetadata") and one.get("name") == "XLRICHVALUE"
    ]
    for cell in pictured if values and rich else ():
        at = _step(values[0], int(cell.metadata) - 1, "rc", "v")
        image = images.get(_step(rich[0], at, "rvb", "i"), "")
        if image:
            yield CellPicture(cell.row, cell.column, image, placed=True)


def _step(blocks: list[ElementTree.Element], at: int, tag: str, attribute: str) -> int:
    """Return the index that block number `at` refers to; -1 for none."""
    if not 0 <= at < len(blocks):
        return -1
    block = blocks[at].find(f".//{{*}}{tag}")
    found = "" if block is None else block.get(attribute, "")
    return int(found) if found.isdecimal() and len(found) < 9 else -1


def _rich_images(members: Mapping[str, bytes]) -> dict[int, str]:
    """Return the pictures among rich values, by index."""
    listed = "xl/richData/richValueRel.xml"
    related = read_relations(members, listed)
    images = [related.get(one.get(f"{_R}id", ""), ("", ""))[1] for one in parse_member(members, listed)]
    keys = [
        [key.get("n", "") for key in one]
        for one in parse_member(members, "xl/richData/rdrichvaluestructure.xml")
    ]
    found = {}
    for number, value in enumerate(parse_member(members, "xl/richData/rdrichvalue.xml")):
        kind = value.get("s", "")
        names = keys[int(kind)] if kind.isdecimal() and len(kind) < 9 and int(kind) < len(keys) else []
        parts = [one.text or "" for one in value]
        if _LOCAL in names and names.index(_LOCAL) < len(parts):
            at = parts[names.index(_LOCAL)]
            if at.isdecimal() and len(at) < 9 and int(at) < len(images) and images[int(at)] in members:
                found[number] = images[int(at)]
    return found
