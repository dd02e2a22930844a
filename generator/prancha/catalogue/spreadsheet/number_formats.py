"""What a spreadsheet program shows for a number: its format in XLSX, its text in ODS.

A cell that holds 0.5 and shows 50 % must not print as 0.5.  Formats of digits, decimals, thousands and per
cent are followed; of any other a warning tells what is printed instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from typing import Any

from prancha.catalogue.spreadsheet.grid import letters
from prancha.catalogue.spreadsheet.workbook_xml import (
    ANNOTATION,
    CellPlace,
    attribute,
    cell_place,
    ods_cells,
    styles_in,
)
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.written import as_written, format_worked_out

_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;[Red](#,##0.00)", 48: "##0.0E+0",
    **dict.fromkeys((5, 6, 7, 8, 41, 42, 43, 44), "a currency"),
    **dict.fromkeys((*range(14, 23), *range(27, 37), 45, 46, 47, *range(50, 59)), "a date or time"),
}  # fmt: skip
"""Formats that a file need not spell out (ECMA-376-1, 18.8.30)."""
_AS_IT_IS = ("general", "@", "")
_DIGITS = re.compile(r"(#,##)?(0+|#)(?:\.(0+))?(%?)\Z")
_FORMAT = re.compile(rb"<(?:\w+:)?numFmt\b([^>]*)>")
_START = re.compile(rb"<(?:\w+:)?c\b([^>]*)>")
_STYLED = re.compile(rb"""\bs\s*=\s*["']([0-9]{1,6})["']""")


def show_xlsx(
    rows: list[tuple[int, list[Any]]], members: Mapping[str, bytes], sheet: bytes, file: str, comma: bool
) -> list[Diagnostic]:
    """Give the numbers of `rows` the form that they have in the `sheet`; returns what cannot be followed.

    `comma`: decimals are shown with a comma, and thousands with a point.
    """
    formats = dict(_formats(members.get("xl/styles.xml", b"")))
    cells = dict(rows)
    unread: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for (row, column), code in _formatted(sheet, formats) if formats else ():
        value: Any = cells[row][column] if row in cells and column < len(cells[row]) else ""
        if value == "" or isinstance(value, bool):
            continue
        if value.__class__ is str:
            if _is_date(code) and code.replace("\\", "").lower() != "yyyy-mm-dd":  # as it prints
                unread.setdefault((column, code), []).append((row, value))
            continue
        text = format_number(value, code, comma)
        if text is None:
            unread.setdefault((column, code), []).append((row, format_worked_out(value)))
        else:
            cells[row][column] = as_written(value, text)
    return [_unread(file, column, code, told) for (column, code), told in unread.items()]


def show_decimals(rows: list[tuple[int, list[Any]]], comma: bool) -> None:
    """Give numbers without a format of their own the decimal sign of the file, and no noise."""
    for _, row in rows:
        for column, value in enumerate(row):
            if value.__class__ is float:
                text = format_worked_out(value)
                row[column] = as_written(value, text.replace(".", ",") if comma else text)


def format_number(value: float, code: str, comma: bool) -> str | None:
    """A number in a format such as `0.00` or `#,##0%`; None for any other format."""
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


def _formats(styles: bytes) -> Iterator[tuple[int, str]]:
    """The format of each style that has one of its own, by the number cells name it with."""
    own = {}
    for found in _FORMAT.finditer(styles):
        number, code = attribute(found[1], b"numFmtId"), attribute(found[1], b"formatCode")
        if number.isdecimal() and len(number) < 7:
            own[int(number)] = code
    for style, attributes in enumerate(styles_in(styles)):
        number = attribute(attributes, b"numFmtId")
        if number.isdecimal() and len(number) < 7:
            code = own.get(int(number), _BUILT_IN.get(int(number), ""))
            if code.lower() not in _AS_IT_IS:
                yield style, code


def _formatted(sheet: bytes, formats: Mapping[int, str]) -> Iterator[tuple[CellPlace, str]]:
    for found in _START.finditer(sheet):
        styled = _STYLED.search(found[1])
        code = formats.get(int(styled[1])) if styled else None
        place = cell_place(found[1]) if code is not None else None
        if place and code is not None:
            yield place, code


def _is_date(code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", code.lower())
    return code == "a date or time" or bool(re.search(r"[dmyhs]", bare))


def _unread(file: str, column: int, code: str, told: list[tuple[int, str]]) -> Diagnostic:
    row, printed = told[0]
    more = f" (and {len(told) - 1} more in this column)" if len(told) > 1 else ""
    message = (
        f"row {row}, column {letters(column)}: the cell is shown in the format {code}, which is not read; "
        f"it prints as {printed}{more}"
    )
    hint = "write it as text the way it should print, or give the column a plain format"
    return Diagnostic(
        Place(file, row, column + 1), "cell-format", message=message, item="", hint=hint, severity="warning"
    )


_LINE = re.compile(rb"<text:p\b[^>]*>(.*?)</text:p>", re.S)
_TAG = re.compile(rb"<[^>]*>")
_NUMBERS = (b"float", b"percentage", b"currency", b"date", b"time")


def show_ods(rows: list[tuple[int, list[Any]]], content: bytes, sheet: int) -> None:
    """Give the numbers and dates of `rows` the text that the cell shows in sheet number `sheet` (from 0)."""
    cells = dict(rows)
    for row, column, text in _ods_texts(content, sheet):
        if row in cells and column < len(cells[row]):
            value = cells[row][column]
            if value.__class__ is int or value.__class__ is float:
                cells[row][column] = as_written(value, text)
            elif value.__class__ is str and value:
                cells[row][column] = text


def _ods_texts(content: bytes, sheet: int) -> Iterator[tuple[int, int, str]]:
    """Row, column and text of each cell that holds a number or date."""
    for row, column, inside in ods_cells(content, sheet, _NUMBERS):
        lines = _LINE.findall(ANNOTATION.sub(b"", inside))
        text = unescape(_TAG.sub(b"", b" ".join(lines)).decode("utf-8", "replace")).strip()
        if text:
            yield row, column, text
