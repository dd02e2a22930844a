"""The names of columns, each of its own: of two that are called alike, the second is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from prancha.catalogue.spreadsheet.grid import CellGrid, letters
from prancha.model.diagnostic import Diagnostic


def headings(header: Sequence[Any], named: Collection[str] = (), width: int = 0) -> list[str]:
    """Return the names of the columns, "" for none: `Text`, `Text 2`.

    A column without a name is called `column C` where that is among those `named` in `columns:`; so may be
    those beyond the header, of which there are `width` in all.
    """
    names = [str(cell).strip() for cell in header]
    names += [""] * (width - len(names))
    taken = set(names)
    found: list[str] = []
    for index, name in enumerate(names):
        if name and name in found:
            count = 2
            while f"{name} {count}" in taken:
                count += 1
            name = f"{name} {count}"
            taken.add(name)
        elif not name and nameless(index) in named:
            name = nameless(index)
        found.append(name)
    return found


def nameless(index: int) -> str:
    """What column `index` (from 0) is called in `columns:` when its header is empty."""
    return f"column {letters(index)}"


def doubled(grid: CellGrid, header: Sequence[Any], row: int, named: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each column called like one before it, unless `columns:` names it."""
    plain = [str(cell).strip() for cell in header]
    for index, (name, given) in enumerate(zip(plain, headings(header), strict=True)):
        if given == name or given in named:
            continue
        first = plain.index(name)
        message = (
            f'the columns {letters(first)} and {letters(index)} are both called "{name}"; '
            f'the second is read as "{given}"'
        )
        hint = f'rename one, or say under columns: what "{given}" is'
        yield Diagnostic(
            grid.place(row, index + 1), "duplicate-column", message=message, item="", hint=hint,
            severity="warning",
        )  # fmt: skip
