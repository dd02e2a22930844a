"""Components as solids: what stands is stood up, what is folded is folded, copies lie on each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from prancha.export.scenes.solids import (
    Pose,
    Solid,
    closed,
    die,
    pile,
    screen,
    screen_size,
    slab,
    stand_up,
    standing_box,
    tent_depth,
    untidy,
)
from prancha.model.kit_components import Component, ComponentFamily
from prancha.model.table_layout import flat_size
from prancha.model.units import Mm

TALL: Mm = 14.0
"""The greatest height of a pile; `SLENDER` is that in widths of its piece."""
SLENDER = 0.75
_FEWEST = 4
"""Pieces that may always lie on each other."""
BESIDE: Mm = 2.5
"""The gap between the piles that a high one becomes, and between stand-ups."""
BEHIND = 0.75
"""The depth of the table that what stands hides or keeps in its shadow, in heights of it."""
_TURN = 24.0
"""The most that stand-ups are turned away from the viewer, in degrees."""
_DIE_TURN = 28.0
"""By how many degrees dice are turned, so that three sides are seen."""


def stands(family: ComponentFamily) -> bool:
    """Return whether pieces of a family stand once they are folded: stand-ups, tents and screens."""
    return family.kind in ("standee", "tent", "screen")


def is_screen(family: ComponentFamily) -> bool:
    """Return whether a family is screens, which stand around other pieces."""
    return family.kind == "screen"


def is_box(family: ComponentFamily) -> bool:
    """Return whether a family is a tuck box."""
    return family.kind == "tuck-box"


def is_die(family: ComponentFamily) -> bool:
    """Return whether a family is dice to fold."""
    return family.kind == "die"


def thickness(family: ComponentFamily) -> Mm:
    """Return how high a piece is that lies flat; a leaflet is closed."""
    return family.thickness * (2 if family.kind == "leaflet" else 1)


def hidden_behind(family: ComponentFamily) -> Mm:
    """Return how much of the table a screen hides from the viewer; what else stands is small."""
    return BEHIND * family.outline.height if is_screen(family) else 0.0


def size_on_table(family: ComponentFamily) -> tuple[Mm, Mm]:
    """Return the width and depth that a piece takes on the table."""
    net = family.net
    if net is not None and is_die(family):
        a, b = net.panels[0].corners[:2]
        return (math.dist(a, b) * 1.35,) * 2
    if net is not None and is_box(family):
        panels = {panel.name: panel for panel in net.panels}
        return panels["front"].width, panels["left"].width
    if net is not None and is_screen(family):
        return screen_size(net)
    if net is not None and stands(family):
        feet = sum(panel.height for panel in net.panels if panel.name.endswith("-foot"))
        front = next(panel for panel in net.panels if panel.name == "front")
        return front.width, feet or tent_depth(front.height)
    if net is not None and family.kind == "leaflet":
        return net.panels[0].width, net.panels[0].height
    return flat_size(family.outline, net, family.kind)


def solids_of(family: ComponentFamily, one: Component, pose: Pose, up: bool = True) -> Iterator[Solid]:
    """Yield one piece, standing if it stands; `up` ones show their front.  A screen is several solids."""
    if family.net is None or not is_screen(family):
        yield one_solid(family, one, pose, up)
        return
    turned = pose if up else Pose(pose.x, pose.y, pose.angle + 180, pose.z)
    yield from screen(family.net, (one.front, one.back), turned, family.thickness, family.stock)


def one_solid(family: ComponentFamily, one: Component, pose: Pose, up: bool = True) -> Solid:
    """Return one piece that is no screen, standing if it stands; `up` ones show their front."""
    net = family.net
    if net is not None and is_die(family):
        return die(net, one.front, Pose(pose.x, pose.y, pose.angle + _DIE_TURN, pose.z))
    if net is not None and is_box(family):
        return standing_box(net, one.front, pose)
    if net is not None and stands(family):
        angle, back = _facing(pose.angle)
        upright = Pose(pose.x, pose.y, angle, pose.z)
        return stand_up(net, one.front, upright, family.thickness, family.stock, back=back)
    return _flat(family, one, pose, up, top=True)


def pile_of(ones: Sequence[tuple[ComponentFamily, Component, bool]], pose: Pose) -> Solid:
    """Return flat pieces on each other, the lowest first: each with its family, and whether it is face up."""
    slabs, low = [], pose.z
    for number, (family, one, up) in enumerate(ones):
        here = Pose(pose.x, pose.y, pose.angle, low)
        here = untidy(here, number) if len(ones) > 1 else here
        slabs.append(_flat(family, one, here, up, top=number == len(ones) - 1))
        low += thickness(family)
    return pile(slabs) if len(slabs) > 1 else slabs[0]


def _flat(family: ComponentFamily, one: Component, pose: Pose, up: bool, top: bool) -> Solid:
    if family.net is not None and family.kind == "leaflet":
        last, first = family.net.panels
        shown = one.front if top else None
        return closed(first if up else last, pose, thickness(family), family.stock, shown)
    face = one.front if up else one.back
    outline = face.outline if face is not None else family.outline.mirrored()
    return slab(outline, pose, family.thickness, family.stock, face, top=top)


def split(family: ComponentFamily, count: int) -> list[int]:
    """Return how many of `count` pieces lie in each pile: as few piles as are not too high, nearly equal."""
    if stands(family) or is_die(family) or is_box(family):
        return [1] * count
    most = min(TALL, max(SLENDER * min(size_on_table(family)), _FEWEST * thickness(family)))
    each = max(1, int(most / thickness(family) + 1e-9))
    piles = -(-count // each)
    return [count * (k + 1) // piles - count * k // piles for k in range(piles)]


def block(count: int, size: tuple[Mm, Mm], aspect: float = 1.0) -> Iterator[tuple[Mm, Mm]]:
    """Yield the middles of `count` spots of a size about (0, 0), in rows `aspect` times as wide as deep."""
    width, depth = size[0] + BESIDE, size[1] + BESIDE
    columns = max(1, min(count, math.ceil(math.sqrt(count * aspect * depth / width) - 1e-9)))
    rows = -(-count // columns)
    columns = -(-count // rows)
    for number in range(count):
        row, column = divmod(number, columns)
        yield (column - (columns - 1) / 2) * width, (row - (rows - 1) / 2) * depth


def _facing(angle: float) -> tuple[float, bool]:
    """Return by how much a stand-up is turned, and whether its back is seen; edges are never seen alone."""
    around = (angle + 180) % 360 - 180
    back = abs(around) > 90
    if back:
        around = (around + 360) % 360 - 180
    return max(-_TURN, min(_TURN, around)), back
