"""Change one fact of a catalogue at a time.

Facts are what docs/rules.md, "What is no fact", does not except: the numbers, words, truths, list elements,
table entries, items and copies of a game's files.  A mutation works on the parsed file, so that every value
keeps the line on which it was written.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from prancha.catalogue import game_loader
from prancha.catalogue.yaml_document import KeyPath as Steps
from prancha.catalogue.yaml_document import Node, YamlDocument
from prancha.catalogue.yaml_parser import read_yaml
from prancha.checks import rules
from prancha.model.diagnostic import Diagnostic, Failure

RESERVED = ("id", "source", "why", "assumed")
"""Keys of an item that are no values of its component."""
Change = Callable[[Any, Any], None]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: what was done to the value at `path` of `file`, and the lines that may be named for it.

    Without `lines`, nothing is left to point at and the file is enough.
    """

    game: str
    file: str
    path: Steps
    kind: str
    lines: frozenset[int]
    document: YamlDocument

    def __str__(self) -> str:
        where = ".".join(map(str, self.path))
        return f"{self.file}:{min(self.lines, default=0)} {where} {self.kind}"


class Project:
    """The files of all games, parsed once, and games made of them with one file changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.documents: dict[Path, YamlDocument] = {}
        for path in sorted(root.glob("components/*/*.yaml")):
            self.documents[path] = read_yaml(path, root)
        self.sets = {p.stem: d for p, d in self.documents.items() if p.parent.name == "_rules"}
        self.icons = {
            game: frozenset(
                icon.stem
                for icon in root.glob("templates/*/icons/*.svg")
                if icon.parent.parent.name in (game, "_library")
            )
            for game in self.games()
        }

    def games(self) -> tuple[str, ...]:
        return tuple(sorted(p.parent.name for p in self.documents if p.name == "game.yaml"))

    def findings(self, mutation: Mutation) -> tuple[Diagnostic, ...]:
        """What is found after a mutation, by the reading of the catalogue or by the rules."""
        changed = {**self.documents, self.root / mutation.file: mutation.document}
        folder = self.root / "components" / mutation.game
        before = game_loader.read_yaml
        game_loader.read_yaml = lambda path, root, given=None: changed[path]
        try:
            game = game_loader.load_game(folder, self.root)
        except Failure as failure:
            return failure.diagnostics
        finally:
            game_loader.read_yaml = before
        return rules.check(game, changed[folder / "rules.yaml"], self.icons[mutation.game], self.sets)

    def mutations(self, game: str, assumed: bool = False) -> Iterator[Mutation]:
        """Every change of a fact; with `assumed`, of values marked assumed or left free as well."""
        folder = self.root / "components" / game
        head = self.documents[folder / "game.yaml"]
        free = () if assumed else rules.free(self.documents[folder / "rules.yaml"])
        for path, document in self.documents.items():
            if path.parent == folder and path.name not in ("rules.yaml", "table.yaml"):
                languages = tuple(head.data["languages"])
                yield from _Facts(game, document, path.stem, languages, free, assumed).mutations()

    def texts(self, game: str) -> Iterator[Mutation]:
        """Every text said otherwise in one of its languages."""
        folder = self.root / "components" / game
        languages = tuple(self.documents[folder / "game.yaml"].data["languages"])
        for path, document in self.documents.items():
            if path.parent == folder and path.name not in ("rules.yaml", "table.yaml"):
                yield from _Facts(game, document, path.stem, languages, (), True).texts()


class _Facts:
    def __init__(
        self,
        game: str,
        document: YamlDocument,
        family: str,
        languages: Collection[str],
        free: Collection[str],
        everything: bool,
    ) -> None:
        self.game, self.document, self.family = game, document, family
        self.languages, self.free, self.everything = set(languages), free, everything

    def mutations(self) -> Iterator[Mutation]:
        data = self.document.data
        if self.family == "game":
            yield from self._value(("players",), data["players"], "players")
            for number, one in enumerate(data.get("supplied", ())):
                if "count" in one:
                    yield from self._leaf(("supplied", number, "count"), one["count"])
        if "tables" in data:
            prefix = "tables" if self.family == "game" else f"{self.family}.tables"
            yield from self._inside(("tables",), data["tables"], prefix)
        yield from self._items(data)
        if data.get("source") == "assumed" and not self.everything:
            return
        defaults = data.get("defaults", {})
        taken = [item for item in data.get("items", ()) if not self._assumed(item)]
        for name, value in defaults.items():
            heirs = [item for item in taken if name not in item and name not in item.get("assumed", ())]
            if name != "assumed" and name not in defaults.get("assumed", ()) and (heirs or not taken):
                yield from self._value(("defaults", name), value, f"{self.family}.{name}")
        matrix = data.get("matrix", {})
        for part in ("axes", "fields"):
            for name, value in matrix.get(part, {}).items():
                yield from self._value(("matrix", part, name), value, f"{self.family}.{name}")
        if "copies" in matrix:
            yield from self._leaf(("matrix", "copies"), matrix["copies"])

    def texts(self, path: Steps = (), inside: Any = None) -> Iterator[Mutation]:
        value = self.document.data if inside is None else inside
        if self._wording(value):
            yield from (self._made((*path, one), "said otherwise", _put(one, "x")) for one in value)
        elif isinstance(value, (dict, list)):
            for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
                yield from self.texts((*path, step), inner if inner is not None else "")

    def _assumed(self, item: Mapping[str, Any]) -> bool:
        return not self.everything and item.get("source", self.document.data.get("source")) == "assumed"

    def _items(self, data: Mapping[str, Any]) -> Iterator[Mutation]:
        defaults = data.get("defaults", {})
        items = data.get("items", ())
        for number, item in enumerate(items):
            if self._assumed(item):
                continue
            path: Steps = ("items", number)
            assumed = {} if self.everything else {**defaults.get("assumed", {}), **item.get("assumed", {})}
            yield self._made(path, "removed", _remove(number), frozenset())
            yield self._made(path, "doubled", _double_item(number))
            if "copies" not in item and "copies" not in assumed and "copies" not in defaults:
                for copies, kind in ((2, "one more"), (0, "one less")):
                    yield self._made((*path, "copies"), kind, _put("copies", copies))
            for name, value in item.items():
                if name in RESERVED or name in assumed:
                    continue
                yield from self._value((*path, name), value, f"{self.family}.{name}")
                other = next((o for o in items[number + 1 :] if self._swaps(o, name, value, defaults)), None)
                if other is not None and not self._is_free(f"{self.family}.{name}"):
                    yield self._exchanged(number, items.index(other), name)

    def _swaps(self, other: Mapping[str, Any], name: str, value: Any, defaults: Mapping[str, Any]) -> bool:
        kept = {**defaults.get("assumed", {}), **other.get("assumed", {})}
        return name in other and name not in kept and other[name] != value and not self._wording(value)

    def _wording(self, value: Any) -> bool:
        return isinstance(value, dict) and bool(value) and set(value) <= self.languages

    def _is_free(self, name: str) -> bool:
        parts = name.split(".")
        return any(
            len(pattern.split(".")) <= len(parts)
            and all(fnmatchcase(a, b) for a, b in zip(parts, pattern.split("."), strict=False))
            for pattern in self.free
        )

    def _value(self, path: Steps, value: Any, name: str) -> Iterator[Mutation]:
        """A field or an entry: removed, and everything inside it changed."""
        if self._is_free(name) or self._wording(value):
            return
        if path != ("players",) and not (len(path) == 3 and path[:2] == ("matrix", "axes")):
            yield self._made(path, "removed", _remove(path[-1]), self._around(path))
        if isinstance(value, (dict, list)):
            yield from self._inside(path, value, name)
        else:
            yield from self._leaf(path, value)

    def _inside(self, path: Steps, value: Any, name: str) -> Iterator[Mutation]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from self._value((*path, key), inner, f"{name}.{key}")
            return
        if not isinstance(value, list):
            return
        for number, inner in enumerate(value):
            if self._is_free(f"{name}.{number}") or self._wording(inner):
                continue
            at = (*path, number)
            yield from self._value(at, inner, f"{name}.{number}")
            yield self._made(at, "doubled", _double(number), self._lines(at) | self._lines(path))
            ordered = path[:2] != ("matrix", "axes")  # their order is that of the sheets, no more
            if ordered and number + 1 < len(value) and value[number + 1] != inner:
                lines = self._lines(at) | self._lines((*path, number + 1))
                yield self._made(at, "exchanged", _exchange(number, number + 1), lines)

    def _leaf(self, path: Steps, value: Any) -> Iterator[Mutation]:
        if isinstance(value, bool):
            yield self._made(path, "turned over", _put(path[-1], not value))
        elif isinstance(value, (int, float)):
            changes = {"one more": value + 1, "one less": value - 1, "doubled": value * 2}
            for kind, changed in changes.items():
                if changed != value and not (kind == "doubled" and value == 1):
                    yield self._made(path, kind, _put(path[-1], changed))
        elif isinstance(value, str):
            yield self._made(path, "misspelt", _put(path[-1], value + "x"))

    def _lines(self, path: Steps) -> frozenset[int]:
        """The lines of a value, of the field and the item that hold it."""
        lengths = {len(path), *((2, 3) if path[0] == "items" else ())}
        paths = [path[:length] for length in sorted(lengths) if length <= len(path)]
        return frozenset(self.document.place(path, key=key).line for path in paths for key in (True, False))

    def _around(self, path: Steps) -> frozenset[int]:
        """The lines of what held a value that is gone."""
        node: Any = self.document._root
        for step in path[:-1]:
            node = node.children[step]
        if path[0] == "defaults" and len(path) == 2:
            return frozenset()  # every item is without it
        first = self._lines(path[:-1]) if len(path) > 1 else frozenset()
        if path[0] == "items" and path[2] in self.document.data.get("defaults", ()):
            first |= self._lines(("defaults", path[2]))  # whose value the item takes now
        inner = node.children.values() if isinstance(node.children, dict) else node.children
        return first | {(n if isinstance(n, int) else n.at) // (1 << 32) + 1 for n in inner}

    def _exchanged(self, one: int, other: int, name: str) -> Mutation:
        path: Steps = ("items", one, name)

        def change(data: Any, node: Any) -> None:
            items, nodes = data["items"], node.children["items"].children
            items[one][name], items[other][name] = items[other][name], items[one][name]
            a, b = nodes[one].children, nodes[other].children
            if name in a and name in b:
                a[name], b[name] = b[name], a[name]

        lines = self._lines(path) | self._lines(("items", other, name))
        return self._made(path, "exchanged", change, lines, whole=True)

    def _made(
        self, path: Steps, kind: str, change: Change, lines: frozenset[int] | None = None, whole: bool = False
    ) -> Mutation:
        data, root = copy.deepcopy(self.document.data), _copied(self.document._root)
        inner, node = data, root
        for step in () if whole else path[:-1]:
            inner, node = inner[step], node.children[step]
        change(inner, node)
        changed = YamlDocument(self.document.file, data, root)
        named = self._lines(path) if lines is None else lines
        return Mutation(self.game, self.document.file, path, kind, named, changed)


def _copied(node: Any) -> Any:
    """A deep copy of positions; the parser's aliases become trees of their own, as in the copied data."""
    if isinstance(node, int):
        return node
    made = Node(node.at, node.keys is not None)
    made.keys = dict(node.keys) if node.keys is not None else None
    if isinstance(node.children, dict):
        made.children = {key: _copied(child) for key, child in node.children.items()}
    else:
        made.children = [_copied(child) for child in node.children]
    return made


def _put(key: Any, value: Any) -> Change:
    def change(data: Any, node: Any) -> None:
        data[key] = value

    return change


def _remove(key: Any) -> Change:
    def change(data: Any, node: Any) -> None:
        del data[key], node.children[key]

    return change


def _double(number: int) -> Change:
    def change(data: Any, node: Any) -> None:
        data.insert(number, copy.deepcopy(data[number]))
        node.children.insert(number, node.children[number])

    return change


def _double_item(number: int) -> Change:
    def change(data: Any, node: Any) -> None:
        data.insert(number + 1, {**copy.deepcopy(data[number]), "id": f"{data[number]['id']}-too"})
        node.children.insert(number + 1, node.children[number])

    return change


def _exchange(one: int, other: int) -> Change:
    def change(data: Any, node: Any) -> None:
        data[one], data[other] = data[other], data[one]
        node.children[one], node.children[other] = node.children[other], node.children[one]

    return change
