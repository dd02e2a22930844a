"""Make elements of a plain drawing; the box around them; conditions under which they are drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, Matrix, floats, moved, moved_box, multiply, parse_transform
from prancha.graphics.svg.path_data import Arc, Extent, trace
from prancha.graphics.svg.svg_markup import INK
from prancha.model.box import NOWHERE, Box, enclose, grow

EFFECTS = ("transform", "clip-path", "mask", "opacity", "mix-blend-mode", "isolation", "filter")
"""What a plain element of any kind may have besides its own attributes, in no order."""
KEPT = ("id", "data-k", INK, "words-number")
"""Attributes kept in plain drawings because later stages find elements by them."""


def make_element(tag: str, attributes: Mapping[str, str], children: Iterable[Element] = ()) -> Element:
    """An element; attributes without a value are left out."""
    element = Element(tag, {name: value for name, value in attributes.items() if value})
    element.extend(children)
    return element


def group(children: Iterable[Element], **effects: str) -> Element:
    """A group; `clip_path` becomes the attribute `clip-path`, and so on."""
    return make_element("g", {name.replace("_", "-"): value for name, value in effects.items()}, children)


def exact(value: float) -> str:
    """A number as precise as it is, in its shortest form."""
    text = repr(round(value, 9) + 0.0)
    return text[:-2] if text.endswith(".0") else text


def format_matrix(matrix: Matrix) -> str:
    """A matrix as the value of a transform; "" for none."""
    return "" if matrix == IDENTITY else f"matrix({' '.join(map(exact, matrix))})"


def hidden(element: Element) -> Element:
    """Make an element invisible that still counts for the box of its parent; changes it in place."""
    element.attrib.update({"visibility": "hidden", "fill": "none"})
    return element


BESIDE = "data-beside"
"""The attribute of what belongs to a shape or text and does not count for its box: markers and lines."""


def drop_hidden(elements: Iterable[Element]) -> list[Element]:
    """Plain elements that show something, without hidden parts and notes on boxes."""
    found = []
    for element in elements:
        if element.get("visibility") == "hidden":
            continue
        element.attrib.pop(BESIDE, None)
        if element.tag == "g" and len(element):
            element[:] = drop_hidden(element)
            if not len(element) and not any(name in element.attrib for name in KEPT):
                continue
        found.append(element)
    return found


def move_element(element: Element, matrix: Matrix) -> Element:
    """The element moved by `matrix`, which is changed in place."""
    if matrix != IDENTITY:
        element.set(
            "transform", format_matrix(multiply(matrix, parse_transform(element.get("transform", ""))))
        )
    return element


def rectangle(box: Box) -> Element:
    """A rectangle of left, top, right, bottom."""
    left, top, right, bottom = box
    sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return Element("rect", {name: exact(value) for name, value in sides.items()})


CELL = "data-cell"
"""The attribute of a plain text that tells the box of its letters' cells: left, top, right, bottom."""


def around(elements: Iterable[Element], matrix: Matrix) -> Box | None:
    """The upright box around elements moved by `matrix`; None when they draw nothing."""
    counted = (element for element in elements if BESIDE not in element.attrib)
    boxes = [box for element in counted for box in [_box(element, matrix)] if box[0] <= box[2]]
    return enclose(boxes) if boxes else None


def painted(elements: Iterable[Element]) -> Box | None:
    """A box around all that elements paint, with strokes, markers and letters that leave their cells."""
    found = [box for element in elements for box in _painted(element, IDENTITY)]
    return enclose(found) if found else None


def _painted(element: Element, matrix: Matrix) -> Iterator[Box]:
    get = element.get
    matrix = multiply(matrix, parse_transform(get("transform", "")))
    if element.tag in ("g", "svg"):
        for child in element:
            yield from _painted(child, matrix)
        return
    own = own_box(element)
    if own is not None:
        reach = float(get("stroke-width", "1")) / 2 * max(float(get("stroke-miterlimit", "4")), 1.5)
        reach = (reach if "stroke" in element.attrib else 0.0) + float(get("font-size", "0"))
        yield moved_box(matrix, grow(own, reach))


