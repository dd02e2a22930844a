"""YAML events to plain data and positions, within limits, in one pass.

PyYAML's own composer is not used: it recurses without bound, keeps the last of
two equal keys, expands merge keys, and takes seven times as long.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any, NoReturn

import yaml

from prancha.catalogue.document import COLUMNS, Node, Step, pack_position
from prancha.catalogue.text_file import control_in
from prancha.catalogue.yaml_errors import syntax_diagnostic
from prancha.catalogue.yaml_scalars import plain_scalar
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.excerpt import excerpt
from prancha.model.written import plain

MAX_DEPTH = 64
MAX_ALIASES = 1_000
MAX_VALUES = 1_000_000
MAX_FINDINGS = 100


_CUT = re.compile(r"(?<=[^\s#]) (#[^\n]*)")
"""What looks as if it went on with the value before it, and is a comment."""
_NO_TEXTS = frozenset("families fonts languages make markup odds palette sort".split())
"""Keys of a file whose values are no texts, so that a comment behind them cuts nothing."""
_TEXTS = frozenset(
    "title subtitle publisher licence rulebook revision note why designers artists texts".split()
)
"""Those keys at the top of a file that are texts themselves; others are words, sizes and names of files."""


def compose(text: str, file: str, notes: list[Diagnostic] | None = None) -> tuple[Any, Node | int]:
    """Return the data of the one YAML document in `text`, and its positions; warnings go into `notes`.

    Raises Failure for wrong syntax, tags, merge keys, duplicate keys, keys that
    are no text or whole number, control characters, cycles of aliases, and for
    more than MAX_DEPTH levels, MAX_ALIASES aliases or MAX_VALUES values.
    """
    composer = _Composer(file)
    if notes is not None and " #" in text:
        composer.cuts = _cuts(text)
    try:
        composer.read(yaml.CSafeLoader(text))
    except yaml.MarkedYAMLError as error:
        composer.found.append(syntax_diagnostic(error, text, file))
    except yaml.YAMLError as error:
        composer.found.append(Diagnostic(Place(file), "yaml-syntax", f"this is not YAML: {error}"))
    if composer.found:
        raise Failure(composer.found)
    if notes is not None:
        notes += composer.notes
    return composer.data, composer.root


def _cuts(text: str) -> dict[int, str]:
    """The comments that begin behind one space, by the packed position of that space."""
    lines = enumerate(text.split("\n"))
    return {
        pack_position(number, found.start()): found[1].rstrip()
        for number, line in lines
        if " #" in line
        for found in _CUT.finditer(line)
    }


class _Composer:
    """The state of one pass: the open collections, the anchors, the findings."""

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
        """Take every event of `loader`."""
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
                    self._told_if_cut(event, at)
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
        elif event.style == '"' and (control := control_in(value)):
            message = f"the text holds the control character U+{ord(control[0]):04X}"
            self._add(at, "control-character", message, "delete the \\ escape that writes it")
        return value

    def _told_if_cut(self, event: Any, at: int) -> None:
        """Note a text that ends at ` #`: what follows is a comment, though it may be meant as text."""
        end = event.end_mark
        comment = self.cuts.get(pack_position(end.line, end.column))
        if comment is None or not self.open:
            return
        top = self.open[0].key
        words = top in _NO_TEXTS or (len(self.open) == 1 and top not in _TEXTS)
        if words or self.open[-1].key == "id":
            return
        word, whole = event.value, f"{event.value} {comment}"
        message = f"the text is {excerpt(word)}: with # behind a space a comment begins, {excerpt(comment)}"
        hint = f"put all of it in quotes: {excerpt(whole)}; before a comment write two spaces"
        line, column = divmod(at, COLUMNS)
        name = next((node.data["id"] for node in self.open if node.keys and "id" in node.data), "")
        item = f"{PurePosixPath(self.file).stem}/{name}" if top == "items" and name else ""
        place = Place(self.file, line + 1, column + 1)
        self.notes.append(
            Diagnostic(place, "text-cut", message=message, item=item, hint=hint, severity="warning")
        )

    def _start(self, event: Any, mapping: bool) -> None:
        at = pack_position(event.start_mark.line, event.start_mark.column)
        if len(self.open) >= MAX_DEPTH:
            self._stop(at, "too-deep", f"lists and mappings are nested deeper than {MAX_DEPTH} levels")
        if event.tag is not None:
            self._refuse_tag(event.tag, at)
        node = Node(at, mapping)
        if self.open and self.open[-1].key is None and self.open[-1].keys is not None:
            what = "mapping" if mapping else "list"
            hint = 'put the key in quotes if it is text, such as "{coin}"'
            self._stop(at, "bad-key", f"a key must be text, this one is a {what}", hint)
        if event.anchor is not None:
            self._anchor(event.anchor, node.data, node, at)
        self.open.append(node)

    def _put(self, value: Any, spot: Node | int, at: int) -> None:
        """Make `value` the next entry of the innermost open collection, or the document."""
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
            if self.open and self.open[-1].key is None and self.open[-1].keys is not None:
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
