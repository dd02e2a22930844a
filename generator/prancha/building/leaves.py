"""From pieces to leaves of paper: what shares sheets, what lies behind what, and on which pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import Struct

from prancha.building.order import Row
from prancha.faces import Drawn
from prancha.model.component_kinds import LEAFLET
from prancha.model.game import Family, Game, Stock
from prancha.model.outline import Outline
from prancha.model.printing import Duplex, Flip
from prancha.model.sheet import CutPlan, Group, Paper, Piece, Sheet
from prancha.model.units import Mm

MOST_BLEED: Mm = 3.0
"""Maximum bleed made by enlarging a face."""
EXTENDABLE = ("rectangle", "rounded", "circle", "hexagon", "octagon", "ellipse")
"""Outlines that grow by an even rim when scaled about their centre."""


class Pieces:
    """Makes pieces of drawn families and records whose art was enlarged for bleed."""

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
        # A gutter of 0 that is written out is meant: pieces share cuts, whatever lies beside them.
        close = self._gutter is not None or (gutter == 0 and "gutter" in family.places)
        bleed, extended = family.bleed, False
        wanted = max(self._bleed, min(MOST_BLEED, gutter / 2))
        if not bleed and wanted:
            if family.outline.shape in EXTENDABLE:
                bleed, extended = wanted, True
                self._extended[family.id] = wanted
            else:
                self._left.append(family.id)
        # A page of a leaflet has nothing at its edges unless a template or the colour of its paper is there.
        book = family.book
        edgeless = book is not None and not book.templates and "paper" not in book.colours
        creases = family.net.creases if family.net is not None else ((), ())
        for item in family.items:
            back = self._drawn.backs[item.key].digest if family.back is not None else None
            front = self._drawn.fronts[item.key].digest
            for copy in range(1, item.copies + 1):
                yield Piece(
                    item.key,
                    copy,
                    family=family.id,
                    outline=family.outline,
                    bleed=bleed,
                    gutter=gutter,
                    front=front,
                    back=back,
                    safe=family.safe,
                    extended=extended,
                    creases=creases,
                    close=close,
                    edgeless=edgeless,
                )

    def remarks(self, game: Game, lang: str) -> tuple[str, ...]:
        """Sentences on bleed, one for each family concerned."""
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


def group(game: Game, pieces: Pieces) -> tuple[Group, ...]:
    """Pieces that share sheets: by stock, then by the families' `sheet` words, in catalogue order."""
    shared: dict[tuple[str, str], list[Piece]] = {}
    for stock in get_args(Stock):
        for family in game.families:
            if family.stock == stock:
                shared.setdefault((stock, family.sheet), []).extend(pieces.of(family))
    return tuple(Group(name, stock, tuple(pieces)) for (stock, name), pieces in shared.items() if pieces)


class Leaf(Struct, frozen=True):
    """One piece of paper: its front and its back; a `blank` back keeps double-sided printing in step.

    What is folded, or `glued` to a face of a board whose other face has the back, is printed on one side:
    there a back that is not on the sheet itself is the `front` of another paper.  `apart`: the back is
    in a file of its own.
    """

    front: Sheet
    back: Sheet | None
    blank: bool = False
    apart: bool = False
    glued: bool = False

    @property
    def sides(self) -> int:
        """Number of pages in all files."""
        return 2 if self.back is not None or self.blank else 1

    @property
    def pages(self) -> int:
        """Number of pages in the file with the cover."""
        return 1 if self.apart else self.sides


def make_leaves(sheets: Sequence[Sheet], duplex: Duplex) -> tuple[Leaf, ...]:
    """Pair fronts with backs; if any paper has a back, those printed on one side get an empty page behind.

    Where the backs are folded behind their fronts every sheet is a paper of its own, and where they are
    glued to a board those of that stock are.
    """
    if duplex.folded:
        return tuple(Leaf(sheet, None) for sheet in sheets)
    backs = {
        (s.stock, s.group, s.number): s for s in sheets if s.side == "back" and not duplex.glues(s.stock)
    }
    paired = duplex.printed and bool(backs)
    leaves = []
    for sheet in sheets:
        if sheet.side == "front" or duplex.glues(sheet.stock):
            back = backs.get((sheet.stock, sheet.group, sheet.number))
            glued = duplex.glues(sheet.stock) and (
                sheet.side == "back" or any(placed.piece.back is not None for placed in sheet.placements)
            )
            leaves.append(Leaf(sheet, back, paired and back is None, duplex.apart, glued))
    return tuple(leaves)


