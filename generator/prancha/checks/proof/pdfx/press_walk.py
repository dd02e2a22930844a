"""Walk the pages of a PDF and all forms they show for what inks do (ISO 32000-1, 8.4 to 8.10, 9.3, 11.7)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from msgspec import Struct, field
from msgspec.structs import replace

from prancha.checks.proof.form_walk import DEEPEST
from prancha.checks.proof.graphics_state import COLOURS, FILLS, SHOWS, STROKES
from prancha.checks.proof.pdf_geometry import IDENTITY, Box, Matrix, Point, after, around, corners, moved
from prancha.checks.proof.pdfx.ink_amounts import BLACK, Colour, set_colour

Numbers = tuple[float, ...]


class Ink(Struct, frozen=True):
    """What q saves, as far as inks go; `matrix` leads to points on the page.

    `overprints` tells of filling, `mode` is OPM; `clear` says that nothing here fades, masks or blends.
    """

    matrix: Matrix = IDENTITY
    fill: Colour = BLACK
    stroke: Colour = BLACK
    overprints: bool = False
    mode: int = 0
    clear: bool = True
    size: float = 0.0
    shown: int = 0
    """How text is shown: Tr."""


class PressMark(Struct, frozen=True):
    """Something painted: `kind` is "fill", "stroke", "text", "picture" or "shading".

    `size` is that of text in points; `thing` the picture or gradient.
    """

    kind: str
    page: int
    item: str
    box: Box | None
    colour: Colour | None
    state: Ink
    size: float = 0.0
    thing: Any = None
    matrix: Matrix = IDENTITY


class PressWalk(Struct):
    """Walks pages; each form is walked once for every state it begins with."""

    states: list[tuple[int, str, Any]] = field(default_factory=list)
    """Every extended graphics state that is set, with page and item."""
    forms: list[tuple[int, str, Any]] = field(default_factory=list)
    _seen: set[tuple[Any, ...]] = field(default_factory=set)
    _known_states: set[Any] = field(default_factory=set)
    _page: int = 0
    _item: str = ""

    def marks(self, number: int, page: pikepdf.Page) -> Iterator[PressMark]:
        """Everything that a page paints, in order."""
        self._page, self._item = number, ""
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        yield from self._stream(page, resources, Ink(), 0)

    def _stream(self, content: Any, resources: Any, state: Ink, depth: int) -> Iterator[PressMark]:
        saved: list[Ink] = []
        points: list[Point] = []
        text = IDENTITY
        marked: list[bool] = []
        for each in pikepdf.parse_content_stream(content):
            operands: Any = each.operands
            operator = str(each.operator)
            if operator == "q":
                saved.append(state)
            elif operator == "Q":
                state = saved.pop() if saved else state
            elif operator in _PATHS:
                points += _path(operator, operands, state.matrix)
            elif operator in FILLS or operator in STROKES:
                yield from self._painted(operator, points, state)
                points = []
            elif operator == "n":
                points = []
            elif operator in SHOWS:
                yield self._shown(state, text)
            elif operator in ("BT", "Tm", "Td", "TD"):
                text = _placed(operator, operands, text)
            elif operator == "Do":
                yield from self._do(str(operands[0]), resources, state, depth)
            elif operator == "sh":
                shading = resources.get("/Shading", {}).get(str(operands[0]))
                yield PressMark(
                    "shading", self._page, item=self._item, box=None, colour=None, state=state, thing=shading
                )
            elif operator == "INLINE IMAGE":
                yield PressMark("inline", self._page, item=self._item, box=None, colour=None, state=state)
            elif operator in ("BDC", "BMC"):
                marked.append(self._begun(operands))
            elif operator == "EMC":
                if marked and marked.pop():
                    self._item = ""
            else:
                state = self._changed(state, operator, operands, resources)

    def _begun(self, operands: Sequence[Any]) -> bool:
        """Whether a component begins here."""
        if (
            str(operands[0]) != "/Piece"
            or len(operands) < 2
            or not isinstance(operands[1], pikepdf.Dictionary)
        ):
            return False
        self._item = str(operands[1].get("/Item", ""))
        return True

    # Painting

    def _painted(self, operator: str, points: Sequence[Point], state: Ink) -> Iterator[PressMark]:
        box = around(points) if points else None
        if operator not in ("S", "s"):
            yield self._filled("fill", box, state.fill, state)
        if operator not in FILLS:
            yield self._filled("stroke", box, state.stroke, state)

    def _filled(self, kind: str, box: Box | None, colour: Colour, state: Ink) -> PressMark:
        return PressMark(kind, self._page, item=self._item, box=box, colour=colour, state=state)

    def _shown(self, state: Ink, text: Matrix) -> PressMark:
        whole = after(text, state.matrix)
        size = state.size * math.sqrt(abs(whole[0] * whole[3] - whole[1] * whole[2]))
        x, y = moved(whole, 0.0, 0.0)
        box = (x, y, x + size, y + size)
        colour = state.stroke if state.shown == 1 else state.fill
        return PressMark("text", self._page, item=self._item, box=box, colour=colour, state=state, size=size)

    def _do(self, name: str, resources: Any, state: Ink, depth: int) -> Iterator[PressMark]:
        thing = resources.get("/XObject", {}).get(name)
        if thing is None:
            return
        kind = str(thing.get("/Subtype", ""))
        if kind == "/Image":
            box = around(corners(state.matrix, 0, 0, 1, 1))
            yield PressMark(
                "picture",
                self._page,
                item=self._item,
                box=box,
                colour=state.fill,
                state=state,
                thing=thing,
                matrix=state.matrix,
            )
        elif kind == "/Form":
            yield from self._form(thing, resources, state, depth)
        else:
            yield PressMark(
                "program", self._page, item=self._item, box=None, colour=None, state=state, thing=thing
            )

    def _form(self, form: Any, resources: Any, state: Ink, depth: int) -> Iterator[PressMark]:
        scale = round(
            math.sqrt(abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2])), 3
        )
        key = (form.objgen, replace(state, matrix=IDENTITY), scale)
        if key in self._seen or depth > DEEPEST:
            return
        self._seen.add(key)
        self.forms.append((self._page, self._item, form))
        matrix = tuple(float(v) for v in form.get("/Matrix", IDENTITY))
        inner = replace(state, matrix=after(matrix, state.matrix))  # type: ignore[arg-type]
        if "/Group" in form:
            inner = replace(inner, clear=False)
        yield from self._stream(form, form.get("/Resources", resources), inner, depth + 1)

    # The state

    def _changed(self, state: Ink, operator: str, operands: Sequence[Any], resources: Any) -> Ink:
        if operator == "cm":
            return replace(state, matrix=after(tuple(map(float, operands)), state.matrix))  # type: ignore[arg-type]
        if operator in COLOURS:
            which = "fill" if operator.islower() else "stroke"
            before = getattr(state, which).space
            return replace(state, **{which: set_colour(operator, operands, resources, before)})
        if operator == "Tf":
            return replace(state, size=float(operands[1]))
        if operator == "Tr":
            return replace(state, shown=int(operands[0]))
        if operator == "gs":
            return self._extended(state, resources.get("/ExtGState", {}).get(str(operands[0])))
        return state

    def _extended(self, state: Ink, given: Any) -> Ink:
        if given is None:
            return state
        if given.objgen == (0, 0) or given.objgen not in self._known_states:
            self._known_states.add(given.objgen)
            self.states.append((self._page, self._item, given))
        # op alone stands for filling; where it is missing, OP stands for both.
        overprints = bool(given.get("/op", given.get("/OP", state.overprints)))
        clear = state.clear and not fades(given)
        return replace(state, overprints=overprints, mode=int(given.get("/OPM", state.mode)), clear=clear)


def fades(given: Any) -> bool:
    """Whether what is painted with a graphics state is seen through."""
    opacity = min(float(given.get("/ca", 1)), float(given.get("/CA", 1)))
    mask = given.get("/SMask", pikepdf.Name("/None"))
    return opacity < 1 or str(given.get("/BM", "/Normal")) not in ("/Normal", "/Compatible") or (
        not isinstance(mask, pikepdf.Name)
    )  # fmt: skip


_PATHS = frozenset("m l c v y re".split())


def _path(operator: str, operands: Sequence[Any], matrix: Matrix) -> Iterator[Point]:
    numbers = [float(one) for one in operands]
    if operator == "re":
        x, y, width, height = numbers
        yield from corners(matrix, x, y, x + width, y + height)
        return
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        yield moved(matrix, x, y)


def _placed(operator: str, operands: Sequence[Any], text: Matrix) -> Matrix:
    if operator == "BT":
        return IDENTITY
    numbers = tuple(float(one) for one in operands)
    if operator == "Tm":
        return numbers  # type: ignore[return-value]
    return after((1.0, 0.0, 0.0, 1.0, *numbers), text)  # type: ignore[arg-type]
