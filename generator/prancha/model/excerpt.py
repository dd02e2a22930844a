"""The beginning of a text, as messages quote it."""

from __future__ import annotations


def excerpt(text: str, limit: int = 40) -> str:
    """The beginning of `text` on one line, in quotes, for a message."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= limit else f'"{line[: limit - 1].rstrip()}…"'
