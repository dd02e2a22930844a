"""One printed side of a component, as SVG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from prancha.model.diagnostic import Place
from prancha.model.outline import Outline
from prancha.model.units import Mm

Side = Literal["front", "back"]

REVISION_MARK = "revision-mark"
"""The id of the element that holds a revision mark: for the maker of the game, not for players to read."""


class Face(Struct, frozen=True):
    """A laid-out SVG 1.1 document for one side of one item.

    The drawing's user unit is 1 mm; (0, 0) is the top-left corner of the trim
    box; the viewBox reaches `bleed` beyond the trim box on every side.
    `source` is the document, or gives it: of most faces of a later build nobody looks at it.
    `digest` is the hash of the SVG, so equal faces are drawn once.
    """

    source: str | Callable[[], str]
    digest: str
    outline: Outline
    bleed: Mm
    side: Side
    item: str
    template: str
    place: Place

    @property
    def svg(self) -> str:
        """The document."""
        return self.source if isinstance(self.source, str) else self.source()
