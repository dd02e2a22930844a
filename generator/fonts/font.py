"""One font file: its metrics, shaped text and subsets; the only user of HarfBuzz."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.fonts.errors import FontError
from generator.fonts.sfnt import Metrics

FEATURES = {"kern": True, "liga": True, "lnum": True}
"""Lining figures: numbers on components must stand as tall as capitals."""

LANGUAGE = "pt"
"""Fixed, since HarfBuzz would otherwise take it from the environment."""

_KEPT = frozenset({"glyf", "loca", "head", "hhea", "hmtx", "maxp"})


@dataclass(frozen=True, slots=True)
class Glyph:
    """One placed glyph, in font units.

    `text` is what it stands for in the source; it is empty for all but the
    first glyph of a cluster.
    """

    gid: int
    text: str
    advance: int
    x_offset: int
    y_offset: int


@dataclass(frozen=True, slots=True)
class Run:
    """Shaped text in font units; `missing` are the characters the font cannot draw."""

    glyphs: tuple[Glyph, ...]
    advance: int
    missing: str = ""


@dataclass(frozen=True, eq=False)
class Font:
    """A face of a family.  `key` is ASCII, fit for a PDF name and unique in its book."""

    key: str
    family: str
    weight: int
    italic: bool
    path: Path
    data: bytes = field(repr=False)
    metrics: Metrics = field(repr=False)
    _runs: dict[str, Run] = field(default_factory=dict, repr=False)
    _words: dict[str, Run] = field(default_factory=dict, repr=False)

    @property
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

    @property
    def bbox(self) -> tuple[int, int, int, int]:
        """Box around all glyphs: left, bottom, right, top, font units."""
        return self.metrics.bbox

    @property
    def italic_angle(self) -> float:
        """Slant in degrees, negative when leaning right."""
        return self.metrics.italic_angle

    @property
    def postscript_name(self) -> str:
        """The name the font gives itself, or the key where it has none."""
        return self.metrics.postscript_name or self.key

    def shape(self, text: str) -> Run:
        """Glyphs of one line of `text` with kerning and ligatures, word by word."""
        run = self._runs.get(text)
        if run is None:
            run = self._words_of(text) if " " in text else self._word(text)
            self._runs[text] = run
        return run

    def missing(self, text: str) -> str:
        """The characters of `text` without a glyph, each once, in order."""
        return self.shape(text).missing

    def advance(self, gid: int) -> int:
        """Width of glyph `gid`, font units."""
        return int(self._hb.get_glyph_h_advance(gid))

    def subset(self, gids: Iterable[int]) -> bytes:
        """A TrueType file with only `gids` (and their parts), glyph numbers unchanged.

        Holds just the tables a PDF FontFile2 needs; equal sets give equal bytes.
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
        return bytes(hb.subset(face, wanted).blob.data)

    def subset_for(self, characters: Iterable[str]) -> bytes:
        """A TrueType file to set `characters` with, kerned as this font does; equal sets give equal bytes."""
        import uharfbuzz as hb

        wanted = hb.SubsetInput()
        wanted.flags = hb.SubsetFlags.NO_HINTING
        wanted.unicode_set.update(map(ord, characters))
        return bytes(hb.subset(self._hb.face, wanted).blob.data)

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

    def _words_of(self, text: str) -> Run:
        space = self._word(" ")
        glyphs: list[Glyph] = []
        missing: dict[str, None] = {}
        for k, word in enumerate(text.split(" ")):
            runs = (space, self._word(word)) if k else (self._word(word),)
            for run in runs:
                glyphs += run.glyphs
                missing.update(dict.fromkeys(run.missing))
        return Run(tuple(glyphs), sum(glyph.advance for glyph in glyphs), "".join(missing))

    def _word(self, word: str) -> Run:
        run = self._words.get(word)
        if run is None:
            run = self._words[word] = self._shaped(word)
        return run

    def _shaped(self, word: str) -> Run:
        import uharfbuzz as hb

        buffer = hb.Buffer()
        buffer.add_codepoints([ord(c) for c in word])
        buffer.language = LANGUAGE
        buffer.guess_segment_properties()
        hb.shape(self._hb, buffer, FEATURES)
        infos, positions = buffer.glyph_infos or (), buffer.glyph_positions or ()
        starts = [*sorted({info.cluster for info in infos}), len(word)]
        source = {start: word[start:end] for start, end in pairwise(starts)}
        missing = dict.fromkeys(c for info in infos if info.codepoint == 0 for c in source[info.cluster])
        glyphs = tuple(
            Glyph(info.codepoint, source.pop(info.cluster, ""), at.x_advance, at.x_offset, at.y_offset)
            for info, at in zip(infos, positions, strict=True)
        )
        return Run(glyphs, sum(glyph.advance for glyph in glyphs), "".join(missing))


def _tag(name: str) -> int:
    return int.from_bytes(name.encode("latin-1").ljust(4), "big")
