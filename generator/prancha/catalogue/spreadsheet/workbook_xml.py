"""The XML inside workbooks: the sheet asked for, its cells with texts and looks, what is hidden."""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.catalogue.spreadsheet.cell_grid import MOST_COLUMNS, MOST_ROWS, CellGrid, Hidden, column_letters
from prancha.model.diagnostic import Diagnostic, Place, first_of, make_warning

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})\Z")
_MOST = 5
_MOST_XML = 20_000_000
_FORBIDDEN = (b"<!DOCTYPE", b"<!ENTITY", b"\0")
"""Bytes that no workbook has; a zero byte means UTF-16, in which the others would not be found."""

Look: TypeAlias = tuple[bool, bool]
"""Bold and italic, as two booleans."""
Parts: TypeAlias = Sequence[tuple[str, Look | None]]
"""The parts of a text; the look is None where it is that of the cell."""


def local_name(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def children(element: Element, name: str) -> Iterator[Element]:
    """Yield the children of an element that are called `name`, in any namespace."""
    return (child for child in element if local_name(child) == name)


def get(element: Element, name: str) -> str:
    """Return the attribute `name` of an element, in any namespace; "" if missing."""
    found = element.attrib.get(name)
    return found or next((text for key, text in element.attrib.items() if key.endswith(f"}}{name}")), "")


def refuse_definitions(data: bytes) -> None:
    """Raise ValueError for XML that defines entities, which may grow beyond all memory."""
    if any(sign in data for sign in _FORBIDDEN):
        raise ValueError("its XML defines what no workbook needs")


def parse_plain(data: bytes) -> Element:
    """Return the root of an XML file; raise ParseError, and ValueError for what no workbook needs."""
    refuse_definitions(data)
    return ElementTree.fromstring(data)


def parse_member(members: Mapping[str, bytes], name: str) -> list[Element]:
    """Return the children of a member's root element; [] if it is no plain XML of usual size."""
    data = members.get(name, b"")
    try:
        return [*parse_plain(data)] if 0 < len(data) <= _MOST_XML else []
    except (ElementTree.ParseError, ValueError, LookupError):
        return []


def read_relations(members: Mapping[str, bytes], part: str) -> dict[str, tuple[str, str]]:
    """Return type and member of the relations of an archive part, by id."""
    folder, _, name = part.rpartition("/")
    found = {}
    for one in parse_member(members, f"{folder}/_rels/{name}.rels"):
        target = one.get("Target", "")
        member = target[1:] if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
        if one.get("TargetMode", "") != "External":
            found[one.get("Id", "")] = one.get("Type", "").rpartition("/")[2], member
    return found


@lru_cache(1024)
def column_number(name: str) -> int:
    """Return the number of a column (from 1) from its letters."""
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - 64
    return number


def sheet_file(members: Mapping[str, bytes], sheet: int) -> str:
    """Return the archive member of sheet number `sheet` (from 0); "" if unknown."""
    lists = parse_member(members, "xl/workbook.xml")
    sheets = [one for part in lists if local_name(part) == "sheets" for one in part]
    wanted = get(sheets[sheet], "id") if sheet < len(sheets) else ""
    return read_relations(members, "xl/workbook.xml").get(wanted, ("", ""))[1]


class XlsxCell(Struct, frozen=True, gc=False):
    """A cell of an XLSX sheet with content: `row` from 1, `column` from 0, its attributes and value."""

    row: int
    column: int
    kind: str
    """Its attribute `t`: "s" for a shared text, "e" for an error, "" for a number."""
    style: int
    """The number of its style; -1 for none."""
    metadata: str
    """Its attribute `vm`, which leads to a picture."""
    value: str | None
    """Its value as written; None for a cell without one."""
    is_formula: bool
    parts: Parts = ()
    """Its text, where that stands in the cell."""

    def text(self, texts: Sequence[Parts]) -> Parts | None:
        """Return the one of the shared `texts` that it names; None if there is no such text."""
        number = whole((self.value or "").strip())
        return texts[number] if 0 <= number < len(texts) else None


class XlsxSheet(Struct, frozen=True):
    """One sheet: its cells with content, the texts that cells name by number, hidden rows and columns."""

    cells: Sequence[XlsxCell]
    texts: Sequence[Parts]
    hidden: Hidden = Hidden()


def read_xlsx_sheet(members: Mapping[str, bytes], sheet: int) -> XlsxSheet:
    """Parse sheet number `sheet` (from 0); return an empty one if it is unknown.

    Raises ParseError for damaged XML, and ValueError for XML that defines entities.
    """
    lower = {name.lower(): data for name, data in members.items()}
    shared = _elements(lower.get("xl/sharedstrings.xml", b""), "si")
    texts = [read_parts(element) for element in shared]
    cells: list[XlsxCell] = []
    rows, columns, number = set[int](), set[int](), 0
    for element in _elements(lower.get(sheet_file(members, sheet).lower(), b""), "row", "col"):
        is_hidden = element.get("hidden") in ("1", "true")
        if local_name(element) == "col":
            first, last = (whole(element.get(end, "")) for end in ("min", "max"))
            columns.update(range(first - 1, min(last, MOST_COLUMNS)) if is_hidden and first > 0 else ())
            continue
        number = whole(element.get("r", ""), number + 1)
        rows.update([number] if is_hidden else ())
        cells += filter(None, map(_read_cell, children(element, "c")))
    return XlsxSheet(cells, texts, Hidden(frozenset(rows), frozenset(columns)))


def _elements(data: bytes, *names: str) -> Iterator[Element]:
    """Yield the elements of these names, each of which is emptied when the next is asked for."""
    refuse_definitions(data)
    for _, element in ElementTree.iterparse(io.BytesIO(data)) if data else ():
        if local_name(element) in names:
            yield element
            element.clear()


def _read_cell(element: Element) -> XlsxCell | None:
    """Return a cell; None for one without content or place."""
    place = _REFERENCE.match(element.get("r", ""))
    if place is None or not len(element):
        return None
    parts = {local_name(part): part for part in element}
    value, text = parts.get("v"), parts.get("is")
    return XlsxCell(
        int(place[2]),
        column_number(place[1]) - 1,
        kind=element.get("t", ""),
        style=whole(element.get("s", "")),
        metadata=element.get("vm", ""),
        value=None if value is None else value.text or "",
        is_formula="f" in parts,
        parts=() if text is None else read_parts(text),
    )


def read_parts(element: Element) -> Parts:
    """Return the parts of a text: runs with looks of their own, or all of it."""
    parts: list[tuple[str, Look | None]] = []
    for part in element:
        if local_name(part) == "t":
            parts.append((part.text or "", None))
        elif local_name(part) == "r":
            look = next(children(part, "rPr"), None)
            said = "".join(text.text or "" for text in children(part, "t"))
            parts.append((said, None if look is None else read_look(look)))
    return parts


def read_look(element: Element) -> Look:
    """Return whether the properties of a font make it bold, and italic."""
    bold, italic = (
        any(one.get("val") not in ("0", "false") for one in children(element, name)) for name in ("b", "i")
    )
    return bold, italic


def whole(text: str, otherwise: int = -1) -> int:
    """Return the whole number that an attribute holds."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else otherwise


class OdsCell(Struct, frozen=True, gc=False):
    """A cell of an ODS sheet with content: `row` from 1, `column` from 0, and its element."""

    row: int
    column: int
    element: Element

    @property
    def kind(self) -> str:
        """The type of its value: "string", "float", "date" ...; "" for none."""
        return get(self.element, "value-type")

    @property
    def lines(self) -> list[Element]:
        """Its paragraphs, without those of a comment."""
        return list(children(self.element, "p"))


class OdsSheet(Struct, frozen=True):
    """One sheet of content.xml: its cells with content, repeated ones repeatedly, merged and hidden ones."""

    cells: Sequence[OdsCell] = ()
    spans: Sequence[tuple[int, int, int, int]] = ()
    """First and last row, first and last column (from 0)."""
    hidden: Hidden = Hidden()


def ods_tables(root: Element) -> list[Element]:
    """Return the sheets of content.xml."""
    return [one for one in root.iter() if local_name(one) == "table"]


def ods_rows(table: Element) -> Iterator[tuple[int, Element, list[Element]]]:
    """Yield how often each row is repeated, the row, and its cells."""
    for row in table.iter():
        if local_name(row) == "table-row":
            cells = [one for one in row if local_name(one) in ("table-cell", "covered-table-cell")]
            yield repeats(row, "rows"), row, cells


def repeats(element: Element, what: str = "columns") -> int:
    """Return how often a row, column or cell is repeated."""
    return max(1, whole(get(element, f"number-{what}-repeated"), 1))


def read_ods_sheet(root: Element, sheet: int) -> OdsSheet:
    """Read sheet number `sheet` (from 0) of content.xml; return an empty one if it is missing."""
    tables = ods_tables(root)
    if sheet >= len(tables):
        return OdsSheet()
    cells: list[OdsCell] = []
    spans: list[tuple[int, int, int, int]] = []
    hidden, number = set[int](), 1
    for repeated, row, found in ods_rows(tables[sheet]):
        end, column = min(number + repeated, MOST_ROWS + 1), 0
        hidden.update(range(number, end) if _is_hidden(row) else ())
        for cell in found:
            times = repeats(cell)
            places = range(column, min(column + times, MOST_COLUMNS)) if len(cell) else ()
            cells += [OdsCell(at, k, cell) for at in range(number, end) for k in places]
            high, wide = (
                max(1, whole(get(cell, f"number-{what}-spanned"), 1)) for what in ("rows", "columns")
            )
            high, wide = min(high, MOST_ROWS), min(wide, MOST_COLUMNS)
            if high * wide > 1:
                spans.append((number, number + high - 1, column, column + wide - 1))
            column += times
        number += repeated
    return OdsSheet(cells, spans, Hidden(frozenset(hidden), frozenset(_hidden_columns(tables[sheet]))))


def _hidden_columns(table: Element) -> Iterator[int]:
    column = 0
    for one in table.iter():
        if local_name(one) == "table-column":
            end = column + repeats(one)
            yield from range(column, min(end, MOST_COLUMNS)) if _is_hidden(one) else ()
            column = end


def _is_hidden(element: Element) -> bool:
    return get(element, "visibility") in ("collapse", "filter")


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
    which = f"{what}{'s' if len(names) > 1 else ''} {first_of(names, _MOST)}"
    return f"{which}: hidden in the spreadsheet, and read like the others"
