"""Paints that are bound to fields: by names, `fill:colour` and `stroke:colour`, and by `{{ }}` on a group."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.faces.svg_templates.drawing_objects import PAINTS, Marks, ObjectName, literal
from prancha.faces.svg_templates.drawn_texts import style_in
from prancha.faces.svg_templates.static_parts import SILENT
from prancha.graphics.svg.cascade import FIELD
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import START, Style

_TEXTS = ("text", "tspan")
_GROUPS = ("svg", "g", "a", "switch")
_INK = "#000000"


def bind_paints(root: Element, marks: Mapping[Element, Marks]) -> list[tuple[Element, str]]:
    """Write bound paints into the attributes of shapes and texts, as expressions.

    A name on a shape or text paints that; one on a group paints what is painted in it, apart from objects
    that have a name for the same.  Returns the objects whose paint cannot be bound, each with the reason.
    """
    binder = _Binder(marks)
    binder.bind(root, START, {}, {})
    for element, found in marks.items():
        for kind, mark in found.paints.items():
            if (element, kind) not in binder.done:
                what = f"{kind}:{mark.field} is on an object with nothing to paint; name a shape or a text"
                binder.faults.append((element, what))
    return binder.faults


class _Binder:
    def __init__(self, marks: Mapping[Element, Marks]) -> None:
        self._marks = marks
        self.done: set[tuple[Element, str]] = set()
        """The named objects whose paint reached a shape or text, with the kind of paint."""
        self.faults: list[tuple[Element, str]] = []

    def bind(
        self,
        element: Element,
        above: Style,
        bound: Mapping[str, tuple[Element, ObjectName]],
        written: Mapping[str, str],
    ) -> None:
        """Bind the paints of an element below the style `above`, and of all in it.

        `bound` are the names that hold for it, `written` the expressions of groups around it.
        """
        style, marks = style_in(above, element), self._marks.get(element)
        if marks is not None:
            bound = {**bound, **{kind: (element, mark) for kind, mark in marks.paints.items()}}
        if element.tag in _GROUPS:
            own = {kind: element.attrib.pop(kind) for kind in PAINTS if FIELD in element.get(kind, "")}
            written = {
                **{kind: value for kind, value in written.items() if kind not in element.attrib},
                **own,
            }
        paints = {}
        if element.tag in SHAPES or element.tag == "text":
            paints = {kind: value for kind, value in written.items() if kind not in element.attrib}
        for child in element:
            if child.tag not in SILENT:
                self.bind(child, style, bound, written)
        if element.tag in SHAPES or element.tag in _TEXTS:
            for kind, (owner, mark) in bound.items():
                paint = self._paint(element, kind, style, owner)
                if paint is not None:
                    paints[kind] = f"{{{{ svg_paint({mark.field}, {paint}) }}}}"
                    self.done.add((owner, kind))
        element.attrib.update(paints)

    def _paint(self, element: Element, kind: str, style: Style, owner: Element) -> str | None:
        """Return the paint of an element for an empty field, as an argument; None if no name applies."""
        paint, marks = style.get(kind, START[kind]), self._marks.get(element)
        if owner is not element and (
            paint == "none" or (element.tag == "tspan" and kind not in element.attrib)
        ):
            return None
        content = marks.content if marks is not None and element.tag in SHAPES else None
        if content is not None and (content.kind == "text" or paint == "none" or paint.startswith("url(")):
            return literal(_INK)  # its content does not take the look of the box
        if element.tag in _TEXTS and paint.startswith("url("):
            self.faults.append((owner, f"{kind}: on a text with a gradient or pattern; give it one colour"))
        if FIELD in paint:
            self.faults.append(
                (owner, f"{kind}: on an object whose {kind} is an expression; keep one of the two")
            )
            return None
        return literal(paint)
