"""Formats of workbook cells: show numbers as their program does, and bold and italic words as markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from typing import Any

from prancha.catalogue.spreadsheet.cell_grid import column_letters
from prancha.catalogue.spreadsheet.cells import Formatted, Run
from prancha.catalogue.spreadsheet.workbook_xml import (
    ANNOTATION,
    XlsxSheet,
    attribute,
    ods_cells,
    styles_in,
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
_FORMAT = re.compile(rb"<(?:\w+:)?numFmt\b([^>]*)>")
_LINE = re.compile(rb"<text:p\b[^>]*>(.*?)</text:p>", re.S)
_TAG = re.compile(rb"<[^>]*>")
_NUMBERS = (b"float", b"percentage", b"currency", b"date", b"time")
_RUN = re.compile(rb"<(?:\w+:)?r(?:\s[^>]*)?>(.*?)</(?:\w+:)?r>", re.S)
_STARTED = re.compile(rb"<(?:\w+:)?r(?:\s[^>]*)?>")
_PAIRS = tuple(
    (re.compile(rb"<(?:\w+:)?%s[\s>]" % name), re.compile(rb"</(?:\w+:)?%s>" % name))
    for name in (b"r", b"rPr")
)
_TEXT = re.compile(rb"<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<")
_LOOK = re.compile(rb"<(?:\w+:)?rPr(?:\s[^>]*)?>(.*?)</(?:\w+:)?rPr>", re.S)
_SWITCH = rb"""<(?:\w+:)?%s(?:\s+val\s*=\s*["'](\w+)["'])?\s*/>"""
_BOLD, _ITALIC = re.compile(_SWITCH % b"b"), re.compile(_SWITCH % b"i")
_FONTS = re.compile(rb"<(?:\w+:)?fonts\b.*?</(?:\w+:)?fonts>", re.S)
_FONT = re.compile(rb"<(?:\w+:)?font(?:\s[^>]*)?(?:/>|>(.*?)</(?:\w+:)?font>)", re.S)
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ODS_STYLE = re.compile(rb"<style:style\b([^>]*)>(.*?)</style:style>", re.S)
_ODS_LOOK = re.compile(rb"<style:text-properties\b([^>]*)>")
_ODS_LINE = re.compile(rb"<text:p\b[^>]*?(?:/>|>(.*?)</text:p>)", re.S)
_ODS_PART = re.compile(rb"<(/?)text:(span|s|tab|line-break)\b([^>]*?)(/?)>|<[^>]*>|([^<]+)")
_MOST_SPACES = 1_000


def show_xlsx(
    rows: list[tuple[int, list[Any]]], members: Mapping[str, bytes], sheet: XlsxSheet, file: str, comma: bool
) -> list[Diagnostic]:
    """Format the numbers in `rows` as the `sheet` shows them; return warnings of unsupported formats.

    `comma`: decimal comma, and a point between thousands.
    """
    formats = dict(_formats(members.get("xl/styles.xml", b"")))
    cells = dict(rows)
    unread: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for cell in sheet.cells if formats else ():
        row, column, code = cell.row, cell.column, formats.get(cell.style)
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


def _formats(styles: bytes) -> Iterator[tuple[int, str]]:
    """Yield index and number format of each cell style that has a format."""
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


def show_ods(rows: list[tuple[int, list[Any]]], content: bytes, sheet: int) -> None:
    """Replace numbers and dates in `rows` by the text their cells show in sheet number `sheet` (from 0)."""
    cells = dict(rows)
    for row, column, text in _ods_texts(content, sheet):
        if row in cells and column < len(cells[row]):
            value = cells[row][column]
            if value.__class__ is int or value.__class__ is float:
                cells[row][column] = as_written(value, text)
            elif value.__class__ is str and value:
                cells[row][column] = text


def _ods_texts(content: bytes, sheet: int) -> Iterator[tuple[int, int, str]]:
    """Yield row, column and text of each cell with a number or date."""
    for row, column, inside in ods_cells(content, sheet, _NUMBERS):
        lines = _LINE.findall(ANNOTATION.sub(b"", inside))
        text = unescape(_TAG.sub(b"", b" ".join(lines)).decode("utf-8", "replace")).strip()
        if text:
            yield row, column, text


def format_xlsx(rows: Sequence[tuple[int, list[Any]]], members: Mapping[str, bytes], sheet: XlsxSheet) -> int:
    """Replace texts in `rows` by formatted ones of `sheet`; return how many."""
    if not any(map(_STARTED.search, sheet.texts)) and not _STARTED.search(sheet.xml):
        return 0
    looks = _cell_looks(members.get("xl/styles.xml", b""))
    found: list[tuple[int, int, list[Run]]] = []
    for cell in sheet.cells:
        inside = cell.inside if cell.kind == b"inlineStr" else b""
        if cell.kind == b"s":
            inside = cell.text(sheet.texts) or b""
        if _STARTED.search(inside):
            usual = looks.get(cell.style, (False, False))
            found.append((cell.row, cell.column, list(_xlsx_runs(inside, usual))))
    return _put_formatted(rows, found)


def _xlsx_runs(inside: bytes, usual: tuple[bool, bool]) -> Iterator[Run]:
    """Yield the runs of a text; a run without properties has the `usual` ones of its cell."""
    for run in _runs_in(inside):
        text = "".join(unescape(part.decode("utf-8", "replace")) for part in _TEXT.findall(run))
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
        look = _LOOK.search(run)
        bold, italic = (_is_on(_BOLD, look[1]), _is_on(_ITALIC, look[1])) if look else usual
        yield text.replace("\r\n", "\n"), bold, italic


def _is_on(switch: re.Pattern[bytes], look: bytes) -> bool:
    found = switch.search(look)
    return found is not None and found[1] not in (b"0", b"false")


def _cell_looks(styles: bytes) -> dict[int, tuple[bool, bool]]:
    """Return whether each cell style is bold and italic, by its index."""
    fonts = _FONTS.search(styles)
    looks = [
        (_is_on(_BOLD, font[1] or b""), _is_on(_ITALIC, font[1] or b""))
        for font in (_FONT.finditer(fonts[0]) if fonts else ())
    ]
    found = {}
    for style, attributes in enumerate(styles_in(styles)):
        font = attribute(attributes, b"fontId")
        if font.isdecimal() and len(font) < 7 and int(font) < len(looks):
            found[style] = looks[int(font)]
    return found


def _runs_in(inside: bytes) -> list[bytes]:
    """Return the runs of a text; none if tags are unclosed, since searching their ends is quadratic."""
    for opened, closed in _PAIRS:
        if len(opened.findall(inside)) > len(closed.findall(inside)):
            return []
    return [run[1] for run in _RUN.finditer(inside)]


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


def format_ods(rows: Sequence[tuple[int, list[Any]]], members: Mapping[str, bytes], sheet: int) -> int:
    """Do the same for sheet number `sheet` (from 0) of an ODS file."""
    content = members.get("content.xml", b"")
    if b"<text:span" not in content:
        return 0
    styles = [*_ODS_STYLE.finditer(content), *_ODS_STYLE.finditer(members.get("styles.xml", b""))]
    looks = {}
    for style in styles:
        said = _ODS_LOOK.search(style[2])
        if said is not None:
            weight = attribute(said[1], b"fo:font-weight")
            bold = weight == "bold" or (weight.isdecimal() and int(weight) > 500)
            looks[attribute(style[1], b"style:name")] = bold, attribute(said[1], b"fo:font-style") == "italic"
    found = []
    for row, column, inside in ods_cells(content, sheet):
        if b"<text:span" in inside:
            lines = _ODS_LINE.findall(ANNOTATION.sub(b"", inside))
            runs: list[Run] = []
            for number, line in enumerate(lines):
                runs += [("\n", False, False)] if number else []
                runs += _ods_runs(line, looks)
            found.append((row, column, runs))
    return _put_formatted(rows, found)


def _ods_runs(line: bytes, looks: Mapping[str, tuple[bool, bool]]) -> Iterator[Run]:
    within: list[tuple[bool, bool]] = [(False, False)]
    for part in _ODS_PART.finditer(line):
        text = ""
        if part[5] is not None:
            text = unescape(part[5].decode("utf-8", "replace"))
        elif part[2] == b"span" and part[1]:
            within = within[:-1] or [(False, False)]
        elif part[2] == b"span" and not part[4]:
            bold, italic = looks.get(attribute(part[3], b"text:style-name"), (False, False))
            within.append((bold or within[-1][0], italic or within[-1][1]))
        elif part[2]:
            count = attribute(part[3], b"text:c")
            many = min(int(count), _MOST_SPACES) if count.isdecimal() and len(count) < 7 else 1
            text = {b"s": " " * many, b"tab": "\t", b"line-break": "\n"}.get(part[2], "")
        if text:
            yield text, *within[-1]
