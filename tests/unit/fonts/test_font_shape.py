"""Shaping agrees with HarfBuzz, and subsets hold what a PDF needs and no more."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest
import uharfbuzz as hb
from msgspec.structs import replace

from generator.fonts import Font, FontBook

LIBRARY = Path(__file__).parents[3] / "templates" / "_library"


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
    assert font.missing("a→b 😀→") == "→😀"
    assert font.missing("Ação\u00a0½") == ""
    assert font.shape("a→b").missing == "→"


def test_the_language_is_fixed_not_the_machine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(FontBook([LIBRARY]).font("Alegreya").shape("fi").glyphs) == 1
    monkeypatch.setattr("generator.fonts.font.LANGUAGE", "tr")  # where i must keep its dot
    assert len(FontBook([LIBRARY]).font("Alegreya").shape("fi").glyphs) == 2


def test_a_subset_is_small_and_keeps_glyph_numbers_and_outlines(font: Font) -> None:
    run = font.shape("Ação fi")
    gids = [glyph.gid for glyph in run.glyphs]
    data = font.subset(gids)
    assert set(tables(data)) == {"glyf", "head", "hhea", "hmtx", "loca", "maxp"}
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
    code = "import sys, generator.fonts; sys.exit('uharfbuzz' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=LIBRARY.parents[1])
