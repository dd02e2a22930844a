"""Read a YAML file: its events become plain data and positions, in one pass and within limits.

PyYAML's own composer is not used: it recurses without bound, keeps the last of two equal keys, expands
merge keys, and takes seven times as long.

An unquoted word means what the core schema of YAML 1.2 says and no more.  YAML 1.1, which PyYAML's own
constructors implement, reads `no` as false, `12:30` as 750 and `2024-01-02` as a date.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn, TypeAlias

import yaml

from prancha.catalogue.source_files import find_control, path_in_messages, read_text
from prancha.catalogue.yaml_document import COLUMNS, Node, Step, YamlDocument, pack_position
from prancha.model.diagnostic import Diagnostic, Failure, Place, excerpt, make_warning
from prancha.model.values import as_written, plain
from prancha.system.limits import reading
from prancha.system.machine import yaml_loader

Scalar: TypeAlias = str | int | float | bool | None

MAX_DIGITS = 100
_WORDS: dict[str, Scalar] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_NUMBER_STARTS = frozenset("+-.0123456789")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_BASED = r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z"
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NO_NUMBER = r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
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
_CUT_TEXT = re.compile(r"(?<=[:,{\[] )[^\s:,{}\[\]\"'#][^:,{}\[\]\"'#]* #[^,}\]]*(?=[,}\]])")
"""An unquoted text in brackets that continues behind a #."""
_AT_CONTEXT = ("end of stream", "document indicator", "',' or ']'", "',' or '}'", "alphabetic or numeric")
"""Problems reported where the construct was opened, not where the parser gave up."""
MAX_DEPTH = 64
MAX_ALIASES = 1_000
MAX_VALUES = 1_000_000
MAX_FINDINGS = 100
_CUT = re.compile(r"(?<=[^\s#]) (#[^\n]*)")
"""A comment that looks like part of the value before it."""
_NO_TEXTS = frozenset("families fonts languages make markup odds palette sort".split())
"""Keys whose values are not texts, so that a comment behind them cuts nothing."""
_TEXTS = frozenset(
    "title subtitle pitch time age publisher licence rulebook revision note why designers artists"
    " texts".split()
)
"""Top-level keys that are texts; others are words, sizes and file names."""


def read_yaml(path: Path, root: Path, data: bytes | None = None) -> YamlDocument:
    """Read the YAML file at `path`, or `data` in place of its content; places are relative to `root`.

    Raises Failure if it cannot be read or is not valid YAML for a catalogue.
    """
    file = path_in_messages(path, root)
    text = read_text(path, file, data)
    with reading(file, len(text)):
        notes: list[Diagnostic] = []
        content, positions = compose(text, file, notes)
    return YamlDocument(file, content, positions, tuple(notes))


def compose(text: str, file: str, notes: list[Diagnostic] | None = None) -> tuple[Any, Node | int]:
    """Return the data of the one YAML document in `text`, and its positions; append warnings to `notes`.

    Raises Failure for wrong syntax, tags, merge keys, duplicate keys, keys that
    are neither text nor whole number, control characters, cycles of aliases, and for
    more than MAX_DEPTH levels, MAX_ALIASES aliases or MAX_VALUES values.
    """
    composer = _Composer(file)
    if notes is not None and " #" in text:
        composer.cuts = _find_cuts(text)
    try:
        composer.read(yaml_loader()(text))
    except yaml.MarkedYAMLError as error:
        composer.found.append(syntax_diagnostic(error, text, file))
    except yaml.YAMLError as error:
        composer.found.append(Diagnostic(Place(file), "yaml-syntax", f"this is not YAML: {error}"))
    if composer.found:
        raise Failure(composer.found)
    if notes is not None:
        notes += composer.notes
    return composer.data, composer.root


def _find_cuts(text: str) -> dict[int, str]:
    """Return comments that begin behind a single space, by the packed position of that space."""
    lines = enumerate(text.split("\n"))
    return {
        pack_position(number, found.start()): found[1].rstrip()
        for number, line in lines
        if " #" in line
        for found in _CUT.finditer(line)
    }


