"""The vertices of a shape's outline and the directions of the line there, for markers (SVG 2, 13.6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import Point
from prancha.graphics.svg.numbers import floats
from prancha.graphics.svg.paths import Arc, trace

_NEAR = 1e-9


class TooManyError(Exception):
    """A shape has more segments than wanted."""


class Vertex(Struct, frozen=True):
    """A point where segments meet, and the angle of the line there in degrees."""

    point: Point
    angle: float


class _Segment(Struct, frozen=True):
    """Where a segment starts and ends, and its directions there; None for a segment without length."""

    start: Point
    end: Point
    leaving: Point | None
    arriving: Point | None


class _Segments:
    """A pen that notes segments; each part of the path is a list, with whether it was closed."""

    def __init__(self, most: float = math.inf) -> None:
        self.x = self.y = 0.0
        self.parts: list[tuple[list[_Segment], Point, bool]] = []
        self._left = most
        self._start = (0.0, 0.0)

    def move(self, x: float, y: float) -> None:
        self.x, self.y = self._start = x, y
        self.parts.append(([], (x, y), False))

    def line(self, x: float, y: float) -> None:
        way = _way((self.x, self.y), (x, y))
        self._add(x, y, way, way)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        points = [(self.x, self.y), (x1, y1), (x2, y2), (x, y)]
        leaving = next((w for p in points[1:] if (w := _way(points[0], p)) is not None), None)
        arriving = next((w for p in points[2::-1] if (w := _way(p, points[3])) is not None), None)
        self._add(x, y, leaving, arriving)

    def arc(self, arc: Arc) -> None:
        curves = list(arc.curves())
        leaving = _way((self.x, self.y), (curves[0][0], curves[0][1]))
        arriving = _way((curves[-1][2], curves[-1][3]), (arc.x, arc.y))
        self._add(arc.x, arc.y, leaving, arriving)

    def close(self) -> None:
        segments, start, _ = self.parts[-1]
        if (self.x, self.y) != start or not segments:
            self.line(*start)
        self.parts[-1] = (self.parts[-1][0], start, True)

    def _add(self, x: float, y: float, leaving: Point | None, arriving: Point | None) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        if self.parts[-1][2]:  # what goes on after a close begins where the part began
            self.parts.append(([], (self.x, self.y), False))
        self.parts[-1][0].append(_Segment((self.x, self.y), (x, y), leaving, arriving))
        self.x, self.y = x, y


def vertices(shape: Element, most: int) -> list[Vertex]:
    """The vertices of a plain path, line, polyline or polygon, in order.  Raises TooManyError."""
    pen = _Segments(most)
    trace(_data(shape), pen)
    found: list[Vertex] = []
    for segments, start, closed in pen.parts:
        found += _of_part(segments, start, closed)
    return found


def dots(shape: Element) -> tuple[list[Point], str]:
    """Where a plain shape has parts without length, and path data of the others."""
    data = _data(shape)
    pen = _Segments()
    trace(data, pen)
    short = [all(s.leaving is None and s.arriving is None for s in segments) for segments, _, _ in pen.parts]
    # A place that nothing is drawn from is no line.
    points = [start for (segments, start, _), dot in zip(pen.parts, short, strict=True) if dot and segments]
    if not points:
        return [], data
    return points, "" if all(short) else _Parts(short).of(data)


class _Parts:
    """A pen that writes down the parts of a path that are wanted, in lines and curves."""

    def __init__(self, unwanted: Sequence[bool]) -> None:
        self.x = self.y = 0.0
        self._unwanted, self._part = unwanted, -1
        self._closed = False
        self._out: list[str] = []

    def of(self, data: str) -> str:
        """The parts of path data that are wanted."""
        trace(data, self)
        return "".join(self._out)

    def _write(self, command: str, *numbers: float) -> None:
        if not self._unwanted[self._part]:
            self._out.append(command + " ".join(map(repr, numbers)))
        self.x, self.y = numbers[-2:]

    def _go_on(self) -> None:
        if self._closed:
            self._begin(self.x, self.y)

    def _begin(self, x: float, y: float) -> None:
        self._part, self._closed = self._part + 1, False
        self._write("M", x, y)

    def move(self, x: float, y: float) -> None:
        """Begin a part."""
        self._begin(x, y)

    def line(self, x: float, y: float) -> None:
        """Write a line."""
        self._go_on()
        self._write("L", x, y)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Write a curve."""
        self._go_on()
        self._write("C", x1, y1, x2, y2, x, y)

    def arc(self, arc: Arc) -> None:
        """Write an arc as curves."""
        for curve in arc.curves():
            self.curve(*curve)

    def close(self) -> None:
        """Close a part."""
        if not self._unwanted[self._part]:
            self._out.append("Z")
        self._closed = True


def _data(shape: Element) -> str:
    get = shape.get
    if shape.tag == "path":
        return get("d", "")
    if shape.tag == "line":
        return f"M{get('x1', '0')} {get('y1', '0')}L{get('x2', '0')} {get('y2', '0')}"
    points = floats(get("points", ""))
    pairs = [f"{x!r} {y!r}" for x, y in zip(points[::2], points[1::2], strict=True)]
    return "M" + "L".join(pairs) + ("Z" if shape.tag == "polygon" else "")


def _of_part(segments: Sequence[_Segment], start: Point, closed: bool) -> list[Vertex]:
    if not segments:
        return [Vertex(start, 0.0)]
    # A segment without length has the direction of its neighbour.
    arriving = _known([segment.arriving for segment in segments])
    leaving = _known([segment.leaving for segment in reversed(segments)])[::-1]
    around = arriving[-1] if closed else None
    found = [
        Vertex(segment.start, _angle(before, after))
        for segment, before, after in zip(segments, (around, *arriving), leaving, strict=False)
    ]
    found.append(Vertex(segments[-1].end, _angle(arriving[-1], leaving[0] if closed else None)))
    return found


def _known(ways: Sequence[Point | None]) -> list[Point | None]:
    """Directions, each that is None as the one before it."""
    found: list[Point | None] = []
    for way in ways:
        found.append(way or (found[-1] if found else None))
    return found


def _way(a: Point, b: Point) -> Point | None:
    """The direction from `a` to `b`, of length 1."""
    length = math.dist(a, b)
    return None if length < _NEAR else ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _angle(arriving: Point | None, leaving: Point | None) -> float:
    """Degrees of the direction halfway between that of the line before and that of the line after."""
    ways = [way for way in (arriving, leaving) if way is not None]
    if not ways:
        return 0.0
    first = math.degrees(math.atan2(ways[0][1], ways[0][0]))
    if len(ways) == 1:
        return first
    turn = math.degrees(math.atan2(ways[1][1], ways[1][0])) - first
    turn = (turn + 180) % 360 - 180
    return first + turn / 2
