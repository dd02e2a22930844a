"""Markup: bold, italic, icons, escapes, and what is refused."""

# ruff: noqa: E501 - texts and messages stand as they are

from __future__ import annotations

import time

import pytest

from prancha.faces.text.markup_line import InlineIcon, Span
from prancha.faces.text.text_markup import notes_of, sound
from prancha.faces.text.text_options import TextError
from prancha.model.diagnostic import excerpt
from prancha.model.localised_text import escape_text


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
        ("2 {coin}", [Span("2 "), InlineIcon("coin")]),
        ("{coin:#c0392b}{x:red}", [InlineIcon("coin", "#c0392b"), InlineIcon("x", "red")]),
        ("{a-1:#fff}", [InlineIcon("a-1", "#fff")]),
        (r"\*a\* \{b\} \\", [Span(r"*a* {b} \\"[:-1])]),
        (r"C:\nova", [Span(r"C:\nova")]),
        ("2 * 3", [Span("2 * 3")]),
        ("a } b", [Span("a } b")]),
        ("**a**\\***b**", [Span("a", True), Span("*"), Span("b", True)]),
    ],
)  # fmt: skip
def test_inlines(content: str, inlines: list[object]) -> None:
    assert sound(content).lines == (tuple(inlines),)


def test_spaces_are_single_and_empty_lines_are_dropped() -> None:
    assert sound("  um \t dois \n\n tres\r\n").lines == ((Span("um dois"),), (Span("tres"),))
    assert sound("").lines == sound(" \n ").lines == ()


def test_no_break_spaces_are_kept() -> None:
    assert sound("10\u00a0cm \u00a0").lines == ((Span("10\u00a0cm \u00a0"),),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a {} b", '"{}" in "a {} b" is no icon'),
        ("{coin:#12}", '"{coin:#12}" in "{coin:#12}" is no icon'),
        ("{../x}", '"{../x}" in "{../x}" is no icon'),
    ],
)
def test_bad_markup_is_refused_by_naming_the_text(content: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        sound(content)
    assert caught.value.message == message
    assert caught.value.code == "text-markup"
    assert "write" in caught.value.hint


B, IT = {"bold": True}, {"italic": True}


@pytest.mark.parametrize(
    ("content", "lines", "notes"),
    [
        ("um **dois", [[Span("um **dois")]], ['** is not closed in "um **dois", and prints as it stands']),
        ("*At game end", [[Span("*At game end")]], ['* is not closed in "*At game end", and prints as it stands']),
        ("5* hotel", [[Span("5* hotel")]], ['* is not closed in "5* hotel", and prints as it stands']),
        ("5* inn, 4* inn", [[Span("5* inn, 4* inn")]], ['* is not closed in "5* inn, 4* inn", and prints as it stands']),
        ("*one, *two", [[Span("*one, *two")]], ['* is not closed in "*one, *two", and prints as it stands']),
        ("*one *two*", [[Span("*one "), Span("two", **IT)]], ['* is not closed in "*one *two*", and prints as it stands']),
        ("2*3 and 4*5", [[Span("2*3 and 4*5")]], []),
        ("**a **b", [[Span("a ", **B), Span("b")]], []),
        ("***a*", [[Span("***a*")]], ['*** is not closed in "***a*", and prints as it stands']),
        ("a****b", [[Span("a****b")]], ['**** is not closed in "a****b", and prints as it stands']),
        ("**um\ndois**", [[Span("**um")], [Span("dois**")]],
         ['** is not closed in "**um", and prints as it stands', '** is not closed in "dois**", and prints as it stands']),
        ("a {coin b", [[Span("a {coin b")]], ['"{" is not closed in "a {coin b", and prints as it stands']),
        ("<b>Now.</b> Go<br>on <I>slowly</I>", [[Span("Now.", **B), Span(" Go")], [Span("on "), Span("slowly", **IT)]], []),
        ("<p>One</p><p><strong>Two</strong></p>", [[Span("One")], [Span("Two", **B)]], []),
        ("<b>all\nof it", [[Span("all", **B)], [Span("of it", **B)]], ['<b> is not closed in "<b>all of it"']),
        ("<u>a</u>", [[Span("<u>a</u>")]], ['"<u>" is HTML that is not understood, and prints as it stands']),
        ("a &amp; b &lt;b&gt; &nbsp;c &#42;", [[Span("a & b <b> \u00a0c *")]], []),
        (r"\<b> \&amp; \# \•", [[Span("<b> &amp; # •")]], []),
        ("## Head\ntext", [[Span("Head", **B)], [Span("text")]], []),
        ("# of cards", [[Span("# of cards")]], []),
        ("see [the rules](https://a.b/c)!", [[Span("see the rules!")]], ['the link to "https://a.b/c" prints without its address']),
        ("|A|B|\n|---|:-:|\n|1|2|", [[Span("|A|B|")], [Span("|---|:-:|")], [Span("|1|2|")]], ['the table in "|A|B| |---|:-:| |1|2|" prints as it stands, with its bars']),
        ("a [b](c) <3 x&y", [[Span("a [b](c) <3 x&y")]], []),
    ],
)  # fmt: skip
def test_what_people_write_prints_and_what_is_odd_is_told(
    content: str, lines: list[list[object]], notes: list[str]
) -> None:
    assert sound(content).lines == tuple(map(tuple, lines))
    assert [message for message, _ in notes_of(content)] == notes


def test_a_list_begins_at_one_or_follows_an_entry() -> None:
    def marks(content: str) -> list[str]:
        return [mark for mark, _ in sound(content, True).entries]

    assert marks("6. Tag: Ruhe.\n7. Tag: Fest.") == ["", ""]
    assert marks("1. a\n2. b\n5. c") == ["1.", "2.", "5."]
    assert marks("- a\n3. b") == ["•", "3."]
    assert sound("6. Tag").lines == ((Span("6. Tag"),),)


@pytest.mark.parametrize(
    "text",
    ["*a* {b} [c]{.d} [[e]]", "- a\n1. b\n6. c", "<b>x</b> &amp; \\", "## x\n# y\n[a](http://b)", "• z"],
)
def test_escaped_text_prints_letter_by_letter(text: str) -> None:
    entries = sound(escape_text(text), True).entries
    assert [mark for mark, _ in entries] == [""] * len(entries)
    assert "\n".join("".join(part.text for part in line) for _, line in entries) == text
    assert notes_of(escape_text(text)) == ()


def test_stars_without_number_are_read_in_no_time() -> None:
    """Each was once compared with all the others: a quarter of a minute."""
    started = time.process_time()
    assert len(sound("*a " * 20_000).lines) == 1
    assert time.process_time() - started < 3


def test_an_excerpt_is_one_short_line() -> None:
    assert excerpt("a\n b") == '"a b"'
    assert excerpt("x" * 99) == '"' + "x" * 39 + '…"'


def test_an_error_reads_as_message_and_hint() -> None:
    assert str(TextError("wrong", "do right")) == "wrong\n    do right"
    assert str(TextError("wrong")) == "wrong"


@pytest.mark.parametrize(
    ("text", "words"), [("*" * 201, "201 stars in a row"), ("{ " * 230, 'more than 200 "{"')]
)
def test_signs_without_end_are_refused(text: str, words: str) -> None:
    """A million of them took minutes."""
    with pytest.raises(TextError, match=words):
        sound(text)
    assert sound(text[:100]).lines
