"""Read the few numbers of a TrueType file that layout and PDF need.

Offsets are those of the OpenType specification 1.9 (head, hhea, maxp, OS/2, post, name).
"""

from __future__ import annotations

import struct

from msgspec import Struct

from prancha.model.diagnostic import UserError


class FontError(UserError):
    """A font cannot be used."""

    code = "font"


REQUIRED = ("glyf", "loca", "head", "hhea", "hmtx", "maxp", "cmap")
_AGAIN = "download the font again"
_CONVERT = "take it away, and let prancha make a static TrueType font of it: prancha font add FILE"
_OTHER_KINDS = {
    b"OTTO": ("has CFF outlines", _CONVERT),
    b"wOFF": ("is a compressed web font (WOFF)", _CONVERT),
    b"wOF2": ("is a compressed web font (WOFF2)", _CONVERT),
    b"ttcf": ("is a font collection", _CONVERT),
}
_EMBEDDING_KINDS, _EMBEDDING_FORBIDDEN = 0x000F, 0x0002
_WHOLE_ONLY, _BITMAPS_ONLY = 0x0100, 0x0200
_OPEN = "choose a font with an open licence"
_USE_TYPO_METRICS = 0x0080


class Metrics(Struct, frozen=True):
    """Font-wide measures in font units; `italic_angle` in degrees, counter-clockwise.

    `cap_height` and `x_height` are 0 when the file does not state them.  `typographic` are ascent
    and descent as browsers take them; `underline` and `strikeout` height above the baseline and thickness of
    a line, `subscript` and `superscript` depth and height of letters.
    """

    units_per_em: int
    ascent: int
    descent: int
    cap_height: int
    x_height: int
    bbox: tuple[int, int, int, int]
    italic_angle: float
    postscript_name: str
    glyph_count: int
    typographic: tuple[int, int]
    underline: tuple[int, int]
    strikeout: tuple[int, int]
    subscript: int
    superscript: int


def read_metrics(data: bytes, name: str) -> Metrics:
    """Read the metrics of a static, embeddable TrueType file, which errors call `name`.  Raises FontError."""
    tables = _tables(data, name)
    try:
        return _metrics(tables, name)
    except (struct.error, IndexError) as broken:
        raise FontError(f"{name} is damaged: a table is too short", _AGAIN) from broken


