"""Hyphens stand where pyphen itself would put them."""

from __future__ import annotations

import pyphen
import pytest

from prancha.faces.text.breaks import Patterns, patterns_of

WORDS = "hyphenation cartas distribuição urinstinkt abenteuer spielplan extraordinary kabinett øl".split()


@pytest.mark.parametrize("name", ["en_US", "pt_BR", "de_DE", "hu_HU", "ru_RU", "eo"])
def test_patterns_say_what_pyphen_reads_in_them(name: str) -> None:
    path = pyphen.LANGUAGES[name]
    theirs, ours = pyphen.HyphDict(path), Patterns(path)
    for letters, (offset, values) in theirs.patterns.items():
        assert ours.weights(letters) == (offset, tuple(map(int, values)))
    for word in WORDS:
        assert ours.positions(word) == tuple(map(int, theirs.positions(word)))


def test_a_language_has_those_of_a_country() -> None:
    named, plain = patterns_of("en-US"), patterns_of("en")
    assert named is not None
    assert plain is not None
    assert named.positions("hyphenation") == plain.positions("hyphenation")
    assert patterns_of("xx") is None
