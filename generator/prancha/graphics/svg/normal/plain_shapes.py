"""Shapes of a drawing as plain ones: geometry in user units, with markers and caps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.svg.attribute_values import angle, length
from prancha.graphics.svg.matrix import Matrix, floats, multiply
from prancha.graphics.svg.normal.context import Context, user_length, viewport
from prancha.graphics.svg.normal.definitions import refuse_transform
from prancha.graphics.svg.normal.plain_elements import (
    BESIDE,
    KEPT,
    exact,
    format_matrix,
    group,
    make_element,
    rectangle,
)
from prancha.graphics.svg.normal.plain_paints import solid
from prancha.graphics.svg.path_data import Arc, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Point

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.normaliser import Normaliser


_LENGTHS: Mapping[str, tuple[str, ...]] = {
    "rect": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy"),
    "line": ("x1", "y1", "x2", "y2"),
}
_SIZES = frozenset("width height r rx ry".split())


def plain_shape(element: Element, context: Context, units: Mapping[str, float]) -> Element | None:
    """The geometry of a shape; None where it has no size.  Raises DrawingFault for a negative one."""
    tag, get = element.tag, element.attrib.get
    if "pathLength" in element.attrib and context.style["stroke-dasharray"] != "none":
        raise DrawingFault("dashes measured by pathLength cannot be printed truly", "write them in units")
    kept = {name: element.attrib[name] for name in KEPT if name in element.attrib}
    if tag == "path":
        data = get("d", "")
        return make_element(tag, {**kept, "d": data}) if data.strip() not in ("", "none") else None
    if tag in ("polygon", "polyline"):
        return make_element(tag, {**kept, "points": get("points", "")}) if get("points", "").strip() else None
    found: dict[str, float] = {}
    for name in _LENGTHS[tag]:
        text = get(name, "")
        found[name] = 0.0 if text == "auto" else user_length(text, name, context, units)
    if tag in ("rect", "ellipse"):
        found |= _radii(element, context, units)
    if any(found[name] < 0 for name in _SIZES & found.keys()):
        raise DrawingFault(f"a <{tag}> has a negative size", "write 0 or more")
    needed = {"rect": ("width", "height"), "circle": ("r",), "ellipse": ("rx", "ry")}.get(tag, ())
    if not all(found.get(name) for name in needed):
        return None
    return make_element(tag, {**kept, **{name: exact(value) for name, value in found.items()}})


def _radii(element: Element, context: Context, units: Mapping[str, float]) -> dict[str, float]:
    """`rx` and `ry`, of which one that is not written is as long as the other (SVG 2, 10.3 and 10.4)."""
    given: dict[str, float] = {}
    for name in ("rx", "ry"):
        text = element.get(name, "auto")
        # A negative radius says nothing, as other programs read it, too.
        if text != "auto" and length(text)[0] >= 0:
            given[name] = user_length(text, name, context, units)
    if not given:
        return {}
    rx = given.get("rx", given.get("ry", 0.0))
    return {"rx": rx, "ry": given.get("ry", rx)}


def fill_and_stroke(shape: Element) -> dict[str, list[Element]]:
    """A shape as its fill alone and its stroke alone."""
    fill = {k: v for k, v in shape.attrib.items() if not k.startswith("stroke")}
    stroke = {k: v for k, v in shape.attrib.items() if not k.startswith("fill")}
    return {
        "fill": [make_element(shape.tag, fill)] if fill.get("fill") != "none" else [],
        "stroke": [make_element(shape.tag, {**stroke, "fill": "none"})] if "stroke" in stroke else [],
    }


_NEAR = 1e-9


class TooManyError(Exception):
    """A shape has more segments than wanted."""


class Vertex(Struct, frozen=True):
    """A point where segments meet, and the angle of the line there in degrees."""

    point: Point
    angle: float


class _Segment(Struct, frozen=True):
    """Start, end and directions of a segment; None for one without length."""

    start: Point
    end: Point
    leaving: Point | None
    arriving: Point | None


class _PathPart:
    """A part of a path: its start, segments, whether it was closed, and its data in lines and curves."""

    def __init__(self, start: Point) -> None:
        self.start, self.closed = start, False
        self.segments: list[_Segment] = []
        self.data = f"M{start[0]!r} {start[1]!r}"

    @property
    def is_dot(self) -> bool:
        """Whether no segment has a length."""
        return all(s.leaving is None and s.arriving is None for s in self.segments)


class _Segments:
    """A pen that notes the parts of a path, and raises TooManyError for more segments than `most`."""

    def __init__(self, most: float = math.inf) -> None:
        self.x = self.y = 0.0
        self.parts: list[_PathPart] = []
        self._left = most

    def move(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.parts.append(_PathPart((x, y)))

    def line(self, x: float, y: float) -> None:
        way = _way((self.x, self.y), (x, y))
        self._add(x, y, way, way).data += f"L{x!r} {y!r}"

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        points = [(self.x, self.y), (x1, y1), (x2, y2), (x, y)]
        leaving = next((w for p in points[1:] if (w := _way(points[0], p)) is not None), None)
        arriving = next((w for p in points[2::-1] if (w := _way(p, points[3])) is not None), None)
        self._add(x, y, leaving, arriving).data += f"C{x1!r} {y1!r} {x2!r} {y2!r} {x!r} {y!r}"

    def arc(self, arc: Arc) -> None:
        curves = list(arc.curves())
        leaving = _way((self.x, self.y), (curves[0][0], curves[0][1]))
        arriving = _way((curves[-1][2], curves[-1][3]), (arc.x, arc.y))
        part = self._add(arc.x, arc.y, leaving, arriving)
        part.data += "".join("C" + " ".join(map(repr, curve)) for curve in curves)

    def close(self) -> None:
        part = self.parts[-1]
        data = part.data
        if (self.x, self.y) != part.start or not part.segments:
            self.line(*part.start)
        part.data, part.closed = data + "Z", True

    def _add(self, x: float, y: float, leaving: Point | None, arriving: Point | None) -> _PathPart:
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        if self.parts[-1].closed:  # what goes on after a close begins where the part began
            self.parts.append(_PathPart((self.x, self.y)))
        self.parts[-1].segments.append(_Segment((self.x, self.y), (x, y), leaving, arriving))
        self.x, self.y = x, y
        return self.parts[-1]


def vertices(shape: Element, most: int) -> list[Vertex]:
    """The vertices of a plain path, line, polyline or polygon, in order.  Raises TooManyError."""
    pen = _Segments(most)
    trace(_data(shape), pen)
    return [vertex for part in pen.parts for vertex in _of_part(part)]


def dots(shape: Element) -> tuple[list[Point], str]:
    """Points of parts without length, and path data of the others."""
    data = _data(shape)
    pen = _Segments()
    trace(data, pen)
    # A place that nothing is drawn from is no line.
    points = [part.start for part in pen.parts if part.is_dot and part.segments]
    if not points:
        return [], data
    return points, "".join(part.data for part in pen.parts if not part.is_dot)


def _data(shape: Element) -> str:
    get = shape.get
    if shape.tag == "path":
        return get("d", "")
    if shape.tag == "line":
        return f"M{get('x1', '0')} {get('y1', '0')}L{get('x2', '0')} {get('y2', '0')}"
    points = floats(get("points", ""))
    pairs = [f"{x!r} {y!r}" for x, y in zip(points[::2], points[1::2], strict=True)]
    return "M" + "L".join(pairs) + ("Z" if shape.tag == "polygon" else "")


def _of_part(part: _PathPart) -> list[Vertex]:
    segments, closed = part.segments, part.closed
    if not segments:
        return [Vertex(part.start, 0.0)]
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


def caps(shape: Element, cap: str, width: float) -> list[Element] | None:
    """A shape's parts with and without length as shapes of their own; None where all have length.

    What has none is a dot of the stroke's `width`, round or square, or nothing.
    """
    if shape.tag not in ("path", "line", "polyline", "polygon"):
        return None
    points, rest = dots(shape)
    if not points:
        return None
    found = []
    if rest:
        kept = {k: v for k, v in shape.attrib.items() if k not in ("d", "points", "x1", "y1", "x2", "y2")}
        found.append(make_element("path", {**kept, "d": rest}))
    paint = {"fill": shape.get("stroke", ""), "fill-opacity": shape.get("stroke-opacity", "")}
    for x, y in points if width > 0 else ():
        if cap == "round":
            found.append(
                make_element("circle", {"cx": exact(x), "cy": exact(y), "r": exact(width / 2), **paint})
            )
        elif cap == "square":
            square = rectangle((x - width / 2, y - width / 2, x + width / 2, y + width / 2))
            found.append(make_element("rect", {**square.attrib, **paint}))
    return found


MARKED = ("path", "line", "polyline", "polygon")
"""Shapes that may have markers (SVG 1.1, 11.6.2)."""
_PLACES = ("marker-start", "marker-mid", "marker-end")
MOST = 5_000
"""Markers on one shape; more are a mistake."""


def markers(walk: Normaliser, shape: Element, context: Context, width: float) -> list[Element]:
    """The markers of a plain shape, whose stroke is `width` wide."""
    style = context.style
    if shape.tag not in MARKED or all(style[name] == "none" for name in _PLACES):
        return []
    sources = [walk.linked(style[name], name, ("marker",)) for name in _PLACES]
    try:
        points = vertices(shape, MOST)
    except TooManyError:
        raise DrawingFault(
            f"a shape has more than {MOST} markers", "draw them as a pattern, or split it"
        ) from None
    found: list[Element] = []
    for k, vertex in enumerate(points):
        first, last = k == 0, k == len(points) - 1
        # A shape of one point has both its first and its last marker there.
        for which in ((0,) if first else ()) + ((2,) if last else ()) + (() if first or last else (1,)):
            source = sources[which]
            if source is not None:
                found += _marker(walk, source, vertex=vertex, start=which == 0, context=context, width=width)
    return found


def _marker(
    walk: Normaliser, source: Element, vertex: Vertex, start: bool, context: Context, width: float
) -> Iterator[Element]:
    refuse_transform(source)
    walk.count(2)  # the groups around what it holds
    get, units = source.attrib.get, walk.setting.units
    scale = 1.0 if get("markerUnits", "strokeWidth") == "userSpaceOnUse" else width
    if scale <= 0:
        return
    home = walk.setting.home(source, context)
    size = [
        user_length(get(name, "3"), name, replace(home, view=context.view), units)
        for name in ("markerWidth", "markerHeight")
    ]
    port = viewport(source.attrib, 0.0, 0.0, *size)
    if port is None:
        return
    inner = replace(
        home,
        view=port.view,
        context_fill=solid(walk.setting, "fill", context, walk.painter(None)),
        context_stroke=solid(walk.setting, "stroke", context, walk.painter(None)),
    )
    x, y = (user_length(get(name, ""), name, inner, units) for name in ("refX", "refY"))
    a, b, c, d, e, f = port.matrix
    placed = multiply(_turn(get("orient", "0"), vertex, start), (scale, 0.0, 0.0, scale, 0.0, 0.0))
    # The reference point comes to lie on the vertex.
    placed = multiply(placed, (1.0, 0.0, 0.0, 1.0, -(a * x + c * y + e), -(b * x + d * y + f)))
    content = walk.busy(source, lambda: list(walk.children(source, inner)))
    shown: Element = make_element("g", {"transform": format_matrix(port.matrix)}, content)
    if port.clips:
        shown = group([shown], clip_path=f"url(#{walk.rectangle_clip((0.0, 0.0, size[0], size[1]))})")
    yield make_element("g", {"transform": format_matrix(placed), BESIDE: "marker"}, [shown])


def _turn(orient: str, vertex: Vertex, start: bool) -> Matrix:
    """The matrix that puts a marker on its vertex, turned as it asks."""
    degrees = vertex.angle if orient.startswith("auto") else angle(orient)
    if orient == "auto-start-reverse" and start:
        degrees += 180
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, *vertex.point)
