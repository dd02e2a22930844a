"""Shaped text: glyphs in a row, the parts a word is shaped in, and the letters a glyph stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from prancha.graphics.fonts.scripts import is_jamo, is_wide

_MIRRORS = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
NOTHING = "\u200b"


class Glyph(Struct, frozen=True):
    """One placed glyph, in font units.

    `text` is what it stands for in the source: of several glyphs that stand for one cluster each
    has the characters that are its own, the first of the rest all others, and the last NOTHING.
    A cluster is what is set as one: a letter with its marks, a ligature, a syllable.  Its last
    glyph from the left has the characters of all of it as `cluster`, which is empty for the others:
    letter-spacing follows clusters.
    """

    gid: int
    text: str
    advance: int
    x_offset: int
    y_offset: int
    cluster: str = ""


class ShapedRun(Struct, frozen=True):
    """Shaped text in font units, its glyphs from left to right.

    `missing` are the characters the font cannot draw; letter-spacing is added in `gaps` places,
    the one after the last cluster included.
    """

    glyphs: tuple[Glyph, ...]
    advance: int
    missing: str = ""
    gaps: int = 0


def join_runs(runs: Iterable[ShapedRun]) -> ShapedRun:
    """Runs one after another from left to right."""
    glyphs: list[Glyph] = []
    missing: dict[str, None] = {}
    for run in runs:
        glyphs += run.glyphs
        missing.update(dict.fromkeys(run.missing))
    return run_of(tuple(glyphs), "".join(missing))


def run_of(glyphs: tuple[Glyph, ...], missing: str) -> ShapedRun:
    """Glyphs with their sums."""
    advance, gaps = sum(glyph.advance for glyph in glyphs), sum(bool(glyph.cluster) for glyph in glyphs)
    return ShapedRun(glyphs, advance, missing, gaps)


def units_of(word: str, script_of: Callable[[str], str | None]) -> list[str]:
    """`word` in parts that are shaped alone: each of one script, and each ideograph by itself.

    HarfBuzz shapes by the rules of one script.  A line may end after any ideograph and measure
    the same.  `script_of` gives None for characters of no script of their own, such as figures,
    stops and marks: they go with what stands before them, or else after them.
    """
    units: list[str] = []
    script: str | None = None
    alone = True
    for c in word:
        own = script_of(c)
        if units and (_goes_on(c) or (is_jamo(c) and _ends_in_hangul(units[-1]))):
            units[-1] += c
        elif not units or alone or is_wide(c) or (own is not None and script not in (None, own)):
            units.append(c)
            script, alone = own, is_wide(c)
        else:
            units[-1] += c
            script = script or own
    return units


def _goes_on(c: str) -> bool:
    """Whether a character belongs to the letter before it: marks, choices of form, joiners."""
    return c in "\u200c\u200d" or unicodedata.category(c)[0] == "M"


def _ends_in_hangul(unit: str) -> bool:
    return is_jamo(unit[-1]) or "\uac00" <= unit[-1] <= "\ud7a3"


def mirrored_letters(text: str) -> str:
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
