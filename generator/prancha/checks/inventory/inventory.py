"""An inventory of one game, its ink in A4 pages, and both as Markdown, CSV, a workbook or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure
from prancha.model.game import Family, Source, Stock
from prancha.model.units import Mm

InkPages = tuple[float, float, float, float]
"""A4 pages covered whole with cyan, magenta, yellow and black, estimated."""
NO_INK: InkPages = (0.0, 0.0, 0.0, 0.0)


class CountedComponent(Struct, frozen=True):
    """One design: `size` of the trim in mm, and its copies designed, drawn, placed and found in the PDF.

    Its `ink` is that of all copies.
    """

    key: str
    family: str
    size: tuple[Mm, Mm]
    stock: Stock
    source: Source
    assumed: bool
    designed: int
    drawn: int = 0
    placed: int = 0
    found: int = 0
    ink: InkPages = NO_INK

    @property
    def agrees(self) -> bool:
        """Whether no copy was lost or doubled on the way to paper."""
        return self.designed == self.drawn == self.placed == self.found


class Total(Struct, frozen=True):
    """A family: designs, copies, and the front sheets it is on."""

    family: str
    title: str
    stock: Stock
    designs: int
    copies: int
    sheets: int


class SheetCount(Struct, frozen=True):
    """Sheets of one stock and group: the number of pieces on each, first to last."""

    stock: Stock
    group: str
    pieces: tuple[int, ...]


class InkUse(Struct, frozen=True):
    """Printed sides that a family is on, the share of their paper it covers with each colour, and its ink.

    The one of all families has no `family`.
    """

    family: str
    title: str
    sides: int
    shares: InkPages
    ink: InkPages


class Assumption(Struct, frozen=True):
    """Something the rulebook does not fix: what, and why it is as it is."""

    subject: str
    why: str


class Purchase(Struct, frozen=True):
    """Something to buy or to do, how much of it, and in what unit."""

    what: str
    number: int | float
    unit: str


class Inventory(Struct, frozen=True):
    """The contents of a manifest of one game."""

    game: str
    title: str
    paper: str
    components: tuple[CountedComponent, ...]
    totals: tuple[Total, ...]
    sheets: tuple[SheetCount, ...]
    supplied: tuple[Purchase, ...]
    shopping: tuple[Purchase, ...]
    ink: tuple[InkUse, ...]
    assumptions: tuple[Assumption, ...]


A4 = 210.0 * 297.0
COLOURS = ("cyan", "magenta", "yellow", "black")


def ink_uses(
    families: Sequence[Family],
    lang: str,
    sheets: Sequence[Mapping[str, Any]],
    at: int,
    ink: Mapping[str, InkPages],
) -> Iterator[InkUse]:
    """Yield the use of every family that prints, then that of all; `ink` is mm² of each item.

    `sheets` are fronts and backs of the manifest, `at` the position of the item in their pieces.
    """
    sides = [
        ({row[at] for row in (*sheet["pieces"], *sheet.get("backs", ()))}, sheet["width"] * sheet["height"])
        for sheet in sheets
    ]
    for family in families:
        keys = {item.key for item in family.items}
        areas = [area for items, area in sides if keys & items]
        if areas:
            yield _use(family.id, family.title[lang], areas, (ink.get(key, NO_INK) for key in sorted(keys)))
    yield _use("", "all", [area for items, area in sides if items], (ink[key] for key in sorted(ink)))


def in_pages(area: InkPages) -> InkPages:
    """mm² as A4 pages, to a thousandth."""
    cyan, magenta, yellow, black = (round(colour / A4, 3) for colour in area)
    return cyan, magenta, yellow, black


def cartridges(use: InkUse) -> Iterator[Purchase]:
    """The ink of all families, one line per colour."""
    for colour, pages in zip(COLOURS, use.ink, strict=True):
        yield Purchase(f"{colour} ink, estimated", round(pages, 1), "A4 pages covered whole")


def _use(family: str, title: str, areas: Sequence[float], inks: Iterable[InkPages]) -> InkUse:
    cyan, magenta, yellow, black = map(sum, zip(NO_INK, *inks, strict=True))
    area = cyan, magenta, yellow, black
    c, m, y, k = (round(colour / max(sum(areas), 1.0), 4) for colour in area)
    return InkUse(family, title, len(areas), (c, m, y, k), in_pages(area))


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
    yield "Ink, estimated", INK, [_ink_row(use) for use in inventory.ink]
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


def _ink_row(use: InkUse) -> tuple[TableCell, ...]:
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
