"""Read embedded fonts (ISO 32000-1, 9.7; TrueType) and hold each shown glyph against its font."""

from __future__ import annotations

import re
import struct
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import pikepdf
from msgspec import Struct

NEEDED = (b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp")
_HEAD_SUM = 8
"""Where in `head` the sum of the whole file stands, which counts as 0 in the table's own sum."""


class FontProgram(Struct, frozen=True):
    """A font program; `wrong` says what is damaged, and then the rest may be empty.

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
        wrong = _find_damage(data)
    except struct.error:
        wrong = "it is damaged: one of its tables is cut short, or leads beyond its end"
    if wrong:
        return FontProgram(wrong)
    import uharfbuzz  # slow to import, and needed for pages with texts alone

    face = uharfbuzz.Face(data)
    font, per_em, glyphs = uharfbuzz.Font(face), 1000 / face.upem, range(face.glyph_count)
    characters: dict[int, set[str]] = defaultdict(set)
    for code in face.unicodes:
        characters[font.get_nominal_glyph(code)].add(chr(code))
    shapes = {glyph: font.get_glyph_extents(glyph) for glyph in glyphs}
    return FontProgram(
        glyphs=len(glyphs),
        widths=tuple(font.get_glyph_h_advance(glyph) * per_em for glyph in glyphs),
        drawn=frozenset(glyph for glyph, shape in shapes.items() if shape and (shape.width or shape.height)),
        characters={glyph: frozenset(found) for glyph, found in characters.items()},
    )


def _find_damage(data: bytes) -> str:
    """Return what is wrong with the tables of a font file: their sums, or that one is missing."""
    found: set[bytes] = set()
    for k in range(*struct.unpack(">H", data[4:6])):
        tag, told, start, length = struct.unpack(">4sIII", data[12 + 16 * k : 28 + 16 * k])
        table = data[start : start + length]
        if len(table) != length or _table_sum(tag, table) != told:
            return f"its table {tag.decode('latin-1').strip()} is damaged"
        found.add(tag)
    missing = [tag.decode() for tag in NEEDED if tag not in found]
    return f"it has no table {', '.join(missing)}" if missing else ""


def _table_sum(tag: bytes, table: bytes) -> int:
    if tag == b"head":
        table = table[:_HEAD_SUM] + bytes(4) + table[_HEAD_SUM + 4 :]
    words = table + bytes(-len(table) % 4)
    return int(sum(struct.unpack(f">{len(words) // 4}I", words)) & 0xFFFFFFFF)


_CODES = re.compile(rb"begin(bfchar|bfrange)\s(.*?)end\1", re.DOTALL)
_HEX = re.compile(rb"<([0-9A-Fa-f\s]*)>")
_RANGE = re.compile(rb"<([0-9A-Fa-f\s]*)>\s*<([0-9A-Fa-f\s]*)>\s*(?:<([0-9A-Fa-f\s]*)>|\[([^\]]*)\])")
MOST = 65_536
"""Codes that a map may list: two bytes hold no more."""


class GlyphFont(Struct, frozen=True, dict=True):
    """A Type 0 font whose codes are glyph numbers of two bytes."""

    thing: Any

    @cached_property
    def _descendant(self) -> Any:
        return self.thing.DescendantFonts[0]

    @cached_property
    def name(self) -> str:
        """The name of the font."""
        return str(self.thing.get("/BaseFont", "/?"))[1:]

    @cached_property
    def default(self) -> float:
        """The width of a glyph that is not listed, in thousandths of the size."""
        return float(self._descendant.get("/DW", 1000))

    @cached_property
    def widths(self) -> dict[int, float]:
        """Widths by code, in thousandths of the size (ISO 32000-1, 9.7.4.3)."""
        found: dict[int, float] = {}
        listed = list(self._descendant.get("/W", []))
        while listed:
            first, second = int(listed.pop(0)), listed.pop(0)
            if isinstance(second, pikepdf.Array):
                found |= {first + k: float(width) for k, width in enumerate(second)}
            else:
                found |= dict.fromkeys(range(first, min(int(second), MOST) + 1), float(listed.pop(0)))
        return found

    def width_of(self, code: int) -> float:
        """The width of a code, listed or not."""
        return self.widths.get(code, self.default)

    def text_of(self, code: int) -> str:
        """The text of a code; U+FFFD where the font has none."""
        return (self.texts or {}).get(code, "\ufffd")

    @cached_property
    def texts(self) -> dict[int, str] | None:
        """The text of each code; None where the font has no ToUnicode map."""
        if "/ToUnicode" not in self.thing:
            return None
        return read_cmap(self.thing.ToUnicode.read_bytes())

    @cached_property
    def program(self) -> FontProgram | None:
        """The outlines that are embedded; None when there are none, or none of TrueType."""
        file = self._descendant.get("/FontDescriptor", {}).get("/FontFile2")
        return None if file is None else read_program(file.read_bytes())


def read_glyph_font(thing: Any) -> GlyphFont | None:
    """The reader of a font; None for one of another kind, whose codes are no glyph numbers."""
    plain = thing.get("/Subtype") == "/Type0" and thing.get("/Encoding") == "/Identity-H"
    if not plain or thing.DescendantFonts[0].get("/CIDToGIDMap", "/Identity") != "/Identity":
        return None
    return GlyphFont(thing)


def read_cmap(data: bytes) -> dict[int, str]:
    """Codes and their texts of a ToUnicode map (ISO 32000-1, 9.10.3)."""
    found: dict[int, str] = {}
    for kind, body in _CODES.findall(data):
        if kind == b"bfchar":
            values = _HEX.findall(body)
            for code, text in zip(values[::2], values[1::2], strict=False):
                found[int.from_bytes(bytes.fromhex(code.decode()))] = _decode(text)
            continue
        for first, last, start, listed in _RANGE.findall(body):
            codes = range(int(first, 16), min(int(last, 16), MOST) + 1)
            if listed:
                found |= dict(zip(codes, map(_decode, _HEX.findall(listed)), strict=False))
            else:
                text = _decode(start)
                found |= {code: text[:-1] + chr(ord(text[-1]) + k) for k, code in enumerate(codes)}
    return found


def _decode(digits: bytes) -> str:
    return bytes.fromhex(digits.decode()).decode("utf-16-be", "replace")


SLACK = 1.0
"""Thousandths of the size that a width may differ by, for rounding."""
NOTHING = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad")
"""Characters without a visible glyph."""
Wrong = tuple[str, str, str, str]
"""Code, message, found, expected."""


def check_glyphs(font: GlyphFont, codes: Iterable[int]) -> Iterator[Wrong]:
    """Faults of a font that shows `codes`, one of each kind with their number."""
    program = font.program
    if program is None:
        return
    if program.wrong:
        yield (
            "font-damaged",
            f"{font.name}: {program.wrong}",
            "outlines that cannot be trusted",
            "a whole font",
        )
        return
    if font.texts is None:
        yield "text-lost", f"{font.name} does not say what its glyphs stand for", "no ToUnicode", "one"
    shown = sorted(codes)
    for check in (_check_width, _check_text):
        found = [wrong for code in shown if (wrong := check(font, program, code))]
        if found:
            kind, message, is_so, wanted = found[0]
            yield kind, message + (f", and {len(found) - 1} more" if found[1:] else ""), is_so, wanted


def _check_width(font: GlyphFont, program: FontProgram, code: int) -> Wrong | None:
    if code >= program.glyphs:
        message = f"{font.name} has no glyph {code}"
        return "glyph-wrong", message, f"{program.glyphs} glyphs", f"glyph {code}"
    told, own = font.width_of(code), program.widths[code]
    if abs(told - own) <= SLACK:
        return None
    message = f"glyph {code} of {font.name} is of another width than its font says"
    return "glyph-wrong", message, f"{told:g} thousandths", f"{own:g} thousandths"


def _check_text(font: GlyphFont, program: FontProgram, code: int) -> Wrong | None:
    if font.texts is None:
        return None
    text, own = font.texts.get(code), program.characters.get(code)
    if text is None:
        return "text-lost", f"glyph {code} of {font.name} stands for nothing", "no text", "its text"
    if own and not _do_agree(text, own):
        message = f"glyph {code} of {font.name} stands for another text than the font's own map says"
        return "glyph-wrong", message, f'"{text}"', " or ".join(f'"{c}"' for c in sorted(own))
    if code not in program.drawn and _is_seen(text):
        message = f'glyph {code} of {font.name} has no outline, but stands for "{text}"'
        return "glyph-wrong", message, "an empty glyph", "an outline"
    return None


def _do_agree(text: str, own: Iterable[str]) -> bool:
    """Return whether a text may be shown by a glyph that the font itself has for one of `own`.

    Marks that go with a letter, forms of a letter for its place in a word, and brackets that are
    turned round from right to left are that letter still.
    """
    plain = _fold_text(text)
    letters = set(plain)
    return not plain or any(
        letters <= set(one) or set(one) <= letters or one.translate(_MIRRORED) == plain
        for one in map(_fold_text, own)
    )


def _fold_text(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).translate(_KHMER)
    return "".join(c for c in plain if c not in NOTHING)


_KHMER = {code: f"\u17c1{chr(code)}" for code in (0x17BE, 0x17BF, 0x17C0, 0x17C4, 0x17C5)}
"""Vowels that shapers show in two parts, the first before its letter, without Unicode saying so."""
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def _is_seen(text: str) -> bool:
    return any(not c.isspace() and c not in NOTHING and unicodedata.category(c)[0] not in "ZC" for c in text)
