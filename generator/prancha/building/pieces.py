"""Families become pieces to impose: gutters and bleeds as the sheet wants them."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.faces import Drawn
from prancha.model.game import Family, Game
from prancha.model.sheet import Piece
from prancha.model.units import Mm

MOST_BLEED: Mm = 3.0
"""Of what is made by enlarging a face for a gutter."""
EXTENDABLE = ("rectangle", "rounded", "circle", "hexagon", "octagon", "ellipse")
"""Outlines that, enlarged about their centre, cover themselves and an even rim."""


class Pieces:
    """Makes pieces of drawn families; remembers whose art was extended for bleed."""

    def __init__(self, drawn: Drawn, bleed: Mm, gutter: Mm | None, least: Mm = 0.0) -> None:
        """`bleed` is what families without any get; `gutter` stands over theirs unless None.

        No gutter is narrower than `least`.
        """
        self._drawn, self._bleed, self._gutter, self._least = drawn, bleed, gutter, least
        self._extended: dict[str, Mm] = {}
        self._left: list[str] = []

    def of(self, family: Family) -> Iterator[Piece]:
        """One piece for each copy of each item."""
        gutter = max(self._least, family.gutter if self._gutter is None else self._gutter)
        bleed, extended = family.bleed, False
        wanted = max(self._bleed, min(MOST_BLEED, gutter / 2))
        if not bleed and wanted:
            if family.outline.shape in EXTENDABLE:
                bleed, extended = wanted, True
                self._extended[family.id] = wanted
            else:
                self._left.append(family.id)
        creases = family.net.creases if family.net is not None else ((), ())
        for item in family.items:
            back = self._drawn.backs[item.key].digest if family.back is not None else None
            front = self._drawn.fronts[item.key].digest
            for copy in range(1, item.copies + 1):
                yield Piece(
                    item.key, copy, family=family.id, outline=family.outline, bleed=bleed, gutter=gutter,
                    front=front, back=back,
                    safe=family.safe, extended=extended, creases=creases, close=self._gutter is not None,
                )  # fmt: skip

    def remarks(self, game: Game, lang: str) -> tuple[str, ...]:
        """What was done about bleed, a sentence for each family."""
        titles = {family.id: family.title[lang] for family in game.families}
        return (
            *(
                f"{titles[name]}: the template draws no bleed, so its art is enlarged to give {bleed:g} mm"
                for name, bleed in self._extended.items()
            ),
            *(
                f"{titles[name]}: the template draws no bleed, and this outline cannot be enlarged evenly"
                for name in self._left
            ),
        )
