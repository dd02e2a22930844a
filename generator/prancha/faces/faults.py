"""Errors of drawing a face: their classes, their wording, and what a syntax error most likely means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from jinja2 import TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError, TemplateRuntimeError
from msgspec import Struct

from prancha.faces.python_words import find_divisor, translate_error
from prancha.model.diagnostic import Diagnostic, Place, UserError, nearest, suggestion
from prancha.system.file_contents import format_path as format_path

_TAGS = tuple(
    "block call elif else endblock endcall endfilter endfor endif endmacro endraw endset endwith extends "
    "filter for from if import include macro raw set with".split()
)
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
    "batch": _PART,
    "slice": _PART,
    "center": _PLACED,
    "indent": _PLACED,
    "wordwrap": _PLACED,
    "format": "write numbers with n(), join texts with ~",
    "filesizeformat": "write numbers with n()",
    "random": "random(item.id) is a source of numbers that are the same each time",
    "forceescape": _LISTED,
    "pprint": _LISTED,
    "urlize": _LISTED,
    "xmlattr": _LISTED,
}
"""Filters of Jinja that templates do not have, and what there is in their place."""


def explain_syntax(message: str, line: int, source: str) -> tuple[int, str]:
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


class FaceError(UserError):
    """A template asks for something that cannot be drawn; `code` is that of the diagnostic.

    `text` is what was being set, if it was in a text, and `others` are what else is wrong with that.
    """

    code = "template"
    text = ""
    others: Sequence[Exception] = ()


class IconError(FaceError):
    """An icon that does not exist, or whose file is not a plain drawing."""

    code = "icon"


class ChangeError(FaceError):
    """A template changes a value, which all faces share."""

    code = "template-forbidden"


class LimitError(FaceError):
    """A template works or grows without bound."""

    code = "template-limit"


class MissingNameError(UndefinedError):
    """A name or field that nothing defines; `name` is set when it is no one's field.

    Of a field that an item lacks, `item` is that item as templates see it, and `field` its name.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        name: str = "",
        item: Mapping[str, Any] | None = None,
        field: str = "",
    ) -> None:
        self.hint, self.name, self.item, self.field = hint, name, item, field
        super().__init__(message)


class TemplateMissingError(TemplateNotFound):
    """A template that is in no folder, or may not be read."""

    def __init__(self, name: str, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(name, message)


class FaceFault(Struct, frozen=True):
    """One thing that went wrong on one component; `led` are the lines of templates that led to it.

    Faults of other lines are the same where all else is.
    """

    place: Place
    item: str
    code: str
    message: str
    hint: str
    led: str = ""


class ManyFaults(Exception):
    """Several things wrong in one file, each with its place."""

    def __init__(self, faults: Iterable[FaceFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)


class ManyErrors(Exception):
    """Several things wrong with one face."""

    def __init__(self, errors: Iterable[Exception]) -> None:
        self.errors = tuple(errors)
        super().__init__(self.errors)


def distinct_faults(error: Exception) -> tuple[Exception, ...]:
    """The different faults of a face, each once."""
    found: dict[tuple[str, str, str], Exception] = {}
    for each in error.errors if isinstance(error, ManyErrors) else (error,):
        for one in (each, *getattr(each, "others", ())):
            told = one if one is each else one.with_traceback(each.__traceback__)
            found.setdefault((*_describe(one), getattr(one, "text", "")), told)
    return tuple(found.values())


def fault(error: Exception, place: Place, item: str) -> FaceFault:
    """Describe `error`, raised while `item` was drawn, with the template lines that led to it."""
    hint = str(getattr(error, "hint", ""))
    if isinstance(error, TemplateSyntaxError):
        line, likely = explain_syntax(error.message or "", error.lineno, error.source or "")
        # What the lexer raises has the file where its name should be.
        where = Place(format_path(Path(error.filename or error.name or "")), line, 1)
        said = re.sub(r" at \d+\Z", "", error.message or "cannot be read")
        return FaceFault(where, "", "template-syntax", said, hint or likely)
    code, message = _describe(error)
    if isinstance(error, SyntaxError):  # of what Jinja made of the template, so its line says nothing
        message = f"{format_path(Path(error.filename or ''))}: {message}"
    if isinstance(error, ZeroDivisionError):
        message += find_divisor(_last_line(error.__traceback__))
    if not hint and not hasattr(error, "hint"):
        hint = translate_error(error)[1]
    led = format_trail(error.__traceback__)
    if getattr(error, "of_game", False):
        return FaceFault(place, item, code=code, message=message, hint=hint, led=led)
    return FaceFault(place, item, code, f"{led}{message}", hint)


def fault_diagnostics(faults: Iterable[FaceFault]) -> list[Diagnostic]:
    """Diagnostics of `faults`; a fault of many components is reported once, on the first."""
    counts: dict[tuple[str, str, str], list[FaceFault]] = {}
    for each in faults:
        counts.setdefault((each.code, each.message, each.hint), []).append(each)
    found = []
    for same in counts.values():
        first = same[0]
        others = {f.item for f in same} - {first.item}
        more = f" (and {len(others)} more)" if others else ""
        found.append(
            Diagnostic(first.place, first.code, first.led + first.message + more, first.item, first.hint)
        )
    return found


def format_trail(traceback: TracebackType | None) -> str:
    """`templates/dual/parts.svg.j2:12 (from templates/dual/grid.svg.j2:4): ` for the frames of templates."""
    lines = [f"{format_path(file)}:{line}" for file, line in _template_lines(traceback)]
    if not lines:
        return ""
    outer = [line for line in lines[:1] if line != lines[-1]]
    return lines[-1] + (f" (from {outer[0]})" if outer else "") + ": "


def _template_lines(traceback: TracebackType | None) -> Iterator[tuple[Path, int]]:
    """File and line of each frame of a template."""
    while traceback is not None:
        template: Any = traceback.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            line = template.get_corresponding_lineno(traceback.tb_lineno)
            yield Path(template.filename or template.name), line
        traceback = traceback.tb_next


def _last_line(traceback: TracebackType | None) -> list[str]:
    """The source of the innermost line of a template that can be read."""
    for file, line in reversed(list(_template_lines(traceback))):
        with suppress(OSError, UnicodeError, IndexError):
            return [file.read_text(encoding="utf-8").split("\n")[line - 1]]
    return []


_RAISED: tuple[tuple[type[Exception], str, str], ...] = (
    (UndefinedError, "template-undefined", ""),
    (SecurityError, "template-forbidden", ""),
    (RecursionError, "template-limit", "the template calls itself without end, or is nested too deep"),
    (MemoryError, "template-limit", "the template takes more memory than there is"),
    (TemplateRuntimeError, "template", ""),
)
"""Codes and messages of errors that Jinja and Python raise; its own words where there is no message."""


def _describe(error: Exception) -> tuple[str, str]:
    if isinstance(error, FaceError):
        return error.code, error.message
    if isinstance(error, TemplateNotFound):
        return "template-missing", error.message or f'there is no template "{error.name}"'
    for kind, code, message in _RAISED:
        if isinstance(error, kind):
            return code, message or str(error)
    if isinstance(error, UserError):
        return str(getattr(error, "code", "text")), error.message
    if isinstance(error, SyntaxError):
        return "template-syntax", translate_error(error)[0]
    return "template", translate_error(error)[0]
