"""SVG gradients as PDF shadings (ISO 32000-1, 8.7.4.5.3 and 8.7.4.5.4)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import Matrix, inverse, moved
from prancha.graphics.svg.plain_gradients import (
    GradientLine,
    GradientStop,
    gradient_line,
    gradient_matrix,
    gradient_stops,
)
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, Point, bounds, corners
from prancha.model.face import Resource
from prancha.model.units import fine
from prancha.render.path_operators import grey, n, operands, shape

MOST_TURNS = 200
"""Times a gradient is repeated or reflected over what it paints; more are a mistake."""
_EDGE = 1e-5
"""Share of a gradient's length within which two stops make a hard edge."""


class GradientLayer(Struct, frozen=True):
    """A shading, that of its opacity (None if it is opaque), and the clip to what it shows ("" for all)."""

    colours: Resource
    alpha: Resource | None
    clip: str


class Shading(Struct, frozen=True):
    """A gradient as layers, each over those before it, and the matrix from their space to user space.

    Viewers draw a shading in 256 steps or so: each turn of a repeated gradient, and what is beyond
    a hard edge, has a layer of its own, so that edges are where they should be.
    """

    layers: tuple[GradientLayer, ...]
    matrix: Matrix

    @property
    def translucent(self) -> bool:
        """Whether something shows through it."""
        return any(layer.alpha is not None for layer in self.layers)


def shading(gradient: Element, box: Box, luminance: bool = False) -> Shading:
    """The shading of a linear or radial gradient that paints what fills `box` (strokes included).

    Gradients in units of the painted box take `box` as that; `luminance` gives its colours as greys.
    Raises DrawingFault for coordinates that are no plain numbers.
    """
    matrix = gradient_matrix(gradient, box)
    spread = gradient.get("spreadMethod", "pad")
    back = inverse(matrix)
    if back is None:
        raise DrawingFault("a gradient's transform scales to nothing", "remove the scale of 0")
    area = [moved(back, corner) for corner in corners(box)]
    line = gradient_line(gradient)
    written = grey if luminance else operands
    stops = [(offset, written(colour), alpha) for offset, colour, alpha in gradient_stops(gradient)]
    if len(stops) < 2:
        raise DrawingFault("a gradient has fewer than two stops")  # normalised, it is a colour or nothing
    turns = _turns(line, area, spread)
    if turns is None and line.start_radius == 0 and stops[0][0] == stops[1][0] == 0:
        stops = stops[1:]  # there is nothing before a focus
    parts = list(_parts(stops, turns, spread))
    translucent = any(stop[2] < 1 for stop in stops)
    layers = (
        _layer(
            line,
            first,
            last=last,
            stops=part,
            clip=_beyond(line, first, area) if k else "",
            translucent=translucent,
        )
        for k, (first, last, part) in enumerate(parts)
    )
    return Shading(tuple(layers), matrix)


def _beyond(line: GradientLine, t: float, area: Sequence[Point]) -> str:
    """The clip to what lies beyond `t` within the box around `area`."""
    left, top, right, bottom = bounds(area)
    reach = math.hypot(right - left, bottom - top) + 1.0
    if line.start_radius is None:
        (dx, dy), (x, y) = _way(line), line.at(t)[:2]
        # From any point of the edge the whole area is within reach, if the edge passes it at all.
        far = reach + math.hypot(x - left, y - top)
        ends = [(x - dy * far, y + dx * far), (x + dy * far, y - dx * far)]
        ring = [*ends, *((px + dx * 2 * far, py + dy * 2 * far) for px, py in reversed(ends))]
        return _polygon(ring) + " W n"
    x, y, radius = line.at(t)
    far = reach + abs(x - left) + abs(y - top) + radius
    return f"{n(x - far)} {n(y - far)} {n(2 * far)} {n(2 * far)} re {_circle(x, y, radius)} W* n"


def _way(line: GradientLine) -> Point:
    dx, dy = line.end[0] - line.start[0], line.end[1] - line.start[1]
    length = math.hypot(dx, dy)
    return dx / length, dy / length


def _polygon(ring: Sequence[Point]) -> str:
    (x, y), *rest = ring
    return " ".join([f"{n(x)} {n(y)} m", *(f"{n(a)} {n(b)} l" for a, b in rest), "h"])


def _circle(x: float, y: float, radius: float) -> str:
    around = {"cx": repr(x), "cy": repr(y), "r": repr(radius)}
    return shape("circle", around).operators.replace("\n", " ")


