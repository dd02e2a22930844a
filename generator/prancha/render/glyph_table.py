"""The glyphs that kept faces use, in one list of a pack: a face tells its own as bits of a number."""

from __future__ import annotations

from itertools import accumulate
from zlib import crc32

import msgspec
from msgspec import Struct

from prancha.render.resources import FontVariant, PrintedWord
from prancha.system.cache import Pack, made_of


class GlyphRow(Struct, frozen=True, array_like=True):
    """A glyph of a font under the name `key`, and the text that it stands for."""

    key: str
    family: str
    weight: int
    italic: bool
    lining: bool
    wider: int
    gid: int
    text: str


_write, _read = msgspec.json.Encoder().encode, msgspec.json.Decoder(list[GlyphRow]).decode


class GlyphTable:
    """The rows under `name` in `pack`, which only grow: glyphs of hundreds of faces are united at once.

    A build that ended early, or another one at the same time, may have kept faces and other rows than
    these: `check` is the checksum of all rows up to the last one of a face, and `holds` compares it.
    """

    def __init__(self, pack: Pack, name: str) -> None:
        self._pack, self._name = pack, name
        self.rows: list[GlyphRow] = made_of(pack.get(name), _read) or []
        self._kept = len(self.rows)
        self._bits = {(row.key, row.gid, row.text): 1 << k for k, row in enumerate(self.rows)}
        self._checks = list(accumulate(self.rows, _checked, initial=0))

    def bits_of(self, word: PrintedWord) -> int:
        """The glyphs of a word, with rows for those that have none."""
        bits, cut = 0, word.cut
        for gid, text in word.glyphs:
            bit = self._bits.get((cut.key, gid, text))
            bits |= self._added(cut, gid, text) if bit is None else bit
        return bits

    def _added(self, cut: FontVariant, gid: int, text: str) -> int:
        font, bit = cut.font, 1 << len(self.rows)
        row = GlyphRow(
            cut.key, font.family, weight=font.weight, italic=font.italic, lining=font.lining,
            wider=cut.wider, gid=gid, text=text,
        )  # fmt: skip
        self.rows.append(row)
        self._checks.append(_checked(self._checks[-1], row))
        self._bits[cut.key, gid, text] = bit
        return bit

    def check(self, bits: int) -> int:
        """The checksum of all rows up to the last one that `bits` name."""
        return self._checks[bits.bit_length()]

    def holds(self, bits: int, check: int) -> bool:
        """Whether the rows that `bits` name are those that had this checksum when they were kept."""
        last = bits.bit_length()
        return last < len(self._checks) and self._checks[last] == check

    def keep(self) -> None:
        """Put the rows into the pack, if there are new ones."""
        if len(self.rows) > self._kept:
            self._pack.put(self._name, _write(self.rows))
            self._kept = len(self.rows)


def _checked(before: int, row: GlyphRow) -> int:
    return crc32(_write(row), before)