class _Composer:
    """State of one pass: open collections, anchors, findings."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Diagnostic] = []
        self.data: Any = None
        self.root: Node | int = 0
        self.open: list[Node] = []
        self.anchors: dict[str, tuple[Any, Node | int]] = {}
        self.notes: list[Diagnostic] = []
        self.cuts: dict[int, str] = {}
        self.aliases = 0
        self.documents = 0

    def read(self, loader: Any) -> None:
        """Process every event of `loader`."""
        get_event = loader.get_event
        scalar, alias = yaml.ScalarEvent, yaml.AliasEvent
        mapping, sequence = yaml.MappingStartEvent, yaml.SequenceStartEvent
        ends = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
        while True:
            event = get_event()
            kind = event.__class__
            if kind is scalar:
                mark = event.start_mark
                at = mark.line * COLUMNS + mark.column
                value = self._scalar(event, at)
                if self.cuts and event.implicit[0] and value.__class__ is str:
                    self._warn_if_cut(event, at)
                if event.anchor is not None:
                    self._anchor(event.anchor, value, at, at)
                self._put(value, at, at)
            elif kind is mapping or kind is sequence:
                self._start(event, kind is mapping)
            elif kind in ends:
                node = self.open.pop()
                node.closed = True
                self._put(node.data, node, node.at)
            elif kind is alias:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                self._document(event)
            elif kind is yaml.StreamEndEvent:
                return

    def _scalar(self, event: Any, at: int) -> Any:
        if event.tag is not None:
            self._refuse_tag(event.tag, at)
        value = event.value
        if event.implicit[0]:
            try:
                return plain_scalar(value)
            except ValueError as error:
                hint = "put it in quotes if it is text"
                self._add(at, "bad-number", str(error), hint)
        elif event.style == '"' and (control := find_control(value)):
            message = f"the text holds the control character U+{ord(control[0]):04X}"
            self._add(at, "control-character", message, "delete the \\ escape that writes it")
        return value

    def _warn_if_cut(self, event: Any, at: int) -> None:
        """Warn of a text that ends at ` #`: the rest is a comment, but may be meant as text."""
        end = event.end_mark
        comment = self.cuts.get(pack_position(end.line, end.column))
        if comment is None or not self.open:
            return
        top = self.open[0].key
        words = top in _NO_TEXTS or (len(self.open) == 1 and top not in _TEXTS)
        if words or self.open[-1].key == "id":
            return
        word, whole = event.value, f"{event.value} {comment}"
        message = f"the text is {excerpt(word)}: a # after a space begins a comment, {excerpt(comment)}"
        hint = f"put all of it in quotes: {excerpt(whole)}; before a comment write two spaces"
        line, column = divmod(at, COLUMNS)
        name = next((node.data["id"] for node in self.open if node.keys and "id" in node.data), "")
        item = f"{PurePosixPath(self.file).stem}/{name}" if top == "items" and name else ""
        place = Place(self.file, line + 1, column + 1)
        self.notes.append(make_warning(place, "text-cut", message, hint, item))

    def _start(self, event: Any, mapping: bool) -> None:
        at = pack_position(event.start_mark.line, event.start_mark.column)
        if len(self.open) >= MAX_DEPTH:
            self._stop(at, "too-deep", f"lists and mappings are nested deeper than {MAX_DEPTH} levels")
        if event.tag is not None:
            self._refuse_tag(event.tag, at)
        node = Node(at, mapping)
        if self._expects_key():
            what = "mapping" if mapping else "list"
            hint = 'put the key in quotes if it is text, such as "{coin}"'
            self._stop(at, "bad-key", f"a key must be text, this one is a {what}", hint)
        if event.anchor is not None:
            self._anchor(event.anchor, node.data, node, at)
        self.open.append(node)

    def _expects_key(self) -> bool:
        return bool(self.open) and self.open[-1].key is None and self.open[-1].keys is not None

    def _put(self, value: Any, spot: Node | int, at: int) -> None:
        """Append `value` to the innermost open collection, or make it the document."""
        if not self.open:
            self.data, self.root = value, spot
            return
        parent = self.open[-1]
        if parent.keys is None:
            parent.data.append(value)
            parent.children.append(spot)
        elif parent.key is None:
            parent.key = self._key(parent, value, at)
            return
        else:
            parent.data[parent.key] = value
            parent.children[parent.key] = spot
            parent.key = None
        if isinstance(spot, int):
            parent.size += 1
        else:
            parent.size += spot.size
            parent.height = max(parent.height, spot.height + 1)
        if parent.size > MAX_VALUES:
            message = f"more than {MAX_VALUES} values, counting what aliases repeat"
            self._stop(at, "too-large", message, "split the file, or use fewer aliases")

    def _key(self, parent: Node, key: Any, at: int) -> Step:
        keys = parent.keys
        assert keys is not None
        key = plain(key)
        if key.__class__ is not str and key.__class__ is not int:
            message = "a key must be text or a whole number"
            self._add(at, "bad-key", message, "write the key before the colon, in quotes if needed")
            key = f"\x00{at}"
        elif key == "<<":
            message = "merge keys (<<) are not allowed"
            self._add(at, "merge-key", message, "write the keys out, or use `defaults:`")
        elif key in keys:
            line, column = divmod(keys[key], COLUMNS)
            message = f'the key "{key}" is written twice; first at line {line + 1}, column {column + 1}'
            self._add(at, "duplicate-key", message, "delete or rename one of them")
        keys[key] = at
        step: Step = key
        return step

    def _anchor(self, name: str, value: Any, spot: Node | int, at: int) -> None:
        if name in self.anchors:
            self._add(at, "bad-alias", f"the anchor &{name} is defined twice", "rename one of them")
        self.anchors[name] = value, spot

    def _alias(self, event: Any) -> None:
        name = event.anchor
        at = pack_position(event.start_mark.line, event.start_mark.column)
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            self._stop(at, "too-large", f"more than {MAX_ALIASES} aliases", "use `defaults:` or `tables:`")
        if name not in self.anchors:
            hint = "put the text in quotes if the star is meant as text"
            self._stop(at, "bad-alias", f"the alias *{name} has no anchor &{name} before it", hint)
        value, spot = self.anchors[name]
        if isinstance(spot, Node):
            if not spot.closed:
                self._stop(at, "bad-alias", f"the alias *{name} lies inside what it repeats")
            if len(self.open) + spot.height > MAX_DEPTH:
                self._stop(at, "too-deep", f"aliases nest deeper than {MAX_DEPTH} levels")
            if self._expects_key():
                self._stop(at, "bad-key", f"a key must be text, *{name} is a list or mapping")
        self._put(value, spot, at)

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            at = pack_position(event.start_mark.line, event.start_mark.column)
            hint = "delete the --- or move what follows to its own file"
            self._stop(at, "yaml-syntax", "a second document begins here", hint)

    def _refuse_tag(self, tag: str, at: int) -> None:
        shown = tag.replace("tag:yaml.org,2002:", "!!")
        hint = "delete the tag, or put the text in quotes if the ! is meant as text"
        self._add(at, "yaml-tag", f"the tag {shown} is not allowed", hint)

    def _add(self, at: int, code: str, message: str, hint: str = "") -> None:
        line, column = divmod(at, COLUMNS)
        self.found.append(Diagnostic(Place(self.file, line + 1, column + 1), code, message, hint=hint))
        if len(self.found) >= MAX_FINDINGS:
            raise Failure(self.found)

    def _stop(self, at: int, code: str, message: str, hint: str = "") -> NoReturn:
        self._add(at, code, message, hint)
        raise Failure(self.found)


def plain_scalar(word: str) -> Scalar:
    """Return the value of an unquoted `word`.

    Raises ValueError with a plain message for numbers that cannot be printed:
    infinities, not-a-number, more than MAX_DIGITS characters.
    """
    if word[:1] in _NUMBER_STARTS and word:
        return _number(word)
    return _WORDS.get(word, word)


def _number(word: str) -> Scalar:
    whole = _INT.match(word)
    if whole or _FLOAT.match(word) or re.match(_BASED, word):
        if len(word) > MAX_DIGITS:
            raise ValueError(f"a number of {len(word)} digits; the maximum is {MAX_DIGITS}")
        if whole:
            return int(word) if word[0] not in "+-" else as_written(int(word), word)
        if word[1:2] in ("o", "x"):
            return as_written(int(word, 0), word)
        value = float(word)
        if math.isinf(value):
            raise ValueError(f"the number {word} is too large")
        return as_written(value, word)
    if re.match(_NO_NUMBER, word):
        raise ValueError(f"{word} is not a number that can be printed or counted")
    return word


def syntax_diagnostic(error: yaml.MarkedYAMLError, text: str, file: str) -> Diagnostic:
    """Translate libyaml's `error` about `text` into plain words with a likely fix."""
    problem = error.problem or ""
    mark = error.problem_mark
    if error.context_mark is not None and any(part in problem for part in _AT_CONTEXT):
        mark = error.context_mark
    if mark is None:
        return Diagnostic(Place(file), "yaml-syntax", problem or "this is not YAML")
    place = Place(file, mark.line + 1, mark.column + 1)
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    comment = _find_bare_hash(lines[: mark.line + 1])
    if comment is not None:
        row, column, hint = comment
        message = "a # after a space begins a comment, so the [ or { before it is never closed"
        return Diagnostic(Place(file, row, column), "yaml-syntax", message, hint=hint)
    if (opened := _find_open_quote(text, mark.line)) is not None:
        place = Place(file, opened[0] + 1, opened[1] + 1)
        message = f"the quote opened here goes on to line {mark.line + 1}, where the next one closes it"
        hint = "close it on its own line with the same kind of quote"
    elif mark.line >= len(lines) and "node content" in problem:
        message, hint = _UNCLOSED
    else:
        message, hint = _explain(problem, line, mark.column)
    return Diagnostic(place, "yaml-syntax", message, hint=hint)


