"""Shaping agrees with HarfBuzz, and subsets hold what a PDF needs and no more."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest
import uharfbuzz as hb
from msgspec.structs import replace

from prancha.graphics.fonts import Font, FontBook
from prancha.graphics.fonts.shaping import script_of, units_of

LIBRARY = Path(__file__).parents[4] / "templates" / "_library"


@pytest.fixture(scope="module")
def font() -> Font:
    return FontBook([LIBRARY]).font("Alegreya Sans")


def tables(data: bytes) -> dict[str, bytes]:
    entries = (struct.unpack_from(">4sIII", data, 12 + 16 * k) for k in range(data[5]))
    return {tag.decode(): data[offset : offset + length] for tag, _, offset, length in entries}


def test_a_word_is_as_wide_as_harfbuzz_says(font: Font) -> None:
    buffer = hb.Buffer()
    buffer.add_str("AVAtar")
    buffer.guess_segment_properties()
    hb.shape(hb.Font(hb.Face(font.data)), buffer, {"lnum": True})
    assert font.shape("AVAtar").advance == sum(at.x_advance for at in buffer.glyph_positions)
    assert font.shape("AVAtar").advance < sum(font.shape(c).advance for c in "AVAtar")


def test_ligatures_keep_their_source_text(font: Font) -> None:
    run = font.shape("oficina")
    assert [glyph.text for glyph in run.glyphs] == ["o", "fi", "c", "i", "n", "a"]
    assert "".join(glyph.text for glyph in run.glyphs) == "oficina"
    assert run.advance == sum(glyph.advance for glyph in run.glyphs)


def test_marks_join_their_letter_or_follow_it_with_no_text(font: Font) -> None:
    assert [glyph.text for glyph in font.shape("e\u0301").glyphs] == ["e\u0301"]
    stacked = font.shape("q\u0301q").glyphs
    assert "".join(glyph.text for glyph in stacked) == "q\u0301q"


def test_lines_are_shaped_word_by_word(font: Font) -> None:
    line = font.shape("V Ação  x")
    parts = sum(font.shape(part).advance for part in ("V", " ", "Ação", " ", " ", "x"))
    assert line.advance == parts
    assert "".join(glyph.text for glyph in line.glyphs) == "V Ação  x"
    assert font.shape("V Ação  x") is line
    assert font.shape("").glyphs == ()


def test_figures_are_lining(font: Font) -> None:
    heights = {font._hb.get_glyph_extents(glyph.gid).y_bearing for glyph in font.shape("1234567890").glyphs}
    assert max(heights) - min(heights) < 40


def test_missing_characters_are_named_once(font: Font) -> None:
    assert font.missing("a☆b 😀☆") == "☆😀"
    assert font.missing("Ação\u00a0½") == ""
    assert font.shape("a☆b").missing == "☆"


def test_the_language_is_told_not_the_machine_s() -> None:
    assert len(FontBook([LIBRARY]).font("Alegreya").shape("fi").glyphs) == 1
    assert len(FontBook([LIBRARY], "pt-BR").font("Alegreya").shape("fi").glyphs) == 1
    for turkish in ("tr", "tr-TR"):  # where i must keep its dot
        assert len(FontBook([LIBRARY], turkish).font("Alegreya").shape("fi").glyphs) == 2


def test_a_subset_is_small_and_keeps_glyph_numbers_and_outlines(font: Font) -> None:
    run = font.shape("Ação fi")
    gids = [glyph.gid for glyph in run.glyphs]
    data = font.subset(gids)
    assert set(tables(data)) == {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"}
    assert len(data) < 6000 < len(font.data)
    small = hb.Font(hb.Face(data))
    for gid in gids:
        assert small.get_glyph_h_advance(gid) == font.advance(gid)
        assert small.get_glyph_extents(gid) == font._hb.get_glyph_extents(gid)


def test_a_subset_for_others_has_its_characters_and_sets_them_as_the_font_does(font: Font) -> None:
    data = font.subset_for("Ação fi AV")
    small = replace(font, data=data, _runs={})
    assert len(data) < len(font.data) / 4
    assert small.missing("Ação fi AV") == ""
    assert small.missing("z") == "z"
    for text in ("AV", "fi", "Ação"):
        assert [g.advance for g in small.shape(text).glyphs] == [g.advance for g in font.shape(text).glyphs]
    assert data == font.subset_for("VA if oãçA")


def test_equal_sets_give_equal_subsets(font: Font) -> None:
    assert font.subset([40, 41, 90]) == font.subset({90, 41, 40})
    assert font.subset([40]) != font.subset([41])


def test_importing_fonts_does_not_load_harfbuzz() -> None:
    code = "import sys, prancha.graphics.fonts; sys.exit('uharfbuzz' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=LIBRARY.parents[2])


# Parts of words, clusters and letter-spacing


FONTS = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Card(မြန်မာ)ကြိုးLevel", ["Card(", "မြန်မာ)ကြိုး", "Level"]),
        ("«Огонь»fire", ["«Огонь»", "fire"]),
        ("2ก็ที่", ["2ก็ที่"]),
        ("カード2枚", ["カ", "ー", "ド", "2", "枚"]),
        ("か\u3099く", ["か\u3099", "く"]),
        ("\u1100\u1161\u11a8\u1100\u1161", ["\u1100\u1161\u11a8\u1100\u1161"]),
        ("카\u11a8드", ["카\u11a8", "드"]),
        ("e\u0301\u0323л\u0301", ["e\u0301\u0323", "л\u0301"]),
        ("a\u200db", ["a\u200db"]),
    ],
)
def test_a_word_is_shaped_in_parts_of_one_script(word: str, parts: list[str]) -> None:
    assert units_of(word, script_of) == parts
    for part in parts:
        assert units_of(part, script_of) == [part], "a part is shaped as it is"


@pytest.mark.parametrize(
    ("family", "text", "letters"),
    [
        ("Noto Serif", "a\u0303o g\u0303", 4),
        ("Noto Sans Thai", "กี่น้ำ", 2),
        ("Noto Sans Hebrew", "בְּרֵ", 2),
        ("Noto Sans Thai", "ก\u200bก", 2),
        ("Noto Serif", "", 0),
    ],
)
def test_letter_spacing_follows_letters_with_their_marks(family: str, text: str, letters: int) -> None:
    run = FontBook([FONTS]).font(family).shape(text, apart=True)
    assert run.gaps == letters
    assert sum(bool(glyph.cluster) for glyph in run.glyphs) == letters


def test_ligatures_come_apart_for_letter_spacing() -> None:
    font = FontBook([LIBRARY]).font("Alegreya")
    assert [glyph.cluster for glyph in font.shape("fi").glyphs] == ["fi"]
    assert [glyph.cluster for glyph in font.shape("fi", apart=True).glyphs] == ["f", "i"]


def test_joiners_and_breaks_are_no_glyphs() -> None:
    font = FontBook([FONTS]).font("Noto Sans Arabic")
    run = font.shape("می\u200cکشد", True)
    assert len(run.glyphs) == 5
    assert run.gaps == 5


def test_widths_that_a_pdf_tells_are_whole(font: Font) -> None:
    latin = FontBook([FONTS]).font("Test Latin")
    gid = latin.shape("m").glyphs[0].gid
    assert latin.advance(gid) * 1000 % latin.units_per_em
    assert latin.told_width(gid) == round(latin.advance(gid) * 1000 / 2048)
    assert font.told_width(40, 80) == font.advance(40) + 80


@pytest.mark.parametrize("wider", [80, -5000])
def test_a_subset_of_wider_glyphs_says_so(font: Font, wider: int) -> None:
    gids = [glyph.gid for glyph in font.shape("Ação").glyphs]
    plain, wide = hb.Font(hb.Face(font.subset(gids))), hb.Face(font.subset(gids, wider))
    for gid in gids:
        assert hb.Font(wide).get_glyph_h_advance(gid) == max(font.advance(gid) + wider, 0)
        assert hb.Font(wide).get_glyph_extents(gid) == plain.get_glyph_extents(gid)
    data = font.subset(gids, wider)
    rows = {data[at : at + 4]: struct.unpack_from(">3I", data, at + 4) for at in range(12, 12 + 16 * 6, 16)}
    check, start, length = rows[b"hmtx"]
    words = data[start : start + length].ljust(-(-length // 4) * 4, b"\0")
    assert sum(struct.unpack(f">{len(words) // 4}I", words)) % 2**32 == check
