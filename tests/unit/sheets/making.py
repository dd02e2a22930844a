"""Pieces, papers and measured polygons for the tests of the sheets stage."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from shapely import LineString, Polygon, STRtree, unary_union
from shapely import Point as ShapelyPoint
from shapely.geometry import box
from shapely.ops import polygonize

from prancha import sheets
from prancha.model.box import Point
from prancha.model.outline import Outline
from prancha.model.printing import DUPLEX, DuplexName
from prancha.model.sheet import PLAIN, Creases, Group, Paper, Piece, Placement, Profile, Sheet
from prancha.sheets.sheet_room import Slot, placed, trim_box, turned

A4 = Paper("A4", 210.0, 297.0, 8.0)
A3 = Paper("A3", 297.0, 420.0, 8.0)
LETTER = Paper("Letter", 215.9, 279.4, 8.0)


def pieces(
    outline: Outline,
    count: int,
    *,
    gap: float = 0.0,
    bleed: float = 3.0,
    family: str = "f",
    back: bool = True,
    creases: Creases = ((), ()),
    unlike: bool = False,
) -> tuple[Piece, ...]:
    """Copies of one item; with `unlike`, an item each, so that gutters keep neighbours apart."""
    back_face = f"{family}-back" if back else None
    named = [
        (f"{family}/i{k}", f"{family}-{k}") if unlike else (f"{family}/i", f"{family}-front")
        for k in range(count)
    ]
    return tuple(
        Piece(item, k, family, outline, bleed, gap, front, back_face, creases=creases)
        for k, (item, front) in enumerate(named)
    )


def impose(
    *lots: tuple[Piece, ...], paper: Paper = A4, duplex: DuplexName = "long", profile: Profile = PLAIN
) -> tuple[Sheet, ...]:
    return sheets.impose([Group("g", "card", sum(lots, ()))], paper, DUPLEX[duplex], profile)


def fronts(made: tuple[Sheet, ...]) -> list[Sheet]:
    return [sheet for sheet in made if sheet.side == "front"]


def trims(sheet: Sheet) -> list[Polygon]:
    return [Polygon(placed(p.outline, slot(p))) for p in (*sheet.placements, *sheet.backs)]


def arts(sheet: Sheet) -> list[Polygon]:
    """What each placement may print on."""
    found = []
    for p in (*sheet.placements, *sheet.backs):
        if p.outline.is_box:
            left, top, right, bottom = trim_box(p.outline, slot(p))
            found.append(
                box(left - p.outsets[0], top - p.outsets[1], right + p.outsets[2], bottom + p.outsets[3])
            )
        else:
            found.append(wound(turned(p.art, p.outline, slot(p))))
    return found


def wound(ring: Sequence[Point]) -> Polygon:
    """What a PDF paints of a ring that may run over itself: all it winds round at all."""
    whole = Polygon(ring)
    if whole.is_valid:
        return whole
    parts = polygonize(unary_union(LineString([*ring, ring[0]])))
    return unary_union([part for part in parts if _windings(part.representative_point(), ring)])


def _windings(point: ShapelyPoint, ring: Sequence[Point]) -> int:
    turns = 0
    for (x1, y1), (x2, y2) in pairwise((*ring, ring[0])):
        if (y1 > point.y) != (y2 > point.y) and point.x < x1 + (point.y - y1) * (x2 - x1) / (y2 - y1):
            turns += 1 if y2 > y1 else -1
    return turns


def slot(placement: Placement) -> Slot:
    return Slot(placement.x, placement.y, placement.turn)


def overreaching(sheet: Sheet) -> list[int]:
    """Indices of arts nearer to the paper's edge than 1.5 mm within the reach of marks, or its margin.

    Corners of bleed may be 0.01 mm nearer.
    """
    return outside(sheet, arts(sheet), min(sheet.paper.margin, sheet.paper.reach + 1.5) - 0.01)


def overlaps(polygons: list[Polygon], others: list[Polygon] | None = None) -> list[tuple[int, int, float]]:
    """Pairs that share more than 1e-6 mm2; of one list with itself, or of two lists at different indices."""
    targets = polygons if others is None else others
    tree = STRtree(targets)
    found = []
    for i, polygon in enumerate(polygons):
        for j in tree.query(polygon):
            if (others is None and j > i) or (others is not None and j != i):
                area = polygon.intersection(targets[j]).area
                if area > 1e-6:
                    # Sides that touch to the last bit but one confuse an overlay without a grid.
                    area = polygon.intersection(targets[j], grid_size=1e-7).area
                if area > 1e-6:
                    found.append((i, int(j), area))
    return found


def outside(sheet: Sheet, polygons: list[Polygon], margin: float | None = None) -> list[int]:
    """Indices of polygons nearer than the margin to the paper's edge, by more than 1e-4 mm."""
    margin = (sheet.paper.margin if margin is None else margin) - 1e-4
    area = box(margin, margin, sheet.width - margin, sheet.height - margin)
    return [k for k, polygon in enumerate(polygons) if not area.covers(polygon)]
