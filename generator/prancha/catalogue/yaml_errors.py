"""Wrong YAML syntax in plain words.

libyaml names what its grammar missed ("did not find expected key"); who
writes a catalogue needs to know which character is in the way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from prancha.model.diagnostic import Diagnostic, Place

_QUOTE = 'put the whole text in double quotes: "..."'
_TAB = ("a tab is used where spaces are needed", "indent with spaces; tabs are not allowed in YAML")
_ESCAPE_HINT = "write \\\\ for a backslash, or use single quotes: '...'"
_UNCLOSED = ("the file ends while a [ or { is still open", "close it with ] or }")
_PLAIN: tuple[tuple[str, str, str], ...] = (
    ("unexpected ':'", "a colon stands inside an unquoted text between { } or [ ]", _QUOTE),
    ("directive name", "a line cannot begin with % outside quotes", _QUOTE),
    ("violates indentation", *_TAB),
    ("tab character where", *_TAB),
    (
        "could not find expected ':'",
        "this line is neither `key: value` nor indented as part of the text above it",
        "write a colon and a space after the key, or indent the line",
    ),
    (
        "block sequence entries are not allowed",
        'a list item "- " cannot begin here',
        "start the list on its own line, indented below its key",
    ),
    ("mapping keys are not allowed", 'a "? " cannot begin here', _QUOTE),
    ("expected alphabetic or numeric", "a text cannot begin with * or & outside quotes", _QUOTE),
    ("end of stream", "the quote opened here is never closed", "close it with the same kind of quote"),
    ("document indicator", "the quote opened here is not closed before ---", "close the quote"),
    ("unknown escape", "a backslash in double quotes begins an unknown escape", _ESCAPE_HINT),
    ("hexdecimal", "a backslash escape lacks its hexadecimal digits", _ESCAPE_HINT),
    ("Unicode character escape", "a backslash escape names no character", _ESCAPE_HINT),
    ("comment or line break", "text after | or > must begin on the next line", "move it down, indented"),
    ("'-' indicator", 'expected another list item "- " here', "align every - of the list in one column"),
    ("',' or ']'", "the list opened here with [ lacks a comma or its ]", "add the comma or the ]"),
    (
        "',' or '}'",
        "the mapping opened here with { lacks a comma or its }",
        "add the comma or the }; put a text that holds : or , or { in quotes",
    ),
    ("node content", "expected a value here", f"write the value, or {_QUOTE}"),
    ("undefined tag handle", "a text cannot begin with ! outside quotes", _QUOTE),
    ("document start", "nothing may follow the end of the document", "delete the line with ... or ---"),
)
_COLOUR = re.compile(r"(?<=\s)#[0-9A-Fa-f]{3,8}\b")
_CUT = re.compile(r"(?<=[:,{\[] )[^\s:,{}\[\]\"'#][^:,{}\[\]\"'#]* #[^,}\]]*(?=[,}\]])")
"""A text in brackets that goes on behind a #."""
_AT_CONTEXT = ("end of stream", "document indicator", "',' or ']'", "',' or '}'", "alphabetic or numeric")
"""Problems best shown where the construct was opened, not where the parser gave up."""


def syntax_diagnostic(error: yaml.MarkedYAMLError, text: str, file: str) -> Diagnostic:
    """Return what libyaml's `error` about `text` means, and its likely fix."""
    problem = error.problem or ""
    mark = error.problem_mark
    if error.context_mark is not None and any(part in problem for part in _AT_CONTEXT):
        mark = error.context_mark
    if mark is None:
        return Diagnostic(Place(file), "yaml-syntax", problem or "this is not YAML")
    place = Place(file, mark.line + 1, mark.column + 1)
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    comment = _bare_sign(lines[: mark.line + 1])
    if comment is not None:
        row, column, hint = comment
        message = "a # after a space begins a comment, so the [ or { before it is never closed"
        return Diagnostic(Place(file, row, column), "yaml-syntax", message, hint=hint)
    if mark.line >= len(lines) and "node content" in problem:
        message, hint = _UNCLOSED
    else:
        message, hint = _meaning(problem, line, mark.column)
    return Diagnostic(place, "yaml-syntax", message, hint=hint)


def _bare_sign(lines: Sequence[str]) -> tuple[int, int, str] | None:
    """Line, column and cure of the first # without quotes in an open bracket: YAML reads a comment."""
    for row, line in enumerate(lines, 1):
        for found in (*_COLOUR.finditer(line), *_CUT.finditer(line)):
            before = line[: found.start()]
            opened = sum(map(before.count, "[{")) > sum(map(before.count, "]}"))
            if opened and before.count('"') % 2 == before.count("'") % 2 == 0:
                what = "colour" if found.re is _COLOUR else "text"
                return row, found.start() + 1, f'put the {what} in quotes: "{found[0]}"'
    return None


def _meaning(problem: str, line: str, column: int) -> tuple[str, str]:
    if "cannot start any token" in problem:
        if line[column : column + 1] == "\t":
            return _TAB
        return f"a text cannot begin with {line[column : column + 1]} outside quotes", _QUOTE
    if "mapping values are not allowed" in problem:
        return _colon(line, column)
    if "expected key" in problem:
        return _expected_key(line, column)
    for part, message, hint in _PLAIN:
        if part in problem:
            return message, hint
    return f"this is not YAML: {problem}", ""


def _colon(line: str, column: int) -> tuple[str, str]:
    """Tell `title: Draw: two` from a key that is indented too far."""
    if ":" in line[:column]:
        key, _, value = line.partition(":")
        quoted = value.strip().replace('"', '\\"')
        return (
            "a colon followed by a space stands inside an unquoted text",
            f'put the text in quotes: {key.strip()}: "{quoted}"',
        )
    return (
        "this key is indented deeper than the keys it belongs to, or the line above lacks its colon",
        "align the keys of one mapping in one column",
    )


def _expected_key(line: str, column: int) -> tuple[str, str]:
    """Tell text after a closing quote or brace from wrong indentation."""
    value = re.match(r"[\s-]*[^\s:]+:\s+([\"'{\[])", line)
    if value and column > value.start(1):
        sign = value[1]
        if sign in "\"'":
            hint = "write an inner quote as '' between single quotes, or \\\" between double ones"
            return f"text follows the closing {sign} of a quoted text", hint
        return f"text follows what was opened with {sign}", _QUOTE
    return (
        "this line is indented differently from the keys it belongs to",
        "align the keys of one mapping in one column",
    )
