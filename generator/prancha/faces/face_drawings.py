"""Values of drawing: one drawing, remarks on it, what a face shows, and all faces of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.units import Mm


class Remark(Struct, frozen=True):
    """A warning about picture or text `path`, as the template named it."""

    code: str
    path: str
    message: str
    hint: str


class Drawing(Struct, frozen=True):
    """A drawing with the digest of its face, its number of pages, and the remarks on its pictures.

    The digest is "" for a new drawing that has no face yet.  A cached drawing is read on demand.
    """

    source: str | Callable[[], str]
    digest: str
    pages: int
    remarks: tuple[Remark, ...]

    @property
    def drawing(self) -> str:
        """What a template drew."""
        return self.source if isinstance(self.source, str) else self.source()


class SeenText(Struct, frozen=True):
    """A text and the box it is set in; None where a side has no limit."""

    text: str
    width: Mm | None = None
    height: Mm | None = None


class SeenFace(Struct, frozen=True):
    """The texts and the names of the pictures of one component, front and back."""

    texts: tuple[SeenText, ...] = ()
    pictures: tuple[str, ...] = ()


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
        """Only the items of `game`, which may be a part of the whole."""
        keys = [item.key for family in game.families for item in family.items]
        backs = {key: self.backs[key] for key in keys if key in self.backs}
        return replace(self, fronts={key: self.fronts[key] for key in keys}, backs=backs)
