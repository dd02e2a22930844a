"""Shape words with HarfBuzz: glyphs in place, and the letters each of them stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.graphics.fonts.character_scripts import is_jamo, is_wide
from prancha.graphics.fonts.sfnt import FontError

_MIRRORS = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
NOTHING = "\u200b"


class Glyph(Struct, frozen=True):
    """One placed glyph, in font units.

    `text` is what it stands for in the source: of several glyphs that stand for one cluster each has the
    characters that are its own, the first of the rest all others, and the last NOTHING.  A cluster is what
    is set as one, such as a letter with its marks, or a ligature; its last glyph has all of it as `cluster`.
    """

    gid: int
    text: str
    advance: int
    x_offset: int
    y_offset: int
    cluster: str = ""


class ShapedRun(Struct, frozen=True):
    """Shaped text in font units, its glyphs from left to right.

    `missing` are the characters the font cannot draw; letter-spacing follows each of `gaps` clusters.
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

    HarfBuzz shapes by the rules of one script.  Characters of no script (`script_of` gives None), such as
    figures and stops, go with what stands before them, or else after them.
    """
    units: list[str] = []
    script: str | None = None
    alone = True
    for c in word:
        own = script_of(c)
        end = units[-1][-1] if units else ""
        marks = c in "\u200c\u200d" or unicodedata.category(c)[0] == "M"
        if end and (marks or (is_jamo(c) and (is_jamo(end) or "\uac00" <= end <= "\ud7a3"))):
            units[-1] += c  # marks, joiners and parts of Korean syllables belong to the letter before
        elif not units or alone or is_wide(c) or (own is not None and script not in (None, own)):
            units.append(c)
            script, alone = own, is_wide(c)
        else:
            units[-1] += c
            script = script or own
    return units


@lru_cache(maxsize=1)
def _ligatures() -> Mapping[str, str]:
    """Ligatures of Arabic as one character each, by the letters in them, whose order readers disagree on."""
    forms = [chr(c) for c in (*range(0xFEF5, 0xFEFD), *range(0xFB50, 0xFDFC))]
    apart = [(unicodedata.normalize("NFKC", form), form) for form in forms]
    return dict(reversed([(text, form) for text, form in apart if len(text) > 1 and " " not in text]))


MOST_GLYPHS = 16
"""For one letter; no script takes as many, and a font whose rules double each other takes thousands."""
UNSEEN = frozenset("\u00a0\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f")
"""Characters that HarfBuzz shows nothing for, or a space, whether a font has them or not."""


def shaped_word(
    font: Any, word: str, rtl: bool, features: Mapping[str, bool], language: str, path: Path
) -> ShapedRun:
    """A word, or a part of one, in the HarfBuzz font of the file at `path`.  Raises FontError."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_codepoints([ord(c) for c in word])  # which lets pass halves of characters
    buffer.language = language
    buffer.guess_segment_properties()
    # Else joiners and the like are shown as a space of no width, and read as one.
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    if rtl:
        buffer.direction = "rtl"
    elif not any(c.isalpha() for c in word):
        buffer.direction = "ltr"  # Arabic digits too run from left to right
    hb.shape(font, buffer, features)
    infos, positions = buffer.glyph_infos or (), buffer.glyph_positions or ()
    if len(infos) > MOST_GLYPHS * (1 + len(word)):
        message = f"{path} makes {len(infos)} glyphs of {len(word)} letters"
        raise FontError(message, "its tables are damaged, or made to do so; use another font")
    codes = [info.codepoint for info in infos]
    if not rtl and all(codes) and [info.cluster for info in infos] == list(range(len(word))):
        # Each letter has a glyph of its own, as in nearly all words.
        own = [
            Glyph(gid, c, advance=at.x_advance, x_offset=at.x_offset, y_offset=at.y_offset, cluster=c)
            for gid, c, at in zip(codes, word, positions, strict=True)
        ]
        return ShapedRun(tuple(own), sum([glyph.advance for glyph in own]), gaps=len(own))
    starts = [*sorted({info.cluster for info in infos}), len(word)]
    source = {start: word[start:end] for start, end in pairwise(starts)}
    missing = dict.fromkeys(
        c for info in infos if info.codepoint == 0 for c in _lacking(font, source[info.cluster])
    )
    texts = _texts(font, [(info.codepoint, info.cluster) for info in infos], source)
    if rtl:
        # Readers mirror brackets when they reverse the order.
        texts = [_ligatures().get(text, text).translate(_MIRRORS) for text in texts]
    if infos and starts[0]:
        source[starts[0]] = word[: starts[1]]  # with what shows nothing before it
    # Glyphs of one cluster follow each other, so that it ends where another begins.
    ends = [one.cluster != other.cluster for one, other in pairwise(infos)] + [True]
    glyphs = tuple(
        Glyph(
            info.codepoint,
            text,
            advance=at.x_advance,
            x_offset=at.x_offset,
            y_offset=at.y_offset,
            cluster=source[info.cluster] if end else "",
        )
        for info, text, at, end in zip(infos, texts, positions, ends, strict=bool(infos))
    )
    return run_of(glyphs, "".join(missing))


def _lacking(font: Any, cluster: str) -> str:
    """The characters of a cluster that have no glyph; all, where it is only their union that has none."""
    return "".join(c for c in cluster if not covers(font, c)) or cluster


def _texts(font: Any, glyphs: list[tuple[int, int]], source: dict[int, str]) -> list[str]:
    """The text of each of `glyphs`, given by number and cluster."""
    if len(glyphs) == len(source) and all(len(text) == 1 for text in source.values()):
        return [source[cluster] for _, cluster in glyphs]
    texts = [""] * len(glyphs)
    for cluster, text in source.items():
        among = [k for k, glyph in enumerate(glyphs) if glyph[1] == cluster]
        rest = list(text)
        if len(among) > 1:
            for k in among:
                own = [c for c in rest if font.get_nominal_glyph(ord(c)) == glyphs[k][0]]
                if own:
                    texts[k] = own[0]
                    rest.remove(own[0])
        left = next((k for k in among if not texts[k]), among[0])
        texts[left] += "".join(rest)
    # What stands for nothing must say so: readers take a glyph without a text for any character.
    return [text or NOTHING for text in texts]


def covers(font: Any, text: str) -> bool:
    """Return whether a HarfBuzz font has a glyph for each visible character of `text`."""
    return all(font.get_nominal_glyph(ord(c)) or c in UNSEEN for c in text)


@lru_cache(maxsize=4096)
def script_of(character: str) -> str | None:
    """The script of a character (UAX #24); None for those of many scripts, such as figures and marks."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_codepoints([ord(character)])
    buffer.guess_segment_properties()
    found: str | None = buffer.script
    return found