def _turns(line: GradientLine, area: Sequence[Point], spread: str) -> range | None:
    """The turns of a repeated or reflected gradient that `area` shows; None for a padded one."""
    if spread == "pad":
        return None
    if line.start_radius is None:
        along = [line.share_at(point) for point in area]
        turns = range(math.floor(min(along)), math.ceil(max(along)))
    elif line.start_radius:
        raise DrawingFault(f'fr with spreadMethod="{spread}" cannot be printed truly', "leave fr out")
    else:
        end = 1
        while end <= MOST_TURNS and not _within(line.at(end), area):
            end += 1
        turns = range(end)
    if len(turns) > MOST_TURNS:
        raise DrawingFault("a gradient is repeated too often", f"{MOST_TURNS} turns are drawn at most")
    return turns


def _within(circle: tuple[float, ...], area: Sequence[Point]) -> bool:
    x, y, radius = circle
    return all(math.hypot(px - x, py - y) <= radius for px, py in area)


def _parts(
    stops: Sequence[GradientStop], turns: range | None, spread: str
) -> Iterator[tuple[float, float, list[GradientStop]]]:
    """Stretches of a gradient without a hard edge within: start, end, and stops from 0 to 1 along it."""
    if turns is None:
        yield from _smooth(stops, 0.0)
        return
    for turn in turns:
        if spread == "reflect" and turn % 2:
            back = [(1 - offset, colour, alpha) for offset, colour, alpha in reversed(stops)]
            yield from _smooth(back, float(turn))
        else:
            yield from _smooth(stops, float(turn))


def _smooth(stops: Sequence[GradientStop], shift: float) -> Iterator[tuple[float, float, list[GradientStop]]]:
    """One turn, parted at hard edges."""
    whole = list(stops)
    if whole[0][0] > 0:
        whole.insert(0, (0.0, *whole[0][1:]))
    if whole[-1][0] < 1:
        whole.append((1.0, *whole[-1][1:]))
    part: list[GradientStop] = []
    for stop in whole:
        if part and stop[0] - part[-1][0] < _EDGE and stop[1:] != part[-1][1:]:
            yield _stretched(part, shift)
            part = [(part[-1][0], *stop[1:])]
        else:
            part.append(stop)
    yield _stretched(part, shift)


def _stretched(part: Sequence[GradientStop], shift: float) -> tuple[float, float, list[GradientStop]]:
    first, last = part[0][0], part[-1][0]
    if last - first < _EDGE:  # one colour from there on, or up to there
        last = first + 1.0
    stops = [((offset - first) / (last - first), colour, alpha) for offset, colour, alpha in part]
    return first + shift, last + shift, stops


def _layer(
    line: GradientLine, first: float, last: float, stops: Sequence[GradientStop], clip: str, translucent: bool
) -> GradientLayer:
    """The layer of a stretch; it goes on beyond its ends in the colours there."""
    coordinates = " ".join(map(fine, (*line.at(first), *line.at(last))))
    kind = 2 if line.start_radius is None else 3
    head = f"/ShadingType {kind} /ColorSpace /{{}} /Coords [{coordinates}] /Extend [true true]"
    alpha = None
    if translucent:
        shares = [(offset, fine(share, 4)) for offset, _, share in stops]
        alpha = _resource(f"{head.format('DeviceGray')} /Function {_function(shares)}")
    colours = [(offset, colour) for offset, colour, _ in stops]
    return GradientLayer(_resource(f"{head.format('DeviceRGB')} /Function {_function(colours)}"), alpha, clip)


def _resource(entries: str) -> Resource:
    name = "S" + hashlib.blake2b(entries.encode(), digest_size=6).hexdigest()
    return Resource(name, "Shading", entries)


def as_pattern(shade: Resource, matrix: Matrix) -> Resource:
    """A shading as a colour; `matrix` takes its space to that of the content stream."""
    entries = f"/PatternType 2 /Matrix [{' '.join(map(fine, matrix))}] /Shading <<{shade.entries}>>"
    name = "P" + hashlib.blake2b(entries.encode(), digest_size=6).hexdigest()
    return Resource(name, "Pattern", entries)


def _function(stops: Sequence[tuple[float, str]]) -> str:
    """The PDF function of stops whose offsets never fall."""
    stops = list(stops)
    if stops[0][0] > 0:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    # Between stops at one offset there is nothing to mix.
    pairs = [(a, b) for a, b in pairwise(stops) if fine(b[0], 5) != fine(a[0], 5)] or [(stops[0], stops[-1])]
    parts = [f"<</FunctionType 2 /Domain [0 1] /C0 [{a[1]}] /C1 [{b[1]}] /N 1>>" for a, b in pairs]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(fine(a[0], 5) for a, _ in pairs[1:])
    encode = " ".join(["0 1"] * len(parts))
    functions = " ".join(parts)
    return f"<</FunctionType 3 /Domain [0 1] /Functions [{functions}] /Bounds [{bounds}] /Encode [{encode}]>>"
