"""Markers of a drawing as plain groups at the vertices of a shape."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import Matrix, multiply
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.elements import BESIDE, format_matrix, group, make_element
from prancha.graphics.svg.normal.paints import solid
from prancha.graphics.svg.normal.referred import refuse_transform
from prancha.graphics.svg.normal.vertices import TooManyError, Vertex, vertices
from prancha.graphics.svg.normal.viewports import viewport
from prancha.graphics.svg.values import angle

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.walk import Normaliser

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
        home, view=port.view, context_fill=solid(walk.setting, "fill", context, walk.painter(None)),
        context_stroke=solid(walk.setting, "stroke", context, walk.painter(None)),
    )  # fmt: skip
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
