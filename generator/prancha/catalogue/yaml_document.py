"""A YAML file as plain data that remembers where every value stands, and the diagnostics found in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.game import Untranslated
from prancha.model.units import Mm, parse_length, parse_size

Step = str | int
KeyPath = tuple[Step, ...]
COLUMNS = 1 << 32


def pack_position(line: int, column: int) -> int:
    """Pack line and column (from 0) into one number, cheap to keep for every value of a file."""
    return line * COLUMNS + column


class Node:
    """A list or mapping while it is read, and its positions afterwards.

    `at` is its packed position; `keys` the positions of its keys (None for a
    list); `children` a position or Node per value.  `size` counts its values
    and `height` its levels with aliases expanded.
    """

    __slots__ = ("at", "children", "closed", "data", "height", "key", "keys", "size")

    def __init__(self, at: int, mapping: bool) -> None:
        self.at = at
        self.data: Any = {} if mapping else []
        self.keys: dict[Step, int] | None = {} if mapping else None
        self.children: Any = {} if mapping else []
        self.key: Any = None
        self.size = 1
        self.height = 1
        self.closed = False


class YamlDocument:
    """A parsed file: `data` (dict, list, str, int, float, bool, None), and the place of any path in it.

    `notes` are warnings from parsing it.
    """

    __slots__ = ("_root", "data", "file", "notes")

    @property
    def lines(self) -> str:
        """The unit of its places in messages: line or row."""
        return "line"

    def __init__(self, file: str, data: Any, root: Node | int, notes: tuple[Diagnostic, ...] = ()) -> None:
        self.file = file
        self.notes = notes
        self.data = data
        self._root = root

    def place(self, path: KeyPath = (), key: bool = False) -> Place:
        """Return where the value at `path` begins, or its key with `key`.

        For a path beyond what is written, return the place of the deepest part that exists.
        """
        node: Any = self._root
        at = node if isinstance(node, int) else node.at
        for step in path:
            if isinstance(node, int):
                break
            try:
                child = node.children[step]
            except (KeyError, IndexError, TypeError):
                break
            at = child if isinstance(child, int) else child.at
            if key and node.keys is not None:
                at = node.keys[step]
            node = child
        line, column = divmod(at, COLUMNS)
        return Place(self.file, line + 1, column + 1)


class Places(Mapping[str, Place]):
    """Places of the keys of one mapping in a document, looked up on demand.

    A dotted name reaches deeper, into lists by index: `fonts.title`, `era1.2.do`.
    Names that are not here are looked up in `inherited`.
    """

    __slots__ = ("_base", "_document", "_inherited", "_names")

    def __init__(
        self,
        document: YamlDocument,
        base: KeyPath,
        names: Mapping[Any, Any],
        inherited: Mapping[str, Place] | None = None,
    ) -> None:
        self._document = document
        self._base = base
        self._names = names
        self._inherited = inherited

    def __getitem__(self, name: str) -> Place:
        if name in self._names:
            return self._document.place((*self._base, name), key=True)
        path = _resolve_name(self._names, name)
        if path is not None:
            return self._document.place((*self._base, *path), key=True)
        if self._inherited is not None and name.partition(".")[0] not in self._names:
            return self._inherited[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _resolve_name(value: Any, name: str) -> list[Any] | None:
    """Return the keys and indices of a dotted name; None if it does not exist."""
    path: list[Any] = []
    for step in name.split("."):
        if isinstance(value, Mapping):
            key: Any = step if step in value else int(step) if step.isdecimal() else step
            if key not in value:
                return None
        elif isinstance(value, (list, tuple)) and step.isdecimal() and int(step) < len(value):
            key = int(step)
        else:
            return None
        value = value[key]
        path.append(key)
    return path


class Findings:
    """Diagnostics of one document; `lacks` are missing texts."""

    __slots__ = ("document", "found", "lacks")

    def __init__(self, document: YamlDocument) -> None:
        self.document = document
        self.found: list[Diagnostic] = []
        self.lacks: list[Untranslated] = []

    def error(
        self, path: KeyPath, code: str, message: str, hint: str = "", item: str = "", key: bool = False
    ) -> None:
        """Report an error about the value at `path`, or about its key with `key`."""
        self.found.append(Diagnostic(self.document.place(path, key), code, message, item, hint))

    def untranslated(self, path: KeyPath, language: str, item: str = "") -> None:
        """Record a text missing at `path` in `language`, which is an error only for kits in that language."""
        before = len(self.found)
        message = f"the text is missing in {language}"
        self.error((*path, language), "untranslated", message, f"add {language}: ...", item)
        owner, inner = item or PurePosixPath(self.document.file).stem, path
        if path[:1] == ("items",):
            inner = path[2:]
        elif path[:2] == ("matrix", "fields"):
            inner = ("defaults", *path[2:])
        name = ".".join(map(str, inner))
        self.lacks += (Untranslated(language, one, owner, name) for one in self.found[before:])
        del self.found[before:]


def read_length(
    findings: Findings, path: KeyPath, text: str, low: Mm, high: Mm, below: str = ""
) -> Mm | None:
    """Return the length `text` in mm; None after reporting what is wrong with it."""
    try:
        length = parse_length(text)
    except ValueError as error:
        findings.error(path, "bad-length", str(error))
        return None
    if not low <= length <= high:
        limit = f"{high:g} mm" + (f", {below}" if below else "")
        message = f'"{text}" must lie between {low:g} mm and {limit}'
        findings.error(path, "out-of-range", message)
        return None
    return length


def read_sides(findings: Findings, path: KeyPath, text: str) -> tuple[Mm, Mm] | None:
    """Return width and height of the size `text` in mm; None after reporting that it is none."""
    try:
        return parse_size(text)
    except ValueError as error:
        findings.error(path, "bad-length", str(error))
        return None


def describe(value: object) -> str:
    """Describe `value` in plain words, for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f'the text "{value if len(value) <= 60 else value[:59] + "…"}"'
    return "a mapping" if isinstance(value, dict) else "a list"
