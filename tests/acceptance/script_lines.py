"""Real sentences in many scripts, each with the font of the tests that has its letters.

`tests/fonts/README.md` says how the fonts were made: their letters are those of these lines.
"""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import unicodedata
from typing import NamedTuple

SERIF, SANS, LATIN = "Noto Serif", "Noto Sans", "Test Latin"
ARABIC, HEBREW, THAI, BURMESE = "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Test Burmese"


class Part(NamedTuple):
    """Letters of one font that run one way."""

    family: str
    text: str
    rtl: bool = False


class Line(NamedTuple):
    """A sentence as a designer writes it, and how it must stand on paper.

    `parts` are those it is made of from left to right: worked out by hand, not by the program.
    `call` holds arguments of `label`; a `raw` line is a `<text>` with the attributes in `call`.
    `share` of its width lies before its x.  With `rtl` the line as a whole runs from right to left.
    """

    name: str
    text: str
    parts: tuple[Part, ...]
    size: float = 12
    tracking: float = 0.0
    share: float = 0.0
    call: tuple[tuple[str, str], ...] = ()
    raw: bool = False
    rtl: bool = False


def _line(name: str, family: str, text: str, rtl: bool = False, **more: object) -> Line:
    """A line of one font and one direction."""
    return Line(name, text, (Part(family, text, rtl),), rtl=rtl, **more)  # type: ignore[arg-type]


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


_PORTUGUESE = "Jogue três dados até à última ação; não há órgãos à mão. Façade naïve, Ångström, g\u0303uahẽ."
_VIETNAMESE = "Mỗi người chơi rút hai lá bài rồi đặt một quân cờ lên bàn; hết lượt."
_POLISH = "Osiągnięcie: każdy gracz dobiera dwie żółte karty i płaci źródło. Zażółć gęślą jaźń."
_KOREAN = "각 플레이어는 카드 두 장을 뽑고 말을 하나 놓는다."

SCRIPTS: tuple[Line, ...] = (
    _line("latin_stacked", LATIN, "Lǜ lóng hé nǚ wáng: ǖǘǚǜ ṩ ḝ ǭ ấ ệ Ḗ ṓ, g\u0303uahe\u0303, x\u0302\u0301 m\u0304\u0303 q\u0323\u0304\u0300."),
    _line("latin_decomposed", SERIF, _nfd(_PORTUGUESE)),
    _line("vietnamese", SERIF, _VIETNAMESE),
    _line("vietnamese_decomposed", SERIF, _nfd(_VIETNAMESE)),
    _line("yoruba", LATIN, "Ọ̀rọ̀ Tọ́jọ́ ẹ̀kọ́ Fọ́ọ̀mù. Gbogbo ènìyàn ni a bí ní òmìnira; iyì àti ẹ̀tọ́ kọ̀ọ̀kan sì dọ́gba."),
    _line("polish", SERIF, _POLISH),
    _line("polish_decomposed", SERIF, _nfd(_POLISH)),
    _line("greek", SERIF, "Κάθε παίκτης τραβάει δύο κάρτες. Ἐν ἀρχῇ ἦν ὁ λόγος, ᾧ ᾗ ΐ ΰ."),
    _line("cyrillic", SANS, "Каждый игрок берёт две карты; кожен гравець бере її. За\u0301мок и замо\u0301к, йод."),
    _line("arabic", ARABIC, "يَسْحَبُ كُلُّ لَاعِبٍ بِطَاقَتَيْنِ ثُمَّ يَدْفَعُ ثَلَاثَةً لِلْبَنْكِ.", True),
    _line("persian", ARABIC, "هر بازیکن دو کارت می‌کشد و سه سکه به بانک می‌پردازد؛ گچ پژمرده.", True),
    _line("hebrew", HEBREW, "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃", True),
    _line("devanagari", "Noto Sans Devanagari", "हर खिलाड़ी दो पत्ते उठाए और बैंक को तीन सिक्के दे, क्षत्रिय द्ध्र श्रृंखला र्कि।"),
    _line("bengali", "Noto Sans Bengali", "প্রত্যেক খেলোয়াড় দুটি কার্ড টানবে এবং ব্যাংকে তিনটি মুদ্রা দেবে। ক্ষুদ্র স্ত্রী"),
    _line("tamil", "Noto Sans Tamil", "ஒவ்வொரு வீரரும் இரண்டு அட்டைகளை எடுக்க வேண்டும்; கொடு, ஸ்ரீ, க்ஷ."),
    _line("thai", THAI, "ผู้เล่นแต่ละคนจั่วไพ่สองใบ แล้ววางหมากหนึ่งตัว ก็ที่นี่น้ำปั๊ม กี่ปี่ ญู ฐุ"),
    _line("lao", "Noto Sans Lao", "ຜູ້ຫຼິ້ນແຕ່ລະຄົນຈົ່ວໄພ່ສອງໃບ ແລ້ວວາງໝາກໜຶ່ງຕົວ ນ້ຳ ທີ່ນີ້"),
    _line("khmer", "Noto Sans Khmer", "អ្នកលេងម្នាក់ៗហូតបៀពីរសន្លឹក ហើយដាក់កូនអុកមួយ។ ស្ត្រី ញ៉ាំ ក្រុម"),
    _line("burmese", "Noto Sans Myanmar", "ကစားသမားတိုင်းသည် ကတ်နှစ်ကတ်ဆွဲပြီး အရုပ်တစ်ရုပ်ချပါ။ မြန်မာ ကြိုးစား၊ ဂုဏ်"),
    _line("japanese", "BIZ UDGothic", "カードを2枚引き、「竜」を置く。か\u3099と\u3099。"),
    _line("korean", "Test Hangul", _KOREAN),
    _line("korean_decomposed", "Test Hangul", _nfd(_KOREAN)),
    _line("chinese", "Test Han", "每位玩家抽两张牌，然后放置一枚棋子。「龙」"),
)  # fmt: skip
"""One line or two for each script."""

