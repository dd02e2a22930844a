"""A face that is the same in several languages is looked at once, and told in each."""

from __future__ import annotations

import pytest
from faces_made import CARD, LIBRARY, Set, Written, text
from msgspec.structs import replace

from prancha.checks.artwork import inspect, looking
from prancha.graphics.fonts import FontBook

SMALL = text("word", pt=3)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The items whose faces are looked at."""
    found: list[str] = []
    usual = looking._check_face

    def noted(face, *rest):  # type: ignore[no-untyped-def]
        found.append(face.item)
        return usual(face, *rest)

    monkeypatch.setattr(looking, "_check_face", noted)
    return found


def messages(*languages: str, svg: str = SMALL) -> list[str]:
    printed = Set({"a": svg}, CARD).printed()
    each = [replace(printed, book=FontBook((LIBRARY,), lang)) for lang in languages]
    return [one.message for one in inspect(each, Written({})).findings if one.code == "text-size"]


def test_a_face_of_two_languages_is_looked_at_once(looks: list[str]) -> None:
    assert messages("pt-BR", "en") == messages("en") != []
    assert len(looks) == 2


def test_a_face_in_a_font_with_letters_of_a_language_is_looked_at_in_each(looks: list[str]) -> None:
    assert messages("pt-BR", "es")
    assert len(looks) == 2


def test_a_face_that_asks_for_a_language_is_looked_at_in_each(looks: list[str]) -> None:
    messages("pt-BR", "en", svg=f'<switch><g systemLanguage="en">{SMALL}</g><g/></switch>')
    assert len(looks) == 2
