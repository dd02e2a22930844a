"""Cards alone: a fan on the table, a spread, a hand that is held, and a tuck box with cards before it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from PIL import Image, ImageChops

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, png
from prancha.export.scenes.camera import Camera, View, best_camera, fitted
from prancha.export.scenes.painting import REACH, Painter
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
_COMPARED = 64
"""The most designs of a family that are compared."""
_SMALL: Size = (24, 32)
"""Pixels of the pictures in which they are compared."""
_LEFT = (0, 0, 10, 32)
"""The part of them that is seen where the next card lies on it."""
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
    """Return the families that may be spread in rows, those with most designs first."""
    flat = [one for one in kit.families if not (stands(one) or is_die(one) or is_box(one))]
    several = [one for one in flat if one.copies > 1 and max(size_on_table(one)) < _BOARD]
    return sorted(several, key=lambda one: -len(one.components))


def box_families(kit: ComponentKit) -> tuple[ComponentFamily, ...]:
    """Return the tuck boxes of a kit."""
    return tuple(one for one in kit.families if is_box(one))


def fan_picture(pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None) -> bytes:
    """Return a PNG of a fan of cards that lies on the table."""
    cards = lively_cards(pictures, kit, _FAN)
    solids = list(_fan(cards, 1.45 * _height(cards[0][0]), _arc(len(cards), _FAN, _ARC)))
    return _drawn(pictures, solids, best_camera(solids, size, (54.0, 64.0, 74.0), (0.0,)), size, ground)


def hand_picture(
    pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None
) -> bytes:
    """Return a PNG of a hand of cards as its player sees it, with no table below."""
    cards = lively_cards(pictures, kit, _HAND)
    solids = list(_fan(cards, 2.3 * _height(cards[0][0]), _arc(len(cards), _HAND, _HELD_ARC)))
    return _drawn(pictures, solids, _view(solids, View(76.0, 0.0, 1.5), size), size, ground, held=True)


def spread_picture(
    pictures: FacePictures, kit: ComponentKit, size: Size, ground: Colour | None = None
) -> bytes:
    """Return a PNG of rows of cards, a row for each family; those of the widest lie half on each other."""
    solids: list[Solid] = []
    y: Mm = 0.0
    families = _rich_ones(pictures, spread_families(kit), _SPREAD)[:_ROWS]
    # The longest pieces lie at the back.
    families.sort(key=lambda one: -size_on_table(one)[1])
    rows = [(size_on_table(family), _chosen(pictures, family, _SPREAD)) for family in families]
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
    if card_families(kit):
        cards = lively_cards(pictures, kit, _FAN)
        high = _height(cards[0][0])
        # Small pieces lie farther apart than in a fan of their own, so that they fill the picture.
        radius = max(1.45 * high, _SPACIOUS * solids[0].high)
        at = (0.0, front + _BEFORE + high / 2)
        solids += _fan(cards, radius, min(_ARC, _TURN * (len(cards) - 1)), at=at)
    return _drawn(pictures, solids, _view(solids, View(30.0, 8.0, 2.4), size), size, ground)


def _height(family: ComponentFamily) -> Mm:
    return size_on_table(family)[1]


def _arc(count: int, most: int, degrees: float) -> float:
    return degrees * (count - 1) / max(1, most - 1)


def lively_cards(pictures: FacePictures, kit: ComponentKit, most: int) -> list[Picked]:
    """Return at most so many cards of the family that shows most when they lie on each other."""
    return _chosen(pictures, _rich_ones(pictures, card_families(kit), most)[0], most)


def _rich_ones(
    pictures: FacePictures, families: Sequence[ComponentFamily], most: int
) -> list[ComponentFamily]:
    """Sort the families that have several designs by how much they show, before all others."""
    rich = [one for one in families if len(one.components) >= _FEW]
    shown = {one.id: _liveliness(_differing(pictures, one, most)) for one in rich}
    return sorted(families, key=lambda one: -shown.get(one.id, 0.0))


def _liveliness(looks: Mapping[int, Image.Image]) -> float:
    """Return how much ink is seen, its contrast, and how much each differs from the one most like it."""
    seen = [look.crop(_LEFT) for look in looks.values()]
    white = Image.new("RGB", _LEFT[2:], "white")
    shown = sum(_apart(one, white) + _apart(one, _flat(one)) for one in seen)
    varied = sum(min((_apart(one, other) for other in seen if other is not one), default=0) for one in seen)
    return (shown + varied) / len(seen)


def _chosen(pictures: FacePictures, family: ComponentFamily, most: int) -> list[Picked]:
    """Return at most so many designs of a family in its order, copies of them where designs are few."""
    designs = [family.components[number] for number in sorted(_differing(pictures, family, most))]
    if len(designs) < most:
        designs = [one for one in designs for _ in range(max(1, min(one.copies, most // len(designs))))]
    return [(family, one) for one in designs]


def _differing(pictures: FacePictures, family: ComponentFamily, most: int) -> dict[int, Image.Image]:
    """Return numbers and small pictures of at most so many designs of a family that differ most.

    The first has most ink; each of the others is the one farthest from all before it.
    """
    step = -(-len(family.components) // _COMPARED)
    left = {
        number: pictures.draw(family.components[number].front, (REACH, REACH), _SMALL)
        for number in range(0, len(family.components), step)
    }
    white = Image.new("RGB", _SMALL, "white")
    far = {number: _apart(look, white) for number, look in left.items()}
    found: dict[int, Image.Image] = {}
    while left and len(found) < most:
        number = max(left, key=lambda one: far[one])
        taken = left.pop(number)
        for other, look in left.items():
            apart = _apart(look, taken)
            far[other] = min(far[other], apart) if found else apart
        found[number] = taken
    return found


def _flat(picture: Image.Image) -> Image.Image:
    """Return the mean colour of a picture, as large as it is."""
    return picture.resize((1, 1), Image.Resampling.BOX).resize(picture.size)


def _apart(one: Image.Image, other: Image.Image) -> int:
    """Return by how much two pictures differ, summed over pixels and channels."""
    return sum(
        count * (level % 256) for level, count in enumerate(ImageChops.difference(one, other).histogram())
    )


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
