"""Text runs: glyph codes, kerning, spacing, anchors, and every refusal."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import io
import re
import unicodedata

import pikepdf
import pypdfium2
import pytest
import uharfbuzz as hb
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageOps
from rendering import BODY, BOOK, LIBRARY, drawn, operators, printed, raster, refused, seen

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.render.resources import DocumentResources
from prancha.render.text_runs import TextRenderer, write_literal


def text(words: str, more: str = "", at: str = 'x="2" y="20"') -> str:
    return f'<text {at} {BODY} font-size="6" {more}>{words}</text>'


def ink(inside: str) -> tuple[float, float, float, float]:
    """The box of all that is printed, mm."""
    left, top, right, bottom = ImageOps.invert(seen(inside)).getbbox() or (0, 0, 0, 0)
    return left / 10, top / 10, right / 10, bottom / 10


def test_a_run_sets_font_size_place_and_glyphs() -> None:
    assert re.fullmatch(
        r"q BT /AlegreyaSans-400 6 Tf 1 0 0 -1 2 20 Tm \[\(.*\)\] TJ ET Q", operators(text("nina"))
    )


def test_kerning_is_written_between_the_glyphs() -> None:
    font = BOOK.font("Alegreya Sans")
    plain = sum(font.advance(glyph.gid) for glyph in font.shape("ovo").glyphs)
    written = operators(text("ovo"))
    moves = [int(word) for word in re.findall(r"\)(-?\d+)\(", written)]
    assert sum(moves) == pytest.approx((plain - font.shape("ovo").advance) * 1000 / font.units_per_em, abs=1)
    assert sum(moves) > 0


def test_letter_spacing_is_set_and_put_back() -> None:
    assert " 0.3 Tc 1 0 0 -1 " in operators(text("nina", 'letter-spacing=".3"'))
    assert operators(text("nina", 'letter-spacing=".3"')).endswith(" TJ 0 Tc ET Q")
    assert " -0.3 Tc 1 0 0 -1 " in operators(text("nina", 'letter-spacing="-.3"'))
    assert "Tc" not in operators(text("nina", 'letter-spacing="normal"'))


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_an_anchor_moves_the_start_by_the_shaped_width(anchor: str, share: float) -> None:
    font = BOOK.font("Alegreya Sans")
    width = font.shape("ovo").advance / font.units_per_em * 6
    written = operators(text("ovo", f'text-anchor="{anchor}"', 'x="30" y="9"'))
    start = re.search(r"1 0 0 -1 (\S+) 9 Tm", written)
    assert start
    assert float(start[1]) == pytest.approx(30 - share * width, abs=0.001)


def test_letters_far_apart_are_of_a_wider_font_that_readers_do_not_part() -> None:
    """83 thousandths of an em, of which the glyphs take 80, in steps of 80."""
    portfolio = drawn(text("nina", 'letter-spacing=".5"'), text("nono", 'letter-spacing=".9"'), text("n"))
    assert {key: used.wider for key, used in portfolio.glyphs.items()} == {
        "AlegreyaSans-400": 0,
        "AlegreyaSans-400w80": 80,
    }
    assert "/AlegreyaSans-400w80 6 Tf 0.02 Tc " in operators(text("nina", 'letter-spacing=".5"'))
    assert "Tc" not in operators(text("nina", 'letter-spacing=".48"'))
    font = BOOK.font("Alegreya Sans")
    gid = font.shape("n").glyphs[0].gid
    with pikepdf.open(io.BytesIO(printed(portfolio))) as file:
        wide = file.pages[0].resources["/Font"]["/AlegreyaSans-400w80"]["/DescendantFonts"][0]
        program = wide["/FontDescriptor"]["/FontFile2"].read_bytes()
        told = dict(zip([int(each) for each in wide["/W"][::2]], wide["/W"][1::2], strict=True))
    assert int(told[gid][0]) == font.advance(gid) + 80
    assert hb.Font(hb.Face(program)).get_glyph_h_advance(gid) == font.advance(gid) + 80


@pytest.mark.parametrize("words", ["office", "q\u0304\u0301e\u0301"])
def test_spacing_between_letters_counts_into_the_anchor(words: str) -> None:
    font = BOOK.font("Alegreya Sans")
    run = font.shape(words, apart=True)
    letters = sum(not unicodedata.combining(c) for c in words)
    width = run.advance / font.units_per_em * 6 + 0.5 * (letters - 1)
    written = operators(text(words, 'text-anchor="end" letter-spacing=".5"', 'x="30" y="9"'))
    start = re.search(r"1 0 0 -1 (\S+) 9 Tm", written)
    assert start
    assert float(start[1]) == pytest.approx(30 - width, abs=0.001)


def test_the_ink_stands_on_its_baseline_at_its_size() -> None:
    left, top, right, bottom = ink(text("H", at='x="10" y="30"').replace('"6"', '"20"'))
    font = BOOK.font("Alegreya Sans")
    assert bottom == pytest.approx(30, abs=0.15)
    assert bottom - top == pytest.approx(20 * font.cap_height / font.units_per_em, abs=0.2)
    assert 10 < left < right < 10 + 20 * font.shape("H").advance / font.units_per_em


@pytest.mark.parametrize("where", ["{}", '<g class="x">{}</g>'])
def test_letters_that_a_font_lacks_are_lent_and_told_once(where: str) -> None:
    inside = "".join(text(words, at=f'x="{k * 9}" y="9"') for k, words in enumerate(("a★b", "☃", "c")))
    portfolio = drawn(where.format(inside))
    assert {key: sorted(used.texts.values()) for key, used in portfolio.glyphs.items()} == {
        "AlegreyaSans-400": ["a", "b", "c"],
        "DejaVuSans-400": ["☃", "★"],
    }
    (note,) = portfolio.notes
    assert (note.code, note.message) == (
        "svg-told",
        'what the fonts of its texts lack is set in "DejaVu Sans" (template card.svg.j2)',
    )


def test_lent_letters_stand_where_their_own_would() -> None:
    left, _, right, _ = ink(text("★", at='x="20" y="20" text-anchor="middle"'))
    assert (left + right) / 2 == pytest.approx(20, abs=0.2)


def test_fonts_that_a_game_names_for_lacking_letters_come_first() -> None:
    book = FontBook([LIBRARY])
    book.lenders = ("Cinzel", "Noto Emoji")
    style = {"font-family": "Alegreya Sans", "font-size": "3"}
    (_, none), (_, star), (_, smile) = Letters(book).lent("a★😀", style)
    assert none is None
    assert star is not None
    assert (star.family, star.told) == (
        "DejaVu Sans",
        'what the fonts of its texts lack is set in "DejaVu Sans"',
    )
    assert smile is not None
    assert (smile.family, smile.told) == ("Noto Emoji", "")


@pytest.mark.parametrize(
    ("codes", "written"),
    [(b"ab", "(ab)"), (b"\\()", r"(\\\(\))"), (b"\r\n\x00\xff", "(\\r\n\x00\xff)"), (b"", "()")],
)
def test_codes_that_would_end_a_string_are_escaped(codes: bytes, written: str) -> None:
    assert write_literal(codes) == written


def test_every_glyph_of_a_font_can_be_printed() -> None:
    """Glyph ids run through every byte, brackets and line ends among them."""
    font = BOOK.font("Alegreya Sans")
    letters = [
        chr(c)
        for c in range(0x21, 0x17F)
        if not font.missing(chr(c)) and len(font.shape(chr(c)).glyphs) == 1 and chr(c) not in "&<>\u00ad"
    ]
    codes = b"".join(glyph.gid.to_bytes(2, "big") for c in letters for glyph in font.shape(c).glyphs)
    assert len(letters) > 150
    assert {*b"()\\\r\n"} & {*codes}, "the case is not tried"
    rows = "".join(
        text("".join(letters[k : k + 10]), at=f'x="1" y="{2 + k / 10}"').replace('"6"', '"1"')
        for k in range(0, len(letters), 10)
    )
    document = pypdfium2.PdfDocument(printed(drawn(rows)))
    found = document[0].get_textpage().get_text_range()
    assert [c for c in letters if c not in found] == []


def test_blanks_fold_but_no_break_spaces_stay() -> None:
    assert operators(text("a \n\t b")) == operators(text("a b"))
    portfolio = drawn(text("a\u00a0b"))
    assert "\u00a0" in set(portfolio.glyphs["AlegreyaSans-400"].texts.values()) | {" "}


def test_the_family_may_be_a_list_and_the_weight_a_word() -> None:
    several = '<text x="2" y="20" font-family="\'Alegreya Sans\', serif" font-size="6" font-weight="bold" font-style="oblique">a</text>'
    assert "/AlegreyaSans-700i " in operators(several)


def test_tspans_are_runs_of_their_own() -> None:
    both = (
        f'<text y="20" {BODY} font-size="6"><tspan x="2">a</tspan> <tspan x="9" fill="red">b</tspan></text>'
    )
    written = operators(both)
    assert written.count("BT") == 2
    assert " 2 20 Tm" in written
    assert "1 0 0 rg BT /AlegreyaSans-400 6 Tf 1 0 0 -1 9 20 Tm" in written


def test_outlined_letters_are_filled_and_stroked() -> None:
    assert "BT 2 Tr /Alegreya" in operators(text("a", 'stroke="red"'))
    assert "BT 1 Tr /Alegreya" in operators(text("a", 'stroke="red" fill="none"'))
    assert operators(text("a", 'stroke="red"')).endswith("0 Tr ET Q")


@pytest.mark.parametrize("hidden", ['fill="none"', 'visibility="hidden"', 'display="none"', 'opacity="0"'])
def test_what_is_hidden_is_not_there(hidden: str) -> None:
    portfolio = drawn(text("a", hidden))
    assert portfolio.glyphs == {}


def test_texts_of_glyphs_do_not_depend_on_the_order_of_faces() -> None:
    one, other = text("office"), text("of fi")
    assert drawn(one, other).glyphs == drawn(other, one).glyphs


def test_a_mark_set_above_its_letter_rises() -> None:
    content = operators(text("x\u0301"))
    if " Ts " in content:  # fonts without a ready glyph for the pair
        assert content.count(" Ts ") % 2 == 0
    assert raster(printed(drawn(text("x\u0301")))) != raster(printed(drawn(text("x"))))


LENGTH = "expected a number, or one with px, mm, cm, in, pt, pc, em or %"
WEIGHT = "expected normal, bold, bolder, lighter or a number such as 400 or 700"


@pytest.mark.parametrize("around", ["{}", '<g class="x">{}</g>'])
@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        ('<text x="1" y="2">hello</text>', "a text has no font-family", "use label() or paragraph()"),
        ('<text font-family="Comic" font-size="3">a</text>', 'there is no font "Comic"', ""),
        (f'<text {BODY} font-weight="heavy" font-size="3">a</text>', 'font-weight="heavy" cannot be read', WEIGHT),
        (f'<text {BODY} font-weight="0" font-size="3">a</text>', 'font-weight="0" cannot be read', WEIGHT),
        (f'<text {BODY} font-weight="450" font-size="3">a</text>', 'the font "Alegreya Sans" has no weight 450', ""),
        (f'<text {BODY} font-size="12pt">a</text>', 'font-size="12pt" is not a length in millimetres', "write a plain number"),
        (f'<text {BODY} font-size="big">a</text>', 'font-size="big" cannot be read', LENGTH),
        (f'<text {BODY} font-size="3" x="left">a</text>', 'x="left" cannot be read', LENGTH),
        (f'<text {BODY} font-size="3" y="1e999">a</text>', 'y="1e999" cannot be read', "expected a number within reach"),
        (f'<text {BODY} font-size="3">a\u4e2d\u6587</text>', 'Alegreya Sans has no glyph for "中" (U+4E2D), "文" (U+6587)', ""),
        (f'<text {BODY} font-size="3" rotate="5">中</text>', 'Alegreya Sans has no glyph for "中" (U+4E2D)', ""),
        (f'<text {BODY} font-size="3" letter-spacing="wide">a</text>', 'letter-spacing="wide" cannot be read', LENGTH),
    ],
)  # fmt: skip
def test_what_cannot_be_set_is_refused(inside: str, message: str, hint: str, around: str) -> None:
    found = refused(around.format(inside))
    assert found.message == f"{message} (template card.svg.j2)"
    assert found.hint.startswith(hint)


PLAIN = {"font-family": "Alegreya Sans", "font-size": "6"}
STYLES = (("letter-spacing", ".3"), ("font-weight", "700"), ("direction", "rtl"), None)


@settings(max_examples=150)
@given(st.text(alphabet="aVoTf. -ﬁ\u0301{(\\é漢א", max_size=24), st.sampled_from(STYLES))
def test_a_line_of_plain_words_is_set_as_any_other(words: str, style: tuple[str, str] | None) -> None:
    renderer = TextRenderer(BOOK, DocumentResources())
    setting = renderer.setting({**PLAIN, **dict([style] if style else [])})
    try:
        quick = renderer._plain(setting, words)
        general = renderer._stretches(setting, words)
    except DrawingFault:
        return  # a letter that the font lacks
    assert quick is None or quick == general


def test_nearly_all_lines_are_plain() -> None:
    renderer = TextRenderer(BOOK, DocumentResources())
    setting = renderer.setting(PLAIN)
    assert renderer._plain(setting, "Draw 2 cards, then discard one.") is not None
