"""Any OpenType font to a static TrueType font, by fontTools; what is one already stays byte for byte.

Equal files give equal bytes: the font keeps the dates it has.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from msgspec import Struct

from prancha.graphics.fonts.errors import FontError

# What fontTools logs about a font is for programmers; users read findings.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

TOLERANCE = 0.0005
"""How far a curve of a PostScript font may be from the one made of it, in ems: 2 µm in 10 pt type."""
MOST_GLYPHS = 12_000
"""Above this a PostScript font is cut down to a standard's letters: each glyph is converted by itself."""
_WRITING = {
    "JP": ("cp932", "Japanese"), "KR": ("cp949", "Korean"), "SC": ("gb2312", "simplified Chinese"),
    "TC": ("big5", "traditional Chinese"), "HK": ("big5hkscs", "Hong Kong Chinese"),
}  # fmt: skip
"""The sets of letters that East Asian fonts are cut down to, by the end of their family's name."""
_AXES = {"wdth": 100.0}
_LOST = ("CFF ", "CFF2", "VORG", "hdmx", "VDMX", "LTSH", "cvt ", "fpgm", "prep", "gasp", "DSIG")


class MadeFont(Struct, frozen=True):
    """A static TrueType file, and what was done to make it: "" for nothing."""

    data: bytes
    done: str = ""


def is_static(data: bytes) -> bool:
    """Whether `data` is a TrueType file that can be used as it is."""
    if data[:4] not in (b"\0\1\0\0", b"true") or len(data) < 12:
        return False
    (count,) = struct.unpack_from(">H", data, 4)
    return not any(data[at : at + 4] == b"fvar" for at in range(12, 12 + 16 * count, 16))


def unpacked(data: bytes, name: str) -> bytes:
    """A compressed web font (WOFF, WOFF2) as the font it is.  Raises FontError."""
    with _told(name):
        from fontTools.ttLib import TTFont

        font, out = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False), BytesIO()
        font.flavor = None
        font.save(out)
    return out.getvalue()


def static_font(data: bytes, name: str, index: int, family: str, weight: int) -> MadeFont:
    """Face `index` of font file `data` as a static TrueType font of `weight`; FontError with the reason."""
    if is_static(data):
        return MadeFont(data)
    with _told(name):
        from fontTools.ttLib import TTFont

        number = index if data[:4] == b"ttcf" else -1
        font = TTFont(BytesIO(data), fontNumber=number, recalcTimestamp=False, lazy=True)
        done = ["taken out of the collection"] if number >= 0 else []
        if "fvar" in font:
            done.append(_pin(font, weight))
        if "glyf" not in font:
            done += _drawn_anew(font, family, name)
        font.flavor = None
        out = BytesIO()
        font.save(out)
    return MadeFont(out.getvalue(), ", ".join(part for part in done if part))


def _pin(font: Any, weight: int) -> str:
    """Make a variable font static, at `weight` and else as it is at first."""
    from fontTools.varLib.instancer import instantiateVariableFont

    place: dict[str, float] = {}
    for axis in font["fvar"].axes:
        wanted = {**_AXES, "wght": float(weight)}.get(axis.axisTag, axis.defaultValue)
        place[axis.axisTag] = min(max(wanted, axis.minValue), axis.maxValue)
    instantiateVariableFont(font, place, inplace=True, updateFontNames="STAT" in font and _named(font))
    if "OS/2" in font:
        font["OS/2"].usWeightClass = round(place.get("wght", font["OS/2"].usWeightClass))
    return "made static at " + " ".join(f"{tag} {value:g}" for tag, value in place.items())


def _named(font: Any) -> bool:
    """Whether the font's table of styles can name an instance."""
    table = font["STAT"].table
    return bool(table.AxisValueArray and table.AxisValueArray.AxisValue)


def _drawn_anew(font: Any, family: str, name: str) -> Iterator[str]:
    """Turn PostScript outlines (CFF) into TrueType ones; yields what was done."""
    kept = _cut_down(font, family, name)
    if kept:
        yield kept
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, units = font.getGlyphOrder(), font["head"].unitsPerEm
    glyphs, drawings = {}, font.getGlyphSet()
    for glyph in order:
        pen = TTGlyphPen(None)
        drawings[glyph].draw(Cu2QuPen(pen, TOLERANCE * units, reverse_direction=True))
        glyphs[glyph] = pen.glyph()
    for tag in _LOST:
        if tag in font:
            del font[tag]
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    _side_bearings(font, glyphs)
    maximum = font["maxp"]
    maximum.tableVersion, maximum.maxZones = 0x00010000, 1
    for key in ("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"):
        setattr(maximum, f"max{key}", 0)
    maximum.maxSizeOfInstructions = maximum.maxComponentElements = 0
    font.sfntVersion = "\x00\x01\x00\x00"
    font["post"].formatType, font["post"].glyphOrder = 3.0, None
    yield f"curves drawn anew within {TOLERANCE:g} of its size"


def _side_bearings(font: Any, glyphs: Mapping[str, Any]) -> None:
    """Tell of each glyph where it begins, as TrueType wants it to be its leftmost point."""
    table = font["glyf"]
    for glyph, drawing in glyphs.items():
        drawing.recalcBounds(table)
        width, _ = font["hmtx"][glyph]
        font["hmtx"][glyph] = (width, getattr(drawing, "xMin", 0) if drawing.numberOfContours else 0)


def _cut_down(font: Any, family: str, name: str) -> str:
    """Leave out of a very large font what one way of writing has no use for; returns what was done."""
    if font["maxp"].numGlyphs <= MOST_GLYPHS:
        return ""
    codec, writing = _WRITING.get(family.split()[-1].upper(), ("", ""))
    if not codec:
        message = f"{name} has {font['maxp'].numGlyphs} glyphs as PostScript outlines, too many to convert"
        raise FontError(message, "take a TrueType font of the same letters, or one with fewer")
    from fontTools.subset import Options, Subsetter

    cutter = Subsetter(Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True, hinting=False))
    cutter.populate(unicodes=[code for code in font.getBestCmap() if _encoded(chr(code), codec)])
    cutter.subset(font)
    return f"cut down to the letters of {writing} ({codec})"


def _encoded(letter: str, codec: str) -> bool:
    try:
        letter.encode(codec)
    except UnicodeEncodeError:
        return letter < "\u0500"
    return True


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Let what fontTools cannot do be a FontError."""
    try:
        yield
    except ImportError as lacking:
        which = "Brotli" if "brotli" in str(lacking).lower() else "fontTools"
        raise FontError(
            f"{name} must be converted, for which {which} is not installed",
            "pip install 'prancha[fonts]', or take a static TrueType file (.ttf) of the font",
        ) from None
    except (FontError, MemoryError):
        raise
    except Exception as problem:  # fontTools raises whatever its parsers meet in a damaged file
        said = f"{type(problem).__name__}: {problem}".replace("\n", " ")[:120]
        raise FontError(
            f"{name} cannot be converted ({said})", "download it again, or take another font"
        ) from None
