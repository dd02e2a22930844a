"""A kept face is printed with the glyphs it was drawn with, or drawn anew."""

from __future__ import annotations

from pathlib import Path

from prancha.graphics.fonts import FontBook
from prancha.render.art_cache import GlyphTable
from prancha.render.resources import FontVariant, PrintedWord
from prancha.system.cache import Pack, Store

LIBRARY = Path(__file__).parents[3] / "templates" / "_library"
FONT = FontBook([LIBRARY]).font("Alegreya Sans", 400, False)


def word(*glyphs: tuple[int, str]) -> PrintedWord:
    return PrintedWord(FontVariant(FONT, 0), "word", glyphs)


def test_rows_are_those_that_were_kept(tmp_path: Path) -> None:
    pack = Pack(Store(tmp_path), b"a" * 32)
    table = GlyphTable(pack, "glyphs")
    bits = table.bits_of(word((5, "a"), (6, "b")))
    check = table.check(bits)
    table.bits_of(word((7, "c")))
    table.keep()
    pack.save()
    again = GlyphTable(Pack(Store(tmp_path), b"a" * 32), "glyphs")
    assert again.holds(bits, check)
    assert [(row.gid, row.text) for row in again.rows] == [(5, "a"), (6, "b"), (7, "c")]
    assert again.bits_of(word((6, "b"))) == 0b10
    assert again.bits_of(word((8, "d"))) == 0b1000


def test_rows_of_another_build_are_not_taken_for_those_of_a_face(tmp_path: Path) -> None:
    pack = Pack(Store(tmp_path), b"a" * 32)
    first, second = GlyphTable(pack, "glyphs"), GlyphTable(pack, "glyphs")
    bits = first.bits_of(word((5, "a"), (6, "b")))
    second.bits_of(word((5, "a"), (9, "z")))
    assert first.holds(bits, first.check(bits))
    assert not second.holds(bits, first.check(bits))
    assert not GlyphTable(pack, "glyphs").holds(bits, first.check(bits))


def test_a_face_without_words_needs_no_rows(tmp_path: Path) -> None:
    table = GlyphTable(Pack(Store(tmp_path), b"a" * 32), "glyphs")
    assert table.holds(0, table.check(0))
