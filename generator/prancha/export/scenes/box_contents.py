"""Everything in the box: all copies of all components laid out in blocks, with how many there are of each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PIL import ImageOps

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, pixels, png
from prancha.export.scenes.camera import best_camera
from prancha.export.scenes.painting import Painter
from prancha.export.scenes.pieces import (
    BEHIND,
    block,
    is_box,
    is_die,
    pile_of,
    size_on_table,
    solids_of,
    split,
    stands,
    thickness,
)
from prancha.export.scenes.solids import Colour, Pose, Solid, Surface
from prancha.export.scenes.table_scene import DPI
from prancha.model.box import Box, Point, bounds
from prancha.model.box import corners as corners_of
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.units import Mm

_GAP: Mm = 14.0
"""The gap between blocks, and `_BELOW` that between a block and its words."""
_BELOW: Mm = 2.0
_LOW: Mm = 3.0
"""The greatest height of piles of a cascade."""
_WIDTHS = tuple(0.7 + k * 0.08 for k in range(14))
"""Widths of rows that are tried, as parts of the width that all blocks would have without gaps."""
_PASSES = 2
"""How often all is laid out: words are as high as the whole allows, and take room themselves."""
_LOOK = 72
"""Dots per inch at which words are drawn to find their ink."""
_HALF = 380
"""The sum of red, green and blue below which a ground is dark."""
_WIDE = 1.7
"""How much wider than deep blocks are, roughly."""
_WORDS = 0.04
"""The height of a line of words, in depths of the whole."""
_HIDDEN = 0.62
"""How much of a card the next one of a cascade hides, from `_CASCADE` designs on."""
_CASCADE = 7
_WIDER = 1.6
_DEEP = 0.84
"""How high the depth of the table is in these pictures, in parts of itself, roughly."""
_ELEVATIONS = (58.0, 64.0, 52.0, 70.0)
_LIGHT: Colour = (245, 244, 240)
_DARK: Colour = (43, 42, 40)
"""The colours of words on a dark ground and on any other."""


class _Spot(Struct, frozen=True):
    """Copies of a component on each other, at a point of a block and this far above the table."""

    component: Component
    count: int
    x: Mm
    y: Mm
    z: Mm


class _Block(Struct, frozen=True):
    """The pieces of a family about (0, 0), the box that they take on the table, and how high they are."""

    family: ComponentFamily
    spots: tuple[_Spot, ...]
    box: Box
    high: Mm = 0.0

    def solids(self, x: Mm, y: Mm) -> Iterator[Solid]:
        """Yield its pieces with the middle of the block at a point of the table."""
        family = self.family
        for spot in self.spots:
            pose = Pose(x + spot.x, y + spot.y, z=spot.z)
            if _is_alone(family):
                yield from solids_of(family, spot.component, pose)
            else:
                yield pile_of([(family, spot.component, True)] * spot.count, pose)


class _Words(Struct, frozen=True):
    """A face with words on one line, and the box in which its ink is, in mm of the face."""

    face: ComponentFace
    ink: Box

    @property
    def width(self) -> Mm:
        """How wide the words are on their face."""
        return self.ink[2] - self.ink[0]


_Placed = tuple[_Block, Mm, Mm]


def contents_picture(
    pictures: FacePictures,
    kit: ComponentKit,
    labels: Mapping[str, ComponentFace],
    size: Size,
    ground: Colour | None = None,
) -> bytes:
    """Return a PNG of all that is in the box; `labels` are faces with the words for each family."""
    aspect = size[0] / size[1] * _DEEP
    told = {name: _words(pictures, face) for name, face in labels.items()}
    blocks = [_block(family) for family in kit.families]
    room = sum((box[2] - box[0] + _GAP) * (box[3] - box[1] + _GAP) for box in (one.box for one in blocks))
    lines = labels[blocks[0].family.id].outline.height
    deep = math.sqrt(room / aspect)
    for _ in range(_PASSES):
        scale = _WORDS * deep / lines
        ways = [list(_shelved(blocks, told, scale, math.sqrt(room * aspect) * share)) for share in _WIDTHS]
        placed = min(ways, key=lambda found: round(_extent(found, told, scale, aspect), 3))
        deep = _extent(placed, told, scale, aspect)
    ink = _LIGHT if ground is not None and sum(ground) < _HALF else _DARK
    solids: list[Solid] = []
    for one, x, y in placed:
        solids += one.solids(x, y)
        below = y + one.box[3] + _BELOW
        solids.append(_lettering(told[one.family.id], scale, (x + (one.box[0] + one.box[2]) / 2, below), ink))
    camera = best_camera(solids, size, _ELEVATIONS, (0.0,))
    return png(Painter(pictures, camera, size, ground).paint(solids), DPI)


def _is_alone(family: ComponentFamily) -> bool:
    return stands(family) or is_die(family) or is_box(family)


def _block(family: ComponentFamily) -> _Block:
    """Lay a family out: a pile for each component, or several where there are many copies."""
    width, depth = size_on_table(family)
    piles = [(one, count) for one in family.components for count in split(family, one.copies)]
    highest = max(count for _, count in piles) * thickness(family)
    is_cascade = len(piles) >= _CASCADE and depth > width and highest < _LOW and not _is_alone(family)
    step = depth * (1 - _HIDDEN) if is_cascade else depth
    # What stands hides what is behind it, so it stands in one row.
    aspect = len(piles) ** 2 if stands(family) else _WIDE * (_WIDER if is_cascade else 1)
    places = list(block(len(piles), (width, step), aspect))
    rows = sorted({y for _, y in places})
    spots = []
    for (one, count), (x, y) in zip(piles, places, strict=True):
        z = rows.index(y) * highest if is_cascade else 0.0
        spots.append(_Spot(one, count, x, y, z))
    left, top, right, bottom = bounds(places)
    box = left - width / 2, top - depth / 2, right + width / 2, bottom + depth / 2
    made = _Block(family, tuple(spots), box)
    return replace(made, high=max(solid.high for solid in made.solids(0.0, 0.0)))


def _words(pictures: FacePictures, face: ComponentFace) -> _Words:
    """Find the ink of a line of words, which is what its width is."""
    outline = face.outline
    size = pixels(outline.width, _LOOK), pixels(outline.height, _LOOK)
    drawn = ImageOps.invert(pictures.draw(face, (0.0, 0.0), size).convert("L")).getbbox()
    left, _, right, _ = drawn if drawn is not None else (0, 0, *size)
    mm = outline.width / size[0]
    return _Words(face, (left * mm, 0.0, right * mm, outline.height))


def _shelved(
    blocks: Sequence[_Block], told: Mapping[str, _Words], scale: float, most: Mm
) -> Iterator[_Placed]:
    """Place blocks in rows no wider than `most`, each row in the middle.

    What stands is at the back, where it hides nothing, then the deepest blocks.
    """
    rows: list[list[_Block]] = []
    used = 0.0
    for one in sorted(blocks, key=_rank):
        wide = _width(one, told, scale) + _GAP
        if not rows or used + wide > most + _GAP:
            rows.append([])
            used = 0.0
        rows[-1].append(one)
        used += wide
    y = 0.0
    for number, row in enumerate(rows):
        if number:
            y += max(_GAP, BEHIND * max(one.high for one in row))
        deep = max(one.box[3] - one.box[1] for one in row)
        x = -sum(_width(one, told, scale) + _GAP for one in row) / 2
        for one in row:
            wide = _width(one, told, scale) + _GAP
            yield one, x + wide / 2 - (one.box[0] + one.box[2]) / 2, y + deep - one.box[3]
            x += wide
        y += deep + _BELOW + told[row[0].family.id].face.outline.height * scale


def _rank(one: _Block) -> tuple[bool, Mm]:
    return not (stands(one.family) or is_box(one.family)), -round(one.box[3] - one.box[1], 3)


def _width(one: _Block, told: Mapping[str, _Words], scale: float) -> Mm:
    return max(one.box[2] - one.box[0], told[one.family.id].width * scale)


def _extent(placed: Sequence[_Placed], told: Mapping[str, _Words], scale: float, aspect: float) -> Mm:
    wide = max(abs(x) + _width(one, told, scale) / 2 for one, x, _ in placed) * 2
    deep = max(y + one.box[3] for one, _, y in placed) - min(y + one.box[1] for one, _, y in placed)
    return max(wide / aspect, deep)


def _lettering(words: _Words, scale: float, top: Point, ink: Colour) -> Solid:
    """Words on the table, their upper edge with its middle at `top`."""
    left, _, right, high = words.ink
    x, y = top[0] - (left + right) / 2 * scale, top[1]
    corners = tuple((x + a * scale, y + b * scale, 0.0) for a, b in corners_of((left, 0.0, right, high)))
    surface = Surface(
        corners,
        ink,
        face=words.face,
        origin=(x, y, 0.0),
        across=(scale, 0.0, 0.0),
        down=(0.0, scale, 0.0),
        is_ink=True,
    )
    return Solid((surface,), tuple((a, b) for a, b, _ in corners), 0.0, 0.0)
