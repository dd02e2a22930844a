"""Words of the program: every language has the same texts with the same placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from string import Formatter
from typing import Any

import pytest
import yaml

from prancha.system.words import language_of, languages, words

OTHERS = [lang for lang in languages() if lang != "en"]


def whole(lang: str) -> Any:
    """All sections of a language, read in one go."""
    return yaml.safe_load(files("prancha").joinpath("words", f"{lang}.yaml").read_text(encoding="utf-8"))


def texts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each text with the keys that lead to it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from texts(each, f"{path}[{number}]")
    else:
        yield path, value


def placeholders(text: str) -> list[str]:
    """The names in braces, sorted; a template fills `{}` in."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_keys_in_the_same_order(lang: str) -> None:
    assert [path for path, _ in texts(whole(lang))] == [path for path, _ in texts(whole("en"))]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_text_fills_in_the_same_values(lang: str) -> None:
    english = dict(texts(whole("en")))
    assert {path: placeholders(text) for path, text in texts(whole(lang))} == {
        path: placeholders(text) for path, text in english.items()
    }


@pytest.mark.parametrize("lang", languages())
def test_every_text_is_written_and_has_its_bold_closed(lang: str) -> None:
    for path, text in texts(whole(lang)):
        assert isinstance(text, str), path
        assert text.strip(), path
        assert len(re.findall(r"\*\*", text)) % 2 == 0, path


@pytest.mark.parametrize("lang", languages())
def test_a_section_alone_is_as_it_is_in_the_whole_file(lang: str) -> None:
    read = whole(lang)
    assert {section: dict(words(lang, section)) for section in read} == read


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("pt-BR", "pt-BR"),
        ("PT-br", "pt-BR"),
        ("pt", "pt-BR"),
        ("es", "es"),
        ("es-AR", "es"),
        ("tlh", "en"),
    ],
)
def test_a_language_is_served_by_its_own_words_or_by_english_ones(asked: str, served: str) -> None:
    assert language_of(asked) == served


@pytest.mark.parametrize("lang", OTHERS)
def test_numbers_on_paper_stay_beside_their_units(lang: str) -> None:
    english = dict(texts(whole("en")["paper"]))
    joined = {path for path, text in english.items() if "\N{NO-BREAK SPACE}" in text}
    assert len(joined) > 3
    own = dict(texts(whole(lang)["paper"]))
    assert {path for path in joined if "\N{NO-BREAK SPACE}" not in own[path]} == set()
