"""A face that is the same in several languages is told once."""

from __future__ import annotations

from faces_made import CARD, LIBRARY, Set, text
from msgspec.structs import replace

from prancha.checks.artwork import inspect
from prancha.graphics.fonts import FontBook


def messages(*languages: str, svg: str = text("word", pt=3)) -> list[str]:
    printed = Set({"a": svg}, CARD).printed()
    each = [replace(printed, book=FontBook((LIBRARY,), lang)) for lang in languages]
    return [one.message for one in inspect(each).findings if one.code == "text-size"]


def test_the_findings_of_several_languages_are_those_of_one() -> None:
    assert messages("pt-BR", "en") == messages("en") != []
