"""Rows of a list as messages name them."""

from __future__ import annotations

from collections.abc import Sequence

_MOST = 5


def listed(rows: Sequence[str]) -> str:
    """The rows by name: `row 2`, `row 2, 5`, `row 2, 3, 4, 5, 6 and 12 more`."""
    named = list(dict.fromkeys(rows))
    word = named[0].rpartition(" ")[0]
    few = [row.removeprefix(f"{word} ") if number else row for number, row in enumerate(named[:_MOST])]
    more = f" and {len(named) - _MOST} more" if len(named) > _MOST else ""
    return ", ".join(few) + more


def counted(number: int, word: str) -> str:
    """So many of a word: `1 entry`, `2 entries`, `3 rows`."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number} {word if number == 1 else plural}"
