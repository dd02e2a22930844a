"""Text without markup, written so that the markup of texts prints it letter by letter."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_SIGNS = re.compile(r"[\\*{}\[\]<&]")
_ESCAPED = re.compile(r"\\(.)", re.S)
_STARTS = re.compile(r"(?m)^([ \t]*)([-•#]|\d{1,3}(?=\.))")


def escaped(text: str) -> str:
    """Return what prints as `text` stands."""
    return _STARTS.sub(_start, _SIGNS.sub(r"\\\g<0>", text))


def unescaped(text: str) -> str:
    """Return the text that `escaped` was given."""
    return _ESCAPED.sub(r"\1", text)


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """`value` with its texts changed, at any depth of lists and mappings."""
    if value.__class__ is str:
        return change(value)
    if isinstance(value, list):
        return [each_text(part, change) for part in value]
    if isinstance(value, dict):
        return {key: each_text(part, change) for key, part in value.items()}
    return value


def _start(found: re.Match[str]) -> str:
    """The mark at the start of a line, so that it begins no entry of a list."""
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"
