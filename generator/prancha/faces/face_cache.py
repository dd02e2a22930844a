"""Cache faces by the data they are drawn from, with everything that was read while drawing.

A cached face must be indistinguishable from a freshly drawn one: what the
face read (for the checks of unused names) and its icons come with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import asdict, astuple

from prancha.faces.face_drawings import Drawing, Remark
from prancha.faces.framing import DIGEST
from prancha.faces.placed_icons import IconSet
from prancha.faces.template_context import GameContext
from prancha.faces.templates.context_values import Reads
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.graphics.svg.template_marks import names_in
from prancha.model.game import Family, Game, Item
from prancha.system.cache import Pack, key_of, made_of

_A_USE = 'href="#i-'
_ICON = re.compile(rf'{_A_USE}([a-z0-9-]+)-[0-9a-f]{{8}}"')
_HALF = re.compile("[\ud800-\udfff]")
_DRAWING = ".svg"
"""The ending of drawings, whose digests are part of the pack's context."""
_PLACES = ("items", "place", "places")
_ENCODER = msgspec.msgpack.Encoder(enc_hook=lambda value: (type(value).__name__, repr(value)))
"""Encodes fields; a number in its written form is another value than its text."""
HEAD = 32
"""Hexadecimal digits in the name of a head."""
_HEADS = HEAD + DIGEST
"""Bytes of a stored drawing before what was drawn: the names of its head and its face."""


