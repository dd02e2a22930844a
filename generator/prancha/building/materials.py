"""What a kit is printed on and made of: how each paper is printed, what to buy, how long making it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from prancha.building.leaves import Leaf
from prancha.building.sheet_notes import page_list
from prancha.model.game import Game
from prancha.model.units import Mm
from prancha.sheets import cut_plan

Way = Literal["one", "two", "fold", "faces"]
"""How a paper is printed: on one side, on both, on one to be folded, or on one to be glued to a face of a
board whose other face has the back."""
GLUED: Mapping[str, float] = {"one": 4.0, "faces": 4.0, "fold": 5.0}
"""Minutes to glue a paper to board, or a face of it, or a folded paper around it."""
PRINTED, FOLDED, CUT, SNIPPED, JOINED, MADE = 1.0, 3.0, 1.0, 1.0, 5.0, 2.0
"""Minutes to print a sheet, fold and glue it, make a straight cut, cut out a piece with scissors, join two
parts of a board, and fold or glue a piece."""


class Material(Struct, frozen=True):
    """Papers of one kind: the stock of the families, what it is really made of, and how it is printed.

    `made` is `card` for two-sided pieces meant for board that are printed on both sides: glued to board
    they would lose their backs.  `sheets` counts papers, `boards` the boards that are glued to them.
    `thickness` is that of a piece of what it is made of, None where the game does not say.
    """

    stock: str
    made: str
    way: Way
    sheets: int
    boards: int
    pages: tuple[int, ...]
    thickness: Mm | None = None


def way_of(leaf: Leaf) -> Way:
    """How a leaf is printed."""
    if leaf.front.fold is not None:
        return "fold"
    if leaf.back is not None:
        return "two"
    return "faces" if leaf.glued else "one"


def made_of(leaf: Leaf) -> str:
    """What the pieces of a leaf are made of: their stock, but card where board would hide their backs."""
    stock = leaf.front.stock
    return "card" if stock == "board" and way_of(leaf) == "two" else stock


def cut_apart(leaf: Leaf) -> bool:
    """Whether a paper is cut by itself: a back that is glued to a board is cut with its front.

    Parts of a board are cut to be joined, before they are glued to anything.
    """
    return not (leaf.glued and leaf.front.side == "back") or leaf.front.window is not None


def materials(
    leaves: Sequence[Leaf], numbers: Sequence[range], stocks: Mapping[str, Mm]
) -> tuple[Material, ...]:
    """A row for each stock and way of printing, in the order of their pages.

    `stocks` has the thickness of those whose thickness the game says.
    """
    found: dict[tuple[str, str, Way], list[int]] = {}
    for index, leaf in enumerate(leaves):
        key = leaf.front.stock, made_of(leaf), way_of(leaf)
        found.setdefault(key, []).append(index)
    return tuple(
        Material(
            stock, made, way=way, sheets=len(mine),
            boards=_boards(leaves, mine, way) if made == "board" else 0,
            pages=tuple(page for index in mine for page in numbers[index][: 2 if way == "two" else 1]),
            thickness=stocks.get(made),
        )
        for (stock, made, way), mine in found.items()
    )  # fmt: skip


def _boards(leaves: Sequence[Leaf], mine: Sequence[int], way: Way) -> int:
    """Boards as large as a sheet: one for a front and its back, half of one in a sheet that is folded."""
    if way == "faces":
        return sum(leaves[index].front.side == "front" for index in mine)
    return -(-len(mine) // 2) if way == "fold" else len(mine)


def family_made_of(leaves: Sequence[Leaf], family: str) -> str:
    """What the pieces of a family are made of; "" when none is printed."""
    return next((made_of(leaf) for leaf in leaves if family in leaf.front.families), "")


def minutes(game: Game, leaves: Sequence[Leaf]) -> int:
    """About how long printing and making a kit takes, in steps of 15 or, above three hours, 30."""
    total = 0.0
    for leaf in leaves:
        way, made, front = way_of(leaf), made_of(leaf), leaf.front
        total += PRINTED * (2 if leaf.back is not None else 1)
        if made == "board":
            total += GLUED[way]
        elif way == "fold":
            total += FOLDED
        if front.window is not None:
            total += JOINED
        if cut_apart(leaf):
            plan = cut_plan(front)
            loose = sum(placement.piece.family in plan.scissors for placement in front.placements)
            total += CUT * len(plan.cuts) + SNIPPED * loose
    for family in game.families:
        total += MADE * family.copies * len(set(family.make) & {"fold", "glue"}) / 2
    step = 15 if total <= 180 else 30
    return max(step, round(total / step) * step)


def as_rows(found: Sequence[Material]) -> list[dict[str, Any]]:
    """Materials as a cover takes them, pages as words."""
    return [{**asdict(row), "pages": page_list(row.pages, "–", spelled=8)} for row in found]
