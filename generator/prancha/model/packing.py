"""Sizes and weights of the pieces of a game in a box: stacks, the smallest tuck box, and whether they fit.

Pieces lie flat.  Copies of a family are one stack, or as few equal ones as are not higher than the box, or
than what the lowest of the other stacks leave of it.  Stacks stand beside each other in layers, with their
sides parallel to those of the box; each layer is as high as its highest stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, product

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import Box, overlap
from prancha.model.game import THICKNESS, Family
from prancha.model.polygon import signed_area
from prancha.model.table_layout import flat_size
from prancha.model.units import Mm

Sides = tuple[Mm, Mm]
SLEEVE: Mm = 0.18
"""Thickness of a sleeve, in mm, added to that of its card."""
SLEEVED: Sides = (30.0, 130.0)
"""The least short side and the greatest long side of cards for which sleeves are sold."""
WEIGHT: Mapping[str, float] = {"card": 300.0, "board": 1500.0, "paper": 80.0}
"""Grams per m2 of a stock of its usual thickness: paper on both sides of 2 mm of grey board for `board`."""
WORK = 200_000
"""Positions that are tried before the search gives up."""
_STEP: Mm = 1.0
"""By how much a box is made deeper until its pieces fit."""
_LEAST: Mm = 1e-6
"""Less than this is an error of rounding."""
_Known = dict[tuple[Sides, ...], bool]
"""Results of placing layers on a floor, by the sides of their stacks: True where all have room."""


class TooMuchWorkError(Exception):
    """There are too many stacks to try all arrangements."""


class Stack(Struct, frozen=True):
    """The copies of a family: the sides and height of the stack in mm, and their weight in grams."""

    family: str
    copies: int
    width: Mm
    depth: Mm
    height: Mm
    grams: float


def takes_sleeves(family: Family) -> bool:
    """Return whether sleeves are sold for a family: rectangular, flat, of card, and of their sizes."""
    short, long = sorted((family.outline.width, family.outline.height))
    is_card = family.stock == "card" and not family.kind and family.net is None and family.outline.is_box
    return is_card and SLEEVED[0] <= short and long <= SLEEVED[1]


def stack_of(stocks: Mapping[str, Mm], family: Family, sleeve: Sides | None = None) -> Stack:
    """Return all copies of a family as one stack; cards that fit into a `sleeve` (short, long side) have one.

    `stocks` has the thickness of those that are not as thick as usual.  What is folded lies folded up: as
    large as its largest panel, and as thick as all of them.
    """
    thickness = stocks.get(family.stock, THICKNESS[family.stock])
    outline = family.outline
    grams = WEIGHT[family.stock] * thickness / THICKNESS[family.stock]
    area = abs(signed_area(outline.polygon()))
    width, depth = outline.width, outline.height
    if family.kind == "die" and family.net is not None:
        a, b = family.net.panels[0].corners[:2]
        thickness = width = depth = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
    elif family.net is not None and family.net.folds:
        width, depth = flat_size(outline, family.net, family.kind)
        panels = family.net.panels
        if panels:
            largest = max(panels, key=lambda one: one.width * one.height)
            width, depth, thickness = largest.width, largest.height, thickness * len(panels)
    short, long = sorted((width, depth))
    if sleeve is not None and takes_sleeves(family) and short < sleeve[0] and long < sleeve[1]:
        width, depth, thickness = *sleeve, thickness + SLEEVE
    copies = family.copies
    return Stack(
        family.id, copies, width, depth, height=copies * thickness, grams=copies * area * grams / 1e6
    )


def smallest_tuck_box(stacks: Sequence[Stack], slack: Mm = 1.0) -> tuple[Mm, Mm, Mm]:
    """Return the inner short side, long side and depth of a box in which all stacks lie on each other."""
    sides = [sorted((one.width, one.depth)) for one in stacks]
    return (
        max(short for short, _ in sides) + slack,
        max(long for _, long in sides) + slack,
        sum(one.height for one in stacks) + slack,
    )


@lru_cache(maxsize=64)  # the studio reads the catalogue after every save
def least_depth(stacks: tuple[Stack, ...], floor: Sides) -> Mm:
    """Return how deep a box with this floor is for the stacks to lie in it, beside each other where they can.

    It is found to a millimetre, by a quick search, since catalogues are read often: a little less may do.
    """
    most = sum(one.height for one in stacks)
    depth = sum(one.width * one.depth * one.height for one in stacks) / (floor[0] * floor[1])
    known: _Known = {}
    while depth < most - _LEAST:
        if fit(stacks, (*floor, depth), quick=True, known=known) is not None:
            return depth
        depth += _STEP
    return most


def fit(
    stacks: Sequence[Stack],
    box: tuple[Mm, Mm, Mm],
    *,
    quick: bool = False,
    known: _Known | None = None,
) -> tuple[tuple[Stack, ...], ...] | None:
    """Return the layers in which the stacks fit into a box (sides and height in mm), None where they do not.

    A `quick` search may miss a way.  `known` keeps which layers fit, for other heights of the same floor and
    the same kind of search.  Raises TooMuchWorkError where there are too many to try.
    """
    width, depth, height = box
    tried: list[list[Stack]] = []
    for below in (0.0, *accumulate(sorted(one.height for one in stacks))):
        parts = [part for one in stacks for part in _split(one, height - below)]
        if height - below < _LEAST or parts in tried:
            continue
        tried.append(parts)
        ordered = sorted(parts, key=lambda one: (-one.height, one.family))
        found = _Search((width, depth), height, quick, {} if known is None else known).layers(ordered)
        if found is not None:
            return found
    return None


def _split(stack: Stack, most: Mm) -> Iterator[Stack]:
    """Yield as few stacks as are not higher than `most`, the first ones with a copy more."""
    if not stack.copies:
        return
    thick = stack.height / stack.copies
    each = int(most / thick + 1e-9)
    if each < 1:
        yield stack
        return
    count = -(-stack.copies // each)
    for number in range(count):
        copies = stack.copies // count + (number < stack.copies % count)
        grams = stack.grams * copies / stack.copies
        yield replace(stack, copies=copies, height=copies * thick, grams=grams)


class _Search:
    def __init__(self, floor: Sides, height: Mm, quick: bool, known: _Known) -> None:
        self._floor, self._height, self._quick, self._left = floor, height, quick, WORK
        self._known = known

    def layers(self, stacks: Sequence[Stack]) -> tuple[tuple[Stack, ...], ...] | None:
        """Assign stacks, the highest first, to layers: the first of a layer gives its height."""
        if any(not self._fits([one]) for one in stacks):
            return None
        return self._assign(stacks, [], 0.0)

    def _assign(
        self, stacks: Sequence[Stack], made: list[list[Stack]], used: Mm
    ) -> tuple[tuple[Stack, ...], ...] | None:
        if not stacks:
            return tuple(tuple(layer) for layer in made)
        self._spend()
        first, rest = stacks[0], stacks[1:]
        tried: set[tuple[Sides, ...]] = set()
        for layer in made:
            sides = _sides([*layer, first])
            if sides in tried:
                continue
            tried.add(sides)
            if self._fits([*layer, first]):
                layer.append(first)
                found = self._assign(rest, made, used)
                if found is not None or self._quick:
                    return found
                layer.pop()
        if used + first.height <= self._height + _LEAST:
            made.append([first])
            found = self._assign(rest, made, used + first.height)
            if found is not None:
                return found
            made.pop()
        return None

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooMuchWorkError

    def _fits(self, layer: Sequence[Stack]) -> bool:
        """Return whether the stacks have room beside each other."""
        key = _sides(layer)
        if key not in self._known:
            width, depth = self._floor
            enough = sum(a * b for a, b in key) <= width * depth + _LEAST
            self._known[key] = enough and (
                self._place_at_corners(key) or (not self._quick and self._place(key, []))
            )
        return self._known[key]

    def _place_at_corners(self, sides: Sequence[Sides]) -> bool:
        """Place each rectangle in the first corner between earlier ones: quick, but may miss a way to fit."""
        placed: list[Box] = []
        for a, b in sides:
            for y in sorted({0.0, *(spot[3] for spot in placed)}):
                spots = [self._leftmost(y, *size, placed) for size in ((a, b), (b, a))]
                found = min(filter(None, spots), default=None, key=lambda spot: spot[0])
                if found is not None:
                    placed.append(found)
                    break
            else:
                return False
        return True

    def _leftmost(self, y: Mm, wide: Mm, deep: Mm, placed: Sequence[Box]) -> Box | None:
        """Return the leftmost free place of a rectangle at `y`, None where there is none."""
        width, depth = self._floor
        if y + deep > depth + _LEAST:
            return None
        x = 0.0
        while x + wide <= width + _LEAST:
            spot = (x, y, x + wide, y + deep)
            for other in placed:
                if overlap(spot, other, _LEAST):
                    x = other[2]
                    break
            else:
                return spot
        return None

    def _place(self, sides: Sequence[Sides], placed: list[Box]) -> bool:
        """Place rectangles one after another, each against the left and the front as far as it goes."""
        if not sides:
            return True
        # Pushed to the left and to the front, each side of a rectangle touches another one or the edge.
        spans = [*sides, *((right - left, down - top) for left, top, right, down in placed)]
        xs, ys = (_sums(spans, self._floor[k]) for k in (0, 1))
        # Every rectangle must lie somewhere: if the first one cannot, no other order helps.
        (a, b), *rest = sides
        for wide, deep in dict.fromkeys(((a, b), (b, a))):
            lefts = [x for x in xs if x + wide <= self._floor[0] + _LEAST]
            tops = [y for y in ys if y + deep <= self._floor[1] + _LEAST]
            for x, y in product(lefts, tops):
                self._spend()
                spot = (x, y, x + wide, y + deep)
                if not any(overlap(spot, other, _LEAST) for other in placed) and self._place(
                    rest, [*placed, spot]
                ):
                    return True
        return False


def _sides(layer: Sequence[Stack]) -> tuple[Sides, ...]:
    return tuple(
        sorted(((max(one.width, one.depth), min(one.width, one.depth)) for one in layer), reverse=True)
    )


def _sums(spans: Sequence[Sides], most: Mm) -> list[Mm]:
    """Return all sums of sides up to `most`: where the edges of rectangles pushed together can be."""
    sums = {0.0}
    for a, b in spans:
        sums |= {round(s + side, 6) for s in sums for side in (a, b) if s + side <= most + _LEAST}
    ordered = sorted(sums)
    return [ordered[0], *(b for a, b in pairwise(ordered) if b - a > 1e-9)]
