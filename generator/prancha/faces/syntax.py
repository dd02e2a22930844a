"""What is most likely meant where Jinja cannot read a template, and the line to look at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from prancha.model.diagnostic import suggestion

_TAGS = (
    "block", "call", "elif", "else", "endblock", "endcall", "endfilter", "endfor", "endif", "endmacro",
    "endraw", "endset", "endwith", "extends", "filter", "for", "from", "if", "import", "include", "macro",
    "raw", "set", "with",
)  # fmt: skip
_CLOSES = {"{{": "}}", "{%": "%}", "{#": "#}"}
_TOKEN = r"\{[{%#]|[}%#]\}|\"|'"
_HINTS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Encountered unknown tag '(\w+)'", lambda found: suggestion(found[1], _TAGS)),
    (r"block that needs to be closed is '(\w+)'", lambda found: f"write {{% end{found[1]} %}} where it ends"),
    (r"unexpected '.', expected '(.)'", lambda found: f"write {found[1]} before it"),
    (r"expected token ','", lambda _: "is a comma, or the quote before it, missing?"),
    (
        r"end of (?:print statement|statement block)",
        lambda _: "is a comma, ~ or an operator missing before it?",
    ),
    (r"unexpected '[}%]'", lambda _: "what begins with {{ ends with }}, what begins with {% ends with %}"),
    (r"unexpected char", lambda _: "put a text in quotes"),
)


def explained(message: str, line: int, source: str) -> tuple[int, str]:
    """The line to look at and the likely fix for what Jinja says of `line` of `source`."""
    for opener, at in _left_open(source):
        if at <= line:
            return at, f"nothing closes the {opener} of this line: write {_CLOSES[opener]} where it ends"
    for pattern, hint in _HINTS:
        found = re.search(pattern, message)
        if found:
            return line, hint(found)
    return line, ""


def _left_open(source: str) -> Iterator[tuple[str, int]]:
    """Each opener with its line that another one, or the end, finds open; quotes inside are skipped."""
    opener, at, quote = "", 0, ""
    for found in re.finditer(_TOKEN, source):
        token = found[0]
        if quote:
            quote = "" if token == quote else quote
        elif token in ("'", '"'):
            quote = token if opener in ("{{", "{%") else ""
        elif token in _CLOSES and opener != "{#":
            if opener:
                yield opener, at
            opener, at = token, source.count("\n", 0, found.start()) + 1
        elif opener and token == _CLOSES[opener]:
            opener = ""
    if opener and not quote:
        yield opener, at
