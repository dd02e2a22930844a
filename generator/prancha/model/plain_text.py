"""Text without markup, written so that the markup of texts prints it letter by letter."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[\\*{}\[\]<&]")
_STARTS = re.compile(r"(?m)^([ \t]*)([-•#]|\d{1,3}(?=\.))")


def escaped(text: str) -> str:
    """Return what prints as `text` stands."""
    return _STARTS.sub(_start, _SIGNS.sub(r"\\\g<0>", text))


def _start(found: re.Match[str]) -> str:
    """The mark at the start of a line, so that it begins no entry of a list."""
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"
