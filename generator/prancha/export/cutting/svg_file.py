"""A cut file as SVG, in millimetres, a layer for each kind of work, in the order of the work."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from prancha.export.cutting.layers import Layer, Layers
from prancha.model.cutting import Box, CutLayout, RegistrationMark
from prancha.model.sheet import Stroke
from prancha.model.units import Mm, number

STROKE: Mm = 0.1
"""Width of lines; machines follow their middle."""
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="{w}mm" height="{h}mm" viewBox="{x} {y} {w} {h}">\n<title>{title}</title>'
)


def cut_svg(layout: CutLayout, layers: Layers, title: str, box: Box | None = None) -> bytes:
    """The file of a layout: as large as its sheet, or as a `box` of it."""
    left, top, right, low = box or (0.0, 0.0, layout.width, layout.height)
    size = {"w": number(right - left), "h": number(low - top), "x": number(left), "y": number(top)}
    lines = [_HEAD.format(title=escape(title), **size)]
    if layers.mark is not None and layout.marks:
        lines += _layer(layers.mark, _marks(layout, layers.mark))
    folds = [fold for one in layout.contours for fold in one.folds]
    if folds:
        lines += _layer(layers.score, (_line(k, fold) for k, fold in enumerate(folds, 1)))
    lines += _layer(layers.cut, (_piece(k, one.stroke) for k, one in enumerate(layout.contours, 1)))
    return ("\n".join([*lines, "</svg>"]) + "\n").encode()


def _layer(layer: Layer, inside: Iterator[str]) -> Iterator[str]:
    pen = f'fill="none" stroke="{layer.colour}" stroke-width="{number(STROKE)}"'
    yield f'<g id="{layer.id}" inkscape:groupmode="layer" inkscape:label="{layer.label}" {pen}>'
    yield from inside
    yield "</g>"


def _marks(layout: CutLayout, layer: Layer) -> Iterator[str]:
    for mark in layout.marks:
        yield _square(mark, layer) if mark.shape == "square" else _angle(mark, layout.line)


def _square(mark: RegistrationMark, layer: Layer) -> str:
    (x, y), _, (right, low), _ = mark.points
    box = f'x="{number(x)}" y="{number(y)}" width="{number(right - x)}" height="{number(low - y)}"'
    return f'<rect id="{mark.name}" {box} fill="{layer.colour}" stroke="none"/>'


def _angle(mark: RegistrationMark, line: Mm) -> str:
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in mark.points)
    return f'<path id="{mark.name}" d="{d}" stroke-width="{number(line)}"/>'


def _line(count: int, fold: tuple[Mm, Mm, Mm, Mm]) -> str:
    x1, y1, x2, y2 = map(number, fold)
    return f'<path id="fold-{count}" d="M{x1} {y1}L{x2} {y2}"/>'


def _piece(count: int, stroke: Stroke) -> str:
    return f'<path id="piece-{count}" d="{path_data(stroke)}"/>'


def path_data(stroke: Stroke) -> str:
    """SVG path data of a closed stroke; a last step that is straight is the closing itself."""
    start, *steps = stroke
    if len(steps[-1]) == 2:
        steps.pop()
    text = "M" + " ".join(map(number, start))
    return text + "".join(("L" if len(s) == 2 else "C") + " ".join(map(number, s)) for s in steps) + "Z"
