"""The table in play: the pieces of a set-up as solids, closer together than on the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, png
from prancha.export.scenes.arranging import together
from prancha.export.scenes.camera import DEEP, best_camera
from prancha.export.scenes.painting import Painter
from prancha.export.scenes.pieces import (
    BESIDE,
    block,
    hidden_behind,
    is_die,
    is_screen,
    pile_of,
    size_on_table,
    solids_of,
    split,
    stands,
)
from prancha.export.scenes.solids import Colour, Pose, Solid
from prancha.model.box import overlap
from prancha.model.kit_components import Component, ComponentFamily, ComponentKit
from prancha.model.table_layout import LaidPiece, LaidTable
from prancha.model.units import Mm

DPI = 144
"""What pictures say of their resolution; screens do not ask."""
_HEAP = 0.17
"""How far pieces of a bag lie apart when it is poured out, in sizes of a piece."""
_GOLDEN = 137.508
"""Degrees between neighbours of a heap, which spread evenly then."""


def table_picture(
    pictures: FacePictures, kit: ComponentKit, laid: LaidTable, size: Size, ground: Colour | None = None
) -> bytes:
    """Return a PNG of a set-up in perspective, on `ground` or transparent."""
    solids = table_solids(kit, laid, size)
    camera = best_camera(solids, size)
    return png(Painter(pictures, camera, size, ground).paint(solids), DPI)


def table_solids(kit: ComponentKit, laid: LaidTable, size: Size) -> list[Solid]:
    """Return the pieces of a set-up as solids, arranged for a picture of `size`."""
    return _Table(kit).solids(laid, size[0] / size[1] * DEEP)


class _Table:
    def __init__(self, kit: ComponentKit) -> None:
        self._families = {family.id: family for family in kit.families}
        self._components: Mapping[str, Component] = {one.key: one for one in kit.components}
        self._made: list[tuple[LaidPiece, Solid]] = []

    def solids(self, laid: LaidTable, aspect: float) -> list[Solid]:
        """Lay the pieces from below; a piece lies on the highest of those under it."""
        pieces = [one for one in laid.pieces if one.key in self._components]
        viewer = laid.seats[0].id if laid.seats else ""
        held = {one.place.key for one in laid.places if one.place.form == "hand" and one.place.seat != viewer}
        shown = [self._folded(replace(one, up=False) if one.place in held else one) for one in pieces]
        forms = {one.place.key: one.place.form for one in laid.places}
        spread: list[LaidPiece] = []
        for group in _positions(shown):
            spread += _poured(group) if forms[group[0].place] == "bag" else self._lower(group)
        for group in _positions(together(laid, spread, aspect, self._hidden)):
            self._add(group)
        return [solid for _, solid in self._made]

    def _add(self, group: Sequence[LaidPiece]) -> None:
        """Lay the pieces of one position, the lowest first."""
        first = group[0]
        family = self._family(first)
        under = [(piece, solid) for piece, solid in self._made if _on(first, piece)]
        # A screen stands around other pieces, and not beside them.
        upright = sum(_is_beside(family, self._family(piece)) for piece, _ in under)
        low = max((solid.high for piece, solid in under if not stands(self._family(piece))), default=0.0)
        if not (stands(family) or is_die(family)):
            ones = [(self._family(one), self._components[one.key], one.up) for one in group]
            self._made.append((group[-1], pile_of(ones, Pose(first.x, first.y, first.angle, low))))
            return
        for number, one in enumerate(group, upright):
            # Several on one space stand beside each other, in turn to the right and to the left.
            step = (number + 1) // 2 * (1 if number % 2 else -1) * (one.width + BESIDE)
            pose = Pose(one.x + step, one.y, one.angle, low)
            for solid in solids_of(family, self._components[one.key], pose, one.up):
                self._made.append((one, solid))

    def _folded(self, piece: LaidPiece) -> LaidPiece:
        """Give a screen or leaflet its folded size, and turn a player's screen to the others."""
        family = self._family(piece)
        if family.kind not in ("screen", "leaflet"):
            return piece
        width, height = size_on_table(family)
        up = piece.up and not (is_screen(family) and piece.seat)
        return replace(piece, width=width, height=height, up=up)

    def _lower(self, group: Sequence[LaidPiece]) -> Iterator[LaidPiece]:
        """Yield the pieces of a position, a high pile as several beside each other."""
        first = group[0]
        if stands(self._family(first)):
            yield from group
            return
        counts = split(self._family(first), len(group))
        rest = iter(group)
        middle = Pose(first.x, first.y, first.angle)
        for number, (count, spot) in enumerate(
            zip(counts, block(len(counts), (first.width, first.height)), strict=True)
        ):
            x, y = middle.at(*spot)
            for _ in range(count):
                yield replace(next(rest), x=x, y=y, position=number if len(counts) > 1 else first.position)

    def _hidden(self, piece: LaidPiece) -> Mm:
        return hidden_behind(self._family(piece))

    def _family(self, piece: LaidPiece) -> ComponentFamily:
        return self._families[piece.key.partition("/")[0]]


def _positions(pieces: Sequence[LaidPiece]) -> Iterator[list[LaidPiece]]:
    """Yield what lies on each position, in painting order."""
    group: list[LaidPiece] = []
    for piece in pieces:
        if group and (piece.place, piece.position) != (group[0].place, group[0].position):
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _on(piece: LaidPiece, other: LaidPiece) -> bool:
    """Return whether a piece lies on another one that was laid before it."""
    return overlap(piece.box, other.box, 0.3 * min(piece.width, piece.height))


def _is_beside(family: ComponentFamily, other: ComponentFamily) -> bool:
    """Return whether what stands on one space with another piece stands beside it."""
    return stands(other) and is_screen(family) == is_screen(other)


def _poured(group: Sequence[LaidPiece]) -> Iterator[LaidPiece]:
    """Yield the pieces of a bag as a heap: along a spiral, each turned otherwise, the outer ones below."""
    size = max(group[0].width, group[0].height)
    for number, one in enumerate(group):
        step = len(group) - number
        away = size * _HEAP * math.sqrt(step - 0.5)
        way = math.radians(step * _GOLDEN)
        yield replace(
            one,
            x=one.x + away * math.cos(way),
            y=one.y + away * math.sin(way),
            angle=(step * 77.0) % 360,
            position=number,
        )
