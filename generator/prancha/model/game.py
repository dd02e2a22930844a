"""A game as its catalogue describes it: families of components and their items."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.face import RASTER
from prancha.model.outline import Net, Outline
from prancha.model.play_table import PlayTable
from prancha.model.rulebook import BookDesign
from prancha.model.units import Mm

Source = Literal["stated", "derived", "assumed"]
Stock = Literal["card", "board", "paper"]
Finishing = Literal["cut", "fold", "glue"]
"""What is done to a printed piece; stock `board` is glued to board besides."""
GoesOn = Literal["back", "card"]
"""Where a text that is too long for its box goes on: on the back of its component, or on further ones."""
Wording: TypeAlias = str | Mapping[str, str]
"""A text for all languages, or one per language."""
FontRoles: TypeAlias = Mapping[str, tuple[str, ...]]
"""The families of each role, each of which has what those before it lack."""
Reason: TypeAlias = Wording
"""Why a value is assumed."""


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


class Untranslated(Struct, frozen=True, order=True):
    """A text that is missing in a language: the diagnostic, and its owner.

    `owner` is an item (`cards/owl`), a family, or `game`; `path` the dotted name of the text in it, what a
    family gives all its items under `defaults.`.
    """

    language: str
    told: Diagnostic
    owner: str = ""
    path: str = ""


class StaleText(Struct, frozen=True, order=True):
    """A text that was translated from other words, `before`, than its source has now: a warning of it."""

    language: str
    told: Diagnostic
    owner: str
    path: str
    before: str


class Item(Struct, frozen=True):
    """One component design; `copies` of it are printed.

    `fields` holds the catalogue's values with defaults and matrix applied,
    texts still per language.  `places` gives the position of each key.  Where a text goes on over `parts`
    faces, each further component is a `part` of its own, with the id `owl.2`.
    """

    id: str
    family: str
    copies: int
    fields: Mapping[str, Any]
    source: Source
    why: Reason
    assumed: Mapping[str, Reason]
    place: Place
    places: Mapping[str, Place] = field(default_factory=_empty)
    part: int = 1
    parts: int = 1
    key: str = ""
    """`family/id`, unique within a game; made of these, whatever is given."""

    def __post_init__(self) -> None:
        """Build the key once: every step looks it up."""
        force_setattr(self, "key", f"{self.family}/{self.id}")

    @property
    def listed_id(self) -> str:
        """The id in the catalogue, which all parts of a component have."""
        return self.id.partition(".")[0]

    def where(self, name: str) -> Place:
        """The position of field `name`, or of the item when it is inherited."""
        return self.places.get(name, self.place)


THICKNESS: Mapping[str, Mm] = MappingProxyType({"card": 0.32, "board": 2.0, "paper": 0.1})
"""Of one piece, where the game does not say: paper of 300 g/m2, paper on grey board, paper of 80 g/m2."""


class Family(Struct, frozen=True):
    """Components of one size, outline, template and stock.

    Lengths in mm.  `sheet` groups families that share sheets; `gutter` is the
    gap between neighbours; `back` is None for single-sided components;
    `places` gives the position of each key of its file.  A family of a `kind`
    has the `net` of its folds and panels.  `continues` says where texts that are too long go on;
    `worked` are the words of what sorts, leaves out and works out its items, fields among them.
    The texts of `plain_fields` are escaped: they print as they were written, without markup.
    A leaflet has a `book`, the look of its pages, which are made of Markdown.
    """

    id: str
    title: Mapping[str, str]
    stock: Stock
    outline: Outline
    bleed: Mm
    safe: Mm
    gutter: Mm
    template: str
    back: str | None
    sheet: str
    items: tuple[Item, ...]
    place: Place
    note: Mapping[str, str] = field(default_factory=_empty)
    tables: Mapping[str, Any] = field(default_factory=_empty)
    places: Mapping[str, Place] = field(default_factory=_empty)
    make: tuple[Finishing, ...] = ()
    kind: str = ""
    net: Net | None = None
    continues: GoesOn | None = None
    worked: frozenset[str] = frozenset()
    plain_fields: frozenset[str] = frozenset()
    book: BookDesign | None = None

    @property
    def copies(self) -> int:
        """The number of pieces of this family in one kit."""
        return sum(item.copies for item in self.items)


class Game(Struct, frozen=True):
    """A whole catalogue, read and validated; nothing rendered yet.

    `notes` are warnings of the reading, such as a guessed encoding.  `fallback`
    names, for a role of `fonts`, the families that have what its first one lacks;
    `keywords` have `id`, `name`, `icon`, `colour`, `bold` and `reminder`; `symbols` are
    icons by what stands for them in braces; `raster` is the dots per inch of
    objects with filters; `untranslated` are texts that are missing, `stale` those whose source is
    another than they were translated from.
    `pitch` sells the game in a sentence or two; `time` says how long it takes, `age` for whom it is.
    `stocks` has the thickness of those whose thickness game.yaml says.  `play_table` has the set-ups of
    table.yaml, and is None without that file.
    A `draft` is to be printed with texts that do not fit, a `longer` game in pseudo-words.  `fonts` and
    `fallback` are those of the first language where `fonts_by_language` has them for each.
    """

    id: str
    folder: Path
    title: str
    subtitle: Mapping[str, str]
    languages: tuple[str, ...]
    designers: tuple[str, ...]
    artists: tuple[str, ...]
    publisher: Wording
    licence: Wording
    rulebook: Wording
    players: tuple[int, ...]
    revision: str
    palette: Mapping[str, str]
    fonts: Mapping[str, str]
    texts: Mapping[str, Mapping[str, str]]
    tables: Mapping[str, Any]
    assumed: Mapping[str, str]
    supplied: tuple[Mapping[str, Any], ...]
    cover: Mapping[str, Any]
    families: tuple[Family, ...]
    place: Place
    places: Mapping[str, Place] = field(default_factory=_empty)
    notes: tuple[Diagnostic, ...] = ()
    revision_mark: bool = False
    fallback: Mapping[str, tuple[str, ...]] = field(default_factory=_empty)
    keywords: Mapping[str, Mapping[str, Any]] = field(default_factory=_empty)
    symbols: Mapping[str, str] = field(default_factory=_empty)
    raster: int = RASTER
    untranslated: tuple[Untranslated, ...] = ()
    stale: tuple[StaleText, ...] = ()
    draft: bool = False
    longer: bool = False
    fonts_by_language: Mapping[str, FontRoles] = field(default_factory=_empty)
    stocks: Mapping[str, Mm] = field(default_factory=_empty)
    play_table: PlayTable | None = None
    book: BookDesign | None = None
    pitch: Mapping[str, str] = field(default_factory=_empty)
    time: Wording = ""
    age: Wording = ""

    def set_in(self, language: str) -> Game:
        """The game with the fonts of one language."""
        roles = self.fonts_by_language.get(language)
        if roles is None:
            return self
        return replace(self, fonts=first_families(roles), fallback=further_families(roles))

    def missing(self, language: str) -> tuple[Diagnostic, ...]:
        """The texts that are missing in `language`, which cannot be printed without them."""
        return tuple(one.told for one in self.untranslated if one.language == language)

    def outdated(self, language: str) -> tuple[Diagnostic, ...]:
        """Warnings of texts in `language` whose source changed since they were translated."""
        return tuple(one.told for one in self.stale if one.language == language)

    def family(self, name: str) -> Family:
        """The family called `name`; KeyError when there is none."""
        for family in self.families:
            if family.id == name:
                return family
        raise KeyError(name)


def first_families(roles: FontRoles) -> Mapping[str, str]:
    """The preferred family of each role."""
    return MappingProxyType({role: names[0] for role, names in roles.items() if names})


def further_families(roles: FontRoles) -> Mapping[str, tuple[str, ...]]:
    """The fallback families of roles that have any."""
    return MappingProxyType({role: tuple(names[1:]) for role, names in roles.items() if names[1:]})
