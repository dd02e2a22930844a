"""Text that flows is broken into lines as Inkscape does it."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import pytest
from plainly import HalfSquares, normalised

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import FontMeasures


class Squares(HalfSquares):
    """Letters half an em wide, 0.8 em of each em above the baseline."""

    def measures(self, style):
        size = float(style["font-size"])
        return FontMeasures(
            1.2 * size, 0.3 * size, 0.5, subscript=0.0, superscript=0.0, underline=(0, 0), strikeout=(0, 0)
        )

    def line_starts(self, text):
        return frozenset(k for k, letter in enumerate(text) if letter == "字")


def lines(inside: str) -> list[tuple[str, float, float]]:
    """The texts of a drawing with their place."""
    root = normalised(inside, Squares()).root
    return [
        (text.text or "", round(float(text.get("x", "0")), 4), round(float(text.get("y", "0")), 4))
        for text in root.iter("text")
    ]


TYPE = "font-size:4px;font-family:x;line-height:1.25"
FRAME = '<defs><rect id="r" x="10" y="20" width="20" height="30"/></defs>'


def flow(words: str, style: str = "", frame: str = FRAME) -> list[tuple[str, float, float]]:
    """Words in a frame that is ten letters wide."""
    return lines(f'{frame}<text style="{TYPE};shape-inside:url(#r);{style}">{words}</text>')


def test_lines_that_say_nothing_are_1_2_em_apart() -> None:
    assert [y for *_, y in flow("one two three four", "line-height:normal")] == [23.6, 28.4]


def test_lines_are_an_em_and_a_quarter_apart_and_the_first_in_the_middle_of_its_height() -> None:
    """Half of the leading, 0.5, and 0.8 em of 4 above the first baseline."""
    assert flow("one two three four") == [("one two", 10, 23.7), ("three four", 10, 28.7)]


def test_a_line_is_as_high_as_it_says() -> None:
    assert [y for *_, y in flow("one two three four", "line-height:2")] == [25.2, 33.2]
    assert [y for *_, y in flow("one two three four", "line-height:150%")] == [24.2, 30.2]
    assert [y for *_, y in flow("one two three four", "line-height:6px")] == [24.2, 30.2]
    large = '<tspan style="font-size:8px">T</tspan>'
    assert sorted({y for *_, y in flow(f"one two {large} three")}) == [27.4, 33.7]


@pytest.mark.parametrize(
    ("style", "first"),
    [
        ("text-align:center", 13),
        ("text-align:end", 16),
        ("text-align:right", 16),
        ("text-anchor:middle", 13),
        ("text-anchor:end", 16),
        ("text-align:left;text-anchor:end", 10),
    ],
)
def test_lines_are_aligned_in_the_frame(style: str, first: float) -> None:
    (found, _) = flow("one two three four", style)
    assert found == ("one two", first, 23.7)


def test_justified_lines_reach_both_ends_but_the_last_does_not() -> None:
    found = flow("a bc d fghij k", "text-align:justify")
    assert found == [("a", 10, 23.7), ("bc", 18, 23.7), ("d", 28, 23.7), ("fghij k", 10, 28.7)]


def test_words_too_long_for_a_line_are_broken() -> None:
    assert [words for words, *_ in flow("abcdefghijklmno p")] == ["abcdefghij", "klmno p"]


def test_a_hyphen_and_ideographs_may_end_a_line() -> None:
    assert [words for words, *_ in flow("abc-defg hi-jkl")] == ["abc-defg", "hi-jkl"]
    assert [words for words, *_ in flow("abcdef gh-jkl")] == ["abcdef gh-", "jkl"]
    assert [words for words, *_ in flow("abcdefgh字字字字")] == ["abcdefgh字字", "字字"]


def test_line_ends_count_where_they_are_kept() -> None:
    assert [y for *_, y in flow("a\nb\n\nc", "white-space:pre")] == [23.7, 28.7, 38.7]
    assert flow("a\nb", "white-space:normal") == [("a b", 10, 23.7)]


def test_padding_is_kept_free() -> None:
    assert flow("one two three", "shape-padding:1") == [("one two", 11, 24.7), ("three", 11, 29.7)]


def test_what_does_not_fit_is_left_out_and_told() -> None:
    """A line may be covered by nine tenths."""
    frame = FRAME.replace('height="30"', 'height="{}"')
    inside = f'{{}}<text style="{TYPE};shape-inside:url(#r)">one two three four</text>'
    cut = normalised(inside.format(frame.format(9.4)), Squares())
    assert [text.text for text in cut.root.iter("text")] == ["one two"]
    assert cut.told == (
        '"three four" does not fit into the frame of its text and is left out: make the frame larger, or the type smaller',
    )
    assert normalised(inside.format(frame.format(9.6)), Squares()).told == ()


def test_text_goes_on_in_the_next_frame() -> None:
    frames = '<defs><rect id="r" x="10" y="20" width="20" height="5"/><rect id="s" x="50" y="60" width="20" height="9"/></defs>'
    words = f'<text style="{TYPE};shape-inside:url(#r) url(#s)">one two three four</text>'
    assert lines(f"{frames}{words}") == [("one two", 10, 23.7), ("three four", 50, 63.7)]


def test_a_round_frame_has_short_lines_above_and_below() -> None:
    frame = '<defs><circle id="r" cx="30" cy="40" r="15"/></defs>'
    found = flow("a bb ccc dddd eeeee fffff ggggg hhhh iiii jj k", frame=frame)
    starts = [x for _, x, _ in found]
    assert starts[0] > starts[1] > starts[2]
    assert starts[-1] > starts[-2]
    assert all((x - 30) ** 2 + (y - 40) ** 2 < 15**2 for _, x, y in found)


@pytest.mark.parametrize(
    "shape",
    [
        '<path id="r" d="M10 20h20v30h-20z"/>',
        '<polygon id="r" points="10 20 30 20 30 50 10 50"/>',
        '<rect id="r" width="10" height="15" transform="translate(10 20) scale(2)"/>',
        '<rect id="r" x="10" y="20" width="20" height="30" rx="0.1"/>',
    ],
)
def test_other_shapes_are_frames_as_well(shape: str) -> None:
    (first, second) = flow("one two three four", frame=f"<defs>{shape}</defs>")
    assert (first[0], second[0]) == ("one two", "three four")
    assert first[1:] == pytest.approx((10, 23.7), abs=0.1)


@pytest.mark.parametrize(("anchor", "left"), [("start", 50), ("middle", 40), ("end", 30)])
def test_inline_size_is_a_width_without_an_end(anchor: str, left: float) -> None:
    style = f"{TYPE};inline-size:20px;text-anchor:{anchor}"
    found = lines(f'<text x="50" y="60" style="{style}">abcdefghij abcdefghij</text>')
    assert found == [("abcdefghij", left, 60), ("abcdefghij", left, 65)]


def test_old_inkscape_s_flow_is_the_same() -> None:
    region = '<flowRegion><rect x="10" y="20" width="20" height="40"/></flowRegion>'
    words = "<flowPara>one <flowSpan>two</flowSpan> three</flowPara> <flowPara/><flowDiv><flowPara>four</flowPara></flowDiv>"
    found = lines(f'<flowRoot xml:space="preserve" style="{TYPE}">\n{region}\n{words}</flowRoot>')
    assert found == [("one", 10, 23.7), ("two", 18, 23.7), ("three", 10, 28.7), ("four", 10, 38.7)]


def test_a_frame_may_be_a_use_of_what_is_drawn() -> None:
    region = '<flowRegion><use xlink:href="#box" x="0" y="0"/></flowRegion>'
    drawn = '<rect id="box" x="10" y="20" width="20" height="40"/>'
    found = lines(f'{drawn}<flowRoot style="{TYPE}">{region}<flowPara>one</flowPara></flowRoot>')
    assert found == [("one", 10, 23.7)]


def test_a_text_of_endless_lines_is_refused() -> None:
    ends = "\u2028" * 600
    with pytest.raises(DrawingFault, match="a text flows over more than 500 lines"):
        lines(f'<text y="9" style="{TYPE};inline-size:20px">a{ends}b</text>')


def test_lists_of_places_count_by_their_first() -> None:
    assert lines(f'<text x="5,9" y="9 12" style="{TYPE};inline-size:20px">a b</text>') == [("a b", 5, 9)]
    assert lines(f'<text x="" style="{TYPE};inline-size:20px">a b</text>') == [("a b", 0, 0)]
