"""Making elements of a plain drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.markup import INK
from prancha.graphics.svg.matrix import IDENTITY, Box, Matrix, multiply, parse_transform

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
    """A group; `clip_path` and the like stand for `clip-path`."""
    return make_element("g", {name.replace("_", "-"): value for name, value in effects.items()}, children)


def exact(value: float) -> str:
    """A number as precise as it is, in its shortest form."""
    text = repr(round(value, 9) + 0.0)
    return text[:-2] if text.endswith(".0") else text


def format_matrix(matrix: Matrix) -> str:
    """A matrix as the value of a transform; "" for none."""
    return "" if matrix == IDENTITY else f"matrix({' '.join(map(exact, matrix))})"


def hidden(element: Element) -> Element:
    """The element, which is changed, as one that is not seen, but counts for the box of what it is in."""
    element.attrib.update({"visibility": "hidden", "fill": "none"})
    return element


BESIDE = "data-beside"
"""The attribute of what belongs to a shape or text and does not count for its box: markers and lines."""


def drop_hidden(elements: Iterable[Element]) -> list[Element]:
    """Those of plain elements in which something is seen, without the rest, and without notes on boxes."""
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
