"""Lists that lie on their side: a column for each card, a row for each of what cards have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from prancha.catalogue.spreadsheet.cells import as_marked
from prancha.setup.new_game.column_words import ICONS, PICTURES, TEXTS, TINTED, TITLES, TYPES
from prancha.setup.new_game.copy_headings import rank_of

_NUMBERS = frozenset(
    "cost costs price value points power attack defense defence health hp strength level mana gold vp "
    "victory_points kosten preis wert punkte custo preço valor pontos ataque defesa coste precio puntos coût "
    "prix points costo prezzo punti koszt".split()
)
_KNOWN = TEXTS | TYPES | TINTED | ICONS | PICTURES | _NUMBERS | frozenset(TITLES)
_LEAST = 2


def upright(header: Sequence[Any], rows: Sequence[Sequence[Any]]) -> tuple[list[str], list[list[str]]] | None:
    """The list with a row for each card; None where it has them.

    It lies on its side where the first column has words that name columns, each once, and the first row
    has none.
    """
    labels = [str(row[0]).strip() if row else "" for row in rows]
    across = [str(cell).strip() for cell in header[1:]]
    known = sum(map(names_a_column, labels))
    if len(across) < _LEAST or known < _LEAST or "" in labels or len(set(labels)) < len(labels):
        return None
    if known * 2 < len(labels) or any(map(names_a_column, across)):
        return None
    columns = list(zip_longest(*(map(as_text, row) for row in (header, *rows)), fillvalue=""))
    names = [columns[0][0].strip() or "Name", *columns[0][1:]]
    return names, [list(column) for column in columns[1:] if any(column)]


def names_a_column(label: str) -> bool:
    """Whether a word names a column in many lists."""
    words = re.findall(r"\w+", label.casefold())
    return bool({" ".join(words), "_".join(words)} & _KNOWN) or rank_of(label) in ("sure", "usual")


def as_text(cell: Any) -> str:
    """A cell as a table of text has it."""
    return ("TRUE" if cell else "FALSE") if isinstance(cell, bool) else str(as_marked(cell))