def _box(element: Element, matrix: Matrix) -> Box:
    if "transform" in element.attrib:
        matrix = multiply(matrix, parse_transform(element.attrib["transform"]))
    if element.tag in ("g", "svg"):
        return around(element, matrix) or NOWHERE
    return _moved_own(element, matrix)


def _moved_own(element: Element, matrix: Matrix) -> Box:
    """The box around a shape, picture, text or icon moved by `matrix`; exact for paths that are turned."""
    if element.tag == "path":
        pen = Extent()
        trace(element.get("d", ""), _Moved(pen, matrix))
        return pen.box or NOWHERE
    own = own_box(element)
    if own is None:
        return NOWHERE
    if element.tag in ("circle", "ellipse"):
        a, b, c, d, e, f = matrix
        (cx, cy), (rx, ry) = (
            ((own[0] + own[2]) / 2, (own[1] + own[3]) / 2),
            (own[2] - own[0], own[3] - own[1]),
        )
        x, y = a * cx + c * cy + e, b * cx + d * cy + f
        half, high = math.hypot(a * rx, c * ry) / 2, math.hypot(b * rx, d * ry) / 2
        return x - half, y - high, x + half, y + high
    if element.tag in ("polygon", "polyline"):
        values = floats(element.get("points", ""))
        points = [moved(matrix, point) for point in zip(values[::2], values[1::2], strict=True)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)
    return moved_box(matrix, own)


def own_box(element: Element) -> Box | None:
    """The box of a plain element in its own space; None for one that draws nothing."""
    tag, get = element.tag, element.get
    if tag == "path":
        pen = Extent()
        trace(get("d", ""), pen)
        return pen.box
    if tag in ("polygon", "polyline"):
        values = floats(get("points", ""))
        return (min(values[::2]), min(values[1::2]), max(values[::2]), max(values[1::2])) if values else None
    if tag == "text":
        cell = floats(get(CELL, ""))
        return (cell[0], cell[1], cell[2], cell[3]) if cell else None
    if tag == "line":
        xs, ys = (
            (float(get("x1", "0")), float(get("x2", "0"))),
            (float(get("y1", "0")), float(get("y2", "0"))),
        )
        return min(xs), min(ys), max(xs), max(ys)
    if tag in ("circle", "ellipse"):
        cx, cy = float(get("cx", "0")), float(get("cy", "0"))
        rx, ry = (float(get(name, "0")) for name in (("r", "r") if tag == "circle" else ("rx", "ry")))
        return (cx - rx, cy - ry, cx + rx, cy + ry) if rx > 0 and ry > 0 else None
    if tag not in ("rect", "image", "use"):
        return None
    x, y, width, height = (float(get(name, "0")) for name in ("x", "y", "width", "height"))
    return (x, y, x + width, y + height) if width > 0 and height > 0 else None


class _Moved:
    """A pen that applies a matrix and passes on to another pen."""

    def __init__(self, pen: Extent, matrix: Matrix) -> None:
        self.x = self.y = 0.0
        self._pen, self._matrix = pen, matrix

    def _at(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self._matrix
        return a * x + c * y + e, b * x + d * y + f

    def move(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self._pen.move(*self._at(x, y))

    def line(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self._pen.line(*self._at(x, y))

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._pen.x, self._pen.y = self._at(self.x, self.y)
        self.x, self.y = x, y
        self._pen.curve(*self._at(x1, y1), *self._at(x2, y2), *self._at(x, y))

    def arc(self, arc: Arc) -> None:
        for curve in arc.curves():
            self.curve(*curve)

    def close(self) -> None:
        self._pen.close()


def applies(element: Element, languages: Sequence[str]) -> bool:
    """Return whether the conditions of an element hold for `languages` (SVG 1.1, 5.8)."""
    if "requiredExtensions" in element.attrib:
        return False
    if "systemLanguage" not in element.attrib:
        return True
    wanted = [word.strip().lower() for word in element.attrib["systemLanguage"].split(",")]
    return any(
        one == mine or one.startswith(f"{mine}-") or mine.startswith(f"{one}-")
        for one in wanted
        for mine in (language.lower() for language in languages)
        if one
    )
