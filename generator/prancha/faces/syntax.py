"""What is most likely meant where Jinja cannot read a template, and the line to look at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from prancha.model.diagnostic import nearest, suggestion

_TAGS = (
    "block", "call", "elif", "else", "endblock", "endcall", "endfilter", "endfor", "endif", "endmacro",
    "endraw", "endset", "endwith", "extends", "filter", "for", "from", "if", "import", "include", "macro",
    "raw", "set", "with",
)  # fmt: skip
_CLOSES = {"{{": "}}", "{%": "%}", "{#": "#}"}
_TOKEN = r"\{[{%#]|[}%#]\}|\"|'"
_QUOTE = re.compile(r"""unexpected char (?:"'"|'"')""")
_HINTS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Encountered unknown tag '(\w+)'", lambda found: suggestion(found[1], _TAGS)),
    (r"No (?:filter|test) named '(\w+)'", lambda found: _near_filter(found[1])),
    (r"block that needs to be closed is '(\w+)'", lambda found: f"write {{% end{found[1]} %}} where it ends"),
    (r"unexpected '.', expected '(.)'", lambda found: f"write {found[1]} before it"),
    (r"expected token ','", lambda _: "is a comma, or the quote before it, missing?"),
    (r"got '='", lambda _: "== compares, = gives a value in a set or a call"),
    (
        r"end of (?:print statement|statement block)",
        lambda _: "is a comma, ~ or an operator missing before it?",
    ),
    (r"unexpected '[}%]'", lambda _: "what begins with {{ ends with }}, what begins with {% ends with %}"),
    (r"unexpected char '[‘’‚‛“”„«»]'", lambda _: "quotes of texts are straight here: ' or \""),
    (r"unexpected char", lambda _: "put a text in quotes"),
)


_PART, _PLACED, _LISTED = (
    "[0:3] takes a part of a list",
    "align= and width= place a text",
    "prancha help templates lists what there is",
)
_WITHOUT = {
    "batch": _PART, "slice": _PART, "center": _PLACED, "indent": _PLACED, "wordwrap": _PLACED,
    "format": "write numbers with n(), join texts with ~", "filesizeformat": "write numbers with n()",
    "random": "random(item.id) is a source of numbers that are the same each time",
    "forceescape": _LISTED, "pprint": _LISTED, "urlize": _LISTED, "xmlattr": _LISTED,
}  # fmt: skip
"""Filters of Jinja that templates do not have, and what there is in their place."""


def explained(message: str, line: int, source: str) -> tuple[int, str]:
    """The line to look at and the likely fix for what Jinja says of `line` of `source`."""
    call = re.search(r"unknown tag '(\w+)'", message)
    if call and re.search(rf"\{{%-?\s*{call[1]}\s*\(", _line(source, line)):
        return line, f"what is drawn stands in double braces: {{{{ {call[1]}(...) }}}}"
    if _QUOTE.search(message):
        return line, "the quote of a text is not closed: write the same one where the text ends"
    for opener, at, inner in _left_open(source):
        if at <= line and inner:
            return at, "within {{ }} a name stands as it is, without braces of its own: label(item.name, ...)"
        if at <= line:
            return at, f"nothing closes the {opener} of this line: write {_CLOSES[opener]} where it ends"
    for pattern, hint in _HINTS:
        found = re.search(pattern, message)
        if found:
            return line, hint(found)
    return line, ""


def _line(source: str, number: int) -> str:
    return "".join(source.split("\n")[number - 1 : number])


def _near_filter(name: str) -> str:
    from jinja2.filters import FILTERS
    from jinja2.tests import TESTS

    if name in _WITHOUT:
        return f"templates have none of Jinja's; {_WITHOUT[name]}"
    near = nearest(name, {*FILTERS, *TESTS} - _WITHOUT.keys())
    return f'did you mean "{near}"?' if near else ""


def _left_open(source: str) -> Iterator[tuple[str, int, bool]]:
    """Each opener with its line that another one, or the end, finds open; quotes inside are skipped.

    True where the other one stands within a call on the same line.
    """
    opener, start, at, quote = "", 0, 0, ""
    for found in re.finditer(_TOKEN, source):
        token = found[0]
        if quote:
            quote = "" if token == quote else quote
        elif token in ("'", '"'):
            quote = token if opener in ("{{", "{%") else ""
        elif token in _CLOSES and opener != "{#":
            if opener:
                between = source[start : found.start()]
                called = between.count("(") > between.count(")")
                yield opener, at, token == "{{" and "\n" not in between and called
            opener, start, at = token, found.start(), source.count("\n", 0, found.start()) + 1
        elif opener and token == _CLOSES[opener]:
            opener = ""
    if opener and not quote:
        yield opener, at, False
