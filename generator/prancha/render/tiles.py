"""Patterns as tiles drawn one by one.

Viewers round the cells of PDF's own patterns to their pixels, so that a pattern's pitch drifts and hairlines
show where cells meet; a form painted at each place lies where it should in all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import Box, Matrix, corners, moved, parse_transform
from prancha.graphics.svg.numbers import length
from prancha.model.units import fine
from prancha.render.operators import undone

MOST = 20_000
"""Tiles of one pattern on one shape; more are a mistake, or finer than printers print."""


_LAP = 0.002
"""Share of a tile's side by which its clip reaches over its neighbours."""
_NEAR = 1e-6
_OF_STRIPES = frozenset("x y width height fill fill-opacity".split())


class TileGrid(Struct, frozen=True):
    """The tiles of a pattern that may be seen: x, y, width, height of the first, and which columns and rows.

    `area` is what they fill: left, top, right, bottom in the pattern's space.
    """

    box: tuple[float, float, float, float]
    columns: range
    rows: range
    area: Box

    def operators(self, name: str) -> Iterator[str]:
        """Operators that paint the form of a tile at each place."""
        _, _, width, height = self.box
        for row in self.rows:
            for column in self.columns:
                yield f"q 1 0 0 1 {fine(column * width, 8)} {fine(row * height, 8)} cm /{name} Do Q"

    @property
    def lapped(self) -> tuple[float, float, float, float]:
        """The box of a tile, reaching a little over its neighbours."""
        x, y, width, height = self.box
        lap = min(width, height) * _LAP
        return x - lap, y - lap, width + 2 * lap, height + 2 * lap


def grid(pattern: Element, matrix: Matrix, seen: Box) -> TileGrid | None:
    """The tiles of a plain pattern that may be seen within `seen`, in user units, through its `matrix`.

    None for tiles without a size.  Raises DrawingFault for too many.
    """
    x, y, width, height = _sides(pattern)
    if width <= 0 or height <= 0:
        return None
    back = undone(matrix)
    points = [moved(back, corner) for corner in corners(seen)]
    xs, ys = [px for px, _ in points], [py for _, py in points]
    columns, rows = _turns(xs, x, width), _turns(ys, y, height)
    if len(columns) * len(rows) > MOST:
        raise DrawingFault(
            f"a pattern has {len(columns) * len(rows)} tiles on one shape",
            f"{MOST} are drawn at most: enlarge the tile",
        )
    return TileGrid((x, y, width, height), columns, rows, (min(xs), min(ys), max(xs), max(ys)))


def _turns(along: list[float], start: float, size: float) -> range:
    """Which tiles reach into a stretch."""
    return range(
        math.floor((min(along) - start) / size + _NEAR), math.ceil((max(along) - start) / size - _NEAR)
    )  # fmt: skip


def stripes(pattern: Element, tiles: TileGrid) -> tuple[list[Element], Element]:
    """What a pattern begins with that goes on from tile to tile, as long as the area, and the rest.

    Grounds and stripes made of rectangles are meant: made of tiles, they show hairlines on screens.
    """
    found: list[Element] = []
    rest = _unscaled(list(pattern))
    while rest and (drawn := _striped(rest[0], tiles)):
        found += drawn
        rest.pop(0)
    content = Element(pattern.tag, pattern.attrib)
    content.extend(rest)
    return found, content


def _unscaled(content: list[Element]) -> list[Element]:
    """What a tile contains, the rectangles that it begins with in its own units.

    They are in others where the pattern has a view box, or shares of a box for its units.
    """
    if len(content) != 1 or content[0].tag != "g" or content[0].attrib.keys() != {"transform"}:
        return content
    (scaled,) = content
    a, b, c, d, e, f = parse_transform(scaled.attrib["transform"])
    if b or c or a <= 0 or d <= 0:
        return content
    rest, found = list(scaled), []
    while rest and _is_flat(rest[0]):
        x, y, width, height = _sides(rest[0])
        sides = {"x": a * x + e, "y": d * y + f, "width": a * width, "height": d * height}
        own = {**rest.pop(0).attrib, **{name: f"{value:.9f}" for name, value in sides.items()}}
        found.append(Element("rect", own))
    if not found:
        return content
    group = Element("g", scaled.attrib)
    group.extend(rest)
    return [*found, group] if rest else found


def _is_flat(element: Element) -> bool:
    """Whether it is a rectangle of one colour."""
    if element.tag != "rect" or element.attrib.keys() - _OF_STRIPES:
        return False
    return not element.get("fill", "#000000").startswith(("url(", "none"))


def _striped(element: Element, tiles: TileGrid) -> list[Element]:
    """A rectangle that meets itself in the next tile, through the whole area; nothing for others."""
    if not _is_flat(element):
        return []
    (x, y, width, height), (left, top, wide, high) = _sides(element), tiles.box
    across = x <= left + _NEAR and x + width >= left + wide - _NEAR
    down = y <= top + _NEAR and y + height >= top + high - _NEAR
    if not (across or down):
        return []
    places = (
        (0 if across else column * wide, 0 if down else row * high)
        for column in (tiles.columns[:1] if across else tiles.columns)
        for row in (tiles.rows[:1] if down else tiles.rows)
    )
    first, above, last, below = tiles.area
    found = []
    for dx, dy in places:
        sides = (first, last - first) if across else (x + dx, min(width, left + wide - x))
        ends = (above, below - above) if down else (y + dy, min(height, top + high - y))
        names = zip(("x", "width", "y", "height"), (*sides, *ends), strict=True)
        found.append(Element("rect", {**element.attrib, **{name: f"{v:.9f}" for name, v in names}}))
    return found


def _sides(element: Element) -> tuple[float, float, float, float]:
    x, y, width, height = (length(element.attrib, name) for name in ("x", "y", "width", "height"))
    return x, y, width, height
