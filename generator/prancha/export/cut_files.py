"""Files for cutting machines: contours, folds and registration marks as SVG and DXF, a layer each."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from msgspec import Struct

from prancha.model.box import Box, Point
from prancha.model.cutting import CutLayout, RegistrationMark
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.sheet import Stroke
from prancha.model.units import Mm, number

if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace


class Layer(Struct, frozen=True):
    """A layer of a drawing: its id and label, and the colour of its strokes (#rrggbb)."""

    id: str
    label: str
    colour: str


class Layers(Struct, frozen=True):
    """The layers of a cut file; `mark` is None where the file has no marks."""

    mark: Layer | None
    score: Layer
    cut: Layer


REGMARKS = Layer("regmark", "Regmarks", "#000000")
"""As inkscape-silhouette names it."""
PLAIN = Layers(
    Layer("mark", "Mark", "#808080"), Layer("score", "Score", "#0000FF"), Layer("cut", "Cut", "#FF0000")
)


STROKE: Mm = 0.1
"""Width of lines; machines follow their middle."""
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="{w}mm" height="{h}mm" viewBox="{x} {y} {w} {h}">\n<title>{title}</title>'
)


def cut_svg(layout: CutLayout, layers: Layers, title: str, box: Box | None = None) -> bytes:
    """Write the SVG of a layout, as large as its sheet or as a `box` of it."""
    left, top, right, low = box or (0.0, 0.0, layout.width, layout.height)
    size = {"w": number(right - left), "h": number(low - top), "x": number(left), "y": number(top)}
    lines = [_HEAD.format(title=escape(title), **size)]
    if layers.mark is not None and layout.marks:
        lines += _layer(layers.mark, (_mark(mark, layers.mark, layout.line) for mark in layout.marks))
    folds = [fold for one in layout.contours for fold in one.folds]
    if folds:
        paths = (f"M{x1} {y1}L{x2} {y2}" for x1, y1, x2, y2 in (map(number, fold) for fold in folds))
        lines += _layer(layers.score, (f'<path id="fold-{k}" d="{d}"/>' for k, d in enumerate(paths, 1)))
    paths = (path_data(one.stroke) for one in layout.contours)
    lines += _layer(layers.cut, (f'<path id="piece-{k}" d="{d}"/>' for k, d in enumerate(paths, 1)))
    return ("\n".join([*lines, "</svg>"]) + "\n").encode()


def _layer(layer: Layer, inside: Iterator[str]) -> Iterator[str]:
    pen = f'fill="none" stroke="{layer.colour}" stroke-width="{number(STROKE)}"'
    yield f'<g id="{layer.id}" inkscape:groupmode="layer" inkscape:label="{layer.label}" {pen}>'
    yield from inside
    yield "</g>"


def _mark(mark: RegistrationMark, layer: Layer, line: Mm) -> str:
    if mark.shape == "square":
        (x, y), _, (right, low), _ = mark.points
        box = f'x="{number(x)}" y="{number(y)}" width="{number(right - x)}" height="{number(low - y)}"'
        return f'<rect id="{mark.name}" {box} fill="{layer.colour}" stroke="none"/>'
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in mark.points)
    return f'<path id="{mark.name}" d="{d}" stroke-width="{number(line)}"/>'


def path_data(stroke: Stroke) -> str:
    """Return SVG path data of a closed stroke; a last straight step is the closing itself."""
    start, *steps = stroke
    if len(steps[-1]) == 2:
        steps.pop()
    text = "M" + " ".join(map(number, start))
    return text + "".join(("L" if len(s) == 2 else "C") + " ".join(map(number, s)) for s in steps) + "Z"


TRUE: Mm = 0.005
"""How far an arc may lie from the curve it stands for."""
LAYERS = {"MARK": 8, "SCORE": 5, "CUT": 1}
"""Names and AutoCAD's numbers of their colours: grey, blue, red."""
_CHECKS = 8
"""Points at which an arc is compared with its curve."""
Vertex = tuple[Mm, Mm, float]
"""x, y, and the bulge on the way to the next: the tangent of a quarter of the arc's angle; 0 is straight."""


