"""How much room and weight the pieces of a game have: stacks, bare and in sleeves, the smallest tuck box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from prancha.checks.set_ups import stays_in_box
from prancha.model.game import Family, Game
from prancha.model.packing import Stack, smallest_tuck_box, stack_of, takes_sleeves
from prancha.model.units import Mm

SLEEVE_RIM: Mm = 3.0
"""How much larger than its card a sleeve is: those for 63 x 88 mm are about 66 x 91 mm."""
Sides = tuple[Mm, Mm, Mm]


class BoxRow(Struct, frozen=True):
    """The copies of a family as one stack, in mm and grams; `sleeved` is its height where it has sleeves."""

    family: str
    copies: int
    width: Mm
    depth: Mm
    height: Mm
    sleeved: Mm | None
    grams: float


class BoxTable(Struct, frozen=True):
    """All stacks, their weight, and the inner sides of the smallest tuck box: long, short, deep, in mm."""

    rows: tuple[BoxRow, ...]
    grams: float
    bare: Sides
    sleeved: Sides | None


def box_table(game: Game, families: Sequence[Family]) -> BoxTable | None:
    """Return the stacks of families in their order, boxes left out; None where nothing is left."""
    held = [one for one in families if one.copies and not stays_in_box(one)]
    if not held:
        return None
    bare = [stack_of(game.stocks, one) for one in held]
    sleeved = [stack_of(game.stocks, one, _sleeve(one)) if _sleeve(one) else None for one in held]
    rows = [
        BoxRow(
            one.family,
            one.copies,
            width=round(one.width, 2),
            depth=round(one.depth, 2),
            height=round(one.height, 2),
            sleeved=None if other is None else round(other.height, 2),
            grams=round(one.grams, 1),
        )
        for one, other in zip(bare, sleeved, strict=True)
    ]
    worn = [other or one for one, other in zip(bare, sleeved, strict=True)]
    return BoxTable(
        tuple(rows),
        round(sum(one.grams for one in bare), 1),
        bare=_sides(bare),
        sleeved=_sides(worn) if any(sleeved) else None,
    )


def box_cells(box: BoxTable) -> list[list[str]]:
    """Return the table as cells, with its heads."""
    head = ["family", "pieces", "mm", "stack mm", "in sleeves", "grams"]
    rows = [
        [
            one.family,
            str(one.copies),
            f"{one.width:g} x {one.depth:g}",
            f"{one.height:.1f}",
            "–" if one.sleeved is None else f"{one.sleeved:.1f}",
            f"{one.grams:.0f}",
        ]
        for one in box.rows
    ]
    return [head, *rows, ["all", str(sum(one.copies for one in box.rows)), "", "", "", f"{box.grams:.0f}"]]


def box_sentences(box: BoxTable) -> Iterator[str]:
    """Yield the smallest box in words, and what the figures stand on."""
    sleeves = f"; with cards in sleeves {_told(box.sleeved)}" if box.sleeved else ""
    yield f"smallest tuck box, all stacks on each other: {_told(box.bare)} inside{sleeves}"
    yield "weights of card of 300 g/m², board of 1500 g/m² and paper of 80 g/m², as thick as stocks: says"


def _told(sides: Sides) -> str:
    return " x ".join(f"{side:.4g}" for side in sides) + " mm"


def _sides(stacks: Sequence[Stack]) -> Sides:
    short, long, deep = smallest_tuck_box(stacks)
    return round(long, 2), round(short, 2), round(deep, 2)


def _sleeve(family: Family) -> tuple[Mm, Mm] | None:
    """Return the sides of the sleeves of cards; other pieces have none."""
    if not takes_sleeves(family):
        return None
    short, long = sorted((family.outline.width, family.outline.height))
    return short + SLEEVE_RIM, long + SLEEVE_RIM
