"""Nets of the component kinds: dice, strips such as stand-ups and tents, tuck boxes, and flat pieces.

Faces are laid edge to edge.  Where as many of them meet at a point of the border as do on the die,
the two edges beside it are glued together, which brings more faces to the next point, until no
border is left (so a net that does not close cannot be made here).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.model.box import Point
from prancha.model.outline import Curve, Fold, Net, Panel, box_panel, circle, polygon_outline, rectangle
from prancha.model.outline_shapes import curved
from prancha.model.outline_shapes import pointer as pointer_outline
from prancha.model.units import Mm

SHARE = 0.2
"""Height of a glue tab as a share of the edge."""
LEAN = 30.0
"""Angle of a tab's ends to its edge, degrees: less than the narrowest gap of a net, the d12's 36."""

Edge = tuple[int, int]
"""A face and which of its edges, from its first corner on."""

_NETS: dict[int, tuple[int, int, tuple[Edge, ...]]] = {
    4: (3, 3, ((0, 0), (0, 1), (0, 2))),
    6: (4, 3, ((0, 0), (0, 1), (0, 2), (0, 3), (3, 2))),
    8: (3, 4, ((0, 1), (1, 2), (2, 1), (3, 2), (4, 1), (2, 2), (3, 1))),
    12: (5, 3, ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (3, 2), (6, 3), (7, 1), (7, 2), (7, 3), (7, 4))),
}
"""By sides: corners of a face, faces around a corner, and on which edge of which face each next one lies."""


def die(sides: int, edge: Mm) -> Net:
    """The net of a regular die with this edge; KeyError for other sides than 4, 6, 8 and 12."""
    corners, around, joins = _NETS[sides]
    faces = [_first(corners, edge)]
    for face, side in joins:
        faces.append(_beside(faces[face], side, corners))
    pairs, names = _folded(faces, joins, around)
    tabbed = [one for one, _ in pairs]
    border, tabs = _border(faces, joins, tabbed, edge)
    left, top = min(x for x, _ in border), min(y for _, y in border)
    moved = [tuple((x - left, y - top) for x, y in face) for face in faces]
    folds = [_edge(moved[face], side) for face, side in (*joins, *tabbed)]
    numbers = _numbered(names)
    panels = []
    for number, ring, marks in zip(numbers, moved, names, strict=True):
        x, y = (sum(point[k] for point in ring) / corners for k in (0, 1))
        room = 2 * min(_off((x, y), ring[k], ring[(k + 1) % corners]) for k in range(corners))
        turn = math.degrees(math.atan2(ring[0][0] - x, y - ring[0][1])) if corners % 2 else 0.0
        panels.append(
            Panel(
                str(number),
                x,
                y=y,
                width=room,
                height=room,
                turn=round(turn, 6) % 360,
                corners=ring,
                marks=marks,
            )
        )
    panels.sort(key=lambda panel: int(panel.name))
    glue = tuple(tuple((x - left, y - top) for x, y in tab) for tab in tabs)
    return Net(polygon_outline(border), tuple(folds), tuple(panels), glue)


def _first(corners: int, edge: Mm) -> tuple[Point, ...]:
    """A face about (0, 0), clockwise, its first corner on top (of a square: top left)."""
    radius = edge / 2 / math.sin(math.pi / corners)
    start = -math.pi / 2 if corners % 2 else -math.pi * 3 / 4
    angles = [start + 2 * math.pi * k / corners for k in range(corners)]
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def _beside(face: Sequence[Point], side: int, corners: int) -> tuple[Point, ...]:
    """The face across an edge, clockwise too; its edge 0 is that edge, walked back."""
    a, b = face[side], face[(side + 1) % corners]
    return tuple(_mirror(a, b, face[(side + 1 - k) % corners]) for k in range(corners))


def _mirror(a: Point, b: Point, p: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    return 2 * (a[0] + along * dx) - p[0], 2 * (a[1] + along * dy) - p[1]


def _ring(faces: Sequence[Sequence[Point]], joins: Sequence[Edge]) -> list[Edge]:
    """The edges of the border in order."""
    sides = len(faces[0])
    inner = {*joins, *((k + 1, 0) for k in range(len(joins)))}
    free = [(face, side) for face in range(len(faces)) for side in range(sides) if (face, side) not in inner]
    starting = {_at(_edge(faces[face], side)[:2]): (face, side) for face, side in free}
    ring = [free[0]]
    while (after := starting[_at(_edge(faces[ring[-1][0]], ring[-1][1])[2:])]) != ring[0]:
        ring.append(after)
    return ring


def _folded(
    faces: Sequence[Sequence[Point]], joins: Sequence[Edge], around: int
) -> tuple[list[tuple[Edge, Edge]], list[tuple[int, ...]]]:
    """Pairs of glued border edges, and the corners of the die by face."""
    same: dict[Point, Point] = {_at(point): _at(point) for face in faces for point in face}

    def found(point: Sequence[Mm]) -> Point:
        here = _at(point)
        while same[here] != here:
            here = same[here]
        return here

    def faces_at(point: Sequence[Mm]) -> int:
        return sum(found(corner) == found(point) for face in faces for corner in face)

    ring, pairs = _ring(faces, joins), []
    while ring:
        beside = zip(ring, (*ring[1:], ring[0]), strict=True)
        met = next(
            (pair for pair in beside if faces_at(_edge(faces[pair[0][0]], pair[0][1])[2:]) == around), None
        )
        if met is None:
            raise ValueError("this net does not close")
        before, after = met
        x1, y1, *_ = _edge(faces[before[0]], before[1])
        pairs.append((before, after))
        same[found((x1, y1))] = found(_edge(faces[after[0]], after[1])[2:])
        ring = [edge for edge in ring if edge not in pairs[-1]]
    names = {point: k + 1 for k, point in enumerate(dict.fromkeys(found(p) for face in faces for p in face))}
    return pairs, [tuple(names[found(point)] for point in face) for face in faces]


def _border(
    faces: Sequence[Sequence[Point]], joins: Sequence[Edge], tabbed: Sequence[Edge], edge: Mm
) -> tuple[list[Point], list[tuple[Point, ...]]]:
    """The line to cut, around the tabs too, and the tabs."""
    line: list[Point] = []
    tabs: list[tuple[Point, ...]] = []
    tall = edge * SHARE
    inset = tall / math.tan(math.radians(LEAN))
    for face, side in _ring(faces, joins):
        x1, y1, x2, y2 = _edge(faces[face], side)
        line.append((x1, y1))
        if (face, side) in tabbed:
            ux, uy = (x2 - x1) / edge, (y2 - y1) / edge
            # Clockwise with y down, what is outside lies to the left: (uy, -ux).
            first = x1 + ux * inset + uy * tall, y1 + uy * inset - ux * tall
            last = x2 - ux * inset + uy * tall, y2 - uy * inset - ux * tall
            line += [first, last]
            tabs.append(((x1, y1), first, last, (x2, y2)))
    return line, tabs


def _numbered(names: Sequence[Sequence[int]]) -> list[int]:
    """A number for each face; where faces have one opposite, both add up to one more than there are faces."""
    count = len(names)
    numbers = [0] * count
    low = 1
    for k in range(count):
        if not numbers[k]:
            numbers[k] = low
            apart = [j for j in range(count) if not set(names[j]) & set(names[k])]
            if apart:
                # On a d12 six faces do not touch this one; the one opposite has none of its neighbours.
                beside = _beside_of(names, k)
                numbers[min(apart, key=lambda j: len(beside & _beside_of(names, j)))] = count + 1 - low
            low += 1
    return numbers


def _beside_of(names: Sequence[Sequence[int]], face: int) -> set[int]:
    return {j for j in range(len(names)) if len(set(names[j]) & set(names[face])) == 2}


def _edge(face: Sequence[Point], side: int) -> Fold:
    return (*face[side], *face[(side + 1) % len(face)])


def _at(point: Sequence[Mm]) -> Point:
    return round(point[0], 5), round(point[1], 5)


def _off(point: Point, a: Point, b: Point) -> Mm:
    cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return abs(cross) / math.dist(a, b)


def standee(width: Mm, height: Mm, foot: Mm) -> Net:
    """A figure folded at the head, with a foot at either end: foot, back upside down, front, foot."""
    mid = foot + height
    panels = (
        box_panel("back-foot", 0, top=0, width=width, height=foot, turn=180),
        box_panel("back", 0, top=foot, width=width, height=height, turn=180),
        box_panel("front", 0, mid, width, height),
        box_panel("front-foot", 0, mid + height, width, foot),
    )
    folds = tuple((0.0, y, width, y) for y in (foot, mid, mid + height))
    return Net(rectangle(width, 2 * (height + foot)), folds, panels)


def tent(width: Mm, height: Mm) -> Net:
    """A name plate folded at its ridge: the back upside down above the front."""
    panels = (
        box_panel("back", 0, top=0, width=width, height=height, turn=180),
        box_panel("front", 0, height, width, height),
    )
    return Net(rectangle(width, 2 * height), ((0.0, height, width, height),), panels)


def screen(width: Mm, height: Mm, wing: Mm) -> Net:
    """A screen of three panels, the middle one `width` wide, the outer ones `wing`."""
    panels = (
        box_panel("left", 0, 0, wing, height),
        box_panel("middle", wing, 0, width, height),
        box_panel("right", wing + width, 0, wing, height),
    )
    folds = tuple((x, 0.0, x, height) for x in (wing, wing + width))
    return Net(rectangle(width + 2 * wing, height), folds, panels)


def leaflet(width: Mm, height: Mm) -> Net:
    """A sheet folded once to four pages of `width` x `height`: outside the last and the first page."""
    panels = box_panel("left", 0, 0, width, height), box_panel("right", width, 0, width, height)
    return Net(rectangle(2 * width, height), ((width, 0.0, width, height),), panels)


def spinner(diameter: Mm) -> Net:
    """A disc, which is not folded."""
    return Net(circle(diameter))


def pointer(length: Mm) -> Net:
    """The arrow of a spinner, which is not folded."""
    return Net(pointer_outline(length))


def score_pad(width: Mm, height: Mm) -> Net:
    """A page to write on, which is not folded."""
    return Net(rectangle(width, height))


GLUE: Mm = 12.0
"""Width of the strip that closes the box; narrower where the side it goes under is."""
TUCK: Mm = 15.0
"""Depth of the part of a lid that goes inside."""
NOTCH: Mm = 9.0
"""Radius of the notch for the thumb."""
RELIEF: Mm = 0.5
"""How much narrower than its place a flap is on either side, so that it goes in."""
ROUND = 0.5522847498
"""Controls of a quarter of a circle of radius 1."""


def tuck_box(width: Mm, height: Mm, depth: Mm) -> Net:
    """The net of a box of these inner measures; from left to right glue strip, back, side, front, side.

    Both lids hang on the back and are as wide as it and as deep as the sides; each side has two dust
    flaps as wide as itself, which the lids cover.
    """
    glue, tuck = min(GLUE, depth), min(TUCK, width / 2)
    dust = min(depth, width / 2) * 0.9
    end = depth + tuck
    a, b, c = glue, glue + width, glue + width + depth
    d, e = glue + 2 * width + depth, glue + 2 * (width + depth)
    top, bottom = end, end + height
    notch = min(NOTCH, width / 4)
    middle = (c + d) / 2
    slant = min(glue, height / 8)
    # Over the top from the glue strip to the right end; the other way round below, mirrored.
    lid = _lid(a, b, top, depth, tuck)
    upper: list[Curve] = [
        *lid,
        *_flap(b, c, top, dust),
        ((middle - notch, top),),
        *_notch(middle, top, notch),
        ((d, top),),
        *_flap(d, e, top, dust),
    ]
    start = (a, top)
    height_all = 2 * end + height
    lower = _back_again(start, upper, height_all)
    outline = curved(
        "path",
        start,
        [*upper, ((e, bottom),), *lower, ((0.0, bottom - slant),), ((0.0, top + slant),), (start,)],
    )
    folds: tuple[Fold, ...] = (
        *((x, top, x, bottom) for x in (a, b, c, d)),
        *((a, y, b, y) for y in (tuck, top, bottom, bottom + depth)),
        *((x1, y, x2, y) for y in (top, bottom) for x1, x2 in ((b, c), (d, e))),
    )
    panels = (
        *(
            box_panel(name, x, top, wide, height)
            for name, x, wide in (
                ("back", a, width),
                ("left", b, depth),
                ("front", c, width),
                ("right", d, depth),
            )
        ),
        box_panel("top", a, top=tuck, width=width, height=depth, turn=180),
        box_panel("bottom", a, bottom, width, depth),
    )
    strip = ((0.0, top + slant), (a, top), (a, bottom), (0.0, bottom - slant))
    return Net(outline, folds, panels, (strip,))


def _lid(left: Mm, right: Mm, foot: Mm, depth: Mm, tuck: Mm) -> list[Curve]:
    """Up from (left, foot), around the lid and its tuck with round corners, down to (right, foot)."""
    fold, tip = foot - depth, foot - depth - tuck
    x1, x2, r = left + RELIEF, right - RELIEF, tuck * 0.7
    pull = r * (1 - ROUND)
    return [
        ((left, fold),),
        ((x1, fold),),
        ((x1, tip + r),),
        ((x1, tip + pull), (x1 + pull, tip), (x1 + r, tip)),
        ((x2 - r, tip),),
        ((x2 - pull, tip), (x2, tip + pull), (x2, tip + r)),
        ((x2, fold),),
        ((right, fold),),
        ((right, foot),),
    ]


def _flap(left: Mm, right: Mm, foot: Mm, tall: Mm) -> list[Curve]:
    """Up, over and down a dust flap that narrows a little, from (left, foot) to (right, foot)."""
    lean = min(tall * 0.2, (right - left) / 4)
    return [((left + lean, foot - tall),), ((right - lean, foot - tall),), ((right, foot),)]


def _notch(x: Mm, y: Mm, r: Mm) -> list[Curve]:
    """Down around half a circle from (x - r, y) to (x + r, y)."""
    k = r * ROUND
    return [((x - r, y + k), (x - k, y + r), (x, y + r)), ((x + k, y + r), (x + r, y + k), (x + r, y))]


def _back_again(start: Point, upper: list[Curve], height: Mm) -> list[Curve]:
    """The way back below: the same curves upside down, but for the notch, which only the top has."""
    ends = [start, *(curve[-1] for curve in upper)]
    straight = [
        (k, curve) for k, curve in enumerate(upper) if ends[k][1] <= start[1] and curve[-1][1] <= start[1]
    ]
    found: list[Curve] = []
    for k, curve in reversed(straight):
        back = (*curve[-2::-1], ends[k])
        found.append(tuple((x, height - y) for x, y in back))
    return found
