"""One font file: its metrics, shaped text and subsets; the only user of HarfBuzz."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from generator.fonts.errors import FontError
from generator.fonts.sfnt import Metrics
from generator.fonts.shaped import NOTHING, Glyph, Run, joined, turned, units_of

FEATURES = {"kern": True, "liga": True, "lnum": True}
"""Lining figures: numbers on components must stand as tall as capitals."""

LANGUAGE = "pt"
"""Fixed, since HarfBuzz would otherwise take it from the environment."""

UNSEEN = frozenset("\u00a0\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f")
"""Characters that HarfBuzz shows nothing for, or a space, whether a font has them or not."""
_KEPT = frozenset({"cmap", "glyf", "loca", "head", "hhea", "hmtx", "maxp"})


class Font(Struct, frozen=True, eq=False, dict=True):
    """A face of a family.  `key` is ASCII, fit for a PDF name and unique in its book."""

    key: str
    family: str
    weight: int
    italic: bool
    path: Path
    data: bytes
    metrics: Metrics
    _runs: dict[str, Run] = field(default_factory=dict)
    _words: dict[str, Run] = field(default_factory=dict)
    _turned: dict[str, Run] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Font({self.key})"

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

    def shape(self, text: str, rtl: bool = False) -> Run:
        """Glyphs of one line of `text` with kerning and ligatures, word by word.

        With `rtl` the words, and the letters of each, run from right to left.
        """
        runs = self._turned if rtl else self._runs
        run = runs.get(text)
        if run is None:
            run = runs[text] = self._words_of(text, rtl) if " " in text else self._word(text, rtl)
        return run

    def missing(self, text: str) -> str:
        """The characters of `text` without a glyph, each once, in order."""
        return self.shape(text).missing

    def covers(self, text: str) -> bool:
        """Whether there is a glyph for each character of `text` that is seen."""
        return all(self._hb.get_nominal_glyph(ord(c)) or c in UNSEEN for c in text)

    def reach(self, run: Run) -> tuple[int, int]:
        """How far the ink of `run` reaches above and below the baseline, font units, both positive."""
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

    def subset(self, gids: Iterable[int]) -> bytes:
        """A TrueType file with only `gids` (and their parts), glyph numbers unchanged.

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
        return self._cut(wanted)

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

    def _words_of(self, text: str, rtl: bool) -> Run:
        space = self._word(" ", False)
        runs: list[Run] = []
        for k, word in enumerate(reversed(text.split(" ")) if rtl else text.split(" ")):
            runs += (space, self._word(word, rtl)) if k else (self._word(word, rtl),)
        return joined(runs)

    def _word(self, word: str, rtl: bool) -> Run:
        words = self._turned if rtl else self._words
        run = words.get(word)
        if run is None:
            units = [word] if word.isascii() else units_of(word)
            if len(units) > 1:
                run = joined([self._word(unit, rtl) for unit in (reversed(units) if rtl else units)])
            else:
                run = self._shaped(word, rtl)
            words[word] = run
        return run

    def _shaped(self, word: str, rtl: bool) -> Run:
        import uharfbuzz as hb

        buffer = hb.Buffer()
        buffer.add_codepoints([ord(c) for c in word])
        buffer.language = LANGUAGE
        buffer.guess_segment_properties()
        if rtl:
            buffer.direction = "rtl"
        elif not any(c.isalpha() for c in word):
            buffer.direction = "ltr"  # Arabic digits too run from left to right
        hb.shape(self._hb, buffer, FEATURES)
        infos, positions = buffer.glyph_infos or (), buffer.glyph_positions or ()
        starts = [*sorted({info.cluster for info in infos}), len(word)]
        source = {start: word[start:end] for start, end in pairwise(starts)}
        missing = dict.fromkeys(
            c for info in infos if info.codepoint == 0 for c in self._lacking(source[info.cluster])
        )
        texts = self._texts([(info.codepoint, info.cluster) for info in infos], source)
        if rtl:
            texts = [turned(text) for text in texts]
        glyphs = tuple(
            Glyph(info.codepoint, text, at.x_advance, at.x_offset, at.y_offset)
            for info, text, at in zip(infos, texts, positions, strict=True)
        )
        return Run(glyphs, sum(glyph.advance for glyph in glyphs), "".join(missing))

    def _lacking(self, cluster: str) -> str:
        """The characters of a cluster that have no glyph; all, where it is only their union that has none."""
        return "".join(c for c in cluster if not self.covers(c)) or cluster

    def _texts(self, glyphs: list[tuple[int, int]], source: dict[int, str]) -> list[str]:
        """What each of `glyphs` (its number and cluster) stands for."""
        if len(glyphs) == len(source) and all(len(text) == 1 for text in source.values()):
            return [source[cluster] for _, cluster in glyphs]
        texts = [""] * len(glyphs)
        for cluster, text in source.items():
            among = [k for k, glyph in enumerate(glyphs) if glyph[1] == cluster]
            rest = list(text)
            if len(among) > 1:
                for k in among:
                    own = [c for c in rest if self._hb.get_nominal_glyph(ord(c)) == glyphs[k][0]]
                    if own:
                        texts[k] = own[0]
                        rest.remove(own[0])
            left = next((k for k in among if not texts[k]), among[0])
            texts[left] += "".join(rest)
        # What stands for nothing must say so: readers take a glyph without a text for any character.
        return [text or NOTHING for text in texts]


def _tag(name: str) -> int:
    return int.from_bytes(name.encode("latin-1").ljust(4), "big")
