"""Workbooks: XLSX and ODS as spreadsheet programs write them."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

import datetime
import io
from typing import Any

import openpyxl

from tests.lists.case import Case
from tests.unit.catalogue.spreadsheets import ods


def book(
    *sheets: tuple[str, list[list[Any]]], hidden: tuple[str, ...] = (), merged: tuple[str, ...] = ()
) -> bytes:
    """A workbook of sheets."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if name in hidden:
            sheet.sheet_state = "hidden"
        for area in merged:
            sheet.merge_cells(area)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


_ROWS = [["Name", "Text", "Cost", "Qty"], ["Owl", "Fly.", 2, 3], ["Elk", "Run.", 1.5, 1]]


def _formatted(rows: list[list[Any]], width: int) -> bytes:
    """A workbook whose rows have a colour out to column `width`."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell in (book.active.cell(row, column) for row in range(1, 9) for column in range(1, width + 1)):
        cell.fill = openpyxl.styles.PatternFill("solid", fgColor="ffeecc")
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


WORKBOOKS: dict[str, Case] = {
    "xlsx": Case({"deck.xlsx": book(("Cards", _ROWS))}, 4, printed=("Owl",)),
    "xlsx-several-sheets": Case(
        {"deck.xlsx": book(("Read me", [["Hello"], ["Choose a sheet."]]), ("Cards", _ROWS))},
        4, options=("--sheet", "Cards"), told=("Cards",),
    ),
    "xlsx-readme-first": Case(
        {"deck.xlsx": book(("Read me", [["Hello, this is my game."]]), ("Cards", _ROWS))}, 4, told=("Cards",)
    ),
    "xlsx-hidden-first": Case(
        {"deck.xlsx": book(("Lists", [["red"], ["blue"]]), ("Cards", _ROWS), hidden=("Lists",))}, 4, told=("Cards",)
    ),
    "xlsx-merged": Case(
        {"deck.xlsx": book(("Cards", [["Name", "Deck"], ["Owl", "Wood"], ["Elk", None], ["Eel", "Sea"]]), merged=("B2:B3",))}, 3
    ),
    "xlsx-dates": Case(
        {"deck.xlsx": book(("Cards", [["Event", "Date"], ["Fair", datetime.date(2024, 5, 1)], ["Feast", datetime.date(2024, 6, 24)]]))}, 2
    ),
    "xlsx-truths": Case(
        {"deck.xlsx": book(("Cards", [["Name", "Unique", "Code"], ["Owl", True, "007"], ["Elk", False, "012"]]))}, 2, printed=("007",)
    ),
    "xlsx-title-above": Case({"deck.xlsx": book(("Cards", [["My great game"], [], *_ROWS]))}, 4, printed=("Owl",)),
    "xlsx-html": Case(
        {"deck.xlsx": book(("Cards", [["Name", "Text"], ["Owl", "<p>Fly.</p><p><strong>Land.</strong></p>"], ["Elk", "Run &nbsp; on."]]))},
        2, absent=("<p>", "&nbsp;"),
    ),
    "xlsx-formatted-to-the-last-column": Case({"deck.xlsx": _formatted(_ROWS, 1024)}, 4, printed=("Owl",)),
    "ods": Case({"deck.ods": ods(_ROWS)}, 4, printed=("Owl",)),
}  # fmt: skip
