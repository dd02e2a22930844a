"""Composite fonts as a reader of text needs them (ISO 32000-1, 9.7): widths, and what codes stand for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.truetype import FontProgram, read_program

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
        """What the font calls itself."""
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

    @cached_property
    def width_of(self) -> Callable[[int], float]:
        """The width of a code, listed or not."""
        return defaultdict(lambda: self.default, self.widths).__getitem__

    @cached_property
    def text_of(self) -> Callable[[int], str]:
        """What a code stands for; U+FFFD where the font does not say."""
        return defaultdict(lambda: "\ufffd", self.texts or {}).__getitem__

    @cached_property
    def texts(self) -> dict[int, str] | None:
        """What each code stands for; None when the font does not say."""
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
            values = [bytes.fromhex(one.decode()) for one in _HEX.findall(body)]
            for code, text in zip(values[::2], values[1::2], strict=False):
                found[int.from_bytes(code)] = text.decode("utf-16-be", "replace")
        else:
            for first, last, start, listed in _RANGE.findall(body):
                found |= _range(int(first, 16), int(last, 16), start, listed)
    return found


def _range(first: int, last: int, start: bytes, listed: bytes) -> dict[int, str]:
    if listed:
        texts = [bytes.fromhex(one.decode()).decode("utf-16-be", "replace") for one in _HEX.findall(listed)]
        return dict(zip(range(first, last + 1), texts, strict=False))
    text = bytes.fromhex(start.decode()).decode("utf-16-be", "replace")
    return {code: text[:-1] + chr(ord(text[-1]) + code - first) for code in range(first, min(last, MOST) + 1)}
