"""The table in play: the pieces of a set-up as solids, closer together than on the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, png
from prancha.export.scenes.arranging import together
from prancha.export.scenes.camera import best_camera
from prancha.export.scenes.painting import Painter
from prancha.export.scenes.solids import (
    Colour,
    Pose,
    Solid,
    die,
    pile,
    slab,
    stand_up,
    untidy,
)
from prancha.model.box import overlap
from prancha.model.game import THICKNESS
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.table_layout import LaidPiece, LaidTable
from prancha.model.units import Mm

DPI = 144
"""What pictures say of their resolution; screens do not ask."""
_TURN = 24.0
"""The most that stand-ups are turned away from the viewer, in degrees."""
_TALL: Mm = 14.0
"""The greatest height of a pile, and `_SLENDER` that in widths of its piece; others become several piles."""
_SLENDER = 0.75
_BESIDE: Mm = 2.5
"""The gap between the piles that a high one becomes."""
_DEEP = 0.7
"""How high the depth of the table is in pictures, roughly."""
_HEAP = 0.17
"""How far pieces of a bag lie apart when it is poured out, in sizes of a piece."""


def table_picture(
    pictures: FacePictures, kit: ComponentKit, laid: LaidTable, size: Size, ground: Colour | None = None
) -> bytes:
    """Return a PNG of a set-up in perspective, on `ground` or transparent."""
    solids = table_solids(kit, laid, size)
    camera = best_camera(solids, size)
    return png(Painter(pictures, camera, size, ground).paint(solids), DPI)


def table_solids(kit: ComponentKit, laid: LaidTable, size: Size) -> list[Solid]:
    """Return the pieces of a set-up as solids, arranged for a picture of `size`."""
    return _Table(kit).solids(laid, size[0] / size[1] * _DEEP)


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
        shown = [replace(one, up=False) if one.place in held else one for one in pieces]
        forms = {one.place.key: one.place.form for one in laid.places}
        spread: list[LaidPiece] = []
        for group in _piles(shown):
            form = forms[group[0].place]
            spread += _poured(group) if form == "bag" else self._lower(group)
        for group in _piles(together(laid, spread, aspect)):
            self._add(group)
        return [solid for _, solid in self._made]

    def _add(self, group: Sequence[LaidPiece]) -> None:
        """Lay the pieces of one position, the lowest first."""
        family = self._families[group[0].key.partition("/")[0]]
        under = [(piece, solid) for piece, solid in self._made if _on(group[0], piece)]
        low = max((solid.high for piece, solid in under if not self._is_upright(piece)), default=0.0)
        if family.kind == "die" and family.net is not None:
            for one in group:
                self._keep(one, die(family.net, self._front(one), Pose(one.x, one.y, one.angle + 28, low)))
            return
        if _stands(family) and family.net is not None:
            beside = sum(self._is_upright(piece) for piece, _ in under)
            for number, one in enumerate(group, beside):
                angle, back = _facing(one.angle)
                # Several on one space stand beside each other, in turn to the right and to the left.
                step = (number + 1) // 2 * (1 if number % 2 else -1) * (one.width + _BESIDE)
                pose = Pose(one.x + step, one.y, angle, low)
                thick = THICKNESS[family.stock]
                self._keep(one, stand_up(family.net, self._front(one), pose, thick, family.stock, back))
            return
        slabs = []
        for number, one in enumerate(group):
            family = self._families[one.key.partition("/")[0]]
            thick = THICKNESS[family.stock]
            pose = Pose(one.x, one.y, one.angle, low)
            outline = family.outline if one.up else family.outline.mirrored()
            if len(group) > 1:
                pose = untidy(pose, number)
            last = number == len(group) - 1
            slabs.append(slab(outline, pose, thick, family.stock, self._seen(one), top=last))
            low += thick
        self._keep(group[-1], pile(slabs) if len(slabs) > 1 else slabs[0])

    def _lower(self, group: Sequence[LaidPiece]) -> Iterator[LaidPiece]:
        """Yield the pieces of a position, a high pile as several beside each other, as equal as can be."""
        first = group[0]
        family = self._families[first.key.partition("/")[0]]
        most = max(_SLENDER * min(first.width, first.height), 4 * THICKNESS[family.stock])
        each = max(1, int(min(_TALL, most) / THICKNESS[family.stock]))
        if len(group) <= each or _stands(family):
            yield from group
            return
        count = -(-len(group) // each)
        columns = math.ceil(math.sqrt(count * first.height / first.width))
        rows = -(-count // columns)
        for number in range(count):
            row, column = divmod(number, columns)
            x = (column - (columns - 1) / 2) * (first.width + _BESIDE)
            y = (row - (rows - 1) / 2) * (first.height + _BESIDE)
            pose = Pose(first.x, first.y, first.angle).at(x, y)
            start, end = (len(group) * k // count for k in (number, number + 1))
            for one in group[start:end]:
                yield replace(one, x=pose[0], y=pose[1], position=number)

    def _keep(self, piece: LaidPiece, solid: Solid) -> None:
        self._made.append((piece, solid))

    def _is_upright(self, piece: LaidPiece) -> bool:
        return _stands(self._families[piece.key.partition("/")[0]])

    def _front(self, piece: LaidPiece) -> ComponentFace:
        return self._components[piece.key].front

    def _seen(self, piece: LaidPiece) -> ComponentFace | None:
        one = self._components[piece.key]
        return one.front if piece.up else one.back


def _stands(family: ComponentFamily) -> bool:
    return (
        family.net is not None
        and {"front", "back"} <= {panel.name for panel in family.net.panels}
        and (family.kind in ("standee", "tent", ""))
    )


def _facing(angle: float) -> tuple[float, bool]:
    """Return by how much a stand-up is turned, and whether its back is seen; edges are never seen alone."""
    around = (angle + 180) % 360 - 180
    back = abs(around) > 90
    if back:
        around = (around + 360) % 360 - 180
    return max(-_TURN, min(_TURN, around)), back


def _piles(pieces: Sequence[LaidPiece]) -> Iterator[list[LaidPiece]]:
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


def _poured(group: Sequence[LaidPiece]) -> Iterator[LaidPiece]:
    """Yield the pieces of a bag as a heap: along a spiral, each turned otherwise, the outer ones below."""
    size = max(group[0].width, group[0].height)
    for number, one in enumerate(group):
        step = len(group) - number
        away = size * _HEAP * math.sqrt(step - 0.5)
        way = math.radians(step * 137.508)
        yield replace(
            one,
            x=one.x + away * math.cos(way),
            y=one.y + away * math.sin(way),
            angle=(step * 77.0) % 360,
            position=number,
        )
