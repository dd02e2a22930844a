"""Shaped text: glyphs in a row, the parts a word is shaped in, and the letters a glyph stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from generator.fonts.scripts import is_wide

_ON_KANA = frozenset("\u3099\u309a\ufe00\ufe01\ufe02\ufe0e\ufe0f")
"""Marks and choices of form that belong to the ideograph or kana before them."""
_MIRRORS = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
NOTHING = "\u200b"


class Glyph(Struct, frozen=True):
    """One placed glyph, in font units.

    `text` is what it stands for in the source: of several glyphs that stand for one cluster each
    has the characters that are its own, the first of the rest all others, and the last NOTHING.
    """

    gid: int
    text: str
    advance: int
    x_offset: int
    y_offset: int


class Run(Struct, frozen=True):
    """Shaped text in font units, its glyphs from left to right.

    `missing` are the characters the font cannot draw.
    """

    glyphs: tuple[Glyph, ...]
    advance: int
    missing: str = ""


def joined(runs: Iterable[Run]) -> Run:
    """Runs one after another from left to right."""
    glyphs: list[Glyph] = []
    missing: dict[str, None] = {}
    for run in runs:
        glyphs += run.glyphs
        missing.update(dict.fromkeys(run.missing))
    return Run(tuple(glyphs), sum(glyph.advance for glyph in glyphs), "".join(missing))


def units_of(word: str) -> list[str]:
    """`word` in parts that are shaped alone: a line may end after any ideograph and measure the same."""
    units: list[str] = []
    alone = True
    for c in word:
        wide = is_wide(c)
        if units and (c in _ON_KANA or "\U000e0100" <= c <= "\U000e01ef" or not (wide or alone)):
            units[-1] += c
            continue
        units.append(c)
        alone = wide
    return units


def turned(text: str) -> str:
    """What a glyph set from right to left stands for: readers turn brackets as they turn the order."""
    return _ligatures().get(text, text).translate(_MIRRORS)


@lru_cache(maxsize=1)
def _ligatures() -> Mapping[str, str]:
    """Ligatures of Arabic as one character each, by the letters in them.

    Of one glyph that stands for two letters from right to left, readers of a PDF do not
    agree which comes first; one character they all take apart alike.
    """
    forms = [chr(c) for c in (*range(0xFEF5, 0xFEFD), *range(0xFB50, 0xFDFC))]
    apart = [(unicodedata.normalize("NFKC", form), form) for form in forms]
    return dict(reversed([(text, form) for text, form in apart if len(text) > 1 and " " not in text]))
