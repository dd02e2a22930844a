"""Thai breaks between its words, by a model that is an extra; who lacks it is told."""

from __future__ import annotations

import re

import pytest
from script_fonts import BOOK

from prancha.faces.text import breaks
from prancha.faces.text.text_options import TextError
from prancha.faces.text.typesetter import Typesetter


def setter() -> Typesetter:
    return Typesetter(BOOK, {"body": "Noto Sans Thai"}, "th", lambda *_, **__: "")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaks, "_parser", lambda: None)


def lines(svg: str) -> list[str]:
    found: dict[str, str] = {}
    for y, text in re.findall(r'<text x="[^"]*" y="([^"]*)"[^>]*>([^<]*)', svg):
        found[y] = found.get(y, "") + text
    return list(found.values())


def test_lines_end_between_words() -> None:
    text = "น้ำที่นี่กี่น้ำที่นี่กี่น้ำ"
    found = lines(setter().paragraph(text, 0, 0, 12, 60, size=10))
    assert len(found) > 1
    assert "".join(found) == text
    cuts = {len("".join(found[:k])) for k in range(1, len(found))}
    assert cuts <= breaks.thai_breaks(text)


def test_whoever_sets_breaks_is_asked_before_the_dictionary() -> None:
    assert breaks.thai_breaks("น้ำที่\u200bนี่") == frozenset()
    assert breaks.thai_breaks("Draw two") == frozenset()


@pytest.mark.usefixtures("bare")
def test_without_the_extra_it_is_told_once() -> None:
    ts, text = setter(), "น้ำ" * 8
    for content in (text, text + "ที่"):
        ts.paragraph(content, 0, 0, 90, 20)
    (remark,) = ts.take()
    assert (remark.code, remark.message, remark.hint) == (
        "text-breaks",
        "Thai is broken at its spaces alone: BudouX, which knows its words, is not installed",
        'pip install "prancha[thai]", or write a zero-width space (U+200B) where a line may end',
    )
    with pytest.raises(TextError) as caught:
        ts.paragraph(text, 0, 0, 12, 60)
    assert caught.value.hint == (
        'write a zero-width space (U+200B) between its words; for Thai: pip install "prancha[thai]"'
    )
    ts.take()
    ts.paragraph("น้ำ\u200bที่" * 5, 0, 0, 20, 60)
    ts.paragraph("น้ำ", 0, 0, 20, 60)
    assert ts.take() == ()
