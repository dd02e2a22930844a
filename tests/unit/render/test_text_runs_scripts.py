"""Scripts beyond Latin in the PDF: printed as shaped, and found again by readers."""

from __future__ import annotations

import io
import re
import unicodedata
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from rendering import HEAD, LIBRARY, SIDE, raw_face

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.fonts.character_scripts import stretches
from prancha.model.diagnostic import Failure
from prancha.model.face import Portfolio
from prancha.render import render

BOOK = FontBook([Path(__file__).parents[2], LIBRARY])


def drawn(inside: str) -> Portfolio:
    return render([raw_face(f"{HEAD}{inside}</svg>")], {}, BOOK, ())


def pdf(inside: str) -> bytes:
    portfolio = drawn(inside)
    pages = [PdfPage(SIDE, SIDE, faces=((digest, 0, 0),)) for digest in portfolio.arts]
    return write_pdf(pages, portfolio, BOOK, About("t", lang="en"), "none")


def text(words: str, family: str, more: str = "", x: float = 2) -> str:
    return f'<text x="{x}" y="20" font-family="{family}" font-size="4" {more}>{words}</text>'


RTL = 'direction="rtl"'


@pytest.mark.parametrize(
    ("words", "family", "more"),
    [
        ("שלפו קלפים", "Noto Sans Hebrew", RTL),
        ("لا سلام إلى الدور", "Noto Sans Arabic", RTL),
        ("कि क्रिया रेत का अजगर", "Noto Sans Devanagari", ""),
        ("砂漠の竜。", "BIZ UDGothic", ""),
        ("Песок Άμμος", "Noto Sans", ""),
    ],
)
def test_pdfium_finds_the_words_in_reading_order(words: str, family: str, more: str) -> None:
    document = pypdfium2.PdfDocument(pdf(text(words, family, more, x=38 if more else 2)))
    found = document[0].get_textpage().get_text_range()
    assert unicodedata.normalize("NFC", found) == unicodedata.normalize("NFC", words)


@pytest.mark.parametrize(
    ("words", "family"), [("שלפו קלפים", "Noto Sans Hebrew"), ("بطاقة مرة", "Noto Sans Arabic")]
)
def test_pdfplumber_which_turns_nothing_finds_them_from_the_left(words: str, family: str) -> None:
    with pdfplumber.open(io.BytesIO(pdf(text(words, family, RTL, x=38)))) as file:
        assert file.pages[0].extract_text() == words[::-1]


def test_text_from_right_to_left_starts_at_its_right_end() -> None:
    with pdfplumber.open(io.BytesIO(pdf(text("שלפו", "Noto Sans Hebrew", RTL, x=30)))) as file:
        chars = file.pages[0].chars
    mm = 72 / 25.4
    assert max(char["x1"] for char in chars) == pytest.approx(30 * mm, abs=0.1)
    assert max(chars, key=lambda char: char["x1"])["text"] == "ש"


@pytest.mark.parametrize(("anchor", "right"), [("start", 30), ("middle", None), ("end", None)])
def test_anchors_count_from_where_reading_starts(anchor: str, right: float | None) -> None:
    words = text("שלפו", "Noto Sans Hebrew", f'{RTL} text-anchor="{anchor}"', x=30)
    with pdfplumber.open(io.BytesIO(pdf(words))) as file:
        chars = file.pages[0].chars
    ends = [value * 25.4 / 72 for value in (min(c["x0"] for c in chars), max(c["x1"] for c in chars))]
    expected = {"start": ends[1], "middle": sum(ends) / 2, "end": ends[0]}[anchor]
    assert expected == pytest.approx(30, abs=0.05)


def test_only_words_that_need_it_carry_their_text() -> None:
    assert b"ActualText" not in _content(text("office naïve “quoted”", "Noto Sans"))
    assert b"ActualText" in _content(text("कि", "Noto Sans Devanagari"))
    assert b"ActualText" not in _content(text("שלפו", "Noto Sans Hebrew", RTL))


def test_arabic_digits_run_from_left_to_right() -> None:
    font = BOOK.font("Noto Sans Arabic")
    assert [glyph.text for glyph in font.shape("٣٥").glyphs] == ["٣", "٥"]


def test_brackets_are_mirrored_and_read_as_what_they_look_like() -> None:
    font = BOOK.font("Noto Sans")
    (turned,), (plain,) = font.shape("(", True).glyphs, font.shape(")").glyphs
    assert (turned.gid, turned.text) == (plain.gid, ")")


@pytest.mark.parametrize(
    ("words", "family", "more"),
    [
        ("سلام", "Noto Sans Arabic", RTL),
        ("cafe\u0301", "Noto Sans", ""),
        ("เล่น", "Noto Sans Thai", ""),
        ("ហូត", "Noto Sans Khmer", ""),
        ("\u1100\u1161", "Test Hangul", ""),
    ],
)
def test_styles_beside_it_change_nothing_of_how_it_is_shaped(words: str, family: str, more: str) -> None:
    line = text(words, family, more, x=20)
    assert _content(f'<g class="x">{line}</g>') == _content(f"<g>{line}</g>")


def test_shifts_that_meet_are_one_number() -> None:
    content = _content(text("בְּרֵאשִׁית", "Noto Sans Hebrew", RTL, x=38)).decode("latin-1")
    for array in re.findall(r"\[(.*?)\] TJ", content, re.S):
        assert not re.search(r"(\.\d+\.|\d{5})", re.sub(r"\((?:\\.|[^\\)])*\)", "()", array, flags=re.S))


@pytest.mark.parametrize(
    ("words", "more", "shown"),
    [
        ("שלום abc 12", RTL, ["abc 12", " ", "םולש"]),
        ("abc שלום 12", "", ["abc", " ", "12", " ", "םולש"]),
        ("(שלום)", RTL, ["(םולש)"]),
        ("12 abc", "", ["12 abc"]),
        ("", RTL, []),
    ],
)
def test_text_of_two_directions_stands_as_unicode_says(words: str, more: str, shown: list[str]) -> None:
    found = ["".join(reversed(part)) if turned else part for part, turned in stretches(words, bool(more))]
    mirrored = str.maketrans("()", ")(")
    found = [part.translate(mirrored) if "ם" in part else part for part in found]
    assert "".join(found) == "".join(shown)


def _content(inside: str) -> bytes:
    (art,) = drawn(inside).arts.values()
    return art.content


def test_letter_spacing_leaves_letters_alone_that_join() -> None:
    # CSS Text 3, 8.2.1; browsers do the same.
    letters = Letters(BOOK)
    style = {"font-family": "Noto Sans Arabic", "font-size": "10", "direction": "rtl"}
    spaced = {**style, "letter-spacing": "2"}
    assert letters.outline("سلام", spaced) == letters.outline("سلام", style)
    assert letters.clusters("سلام", spaced) == letters.clusters("سلام", style)
    latin = {"font-family": "Noto Sans", "font-size": "10"}
    apart = letters.clusters("ab", {**latin, "letter-spacing": "2"})
    assert apart == [(count, advance + 2) for count, advance in letters.clusters("ab", latin)]


def test_text_length_of_letters_that_join_is_refused() -> None:
    effect = '<filter id="f"><feOffset/></filter>'
    with pytest.raises(Failure) as failure:
        drawn(effect + text("سلام", "Noto Sans Arabic", f'{RTL} textLength="20" filter="url(#f)"', x=38))
    assert "textLength spaces letters apart that join" in str(failure.value)
