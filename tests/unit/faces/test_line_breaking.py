"""Line breaking on bare numbers, and the breaks words offer."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prancha.faces.text.breaks import Breakable, breakable, hyphens
from prancha.faces.text.line_breaking import LineBreaks, choose, fewest, loosest, widest
from prancha.faces.text.measured_words import Measurer, Word
from prancha.faces.text.text_markup import sound
from prancha.graphics.fonts import Chain, FontBook

FONT = FontBook([Path(__file__).parents[3] / "templates" / "_library"]).font("Alegreya Sans")


def spaced(*widths: float) -> LineBreaks:
    """Words of these widths, one em of space between them."""
    start, end, x = [0.0], [0.0], 0.0
    for width in widths:
        end.append(x + width)
        x += width + 1
        start.append(x)
    count = len(widths)
    first, last = tuple(range(count + 1)), tuple(range(-1, count))
    return LineBreaks(tuple(start), tuple(end), first, last, (0.0,) * (count + 1))


def measured(text: str) -> list[Word]:
    (line,) = sound(text).lines
    return Measurer(text, lambda bold, italic: Chain(FONT)).words(line)


def shown(text: str, lang: str = "pt-BR", hyphenate: bool = True) -> Breakable:
    words = measured(text)
    return breakable(words, lang, hyphenate)


def every_piece(each: Breakable) -> list[str]:
    """The text of the paragraph when every break is taken."""
    return ["".join(w.pieces[0].text for w in each.line(k - 1, k)) for k in range(1, len(each.splits))]


def test_fewest_lines() -> None:
    assert fewest(spaced(3, 3, 3), 11) == 1
    assert fewest(spaced(3, 3, 3), 10.9) == 2
    assert fewest(spaced(3, 3, 3), 3) == 3
    assert fewest(spaced(3, 4, 3), 3.9) is None


def test_widest_piece() -> None:
    assert widest(spaced(3, 5, 4)) == (5, 2)


def test_centred_lines_are_balanced_and_left_ones_fill_up() -> None:
    breaks = spaced(4, 4, 4, 4)
    assert choose(breaks, 15, "left", 1) == (3, 4)
    assert choose(breaks, 15, "center", 1) == (2, 4)
    assert choose(spaced(2, 2, 2, 2, 2, 2), 14, "center", 1) == (3, 6)


def test_a_single_short_word_is_not_left_alone() -> None:
    breaks = spaced(4, 4, 4, 1)
    assert choose(breaks, 14, "left", 1) == (2, 4)
    assert choose(breaks, 14, "right", 1) == (2, 4)
    assert choose(spaced(4, 4, 4, 4), 14, "left", 1) == (3, 4)


def test_a_piece_wider_than_the_line_is_an_error() -> None:
    with pytest.raises(ValueError, match="a piece is wider than the line"):
        choose(spaced(3, 9, 3), 5, "left", 1)


def test_justified_lines_may_squeeze_their_spaces_a_little() -> None:
    assert choose(spaced(4, 4, 4, 9), 13.8, "justify", 1) == (3, 4)
    assert choose(spaced(4, 4, 4, 9), 13.7, "justify", 1) == (2, 3, 4)
    assert choose(spaced(4, 4, 4, 9), 13.8, "left", 1) == (2, 3, 4)


def test_looseness_counts_from_one() -> None:
    assert loosest(spaced(4, 4, 9), (2, 3), 12, "left", 1) == pytest.approx(0.75)
    assert loosest(spaced(4, 4, 9), (2, 3), 11, "justify", 1) == pytest.approx(1)
    assert loosest(spaced(4, 4), (2,), 99, "justify", 1) == 0


@settings(max_examples=80)
@given(st.lists(st.floats(0.5, 6), min_size=1, max_size=30), st.floats(6, 20))
def test_lines_fit_and_are_as_few_as_can_be(widths: list[float], width: float) -> None:
    breaks = spaced(*widths)
    for align in ("left", "center", "right"):
        ends = choose(breaks, width, align, 1)
        assert len(ends) == fewest(breaks, width)
        assert ends[-1] == len(widths)
        assert all(breaks.end[b] - breaks.start[a] <= width + 1e-6 for a, b in pairwise((0, *ends)))


def test_portuguese_hyphenation_leaves_two_and_three_letters() -> None:
    assert hyphens("embaralhamento", "pt-BR") == (2, 4, 6, 9)
    assert hyphens("«embaralhamento»,", "pt-BR") == (3, 5, 7, 10)
    assert hyphens("constelação", "pt-BR") == (4, 6, 8)
    assert hyphens("player", "en") == ()
    assert hyphens("hyphenation", "en") == (2, 6)


@pytest.mark.parametrize("text", ["casa", "CONSTELAÇÃO", "jogador2", "embora/todavia", "123456"])
def test_what_is_never_hyphenated(text: str) -> None:
    assert hyphens(text, "pt-BR") == ()


def test_languages_without_patterns_are_not_hyphenated() -> None:
    assert hyphens("embaralhamento", "xx") == ()


def test_the_last_word_of_a_paragraph_is_not_hyphenated() -> None:
    assert every_piece(shown("embaralhamento embaralhamento")) == [
        "em-", "ba-", "ra-", "lha-", "mento", "embaralhamento",
    ]  # fmt: skip


def test_compounds_repeat_their_hyphen_in_portuguese_only() -> None:
    assert every_piece(shown("guarda-chuva")) == ["guarda-", "-chuva"]
    assert every_piece(shown("well-known", "en")) == ["well-", "known"]


def test_an_address_gets_no_second_hyphen() -> None:
    """On 34f390e4 the box of Ceramus led to .../by-nc--sa/4.0."""
    assert every_piece(shown("a.org/by-nc-sa/4.0")) == ["a.org/by-", "nc-", "sa/4.0"]


def test_breaks_that_are_always_allowed_or_never() -> None:
    assert every_piece(shown("dama—bispo", hyphenate=False)) == ["dama—", "bispo"]
    assert every_piece(shown("azuis/verdes", hyphenate=False)) == ["azuis/", "verdes"]
    assert every_piece(shown("pa\u00adrale\u00adlo", hyphenate=False)) == ["pa-", "rale-", "lo"]
    assert every_piece(shown("\u00adpara\u00ad lelo", hyphenate=False)) == ["para", "lelo"]
    assert every_piece(shown("guarda\u2011chuva e sol")) == ["guarda-chuva", "e", "sol"]
    assert every_piece(shown("10\u00a0cm de e-mail")) == ["10\u00a0cm", "de", "e-mail"]


def test_a_number_stays_with_its_icon() -> None:
    words = measured("pague 3 {coin} ou **4** {coin} ou x {coin}")
    assert [len(word.pieces) for word in words] == [1, 2, 1, 3, 1, 1, 1]


def test_the_parts_of_a_word_with_kerning_still_measure_right() -> None:
    each = shown("AVAliação segue")
    for b in range(1, len(each.splits)):
        (line,) = each.line(b - 1, b)
        expected = FONT.shape(line.pieces[0].text).advance / FONT.units_per_em
        assert line.width == pytest.approx(expected)
