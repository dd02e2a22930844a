"""What is drawn of a game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.game import Game


class Drawn(Struct, frozen=True):
    """Fronts and backs by item key, and the icons they use: symbol id -> `<symbol>` element.

    `seconds` is the time each family's faces took.
    `notes` are warnings, such as pictures that are not there.
    """

    fronts: Mapping[str, Face]
    backs: Mapping[str, Face]
    symbols: Mapping[str, str]
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[Diagnostic, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        """All fronts, then all backs."""
        return (*self.fronts.values(), *self.backs.values())

    def of(self, game: Game) -> Drawn:
        """What was drawn of the items of `game`, which may be a part of the whole."""
        keys = [item.key for family in game.families for item in family.items]
        backs = {key: self.backs[key] for key in keys if key in self.backs}
        return replace(self, fronts={key: self.fronts[key] for key in keys}, backs=backs)
