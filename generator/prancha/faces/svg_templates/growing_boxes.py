"""Boxes that take the room of their neighbours where those are empty, `grow:flavour`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from xml.etree.ElementTree import Element

from prancha.faces.svg_templates.drawing_objects import Marks
from prancha.faces.svg_templates.placing import Frame, TextSpot, box_of
from prancha.faces.template_shapes import n
from prancha.graphics.svg.matrix import IDENTITY, Matrix, moved_box, multiply, parse_transform
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import Mm

MOST_OVERLAP = 1.0
"""By how many mm two boxes may overlap and still lie beside each other."""
BOXES = (*SHAPES, "image")


class GrowingBoxes:
    """Knows where the marked objects of a drawing lie on the face, in mm, and when each is empty."""

    def __init__(self, root: Element, matrix: Matrix, marks: Mapping[Element, Marks]) -> None:
        self._marks = marks
        self._shown: dict[str, list[tuple[Element, str]]] = {}
        """By field, the objects that show it, and the expression that is true where they are empty."""
        self._places: dict[Element, Matrix] = {}
        for element, found in marks.items():
            for field, empty in _emptiness(found):
                self._shown.setdefault(field, []).append((element, empty))
        if any(found.grows for found in marks.values()):
            self._place(root, matrix)

    def _place(self, element: Element, above: Matrix) -> None:
        """Note where an element and all in it lie."""
        own = IDENTITY
        with suppress(DrawingFault):  # which is told where the element is drawn
            own = parse_transform(element.get("transform", ""))
        self._places[element] = multiply(above, own)
        for child in element:
            self._place(child, self._places[element])

    def grows(self, element: Element) -> bool:
        """Whether the name of an element asks for the room of others."""
        return element in self._marks and bool(self._marks[element].grows)

    def box(self, element: Element, frame: Frame, at: TextSpot) -> str:
        """The arguments x, y, width, height of an element in `frame`, as it grows.  Raises ValueError."""
        own = (frame[0] * at.unit + at.dx, frame[1] * at.unit + at.dy, frame[2] * at.unit, frame[3] * at.unit)
        if not self.grows(element):
            return ", ".join(map(n, own))
        return f"*{self.grown(element, own, at)}"

    def grown(self, element: Element, own: Frame, at: TextSpot) -> str:
        """The call that gives the box of an element, which is `own` in mm.  Raises ValueError."""
        if at.before:
            raise ValueError("grow: is for boxes that are not turned; draw this one upright")
        rooms = [
            self._room(element, mark.field, own, float(mark.options.get("inset", "0")))
            for mark in self._marks[element].grows
        ]
        rooms.sort(key=lambda room: room[0])
        written = ", ".join(f'("{side}", {n(edge)}, {empty})' for _, side, edge, empty in rooms)
        return f"svg_grown(({', '.join(map(n, own))}), [{written}])"

    def _room(self, element: Element, field: str, own: Frame, inset: Mm) -> tuple[float, str, float, str]:
        """How far away the room of a field is, on which side, where it ends, and when it is empty."""
        found = [each for each in self._shown.get(field, ()) if each[0] is not element]
        if not found:
            raise ValueError(f'grow:{field}: nothing else on the drawing shows "{field}"')
        boxes = [box for each, _ in found for box in self._boxes(each)]
        if not boxes:
            raise ValueError(f'grow:{field}: what shows "{field}" has no box; draw a rectangle for it')
        left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
        away, side, edge = side_of(own, (left, top, right, bottom), inset)
        if away < -MOST_OVERLAP:
            raise ValueError(
                f'grow:{field}: the box and that of "{field}" overlap; draw them beside each other'
            )
        return away, side, edge, " and ".join(f"({empty})" for _, empty in found)

    def _boxes(self, element: Element) -> Iterator[tuple[float, float, float, float]]:
        """Left, top, right and bottom of the shapes of an object, in mm."""
        for part in element.iter():
            if part.tag in BOXES and part in self._places:
                x, y, width, height = box_of(part)
                yield moved_box(self._places[part], (x, y, x + width, y + height))


def _emptiness(marks: Marks) -> Iterator[tuple[str, str]]:
    """The fields an object shows, each with the expression that is true where it shows nothing."""
    content = marks.content
    if content is not None:
        yield content.about, f"svg_blank({content.field})"
        count = content.options.get("count", "")
        if count and not count.isdecimal():
            yield count, f"svg_blank({count}) or {count} == 0"
    for test in marks.tests:
        if not test.field.startswith("not ("):
            yield test.about, f"not ({test.field})"


def side_of(
    own: Frame, other: tuple[float, float, float, float], inset: Mm = 0.0
) -> tuple[float, str, float]:
    """How far away another box lies, on which side of one, and how far it reaches there, less `inset`.

    `own` is x, y, width and height, `other` left, top, right and bottom.
    """
    left, top, right, bottom = other
    sides = {
        "left": (own[0] - right, left + inset),
        "top": (own[1] - bottom, top + inset),
        "right": (left - own[0] - own[2], right - inset),
        "bottom": (top - own[1] - own[3], bottom - inset),
    }
    side = max(sides, key=lambda name: sides[name][0])
    return sides[side][0], side, sides[side][1]
