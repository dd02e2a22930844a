"""Printed texts: letters in their places, words that can be found, ligatures, marks, directions."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure
from tests.acceptance.pdf_glyphs import Shown, faces_of
from tests.acceptance.script_lines import SCRIPTS
from tests.programs import use

FONTS = Path(__file__).parents[1] / "fonts"
LIBRARY = Path(__file__).parents[2] / "templates" / "_library"
WIDTH, HEIGHT = 90.0, 20.0
Print = Callable[..., Path]


@pytest.fixture
def printed(tmp_path: Path) -> Print:
    """Builds a game of one card from what its template says."""

    def build(template: str, *families: str, body: str = "Alegreya Sans", lang: str = "en") -> Path:
        catalogue, templates = tmp_path / "components" / "ifa", tmp_path / "templates" / "ifa"
        catalogue.mkdir(parents=True, exist_ok=True)
        templates.mkdir(parents=True, exist_ok=True)
        (catalogue / "game.yaml").write_text(
            f"title: Ifá\nlanguages: [{lang}]\nfamilies: [cards]\nfonts: {{body: [{body}]}}\n"
        )
        (catalogue / "cards.yaml").write_text(
            "title: Cards\nstock: card\noutline: rectangle\ntemplate: card.svg.j2\n"
            f"size: {WIDTH:g} x {HEIGHT:g} mm\nitems: [{{id: one}}]\n"
        )
        (templates / "card.svg.j2").write_text(template)
        for family in families:
            shutil.copytree(FONTS / family, templates / "fonts" / family, dirs_exist_ok=True)
        made = pipeline.build_game(Order(tmp_path, check=False, cover=False), "ifa").pdf
        return shutil.copy(made, tmp_path / f"{len(list(tmp_path.glob('*.pdf')))}.pdf")

    return build


def glyphs(pdf: Path) -> list[Shown]:
    return faces_of(pdf)["cards/one"].glyphs


def readable(pdf: Path) -> str:
    """What pdfium finds, that is Chrome."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return unicodedata.normalize("NFC", document[0].get_textpage().get_text_range())
    finally:
        document.close()


_ALL = {line.name: line for line in SCRIPTS}
_HURT = ("latin_stacked", "vietnamese_decomposed", "hebrew", "thai", "lao", "khmer", "burmese")


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("Alegreya Sans", "Ọ̀rọ̀ Tọ́jọ́ ẹ̀kọ́ Fọ́ọ̀mù."),
        *((_ALL[name].parts[0].family, _ALL[name].text) for name in _HURT),
    ],
    ids=["yoruba", *_HURT],
)
def test_letters_with_two_shifts_in_a_row_keep_their_places(printed: Print, family: str, text: str) -> None:
    """109 and 25, the shift after one glyph and the one before the next, became 10925."""
    families = [family] if (FONTS / family).is_dir() else []
    found = glyphs(printed(f"{{{{ label('{text}', 5, 12, size=6, font='{family}') }}}}", *families))
    font = FontBook([FONTS.parent, LIBRARY]).font(family)
    end = 5 + font.shape(text).advance / font.units_per_em * 6 * 25.4 / 72
    assert len(found) >= len([c for c in text if unicodedata.category(c)[0] == "L"]) / 2
    for glyph in found:
        assert 5 - 1 < glyph.x < end + 0.05, glyph
        assert 12 - 2 < glyph.y < 12 + 2, glyph


def test_letter_spacing_keeps_marks_on_their_letters(printed: Print) -> None:
    """Tracking was added after every glyph, so that a mark stood beside its letter."""
    label = "{{{{ label('x\u0301', 5, 12, size=12, font='Test Latin'{}) }}}}"
    plain, spaced = (
        [glyph.x for glyph in glyphs(printed(label.format(more), "Test Latin"))]
        for more in ("", ", tracking=2")
    )
    assert len(plain) == len(spaced) == 2
    assert spaced[1] - spaced[0] == pytest.approx(plain[1] - plain[0], abs=0.01)


def test_tracked_capitals_are_found_as_words(printed: Print) -> None:
    """A reader took "MOVIMENTO" for "M OV I M E N TO": letters a tenth of an em apart are words to it."""
    pdf = printed("{{ label('MOVIMENTO', 5, 12, size=8, weight=700, tracking=0.5) }}")
    assert "MOVIMENTO" in readable(pdf)
    with pdfplumber.open(pdf) as file:
        assert "MOVIMENTO" in file.pages[0].extract_text()
        boxes = [c for c in file.pages[0].chars if c["size"] == pytest.approx(8, abs=0.01)]
    gaps = [right["x0"] - left["x1"] for left, right in pairwise(boxes)]
    assert "".join(c["text"] for c in boxes) == "MOVIMENTO"
    assert max(gaps) < 0.095 * 8


