"""A rulebook in every script: the text of its pages is that of its Markdown, in reading order."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections import Counter
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from script_lines import ARABIC, HEBREW, SCRIPTS, SERIF, Line
from test_scripts import FONTS

from prancha.building import pipeline
from prancha.building.order import Order

_UNSEEN = {ord(c): None for c in "\u200b\u200c"}
LANGUAGES = {
    "vietnamese": "vi", "yoruba": "yo", "polish": "pl", "greek": "el", "cyrillic": "ru", "arabic": "ar",
    "persian": "fa", "hebrew": "he", "devanagari": "hi", "bengali": "bn", "tamil": "ta", "thai": "th",
    "lao": "lo", "khmer": "km", "burmese": "my", "japanese": "ja", "korean": "ko", "chinese": "zh",
}  # fmt: skip


def _book(line: Line) -> str:
    """Every kind of block that has words, the paragraph long enough for several lines."""
    text = re.sub(r"([\[\]*_`<>])", r"\\\1", line.text)
    return (
        f"# {text}\n\n{' '.join([text] * 4)}\n\n## {text}\n\n1. {text}\n2. **{text}**\n\n- {text}\n\n"
        f"> {text}\n\n> [!NOTE]\n> {text}\n\n| {text} |\n|---|\n| {text} |\n"
    )


def _letters(text: str) -> str:
    """A text as a search compares it: composed, without spaces, which the ends of lines may take away."""
    return unicodedata.normalize("NFC", "".join(text.split()).translate(_UNSEEN))


def _shown(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        (page,) = document
        return str(page.get_textpage().get_text_range())


def _built(line: Line, folder: Path) -> Path:
    game = folder / "components" / "scripts"
    (folder / "templates" / "scripts").mkdir(parents=True)
    game.mkdir(parents=True)
    lang = LANGUAGES.get(re.sub("_.*", "", line.name), "en")
    families = list(dict.fromkeys([part.family for part in line.parts] + [SERIF, HEBREW, ARABIC]))
    (game / "game.yaml").write_text(
        f"title: Scripts\nlanguages: [{lang}]\nfamilies: [cards]\n"
        f"fonts: {{body: {families}}}\nbook: {{text: 7 pt}}\n"
    )
    (game / "cards.yaml").write_text(
        "title: Cards\nstock: card\noutline: rectangle\nsize: 40 x 40 mm\ntemplate: card.svg.j2\n"
        "items: [{id: one}]\n"
    )
    (folder / "templates" / "scripts" / "card.svg.j2").write_text('<rect width="9" height="9"/>')
    (game / f"rules.{lang}.md").write_text(_book(line), encoding="utf-8")
    for family in families:
        shutil.copytree(FONTS / family, folder / "templates" / "scripts" / "fonts" / family)
    order = Order(folder, out=folder / "out", only=("rulebook",), cache=False)
    return pipeline.build_game(order, "scripts").pdf


@pytest.mark.parametrize("line", SCRIPTS, ids=lambda line: line.name)
def test_the_text_of_a_book_in_every_script_is_that_of_its_markdown(line: Line, tmp_path: Path) -> None:
    pdf = _built(line, tmp_path)
    shown, text = _letters(_shown(pdf)), _letters(line.text)
    assert " " in line.text or " \r\n" not in _shown(pdf)  # no spaces where the script has none
    wanted = f"1{text * 6}1.{text}2.{text}•{text * 5}"
    if line.rtl and any(unicodedata.category(c) == "Mn" for c in line.text):
        # pdfium gives the points of a word in an order of their own.
        assert Counter(shown) == Counter(wanted)
    else:
        assert shown == wanted


@pytest.mark.parametrize("line", [one for one in SCRIPTS if one.rtl], ids=lambda line: line.name)
def test_numbers_of_steps_stand_at_the_right_of_words_that_run_to_the_left(
    line: Line, tmp_path: Path
) -> None:
    with pdfplumber.open(_built(line, tmp_path)) as document:
        chars = document.pages[0].chars
    numbers = [one for one in chars if one["text"] in "12" and one["bottom"] < 150 * 72 / 25.4]
    assert len(numbers) == 2
    for number in numbers:
        line_of = [one for one in chars if abs(one["matrix"][5] - number["matrix"][5]) < 1]
        beside = [one["x1"] for one in line_of if one["text"] != "."]
        assert len(beside) > 10
        assert max(beside) == number["x1"]