_HEBREW = "הקלף Fire Dragon עולה 12 מטבעות."
_ARABIC = "اسحب 12 بطاقة و٣ نقاط"

MIXED: tuple[Line, ...] = (
    Line("latin_in_hebrew", _HEBREW, (
        Part(SERIF, "."), Part(HEBREW, "מטבעות", True), Part(HEBREW, " "), Part(SERIF, "12"), Part(HEBREW, " "),
        Part(HEBREW, "עולה", True), Part(SERIF, " "), Part(SERIF, "Fire"), Part(HEBREW, " "), Part(SERIF, "Dragon"),
        Part(HEBREW, " "), Part(HEBREW, "הקלף", True),
    ), rtl=True),
    Line("digits_in_arabic", _ARABIC, (
        Part(ARABIC, "نقاط", True), Part(ARABIC, " "), Part(ARABIC, "٣"), Part(ARABIC, "بطاقة و", True), Part(ARABIC, " "),
        Part(SERIF, "12"), Part(ARABIC, " "), Part(ARABIC, "اسحب", True),
    ), rtl=True),
    _line("capitals_tracked", SERIF, "MOVIMENTO RESERVA", tracking=1.0),
    _line("accents_tracked", SERIF, _nfd("AÇÃO ÓRGÃO JÚRI"), tracking=0.9),
    _line("yoruba_tracked", LATIN, "Ọ̀RỌ̀ TỌ́JỌ́ Fọ́ọ̀mù", tracking=0.8, share=0.5),
    _line("ligatures_tracked", SERIF, "office affinity", tracking=0.6, share=1.0),
    _line("letters_closer", SERIF, _nfd("Façade naïve até órgãos"), tracking=-0.12),
    _line("thai_tracked", THAI, "ผู้เล่นกี่น้ำปั๊ม", tracking=0.7, share=0.5),
    _line("hebrew_tracked", HEBREW, "בְּרֵאשִׁית בָּרָא", True, tracking=0.8),
    _line("small", LATIN, "Ọ̀rọ̀ Tọ́jọ́ ẹ̀kọ́ Fọ́ọ̀mù, x\u0302\u0301.", size=3.5),
    _line("raw_middle", LATIN, "Ọ̀rọ̀ Tọ́jọ́", share=0.5, raw=True, call=(("text-anchor", "middle"),)),
    _line("raw_end_spaced", SERIF, _nfd("até órgãos"), tracking=0.5, share=1.0, raw=True, call=(("text-anchor", "end"),)),
    _line("raw_hebrew_end", HEBREW, "בְּרֵאשִׁית בָּרָא", True, raw=True, call=(("text-anchor", "end"), ("direction", "rtl"),)),
    _line("raw_hebrew_middle", HEBREW, "הַשָּׁמַיִם", True, share=0.5, raw=True, call=(("text-anchor", "middle"), ("direction", "rtl"),)),
    Line("raw_both_ways", "за\u0301мок (12) йод", (Part(SANS, "за\u0301мок (12) йод"),), raw=True),
    Line("raw_hebrew_undeclared", "שלום עולם", (Part(HEBREW, "שלום עולם", True),), raw=True),
    Line("raw_arabic_digits", "بطاقة ٣ نقاط", (
        Part(ARABIC, " نقاط", True), Part(ARABIC, "٣"), Part(ARABIC, "بطاقة ", True)), raw=True, call=(("direction", "rtl"),), share=1.0, rtl=True),
    Line("latin_beside_burmese", "Card(မြန်မာ)ကြိုးLevel", (
        Part(BURMESE, "Card("), Part(BURMESE, "မြန်မာ)ကြိုး"), Part(BURMESE, "Level"))),
)  # fmt: skip
"""Lines of two directions, of letters set apart, at other sizes, and texts of templates' own."""

LINES = (*SCRIPTS, *MIXED)
