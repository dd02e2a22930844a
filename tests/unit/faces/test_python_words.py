"""Every text of Python that is translated is one that this version of Python raises.

A new version of Python that words an error otherwise fails here, not in a message to a template author.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import pytest

from prancha.faces import python_words
from prancha.faces.python_words import translate_error

FIVE: Any = 5
PLAIN: Any = "a"
EMPTY: Any = []


SOURCES = [
    "f(a=1, a=2)",
    "def f(l_1_a, l_1_a): pass",
    "(" * 300,
    "if 1:\n" + "".join(" " * k + "if 1:\n" for k in range(1, 120)),
    "".join(" " * k + "for a in b:\n" for k in range(30)) + " " * 30 + "a",
]


def takes_one(one: int, *, two: int) -> None:
    """What a call of a template's goes to."""


def unpack() -> None:
    _one, _two = FIVE


def unpack_three() -> None:
    _one, _two = [1, 2, 3]


VALUES: list[Callable[[], object]] = [
    lambda: FIVE - "a", lambda: FIVE ** "a", lambda: EMPTY + FIVE, lambda: FIVE < "a", lambda: -("a" + ""),
    lambda: list(FIVE), lambda: FIVE(), lambda: FIVE[0], lambda: len(FIVE), lambda: range("a"),
    lambda: math.sqrt("a"), lambda: format([], ".2f"), lambda: round("a"), lambda: abs("a"),
    lambda: [1] * 1.5, lambda: 1 in FIVE, lambda: FIVE in "a", lambda: FIVE.items(), lambda: reversed(FIVE),
    unpack, lambda: dict([FIVE]), lambda: PLAIN["a":], lambda: getattr([], FIVE), lambda: PLAIN % FIVE,
    lambda: " ".strip(FIVE), lambda: " ".startswith(FIVE), lambda: " ".endswith(FIVE),
    lambda: takes_one(two=2), lambda: takes_one(1), lambda: takes_one(1, 2, 3, two=2),
    lambda: [].append(), lambda: {}.get(), lambda: {FIVE: 1, (1, []): 2},
    lambda: math.sqrt(-1), lambda: "a".index("b"), unpack_three, lambda: format("a", "f"),
]  # fmt: skip


@pytest.mark.parametrize("use", VALUES)
def test_what_python_says_is_told_in_words_of_templates(use: Callable[[], object]) -> None:
    with pytest.raises((TypeError, AttributeError, ValueError)) as caught:
        use()
    message, _ = translate_error(caught.value)
    assert message != str(caught.value)
    assert not message.startswith("this cannot be worked out"), caught.value


def test_every_text_is_raised() -> None:
    met = set()
    for use in VALUES:
        with pytest.raises((TypeError, AttributeError, ValueError)) as caught:
            use()
        said = str(caught.value)
        called = python_words._CALLED.match(said)
        said = said[called.end() :] if called else said
        met |= {pattern for pattern, *_ in python_words._MISTAKES if re.match(pattern, said)}
    for source in SOURCES:
        with pytest.raises(SyntaxError) as caught:
            compile(source, "a", "exec")
        met |= {pattern for pattern, *_ in python_words._MISTAKES if re.match(pattern, caught.value.msg)}
    assert not {pattern for pattern, *_ in python_words._MISTAKES} - met


@pytest.mark.parametrize("source", SOURCES)
def test_what_python_says_of_code_is_told_too(source: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        compile(source, "a", "exec")
    assert not translate_error(caught.value)[0].startswith("it cannot be read")
