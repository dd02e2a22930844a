"""A game at one moment: its catalogue as plain values, its faces by digest, and how they looked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from prancha.model.face import Side
from prancha.model.outline import Outline
from prancha.model.units import Mm

MOST = 1_000_000
"""Copies, or millimetres: more than any box holds."""
Faces = Mapping[str, tuple[str, str]]
"""Language -> digests of front and back; a back "" is none."""


class FamilyState(Struct, frozen=True):
    """What is printed of a family: its size, shape, stock and templates."""

    id: str
    title: str
    stock: str
    outline: Outline
    bleed: Mm
    template: str
    back: str = ""


class ItemState(Struct, frozen=True):
    """One design; `fields` are plain values, with all languages."""

    id: str
    family: str
    copies: Annotated[int, Meta(ge=0, le=MOST)]
    fields: Mapping[str, Any]
    faces: Faces

    @property
    def key(self) -> str:
        """`family/id`, unique within a game."""
        return f"{self.family}/{self.id}"

    def face(self, lang: str, side: Side) -> str:
        """Return the digest of one side; "" when there is none."""
        front, back = self.faces.get(lang, ("", ""))
        return front if side == "front" else back


class Picture(Struct, frozen=True):
    """A picture that faces show: the digest of its file, and a small copy as a `data:` URI."""

    digest: str
    thumb: str


class Snapshot(Struct, frozen=True):
    """All of a game that its sheets depend on.

    `values` are the game's own (palette, texts, tables, revision); `findings`
    are what its rules said, a line each; `books` are the paragraphs of its rulebook
    by language.  `previews` are the SVG of every face by digest, `symbols` their icons,
    `pictures` their pictures by name.
    `there` is false of a game that did not exist at that moment: nothing of it is known.
    """

    name: str
    game: str
    title: str
    languages: tuple[str, ...]
    values: Mapping[str, Any]
    families: tuple[FamilyState, ...]
    items: tuple[ItemState, ...]
    findings: tuple[str, ...] = ()
    previews: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    there: bool = True
    books: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def revision(self) -> str:
        """The game's revision at that moment."""
        return str(self.values.get("revision", ""))

    @property
    def copies(self) -> int:
        """Pieces in one kit."""
        return sum(item.copies for item in self.items)

    def printed_in(self, lang: str) -> tuple[ItemState, ...]:
        """Return the components of a kit in one language: a text may need a second one in some of them."""
        return tuple(item for item in self.items if lang in item.faces)

    def family(self, name: str) -> FamilyState:
        """Return the family called `name`; raises KeyError."""
        for family in self.families:
            if family.id == name:
                return family
        raise KeyError(name)


def absent_game(name: str, game: Snapshot) -> Snapshot:
    """Return the state `name` in which there was no game called `game`."""
    return Snapshot(
        name,
        game.game,
        title=game.title,
        languages=game.languages,
        values={},
        families=(),
        items=(),
        there=False,
    )


_SINGLE = frozenset((str, int, float, bool))


def plain(value: Any) -> Any:
    """Return `value` as JSON would give it back: dicts with text keys, lists, and single values."""
    if value is None or value.__class__ in _SINGLE:
        return value
    if value.__class__ is dict or isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return str(value)  # such as 1.10, which prints otherwise than 1.1


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Return each single value with its path, such as `groups[1].points`; empty lists and mappings stay."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value:
        for k, inner in enumerate(value):
            yield from flat(inner, f"{path}[{k}]")
    else:
        yield path, value
