"""A TrueType font program read on its own: sums of its tables, widths of glyphs, its map of characters."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct

NEEDED = (b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp")
_HEAD_SUM = 8
"""Where in `head` the sum of the whole file stands, which counts as 0 in the table's own sum."""


class FontProgram(Struct, frozen=True):
    """What a program holds; `wrong` says what is amiss, and then the rest may be empty.

    `widths` are by glyph, in thousandths of the size; `characters` are those that the font's own map
    leads to each glyph.
    """

    wrong: str = ""
    glyphs: int = 0
    widths: tuple[float, ...] = ()
    drawn: frozenset[int] = frozenset()
    characters: Mapping[int, frozenset[str]] = {}


def read_program(data: bytes) -> FontProgram:
    """Read a font file."""
    try:
        return _read(data)
    except (struct.error, IndexError, ZeroDivisionError):
        return FontProgram("it is damaged: one of its tables is cut short, or leads beyond its end")


def _read(data: bytes) -> FontProgram:
    tables: dict[bytes, bytes] = {}
    for k in range(*struct.unpack(">H", data[4:6])):
        tag, told, start, length = struct.unpack(">4sIII", data[12 + 16 * k : 28 + 16 * k])
        table = data[start : start + length]
        if len(table) != length or _sum(tag, table) != told:
            return FontProgram(f"its table {tag.decode('latin-1').strip()} is damaged")
        tables[tag] = table
    missing = [tag.decode() for tag in NEEDED if tag not in tables]
    if missing:
        return FontProgram(f"it has no table {', '.join(missing)}")
    per_em = 1000 / int(struct.unpack(">H", tables[b"head"][18:20])[0])
    glyphs = int(struct.unpack(">H", tables[b"maxp"][4:6])[0])
    listed = struct.unpack(">H", tables[b"hhea"][34:36])[0]
    metrics = struct.unpack(f">{'Hh' * listed}", tables[b"hmtx"][: 4 * listed])[::2]
    widths = [width * per_em for width in metrics]
    widths += widths[-1:] * (glyphs - listed)
    return FontProgram("", glyphs, tuple(widths), _drawn(tables, glyphs), _characters(tables.get(b"cmap")))


def _sum(tag: bytes, table: bytes) -> int:
    if tag == b"head":
        table = table[:_HEAD_SUM] + bytes(4) + table[_HEAD_SUM + 4 :]
    words = table + bytes(-len(table) % 4)
    return int(sum(struct.unpack(f">{len(words) // 4}I", words)) & 0xFFFFFFFF)


def _drawn(tables: Mapping[bytes, bytes], glyphs: int) -> frozenset[int]:
    """Glyphs that have an outline."""
    long = struct.unpack(">h", tables[b"head"][50:52])[0]
    loca = struct.unpack(
        f">{glyphs + 1}{'I' if long else 'H'}", tables[b"loca"][: (glyphs + 1) * (4 if long else 2)]
    )
    return frozenset(gid for gid in range(glyphs) if loca[gid + 1] > loca[gid])


def _characters(cmap: bytes | None) -> dict[int, frozenset[str]]:
    """Of every subtable for Unicode: which characters lead to a glyph."""
    found: dict[int, set[str]] = defaultdict(set)
    for k in range(*struct.unpack(">H", cmap[2:4])) if cmap else ():
        assert cmap is not None
        platform, kind, start = struct.unpack(">HHI", cmap[4 + 8 * k : 12 + 8 * k])
        if platform not in (0, 3) or kind == 14:
            continue
        form = struct.unpack(">H", cmap[start : start + 2])[0]
        reader = {4: _form_4, 12: _form_12}.get(form)
        for code, gid in reader(cmap[start:]) if reader else ():
            if gid:
                found[gid].add(chr(code))
    return {gid: frozenset(characters) for gid, characters in found.items()}


def _form_4(table: bytes) -> list[tuple[int, int]]:
    """Segments of codes below 65,536 (OpenType 1.9, cmap format 4)."""
    count = struct.unpack(">H", table[6:8])[0] // 2
    words = struct.unpack(f">{(len(table) - 14) // 2}H", table[14 : 14 + (len(table) - 14) // 2 * 2])
    ends, starts = words[:count], words[count + 1 : 2 * count + 1]
    deltas, offsets = words[2 * count + 1 : 3 * count + 1], words[3 * count + 1 : 4 * count + 1]
    found = []
    for k, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            gid = code
            if offset:
                gid = words[3 * count + 1 + k + offset // 2 + code - start]
            if gid or not offset:
                found.append((code, (gid + delta) & 0xFFFF))
    return found


def _form_12(table: bytes) -> list[tuple[int, int]]:
    """Groups of codes of four bytes (format 12)."""
    count = struct.unpack(">I", table[12:16])[0]
    found = []
    for k in range(count):
        start, end, gid = struct.unpack(">III", table[16 + 12 * k : 28 + 12 * k])
        found += [(code, gid + code - start) for code in range(start, min(end, start + 0xFFFF) + 1)]
    return found