def _find_open_quote(text: str, line: int) -> tuple[int, int] | None:
    """Return line and column of the quoted text that ends in `line` (all from 0) and began before it."""
    last: Any = None
    with suppress(yaml.YAMLError):
        for event in yaml.parse(text, Loader=yaml_loader()):
            if isinstance(event, yaml.ScalarEvent) and event.style in ("'", '"'):
                last = event
    if last is not None and last.start_mark.line < last.end_mark.line == line:
        return last.start_mark.line, last.start_mark.column
    return None


def _find_bare_hash(lines: Sequence[str]) -> tuple[int, int, str] | None:
    """Return line, column and hint for the first unquoted # in an open bracket, which begins a comment."""
    for row, line in enumerate(lines, 1):
        for found in (*_COLOUR.finditer(line), *_CUT_TEXT.finditer(line)):
            before = line[: found.start()]
            opened = sum(map(before.count, "[{")) > sum(map(before.count, "]}"))
            if opened and before.count('"') % 2 == before.count("'") % 2 == 0:
                what = "colour" if found.re is _COLOUR else "text"
                return row, found.start() + 1, f'put the {what} in quotes: "{found[0]}"'
    return None


def _explain(problem: str, line: str, column: int) -> tuple[str, str]:
    if "cannot start any token" in problem:
        if line[column : column + 1] == "\t":
            return _TAB
        return f"a text cannot begin with {line[column : column + 1]} outside quotes", _QUOTE
    if "mapping values are not allowed" in problem:
        return _explain_colon(line, column)
    if "expected key" in problem:
        return _explain_expected_key(line, column)
    for part, message, hint in _PLAIN:
        if part in problem:
            return message, hint
    return f"this is not YAML: {problem}", ""


def _explain_colon(line: str, column: int) -> tuple[str, str]:
    """Distinguish `title: Draw: two` from a key that is indented too far."""
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


def _explain_expected_key(line: str, column: int) -> tuple[str, str]:
    """Distinguish text after a closing quote or brace from wrong indentation."""
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
