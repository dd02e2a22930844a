"""Templates cut into tokens: Jinja's, found by one pattern for each stretch instead of one for each kind.

Jinja tries seven patterns in turn at each token, hands all on through two generators and drops the blanks
among them.  What is written as usual is cut here; a template with anything else, or with a mistake, is left
to Jinja as a whole, so what it reads otherwise, and what it says, is its own.
"""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from typing import Any

from jinja2 import lexer
from jinja2.lexer import Token

_BEGIN = r"\{([{%#])([-+]?)(\s*raw\b)?"
_COMMENT_END = r"\+#\}|-#\}\s*|#\}\n?"
_BEGINS = {"{": lexer.TOKEN_VARIABLE_BEGIN, "%": lexer.TOKEN_BLOCK_BEGIN}
_ENDS = {"{": lexer.TOKEN_VARIABLE_END, "%": lexer.TOKEN_BLOCK_END}
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_token = Token._make


class _Unusual(Exception):
    """What is left to Jinja."""


def usual_tokens(source: str) -> list[Token] | None:
    """The tokens of a template with `trim_blocks` and `lstrip_blocks`; None where it is left to Jinja."""
    if "\r" in source:
        return None
    try:
        return _tokens(source)
    except (_Unusual, ValueError):
        return None


def _tokens(source: str) -> list[Token]:
    source = source.removesuffix("\n")
    tokens: list[Token] = []
    at, line, fresh = 0, 1, True
    begins, ends = re.compile(_BEGIN), re.compile(_COMMENT_END)
    while begin := begins.search(source, at):
        kind, sign, raw = begin.groups()
        if raw:
            raise _Unusual
        text = source[at : begin.start()]
        kept = _stripped(text, sign, kind, fresh)
        if kept:
            tokens.append(Token(line, lexer.TOKEN_DATA, kept))
        line += text.count("\n")
        if kind == "#":
            end = ends.search(source, begin.end())
            if end is None:
                raise _Unusual
            at = end.end()
            line += source.count("\n", begin.end(), at)
        else:
            tokens.append(Token(line, _BEGINS[kind], begin[0]))
            at, line = _inside(source, begin.end(), line, kind, tokens)
        fresh = source[at - 1] == "\n"
    if at < len(source):
        tokens.append(Token(line, lexer.TOKEN_DATA, source[at:]))
    return tokens


def _stripped(text: str, sign: str, kind: str, fresh: bool) -> str:
    """The text before a tag, without the blanks that the tag takes; `fresh` says that it begins a line."""
    if sign == "-":
        return text.rstrip()
    begin = text.rfind("\n") + 1
    if not sign and kind != "{" and (begin or fresh) and text[begin:].isspace():
        return text[:begin]
    return text


def _inside(source: str, at: int, line: int, kind: str, tokens: list[Token]) -> tuple[int, int]:
    """Add the tokens of a tag that begins at `at`; returns where it ends, and the line there."""
    closing: list[str] = []
    pattern, end = _pattern(), _ENDS[kind]
    while found := pattern.match(source, at):
        what, at = found.lastgroup or "", found.end()
        text, whole = found[what], found[0]
        if "\n" in whole:
            line += whole.count("\n") - text.count("\n")
        if what in _ENDS.values() and closing:  # a bracket is closed there, or a sign stands before one
            what, text, at = lexer.TOKEN_OPERATOR, text[0], found.start(what) + 1
        if what == lexer.TOKEN_NAME:
            if not text.isidentifier():
                raise _Unusual
            tokens.append(_token((line, what, text)))
        elif what == lexer.TOKEN_OPERATOR:
            tokens.append(_token((line, lexer.operators[text], text)))
            if text in _CLOSING:
                closing.append(_CLOSING[text])
            elif text in ")]}" and (not closing or closing.pop() != text):
                raise _Unusual
        elif what in _VALUES:
            tokens.append(_token((line, what, _VALUES[what](text))))
            line += text.count("\n")
        elif what == end:
            tokens.append(_token((line, what, text)))
            return at, line + text.count("\n")
        else:
            raise _Unusual
    raise _Unusual


def _text_of(quoted: str) -> str:
    """The text between quotes."""
    if "\\" not in quoted and quoted.isascii():
        return quoted[1:-1]
    return quoted[1:-1].encode("ascii", "backslashreplace").decode("unicode-escape")


_VALUES: dict[str, Any] = {
    lexer.TOKEN_STRING: _text_of,
    lexer.TOKEN_INTEGER: lambda text: int(text.replace("_", ""), 0),
    lexer.TOKEN_FLOAT: lambda text: literal_eval(text.replace("_", "")),
}


@cache
def _pattern() -> re.Pattern[str]:
    """What may follow in a tag, and the blanks before it."""
    kinds = (
        (lexer.TOKEN_VARIABLE_END, r"-\}\}\s*|\}\}"), (lexer.TOKEN_BLOCK_END, r"\+%\}|-%\}\s*|%\}\n?"),
        (lexer.TOKEN_NAME, r"(?!\d)\w+"), (lexer.TOKEN_OPERATOR, _scoped(lexer.operator_re)),
        (lexer.TOKEN_STRING, _scoped(lexer.string_re)), (lexer.TOKEN_FLOAT, _scoped(lexer.float_re)),
        (lexer.TOKEN_INTEGER, _scoped(lexer.integer_re)),
    )  # fmt: skip
    return re.compile(rf"\s*(?:{'|'.join(f'(?P<{kind}>{pattern})' for kind, pattern in kinds)})")


def _scoped(pattern: re.Pattern[str]) -> str:
    """A pattern as part of another, with its own flags."""
    flags = "".join(
        letter for letter, flag in (("i", re.I), ("s", re.S), ("x", re.X)) if pattern.flags & flag
    )
    return f"(?{flags}:{pattern.pattern})"
