"""The parts of an inventory as tables of cells, for the formats that are made of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.checks.inventory.inking import COLOURS
from prancha.checks.inventory.inventory import CountedComponent, InkUse, Inventory

TableCell = str | int | float
Table = tuple[str, Sequence[str], Sequence[Sequence[TableCell]]]
"""A title, column heads, and rows."""

COMPONENTS = (
    "id", "family", "width mm", "height mm", "stock", "source", "copies", "drawn", "placed", "in PDF",
)  # fmt: skip

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
        one.key, one.family, width, height, one.stock, source, one.designed, one.drawn, one.placed, one.found
    )  # fmt: skip


def _use(use: InkUse) -> tuple[TableCell, ...]:
    shares = (round(100 * share, 1) for share in use.shares)
    return (use.title, use.sides, *shares, round(sum(use.ink), 1))


def safe(cell: TableCell) -> TableCell:
    """The cell, made plain text where a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
