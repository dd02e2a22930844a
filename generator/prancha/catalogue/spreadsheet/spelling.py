"""What a column does to its texts: `replace:` some of their letters, `markup: none`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from prancha.catalogue.spreadsheet.cells import Convert
from prancha.model.plain_text import each_text, escaped

_TIMES = re.compile(r"(?:[x×]\s*(\d{1,4})|(\d{1,4})\s*[x×])\Z", re.I)
_DIGITS = re.compile(r"(0|[1-9]\d{0,3})()\Z")


def spelled(convert: Convert, replace: Mapping[str, str], plain: bool) -> Convert:
    """Return `convert` with its texts changed as the column asks, at any depth."""
    change = _change(replace, plain)

    def converted(cell: Any) -> Any:
        return each_text(convert(cell), change)

    return converted


def counting(convert: Convert) -> Convert:
    """Return `convert` for a column of copies, which people write `2x` too, and JSON as `"2"`."""

    def converted(cell: Any) -> Any:
        value = convert(cell)
        if value.__class__ is str:
            found = _TIMES.match(value) or _DIGITS.match(value)
            if found:
                return int(found[1] or found[2])
        return value

    return converted


def is_count(value: object) -> bool:
    """Whether a cell says how many: 2, `2`, `2x`, `x2`."""
    if isinstance(value, int) and not isinstance(value, bool):
        return True
    return isinstance(value, str) and bool(_TIMES.match(value) or re.match(r"\d{1,4}\Z", value))


def count_of(value: object) -> int:
    """The number in a cell that `is_count`."""
    return int(re.sub(r"\D", "", str(value)) or 0)


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
