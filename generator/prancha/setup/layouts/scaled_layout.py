"""Scale the drawing of a layout to another size: boxes follow the card, type and corners keep their form."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from prancha.faces.svg_templates.placing import scaled
from prancha.model.units import Mm

_TURN = re.compile(r"rotate\(180 ([\d.]+) ([\d.]+)\)\Z")
_SIZES = ("font-size", "stroke-width")
_POINTS = re.compile(r"\b(gap|width|shadow_by|column_gap|most|inset)=([\d.]+)")
_LEAST = re.compile(r"\bmin=([\d.]+)")
_LEAST_POINTS = 6.0
"""Long words on small components shrink to this size at least: print shops refuse smaller ones."""
_LEAST_TYPE: Mm = 8 * 25.4 / 72
"""Type keeps 8 pt on even the smallest component."""
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
LABEL = f"{{{INKSCAPE}}}label"
"""The attribute in which Inkscape keeps the name of an object."""


def scale_drawing(root: Element, size: tuple[Mm, Mm]) -> None:
    """Change a drawing in mm to `size`; what reaches beyond the trim does so by as much as before."""
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    root.attrib.update(
        width=f"{size[0]:g}mm", height=f"{size[1]:g}mm", viewBox=f"0 0 {size[0]:g} {size[1]:g}"
    )
    scale = _Scale(width, height, *size)
    if (width, height) != size:
        for element in root.iter():
            if isinstance(element.tag, str):
                scale.change(element)


class _Scale:
    def __init__(self, width: Mm, height: Mm, new_width: Mm, new_height: Mm) -> None:
        self._across, self._down = (width, new_width), (height, new_height)
        self._alike = min(new_width / width, new_height / height)

    def change(self, element: Element) -> None:
        """Scale one element."""
        tag = element.tag.rpartition("}")[2]
        if tag in ("rect", "image"):
            x, y = number(element, "x"), number(element, "y")
            width, height = width_and_height(element)
            left, top = _moved(x, self._across), _moved(y, self._down)
            self._set(element, x=left, y=top, width=_moved(x + width, self._across) - left)
            self._set(element, height=_moved(y + height, self._down) - top)
            if "rx" in element.attrib:
                self._set(element, rx=number(element, "rx") * self._alike)
        elif tag in ("circle", "ellipse"):
            self._set(element, cx=_moved(number(element, "cx"), self._across))
            self._set(element, cy=_moved(number(element, "cy"), self._down))
            for name in ("r", "rx", "ry"):
                if name in element.attrib:
                    self._set(element, **{name: number(element, name) * self._alike})
        elif tag == "line":
            for name in ("x1", "x2"):
                self._set(element, **{name: _moved(number(element, name), self._across)})
            for name in ("y1", "y2"):
                self._set(element, **{name: _moved(number(element, name), self._down)})
        elif tag == "text":
            self._set(element, x=_moved(number(element, "x"), self._across))
            self._set(element, y=_moved(number(element, "y"), self._down))
        elif tag == "path":
            self._path(element)
        if turn := _TURN.match(element.get("transform", "")):
            x, y = _moved(float(turn[1]), self._across), _moved(float(turn[2]), self._down)
            element.set("transform", f"rotate(180 {x:.6g} {y:.6g})")
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
            dx = _moved(x, self._across) - x * self._alike
            dy = _moved(y, self._down) - y * self._alike
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

    @staticmethod
    def _set(element: Element, **values: float) -> None:
        for name, value in values.items():
            element.set(name, f"{round(value, 3):g}")


def _moved(value: float, sides: tuple[Mm, Mm]) -> float:
    """Return a coordinate of a side of the old length on one of the new length."""
    old, new = sides
    if value < 0:
        return value
    return value - old + new if value > old else value * new / old


def number(element: Element, name: str) -> float:
    """Return the number of an attribute; 0 if there is none."""
    return float(element.get(name, "0"))


def width_and_height(element: Element) -> tuple[float, float]:
    """Return width and height of a rectangle or picture."""
    return number(element, "width"), number(element, "height")
