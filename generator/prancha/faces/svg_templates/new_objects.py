"""Objects to add to a drawing: a text, picture, icon, QR code, rectangle, ellipse or line, as markup."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from prancha.faces.svg_templates.drawing_objects import BODY, read_marks
from prancha.faces.svg_templates.object_edits import ObjectEditError, user_number
from prancha.faces.svg_templates.object_styles import name_attribute
from prancha.faces.svg_templates.placed_objects import PlacedObjects
from prancha.graphics.svg.matrix import inverse, moved, scale_of
from prancha.graphics.svg.tag_splice import Tag
from prancha.model.box import Point
from prancha.model.units import PT_PER_MM, Mm, Pt

NewKind = Literal["text", "words", "art", "icon", "qr", "rect", "ellipse", "line"]
"""The kinds of objects to add; `words` is a text that shows no field."""
BOUND: Sequence[NewKind] = ("text", "art", "icon", "qr")
"""Those that show a field."""
SIZE: Pt = 9.0
_INK, _GREY = "#1b1b1f", "#b8b8b8"
_LINE: Mm = 0.4
_SHARES = {"text": (0.7, 0.18), "art": (0.7, 0.35), "line": (0.6, 0.0)}
"""Width and height of a new object as shares of the page."""
_SIDES: dict[str, Mm] = {"icon": 8.0, "qr": 16.0, "rect": 20.0, "ellipse": 16.0, "words": 0.0}
"""Width and height of other new objects, unless the page is too small."""


class NewObjects:
    """Makes objects for a drawing that `placed` has read; `page` is the size of the component, mm."""

    def __init__(
        self, data: bytes, placed: PlacedObjects, page: tuple[Mm, Mm], fonts: Collection[str]
    ) -> None:
        self._placed, self._page = placed, page
        root = Tag(data, placed.starts[0])
        self._label = name_attribute(root, data)
        self._prefix = root.prefix
        self._font = BODY if BODY in fonts else next(iter(fonts), BODY)

    def markup(self, kind: NewKind, field: str, middle: Point) -> str:
        """Return an object about a point of the face, mm; one of `BOUND` shows a field.

        Raises ObjectEditError for what is no field.
        """
        if kind in BOUND:
            try:
                read_marks(f"{kind}:{field}")
            except ValueError as error:
                raise ObjectEditError(str(error), "choose a column of the list") from None
        wide, high = (share * side for share, side in zip(_SHARES.get(kind, (0, 0)), self._page, strict=True))
        if kind in _SIDES:
            wide = high = min(_SIDES[kind], 0.6 * min(self._page))
        if kind == "ellipse":
            high *= 0.7
        x, y = middle[0] - wide / 2, middle[1] - high / 2
        named = f" {self._label}={quoteattr(f'{kind}:{field}')}" if kind in BOUND else ""
        if kind == "text":
            # Its words say in other programs what it shows.
            box = self._rectangle("", x, y, wide, high, style="fill:none")
            sample = self._words(field, (x, y + SIZE / PT_PER_MM), "start")
            return f"<{self._prefix}g{named}>{box}{sample}</{self._prefix}g>"
        if kind == "words":
            return self._words("Text", middle, "middle")
        if kind == "line":
            (x1, y1), (x2, y2) = self._at(x, y), self._at(x + wide, y)
            style = f"stroke:{_INK};stroke-width:{self._length(_LINE)}"
            return f'<{self._prefix}line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" style="{style}"/>'
        if kind == "ellipse":
            (cx, cy), rx, ry = self._at(*middle), self._length(wide / 2), self._length(high / 2)
            return f'<{self._prefix}ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" style="fill:{_GREY}"/>'
        fill = {"icon": _INK, "qr": "#ffffff"}.get(kind, _GREY)
        return self._rectangle(named, x, y, wide, high, style=f"fill:{fill}")

    def _rectangle(self, named: str, x: Mm, y: Mm, wide: Mm, high: Mm, style: str) -> str:
        left, top = self._at(x, y)
        size = f'width="{self._length(wide)}" height="{self._length(high)}"'
        return f'<{self._prefix}rect{named} x="{left}" y="{top}" {size} style="{style}"/>'

    def _words(self, words: str, at: Point, anchor: str) -> str:
        x, y = self._at(*at)
        style = (
            f"font-family:'{self._font}';font-size:{self._length(SIZE / PT_PER_MM)}px;"
            f"text-anchor:{anchor};fill:{_INK}"
        )
        tag = f"{self._prefix}text"
        return f'<{tag} x="{x}" y="{y}" style="{escape(style)}">{escape(words)}</{tag}>'

    @property
    def _unit(self) -> Mm:
        return scale_of(self._placed.matrix) or 1.0

    def _length(self, value: Mm) -> str:
        return user_number(value / self._unit, self._unit)

    def _at(self, x: Mm, y: Mm) -> tuple[str, str]:
        """Return a place on the face in units of the drawing."""
        back = inverse(self._placed.matrix)
        across, down = moved(back, (x, y)) if back is not None else (x, y)
        return user_number(across, self._unit), user_number(down, self._unit)
