"""The XML inside workbooks: the sheet asked for, its cells, shared texts, and hidden rows and columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape

from msgspec import Struct

from prancha.catalogue.spreadsheet.cell_grid import MOST_COLUMNS, MOST_ROWS, CellGrid, Hidden, column_letters
from prancha.model.diagnostic import Diagnostic, Place, make_warning

ANNOTATION = re.compile(rb"<office:annotation\b.*?</office:annotation>", re.S)
"""A comment on a cell in ODS."""
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b[^>]*>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>")
_SHARED = re.compile(rb"<(?:\w+:)?si\b[^>]*?(?:/>|>(.*?)</(?:\w+:)?si>)", re.S)
_STYLES = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.S)
_STYLE = re.compile(rb"<(?:\w+:)?xf\b([^>]*)>")
_CELL_TAG = re.compile(rb"<(?:\w+:)?c(?=[\s/>])([^>]*)>|</(?:\w+:)?c>")
_CELL_ATTRIBUTE = re.compile(rb"""(?<![\w:])(r|s|t|vm)\s*=\s*["']([^"']*)["']""")
_REFERENCE = re.compile(rb"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})\Z")
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)<")
_REPEATED = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,12})["']""")
_VALUE_TYPE = re.compile(rb"""office:value-type\s*=\s*["'](\w+)["']""")
_ODS_TABLE = re.compile(rb"<table:table(?:\s[^>]*)?>")
_ODS_PART = re.compile(
    rb"<table:table-row\b([^>]*)>|<table:(?:covered-)?table-cell\b([^>]*?)"
    rb"(?:/>|>(.*?)</table:(?:covered-)?table-cell>)",
    re.S,
)
_ODS_SPAN = re.compile(rb"""number-(rows|columns)-spanned\s*=\s*["']([0-9]{1,7})["']""")
_MOST = 5
_ROW = rb"<(?:\w+:)?row\b([^>]*)>"
_COLUMN = rb"<(?:\w+:)?col\b([^>]*)>"
_HIDDEN = rb"""\bhidden\s*=\s*["'](?:1|true)["']"""
_NUMBER = rb"""\br\s*=\s*["']([0-9]{1,7})["']"""
_ENDS = rb"""\b(min|max)\s*=\s*["']([0-9]{1,7})["']"""
_ODS_ROW = rb"<table:table-row\b([^>]*)>"
_ODS_COLUMN = rb"<table:table-column\b([^>]*)>"
_ODS_HIDDEN = rb"""\btable:visibility\s*=\s*["'](?:collapse|filter)["']"""