def _metrics(tables: dict[str, bytes], name: str) -> Metrics:
    head, hhea, os2 = tables["head"], tables["hhea"], tables.get("OS/2", b"")
    (units,) = struct.unpack_from(">H", head, 18)
    (glyphs,) = struct.unpack_from(">H", tables["maxp"], 4)
    if not glyphs or not 16 <= units <= 16384:
        raise FontError(f"{name} is damaged: {glyphs} glyphs, {units} units per em", _AGAIN)
    ascent, descent = struct.unpack_from(">hh", hhea, 4)
    x_height = cap_height = 0
    if os2:
        version, _, _, _, embedding = struct.unpack_from(">HhHHH", os2, 0)
        refuse_embedding(embedding, name)
        if version >= 2:
            x_height, cap_height = struct.unpack_from(">hh", os2, 86)
    angle, underline = 0.0, (-units // 10, units // 20)
    if "post" in tables:
        fixed, *line = struct.unpack_from(">ihh", tables["post"], 4)
        angle, underline = fixed / 65536, (line[0], line[1] or underline[1])
    subscript, superscript, strikeout = units // 5, units * 2 // 5, (units // 4, underline[1])
    typographic = (ascent, descent)
    if os2:
        if struct.unpack_from(">H", os2, 62)[0] & _USE_TYPO_METRICS:
            typographic = struct.unpack_from(">hh", os2, 68)
        subscript, superscript = struct.unpack_from(">h", os2, 16)[0], struct.unpack_from(">h", os2, 24)[0]
        thickness, height = struct.unpack_from(">hh", os2, 26)
        strikeout = (height, thickness or underline[1])
    box: tuple[int, int, int, int] = struct.unpack_from(">hhhh", head, 36)
    postscript_name = _postscript_name(tables.get("name", b""))
    return Metrics(
        units,
        ascent,
        descent=descent,
        cap_height=cap_height,
        x_height=x_height,
        bbox=box,
        italic_angle=angle,
        postscript_name=postscript_name,
        glyph_count=glyphs,
        typographic=typographic,
        underline=underline,
        strikeout=strikeout,
        subscript=subscript,
        superscript=superscript,
    )


def refuse_embedding(embedding: int, name: str) -> None:
    """Raise FontError where the licence's bits (OS/2 fsType) forbid what a PDF of cards does with a font."""
    if embedding & _EMBEDDING_KINDS == _EMBEDDING_FORBIDDEN:
        raise FontError(f"{name} forbids embedding (OS/2 fsType)", _OPEN)
    if embedding & _WHOLE_ONLY:
        message = (
            f"{name} may be embedded only whole (OS/2 fsType, bit 8), and a PDF has the letters it shows"
        )
        raise FontError(message, _OPEN)
    if embedding & _BITMAPS_ONLY:
        raise FontError(f"{name} may be embedded only as bitmaps (OS/2 fsType, bit 9)", _OPEN)


def widen_glyphs(data: bytes, units: int) -> bytes:
    """TrueType file `data` with every glyph `units` font units wider, its outline where it was."""
    places = {
        data[at : at + 4]: (at, *struct.unpack_from(">II", data, at + 8))
        for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
    }
    file = bytearray(data)
    (_, hhea, _), (row, hmtx, length) = places[b"hhea"], places[b"hmtx"]
    (count,) = struct.unpack_from(">H", data, hhea + 34)
    for at in range(hmtx, hmtx + 4 * count, 4):
        (width,) = struct.unpack_from(">H", data, at)
        struct.pack_into(">H", file, at, min(max(width + units, 0), 0xFFFF))
    words = bytes(file[hmtx : hmtx + length]).ljust(-(-length // 4) * 4, b"\0")
    struct.pack_into(">I", file, row + 4, sum(struct.unpack(f">{len(words) // 4}I", words)) & 0xFFFFFFFF)
    return bytes(file)


def _tables(data: bytes, name: str) -> dict[str, bytes]:
    if data[:4] in _OTHER_KINDS:
        what, hint = _OTHER_KINDS[data[:4]]
        raise FontError(f"{name} {what}", hint)
    if data[:4] not in (b"\0\1\0\0", b"true") or len(data) < 12:
        raise FontError(f"{name} is not a TrueType font", "put a .ttf file there")
    tables: dict[str, bytes] = {}
    (count,) = struct.unpack_from(">H", data, 4)
    for position in range(12, 12 + 16 * count, 16):
        if position + 16 > len(data):
            raise FontError(f"{name} is cut short", _AGAIN)
        tag, _, offset, length = struct.unpack_from(">4sIII", data, position)
        if not tag.isascii() or not tag.decode("ascii").isprintable():
            raise FontError(f"{name} is damaged: it has a table without a name", _AGAIN)
        if offset + length > len(data):
            raise FontError(f"{name} is cut short", _AGAIN)
        tables[tag.decode("latin-1")] = data[offset : offset + length]
    absent = [tag for tag in REQUIRED if tag not in tables]
    if absent:
        raise FontError(f"{name} lacks the tables {', '.join(absent)}", _CONVERT)
    if "fvar" in tables:
        raise FontError(f"{name} is a variable font", _CONVERT)
    return tables


def _postscript_name(table: bytes) -> str:
    """Name record 6, ASCII; empty when there is none."""
    if len(table) < 6:
        return ""
    _, count, storage = struct.unpack_from(">HHH", table, 0)
    for k in range(count):
        platform, _, _, name_id, length, offset = struct.unpack_from(">6H", table, 6 + 12 * k)
        if name_id == 6:
            raw = table[storage + offset : storage + offset + length]
            text = raw.decode("latin-1" if platform == 1 else "utf-16-be", "ignore")
            return "".join(c for c in text if "!" <= c <= "~")
    return ""
