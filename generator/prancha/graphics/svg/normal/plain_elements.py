"""Make elements of a plain drawing; the box around them; conditions under which they are drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, Matrix, floats, moved, moved_box, multiply, parse_transform
from prancha.graphics.svg.path_data import Extent, trace
from prancha.graphics.svg.svg_markup import INK
from prancha.model.box import Box, bounds, enclose, grow

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
    boxes: list[Box] = []
    for element in elements:
        if BESIDE in element.attrib:
            continue
        inner = multiply(matrix, parse_transform(element.get("transform", "")))
        box = around(element, inner) if element.tag in ("g", "svg") else own_box(element, inner)
        if box is not None and box[0] <= box[2]:
            boxes.append(box)
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


def own_box(element: Element, matrix: Matrix = IDENTITY) -> Box | None:
    """The box of a plain element that is no group, moved by `matrix`; None for one that draws nothing."""
    tag, get = element.tag, element.get
    if tag == "path":
        pen = Extent(matrix)
        trace(get("d", ""), pen)
        return pen.box
    if tag in ("polygon", "polyline"):
        values = floats(get("points", ""))
        points = [moved(matrix, point) for point in zip(values[::2], values[1::2], strict=True)]
        return bounds(points) if points else None
    if tag in ("circle", "ellipse"):
        cx, cy = float(get("cx", "0")), float(get("cy", "0"))
        rx, ry = (float(get(name, "0")) for name in (("r", "r") if tag == "circle" else ("rx", "ry")))
        if not (rx > 0 and ry > 0):
            return None
        a, b, c, d, _, _ = matrix
        x, y = moved(matrix, (cx, cy))
        half, high = math.hypot(a * rx, c * ry), math.hypot(b * rx, d * ry)
        return x - half, y - high, x + half, y + high
    if tag == "text":
        cell = floats(get(CELL, ""))
        own = (cell[0], cell[1], cell[2], cell[3]) if cell else None
    elif tag == "line":
        (x1, y1), (x2, y2) = ((float(get(f"x{end}", "0")), float(get(f"y{end}", "0"))) for end in "12")
        own = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    else:
        x, y, width, height = (float(get(name, "0")) for name in ("x", "y", "width", "height"))
        known = tag in ("rect", "image", "use") and width > 0 and height > 0
        own = (x, y, x + width, y + height) if known else None
    return None if own is None else moved_box(matrix, own)


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