def attribute(tag: bytes, name: bytes) -> str:
    """Return the value of the attribute `name` (a pattern) in a start tag; "" if missing."""
    found = re.search(rb"\s" + name + rb"""\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag)
    return unescape((found[1] or found[2] or b"").decode("utf-8", "replace")) if found else ""


@lru_cache(1024)
def column_number(name: bytes) -> int:
    """Return the number of a column (from 1) from its letters."""
    number = 0
    for letter in name.upper():
        number = number * 26 + letter - 64
    return number


def sheet_file(members: Mapping[str, bytes], sheet: int) -> str:
    """Return the archive member of sheet number `sheet` (from 0); "" if unknown."""
    sheets = _SHEET.findall(members.get("xl/workbook.xml", b""))
    relations = _RELATION.findall(members.get("xl/_rels/workbook.xml.rels", b""))
    wanted = attribute(sheets[sheet], rb"(?:\w+:)?id") if sheet < len(sheets) else ""
    for relation in relations:
        if wanted and attribute(relation, b"Id") == wanted:
            target = attribute(relation, b"Target")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return ""


class XlsxCell(Struct, frozen=True, gc=False):
    """A cell of an XLSX sheet with content: `row` from 1, `column` from 0, attributes, and its inner XML."""

    row: int
    column: int
    kind: bytes
    """Its attribute `t`: b"s" for a shared text, b"e" for an error, b"" for a number."""
    style: int
    """The number of its style; -1 for none."""
    metadata: bytes
    """Its attribute `vm`, which leads to a picture."""
    inside: bytes

    @property
    def value(self) -> bytes | None:
        """Its value as written; None for a cell without one."""
        found = _VALUE.search(self.inside)
        return found[1] if found else None

    def text(self, texts: Sequence[bytes]) -> bytes | None:
        """Return the one of the shared `texts` that it names; None if there is no such text."""
        number = (self.value or b"").strip()
        known = number.isdigit() and len(number) < 9 and int(number) < len(texts)
        return texts[int(number)] if known else None


class XlsxSheet(Struct, frozen=True):
    """The XML of one sheet, its cells with content, and the texts that cells name by number."""

    xml: bytes
    cells: Sequence[XlsxCell]
    texts: Sequence[bytes]


def read_xlsx_sheet(members: Mapping[str, bytes], sheet: int) -> XlsxSheet:
    """Parse sheet number `sheet` (from 0); return an empty one if it is unknown."""
    lower = {name.lower(): data for name, data in members.items()}
    shared = lower.get("xl/sharedstrings.xml", b"")
    texts = [found[1] or b"" for found in _SHARED.finditer(shared)]
    xml = lower.get(sheet_file(members, sheet).lower(), b"")
    return XlsxSheet(xml, [*_xlsx_cells(xml)], texts)


def _xlsx_cells(xml: bytes) -> Iterator[XlsxCell]:
    """Yield the cells with content; unclosed ones are skipped."""
    attributes, start = b"", -1
    for tag in _CELL_TAG.finditer(xml):
        if tag[1] is not None:
            attributes, start = tag[1], -1 if tag[1].endswith(b"/") else tag.end()
        elif start >= 0:
            named = dict(reversed(_CELL_ATTRIBUTE.findall(attributes)))
            place, style = _REFERENCE.match(named.get(b"r", b"")), named.get(b"s", b"")
            if place:
                yield XlsxCell(
                    int(place[2]),
                    column_number(place[1]) - 1,
                    kind=named.get(b"t", b""),
                    style=int(style) if style.isdigit() and len(style) < 7 else -1,
                    metadata=named.get(b"vm", b""),
                    inside=xml[start : tag.start()],
                )
            start = -1


def styles_in(styles: bytes) -> Iterator[bytes]:
    """Yield the attributes of each cell style of xl/styles.xml, in the order of their indices."""
    listed = _STYLES.search(styles)
    for found in _STYLE.finditer(listed[0]) if listed else ():
        yield found[1]


def ods_sheet(content: bytes, sheet: int) -> tuple[int, int]:
    """Return start and end of sheet number `sheet` (from 0) in content.xml; (0, 0) if missing."""
    starts = [found.end() for found in _ODS_TABLE.finditer(content)]
    return (starts[sheet], [*starts, len(content)][sheet + 1]) if sheet < len(starts) else (0, 0)


def ods_cells(
    content: bytes, sheet: int, kinds: Collection[bytes] | None = (b"string",)
) -> Iterator[tuple[int, int, bytes]]:
    """Yield row, column and inner XML of each cell of sheet number `sheet` (from 0) with one of `kinds`.

    Rows count from 1, columns from 0; repeated cells are yielded repeatedly.  With None, all cells with
    content are yielded.
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


def ods_spans(content: bytes, sheet: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the merged cells of sheet number `sheet` (from 0): first and last row, and columns from 0."""
    row, column, repeated = 1, 0, 0
    for found in _ODS_PART.finditer(content, *ods_sheet(content, sheet)):
        if found[1] is not None:
            row, column, repeated = row + repeated, 0, repeats(found[1])
            continue
        sizes = {one[1]: int(one[2]) for one in _ODS_SPAN.finditer(found[2])}
        high, wide = min(sizes.get(b"rows", 1), MOST_ROWS), min(sizes.get(b"columns", 1), MOST_COLUMNS)
        if high * wide > 1:
            yield row, row + high - 1, column, column + wide - 1
        column += repeats(found[2])


def repeats(attributes: bytes) -> int:
    """Return how often an ODS row, column or cell with these `attributes` is repeated."""
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1


def hidden_in_xlsx(sheet: bytes) -> Hidden:
    """Return the hidden rows and columns of the XML of a `sheet`."""
    return Hidden(frozenset(_xlsx_rows(sheet)), frozenset(_xlsx_columns(sheet)))


def hidden_in_ods(content: bytes, position: int) -> Hidden:
    """Return the hidden rows and columns of sheet number `position` (from 0)."""
    start, end = ods_sheet(content, position)
    sheet = content[start:end]
    rows, columns = _ods_hidden(sheet, _ODS_ROW, MOST_ROWS), _ods_hidden(sheet, _ODS_COLUMN, MOST_COLUMNS)
    return Hidden(frozenset(rows), frozenset(number - 1 for number in columns))


def warn_of_hidden(grid: CellGrid, rows: Iterable[int], columns: Iterable[int]) -> Iterator[Diagnostic]:
    """Yield warnings of hidden ones among the `rows` (numbers) and `columns` (from 0) in use."""
    numbers = [str(number) for number in rows if number in grid.hidden.rows]
    named = [column_letters(column) for column in sorted(grid.hidden.columns.intersection(columns))]
    if numbers:
        hint = "delete them, show them, or leave them out with where:"
        place = Place(grid.file, int(numbers[0]), 1)
        yield make_warning(place, "hidden-cells", _words("row", numbers), hint)
    if named:
        hint = "show them, or leave them out under columns:, each as null"
        yield make_warning(Place(grid.file, 1, 1), "hidden-cells", _words("column", named), hint)


def _words(what: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    which = f"{what}{'s' if len(names) > 1 else ''} {', '.join(names[:_MOST])}{more}"
    return f"{which}: hidden in the spreadsheet, and read like the others"


def _xlsx_rows(sheet: bytes) -> Iterator[int]:
    number = 0
    for found in re.finditer(_ROW, sheet):
        own = re.search(_NUMBER, found[1])
        number = int(own[1]) if own else number + 1
        if re.search(_HIDDEN, found[1]):
            yield number


def _xlsx_columns(sheet: bytes) -> Iterator[int]:
    for found in re.finditer(_COLUMN, sheet):
        ends = {end[1]: int(end[2]) for end in re.finditer(_ENDS, found[1])}
        if re.search(_HIDDEN, found[1]) and len(ends) == 2:
            yield from range(ends[b"min"] - 1, min(ends[b"max"], MOST_COLUMNS))


def _ods_hidden(sheet: bytes, part: bytes, most: int) -> Iterator[int]:
    number = 1
    for found in re.finditer(part, sheet):
        times = repeats(found[1])
        if re.search(_ODS_HIDDEN, found[1]):
            yield from range(number, min(number + times, most + 1))
        number += times
