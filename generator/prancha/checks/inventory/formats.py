"""Write an inventory as Markdown, CSV, a workbook or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import to_builtins

from prancha.checks.inventory.inventory import COLOURS, CountedComponent, InkUse, Inventory
from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure

TableCell = str | int | float
Table = tuple[str, Sequence[str], Sequence[Sequence[TableCell]]]
"""A title, column heads, and rows."""

COMPONENTS = (
    "id",
    "family",
    "width mm",
    "height mm",
    "stock",
    "source",
    "copies",
    "drawn",
    "placed",
    "in PDF",
)

INK = ("family", "printed sides", *(f"{colour} %" for colour in COLOURS), "A4 pages covered whole")


def tables(inventory: Inventory) -> Iterator[Table]:
    """Components, families, sheets, what the owner adds, shopping, ink, assumptions; those that have rows."""
    yield "Components", COMPONENTS, [component(one) for one in inventory.components]
    heads = ("family", "title", "stock", "designs", "copies", "sheets")
    rows = [(t.family, t.title, t.stock, t.designs, t.copies, t.sheets) for t in inventory.totals]
    yield "Families", heads, rows
    sheets = [(s.stock, s.group, len(s.pieces), sum(s.pieces), max(s.pieces)) for s in inventory.sheets]
    yield "Sheets", ("stock", "group", "sheets", "pieces", "most on one sheet"), sheets
    for title, things in (("The owner adds", inventory.supplied), ("Shopping list", inventory.shopping)):
        if things:
            yield title, ("what", "number", "unit"), [(one.what, one.number, one.unit) for one in things]
    yield "Ink, estimated", INK, [_use(use) for use in inventory.ink]
    if inventory.assumptions:
        yield "Assumptions", ("subject", "why"), [(one.subject, one.why) for one in inventory.assumptions]


def component(one: CountedComponent) -> tuple[TableCell, ...]:
    """A component's row; a source mark in brackets where its count or all of it is assumed."""
    source = f"{one.source} (copies assumed)" if one.assumed and one.source != "assumed" else one.source
    width, height = one.size
    return (
        one.key,
        one.family,
        width,
        height,
        one.stock,
        source,
        one.designed,
        one.drawn,
        one.placed,
        one.found,
    )


def _use(use: InkUse) -> tuple[TableCell, ...]:
    shares = (round(100 * share, 1) for share in use.shares)
    return (use.title, use.sides, *shares, round(sum(use.ink), 1))


def safe(cell: TableCell) -> TableCell:
    """The cell, made plain text where a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def write_markdown(inventory: Inventory) -> bytes:
    """A heading with the totals, and a table for each part."""
    copies = sum(total.copies for total in inventory.totals)
    designs = sum(total.designs for total in inventory.totals)
    lines = [f"# {inventory.title}", "", f"{copies} pieces of {designs} designs on {inventory.paper} paper."]
    for title, heads, rows in tables(inventory):
        lines += ["", f"## {title}", "", _row(heads), _row("---" for _ in heads), *map(_row, rows)]
    return ("\n".join(lines) + "\n").encode()


def _row(cells: Iterable[TableCell]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(cell: TableCell) -> str:
    text = f"{cell:g}" if isinstance(cell, float) else str(cell)
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>")


def write_csv(inventory: Inventory) -> bytes:
    """UTF-8 with a byte order mark, which spreadsheets need to read accents."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow((*COMPONENTS, *(f"{colour}, A4 pages" for colour in COLOURS)))
    writer.writerows([*map(safe, component(one)), *one.ink] for one in inventory.components)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def write_xlsx(inventory: Inventory) -> bytes:
    """Raises Failure when the package that writes workbooks is not installed."""
    try:
        from openpyxl import Workbook
        from openpyxl.styles import Font
    except ImportError:
        message = "workbooks need the package openpyxl, which is not installed"
        hint = 'pip install "prancha[xlsx]", or choose --format csv'
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


def write_json(inventory: Inventory) -> bytes:
    """All parts, under the names of their fields."""
    return (json.dumps(to_builtins(inventory), ensure_ascii=False, indent=1) + "\n").encode()


FORMATS: Mapping[str, Callable[[Inventory], bytes]] = {
    "markdown": write_markdown,
    "csv": write_csv,
    "xlsx": write_xlsx,
    "json": write_json,
}


def render(inventory: Inventory, format: str) -> bytes:
    """The inventory in one of FORMATS."""
    return FORMATS[format](inventory)
