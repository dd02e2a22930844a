"""Texts as messages quote them: the beginning of a long one, a word of a command as it is typed."""

from __future__ import annotations

import os
import shlex

_WINDOWS = os.name == "nt"


def excerpt(text: str, limit: int = 40) -> str:
    """The beginning of `text` on one line, in quotes, for a message."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= limit else f'"{line[: limit - 1].rstrip()}…"'


def as_typed(word: str) -> str:
    """A `word` of a command as it is typed, where needed in quotes, which Windows knows too."""
    if word and all(sign.isalnum() or sign in "-_./:,\\" for sign in word) and ("\\" not in word or _WINDOWS):
        return word
    if not set(word) & set('"$`!%') and ("\\" not in word or _WINDOWS) and word.isprintable() and word:
        return f'"{word}"'
    return shlex.quote(word)
