"""The set-ups of a game as table.yaml describes them: seats, places, what lies there, counters.

Lengths in mm.  The origin is the middle of the table; x runs to the right, y towards the first seat, angles
are in degrees clockwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

from prancha.model.box import Point
from prancha.model.diagnostic import Place
from prancha.model.units import Mm

Form = Literal["stack", "row", "column", "grid", "fan", "bag", "hand"]
"""The forms of a place: the first piece of a stack is its top, that of a row its left end."""
Space = int | str
"""A space of a board by its number, from 1 in drawing order, or by the name that table.yaml gives it."""
SCENE = 0
"""In place of a number of players: the scene of a table, or the fewest players where it has none."""
_NOTHING: Mapping[str, Place] = MappingProxyType({})


class Seat(Struct, frozen=True):
    """A player's side of the table: the middle of its edge, and by how much the player is turned."""

    id: str
    x: Mm
    y: Mm
    angle: float


class SetupPlace(Struct, frozen=True):
    """A place and what lies there.

    `choice` are the keys of the items that may lie there, in order; a `listed` one lays each of them once,
    any other one `count` pieces of theirs, or all that are left for None.  `each` pieces lie on each
    position, None for one (of a stack, a bag and a hand: all).  (x, y) is the middle of all positions.
    Pieces lie face down where `face_down`, or on the positions `down` (from 1).  `turned` is the step of
    random turns, 0 for none.  With `on`, positions are the `spaces` of a board (`family/id`) or of another
    place, all of them for ().  `seat` is the id of the seat whose place it is, "" for a common place.
    """

    name: str
    title: Mapping[str, str]
    choice: tuple[str, ...]
    place: Place
    listed: bool = False
    count: int | None = None
    each: int | None = None
    form: Form = "stack"
    columns: int = 0
    rows: int = 0
    gap: Mm = 2.0
    x: Mm = 0.0
    y: Mm = 0.0
    angle: float = 0.0
    turned: int = 0
    face_down: bool = False
    down: frozenset[int] = frozenset()
    shuffled: bool = False
    on: str = ""
    spaces: tuple[Space, ...] = ()
    seat: str = ""
    places: Mapping[str, Place] = field(default_factory=lambda: _NOTHING)

    @property
    def key(self) -> str:
        """Its name, with its seat where it has one; unique in a set-up."""
        return f"{self.name}@{self.seat}" if self.seat else self.name

    def where(self, name: str) -> Place:
        """The position of a key of this place in table.yaml, or of the place itself."""
        return self.places.get(name, self.place)


class Counter(Struct, frozen=True):
    """A number that is counted during play, from `start`, between `low` and `high` where there are limits."""

    name: str
    title: Mapping[str, str]
    start: int
    low: int | None
    high: int | None
    x: Mm
    y: Mm
    angle: float = 0.0
    seat: str = ""

    @property
    def key(self) -> str:
        """Its name, with its seat where it has one; unique in a set-up."""
        return f"{self.name}@{self.seat}" if self.seat else self.name


class Setup(Struct, frozen=True):
    """The set-up of a game for so many `players`.

    Pieces are taken from the box in the order of `places`, listed ones before all others.
    """

    players: int
    seats: tuple[Seat, ...]
    places: tuple[SetupPlace, ...]
    counters: tuple[Counter, ...]
    place: Place


class PlayTable(Struct, frozen=True):
    """The table of a game, with a set-up for each number of players, the fewest first.

    `spaces` are the named spaces of boards by `family/id`, in mm from the upper left corner of their trim
    box.  Families in `boxed` stay in the box on purpose.  The `scene` is a later moment of the game, for
    pictures of it.
    """

    width: Mm
    height: Mm
    setups: tuple[Setup, ...]
    spaces: Mapping[str, Mapping[str, Point]]
    boxed: frozenset[str]
    place: Place
    scene: Setup | None = None

    @property
    def moments(self) -> tuple[Setup, ...]:
        """All set-ups, and the scene."""
        return self.setups if self.scene is None else (*self.setups, self.scene)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it has set-ups for."""
        return tuple(one.players for one in self.setups)

    def setup(self, players: int | None = None) -> Setup:
        """The set-up for so many players, for None the first one, or the scene; KeyError for others."""
        if players == SCENE and self.scene is not None:
            return self.scene
        for one in self.setups:
            if players in (None, SCENE, one.players):
                return one
        raise KeyError(players)
