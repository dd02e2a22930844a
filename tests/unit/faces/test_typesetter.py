"""label, paragraph and text_width: places, sizes, and every refusal."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from deck import Deck
from jinja2 import StrictUndefined, UndefinedError
from markupsafe import Markup

from prancha.faces.text.text_options import TextError
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts import FontBook, FontError

BOOK = FontBook([Path(__file__).parents[3] / "templates" / "_library"])
ROLES = {"body": "Alegreya Sans", "title": "Cinzel", "lost": "Helvetica"}
MM = 25.4 / 72
RULE = (
    "Quando você **embaralha** o monte, compre 2 {star} e escolha *uma* das constelações disponíveis;"
    " pague 3 {star:#ff0000} ao banco, devolva o guarda-chuva e passe a vez"
    " ao jogador à esquerda, que recebe a compensação."
)
PLAIN = RULE.replace("*", "").replace("{star}", "fichas").replace("{star:#ff0000}", "moedas")


def icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    return f'<use name="{name}" x="{x:.6f}" y="{y:.6f}" size="{size:.6f}" fill="{fill}"/>'


def setter(lang: str = "pt-BR") -> Typesetter:
    return Typesetter(BOOK, ROLES, lang, icon)


@pytest.fixture
def ts() -> Typesetter:
    return setter()


@dataclass(frozen=True)
class Seen:
    """One <text> as drawn, with its width by HarfBuzz."""

    x: float
    y: float
    size: float
    text: str
    weight: int
    italic: bool
    width: float


def seen(svg: str) -> list[Seen]:
    found = []
    for each in fromstring(f"<svg>{svg}</svg>").iter("text"):
        weight, italic = int(each.get("font-weight", 400)), each.get("font-style") == "italic"
        font, size = BOOK.font(each.attrib["font-family"], weight, italic), float(each.attrib["font-size"])
        spacing = float(each.get("letter-spacing", 0))
        run = font.shape((each.text or "").rstrip(" "), apart=bool(spacing))
        width = run.advance / font.units_per_em * size + run.gaps * spacing
        x, y = float(each.attrib["x"]), float(each.attrib["y"])
        found.append(Seen(x, y, size, (each.text or "").rstrip(" "), weight, italic, width))
    return found


def rows(svg: str) -> list[list[Seen]]:
    lines: dict[float, list[Seen]] = {}
    for each in seen(svg):
        lines.setdefault(each.y, []).append(each)
    return list(lines.values())


def refusal(call: Any, *args: Any, **named: Any) -> TextError:
    with pytest.raises(TextError) as caught:
        call(*args, **named)
    assert caught.value.hint
    return caught.value


# label


def test_a_label_is_one_text_element(ts: Typesetter) -> None:
    assert ts.label("Ação & <paz>", 6, 9.3, size=9, weight=700, italic=True, fill="#222222") == (
        '<text x="6" y="9.3" font-family="Alegreya Sans" font-weight="700" font-style="italic"'
        ' font-size="3.175" fill="#222222">Ação &amp; &lt;paz&gt;</text>'
    )
    assert isinstance(ts.label("x", 0, 0), Markup)


def test_a_soft_hyphen_alone_is_nothing_and_no_other_word(ts: Typesetter) -> None:
    for text, shown in (("a \u00ad b \u00ad c", "a b c"), ("x \u00ad y", "x y"), ("\u00ad q", "q")):
        for drawn in (ts.label(text, 0, 0), ts.paragraph(text, 0, 0, 60, 20)):
            assert [one.text for one in seen(drawn)] == [shown]


def test_labels_align_about_x(ts: Typesetter) -> None:
    wide = ts.text_width("Constelação", 12)
    for align, share in (("left", 0.0), ("center", 0.5), ("right", 1.0)):
        (one,) = seen(ts.label("Constelação", 30, 10, size=12, align=align))
        assert one.x == pytest.approx(30 - share * wide, abs=1e-4)
        assert one.width == pytest.approx(wide, abs=1e-3)


def test_text_width_is_the_sum_of_harfbuzz(ts: Typesetter) -> None:
    font = BOOK.font("Cinzel", 700)
    expected = font.shape("AVA oficina").advance / font.units_per_em * 10 * MM
    assert ts.text_width("AVA oficina", 10, font="title", weight=700) == pytest.approx(expected, abs=1e-9)
    assert ts.text_width("a\nAVA oficina", 10, "title", 700) == pytest.approx(expected)
    assert ts.text_width("", 10) == 0


def test_styles_in_a_label_follow_each_other_without_gaps(ts: Typesetter) -> None:
    a, b, c = seen(ts.label("um **dois** *três*", 0, 5, size=10))
    space = BOOK.font("Alegreya Sans").shape(" ").advance / 1000 * 10 * MM
    assert (a.weight, b.weight, b.italic, c.italic) == (400, 700, False, True)
    assert b.x == pytest.approx(a.x + a.width + space, abs=1e-3)
    assert c.x == pytest.approx(b.x + b.width + space, abs=1e-3)


def test_a_space_between_two_fonts_is_set_for_those_who_search(ts: Typesetter) -> None:
    svg = str(ts.label("um **dois** *três*", 0, 5))
    assert re.findall(">([^<]*)</text>", svg) == ["um ", "dois ", "três"]


def test_bold_and_italic_are_relative_to_the_text(ts: Typesetter) -> None:
    heavy, upright = seen(ts.label("**a** *b*", 0, 0, weight=700, italic=False))
    assert (heavy.weight, upright.italic) == (800, True)
    (back,) = seen(ts.label("*b*", 0, 0, italic=True))
    assert not back.italic


def test_a_label_shrinks_into_its_width(ts: Typesetter) -> None:
    natural = ts.text_width("Embaralhamento", 12)
    (one,) = seen(ts.label("Embaralhamento", 0, 0, size=12, width=natural * 0.8, min=6))
    assert one.width <= natural * 0.8 + 1e-3
    assert one.width > natural * 0.79
    (same,) = seen(ts.label("Embaralhamento", 0, 0, size=12, width=natural, min=6))
    assert same.size == pytest.approx(12 * MM, abs=1e-4)


def test_tracking_widens_all_but_the_end(ts: Typesetter) -> None:
    svg = ts.label("AB **C**", 50, 0, size=10, tracking=1, align="right")
    first, last = seen(svg)
    assert svg.count('letter-spacing="1"') == 2
    assert last.x + last.width - 1 == pytest.approx(50, abs=1e-3)
    plain = ts.text_width("AB **C**", 10)
    assert 50 - first.x == pytest.approx(plain + 3, abs=1e-3)
    (fitted,) = seen(ts.label("ABC", 0, 0, size=20, width=8, min=5, tracking=1))
    assert fitted.width - 1 <= 8.001


@pytest.mark.parametrize("text", ["Q\u0304\u0301uo\u0303", "office \u200baffinity", "Ação e paz"])
@pytest.mark.parametrize("tracking", [0.7, -0.1])
def test_tracked_text_is_as_wide_as_it_is_measured(ts: Typesetter, text: str, tracking: float) -> None:
    """One space after each letter but the last, marks and breaks not counted."""
    font = BOOK.font("Alegreya Sans")
    letters = [c for c in text if not unicodedata.combining(c) and c != "\u200b"]
    plain = font.shape(text, apart=True).advance / font.units_per_em * 9 * MM
    wide = plain + tracking * (len(letters) - 1)
    assert ts.text_width(text, 9, tracking=tracking) == pytest.approx(wide, abs=1e-9)
    (one,) = seen(ts.label(text, 0, 0, size=9, tracking=tracking, align="right"))
    assert one.x == pytest.approx(-wide, abs=1e-4)


def test_text_of_letters_without_width_has_none_with_tracking(ts: Typesetter) -> None:
    (one,) = seen(ts.label("\u200b\u200b", 3, 0, width=1, tracking=5, align="center"))
    assert one.x == 3


def test_icons_sit_on_the_middle_of_the_capitals(ts: Typesetter) -> None:
    svg = ts.label("A{star:#ff0000} {sun}", 0, 20, size=10, fill="#00ff00")
    first, second = (each.attrib for each in fromstring(f"<svg>{svg}</svg>").iter("use"))
    em = 10 * MM
    assert (first["name"], first["fill"], second["name"], second["fill"]) == (
        "star",
        "#ff0000",
        "sun",
        "#00ff00",
    )
    assert float(first["size"]) == pytest.approx(1.05 * em, abs=1e-5)
    assert float(first["y"]) == pytest.approx(
        20 - BOOK.font("Alegreya Sans").cap_height / 2000 * em, abs=1e-5
    )
    assert float(first["x"]) == pytest.approx(seen(svg)[0].width + (0.06 + 0.525) * em, abs=1e-3)


def test_numbers_and_escaped_text_are_texts(ts: Typesetter) -> None:
    assert ts.label(12, 0, 0) == ts.label("12", 0, 0)
    assert ts.label(Markup("a &amp; b"), 0, 0) == ts.label("a & b", 0, 0)
    assert ts.label("", 0, 0) == ts.paragraph("\n", 0, 0, 10, 10) == ""


# paragraph


@pytest.mark.parametrize("align", ["left", "center", "right", "justify"])
def test_paragraphs_stay_in_their_box(ts: Typesetter, align: str) -> None:
    svg = ts.paragraph(PLAIN, 5, 7, 42, 40, align=align)
    assert len(rows(svg)) >= 5
    for line in rows(svg):
        assert line[0].x >= 5 - 1e-3
        assert line[-1].x + line[-1].width <= 47 + 1e-3
        assert 7 < line[0].y < 47


def test_alignment_places_each_line(ts: Typesetter) -> None:
    for align in ("right", "center"):
        for (one,) in rows(ts.paragraph(PLAIN, 5, 0, 42, 60, align=align)):
            rest = 42 - one.width
            assert one.x - 5 == pytest.approx(rest if align == "right" else rest / 2, abs=1e-3)


def test_justified_lines_end_exactly_at_the_margin(ts: Typesetter) -> None:
    *full, last = rows(ts.paragraph(PLAIN, 5, 0, 42, 60, align="justify"))
    assert len(full) >= 4
    for line in full:
        assert len(line) > 1  # words are placed one by one
        assert line[0].x == pytest.approx(5, abs=1e-4)
        assert line[-1].x + line[-1].width == pytest.approx(47, abs=1e-3)
    assert last[-1].x + last[-1].width < 47


def test_centred_lines_are_balanced(ts: Typesetter) -> None:
    text = "Cada jogador escolhe uma carta e a coloca virada para baixo à sua frente"
    widths = [line[0].width for line in rows(ts.paragraph(text, 0, 0, 60, 40, align="center"))]
    assert len(widths) == 2
    assert min(widths) > 0.85 * max(widths)


def test_lines_are_leaded_and_paragraphs_apart(ts: Typesetter) -> None:
    ys = [
        line[0].y
        for line in rows(ts.paragraph("um\ndois\n\ntrês", 0, 0, 50, 50, size=10, leading=1.5, gap=1))
    ]
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([2 * 15 * MM] * 2, abs=1e-3)
    ys = [line[0].y for line in rows(ts.paragraph("um\ndois", 0, 0, 50, 50, size=10, gap=0))]
    assert ys[1] - ys[0] == pytest.approx(12 * MM, abs=1e-3)


def test_valign_places_the_ink(ts: Typesetter) -> None:
    font = BOOK.font("Alegreya Sans")
    em, cap = 10 * MM, font.cap_height / 1000 * 10 * MM

    def ys(valign: str) -> list[float]:
        return [line[0].y for line in rows(ts.paragraph("um\ndois", 0, 3, 50, 30, size=10, valign=valign))]

    assert ys("top")[0] == pytest.approx(3 + 1.12 * cap, abs=1e-3)
    assert ys("bottom")[-1] == pytest.approx(33 - 0.25 * em, abs=1e-3)
    top, last = ys("middle")[0] - cap, ys("middle")[-1]
    assert top - 3 == pytest.approx(33 - last, abs=1e-3)


def test_a_paragraph_shrinks_as_little_as_it_must(ts: Typesetter) -> None:
    def size(height: float) -> float:
        return seen(ts.paragraph(RULE, 0, 0, 42, height, size=12, min=5))[0].size / MM

    assert size(60) == pytest.approx(12, abs=1e-3)
    sizes = [size(height) for height in (38, 30, 22, 16)]
    assert sizes == sorted(sizes, reverse=True)
    assert 5 <= sizes[-1] < sizes[0] < 12
    tight = sizes[1]
    refusal(ts.paragraph, RULE, 0, 0, 42, 30, size=tight / 0.93 + 0.1)


def test_hyphens_appear_only_where_they_help(ts: Typesetter) -> None:
    wide = "Embaralhe imediatamente as cartas."
    assert "-" not in "".join(one.text for one in seen(ts.paragraph(wide, 0, 0, 60, 20)))
    narrow = ts.paragraph(wide, 0, 0, 15, 30, size=10)
    assert any(one.text.endswith("-") for one in seen(narrow))
    for align in ("center", "right"):
        centred = ts.paragraph(wide, 0, 0, 25, 30, size=10, align=align)
        assert "-" not in "".join(one.text for one in seen(centred))
    refusal(ts.paragraph, wide, 0, 0, 15, 30, size=10, hyphenate=False)
    assert "im-e" not in setter("en").paragraph(wide, 0, 0, 60, 20)


def test_compound_words_repeat_their_hyphen(ts: Typesetter) -> None:
    texts = [one.text for one in seen(ts.paragraph("guarda-chuva", 0, 0, 13, 20, size=10))]
    assert texts == ["guarda-", "-chuva"]


def test_texts_are_equal_wherever_and_whenever_drawn(ts: Typesetter) -> None:
    once = ts.paragraph(RULE, 1, 2, 42, 40, align="justify")
    assert ts.paragraph(RULE, 1, 2, 42, 40, align="justify") == once
    assert setter().paragraph(RULE, 1, 2, 42, 40, align="justify") == once
    moved = seen(ts.paragraph(RULE, 11, 22, 42, 40, align="justify"))
    for a, b in zip(seen(once), moved, strict=True):
        assert (b.x - a.x, b.y - a.y) == pytest.approx((10, 20), abs=2e-4)


def test_lengths_have_at_most_four_decimals(ts: Typesetter) -> None:
    svg = ts.paragraph(RULE, 1 / 3, 2 / 3, 42, 40, align="justify", size=9.1)
    numbers = [each for part in re.findall(r'<text x="(.*?)" y="(.*?)".*?size="(.*?)"', svg) for each in part]
    assert len(numbers) > 60
    assert all(re.fullmatch(r"-?\d+(\.\d{1,4})?", number) for number in numbers)


# refusals


def test_overflow_says_how_much_is_needed(ts: Typesetter) -> None:
    error = refusal(ts.paragraph, RULE, 0, 0, 42, 14, size=9, min=7)
    assert re.fullmatch(
        r'"Quando você \*\*embaralha\*\* o monte, comp…" needs 1\d\.\d mm in height at 7 pt,'
        r" its box is 14 mm high",
        error.message,
    )
    assert error.hint == "shorten the text, enlarge its box, lower min, or write continue: card in its family"
    assert error.code == "text-overflow"


def test_the_height_an_overflow_asks_for_is_enough(ts: Typesetter) -> None:
    error = refusal(ts.paragraph, RULE, 0, 0, 42, 14, size=7)
    found = re.search(r"needs ([\d.]+) mm", error.message)
    assert found
    assert ts.paragraph(RULE, 0, 0, 42, float(found[1]) + 0.05, size=7)
    refusal(ts.paragraph, RULE, 0, 0, 42, float(found[1]) - 0.06, size=7)


def test_a_word_too_wide_is_named(ts: Typesetter) -> None:
    error = refusal(ts.paragraph, "um paralelepípedo", 0, 0, 12, 40, size=9, min=8)
    assert re.fullmatch(
        r'"paralelepípedo" in "um paralelepípedo" needs 1\d\.\d mm in width at 8 pt, its box is 12 mm wide',
        error.message,
    )


def test_a_label_too_wide_says_so(ts: Typesetter) -> None:
    error = refusal(ts.label, "Embaralhamento", 0, 0, size=12, width=10, min=8)
    assert re.fullmatch(r'"Embaralhamento" needs \d\d\.\d mm at 8 pt, its width is 10 mm', error.message)
    assert error.hint == "shorten the text, or give it more width or a lower min"
    assert "at 12 pt" in refusal(ts.label, "Embaralhamento", 0, 0, size=12, width=10).message


def test_a_label_with_a_line_break_is_refused(ts: Typesetter) -> None:
    error = refusal(ts.label, "um\ndois", 0, 0)
    assert error.message == '"um dois" has a line break, a label is one line'
    assert error.hint == "use paragraph()"


def test_a_missing_glyph_is_named_with_its_font(ts: Typesetter) -> None:
    error = refusal(ts.paragraph, "um **\ue000 e \u0007**", 0, 0, 40, 40)
    assert error.message == (
        'neither font, "Alegreya Sans" weight 700 nor "DejaVu Sans" weight 700 nor "Noto Emoji" weight 400,'
        ' has U+E000, U+0007, used in "um **\ue000 e \u0007**"'
    )
    assert error.code == "text-glyph"
    assert "U+0007" in refusal(ts.label, "a\u0007", 0, 0).message
    assert '"Alegreya Sans" weight 400 italic nor' in refusal(ts.label, "*\u0007*", 0, 0).message


def test_an_unknown_font_is_refused_with_roles_and_families(ts: Typesetter) -> None:
    error = refusal(ts.label, "x", 0, 0, font="boddy")
    assert error.message == '"boddy" is neither a font role nor a family'
    assert error.hint == 'did you mean "body"?'
    assert 'did you mean "Cinzel"?' in str(refusal(ts.label, "x", 0, 0, font="Cinzell"))


def test_a_role_without_its_family_and_absent_styles_are_the_book_s_to_refuse(ts: Typesetter) -> None:
    with pytest.raises(FontError, match='there is no font "Helvetica"'):
        ts.label("x", 0, 0, font="lost")
    with pytest.raises(FontError, match='the font "Cinzel" has no weight 400 italic'):
        ts.label("*x*", 0, 0, font="title")
    with pytest.raises(FontError, match='the font "Cinzel" has no bold for weight 900'):
        ts.label("**x**", 0, 0, font="title", weight=900)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"size": "9"}, "size is '9', not a number"),
        ({"size": 0}, "size is 0"),
        ({"size": float("nan")}, "size is nan"),
        ({"min": 12}, "min is 12 pt, above size 9 pt"),
        ({"min": -1}, "min is -1"),
        ({"align": "centre"}, 'align is "centre"'),
        ({"x": None}, "x is None, not a number"),
        ({"y": [1]}, "y is [1], not a number"),
        ({"font": ["body"]}, "font is ['body']"),
        ({"fill": "#12"}, '"#12" is not a colour'),
    ],
)
@pytest.mark.parametrize("call", ["label", "paragraph"])
def test_arguments_are_checked_by_name(
    ts: Typesetter, call: str, named: dict[str, Any], message: str
) -> None:
    common: dict[str, Any] = {"content": "x", "x": 0, "y": 0, "size": 9}
    box = {"width": 20, "height": 20} if call == "paragraph" else {}
    with pytest.raises((TextError, ValueError)) as caught:
        getattr(ts, call)(**common | box | named)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"width": 0}, "width is 0"),
        ({"height": -1}, "height is -1"),
        ({"leading": 0}, "leading is 0"),
        ({"gap": -1}, "gap is -1"),
        ({"valign": "center"}, 'valign is "center"'),
    ],
)
def test_boxes_are_checked_by_name(ts: Typesetter, named: dict[str, Any], message: str) -> None:
    box: dict[str, Any] = {"width": 20, "height": 20}
    assert refusal(ts.paragraph, "x", 0, 0, **box | named).message == message


def test_labels_cannot_be_justified_nor_have_no_width(ts: Typesetter) -> None:
    assert refusal(ts.label, "x", 0, 0, align="justify").hint == "known: center, end, left, right, start"
    assert refusal(ts.label, "x", 0, 0, width=0).message == "width is 0"
    assert refusal(ts.text_width, "x", 0).message == "size is 0"


def test_nothing_is_no_text(ts: Typesetter) -> None:
    fault = refusal(ts.label, None, 0, 0)
    assert fault.message == "nothing (null) is given as a text"
    assert fault.hint == "give a value, or ask `is not none` first"


@pytest.mark.parametrize("content", [True, ["a"], {"pt-BR": "a"}, b"a"])
def test_what_is_no_text_is_refused(ts: Typesetter, content: Any) -> None:
    assert refusal(ts.label, content, 0, 0).message == f"{content!r} is not a text"
    assert refusal(ts.text_width, content, 9).message == f"{content!r} is not a text"


def test_undefined_names_keep_jinja_s_own_error(ts: Typesetter) -> None:
    absent: Any = StrictUndefined(name="size")
    with pytest.raises(UndefinedError, match="'size' is undefined"):
        ts.label("x", 0, 0, size=absent)
    with pytest.raises(UndefinedError, match="'name' is undefined"):
        ts.label(StrictUndefined(name="name"), 0, 0)


def test_text_size_is_that_of_a_paragraph_in_the_same_box(deck: Deck) -> None:
    call = "'A [small]{.smallcaps} text of some words', 20, 9, size=12, min=6"
    size = float(deck.inside(f"{{{{ text_size({call}) }}}}"))
    drawn = deck.inside("{{ paragraph(" + call.replace("20, 9", "0, 0, 20, 9") + ") }}")
    sizes = {float(mm) / 25.4 * 72 for mm in re.findall(r'font-size="([\d.]+)"', drawn)}
    assert 6 < size < 12
    assert size == pytest.approx(max(sizes), abs=0.01)
    assert deck.inside("{{ text_size('', 20, 9, size=12) }}") == "12.0"


def test_a_text_that_is_only_measured_is_not_seen(ts: Typesetter) -> None:
    ts.paragraph("some words", 0, 0, 20, 9)
    shown = list(ts.seen)
    assert ts.text_height("some words", 20) > 0
    assert ts.text_size("some words", 30, 9) == 9
    assert ts.text_size("some words", 3, 2) == 9
    assert ts.seen == shown


@pytest.mark.parametrize("text", ["Somewhat", "{nothing}", "{a b}"])
def test_text_size_leaves_it_to_paragraph_to_tell_what_cannot_be_set(deck: Deck, text: str) -> None:
    call = f"('{text}', 5, 9, size=12, min=6)"
    assert deck.inside(f"{{{{ text_size{call} }}}}") == "6"
    fault = deck.fault(f"{{{{ text_size{call} }}}}{{{{ paragraph('{text}', 0, 0, 5, 9, size=12, min=6) }}}}")
    assert fault.code in ("text-overflow", "icon", "text-markup")
