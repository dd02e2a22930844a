"""Colours, small capitals, keywords, lists, columns and paths: what is drawn, and every refusal."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from test_typesetter import BOOK, ROLES, icon, refusal, seen

from prancha.faces.text.line_breaking import lines_per_column, shortest
from prancha.faces.text.text_markup import Keywords
from prancha.faces.text.text_options import TextError
from prancha.faces.text.typesetter import Typesetter

KEYWORDS = {
    "first-strike": {
        "id": "first-strike", "name": "First strike", "icon": "sword", "colour": "ember", "bold": True,
        "reminder": "Hits first.",
    },
    "calm": {"id": "calm", "name": "Calm", "icon": "", "colour": "", "bold": False, "reminder": ""},
}  # fmt: skip
PALETTE = {"ember": "#b3361b", "deep sea": "#003355"}


def setter(lang: str = "en") -> Typesetter:
    return Typesetter(BOOK, ROLES, lang, icon, {}, Keywords(KEYWORDS, PALETTE))


def label(content: str, **style: object) -> str:
    return str(setter().label(content, 0, 10, **style))  # type: ignore[arg-type]


def paragraph(content: str, width: float = 50, height: float = 40, **style: object) -> str:
    return str(setter().paragraph(content, 0, 0, width, height, **style))  # type: ignore[arg-type]


def fills(svg: str) -> list[tuple[str, str]]:
    return [(text.rstrip(" "), fill) for fill, text in re.findall(r'fill="([^"]*)">([^<]*)<', svg)]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("a [b]{#c0392b} c", [("a", "#000000"), ("b", "#c0392b"), ("c", "#000000")]),
        ("[a [b]{#fff} c]{.ember}", [("a", "#b3361b"), ("b", "#fff"), ("c", "#b3361b")]),
        ("[dark]{.deep sea}[x]", [("dark", "#003355"), ("[x]", "#000000")]),
        (r"\[b\]{.ember}"[:5], [("[b]", "#000000")]),
    ],
)
def test_spans_have_their_colour(content: str, found: list[tuple[str, str]]) -> None:
    assert fills(label(content)) == found


def test_an_icon_takes_the_colour_of_its_span_unless_it_has_one() -> None:
    assert re.findall(r'<use name="(\w+)".* fill="([^"]*)"/><use', label("[{a}{b:red}]{.ember}{c}")) != []
    assert re.findall(r'fill="([^"]*)"/>', label("[{a}{b:red}]{.ember}{c}")) == ["#b3361b", "red", "#000000"]


def test_small_capitals_are_capitals_in_a_smaller_size() -> None:
    (first, rest) = seen(label("[Roma]{.smallcaps}", size=10))
    assert (first.text, rest.text) == ("R", "OMA")
    assert rest.size == pytest.approx(0.8 * first.size, abs=1e-3)
    assert rest.x == pytest.approx(first.x + first.width, abs=0.01)


def test_a_span_wraps_over_lines_in_its_colour() -> None:
    svg = paragraph("um [dois tres quatro cinco seis sete oito nove dez]{.ember} onze", width=20)
    coloured = [text for text, fill in fills(svg) if fill == "#b3361b"]
    assert len(coloured) > 2
    assert " ".join(coloured).split() == "dois tres quatro cinco seis sete oito nove dez".split()


def test_a_keyword_is_printed_with_icon_colour_and_weight() -> None:
    svg = label("has [[First strike]] now")
    assert '<use name="sword"' in svg
    assert ("\u00a0First strike", "#b3361b") in fills(svg)
    assert [run.weight for run in seen(svg)] == [400, 700, 400]
    assert fills(label("[[calm]] sea")) == [("Calm sea", "#000000")]


def test_a_declared_symbol_is_its_icon_in_the_colour_asked_for() -> None:
    glossary = Keywords(symbols={"T": "arrow-down", "1": "coin", "W/U": "droplet"})
    drawn = Typesetter(BOOK, ROLES, "en", icon, {}, glossary).label("{1}, {T}: {W/U:#b3361b}", 0, 0)
    names = re.findall(r'<use name="([^"]*)"', drawn)
    assert names == ["coin", "arrow-down", "droplet"]
    assert "#b3361b" in drawn


def test_a_keyword_may_be_shown_in_other_words() -> None:
    assert ("\u00a0strikes first", "#b3361b") in fills(label("it [[first strike|strikes first]]"))


def test_keywords_of_a_text_come_once_in_order_and_count_as_used() -> None:
    glossary = Keywords(KEYWORDS, PALETTE)
    typesetter = Typesetter(BOOK, ROLES, "en", icon, {}, glossary)
    found = typesetter.keywords_in("[[calm]] [[first-strike]] [[Calm]]")
    assert [each["id"] for each in found] == ["calm", "first-strike"]
    assert glossary.read == {"calm", "first-strike"}
    for _ in range(2):  # also when the text was set before
        glossary.read.clear()
        typesetter.label("[[calm]]", 0, 0)
        assert glossary.read == {"calm"}


HOW = "write [words]{#rrggbb}, [words]{.name} with a name of the palette, or [words]{.smallcaps}"


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        ("[[frist strike]]", '"[[frist strike]]" in "[[frist strike]]" is no keyword of the game',
         'did you mean "first-strike"?'),
        ("[x]{.embr}", '"embr" in "[x]{.embr}" is no colour of the palette', 'did you mean "ember"?'),
        ("x]{.ember}", '"]{.ember}" in "x]{.ember}" closes no "["', HOW),
        ("[x]{#12}", '"]{#12}" in "[x]{#12}" names no colour', HOW),
    ],
)  # fmt: skip
def test_unknown_names_in_a_text_are_refused(content: str, message: str, hint: str) -> None:
    error = refusal(setter().label, content, 0, 0)
    assert (error.message, error.hint) == (message, hint)


def test_a_game_without_keywords_says_where_to_define_them() -> None:
    error = refusal(Typesetter(BOOK, ROLES, "en", icon).label, "[[fly]]", 0, 0)
    assert error.hint == "define it in keywords: of game.yaml"
    assert error.code == "text-keyword"


# Lists


def test_entries_hang_beside_their_bullets() -> None:
    svg = paragraph("Choose:\n- " + "um dois tres quatro cinco seis\n- sete", width=30, size=9)
    lines = seen(svg)
    assert lines[0].x == 0
    assert len({line.x for line in lines[1:]}) == 1
    assert lines[1].x > 0.5
    dots = re.findall(r'<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)"', svg)
    assert len(dots) == 2
    assert float(dots[0][0]) + float(dots[0][2]) < lines[1].x
    assert float(dots[0][1]) < lines[1].y


def test_numbers_stand_flush_right_of_each_other() -> None:
    svg = paragraph("1. um\n10. dez", width=30)
    one, word, ten, other = seen(svg)[1], seen(svg)[0], seen(svg)[3], seen(svg)[2]
    assert {one.text, ten.text} == {"1.", "10."}
    assert one.x + one.width == pytest.approx(ten.x + ten.width, abs=0.01)
    assert word.x == other.x > one.x + one.width


def test_entries_stand_closer_than_paragraphs_and_shrink_with_them() -> None:
    listed, plain = paragraph("- um\n- dois"), paragraph("um\ndois")
    (a, b), (c, d) = (seen(listed), seen(plain))
    assert 0 < b.y - a.y < d.y - c.y
    small = paragraph("- um dois tres\n- quatro cinco seis", width=14, height=7, size=9, min=4)
    assert seen(small)[0].size < 9 * 25.4 / 72


def test_what_is_no_list_stays_text() -> None:
    assert [line.text for line in seen(paragraph("\\- um\n-2 dois\n1.5 mm\n3\\. x"))] == [
        "- um", "-2 dois", "1.5 mm", "3. x",
    ]  # fmt: skip
    assert seen(label("- um"))[0].text == "- um"


# Columns


@pytest.mark.parametrize(
    ("counts", "columns", "found"),
    [
        ([4], 2, [2, 2]),
        ([5], 2, [3, 2]),
        ([1, 1, 1, 1], 2, [2, 2]),
        ([3, 3], 2, [3, 3]),
        ([6], 3, [2, 2, 2]),
        ([3], 2, [3]),
        ([2, 4], 2, [4, 2]),
        ([4, 4], 3, [4, 4]),
    ],
)
def test_lines_are_dealt_evenly_and_none_is_left_alone(
    counts: list[int], columns: int, found: list[int]
) -> None:
    assert shortest(counts, [0.0] * len(counts), columns)[0] == found


def test_what_does_not_fit_the_columns_is_told() -> None:
    assert lines_per_column([9], [0.0], 2, 3.0) is None
    assert lines_per_column([8], [0.0], 2, 3.0) == [4, 4]
    # A line is left alone rather than let the text overflow.
    assert shortest([3], [0.0], 2, 1.0)[0] == [2, 1]


def test_columns_stand_beside_each_other_on_the_same_lines() -> None:
    text = "um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze"
    lines = seen(paragraph(text, width=50, columns=2, column_gap=4, hyphenate=False))
    left = [line for line in lines if line.x < 20]
    right = [line for line in lines if line.x >= 20]
    assert {line.x for line in right} == {27}
    assert abs(len(left) - len(right)) <= 1
    assert left[0].y == right[0].y
    assert all(line.x + line.width <= 23.01 for line in left)
    assert " ".join(line.text for line in (*left, *right)) == text


@pytest.mark.parametrize(
    ("style", "message"),
    [
        ({"columns": 0}, "columns is 0"),
        ({"columns": 1.5}, "columns is 1.5"),
        ({"columns": 13}, "columns is 13"),
        ({"columns": 2, "column_gap": 50}, "column_gap is 50 mm"),
        ({"column_gap": -1}, "column_gap is -1 mm"),
        ({"leading": 0}, "leading is 0"),
        ({"align": "middle"}, 'align is "middle"'),
    ],
)
def test_impossible_columns_are_refused(style: dict[str, float], message: str) -> None:
    assert refusal(setter().paragraph, "x", 0, 0, 50, 40, **style).message == message


def test_too_much_for_columns_tells_the_height() -> None:
    error = refusal(setter().paragraph, "palavra " * 60, 0, 0, 40, 10, columns=2)
    assert re.fullmatch(
        r'"palavra palavra .*…" needs \d+\.\d mm in height at 9 pt, its box is 10 mm high', error.message
    )
    error = refusal(
        setter().paragraph, "inconstitucionalissimamente", 0, 0, 30, 40, columns=2, hyphenate=False
    )
    assert "its column is 13.5 mm wide" in error.message


# Along a path

CIRCLE = "M 10 30 A 20 20 0 0 1 50 30"
_PLACED = re.compile(
    r'<g transform="rotate\(([^ ]*) ([^ ]*) ([^)]*)\)"><text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)'
)


def letters(content: str, d: str = CIRCLE, **style: object) -> list[tuple[float, float, float, str]]:
    svg = str(setter().text_path(content, d, **style))  # type: ignore[arg-type]
    return [(float(a), float(x), float(y), text) for a, x, y, _, _, text in _PLACED.findall(svg)]


def test_letters_stand_on_the_curve_and_turn_with_it() -> None:
    found = letters("AROUND IT")
    assert "".join(text for *_, text in found) == "AROUNDIT"
    for angle, x, y, _ in found:
        assert math.hypot(x - 30, y - 30) == pytest.approx(20, abs=0.02)
        assert angle == pytest.approx(math.degrees(math.atan2(x - 30, 30 - y)), abs=1.5)
    assert all(a[0] < b[0] for a, b in pairwise(found))
    assert sum(angle for angle, *_ in found) == pytest.approx(0, abs=8)


def test_an_offset_lifts_letters_off_the_curve() -> None:
    for _, x, y, _ in letters("lifted", offset=2):
        assert math.hypot(x - 30, y - 30) == pytest.approx(22, abs=0.02)


def test_letters_on_a_straight_path_stand_as_in_a_label() -> None:
    found = letters("office **hour**", "M 0 20 H 60", align="left", size=12)
    assert "ffi" not in [text for *_, text in found] or "fi" not in [text for *_, text in found]
    widths = seen(label("office **hour**", size=12))
    last = found[-1]
    assert last[1] < widths[-1].x + widths[-1].width < last[1] + 3


def test_text_shrinks_to_its_path_and_no_further() -> None:
    assert letters("a long line along a short way", "M 0 0 H 30", size=12, min=5)
    error = refusal(setter().text_path, "a long line along a short way", "M 0 0 H 20", size=12, min=10)
    assert re.fullmatch(
        r'"a long line along a short way" needs \d+\.\d mm at 10 pt, its path is 20\.0 mm long', error.message
    )


def test_icons_go_along_too() -> None:
    svg = str(setter().text_path("2 {coin}", CIRCLE))
    assert '<g transform="rotate(' in svg
    assert '<use name="coin"' in svg


@pytest.mark.parametrize(
    ("content", "d", "message"),
    [
        ("x", "M 0 0", 'the path "M 0 0" has no length'),
        ("x", "", 'the path "" has no length'),
        ("x", "M 0 0 H 5 M 9 9 H 20", 'the path "M 0 0 H 5 M 9 9 H 20" has 2 parts'),
        ("x", "H 5", 'path data "H 5" must start with M'),
        ("a\nb", CIRCLE, '"a b" has a line break, text along a path is one line'),
    ],
)
def test_what_cannot_go_along_a_path_is_refused(content: str, d: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        setter().text_path(content, d)
    assert caught.value.message == message
