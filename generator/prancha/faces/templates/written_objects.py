"""What a Jinja template draws, as far as its text tells: calls and elements with their lines."""

from __future__ import annotations

import re

from msgspec import Struct

MOST = 500
_HIDDEN = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_OBJECT = re.compile(
    r"<(rect|circle|ellipse|line|path|polygon|polyline|image|use|text|g)\b|\{\{-?\s*([A-Za-z_][\w.]*)\s*\("
)


class WrittenObject(Struct, frozen=True):
    """An element or a call of a template, its line, and the words that follow on that line."""

    line: int
    kind: str
    words: str


def written_objects(text: str) -> list[WrittenObject]:
    """Return the elements and calls of a template in their order, at most `MOST`; comments are left out."""
    shown = _HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    found = []
    for one in _OBJECT.finditer(shown):
        words = shown[one.end() : one.end() + 80].partition("\n")[0].strip()
        found.append(WrittenObject(shown.count("\n", 0, one.start()) + 1, one[1] or f"{one[2]}()", words))
    return found[:MOST]
