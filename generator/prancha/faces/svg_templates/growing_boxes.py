"""Boxes that take the room of their neighbours where those are empty, `grow:flavour`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from xml.etree.ElementTree import Element

from prancha.faces.svg_templates.drawing_objects import Marks
from prancha.faces.svg_templates.placing import Frame, TextSpot, box_of
from prancha.faces.svg_templates.template_calls import MOST_OVERLAP
from prancha.faces.template_shapes import n
from prancha.graphics.svg.matrix import IDENTITY, Matrix, moved_box, multiply, parse_transform
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, enclose
from prancha.model.units import Mm

BOXES = (*SHAPES, "image")


class GrowingBoxes:
    """Finds the room that boxes may take: where the marked objects lie, and when each is empty."""

    def __init__(self, root: Element, matrix: Matrix, marks: Mapping[Element, Marks]) -> None:
        self._marks = marks
        self._shown: dict[str, list[tuple[Element, str]]] = {}
        """The objects that show each field, with the expressions that are true where they are empty."""
        self._places: dict[Element, Matrix] = {}
        self._drawn: dict[Element, Frame] = {}
        for element, found in marks.items():
            for field, empty in _emptiness(found):
                self._shown.setdefault(field, []).append((element, empty))
        if any(found.grows for found in marks.values()):
            self._place(root, matrix)

    def _place(self, element: Element, above: Matrix) -> None:
        """Record the matrices of an element and of all elements in it."""
        own = IDENTITY
        with suppress(DrawingFault):  # drawing the element reports it
            own = parse_transform(element.get("transform", ""))
        self._places[element] = multiply(above, own)
        if element.tag in BOXES:
            # Before it is written anew: the sides of a box that grows become expressions.
            with suppress(ValueError):
                self._drawn[element] = box_of(element)
        for child in element:
            self._place(child, self._places[element])

    def grows(self, element: Element) -> bool:
        """Return whether the name of an element has `grow:`."""
        return element in self._marks and bool(self._marks[element].grows)

    def box(self, element: Element, frame: Frame, at: TextSpot) -> str:
        """Return the arguments x, y, width and height of an element in `frame`, which may grow.

        Raises ValueError.
        """
        own = at.placed(frame)
        if not self.grows(element):
            return ", ".join(map(n, own))
        return f"*{self.grown(element, own, at)}"

    def grown(self, element: Element, own: Frame, at: TextSpot) -> str:
        """Return the call that computes the grown box of an element, `own` in mm.  Raises ValueError."""
        if at.before:
            raise ValueError("grow: is for boxes that are not turned; draw this one upright")
        rooms = [
            self._room(element, mark.field, own, float(mark.options.get("inset", "0")))
            for mark in self._marks[element].grows
        ]
        rooms.sort(key=lambda room: room[0])
        written = ", ".join(
            f'("{side}", {n(edge)}, ({", ".join(map(n, room))}), {empty})'
            for _, side, edge, room, empty in rooms
        )
        return f"svg_grown(({', '.join(map(n, own))}), [{written}])"

    def _room(
        self, element: Element, field: str, own: Frame, inset: Mm
    ) -> tuple[float, str, float, Box, str]:
        """Return distance, side, far edge and box of the room of a field, and when it is empty, as code."""
        found = [each for each in self._shown.get(field, ()) if each[0] is not element]
        if not found:
            raise ValueError(f'grow:{field}: nothing else on the drawing shows "{field}"')
        boxes = [box for each, _ in found for box in self._boxes(each)]
        if not boxes:
            raise ValueError(f'grow:{field}: what shows "{field}" has no box; draw a rectangle for it')
        room = enclose(boxes)
        away, side, edge = side_of(own, room, inset)
        if away < -MOST_OVERLAP:
            raise ValueError(
                f'grow:{field}: the box and that of "{field}" overlap; draw them beside each other'
            )
        return away, side, edge, room, " and ".join(f"({empty})" for _, empty in found)

    def _boxes(self, element: Element) -> Iterator[Box]:
        """Yield the boxes of the shapes of an object, in mm."""
        for part in element.iter():
            if part in self._drawn:
                x, y, width, height = self._drawn[part]
                yield moved_box(self._places[part], (x, y, x + width, y + height))


def _emptiness(marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield the fields an object shows, each with the expression that is true where it shows nothing."""
    content = marks.content
    if content is not None:
        yield content.about, f"svg_blank({content.field})"
        count = content.options.get("count", "")
        if count and not count.isdecimal():
            yield count, f"svg_blank({count}) or {count} == 0"
    for test in marks.tests:
        if not test.field.startswith("not ("):
            yield test.about, f"not ({test.field})"


def side_of(own: Frame, other: Box, inset: Mm = 0.0) -> tuple[Mm, str, Mm]:
    """Return the distance to another box, the side on which it lies, and its far edge there, less `inset`.

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
