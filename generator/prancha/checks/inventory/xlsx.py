"""An inventory as a workbook, one sheet for each part."""

from __future__ import annotations

import io

from prancha.checks.inventory.inventory import Inventory
from prancha.checks.inventory.tables import safe, tables
from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure


def write(inventory: Inventory) -> bytes:
    """Raises Failure when the package that writes workbooks is not installed."""
    try:
        from openpyxl import Workbook
        from openpyxl.styles import Font
    except ImportError:
        message = "workbooks need the package openpyxl, which is not installed"
        hint = "pip install 'prancha[xlsx]', or choose --format csv"
        raise Failure([Diagnostic(NOWHERE, "missing-extra", message, hint=hint)]) from None
    book = Workbook()
    for empty in list(book.worksheets):
        book.remove(empty)
    for title, heads, rows in tables(inventory):
        sheet = book.create_sheet(title)
        sheet.append(list(heads))
        for row in rows:
            sheet.append([safe(cell) for cell in row])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()
