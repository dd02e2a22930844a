"""Texts in other scripts: which font, which way, where lines end, and every refusal."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from script_fonts import BOOK, FALLBACK, ROLES

from prancha.faces.text import role_fonts
from prancha.faces.text.paragraphs import breaks
from prancha.faces.text.text_options import TextError
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts import FontBook
from prancha.graphics.fonts.character_scripts import CONTROLS, is_rtl, levels, visual

ARABIC = "اسحب بطاقتين، ثم ادفع 3 {coin} إلى البنك. إذا كان لديك 5 نقاط HP أو أكثر، فهاجم (مرة واحدة)."
HEBREW = "שלפו 2 קלפים, ושלמו 3 {coin} לבנק. אם יש לכם 5 נקודות HP או יותר, תקפו שוב (פעם אחת)."
HINDI = "दो पत्ते उठाइए और बैंक को 3 {coin} दीजिए। यदि आपके पास 5 शक्ति अंक हैं, तो फिर से आक्रमण कीजिए।"
JAPANESE = (
    "カードを2枚引き、銀行に3{coin}を払う。「体力」が5以上なら、もう一度攻撃できる（1ターンに1回まで）。"
)


def icon(name: str, x: float, y: float, size: float, fill: str) -> str:
    return f'<use name="{name}" x="{x:.4f}" y="{y:.4f}" size="{size:.4f}" fill="{fill}"/>'


def setter(lang: str, body: str = "Alegreya Sans") -> Typesetter:
    return Typesetter(BOOK, {**ROLES, "body": body}, lang, icon, FALLBACK)


def runs(svg: str) -> list[tuple[float, float, float, str, str]]:
    """Left end, right end, baseline, family and text of each run, in the order they are drawn."""
    found = []
    for each in fromstring(f"<svg>{svg}</svg>").iter("text"):
        family, rtl = each.attrib["font-family"], each.get("direction") == "rtl"
        font, text = (
            BOOK.nearest(family, int(each.get("font-weight", 400)), False),
            (each.text or "").rstrip(" "),
        )
        width = font.shape(text, rtl).advance / font.units_per_em * float(each.attrib["font-size"])
        x = float(each.attrib["x"])
        found.append(
            (x - width if rtl else x, x if rtl else x + width, float(each.attrib["y"]), family, text)
        )
    return found


def lines(svg: str) -> list[list[tuple[float, float, float, str, str]]]:
    found: dict[float, list[tuple[float, float, float, str, str]]] = {}
    for run in runs(svg):
        found.setdefault(run[2], []).append(run)
    return list(found.values())


# Direction


def test_levels_and_order_are_those_of_unicode() -> None:
    """Of the 91,605 lines of BidiCharacterTest.txt (15.0) without embeddings, which all pass."""
    rows = (Path(__file__).parent / "bidi_sample.txt").read_text().splitlines()
    assert len(rows) > 200
    for row in rows:
        codes, _, base, wanted, order = row.split(";")
        text = "".join(chr(int(code, 16)) for code in codes.split())
        found = levels(text, base == "1")
        assert [str(level) for level in found] == wanted.split(), row
        assert visual(found) == [int(k) for k in order.split()], row


@pytest.mark.parametrize(
    ("text", "rtl", "order"),
    [
        ("a \u2067b 1!\u2069 c", False, "a !b 1 c"),
        ("אב \u2066a-1!\u2069 גד", True, "דג a-1! בא"),
        ("x \u2068אב 1\u2069 - 2", False, "x 1 בא - 2"),
        ("\u2067אב \u2066en \u2067גד!\u2069\u2069", False, "en !דג בא"),
        ("\u2067b!", False, "!b"),
        ("a\u2069 !", False, "a !"),
    ],
)
def test_isolates_are_set_apart(text: str, rtl: bool, order: str) -> None:
    """As python-bidi 0.6 orders them, and 2,500 random lines."""
    shown = "".join(text[k] for k in visual(levels(text, rtl)))
    assert CONTROLS.sub("", shown) == order


def test_what_is_isolated_does_not_say_which_way_a_text_runs() -> None:
    assert [is_rtl(text, False) for text in ("\u2067אב\u2069 a", "\u2066a\u2069 אב", "\u2068אב")] == [
        False, True, False,
    ]  # fmt: skip


def test_arabic_runs_from_right_to_left_and_its_figures_from_left() -> None:
    found = sorted((left, text) for left, *_, text in runs(setter("ar").label("ادفع 35 قطعة", 0, 10)))
    assert [text for _, text in found] == ["قطعة", "35", "ادفع"]


def test_words_of_one_direction_are_one_run_in_reading_order() -> None:
    (run,) = runs(setter("he").label("שלפו קלפים", 0, 10))
    assert run[4] == "שלפו קלפים"


def test_brackets_and_stops_stand_on_the_side_of_their_text() -> None:
    found = sorted((left, text) for left, *_, text in runs(setter("ar").label("HP (نقاط).", 0, 10)))
    assert [text for _, text in found] == [".", ")", "نقاط", "(", "HP"]


@pytest.mark.parametrize(
    ("lang", "content", "align", "edge"),
    [
        ("ar", "تنين", "start", "right"),
        ("ar", "تنين", "end", "left"),
        ("ar", "12", "start", "right"),
        ("ar", "dragon", "start", "left"),
        ("en", "dragon", "start", "left"),
        ("en", "dragon", "end", "right"),
        ("en", "תנין", "start", "right"),
        ("ar", "تنين", "left", "left"),
        ("en", "dragon", "right", "right"),
    ],
)
def test_start_is_where_reading_starts(lang: str, content: str, align: str, edge: str) -> None:
    (run,) = runs(setter(lang).paragraph(content, 0, 0, 40, 10, align=align))
    assert (run[0] if edge == "left" else 40 - run[1]) == pytest.approx(0, abs=0.01)
    assert (run[1] - run[0]) < 20


def test_in_a_language_from_right_to_left_a_latin_word_in_front_changes_nothing() -> None:
    first = setter("ar").label("HP نقاط", 0, 10)
    assert max(runs(first))[4] == "HP"
    assert max(runs(setter("en").label("HP نقاط", 0, 10)))[4] == "نقاط"
    mostly_latin = setter("ar").label("Oasis · بطاقات · front, 100 %", 0, 10)
    assert min(runs(mostly_latin))[4].startswith("Oasis")


@pytest.mark.parametrize(
    ("lang", "content"), [("ar", ARABIC), ("he", HEBREW), ("hi", HINDI), ("ja", JAPANESE)]
)
@pytest.mark.parametrize("align", ["start", "justify", "center"])
def test_lines_lie_in_their_box_and_runs_beside_each_other(lang: str, content: str, align: str) -> None:
    svg = setter(lang).paragraph(content, 0, 0, 34, 60, size=9, align=align)
    found = lines(svg)
    assert len(found) > 3
    for line in found:
        placed = sorted(line)
        assert placed[0][0] >= -0.01
        assert placed[-1][1] <= 34.01
        for (_, end, *_), (start, *_) in pairwise(placed):
            assert start >= end - 0.02
    if align == "justify":
        assert all(max(run[1] for run in line) == pytest.approx(34, abs=0.02) for line in found[:-1])
    if align == "start":
        edge = [
            max(run[1] for run in line) if lang in ("ar", "he") else min(run[0] for run in line)
            for line in found
        ]
        assert max(edge) - min(edge) < 2.5  # an icon may stand first


def test_a_list_stands_at_the_right_in_arabic() -> None:
    svg = setter("ar").paragraph("- واحد\n- اثنان", 0, 0, 40, 20)
    dots = [float(x) for x in re.findall(r'<circle cx="([^"]*)"', svg)]
    assert len(dots) == 2
    assert all(run[1] < min(dots) < 40 for run in runs(svg))


def test_columns_begin_at_the_right_in_hebrew() -> None:
    first, *_ = runs(setter("he").paragraph("אחת שתיים שלוש ארבע חמש שש שבע שמונה", 0, 0, 40, 20, columns=2))
    assert first[0] > 20


# Fonts


def test_each_run_is_set_in_the_first_font_that_has_it() -> None:
    drawn = setter("ru", "Syne").label("Cost: Песок 3 — сила", 0, 10, weight=700)
    found = [(family, text) for *_, family, text in runs(drawn)]
    assert found == [("Syne", "Cost:"), ("Noto Sans", "Песок 3 — сила")]


def test_punctuation_keeps_the_font_of_its_letters() -> None:
    found = {family for *_, family, _ in runs(setter("ru", "Cinzel").label("(Песок),", 0, 10))}
    assert found == {"Noto Sans"}


def test_marks_stay_with_their_letters() -> None:
    (run,) = runs(setter("he").label("שָׁלוֹם", 0, 10))
    assert run[4] == "שָׁלוֹם"


def test_bold_of_a_font_without_bold_is_its_nearest() -> None:
    (run,) = runs(setter("ar").label("**تنين**", 0, 10))
    assert run[3] == "Noto Sans Arabic"


def test_a_family_named_by_a_template_falls_back_on_those_of_the_game() -> None:
    (run,) = runs(setter("ru", "Cinzel").label("Песок", 0, 10, font="Archivo Black"))
    assert run[3] == "Noto Sans"


def test_cyrillic_and_greek_are_hyphenated() -> None:
    assert "-" in setter("ru").paragraph("Достопримечательность года", 0, 0, 22, 30)


def test_missing_letters_are_told_with_the_fonts_tried() -> None:
    with pytest.raises(TextError) as caught:
        setter("ja", "Cinzel").paragraph("ẻ ỷ a", 0, 0, 40, 20)
    message, hint = caught.value.message, caught.value.hint
    assert '"ẻ" (U+1EBB LATIN SMALL LETTER E WITH HOOK ABOVE), "ỷ" (U+1EF7' in message
    assert message.startswith('neither font, "Cinzel" weight 400 nor "Noto Sans" weight 400 nor ')
    assert message.endswith('used in "ẻ ỷ a"')
    assert hint.startswith(
        "write it otherwise, draw an icon such as {arrow}, or name Alegreya too: fonts: {body: ["
    )
    with pytest.raises(TextError) as caught:
        setter("ja", "Cinzel").label("ẻỷỏỉủảẩẳ", 0, 0)
    assert "U+1EA3 LATIN SMALL LETTER A WITH HOOK ABOVE) and 2 more, used in" in caught.value.message


def test_a_word_is_set_whole_in_the_first_font_that_has_its_letters() -> None:
    ts = Typesetter(BOOK, {"body": "Cinzel"}, "ru", lambda *_, **__: "", {"body": ("Alegreya",)})
    found = [(run[3], run[4]) for run in runs(ts.label("Jest Песок Ala", 0, 0))]
    assert found == [("Cinzel", "Jest"), ("Alegreya", "Песок"), ("Cinzel", "Ala")]
    assert ts.take() == ()


def test_a_word_in_two_fonts_is_told_whenever_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(role_fonts, "STAND_INS", ())
    ts = Typesetter(BOOK, {"body": "Cinzel"}, "pl", lambda *_, **__: "", {"body": ("Noto Serif",)})
    text = "co AĦơ, Ala"
    for _ in range(2):
        ts.label(text, 0, 0)
        ts.text_path(text, "M0 0H90")
        ts.paragraph(text, 0, 0, 90, 20)
        (remark,) = ts.take()
        assert (remark.code, remark.path) == ("text-fonts", text)
        assert remark.message == '"AĦơ," is set in Cinzel and Noto Serif, letter by letter'
        assert remark.hint == "no font of fonts: has all its letters; name one that does before Noto Serif"


SHIPPED = FontBook([Path(__file__).parents[3] / "templates" / "_library"])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Cost 3 ★ or 2", [("Cinzel", "Cost 3"), ("DejaVu Sans", "★"), ("Cinzel", "or 2")]),
        ("Песок", [("DejaVu Sans", "Песок")]),
        ("1\ufe0f\u20e3 🔥 3", [("Noto Emoji", "1\ufe0f\u20e3"), ("Noto Emoji", "🔥"), ("Cinzel", "3")]),
    ],
)  # fmt: skip
def test_what_no_named_font_has_is_set_in_a_shipped_one_and_told(
    text: str, wanted: list[tuple[str, str]]
) -> None:
    ts = Typesetter(SHIPPED, {"body": "Cinzel"}, "en", icon)
    found = re.findall(r'font-family="([^"]*)".*?>([^<]*)<', str(ts.label(text, 0, 10)))
    assert [(family, shown.strip()) for family, shown in found] == wanted
    remarks = ts.take()
    assert all((each.code, each.path) == ("text-fonts", "") for each in remarks)
    assert {each.message.rpartition('"')[0] for each in remarks} == {
        f'what the fonts of this text lack is set in "{family}' for family, _ in wanted if family != "Cinzel"
    }
    assert remarks[0].hint.startswith("name a font that has it, or this one: fonts: {body: [Cinzel, ")


def test_a_font_that_the_game_names_to_fall_back_on_is_not_told() -> None:
    ts = Typesetter(SHIPPED, {"body": "Cinzel"}, "en", icon, {"body": ("DejaVu Sans",)})
    assert "DejaVu Sans" in ts.label("★", 0, 10)
    assert ts.take() == ()


def test_a_sign_that_no_font_has_is_told_with_a_way_out() -> None:
    with pytest.raises(TextError) as caught:
        Typesetter(SHIPPED, {"body": "Cinzel"}, "en", icon).label("\ue000", 0, 10)
    assert "prancha font add" in caught.value.hint


def test_missing_scripts_are_told_by_their_names() -> None:
    with pytest.raises(TextError) as caught:
        setter("ja").paragraph("ລ გ a ລາ។", 0, 0, 40, 20)
    errors: list[Any] = [caught.value, *caught.value.others]
    assert [error.message for error in errors] == [
        "no font of this text has Lao letters",
        "no font of this text has Georgian letters",
    ]
    assert 'prancha font add "Noto Sans Lao", then in game.yaml: fonts: {' in errors[0].hint
    assert "install Noto Sans Georgian (Debian package fonts-noto-core" in errors[1].hint


@pytest.mark.parametrize(("lang", "family"), [("zh", "SC"), ("zh-TW", "TC"), ("ja", "JP")])
def test_the_forms_of_chinese_characters_are_those_of_the_language(lang: str, family: str) -> None:
    with pytest.raises(TextError) as caught:
        setter(lang).label("龍", 0, 0)
    assert f'prancha font add "Noto Sans CJK {family}"' in caught.value.hint


# Where lines end


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("砂漠の竜", ["砂", "漠", "の", "竜"]),
        ("払う。「体力」が", ["払", "う。", "「体", "力」", "が"]),
        ("ターン", ["ター", "ン"]),
        ("ちょっと", ["ちょっ", "と"]),
        ("2枚引き", ["2枚", "引", "き"]),
        ("HP回復", ["HP", "回", "復"]),
        ("人々……", ["人々……"]),
        ("회복 카드", ["회복 카드"]),
        ("abc def", ["abc def"]),
        ("3\ufffcを", ["3\ufffc", "を"]),
    ],
)
def test_lines_end_by_the_rules_of_kinsoku(text: str, parts: list[str]) -> None:
    found, start = [], 0
    for at in (*sorted(breaks(text)), len(text)):
        found.append(text[start:at])
        start = at
    assert found == parts


def test_no_line_of_japanese_begins_or_ends_where_it_must_not() -> None:
    for width in (14, 17, 20, 23, 26, 29):
        found = lines(setter("ja").paragraph(JAPANESE, 0, 0, width, 80, size=8))
        texts = ["".join(run[4] for run in sorted(line)) for line in found]
        assert not any(text[0] in "。、」）ーっ" for text in texts)
        assert not any(text[-1] in "「（" for text in texts)


def test_japanese_runs_are_measured_as_they_are_drawn() -> None:
    font = BOOK.font("BIZ UDGothic")
    text = "カードを2枚引き、"
    assert font.shape(text).advance == sum(font.shape(c).advance for c in text)


# Room


def test_tall_scripts_get_more_room_and_leading() -> None:
    latin, arabic = (
        lines(setter("ar").paragraph(t, 0, 0, 24, 60)) for t in ("dragon of the long sand dunes here", ARABIC)
    )
    step = 9 * 25.4 / 72
    assert latin[1][0][2] - latin[0][0][2] == pytest.approx(1.2 * step, abs=0.01)
    assert arabic[1][0][2] - arabic[0][0][2] == pytest.approx(1.4 * step, abs=0.01)
    assert arabic[0][0][2] > latin[0][0][2]


@pytest.mark.parametrize(
    ("call", "hint"), [("label", "leave out tracking"), ("text_path", "set it in a label()")]
)
def test_joined_letters_cannot_stand_apart(call: str, hint: str) -> None:
    more = {"x": 0, "y": 10, "tracking": 0.2} if call == "label" else {"d": "M 0 0 H 60"}
    with pytest.raises(TextError) as caught:
        getattr(setter("ar"), call)("تنين", **more)
    assert caught.value.message == '"تنين" is in letters that join, which cannot stand apart'
    assert caught.value.hint == hint


def test_hebrew_goes_along_a_path_from_its_right_end() -> None:
    svg = str(setter("he").text_path("דרקון", "M 0 20 H 60"))
    found = re.findall(r"rotate\([^ ]* ([^ ]*) [^)]*\).*?>([^<]+)</text>", svg)
    assert "".join(text for _, text in sorted(found, key=lambda each: -float(each[0]))) == "דרקון"


def test_marks_of_direction_are_heeded_and_not_printed() -> None:
    svg = setter("en").label("a \u200fשלום\u200e b", 0, 10)
    assert not any(unicodedata.category(c) == "Cf" for *_, text in runs(svg) for c in text)


# Words of several looks


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("ال[كتاب]{#c00000}", "الكتاب"),
        ("[ب]{#c00000}طاقة", "بطاقة"),
        ("أ[وراق]{#c00000}", "أوراق"),
        ("سَ[لَا]{#c00000}م", "سَلَام"),
    ],
)
def test_letters_join_where_a_colour_begins_or_ends(text: str, word: str) -> None:
    """A word of several runs has the glyphs, and the width, of the word in one."""
    font = BOOK.font("Noto Sans Arabic")
    whole = font.shape(word, True)
    svg = setter("ar").label(text, 0, 10, size=12, font="arabic")
    found = sorted(fromstring(f"<svg>{svg}</svg>").iter("text"), key=lambda each: float(each.attrib["x"]))
    shaped = [font.shape(each.text or "", True) for each in found]
    assert len(shaped) > 1
    assert [g.gid for run in shaped for g in run.glyphs] == [g.gid for g in whole.glyphs]
    ends = [float(each.attrib["x"]) for each in found]
    size = float(found[0].attrib["font-size"])
    assert ends[-1] == pytest.approx(whole.advance / font.units_per_em * size, abs=0.001)


@pytest.mark.parametrize(
    ("family", "text", "letters"),
    [
        ("Noto Sans Thai", "กี่น้ำ", ["กี่", "น้ำ"]),
        ("Noto Serif", "g\u0303o fi", ["g\u0303", "o", "f", "i"]),
        ("Noto Sans Hebrew", "בְּרֵ", ["רֵ", "בְּ"]),
    ],
)
def test_letters_on_a_path_keep_their_marks(family: str, text: str, letters: list[str]) -> None:
    svg = str(setter("en").text_path(text, "M 0 20 H 60", font=family, tracking=0.5))
    assert [each.text for each in fromstring(f"<svg>{svg}</svg>").iter("text")] == letters


def test_a_stand_in_that_the_game_names_is_no_stand_in() -> None:
    """A deck in DejaVu Sans was told on every card that its own font stands in for it."""
    named = Typesetter(BOOK, {**ROLES, "body": "DejaVu Sans"}, "en", icon, {})
    named.label("Sand", 0, 10)
    assert named.remarks == []
    other = Typesetter(BOOK, ROLES, "en", icon, {})
    other.label("Sand", 0, 10, font="DejaVu Sans")
    assert other.remarks == []
