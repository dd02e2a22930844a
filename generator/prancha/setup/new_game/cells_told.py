"""Cells of a list that are not what their column is: counts that are none, cards without a name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from prancha.catalogue.spreadsheet.cells import count_of, is_count
from prancha.setup.new_game.cell_values import texts_in
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.rows import listed

_MARK = re.compile(
    r"<<\s*([^<>]{1,40}?)\s*>>|\{\{\s*([^{}]{1,40}?)\s*\}\}|(?<!\[)\[\s*([^\[\]]{1,40}?)\s*\](?![\[({])"
)
"""Where other programs put the value of a column: `<<Cost>>`, `{{Cost}}`, `[Cost]`."""
_NOTHING = frozenset("NULL null NaN nan None none nil undefined Loading... #ERROR".split())
"""What programs write into a cell that holds nothing."""


def cells_told(fields: Sequence[Proposed], rows: Sequence[str]) -> Iterator[str]:
    """What is told of such cells, with the names of their `rows`."""
    names = {name.casefold() for one in fields for name in (*one.columns, one.name)}
    for one in fields:
        empty = [rows[card] for card, cell in enumerate(one.cells) if cell in ("", None)]
        if one.role == "copies":
            none = [
                rows[card] for card, cell in enumerate(one.cells) if is_count(cell) and not count_of(cell)
            ]
            if none:
                yield f"copies: 0 in {listed(none)}: not in this version, so nothing of it is printed"
            odd = {str(cell) for cell in one.values if not is_count(cell)}
            for word in sorted(odd):
                where = listed([rows[card] for card, cell in enumerate(one.cells) if str(cell) == word])
                yield f'copies: "{word}" is no number, and counts as 1: mend the cell ({where})'
            if empty:
                yield f'copies: "{one.heading}" is empty and counts as 1 in {listed(empty)}'
        if not one.out and one.role != "copies":
            yield from _merged(one, names, rows)
        nothing = [card for card, cell in enumerate(one.cells) if isinstance(cell, str) and cell in _NOTHING]
        if nothing and not one.out and one.role != "copies":
            words = ", ".join(dict.fromkeys(one.cells[card] for card in nothing))
            where = listed([rows[card] for card in nothing])
            way = "empty the cells if it means nothing"
            yield f'"{one.heading}": {words} prints as it stands ({where}); {way}'
        if one.role == "title" and empty and not one.out:
            yield f'title: "{one.heading}" is empty, so that the card has no name, in {listed(empty)}'


def _merged(one: Proposed, names: Collection[str], rows: Sequence[str]) -> Iterator[str]:
    """Tell marks of a merge in the texts of a field, where they name a column."""
    found: dict[str, list[str]] = {}
    for card, cell in enumerate(one.cells):
        for text in texts_in(cell):
            for named in _MARK.finditer(text):
                if next(filter(None, named.groups()), "").casefold() in names:
                    found.setdefault(named[0], []).append(rows[card])
    for mark, where in found.items():
        cure = "write the value itself, or put it in with fields: or the template"
        yield f'"{one.heading}": {mark} prints as it stands ({listed(where)}); {cure}'
