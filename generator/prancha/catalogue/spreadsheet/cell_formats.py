"""Formats of workbook cells: show numbers as their program does, and bold and italic words as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.catalogue.spreadsheet.cell_grid import column_letters
from prancha.catalogue.spreadsheet.cells import Formatted, Run
from prancha.catalogue.spreadsheet.workbook_xml import (
    Look,
    OdsSheet,
    XlsxSheet,
    children,
    get,
    local_name,
    parse_member,
    read_look,
    whole,
)
from prancha.model.diagnostic import Diagnostic, Place, make_warning
from prancha.model.values import as_written, format_computed

_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;[Red](#,##0.00)", 48: "##0.0E+0",
    **dict.fromkeys((5, 6, 7, 8, 41, 42, 43, 44), "a currency"),
    **dict.fromkeys((*range(14, 23), *range(27, 37), 45, 46, 47, *range(50, 59)), "a date or time"),
}  # fmt: skip
"""Predefined number formats (ECMA-376-1, 18.8.30)."""
_AS_IT_IS = ("general", "@", "")
_DIGITS = re.compile(r"(#,##)?(0+|#)(?:\.(0+))?(%?)\Z")
_NUMBERS = ("float", "percentage", "currency", "date", "time")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MOST_SPACES = 1_000


class XlsxStyles(Struct, frozen=True):
    """The number format of each cell style that has one, and whether its font is bold and italic."""

    formats: Mapping[int, str]
    looks: Mapping[int, Look]


def read_styles(members: Mapping[str, bytes]) -> XlsxStyles:
    """Read the cell styles of xl/styles.xml."""
    lists = {local_name(one): list(one) for one in parse_member(members, "xl/styles.xml")}
    own = {whole(one.get("numFmtId", "")): one.get("formatCode", "") for one in lists.get("numFmts", ())}
    fonts = list(map(read_look, lists.get("fonts", ())))
    formats: dict[int, str] = {}
    looks: dict[int, Look] = {}
    for style, found in enumerate(lists.get("cellXfs", ())):
        number, font = whole(found.get("numFmtId", "")), whole(found.get("fontId", ""))
        code = own.get(number, _BUILT_IN.get(number, ""))
        if code.lower() not in _AS_IT_IS:
            formats[style] = code
        if 0 <= font < len(fonts):
            looks[style] = fonts[font]
    return XlsxStyles(formats, looks)


def show_xlsx(
    rows: list[tuple[int, list[Any]]], styles: XlsxStyles, sheet: XlsxSheet, file: str, comma: bool
) -> list[Diagnostic]:
    """Format the numbers in `rows` as the `sheet` shows them; return warnings of unsupported formats.

    `comma`: decimal comma, and a point between thousands.
    """
    cells = dict(rows)
    unread: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for cell in sheet.cells if styles.formats else ():
        row, column, code = cell.row, cell.column, styles.formats.get(cell.style)
        if code is None:
            continue
        value: Any = cells[row][column] if row in cells and column < len(cells[row]) else ""
        if value == "" or isinstance(value, bool):
            continue
        if value.__class__ is str:
            if _is_date(code) and code.replace("\\", "").lower() != "yyyy-mm-dd":  # as it prints
                unread.setdefault((column, code), []).append((row, value))
            continue
        text = format_number(value, code, comma)
        if text is None:
            unread.setdefault((column, code), []).append((row, format_computed(value)))
        else:
            cells[row][column] = as_written(value, text)
    return [_warn_of_format(file, column, code, told) for (column, code), told in unread.items()]


def show_decimals(rows: list[tuple[int, list[Any]]], comma: bool) -> None:
    """Write unformatted numbers with the decimal sign of the file and without rounding noise."""
    for _, row in rows:
        for column, value in enumerate(row):
            if value.__class__ is float:
                text = format_computed(value)
                row[column] = as_written(value, text.replace(".", ",") if comma else text)


def format_number(value: float, code: str, comma: bool) -> str | None:
    """Format a number as `0.00`, `#,##0%` and the like; None for any other format."""
    found = _DIGITS.match(code)
    if found is None or (value < 0 and ";" in code):
        return None
    thousands, whole, decimals, percent = found.groups()
    exact = Decimal(repr(float(value)) if isinstance(value, float) else int(value))
    number = exact * 100 if percent else exact
    number = number.quantize(Decimal(1).scaleb(-len(decimals or "")), ROUND_HALF_UP)
    sign, figures = ("-" if number < 0 else ""), f"{abs(number):f}"
    before, _, after = figures.partition(".")
    before = before.zfill(len(whole)) if whole != "#" else before.lstrip("0")
    if thousands:
        before = f"{int(before or 0):,}".replace(",", "." if comma else ",")
    return sign + before + (("," if comma else ".") + after if after else "") + percent


def _is_date(code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", code.lower())
    return code == "a date or time" or bool(re.search(r"[dmyhs]", bare))


def _warn_of_format(file: str, column: int, code: str, told: list[tuple[int, str]]) -> Diagnostic:
    row, printed = told[0]
    more = f" (and {len(told) - 1} more in this column)" if len(told) > 1 else ""
    message = (
        f"row {row}, column {column_letters(column)}: the cell is shown in the format {code}, "
        f"which is not supported; it prints as {printed}{more}"
    )
    hint = "write it as text the way it should print, or give the column a plain format"
    return make_warning(Place(file, row, column + 1), "cell-format", message, hint)


def show_ods(rows: list[tuple[int, list[Any]]], sheet: OdsSheet) -> None:
    """Replace numbers and dates in `rows` by the text that their cells show."""
    cells = dict(rows)
    for cell in sheet.cells:
        row, column = cell.row, cell.column
        if cell.kind not in _NUMBERS or row not in cells or column >= len(cells[row]):
            continue
        text = " ".join("".join(line.itertext()) for line in cell.lines).strip()
        value = cells[row][column]
        if text and value.__class__ in (int, float):
            cells[row][column] = as_written(value, text)
        elif text and value.__class__ is str and value:
            cells[row][column] = text


def format_xlsx(rows: Sequence[tuple[int, list[Any]]], styles: XlsxStyles, sheet: XlsxSheet) -> int:
    """Replace texts in `rows` by formatted ones of `sheet`; return how many."""
    found: list[tuple[int, int, list[Run]]] = []
    for cell in sheet.cells:
        parts = cell.parts if cell.kind == "inlineStr" else ()
        if cell.kind == "s":
            parts = cell.text(sheet.texts) or ()
        if len(parts) > 1:
            usual = styles.looks.get(cell.style, (False, False))
            runs = [(_unescaped(text), *(usual if look is None else look)) for text, look in parts]
            found.append((cell.row, cell.column, runs))
    return _put_formatted(rows, found)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text).replace("\r\n", "\n")


def _put_formatted(rows: Sequence[tuple[int, list[Any]]], found: Sequence[tuple[int, int, list[Run]]]) -> int:
    """Put formatted texts into their cells, if the words are equal and the formats differ within a cell."""
    cells, count = dict(rows), 0
    for row, column, runs in found:
        said = cells[row][column] if row in cells and column < len(cells[row]) else ""
        looks = {(bold, italic) for text, bold, italic in runs if text.strip()}
        made = Formatted(runs)
        if len(looks) > 1 and isinstance(said, str) and said.split() == made.split():
            cells[row][column] = made
            count += 1
    return count


def format_ods(rows: Sequence[tuple[int, list[Any]]], roots: Iterable[Element], sheet: OdsSheet) -> int:
    """Do the same for a sheet of an ODS file; `roots` are those of the files with styles."""
    looks: dict[str, Look] = {}
    for style in (one for root in roots for one in root.iter() if local_name(one) == "style"):
        for said in children(style, "text-properties"):
            weight = get(said, "font-weight")
            bold = weight == "bold" or whole(weight) > 500
            looks[get(style, "name")] = bold, get(said, "font-style") == "italic"
    found = []
    for cell in sheet.cells:
        runs: list[Run] = []
        for number, line in enumerate(cell.lines):
            runs += [("\n", False, False)] if number else []
            runs += _ods_runs(line, (False, False), looks)
        if cell.kind == "string" and len(runs) > 1:
            found.append((cell.row, cell.column, runs))
    return _put_formatted(rows, found)


def _ods_runs(part: Element, look: Look, looks: Mapping[str, Look]) -> Iterator[Run]:
    """Yield the runs of a paragraph, or of a part of it that has a `look`."""
    if part.text:
        yield part.text, *look
    for child in part:
        name, own = local_name(child), look
        if name == "span":
            bold, italic = looks.get(get(child, "style-name"), (False, False))
            own = bold or look[0], italic or look[1]
        spaces = min(max(1, whole(get(child, "c"), 1)), _MOST_SPACES)
        if said := {"s": " " * spaces, "tab": "\t", "line-break": "\n"}.get(name):
            yield said, *look
        yield from _ods_runs(child, own, looks)
        if child.tail:
            yield child.tail, *look
