"""Scale the drawing of a layout to another size: boxes follow the card, type and corners keep their form."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree.ElementTree import Element

from prancha.faces.svg_templates.placing import scaled
from prancha.model.units import Mm
from prancha.setup.layouts.layout_files import LABEL, frame_of, number, set_numbers

_TURN = re.compile(r"rotate\((-?[\d.]+)[ ,]+(-?[\d.]+)[ ,]+(-?[\d.]+)\)\Z")
_SHIFT = re.compile(r"translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)\Z")
_SIZES = ("font-size", "stroke-width")
_POINTS = re.compile(r"\b(gap|width|shadow_by|column_gap|most|inset)=([\d.]+)")
_LEAST = re.compile(r"\bmin=([\d.]+)")
_LEAST_POINTS = 6.0
"""Long words on small components shrink to this size at least: print shops refuse smaller ones."""
_LEAST_TYPE: Mm = 8 * 25.4 / 72
"""Type keeps 8 pt on even the smallest component."""


def scale_drawing(root: Element, size: tuple[Mm, Mm], follows: bool = True) -> None:
    """Change a drawing in mm to `size`; what reaches beyond the trim does so by as much as before.

    It `follows` both sides, or keeps its proportions in the middle.
    """
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    root.attrib.update(
        width=f"{size[0]:g}mm", height=f"{size[1]:g}mm", viewBox=f"0 0 {size[0]:g} {size[1]:g}"
    )
    scale = _Scale(width, height, *size, follows)
    if (width, height) != size:
        for element in root.iter():
            if isinstance(element.tag, str):
                scale.change(element)


class _Scale:
    def __init__(self, width: Mm, height: Mm, new_width: Mm, new_height: Mm, follows: bool) -> None:
        self._alike = alike = min(new_width / width, new_height / height)
        self._across = _Side(width, new_width, new_width / width if follows else alike)
        self._down = _Side(height, new_height, new_height / height if follows else alike)

    def change(self, element: Element) -> None:
        """Scale one element."""
        tag = element.tag.rpartition("}")[2]
        if tag in ("rect", "image"):
            x, y, width, height = frame_of(element)
            left, top = self._across.moved(x), self._down.moved(y)
            set_numbers(element, x=left, y=top, width=self._across.moved(x + width) - left)
            set_numbers(element, height=self._down.moved(y + height) - top)
            if "rx" in element.attrib:
                set_numbers(element, rx=number(element, "rx") * self._alike)
        elif tag in ("circle", "ellipse"):
            set_numbers(element, cx=self._across.moved(number(element, "cx")))
            set_numbers(element, cy=self._down.moved(number(element, "cy")))
            for name in ("r", "rx", "ry"):
                if name in element.attrib:
                    set_numbers(element, **{name: number(element, name) * self._alike})
        elif tag == "line":
            for name in ("x1", "x2"):
                set_numbers(element, **{name: self._across.moved(number(element, name))})
            for name in ("y1", "y2"):
                set_numbers(element, **{name: self._down.moved(number(element, name))})
        elif tag == "text" or (tag == "tspan" and {"x", "y"} <= element.attrib.keys()):
            set_numbers(element, x=self._across.moved(number(element, "x")))
            set_numbers(element, y=self._down.moved(number(element, "y")))
        elif tag == "path":
            self._path(element)
        if turn := _TURN.match(element.get("transform", "")):
            x, y = self._across.moved(float(turn[2])), self._down.moved(float(turn[3]))
            element.set("transform", f"rotate({turn[1]} {x:.6g} {y:.6g})")
        elif shift := _SHIFT.match(element.get("transform", "")):
            x, y = float(shift[1]) * self._across.factor, float(shift[2]) * self._down.factor
            element.set("transform", f"translate({x:.6g} {y:.6g})")
        if "style" in element.attrib:
            element.set("style", ";".join(self._part(part) for part in element.attrib["style"].split(";")))
        if LABEL in element.attrib:
            label = _POINTS.sub(self._option, element.attrib[LABEL])
            element.set(LABEL, _LEAST.sub(self._least, label))

    def _path(self, element: Element) -> None:
        """Move a path with the point of the card where it begins, and keep its proportions."""
        start = re.match(r"M\s*(-?[\d.]+)[ ,]+(-?[\d.]+)", element.attrib["d"])
        if start:
            x, y = float(start[1]), float(start[2])
            dx = self._across.moved(x) - x * self._alike
            dy = self._down.moved(y) - y * self._alike
            element.set("d", scaled(element.attrib["d"], self._alike, dx, dy))

    def _part(self, part: str) -> str:
        name, _, value = part.partition(":")
        if name.strip() not in _SIZES:
            return part
        old = float(value.removesuffix("px"))
        new = old * self._alike
        if name.strip() == "font-size":
            new = max(new, min(old, _LEAST_TYPE))
        return f"{name}:{round(new, 3):g}{'px' if value.endswith('px') else ''}"

    def _option(self, found: re.Match[str]) -> str:
        return f"{found[1]}={round(float(found[2]) * self._alike, 2):g}"

    def _least(self, found: re.Match[str]) -> str:
        old = float(found[1])
        return f"min={min(old, max(_LEAST_POINTS, round(old * self._alike, 2))):g}"


class _Side(NamedTuple):
    """A side of a drawing, its new length, and the factor for what lies on it."""

    old: Mm
    new: Mm
    factor: float

    def moved(self, value: Mm) -> Mm:
        """Return a coordinate on the side of the new length, about whose middle it is scaled."""
        if value < 0:
            return value
        if value > self.old:
            return value - self.old + self.new
        return self.new / 2 + (value - self.old / 2) * self.factor
