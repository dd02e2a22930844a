"""Ranges of characters by the script they belong to.

Asked letter by letter and remembered: to compile them as regular expressions takes longer than to set a deck.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_WIDE = (
    (0x1100, 0x11FF), (0x2E80, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF),
    (0xD7B0, 0xD7FF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF), (0x1B000, 0x1B16F), (0x20000, 0x3FFFF),
)  # fmt: skip
_JAMO = ((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF))
_TALL = (
    (0x0590, 0x109F),
    (0x1700, 0x1C7F),
    (0xA800, 0xAAFF),
    (0xABC0, 0xABFF),
    (0xFB1D, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10800, 0x11FFF),
    (0x1E800, 0x1EFFF),
)
_JOINED = (
    (0x0600, 0x07FF),
    (0x0840, 0x08FF),
    (0x0900, 0x0DFF),
    (0x0F00, 0x109F),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x1E900, 0x1E95F),
)
_CURSIVE = (
    (0x0600, 0x077F),
    (0x07C0, 0x07FF),
    (0x0840, 0x08FF),
    (0x1800, 0x18AF),
    (0xA840, 0xA87F),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10D00, 0x10D3F),
    (0x1E900, 0x1E95F),
)
_FIRST = "\u0590"


def is_scripted(text: str) -> bool:
    """Whether `text` has a letter beyond Latin, Greek and Cyrillic ones, which is set with more care."""
    return not text.isascii() and any(c >= _FIRST and _in_script(c) for c in set(text))


def is_shaped(text: str) -> bool:
    """Whether `text` needs a shaper: its glyphs are not one for each character, side by side."""
    if text.isascii():
        return False
    return any(unicodedata.category(c)[0] == "M" or is_jamo(c) or _within(c, _TALL) for c in set(text))


def is_joined(text: str) -> bool:
    """Whether `text` has letters written in one stroke, or hung on one line, with their neighbours."""
    return any(_within(c, _JOINED) for c in set(text))


def is_cursive(text: str) -> bool:
    """Whether `text` has letters written in one stroke, which letter-spacing leaves alone."""
    return not text.isascii() and any(_within(c, _CURSIVE) for c in set(text))


@lru_cache(maxsize=8192)
def is_wide(character: str) -> bool:
    """Whether it is an ideograph, kana, hangul, or as wide as they are."""
    return _within(character, _WIDE)


def is_jamo(character: str) -> bool:
    """Whether it is a part of a Korean syllable, which joins with those beside it."""
    return _within(character, _JAMO)


@lru_cache(maxsize=8192)
def _in_script(character: str) -> bool:
    return _within(character, _TALL) or _within(character, _WIDE)


def _within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    code = ord(character)
    return any(first <= code <= last for first, last in ranges)