def test_poppler_finds_tracked_capitals(printed: Print) -> None:
    pdf = printed("{{ label('MOVIMENTO', 5, 12, size=8, weight=700, tracking=0.5) }}")
    command = [use("pdftotext"), str(pdf), "-"]
    assert "MOVIMENTO" in subprocess.run(command, capture_output=True, encoding="utf-8").stdout


def test_widths_of_fonts_with_other_units_are_whole_thousandths(printed: Print) -> None:
    """Of 563.5 thousandths pdfium takes 563: a line of 60 letters was a thirtieth of an em short there."""
    text = "Gbogbo iyi ati eto dogba ni a bi ni"
    pdf = printed(f"{{{{ label('{text}', 5, 12, size=9, font='Test Latin') }}}}", "Test Latin")
    with pikepdf.open(pdf) as file:
        widths = [
            width
            for each in file.objects
            if isinstance(each, pikepdf.Dictionary) and "/W" in each and each.get("/Type") == "/Font"
            for row in list(each["/W"])[1::2]
            for width in row
        ]
    assert widths
    assert all(float(width) == int(float(width)) for width in widths)


def test_text_of_both_directions_in_a_template_is_turned_by_runs(printed: Print) -> None:
    """<text> with direction="rtl" printed its Latin words from right to left, letter by letter."""
    svg = '<text x="60" y="12" direction="rtl" font-family="Alegreya Sans" font-size="4">Fire 12 {}</text>'
    assert "Fire" in readable(printed(svg.format("on")))


def test_letters_that_join_are_not_spaced(printed: Print) -> None:
    """<text> with letter-spacing cut the strokes of Arabic words; label() always refused it."""
    svg = '<text x="60" y="12" font-family="Noto Sans Arabic" letter-spacing="1" font-size="4">سلام</text>'
    with pytest.raises(Failure) as caught:
        printed(svg, "Noto Sans Arabic")
    (found,) = caught.value.diagnostics
    assert found.message.startswith('"سلام" is in letters that join, which cannot stand apart')
    assert found.hint == "leave out letter-spacing"


def test_letters_join_where_a_colour_begins(printed: Print) -> None:
    """ "ال[كتاب]{...}" printed both parts as words of their own."""
    pdf = printed(
        "{{ label('ال[كتاب]{#c00000}', 5, 12, size=12, font='Noto Sans Arabic') }}", "Noto Sans Arabic"
    )
    coloured = sorted(glyph.gid for glyph in glyphs(pdf))
    plain = printed("{{ label('الكتاب', 5, 12, size=12, font='Noto Sans Arabic') }}")
    assert coloured == sorted(glyph.gid for glyph in glyphs(plain))


def test_small_capitals_keep_the_accents_of_decomposed_letters(printed: Print) -> None:
    """An accent is no small letter: it was set as a word of its own, at full size."""
    words = unicodedata.normalize("NFD", "[ação]{.smallcaps}")
    composed = unicodedata.normalize("NFC", words)
    one, other = (
        [(g.gid, round(g.x, 2), round(g.y, 2)) for g in glyphs(pdf)]
        for pdf in (
            printed(f"{{{{ label('{words}', 5, 12, size=12) }}}}"),
            printed(f"{{{{ label('{composed}', 5, 12, size=12) }}}}"),
        )
    )
    assert one == other


def test_decomposed_korean_prints_as_syllables(printed: Print) -> None:
    """Syllables decomposed into jamo, as macOS writes names, were shaped jamo by jamo."""
    parts = unicodedata.normalize("NFD", "카드")
    found = [
        [(g.gid, round(g.x, 2)) for g in glyphs(pdf)]
        for pdf in (
            printed("{{ label('카드', 5, 12, size=12, font='Test Hangul') }}", "Test Hangul"),
            printed(f"{{{{ label('{parts}', 5, 12, size=12, font='Test Hangul') }}}}"),
        )
    ]
    assert found[0] == found[1]


def test_a_turkish_i_keeps_its_dot(printed: Print) -> None:
    """All texts were shaped as Portuguese ones, whose fi may be one glyph without a dot."""
    label = "{{ label('fil', 5, 12, size=12, font='Alegreya') }}"
    counts = [len(glyphs(printed(label, lang=lang))) for lang in ("tr", "pt-BR")]
    assert counts == [3, 2]
