"""Markup: bold, italic, icons, escapes, and what is refused."""

from __future__ import annotations

import pytest

from generator.faces.markup import Span, Symbol, parse
from generator.faces.text_errors import TextError, excerpt


@pytest.mark.parametrize(
    ("content", "inlines"),
    [
        ("simples", [Span("simples")]),
        ("**a** b", [Span("a", bold=True), Span(" b")]),
        ("a *b* c", [Span("a "), Span("b", italic=True), Span(" c")]),
        ("***a***", [Span("a", True, True)]),
        ("**a *b***", [Span("a ", bold=True), Span("b", True, True)]),
        ("*a **b** c*", [Span("a ", italic=True), Span("b", True, True), Span(" c", italic=True)]),
        ("Jo**go**", [Span("Jo"), Span("go", bold=True)]),
        ("2 {coin}", [Span("2 "), Symbol("coin")]),
        ("{coin:#c0392b}{x:red}", [Symbol("coin", "#c0392b"), Symbol("x", "red")]),
        ("{a-1:#fff}", [Symbol("a-1", "#fff")]),
        (r"\*a\* \{b\} \\", [Span(r"*a* {b} \\"[:-1])]),
        (r"C:\nova", [Span(r"C:\nova")]),
        ("2 * 3", [Span("2 * 3")]),
        ("a } b", [Span("a } b")]),
        ("**a**\\***b**", [Span("a", True), Span("*"), Span("b", True)]),
    ],
)  # fmt: skip
def test_inlines(content: str, inlines: list[object]) -> None:
    assert parse(content) == (tuple(inlines),)


def test_spaces_are_single_and_empty_lines_are_dropped() -> None:
    assert parse("  um \t dois \n\n tres\r\n") == ((Span("um dois"),), (Span("tres"),))
    assert parse("") == parse(" \n ") == ()


def test_no_break_spaces_are_kept() -> None:
    assert parse("10\u00a0cm \u00a0") == ((Span("10\u00a0cm \u00a0"),),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("um **dois", '** is not closed in "um **dois"'),
        ("um *dois", '* is not closed in "um *dois"'),
        ("**um\ndois**", '** is not closed in "**um"'),
        ("a****b", '**** in "a****b" is no marker'),
        ("a {coin b", '"{coin b" in "a {coin b" is no icon'),
        ("a {} b", '"{}" in "a {} b" is no icon'),
        ("{coin:#12}", '"{coin:#12}" in "{coin:#12}" is no icon'),
        ("{../x}", '"{../x}" in "{../x}" is no icon'),
    ],
)
def test_bad_markup_is_refused_by_naming_the_text(content: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(content)
    assert caught.value.message == message
    assert caught.value.code == "text-markup"
    assert "write" in caught.value.hint


def test_an_excerpt_is_one_short_line() -> None:
    assert excerpt("a\n b") == '"a b"'
    assert excerpt("x" * 99) == '"' + "x" * 39 + '…"'


def test_an_error_reads_as_message_and_hint() -> None:
    assert str(TextError("wrong", "do right")) == "wrong\n    do right"
    assert str(TextError("wrong")) == "wrong"
