"""Cards alone: a fan on the table, a spread, a hand that is held, and a tuck box with cards before it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, png
from prancha.export.scenes.camera import Camera, View, best_camera, fitted
from prancha.export.scenes.painting import Painter
from prancha.export.scenes.pieces import is_box, is_die, one_solid, pile_of, size_on_table, stands, thickness
from prancha.export.scenes.solids import Colour, Pose, Solid
from prancha.export.scenes.table_scene import DPI
from prancha.model.box import Point
from prancha.model.kit_components import Component, ComponentFamily, ComponentKit
from prancha.model.units import Mm

_FAN, _HAND, _SPREAD = 9, 6, 10
"""The most cards of a fan, of a hand, and of a row of a spread."""
_ROWS = 3
"""The most rows of a spread."""
_BOARD: Mm = 130.0
"""What is as long as this is no piece of a row."""
_SEEN = 0.42
"""How much of a card of the widest row of a spread is seen beside the next one."""
_BESIDE: Mm = 4.0
"""The gap between cards of a spread that have room beside each other."""
_ARC = 76.0
"""Degrees between the ends of a full fan."""
_HELD_ARC = 46.0
_TURN = 14.0
"""The most degrees between neighbours of the fan before a tuck box."""
_BEFORE: Mm = 6.0
"""The gap between a tuck box and the cards before it."""
_SPACIOUS = 1.5
"""The least radius of the fan before a tuck box, in heights of the box."""
_FEW = 5
"""Cards of fewer designs than this are aids, and other flat pieces with more designs are shown instead."""
Picked = tuple[ComponentFamily, Component]


def card_families(kit: ComponentKit) -> tuple[ComponentFamily, ...]:
    """Return the families that are cards, those with most designs first.

    Where their designs are few, other flat pieces are among them.
    """
    flat = [one for one in kit.families if not (stands(one) or is_die(one) or is_box(one))]
    cards = [one for one in flat if one.stock != "board" and one.outline.is_box and one.net is None]
    designs = max((len(one.components) for one in cards), default=0)
    several = [one for one in (cards if designs >= _FEW else flat) if one.copies > 1]
    return tuple(sorted(several, key=lambda one: -len(one.components)))


def spread_families(kit: ComponentKit) -> list[ComponentFamily]:
    """Return the families that are spread in rows, the longest pieces at the back."""
    flat = [one for one in kit.families if not (stands(one) or is_die(one) or is_box(one))]
    several = [one for one in flat if one.copies > 1 and max(size_on_table(one)) < _BOARD]
    rich = sorted(several, key=lambda one: -len(one.components))[:_ROWS]
    return sorted(rich, key=lambda one: -size_on_table(one)[1])


def box_families(kit: ComponentKit) -> tuple[ComponentFamily, ...]:
    """Return the tuck boxes of a kit."""
    return tuple(one for one in kit.families if is_box(one))


def fan_picture(pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None) -> bytes:
    """Return a PNG of a fan of cards that lies on the table."""
    family = card_families(kit)[0]
    cards = _chosen(family, _FAN)
    solids = list(_fan(cards, 1.45 * _height(family), _arc(len(cards), _FAN, _ARC)))
    return _drawn(pictures, solids, best_camera(solids, size, (54.0, 64.0, 74.0), (0.0,)), size, ground)


def hand_picture(
    pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None
) -> bytes:
    """Return a PNG of a hand of cards as its player sees it, with no table below."""
    family = card_families(kit)[0]
    cards = _chosen(family, _HAND)
    solids = list(_fan(cards, 2.3 * _height(family), _arc(len(cards), _HAND, _HELD_ARC)))
    return _drawn(pictures, solids, _view(solids, View(76.0, 0.0, 1.5), size), size, ground, held=True)


def spread_picture(
    pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None
) -> bytes:
    """Return a PNG of rows of cards, a row for each family; those of the widest lie half on each other."""
    solids: list[Solid] = []
    y: Mm = 0.0
    rows = [(size_on_table(family), _chosen(family, _SPREAD)) for family in spread_families(kit)]
    widest = max(width * (1 + (len(cards) - 1) * _SEEN) for (width, _), cards in rows)
    for (width, height), cards in rows:
        # A short row is drawn out to the widest one, until its cards lie beside each other.
        step = min(width + _BESIDE, (widest - width) / max(1, len(cards) - 1))
        for number, (own, one) in enumerate(cards):
            place = number - (len(cards) - 1) / 2
            pose = Pose(place * step, y + height / 2 + place**2 * 0.55, place * 1.6, number * thickness(own))
            solids.append(pile_of([(own, one, True)], pose))
        y += height + 14
    return _drawn(pictures, solids, best_camera(solids, size, (40.0, 34.0, 48.0), (14.0, 8.0)), size, ground)


def box_picture(pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None) -> bytes:
    """Return a PNG of the tuck box, standing, with some of its cards before it."""
    family = box_families(kit)[0]
    solids = [one_solid(family, family.components[0], Pose(0.0, 0.0, -24.0))]
    front = max(y for _, y in solids[0].foot)
    for own in card_families(kit)[:1]:
        cards = _chosen(own, _FAN)
        # Small pieces lie farther apart than in a fan of their own, so that they fill the picture.
        radius = max(1.45 * _height(own), _SPACIOUS * solids[0].high)
        at = (0.0, front + _BEFORE + _height(own) / 2)
        solids += _fan(cards, radius, min(_ARC, _TURN * (len(cards) - 1)), at=at)
    return _drawn(pictures, solids, _view(solids, View(30.0, 8.0, 2.4), size), size, ground)


def _height(family: ComponentFamily) -> Mm:
    return size_on_table(family)[1]


def _arc(count: int, most: int, degrees: float) -> float:
    return degrees * (count - 1) / max(1, most - 1)


def _chosen(family: ComponentFamily, most: int) -> list[Picked]:
    """Choose designs that are spread evenly over the family; where there are few, copies of them too."""
    designs = list(family.components)
    if len(designs) < most:
        designs = [one for one in designs for _ in range(max(1, min(one.copies, most // len(designs))))]
    count = min(most, len(designs))
    return [(family, designs[k * len(designs) // count]) for k in range(count)]


def _fan(cards: Sequence[Picked], radius: Mm, arc: float, at: Point = (0.0, 0.0)) -> Iterator[Solid]:
    """Yield cards about a pivot `radius` mm below their middles, the left one lowest."""
    for number, (family, one) in enumerate(cards):
        lean = math.radians(arc * (number / (len(cards) - 1) - 0.5) if len(cards) > 1 else 0.0)
        pose = Pose(
            at[0] + radius * math.sin(lean),
            at[1] + radius * (1 - math.cos(lean)),
            math.degrees(lean),
            number * thickness(family),
        )
        yield pile_of([(family, one, True)], pose)


def _view(solids: Sequence[Solid], view: View, size: Size) -> Camera:
    return fitted([spot for solid in solids for spot in solid.spots], view, size)


def _drawn(
    pictures: FacePictures,
    solids: Sequence[Solid],
    camera: Camera,
    size: Size,
    ground: Colour | None,
    held: bool = False,
) -> bytes:
    return png(Painter(pictures, camera, size, ground, held).paint(solids), DPI)
