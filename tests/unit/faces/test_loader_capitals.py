"""Texts in capitals, by language, and of scripts that have none or whose fonts lack them."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import cast
from unicodedata import normalize
from xml.etree.ElementTree import fromstring

import pytest
from deck import Deck
from markupsafe import Markup

from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.graphics.svg.cascade import settle_styles
from prancha.graphics.svg.normal import FACE_UNITS, LetterMeasures
from prancha.graphics.svg.normal.characters import collect
from prancha.graphics.svg.normal.context import DrawingSetting, outermost
from prancha.model.localised_text import capitalised, capitals, small_letters

GEORGIAN = "\u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("straße", "STRASSE"), (GEORGIAN, GEORGIAN), (f"a {GEORGIAN} é", f"A {GEORGIAN} É"), ("ς", "Σ")],
)
def test_georgian_letters_stay_for_few_fonts_have_their_capitals(text: str, expected: str) -> None:
    assert capitals(text) == capitals(text, "de") == expected
    environment = FaceEnvironment(FolderLoader(()))
    assert environment.filters["upper"](text) == expected
    assert isinstance(environment.filters["upper"](Markup(text)), Markup)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "istanbul ıı", "ISTANBUL II"),
        ("tr", "istanbul ıı", "İSTANBUL II"),
        ("az-Latn", "ilıq", "İLIQ"),
        ("lt", "i̇̀ j̇́ ė į̇̃", "Ì J́ Ė Į̃"),
        ("el", "άνθρωπος ΐ Ίος", "ΑΝΘΡΩΠΟΣ Ϊ ΙΟΣ"),
        ("el", "μάιος θεϊκός νεράιδα", "ΜΑΪΟΣ ΘΕΪΚΟΣ ΝΕΡΑΪΔΑ"),
        ("el", "ναι ή όχι, ήρωας", "ΝΑΙ Ή ΟΧΙ, ΗΡΩΑΣ"),
        ("el", "ᾧ ὅμηρος ῥήτωρ", "ΩΙ ΟΜΗΡΟΣ ΡΗΤΩΡ"),
        ("el", "α\u0301ι café", "ΑΪ CAFÉ"),
        ("en", "άνθρωπος", "ΆΝΘΡΩΠΟΣ"),
    ],
)
def test_capitals_are_those_of_the_language(language: str, text: str, expected: str) -> None:
    assert normalize("NFC", capitals(text, language)) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "ΟΔΟΣ ΣΑΣ. Σ", "οδος σας. σ"),
        ("tr", "ISTANBUL İZMİR I\u0307", "ıstanbul izmir i"),
        ("lt", "Ì Í Ĩ J\u0301 IŠ", "i̇̀ i̇́ i̇̃ j̇́ iš"),
        ("en", "Ì I", "ì i"),
    ],
)
def test_small_letters_are_those_of_the_language(language: str, text: str, expected: str) -> None:
    assert small_letters(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("nl", "ijs en ijzer", "IJs En IJzer"),
        ("en", "ijs don't rock'n'roll", "Ijs Don't Rock'n'roll"),
        ("tr", "iyi günler", "İyi Günler"),
        ("en", "(one) two-three 4th ǆez é", "(One) Two-Three 4th ǅez É"),
    ],
)
def test_words_begin_with_the_capitals_of_the_language(language: str, text: str, expected: str) -> None:
    assert capitalised(text, language) == expected


@pytest.mark.parametrize(
    ("language", "written", "shown"),
    [
        ("tr", "{{ 'istanbul'|upper }}", "İSTANBUL"),
        ("tr", "{{ 'ISPARTA'|lower }} {{ 'izmir'|capitalize }}", "ısparta İzmir"),
        ("el", "{{ 'άνω ΚΑΤΩ'|title }} {{ 'ΟΔΟΣ'|lower }}", "Άνω Κατω οδος"),
        ("nl", "{{ 'HET IJSJE'|title }}", "Het IJsje"),
        ("en", "{{ 'istanbul'|upper }}", "ISTANBUL"),
        ("en", "{{ label('[istanbul]{.smallcaps}', 9, 9, font='body', size=9) }}", "ISTANBUL"),
    ],
)
def test_filters_and_small_capitals_follow_the_language(
    deck: Deck, language: str, written: str, shown: str
) -> None:
    deck.game["languages"] = (language,)
    deck.fields = [{"name": "x"}]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{written}</svg>'
    inside = deck.inside(svg, language)
    assert re.sub("<[^>]*>", "", inside).strip() == shown


def test_small_capitals_of_turkish_are_those_with_a_dot(deck: Deck) -> None:
    deck.game["languages"] = ("tr",)
    assert ">İLK<" in deck.inside("{{ label('[ilk]{.smallcaps}', 9, 9, font='body', size=9) }}", "tr")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<text style="text-transform:uppercase">i<tspan>i ß</tspan></text>', "İİ SS"),
        ('<text style="text-transform:uppercase">i<tspan xml:lang="en">i</tspan></text>', "İI"),
        ('<text style="text-transform:uppercase">i<tspan lang="el">ά</tspan>ά</text>', "İΑΆ"),
        ('<text style="text-transform:lowercase">ΟΔΟ<tspan>Σ ΟΔΟΣ</tspan>Α I</text>', "οδος οδοσα ı"),
        ('<text style="text-transform:capitalize">don\'t i<tspan>yi</tspan> iyi</text>', "Don't İyi İyi"),
    ],
)
def test_text_transform_follows_the_language_from_one_part_to_the_next(text: str, shown: str) -> None:
    element = fromstring(text)
    settle_styles(element)
    context = outermost((9.0, 9.0)).inside(element.attrib, FACE_UNITS)
    letters = cast("LetterMeasures", SimpleNamespace(lent=lambda text, style: ()))
    setting = DrawingSetting({}, {}, FACE_UNITS, letters, ("tr",))
    found = collect(element, context, setting).characters
    assert "".join(each.text for each in found) == shown