def flip_of(duplex: Duplex, leaves: Sequence[Leaf]) -> Flip:
    """How the printer must flip the paper; `none` if no sheet has a back behind it."""
    return duplex.flips if any(leaf.back for leaf in leaves) else "none"


def count_rows(game: Game, papers: Sequence[tuple[Sheet, CutPlan]], lang: str) -> tuple[Row, ...]:
    """A row for each family of the game: its counts, its sheets and their cuts.

    `papers` has of each paper the side that is cut, and how.
    """
    rows = []
    for family in game.families:
        mine = [plan for sheet, plan in papers if family.id in sheet.families]
        rows.append(
            Row(
                family.id,
                family.title[lang],
                stock=family.stock,
                designs=len(family.items),
                copies=family.copies,
                sheets=len(mine),
                cuts=max((len(plan.cuts) for plan in mine), default=0),
                scissors=any(family.id in plan.scissors for plan in mine),
            )
        )
    return tuple(rows)


def page_numbers(leaves: Sequence[Leaf], first: int) -> tuple[range, ...]:
    """The pages of each leaf in the file that has the cover; `first` is that of the first leaf."""
    numbers = []
    for leaf in leaves:
        numbers.append(range(first, first + leaf.pages))
        first = numbers[-1].stop
    return tuple(numbers)


def pages_of(leaves: Sequence[Leaf], numbers: Sequence[range], family: str) -> tuple[int, ...]:
    """The pages with a family's fronts and backs, ascending; a back in a file of its own has its front's."""
    found: dict[int, None] = {}
    for leaf, pages in zip(leaves, numbers, strict=True):
        if family in leaf.front.families:
            found[pages[0]] = None
        if leaf.back is not None and family in leaf.back.families:
            found[pages[-1]] = None
    return tuple(found)


def parts_of(leaves: Sequence[Leaf], family: str) -> int:
    """Number of parts, each on a page, in which the pieces of a family are printed."""
    windows = (leaf.front.window for leaf in leaves if family in leaf.front.families)
    return max((window.columns * window.rows for window in windows if window), default=1)


def part_remarks(game: Game, leaves: Sequence[Leaf], lang: str) -> tuple[str, ...]:
    """Sentences on families that are larger than the paper and printed in parts."""
    return tuple(
        f"{family.title[lang]}: {_size(family.outline.width, family.outline.height)} is larger than the"
        f" {_size(*_room(leaves[0].front.paper, family.outline))} that can be printed on"
        f" {leaves[0].front.paper.name.upper()}; it is printed in {parts} parts to be glued"
        + ("; it is whole on a larger --paper, or with a smaller size:" if family.kind == LEAFLET else "")
        for family in game.families
        if (parts := parts_of(leaves, family.id)) > 1
    )


def _room(paper: Paper, outline: Outline) -> tuple[Mm, Mm]:
    """Printable size of a paper in the orientation of the outline."""
    short, long = sorted((paper.width - 2 * paper.margin, paper.height - 2 * paper.margin))
    return (long, short) if outline.width > outline.height else (short, long)


def _size(width: Mm, height: Mm) -> str:
    return f"{round(width, 1):g} x {round(height, 1):g} mm"


def way_of_backs(duplex: Duplex, leaves: Sequence[Leaf]) -> str:
    """Key of the cover's words on how backs get behind fronts."""
    if duplex.folded:
        folded = any(leaf.front.fold for leaf in leaves)
        apart = any(leaf.front.side == "back" for leaf in leaves)
        return ("both" if apart else "foldover") if folded else "apart" if apart else "none"
    if duplex.apart and any(leaf.back for leaf in leaves):
        return "separate"
    return flip_of(duplex, leaves)
