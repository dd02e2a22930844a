"""What a column does to its texts: `replace:` some of their letters, `markup: none`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from prancha.catalogue.spreadsheet.cells import Convert, Formatted
from prancha.model.plain_text import each_text, escaped

_PIECES = (
    "pcs?|pieces?|cop(?:y|ies|ias?|ie)|cópias?|stück|stk|ex|exemplaires?|exemplare?|ejemplar(?:es)?|un|unid|"
    "unidades?|uds?|szt|шт|ks|枚|张|張|个|個|장"
)
_TIMES = re.compile(rf"[x×]?\s*(\d{{1,4}})(?:[.,]0{{1,2}})?\s*(?:[x×]|(?:{_PIECES})\.?)?\Z", re.I)
"""How many, as people write it: `2`, `2x`, `x2`, `2 pcs.`, `02`, `2.0`; in figures of any script."""


def spelled(convert: Convert, replace: Mapping[str, str], plain: bool) -> Convert:
    """Return `convert` with its texts changed as the column asks, at any depth."""
    change = _change(replace, plain)

    def converted(cell: Any) -> Any:
        return each_text(convert(cell), change)

    return converted


def of_formatted(convert: Convert, replace: Mapping[str, str], kept: bool) -> Convert:
    """Return `convert` for cells that may be formatted: their look becomes markup, or is not `kept`."""
    change = _change(replace, False)

    def converted(cell: Any) -> Any:
        if cell.__class__ is not Formatted:
            return convert(cell)
        return cell.marked(change) if kept else convert(str(cell).strip())

    return converted


def counting(convert: Convert, replace: Mapping[str, str]) -> Convert:
    """Return `convert` for a column of copies, in which `2x` and `2 pcs` count too.

    A cell that is a key of `replace`, whatever its type, is what that says.
    """

    def converted(cell: Any) -> Any:
        instead = replace.get(str(cell)) if replace else None
        value = convert(cell) if instead is None else instead
        count = None if value.__class__ is int else count_in(value)
        return value if count is None else count

    return converted


def count_in(value: object) -> int | None:
    """How many a cell says: 2, `2`, `2x`, `x2`, `2 pcs`, `2.0`; None where it says no number."""
    if isinstance(value, int):
        return None if isinstance(value, bool) or value < 0 else value
    if not isinstance(value, str | float):
        return None
    seen = "".join(sign for sign in str(value) if unicodedata.category(sign) != "Cf").strip()
    found = _TIMES.match(seen)
    return int(found[1]) if found else None


def is_count(value: object) -> bool:
    """Whether a cell says how many."""
    return count_in(value) is not None


def count_of(value: object) -> int:
    """The number in a cell that `is_count`."""
    return count_in(value) or 0


def replaced(replace: Mapping[str, str], plain: bool = False) -> Callable[[str], str]:
    """What `replace:` makes of one text, which holds no markup where it is `plain`."""
    return _change(replace, plain)


def _change(replace: Mapping[str, str], plain: bool) -> Callable[[str], str]:
    """What happens to one text; the longest of what is replaced goes first, none is replaced twice."""
    wanted = sorted(filter(None, replace), key=lambda part: (-len(part), part))
    pattern = re.compile("|".join(map(re.escape, wanted))) if wanted else None

    def change(text: str) -> str:
        if pattern is None:
            return escaped(text) if plain else text
        parts, at = [], 0
        for found in pattern.finditer(text):
            before = text[at : found.start()]
            parts += [escaped(before) if plain else before, replace[found[0]]]
            at = found.end()
        rest = text[at:]
        return "".join([*parts, escaped(rest) if plain else rest])

    return change
