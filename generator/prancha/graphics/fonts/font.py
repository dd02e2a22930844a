"""One font file (its metrics, shaped text and subsets), and chains of fonts for one text."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.graphics.fonts.sfnt import FontError, Metrics, widen_glyphs
from prancha.graphics.fonts.shaping import (
    UNSEEN,
    ShapedRun,
    covers,
    join_runs,
    script_of,
    shaped_word,
    units_of,
)

FEATURES = {"kern": True, "liga": True, "lnum": True}
"""Lining figures: numbers on components must stand as tall as capitals."""
DRAWN = {**FEATURES, "lnum": False}
"""For drawings of other programs, which show the figures that a font has at first."""
APART = {"liga": False, "clig": False}
"""For letter-spacing: the letters of a ligature would stand closer than others (CSS Text 3, 8.2)."""

LANGUAGE = "pt"
"""Of texts whose language nobody tells; HarfBuzz would take it from the environment."""

_Asked: TypeAlias = tuple[str, bool, bool]
"""A text, whether it runs from right to left, and whether with letter-spacing."""
_KEPT = frozenset({"cmap", "glyf", "loca", "head", "hhea", "hmtx", "maxp"})


class Font(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """A face of a family.  `key` is ASCII, fit for a PDF name and unique in its book.

    Its letters have the forms of `language`, where it has several, and its figures are `lining` or those
    it has at first.
    """

    key: str
    family: str
    weight: int
    italic: bool
    path: Path
    data: bytes
    metrics: Metrics
    language: str = LANGUAGE
    lining: bool = True
    _runs: dict[_Asked, ShapedRun] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Font({self.key})"

    @cached_property
    def units_per_em(self) -> int:
        """Font units in the size of the type."""
        return self.metrics.units_per_em

    @property
    def ascent(self) -> int:
        """Height above the baseline for line spacing (hhea), font units."""
        return self.metrics.ascent

    @property
    def descent(self) -> int:
        """Depth below the baseline (hhea), font units, negative."""
        return self.metrics.descent

    @cached_property
    def cap_height(self) -> int:
        """Height of a capital, font units; measured on H where the file is silent."""
        return self.metrics.cap_height or self._height_of("H")

    @cached_property
    def x_height(self) -> int:
        """Height of a small letter, font units; measured on x where the file is silent."""
        return self.metrics.x_height or self._height_of("x")

    @cached_property
    def as_drawn(self) -> Font:
        """The same font with the figures it has at first, as other programs show it."""
        return replace(self, key=f"{self.key}o", lining=False, _runs={}) if self.lining else self

    def shape(self, text: str, rtl: bool = False, apart: bool = False) -> ShapedRun:
        """Glyphs of one line of `text` with kerning and ligatures, word by word.

        With `rtl` words and letters run from right to left; `apart` is letter-spacing, without ligatures.
        Whatever measures or prints a text asks here, so that it is printed as wide as it was measured.
        """
        run = self._runs.get((text, rtl, apart))
        if run is None:
            parts = self._parts(text, rtl)
            if len(parts) > 1:
                run = join_runs([self.shape(part, rtl, apart) for part in parts])
            else:
                features = FEATURES if self.lining else DRAWN
                features = {**features, **APART} if apart else features
                run = shaped_word(
                    self._hb, text, rtl, features=features, language=self.language, path=self.path
                )
            self._runs[text, rtl, apart] = run
        return run

    def missing(self, text: str) -> str:
        """The characters of `text` without a glyph, each once, in order."""
        return self.shape(text).missing

    def covers(self, text: str) -> bool:
        """Return whether there is a glyph for each visible character of `text`."""
        return covers(self._hb, text)

    def reach(self, run: ShapedRun) -> tuple[int, int]:
        """The extent of the ink of `run` above and below the baseline, font units, both positive."""
        top = bottom = 0
        for glyph in run.glyphs:
            ink = self._hb.get_glyph_extents(glyph.gid)
            if ink is not None:
                top = max(top, ink.y_bearing + glyph.y_offset)
                bottom = max(bottom, -(ink.y_bearing + ink.height + glyph.y_offset))
        return top, bottom

    def advance(self, gid: int) -> int:
        """Width of glyph `gid`, font units."""
        return int(self._hb.get_glyph_h_advance(gid))

    def draw(self, gid: int, pen: object) -> None:
        """Draw the outline of glyph `gid` with a pen as fontTools knows it, in font units, y up."""
        self._hb.draw_glyph_with_pen(gid, pen)

    def told_width(self, gid: int, wider: int = 0) -> int:
        """The width of glyph `gid` for a PDF, in thousandths of an em; `wider` by so many font units.

        Whole, for some readers (pdfium, so Chrome) cut fractions off, which adds up along a line.
        """
        return round((self.advance(gid) + wider) * 1000 / self.units_per_em)

    def subset(self, gids: Iterable[int], wider: int = 0) -> bytes:
        """A TrueType file with only `gids` (and their parts), glyph numbers unchanged, all `wider`.

        Holds just the tables a PDF FontFile2 needs, and the font's own map from characters to glyphs, by
        which a reader can check what a glyph stands for.  Equal sets give equal bytes.  Raises FontError.
        """
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.flags = (
            hb.SubsetFlags.RETAIN_GIDS
            | hb.SubsetFlags.NO_HINTING
            | hb.SubsetFlags.NO_LAYOUT_CLOSURE
            | hb.SubsetFlags.NOTDEF_OUTLINE
        )
        wanted.glyph_set.update(gids)
        face = self._hb.face
        wanted.drop_table_tag_set.update(_tag(name) for name in face.table_tags if name not in _KEPT)
        return widen_glyphs(self._cut(wanted), wider) if wider else self._cut(wanted)

    def subset_for(self, characters: Iterable[str]) -> bytes:
        """A TrueType file to set `characters` with, kerned as this font does; equal sets give equal bytes."""
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.NO_HINTING
        wanted.unicode_set.update(map(ord, characters))
        return self._cut(wanted)

    def _cut(self, wanted: Any) -> bytes:
        import uharfbuzz as hb

        try:
            return bytes(hb.subset(self._hb.face, wanted).blob.data)
        except RuntimeError:
            message = f"{self.path} is damaged: glyphs that are printed cannot be taken out of it"
            raise FontError(message, "download the font again") from None

    @cached_property
    def _hb(self) -> Any:
        import uharfbuzz as hb

        face = hb.Face(self.data)
        if not face.glyph_count:
            raise FontError(f"{self.path} is damaged: HarfBuzz finds no glyphs", "download the font again")
        return hb.Font(face)

    def _height_of(self, letter: str) -> int:
        gid = self._hb.get_nominal_glyph(ord(letter))
        extents = self._hb.get_glyph_extents(gid) if gid else None
        return int(extents.y_bearing) if extents else self.ascent

    def _parts(self, text: str, rtl: bool) -> list[str]:
        """The parts of `text` shaped separately, left to right: words and spaces, or parts of a word."""
        if text == " ":
            return [text]
        if " " in text:
            return words_of(text, rtl)
        units = [text] if text.isascii() else units_of(text, script_of)
        return units[::-1] if rtl else units


def words_of(text: str, rtl: bool) -> list[str]:
    """The words of one line and the spaces between them, from left to right."""
    words = text.split(" ")
    ordered = words[::-1] if rtl else words
    return [part for word in ordered for part in (" ", word)][1:]


def _tag(name: str) -> int:
    return int.from_bytes(name.encode("latin-1").ljust(4), "big")


class Chain:
    """A font, with fallback fonts for characters that it lacks, which are read when one is first missing.

    `kept` has the words that were measured in these fonts, so that each is measured once.
    """

    def __init__(self, font: Font, others: Sequence[Callable[[], Font]] = ()) -> None:
        self.font, self._unread = font, tuple(others)
        self.kept: dict[str, Any] = {}
        self.runs = lru_cache(4096)(self._runs)

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        """All fonts, the preferred one first."""
        return (self.font, *(read() for read in self._unread))

    def _runs(self, text: str) -> tuple[tuple[Font, str], ...]:
        """`text` without spaces, in runs of one font.

        Letters of one script that stand together are set in the first font that has them all, else each in
        the first that has it, or in the first of all.  Marks stay with their letter, figures and punctuation
        with the letters before them, or after them, where that font has them.
        """
        letters = list(clusters(text))
        chosen: list[Font | None] = [None] * len(letters)
        for places in _stretches(letters):
            font = self._font_of("".join(letters[k] for k in places))
            for k in places:
                chosen[k] = font or self._font(letters[k])
        spoken: Font | None = None
        for order in (range(len(letters)), reversed(range(len(letters)))):
            spoken = None
            for k in order:
                font = chosen[k]
                if font is not None:
                    spoken = font
                elif spoken is not None and not spoken.missing(letters[k]):
                    chosen[k] = spoken
        runs: list[tuple[Font, str]] = []
        for font, letter in zip(chosen, letters, strict=True):
            font = font or self._font(letter)
            if runs and runs[-1][0] is font:
                runs[-1] = font, runs[-1][1] + letter
            else:
                runs.append((font, letter))
        return tuple(runs)

    def _font_of(self, letters: str) -> Font | None:
        return next((font for font in self.fonts if not font.missing(letters)), None)

    def _font(self, letter: str) -> Font:
        return self._font_of(letter) or self.font


def clusters(text: str) -> Iterator[str]:
    """The letters of `text`, each with its marks."""
    start = 0
    for k in range(1, len(text)):
        if not (text[k] in UNSEEN or unicodedata.category(text[k])[0] == "M" or text[k - 1] == "\u200d"):
            yield text[start:k]
            start = k
    if text:
        yield text[start:]


def _stretches(letters: Sequence[str]) -> Iterator[list[int]]:
    """Runs of letters of one script; digits and signs between them join the run."""
    places: list[int] = []
    for k, letter in enumerate(letters):
        if unicodedata.category(letter[0])[0] != "L":
            continue
        if places and script_of(letter[0]) != script_of(letters[places[-1]][0]):
            yield places
            places = []
        places.append(k)
    if places:
        yield places
