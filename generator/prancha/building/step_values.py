"""Values that the steps of a build pass on to each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from prancha.building.leaves import Leaf, Pieces
from prancha.building.order import Ahead, Order
from prancha.export.pdf import PdfPage
from prancha.faces import Drawn, FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Document
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.sheet import Paper
from prancha.system.cache import Pack

if TYPE_CHECKING:
    from prancha.checks.artwork import Printed


class OpenedGame(Struct, frozen=True):
    """A game that was read and checked, and the order with every name resolved.

    `started` is the value of `time.perf_counter` when reading began.
    """

    order: Order
    game: Game
    rules: Document | None
    findings: tuple[Diagnostic, ...]
    lang: str
    started: float = 0.0


class DrawnGame(Struct, frozen=True):
    """All faces of a game in one language as SVG, what drew them, and what the checks of faces look at.

    `toned` are the faces in the ink that was ordered.  `shown` is None where nothing is to be checked.
    """

    drawn: Drawn
    toned: Drawn
    shown: Printed | None
    pack: Pack
    maker: FaceMaker
    book: FontBook
    folders: tuple[Path, ...]
    ahead: Ahead


class KitLayout(Struct, frozen=True):
    """The pages of a kit in millimetres; `behind` are those of a file of backs.

    `drawn` are the printed faces, `others` those of the game not printed; `notes` are warnings about
    covers.
    """

    game: Game
    paper: Paper
    drawn: Drawn
    others: tuple[Face, ...]
    pieces: Pieces
    leaves: tuple[Leaf, ...]
    covers: tuple[Face, ...]
    labels: Sequence[Face]
    pages: list[PdfPage]
    behind: list[PdfPage]
    notes: tuple[Diagnostic, ...] = ()

    @property
    def faces(self) -> tuple[Face, ...]:
        """All that is printed, in the order in which it is rendered."""
        return (*self.covers, *self.drawn.faces, *self.labels)
