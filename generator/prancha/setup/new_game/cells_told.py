"""Cells of a list that are not what their column is: counts that are none, cards without a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.catalogue.spreadsheet.spelling import count_of, is_count
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.rows import listed

_NOTHING = frozenset("NULL null NaN nan None none nil undefined Loading... #ERROR".split())
"""What programs write into a cell that holds nothing."""


def cells_told(fields: Sequence[Proposed], rows: Sequence[str]) -> Iterator[str]:
    """What is told of such cells, with the names of their `rows`."""
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
        nothing = [card for card, cell in enumerate(one.cells) if isinstance(cell, str) and cell in _NOTHING]
        if nothing and not one.out and one.role != "copies":
            words = ", ".join(dict.fromkeys(one.cells[card] for card in nothing))
            where = listed([rows[card] for card in nothing])
            way = "empty the cells if it means nothing"
            yield f'"{one.heading}": {words} prints as it stands ({where}); {way}'
        if one.role == "title" and empty and not one.out:
            yield f'title: "{one.heading}" is empty, so that the card has no name, in {listed(empty)}'
