"""The objects of a drawing as they lie on the face: what each shows, its frame in mm, and what moves it."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.placed_art import PictureSet
from prancha.faces.placed_icons import IconSet
from prancha.faces.svg_templates.drawing_objects import Marks, TypeStyle, look_of, read_marks
from prancha.faces.svg_templates.drawn_texts import lines_of, style_in
from prancha.faces.svg_templates.placing import Frame, TargetPiece, box_of, page_matrix
from prancha.faces.svg_templates.static_parts import SILENT
from prancha.faces.svg_templates.template_calls import with_ending
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.svg.cascade import FIELD
from prancha.graphics.svg.external import ExternalDrawing, in_user_units, read
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Matrix,
    first,
    inverse,
    moved,
    moved_box,
    multiply,
    parse_transform,
    scale_of,
)
from prancha.graphics.svg.normal.flow_frames import named_shapes
from prancha.graphics.svg.normal.plain_texts import flows
from prancha.graphics.svg.path_data import SHAPES, Extent, trace
from prancha.graphics.svg.style import START, Style
from prancha.graphics.svg.svg_markup import (
    DrawingFault,
    DrawingFaults,
    href,
    tag_places,
)
from prancha.graphics.svg.tag_splice import Tag
from prancha.model.box import Box, bounds, enclose
from prancha.model.diagnostic import UserError
from prancha.model.units import PT_PER_MM, Mm

GROUPS = ("g", "a", "switch")
_DRAWN = frozenset((*GROUPS, *SHAPES, "image", "use", "svg", "text"))
_NUMBER = "data-object"
"""The attribute that carries the number of an element through the copy in user units."""
_CARRIED = ("clip-path", "mask", "filter", "fill", "stroke")
"""Attributes whose clip, mask, filter or paint follows the transform of an element, not its coordinates."""
_ASCENT, _DESCENT = 0.8, 0.25
"""The frame of a text reaches these shares of its size above and below its baseline."""
PLACES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rect": (("x",), ("y",)),
    "image": (("x",), ("y",)),
    "use": (("x",), ("y",)),
    "svg": (("x",), ("y",)),
    "circle": (("cx",), ("cy",)),
    "ellipse": (("cx",), ("cy",)),
    "line": (("x1", "x2"), ("y1", "y2")),
    "text": (("x",), ("y",)),
}
"""The attributes that say where an element lies across and down; all others are moved by their transform."""
SIZES: Mapping[str, tuple[str, str]] = {
    "rect": ("width", "height"),
    "image": ("width", "height"),
    "circle": ("r", "r"),
    "ellipse": ("rx", "ry"),
}
"""The attributes that say how wide and how tall an element is, or half of that."""

Measure = Callable[[str, TypeStyle], Mm]
"""A function that returns the width in mm of words in a look."""
_REFERENCE = re.compile(r"\{\{\s*(?:item\.)?([^\W\d][\w.]*)\s*\}\}")


class Part(Struct, frozen=True):
    """An element with lengths in user units, its number, the matrix above it and its own.

    `settled` is the same element as the file says it, with its styles worked in.
    """

    element: Element
    settled: Element
    number: int
    above: Matrix
    own: Matrix

    @property
    def matrix(self) -> Matrix:
        """The matrix from units of the element to mm on the face."""
        return multiply(self.above, self.own)

    @property
    def by_transform(self) -> bool:
        """Return whether the element is moved by changing its transform, not its coordinates."""
        if self.element.tag not in PLACES or flows(self.element):
            return True
        return any("url(" in self.element.get(name, "") for name in _CARRIED)


class PlacedObject(Struct, frozen=True):
    """An object of a drawing, `number` being that of its element among all that `parse_file` gives.

    `kind` is the content its name asks for (text, art, icon, repeat, qr) or the tag of its element, `fields`
    are those its name mentions, `words` those of a text.  `frame` is x, y, width and height in mm as if it
    stood upright, turned by `turn` degrees about its middle; None where `fixed` says why it is unknown.
    `part` is the element that is moved, `sized` the one that is enlarged; `box` is in units of that.
    """

    number: int
    line: int
    tag: str
    kind: str
    name: str
    fields: tuple[str, ...]
    words: str
    within: tuple[int, ...]
    frame: Frame | None
    turn: float
    fixed: str
    sizable: bool
    part: Part
    sized: Part
    box: Box | None
    look: TypeStyle | None = None
    parts: tuple[Part, ...] = ()
    """The `<tspan>`s of a text that have positions of their own."""

    @property
    def corners(self) -> list[tuple[Mm, Mm]]:
        """The corners of the box on the face, from the top left on, clockwise; none without a box."""
        if self.box is None:
            return []
        left, top, right, bottom = self.box
        around = ((left, top), (right, top), (right, bottom), (left, bottom))
        return [moved(self.sized.matrix, point) for point in around]


class ItemWords:
    """Fills in and measures words of a drawing as one item shows them; `fonts` are families and roles."""

    def __init__(
        self,
        fonts: Collection[str],
        typesetter: Typesetter,
        pictures: PictureSet,
        icons: IconSet,
        item: Mapping[str, Any],
    ) -> None:
        self.fonts, self.icons, self._pictures = fonts, icons, pictures
        self._typesetter, self._item = typesetter, item

    def picture_size(self, field: str, ending: str) -> tuple[float, float] | None:
        """Return the proportions of the picture that a field names; None where there is none."""
        return self._pictures.size(with_ending(self._value(field, ""), ending))

    def filled(self, words: str) -> str:
        """Return words with the values of their fields; other expressions stay as they are written."""
        return _REFERENCE.sub(lambda found: self._value(found[1], found[0]), words)

    def width(self, words: str, look: TypeStyle) -> Mm:
        """Return the width in mm of words in a look.  Raises ValueError for words that cannot be set."""
        try:
            return self._typesetter.text_width(
                self.filled(words),
                look.size,
                font=look.font,
                weight=look.weight,
                italic=look.italic,
                tracking=look.tracking,
            )
        except UserError as error:
            raise ValueError(error.message) from None
        finally:
            self._typesetter.take()  # remarks on words that are measured are of no card

    def _value(self, path: str, written: str) -> str:
        value: Any = self._item
        for name in path.split("."):
            if not isinstance(value, Mapping) or name not in value:
                return written
            value = value[name]
        return str(value)


class PlacedObjects:
    """Finds the objects of a drawing on components of one size; `fonts` are the families and roles known."""

    def __init__(self, data: bytes, piece: TargetPiece, fonts: Collection[str], measure: Measure) -> None:
        """Read a file.  Raises DrawingFault for what cannot be drawn, or not on components of this size."""
        drawing = read(data)
        self._data, places = data, tag_places(data)
        self.starts = [start for start, _ in places]
        """The byte at which the tag of each element begins."""
        self._ends = [end for _, end in places]
        self._elements = list(drawing.lines)
        for number, element in enumerate(self._elements):
            element.set(_NUMBER, str(number))
        self.drawing: ExternalDrawing = drawing if drawing.faults else in_user_units(drawing)
        if self.drawing.faults:
            raise DrawingFaults(self.drawing.faults)
        self._fonts, self._measure = fonts, measure
        self._ids = {each.attrib["id"]: each for each in self.drawing.root.iter() if "id" in each.attrib}
        self.matrix = page_matrix(drawing, piece)
        self._marks: dict[Element, Marks] = {}
        for element, name in self.drawing.names.items():
            with suppress(ValueError):  # drawing the card reports it
                if (found := read_marks(name)) is not None:
                    self._marks[element] = found
        root = self.drawing.root
        placed = self._visit(root, self.matrix, style_in(START, root), ())
        self.objects = {each.number: each for each in placed}
        self.elements = {int(each.get(_NUMBER, -1)): each for each in root.iter()}
        """The elements with lengths in user units, by their numbers."""
        self.again: Callable[[bytes], PlacedObjects] = partial(
            PlacedObjects, piece=piece, fonts=fonts, measure=measure
        )

    def span(self, number: int) -> tuple[int, int]:
        """Return where an element begins and ends in the file."""
        tag = Tag(self._data, self.starts[number])
        return self.starts[number], tag.end if tag.is_whole else self._data.index(
            b">", self._ends[number]
        ) + 1

    def inside(self, number: int) -> range:
        """Return the numbers of an element and of all that it holds."""
        return range(number, bisect_left(self.starts, self.span(number)[1]))

    def children(self, number: int) -> list[int]:
        """Return the numbers of the elements right in an element."""
        return [int(child.get(_NUMBER, -1)) for child in self._elements[number] if child.get(_NUMBER)]

    def settled(self, number: int) -> Mapping[str, str]:
        """Return the attributes of an element with its styles worked in, as the file has their lengths."""
        own = self._elements[number].attrib
        return {name: value for name, value in own.items() if name != _NUMBER}

    def _visit(
        self, parent: Element, above: Matrix, style: Style, within: tuple[int, ...]
    ) -> list[PlacedObject]:
        """Return the objects in an element, in the order of the file."""
        found = []
        for child in parent:
            if child.tag in SILENT or child.get("display") == "none" or child.tag not in _DRAWN:
                continue
            inside, own = style_in(style, child), _own_matrix(child)
            part = self.part(child, above)
            if part is None:  # what was made while the file was read, such as its background
                found += self._visit(child, multiply(above, own), inside, within)
                continue
            inner = []
            if child.tag in GROUPS:
                inner = self._visit(child, part.matrix, inside, (*within, part.number))
            found += [self._object(part, inside, within, inner), *inner]
        return found

    def part(self, element: Element, above: Matrix) -> Part | None:
        """Return an element of the drawing with the matrix above it; None for one that is not in the file."""
        number = int(element.get(_NUMBER, len(self.starts)))
        if number >= len(self.starts):
            return None
        return Part(element, self._elements[number], number, above, _own_matrix(element))

    def _object(
        self, part: Part, style: Style, within: tuple[int, ...], inner: Collection[PlacedObject]
    ) -> PlacedObject:
        element = part.element
        marks = self._marks.get(element)
        content = marks.content if marks is not None else None
        sized, look, words = part, None, ""
        box: Box | None = None
        fixed = ""
        try:
            if element.tag == "text":
                shown = f"{{{{ {content.field} }}}}" if content is not None else ""
                box, look, words = self._text(element, style, part.matrix, shown)
            elif content is not None and element.tag in GROUPS:
                sized = self._shape(part) or part
                box = self._box(sized.element)
                with suppress(ValueError):
                    look, words = self._sample(part, style)
            elif element.tag in GROUPS:
                box = _box_around(inner, part.matrix)
            else:
                box = self._box(element)
                if content is not None and content.kind == "text":
                    with suppress(ValueError):  # drawing the card reports it
                        look = look_of(style, scale_of(part.matrix) or 1.0, self._fonts)
        except (ValueError, DrawingFault) as error:
            fixed = error.message if isinstance(error, DrawingFault) else str(error)
        if any(FIELD in value for value in element.attrib.values()) and not fixed:
            fixed = self._expression(part)
        if any(name in element.attrib for name in ("transform-origin", "transform-box")):
            fixed = fixed or "transform-origin says what it is turned about; take it away to move it here"
        if inverse(part.matrix) is None:
            fixed, box = "its transform flattens it", None
        frame, turn = _framed(box, sized.matrix) if box is not None else (None, 0.0)
        return PlacedObject(
            number=part.number,
            line=self.drawing.lines[element],
            tag=element.tag,
            kind=content.kind if content is not None else element.tag,
            name=self.drawing.names.get(element, ""),
            fields=tuple(dict.fromkeys(mark.about for mark in marks.all)) if marks is not None else (),
            words=" ".join(words.split()),
            within=within,
            frame=frame,
            turn=turn,
            fixed=fixed,
            sizable=not fixed and box is not None and sized.element.tag not in ("text", "use", "svg"),
            part=part,
            sized=sized,
            box=box,
            look=look,
            parts=tuple(self._placed_parts(part)) if element.tag == "text" else (),
        )

    def _expression(self, part: Part) -> str:
        """Return why an element cannot be moved, if a field says where it is; else ""."""
        across, down = PLACES.get(part.element.tag, ((), ()))
        names = {*across, *down, *SIZES.get(part.element.tag, ()), "transform"}
        for name in sorted(names & part.element.attrib.keys()):
            if FIELD in part.element.attrib[name]:
                return f"a field says its {name}; change it in the file"
        return ""

    def _placed_parts(self, part: Part) -> Iterator[Part]:
        """Yield the `<tspan>`s of a text that have positions of their own."""
        for each in part.element.iter("tspan"):
            if {"x", "y"} & each.attrib.keys() and (found := self.part(each, part.matrix)) is not None:
                yield found

    def _shape(self, group: Part) -> Part | None:
        """Return the first shape in a marked group, which is its frame."""
        for child in group.element:
            part = self.part(child, group.matrix)
            if part is None or child.tag in SILENT or child.tag == "text":
                continue
            if child.tag in GROUPS:
                if (found := self._shape(part)) is not None:
                    return found
                continue
            return part
        return None

    def _sample(self, group: Part, style: Style) -> tuple[TypeStyle | None, str]:
        """Return the look and the words of the sample text in a marked group."""
        for text in group.element.iter("text"):
            its = style_in(style, text)
            lines = lines_of(text, its)
            run = lines[0].runs[0].style if lines else its
            words = " ".join("".join(run.words for run in line.runs) for line in lines)
            return look_of(run, scale_of(group.matrix) or 1.0, self._fonts), words
        return None, ""

    def _text(self, element: Element, style: Style, matrix: Matrix, shown: str) -> tuple[Box, TypeStyle, str]:
        """Return the box of a text in its own units, the look of its first words, and all its words.

        If its name puts other words in their place, `shown`, these are measured.
        """
        unit = scale_of(matrix) or 1.0
        style = {"font-size": "16", **style}
        lines = lines_of(element, style)
        if not lines:
            raise ValueError("it has no words")
        look = look_of(lines[0].runs[0].style, unit, self._fonts)
        words = " ".join("".join(run.words for run in line.runs) for line in lines)
        frame = self._flow_frame(style)
        if frame is not None:
            return frame, look, words
        boxes = []
        for line in lines:
            looks = [look_of(run.style, unit, self._fonts) for run in line.runs]
            runs = zip(line.runs, looks, strict=True)
            width = sum(self._measure(run.words, each) for run, each in runs) / unit
            if shown:
                width = self._measure(shown, looks[0]) / unit
            size = max(each.size for each in looks) / PT_PER_MM / unit
            left = line.x - width * {"center": 0.5, "right": 1.0}.get(looks[0].align, 0.0)
            boxes.append((left, line.y - _ASCENT * size, left + width, line.y + _DESCENT * size))
        return enclose(boxes), look, words

    def _flow_frame(self, style: Style) -> Box | None:
        """Return the box of the first shape a text flows in; None for other texts.  Raises DrawingFault."""
        inside = style.get("shape-inside", "none")
        if inside in ("none", "auto"):
            return None
        shape = named_shapes(inside, self._ids)[0]
        return moved_box(_own_matrix(shape), self._box(shape))

    def _box(self, element: Element) -> Box:
        """Return the box of an element in its own units.  Raises ValueError, DrawingFault."""
        tag = element.tag
        if tag == "line":
            x1, y1, x2, y2 = (first(element.get(name, "")) for name in ("x1", "y1", "x2", "y2"))
            return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        if tag in ("path", "polygon", "polyline"):
            pen = Extent(IDENTITY)
            trace(element.get("d", "") if tag == "path" else f"M{element.get('points', '')}", pen)
            if pen.box is None:
                raise ValueError("it has no points")
            return pen.box
        if tag == "use":
            shown = self._ids.get(href(element.attrib).removeprefix("#"))
            if shown is None or shown.tag == "symbol" or shown is element:
                raise ValueError("what it shows has no frame; move it in its own program")
            place = (1.0, 0.0, 0.0, 1.0, first(element.get("x", "")), first(element.get("y", "")))
            return moved_box(multiply(place, _own_matrix(shown)), self._box(shown))
        x, y, width, height = box_of(element)
        return x, y, x + width, y + height


def _own_matrix(element: Element) -> Matrix:
    """Return the transform of an element; the identity for one that is wrong, which drawing it reports."""
    with suppress(DrawingFault):
        return parse_transform(element.get("transform", ""))
    return IDENTITY


def _box_around(inner: Collection[PlacedObject], matrix: Matrix) -> Box:
    """Return the box around the objects in a group, in its own units.  Raises ValueError if none has one."""
    corners = [corner for each in inner for corner in each.corners]
    back = inverse(matrix)
    if not corners or back is None:
        raise ValueError("nothing in it has a frame")
    return bounds(moved(back, corner) for corner in corners)


def _framed(box: Box, matrix: Matrix) -> tuple[Frame, float]:
    """Return the frame of a box below a matrix as if it stood upright, and its turn in degrees."""
    a, b, c, d, _, _ = matrix
    width, height = (box[2] - box[0]) * math.hypot(a, b), (box[3] - box[1]) * math.hypot(c, d)
    x, y = moved(matrix, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    return (x - width / 2, y - height / 2, width, height), math.degrees(math.atan2(b, a))
