"""The quick ways of common texts give what the general ones give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prancha.faces.text import line_breaking
from prancha.faces.text.breaks import breakable
from prancha.faces.text.line_breaking import EPSILON, LineBreaks, choose
from prancha.faces.text.markup_line import Paragraph
from prancha.faces.text.measured_words import Measurer, Word
from prancha.faces.text.text_lines import line_of
from prancha.faces.text.text_markup import read, sound
from prancha.graphics.fonts import Chain, FontBook

BOOK = FontBook([Path(__file__).parents[3] / "templates" / "_library"])
FONT = BOOK.font("Alegreya Sans")
TEXT = st.text(alphabet="ab c.,-3*{[\\ \u00a0\u200b\u2011", min_size=1, max_size=24)

STYLES = ("Cinzel", 400), ("Alegreya", 700)
STYLED = st.sampled_from(
    (
        "owl",
        "fox",
        "hen owl",
        "**owl fox**",
        "*hen*",
        "[fox owl]{#c0392b}",
        "ow**l**",
        "↑",
        "↑ 3",
        "3",
        "hen-fox",
        "a\u00adb",
        "owl.",
    )
)


def spaced(widths: Sequence[float]) -> LineBreaks:
    start, end, x = [0.0], [0.0], 0.0
    for width in widths:
        end.append(x + width)
        x += width + 1
        start.append(x)
    count = len(widths)
    return LineBreaks(
        tuple(start), tuple(end), range(count + 1), last=range(-1, count), penalty=(0.0,) * (count + 1)
    )


def measured(text: str, paragraph: Paragraph, chains: Mapping[tuple[bool, bool], Chain]) -> list[Word]:
    return Measurer(text, lambda *style: chains[style]).words(paragraph)


def badness(breaks: LineBreaks, ends: Sequence[int], width: float) -> float | None:
    """What a centred text with these lines costs by the definition, None where a line is too wide."""
    total, at = 0.0, 0
    for b in ends:
        slack = width - breaks.end[b] + breaks.start[at]
        if slack < -EPSILON:
            return None
        total += line_breaking._LINE + (10 * slack / width) ** 2
        at = b
    return total


@settings(max_examples=150)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=9), st.sampled_from([6, 9, 13]))
def test_no_other_lines_are_more_even(widths: list[int], width: float) -> None:
    breaks, final = spaced(widths), len(widths)
    found = badness(breaks, choose(breaks, width, "center", 1), width)
    ways = [(*cut, final) for n in range(final) for cut in combinations(range(1, final), n)]
    costs = [cost for way in ways if (cost := badness(breaks, way, width)) is not None]
    assert found == pytest.approx(min(costs))


@settings(max_examples=200)
@given(TEXT)
def test_breaks_and_lines_are_those_of_each_word(text: str) -> None:
    for paragraph in [] if read(text).faults else sound(text).lines:
        words = Measurer(text, lambda bold, italic: Chain(FONT)).words(paragraph)
        slow = [
            Word(
                word.pieces, word.width, space=word.space, space_font=word.space_font, soft=word.soft,
                firm=word.firm, space_look=word.space_look,
            )
            for word in words
        ]  # fmt: skip
        quick, general = breakable(words, "pt-BR", False), breakable(slow, "pt-BR", False)
        assert [tuple(each) for each in (quick.breaks.first, quick.breaks.last)] == [
            tuple(each) for each in (general.breaks.first, general.breaks.last)
        ]
        assert (quick.breaks.start, quick.breaks.end) == (general.breaks.start, general.breaks.end)
        assert (quick.breaks.penalty, quick.splits) == (general.breaks.penalty, general.splits)
        assert line_of(words) == line_of(slow)


@settings(max_examples=200)
@given(st.lists(STYLED, min_size=1, max_size=6))
def test_words_that_were_met_are_measured_as_for_the_first_time(spans: list[str]) -> None:
    """In fonts that lack letters, and in styles that follow each other, too."""
    text = " ".join(spans)

    def chains() -> dict[tuple[bool, bool], Chain]:
        """The first has no arrows."""
        plain, bold = (Chain(BOOK.font(family, weight), [lambda: FONT]) for family, weight in STYLES)
        return {(False, False): plain, (False, True): plain, (True, False): bold, (True, True): bold}

    known = chains()
    for paragraph in [] if read(text).faults else sound(text).lines:
        words = [measured(text, paragraph, known) for _ in range(3)]
        assert words == [measured(text, paragraph, chains())] * 3
