"""Drawings from elsewhere with plain numbers for lengths, for readers of single parts."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.external import ExternalDrawing
from prancha.graphics.svg.external_markup import ExternalMarkupFault
from prancha.graphics.svg.matrix import inverse
from prancha.graphics.svg.normal import FILE_UNITS
from prancha.graphics.svg.normal.context import Context, outermost, user_length
from prancha.graphics.svg.normal.elements import EFFECTS, format_matrix

_OPEN = frozenset(
    "svg g a switch text tspan path rect circle ellipse line polyline polygon image use clipPath".split()
)
"""Elements whose parts are in the same user space, or that have none."""
_LENGTHS = frozenset(
    "x y width height rx ry cx cy r x1 y1 x2 y2 stroke-width stroke-dashoffset inline-size letter-spacing "
    "word-spacing".split()
)
_LISTS = frozenset("stroke-dasharray dx dy".split())
_PLACES = frozenset(("x", "y"))
_EFFECTIVE = frozenset(
    (*EFFECTS, "transform-origin", "transform-box", "text-decoration", "text-decoration-line")
)
_WORDS = frozenset(("auto", "normal", "none"))
_ROOT_ONLY = ("width", "height", "x", "y", "preserveAspectRatio")
_FIELD = "{{"


def in_user_units(drawing: ExternalDrawing) -> ExternalDrawing:
    """A copy of a drawing with lengths in user units; what is wrong with them is added to its faults.

    What is within symbols, patterns and the like has units of its own, and stays as it is.
    """
    return _Copier(drawing).copied()


class _Copier:
    def __init__(self, drawing: ExternalDrawing) -> None:
        self._drawing = drawing
        self._lines: dict[Element, int] = {}
        self._names: dict[Element, str] = {}
        self._faults: list[ExternalMarkupFault] = []

    def copied(self) -> ExternalDrawing:
        """The copy."""
        drawing = self._drawing
        root = self._copy(drawing.root, outermost(drawing.page.view), True)
        for name in _ROOT_ONLY:
            root.attrib.pop(name, None)
        if _EFFECTIVE & root.attrib.keys():
            self._move_effects(root)
        faults = (*drawing.faults, *self._faults)
        return replace(drawing, root=root, lines=self._lines, names=self._names, faults=faults)

    def _move_effects(self, root: Element) -> None:
        """Put the effects of the root, which are in pixels of the page, on groups within it."""
        page = self._drawing.page
        effects = {name: root.attrib.pop(name) for name in sorted(_EFFECTIVE & root.attrib.keys())}
        if "transform" in effects:
            effects.setdefault("transform-origin", f"{page.pixels[0] / 2:.9g} {page.pixels[1] / 2:.9g}")
        back = inverse(page.matrix)
        outer, middle, inner = (
            Element("g", {"transform": format_matrix(back)} if back and format_matrix(back) else {}),
            Element("g", effects),
            Element("g", {"transform": format_matrix(page.matrix)} if format_matrix(page.matrix) else {}),
        )
        inner.extend(root)
        middle.append(inner)
        outer.append(middle)
        for child in list(root):
            root.remove(child)
        root.append(outer)
        self._lines.update(dict.fromkeys((outer, middle, inner), self._drawing.lines[self._drawing.root]))

    def _copy(self, element: Element, context: Context, known: bool) -> Element:
        attributes = dict(element.attrib)
        try:
            context = context.inside(_without_fields(attributes), FILE_UNITS)
            if known and element.tag in _OPEN:
                self._write_lengths(element.tag, attributes, context)
        except DrawingFault as fault:
            fault.element = element
            self._faults.append(self._drawing.placed(fault))
        copy = Element(element.tag, attributes)
        copy.text, copy.tail = element.text, element.tail
        self._lines[copy] = self._drawing.lines[element]
        if element in self._drawing.names:
            self._names[copy] = self._drawing.names[element]
        inside = known and element.tag in _OPEN and (element.tag != "svg" or element is self._drawing.root)
        inside = inside and element.get("clipPathUnits") != "objectBoundingBox"
        copy.extend([self._copy(child, context, inside) for child in element])
        return copy

    def _write_lengths(self, tag: str, attributes: dict[str, str], context: Context) -> None:
        if "font-size" in attributes and _FIELD not in attributes["font-size"]:
            attributes["font-size"] = context.style["font-size"]
        lists = _LISTS | _PLACES if tag in ("text", "tspan") else _LISTS
        for name in sorted(attributes.keys() & (_LENGTHS | lists)):
            words = attributes[name].replace(",", " ").split() if name in lists else [attributes[name]]
            if _FIELD not in attributes[name] and not _WORDS & {*words}:
                numbers = (f"{user_length(word, name, context, FILE_UNITS):.9g}" for word in words)
                attributes[name] = " ".join(numbers)


def _without_fields(attributes: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in attributes.items() if _FIELD not in value}