def missing_library() -> Diagnostic | None:
    """Return the error for a missing ezdxf; None where it is installed."""
    if find_spec("ezdxf") is not None:
        return None
    hint = 'pip install "prancha[dxf]", or choose SVG: --to svg, or --format svg'
    return Diagnostic(Place(""), "no-ezdxf", "DXF files need ezdxf, which is not installed", hint=hint)


def cut_dxf(layout: CutLayout) -> bytes:
    """Write the DXF of a layout, x to the right and y up from the lower left corner of its sheet."""
    import ezdxf

    options = ezdxf.options  # type: ignore[attr-defined]
    fixed = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True  # no clock, and no name of this machine
    try:
        document = ezdxf.new("R2000", units=4)  # type: ignore[attr-defined]
        for name, colour in LAYERS.items():
            document.layers.add(name, color=colour)
        _draw(document.modelspace(), layout)
        text = io.StringIO()
        document.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = fixed
    return text.getvalue().encode("ascii", "replace")


def _draw(space: Modelspace, layout: CutLayout) -> None:
    def up(points: Sequence[Point]) -> list[Point]:
        return [(x, layout.height - y) for x, y in points]

    for mark in layout.marks:
        space.add_lwpolyline(up(mark.points), close=mark.shape == "square", dxfattribs={"layer": "MARK"})
    for one in layout.contours:
        for x1, y1, x2, y2 in one.folds:
            start, end = up([(x1, y1), (x2, y2)])
            space.add_line(start, end, dxfattribs={"layer": "SCORE"})
    for one in layout.contours:
        vertices = list(_vertices(one.stroke, layout.height))
        space.add_lwpolyline(vertices, format="xyb", close=True, dxfattribs={"layer": "CUT"})


def _vertices(stroke: Stroke, height: Mm) -> Iterator[Vertex]:
    """Return the corners of a closed stroke; the last leads back to the first."""
    here: Point = (stroke[0][0], height - stroke[0][1])
    for step in stroke[1:]:
        points = [(step[k], height - step[k + 1]) for k in range(0, len(step), 2)]
        if len(points) == 1:
            yield (*here, 0.0)
        else:
            yield from _arcs(here, points[0], points[1], points[2])
        here = points[-1]


def _arcs(a: Point, b: Point, c: Point, d: Point) -> Iterator[Vertex]:
    """Approximate a cubic curve by arcs, halved until each lies within TRUE of it."""
    middle = curve_point(0.5, a, b, c, d)
    bulge = _bulge(a, middle, d)
    if all(_off(curve_point(k / _CHECKS, a, b, c, d), a, d, bulge) <= TRUE for k in range(1, _CHECKS)):
        yield (*a, bulge)
        return
    ab, bc, cd = _mid(a, b), _mid(b, c), _mid(c, d)
    yield from _arcs(a, ab, _mid(ab, bc), middle)
    yield from _arcs(middle, _mid(bc, cd), cd, d)


def _bulge(a: Point, through: Point, d: Point) -> float:
    """Return the bulge of the arc from `a` to `d` through a point."""
    one = math.atan2(through[1] - a[1], through[0] - a[0])
    other = math.atan2(d[1] - through[1], d[0] - through[0])
    # The angle between two chords is half the angle of the whole arc.
    return math.tan(math.remainder(other - one, math.tau) / 2)


def _off(point: Point, a: Point, d: Point, bulge: float) -> Mm:
    """Return how far a point lies from an arc."""
    chord = math.dist(a, d)
    if abs(bulge) < 1e-9:
        return abs((d[0] - a[0]) * (point[1] - a[1]) - (d[1] - a[1]) * (point[0] - a[0])) / chord
    radius = chord * (1 + bulge * bulge) / (4 * bulge)
    rise = radius * (1 - bulge * bulge) / (1 + bulge * bulge)  # of the centre, left of the chord
    ux, uy = (d[0] - a[0]) / chord, (d[1] - a[1]) / chord
    centre = (a[0] + d[0]) / 2 - uy * rise, (a[1] + d[1]) / 2 + ux * rise
    return abs(math.dist(point, centre) - abs(radius))


def curve_point(t: float, a: Point, b: Point, c: Point, d: Point) -> Point:
    """Return the point of a cubic curve at `t`, from 0 to 1."""
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    x, y = (sum(w * p[k] for w, p in zip(weights, (a, b, c, d), strict=True)) for k in (0, 1))
    return x, y


def _mid(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
