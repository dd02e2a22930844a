"""The XML inside workbooks: attributes, the sheet asked for, its cells, and what cells name by number."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from typing import TypeAlias

from prancha.catalogue.spreadsheet.grid import MOST_COLUMNS, MOST_ROWS

CellPlace: TypeAlias = tuple[int, int]
"""Row from 1, column from 0."""
ANNOTATION = re.compile(rb"<office:annotation\b.*?</office:annotation>", re.S)
"""A comment on a cell of an ODS file."""
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b[^>]*>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>")
_SHARED = re.compile(rb"<(?:\w+:)?si\b[^>]*?(?:/>|>(.*?)</(?:\w+:)?si>)", re.S)
_STYLES = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.S)
_STYLE = re.compile(rb"<(?:\w+:)?xf\b([^>]*)>")
_PLACE = re.compile(rb"""\br\s*=\s*["']\$?([A-Za-z]{1,3})\$?([0-9]{1,7})["']""")
_REPEATED = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,12})["']""")
_VALUE_TYPE = re.compile(rb"""office:value-type\s*=\s*["'](\w+)["']""")
_ODS_TABLE = re.compile(rb"<table:table(?:\s[^>]*)?>")
_ODS_PART = re.compile(
    rb"<table:table-row\b([^>]*)>|<table:(?:covered-)?table-cell\b([^>]*?)"
    rb"(?:/>|>(.*?)</table:(?:covered-)?table-cell>)",
    re.S,
)


def attribute(tag: bytes, name: bytes) -> str:
    """The value of the attribute `name`, a pattern, in a start tag; "" where the tag has none."""
    found = re.search(rb"\s" + name + rb"""\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return unescape((found[1] or found[2] or b"").decode("utf-8", "replace")) if found else ""


def column_number(name: bytes) -> int:
    """The number of a column (from 1) by its letters."""
    number = 0
    for letter in name.upper():
        number = number * 26 + letter - 64
    return number


def cell_place(attributes: bytes) -> CellPlace | None:
    """The place that the attributes of an XLSX cell give; None where they give none."""
    found = _PLACE.search(attributes)
    return (int(found[2]), column_number(found[1]) - 1) if found else None


def sheet_file(members: Mapping[str, bytes], sheet: int) -> str:
    """Return the member that holds sheet number `sheet` (from 0), "" when it cannot be told."""
    sheets = _SHEET.findall(members.get("xl/workbook.xml", b""))
    relations = _RELATION.findall(members.get("xl/_rels/workbook.xml.rels", b""))
    wanted = attribute(sheets[sheet], rb"(?:\w+:)?id") if sheet < len(sheets) else ""
    for relation in relations:
        if wanted and attribute(relation, b"Id") == wanted:
            target = attribute(relation, b"Target")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return ""


def sheet_member(members: Mapping[str, bytes], sheet: int) -> bytes:
    """The XML of sheet number `sheet` (from 0); empty when it cannot be told."""
    chosen = sheet_file(members, sheet).lower()
    return next((data for name, data in members.items() if name.lower() == chosen), b"")


def texts_of(members: Mapping[str, bytes]) -> list[bytes]:
    """The texts that cells name by their numbers."""
    shared = next((data for name, data in members.items() if name.lower() == "xl/sharedstrings.xml"), b"")
    return [found[1] or b"" for found in _SHARED.finditer(shared)]


def styles_in(styles: bytes) -> Iterator[bytes]:
    """The attributes of each style of xl/styles.xml that cells name by its number."""
    listed = _STYLES.search(styles)
    for found in _STYLE.finditer(listed[0]) if listed else ():
        yield found[1]


def ods_sheet(content: bytes, sheet: int) -> tuple[int, int]:
    """Where sheet number `sheet` (from 0) begins and ends in content.xml; (0, 0) where there is none."""
    starts = [found.end() for found in _ODS_TABLE.finditer(content)]
    return (starts[sheet], [*starts, len(content)][sheet + 1]) if sheet < len(starts) else (0, 0)


def ods_cells(
    content: bytes, sheet: int, kinds: Collection[bytes] | None = (b"string",)
) -> Iterator[tuple[int, int, bytes]]:
    """Row, column and inner XML of each cell of sheet number `sheet` (from 0) with a value of these `kinds`.

    Rows count from 1, columns from 0; a cell that repeats is yielded as often.  With None, all that hold
    anything.
    """
    row, column, repeated = 1, 0, 0
    for found in _ODS_PART.finditer(content, *ods_sheet(content, sheet)):
        if found[1] is not None:
            row, column, repeated = row + repeated, 0, repeats(found[1])
            continue
        times = repeats(found[2])
        kind = _VALUE_TYPE.search(found[2])
        if found[3] and (kinds is None or (kind and kind[1] in kinds)):
            for k in range(min(repeated, MOST_ROWS)):
                for j in range(min(times, MOST_COLUMNS)):
                    yield row + k, column + j, found[3]
        column += times


def repeats(attributes: bytes) -> int:
    """How often an ODS row, column or cell with these `attributes` stands there."""
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1