class FaceCache:
    """Load and store the drawings of one game in one language."""

    def __init__(
        self,
        pack: Pack,
        game: Game,
        scope: GameContext,
        environment: FaceEnvironment,
        icons: IconSet,
        drawings: dict[str, str],
        digest: Callable[[str], str],
    ) -> None:
        """`drawings` are those that faces share, by id; cached ones are added to it.

        `digest` tells the text that a template of this name is compiled of; "" where there is none.
        """
        self._pack, self._game, self._scope = pack, game, scope
        self._environment, self._icons, self._drawings = environment, icons, drawings
        self._digest = digest
        self._kept_parts: set[str] = set()
        self._digests: dict[str, str] = {}
        self._heads_read: dict[str, dict[str, Any] | None] = {}
        self._taken: dict[str, tuple[int, tuple[Remark, ...]]] = {}
        self._told: dict[tuple[Any, ...], str] = {}
        self._fields: dict[str, set[str]] = {family.id: set() for family in game.families}
        kinds = ("colours", "texts", "keywords", "templates")
        self._names: dict[str, set[str]] = {kind: set() for kind in kinds}

    def namer(self, family: Family, side: str) -> Callable[[str, Item], str]:
        """Return the function that gives the cache key of a face of one side from its template and item.

        A name is of all a face is drawn from, but templates and what it may read of other items.
        """
        if not self._pack:
            return lambda _template, _item: ""
        heads: dict[str, blake2b] = {}

        def name(template: str, item: Item) -> str:
            head = heads.get(template)
            if head is None:
                head = heads[template] = self._head_of(family, side, template)
            digest = head.copy()
            told = item.copies, item.source, item.part, item.parts, item.id, item.fields
            try:
                digest.update(_ENCODER.encode(told))
            except (OverflowError, UnicodeEncodeError):  # a number too large for msgpack
                digest.update(repr(told).encode("utf-8", "surrogatepass"))
            return digest.hexdigest()

        return name

    def _head_of(self, family: Family, side: str, template: str) -> blake2b:
        """A digest of what all faces of one side of a family with one template are drawn from."""
        if template.endswith(".svg"):
            # What other components have, this one may leave out: see faces/svg_templates/compile.py.
            template = "|".join((template, *sorted(self._scope.field_names(family))))
        kept = {name: value for name, value in asdict(family).items() if name not in _PLACES}
        return blake2b(key_of("face", repr(kept), side, template).encode(), digest_size=16)

    def page_key(self, template: str, context: Mapping[str, Any]) -> str:
        """The cache key of a page of the program's own."""
        return key_of("page", template, repr(sorted(context.items()))) if self._pack else ""

    def recall(self, key: str) -> Drawing | None:
        """Load the drawing stored under `key`, with the same effects as drawing it; None if there is none."""
        data = self._pack.get(key)
        if data is None:
            return None
        head = data[:HEAD].decode()
        taken = self._taken.get(head) or self._take(head)
        return Drawing(self._source(key), data[HEAD:_HEADS].decode(), *taken) if taken is not None else None

    def _take(self, head: str) -> tuple[int, tuple[Remark, ...]] | None:
        """Pages and remarks of drawings with this head; merge their reads into those of this build."""
        told = self._told_by(head)
        if told is None or not all(map(self._recall_part, told["shared"])):
            return None
        self._merge(told)
        taken = self._taken[head] = told["pages"], told["remarks"]
        return taken

    def _source(self, key: str) -> str | Callable[[], str]:
        """The drawing, or a function that reads it if the pack is persistent."""
        return partial(self._drawing, key) if self._pack.lasts else self._drawing(key)

    def _drawing(self, key: str) -> str:
        """The stored drawing under `key`."""
        data = self._pack.get(key)
        assert data is not None, "what is kept stays readable as long as its pack"
        return data[_HEADS:].decode("utf-8", "surrogatepass")

    def _told_by(self, head: str) -> dict[str, Any] | None:
        """The head of drawings; None if templates or other items have changed since."""
        if head not in self._heads_read:
            self._heads_read[head] = self._read_head(self._pack.get(head))
        return self._heads_read[head]

    def _read_head(self, data: bytes | None) -> dict[str, Any] | None:
        """Decode a head; None if it is damaged or out of date."""
        told: dict[str, Any] | None = made_of(data, msgspec.json.Decoder(dict[str, Any]).decode)
        if told is None:
            return None
        same = all(digest == self._wide(kind) for kind, digest in told["wide"].items())
        same = same and all(digest == self._digest(name) for name, digest in told["texts_of"].items())
        told["remarks"] = tuple(Remark(*each) for each in told["remarks"])
        return told if same else None

    @property
    def empty(self) -> bool:
        """Whether no drawing is stored."""
        return self._pack.empty

    def knows(self, key: str) -> bool:
        """Return whether an up-to-date drawing is stored under `key`."""
        data = self._pack.get(key)
        return data is not None and self._told_by(data[:HEAD].decode()) is not None

    def begin(self) -> None:
        """Clear the record of reads before drawing a face."""
        if self._pack:
            self._scope.forget()
            self._environment.used.clear()
            self._icons.drawn.clear()

    def keep(self, key: str, digest: str, new: Drawing) -> Drawing:
        """Store a drawing made since `begin` and the digest of its face; return the stored drawing.

        The same comes back, without a digest, where it is not to be had from the pack later.
        """
        if not key or any(map(_HALF.search, self._environment.used)):
            return new
        drawing = new.drawing
        shared = tuple(names_in(drawing))
        for name in shared:
            if name not in self._kept_parts:
                self._kept_parts.add(name)
                self._pack.put(name, self._drawings[name].encode())
        icons = {*self._icons.drawn, *_ICON.findall(drawing)} if _A_USE in drawing else self._icons.drawn
        head = self._head(new.pages, new.remarks, icons, shared)
        self._pack.put(key, f"{head}{digest}{drawing}".encode("utf-8", "surrogatepass"))
        return Drawing(self._source(key), digest, new.pages, new.remarks) if self._pack.lasts else new

    def _head(
        self, pages: int, remarks: Sequence[Remark], icons: Collection[str], shared: tuple[str, ...]
    ) -> str:
        """The name of a drawing's head; most faces of a family share one."""
        scope, used = self._scope, self._environment.used
        key = (pages, tuple(remarks), scope.read_now, frozenset(used), frozenset(icons), shared)
        if key not in self._told:
            told = {
                "pages": pages,
                "remarks": [astuple(remark) for remark in remarks],
                "wide": {kind: self._wide(kind) for kind in sorted(scope.looked_wide)},
                "fields": {name: _names(read) for name, read in scope.fields_read.items() if read},
                "colours": _names(scope.colours_read),
                "texts": _names(scope.texts_read),
                "keywords": _names(scope.keywords_read),
                "templates": sorted(used),
                "texts_of": {
                    name: self._digest(name) for name in sorted(used) if not name.endswith(_DRAWING)
                },
                "icons": sorted(icons),
                "shared": shared,
            }
            self._merge(told)
            data = msgspec.json.encode(told)
            name = self._told[key] = blake2b(data, digest_size=HEAD // 2).hexdigest()
            self._pack.put(name, data)
        return self._told[key]

    def reads(self) -> Reads:
        """Everything that templates have read so far."""
        read: Mapping[str, set[str]] = self._fields
        names = list(self._names.values())
        if not self._pack:
            scope = self._scope
            read, used = scope.fields_read, self._environment.used
            names = [scope.colours_read, scope.texts_read, scope.keywords_read, used]
        fields_read = {family: frozenset(found) for family, found in read.items()}
        return Reads(fields_read, *map(frozenset, names))

    def _recall_part(self, name: str) -> bool:
        """Load a drawing that faces share; False if it is not stored."""
        if name not in self._drawings:
            kept = self._pack.get(name)
            if kept is None:
                return False
            self._drawings[name] = kept.decode()
        return True

    def _merge(self, told: Mapping[str, Any]) -> None:
        """Add what a head says was read to the reads of this build."""
        for family, read in told["fields"].items():
            self._fields[family].update(read)
        for kind, names in self._names.items():
            names.update(told[kind])
        for name in told["icons"]:
            self._icons.want(name)

    def _wide(self, kind: str) -> str:
        """A digest of all `items` of the game, or of the `reasons` why they are as they are."""
        if kind not in self._digests:
            told = _fields if kind == "items" else _reasons
            items = (item for family in self._game.families for item in family.items)
            self._digests[kind] = key_of(*(repr(told(item)) for item in items))
        return self._digests[kind]


def _names(asked: Iterable[Any]) -> list[str]:
    """Names a template asked for, sorted, without numbers and lone surrogates."""
    return sorted(name for name in asked if isinstance(name, str) and not _HALF.search(name))


def _fields(item: Item) -> tuple[Any, ...]:
    """Return what other templates may read of an item."""
    return item.key, item.copies, item.source, item.fields


def _reasons(item: Item) -> tuple[Any, ...]:
    """Return where the copies of an item come from."""
    return item.family, item.source, item.why, item.assumed


def game_head(game: Game) -> str:
    """Everything templates may read of a game, except what belongs to its families."""
    left_out = ("families", "folder", "place", "places", "notes", "untranslated", "play_table", "book")
    kept = {name: value for name, value in asdict(game).items() if name not in left_out}
    return repr((kept, [family.id for family in game.families]))
