"""An inventory as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable

from prancha.checks.inventory.inventory import Inventory
from prancha.checks.inventory.tables import TableCell, tables


def write(inventory: Inventory) -> bytes:
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
