"""Reduce a page of somebody else's PDF to what it draws on one face; the rest is removed, not clipped.

The content stream is carried out as far as needed to know where its marks lie.  Operators that only set the
state stay where something is drawn after them; forms are read as the page is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.pdf_art import MAX_OPERATORS, inherited, sorted_box
from prancha.graphics.svg.matrix import IDENTITY, Matrix, moved, moved_box, multiply, scale_of
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, area, bounds, enclose, grow, intersect
from prancha.setup.new_game.face_glyphs import (
    PLACES,
    SHOWS,
    TEXT_STATE,
    Glyphs,
    TextObject,
    TextState,
    read_glyphs,
)
from prancha.setup.new_game.pdf_pages import Layers

_FILLS = frozenset("f F f* B B* b b*".split())
_STROKES = frozenset("S s B B* b b*".split())
_CLOSED = {"s": "S", "b": "B", "b*": "B*"}
"""Operators that close the last part of a path, and those that do the same without closing it."""
_PAINTS = _FILLS | _STROKES | {"n"}
_PATH = frozenset("m l c v y h re".split())
_LEFT_OUT = frozenset("MP DP BX EX ri i".split())
_TOUCH = 0.01
"""Points by which a mark must reach into the face."""
_THINNEST = 0.25
"""Half the width in points of the thinnest line: one of no width is a pixel."""
_SHARED = 1.5
"""Least area, in areas of a face, of a picture that shows several faces."""
_MAX_DEPTH = 16
_MAX_FOLLOWED = 500_000
"""Maximum number of operators for one face; those of a form count each time that it is shown."""
_EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)
Instruction = tuple[Sequence[Any], str]
"""Operands and operator."""


class _State(Struct):
    """The graphics state, as far as it decides where marks lie; `clip` is None where nothing is seen."""

    matrix: Matrix
    text: TextState
    clip: Box | None = _EVERYWHERE
    width: float = 1.0
    join: int = 0
    limit: float = 10.0

    def copy(self) -> _State:
        return replace(self, text=replace(self.text))


class _SubPath(Struct):
    """A part of a path: its operators, its corners on the page, whether it has curved or slanting lines."""

    source: list[Instruction] = []
    points: list[tuple[float, float]] = []
    slanting: bool = False


class FaceContent:
    """Reduces the pages of one document to faces; forms that are cut become objects of it."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self._document, self.layers = document, Layers(document)
        self._glyphs: dict[tuple[int, int], Glyphs] = {}
        self._parsed: dict[tuple[int, int], list[Any]] = {}
        self.followed = 0
        """How many operators the last page took; those of a form count each time that it is shown."""

    def reduce_page(self, page: pikepdf.Page, region: Box) -> tuple[bytes, pikepdf.Dictionary]:
        """Return operators and resources of what lies in a part of a page, in points; "" for nothing.

        Raises DrawingFault where it cannot be told apart.
        """
        resources = inherited(page, "/Resources") or pikepdf.Dictionary()
        self.followed = 0
        return self.reduce(page, resources, _State(IDENTITY, TextState()), region, 0)

    def reduce(
        self, content: Any, resources: Any, state: _State, region: Box, depth: int
    ) -> tuple[bytes, pikepdf.Dictionary]:
        """Return the same of a page or form that is drawn from a state on."""
        if depth > _MAX_DEPTH:
            raise DrawingFault("its parts are nested too deep, or contain themselves")
        reader = _Reader(self, resources, state, region, depth)
        instructions = self._instructions(content)
        self.followed += len(instructions)
        if self.followed > _MAX_FOLLOWED:
            raise DrawingFault(f"drawings within its drawings have more than {_MAX_FOLLOWED:,} operators")
        for instruction in instructions:
            reader.follow(str(instruction.operator), instruction.operands)
        return reader.finish()

    def _instructions(self, content: Any) -> list[Any]:
        number = content.obj.objgen if isinstance(content, pikepdf.Page) else content.objgen
        if number not in self._parsed:
            found = list(pikepdf.parse_content_stream(content))
            if len(found) > MAX_OPERATORS:
                raise DrawingFault(f"it has more than {MAX_OPERATORS:,} operators")
            self._parsed[number] = found
        return self._parsed[number]

    def glyphs(self, font: Any) -> Glyphs:
        """Return the widths of a font, read once."""
        number = font.objgen
        if number == (0, 0):
            return read_glyphs(font)
        if number not in self._glyphs:
            self._glyphs[number] = read_glyphs(font)
        return self._glyphs[number]

    def image(self, inline: Any, resources: Any) -> Any:
        """Return a picture that stands within operators as an object of its own."""
        told = {**inline.obj, "/Subtype": pikepdf.Name.Image}
        spaces = resources.get("/ColorSpace", pikepdf.Dictionary())
        space = spaces.get(str(told.get("/ColorSpace")))
        told |= {} if space is None else {"/ColorSpace": space}
        return self._document.make_indirect(pikepdf.Stream(self._document, inline.read_raw_bytes(), told))

    def cut_form(self, form: Any, state: _State, region: Box, depth: int) -> Any:
        """Return a form with what it draws in `region`; None where that is nothing."""
        own = state.copy()
        content, resources = self.reduce(
            form, form.get("/Resources", pikepdf.Dictionary()), own, region, depth + 1
        )
        if not content:
            return None
        kept = {key: form[key] for key in ("/BBox", "/Matrix", "/Group") if key in form}
        return self._document.make_indirect(
            pikepdf.Stream(
                self._document, content, {**kept, "/Subtype": pikepdf.Name.Form, "/Resources": resources}
            )
        )


class _Reader:
    """Carries out one content stream."""

    def __init__(self, faces: FaceContent, resources: Any, state: _State, region: Box, depth: int) -> None:
        self._faces, self._resources, self._region, self._depth = faces, resources, region, depth
        self._state = state
        self._out: list[Instruction] = []
        self._drawn = False
        self._saved: list[tuple[list[Instruction], _State, bool]] = []
        self._path: list[_SubPath] = []
        self._clips = ""
        self._text: TextObject | None = None
        self._leading = 0.0
        self._hidden: list[bool] = []
        self._objects: dict[str, Any] = {}

    def finish(self) -> tuple[bytes, pikepdf.Dictionary]:
        """Return what was kept, and the resources; nothing where nothing is drawn."""
        while self._saved:
            self._restore()
        kept = {key: value for key, value in self._resources.items() if key != "/XObject"}
        resources = pikepdf.Dictionary({**kept, "/XObject": pikepdf.Dictionary(self._objects)})
        if not self._drawn:
            return b"", resources
        return pikepdf.unparse_content_stream(
            [(list(operands), pikepdf.Operator(operator)) for operands, operator in _settled(self._out)]
        ), resources

    def follow(self, operator: str, operands: Sequence[Any]) -> None:
        """Carry out one operator."""
        if operator in _PATH:
            self._add_to_path(operator, operands)
        elif operator in _PAINTS:
            self._paint(operator)
        elif operator in ("W", "W*"):
            self._clips = operator
        elif operator in SHOWS:
            self._show(operator, operands)
        elif operator in ("BMC", "BDC", "EMC"):
            self._mark(operator, operands)
        elif operator == "Do":
            self._draw_object(operands)
        elif operator == "sh":
            if self._reaches(self._region):
                self._keep(operator, operands)
        elif operator in ("q", "Q"):
            self._save() if operator == "q" else self._restore()
        elif operator in ("BT", "ET"):
            self._begin_text() if operator == "BT" else self._end_text()
        elif operator == "INLINE IMAGE":
            self._draw_image(f"/Inline{len(self._objects)}", self._faces.image(operands[0], self._resources))
        elif operator not in _LEFT_OUT:
            self._set(operator, operands)

    def _save(self) -> None:
        self._saved.append((self._out, self._state, self._drawn))
        self._out, self._state, self._drawn = [], self._state.copy(), False

    def _restore(self) -> None:
        if not self._saved:
            return
        inner, drawn = self._out, self._drawn
        self._out, self._state, before = self._saved.pop()
        self._drawn = before or drawn
        if drawn:
            self._out += [((), "q"), *inner, ((), "Q")]

    def _set(self, operator: str, operands: Sequence[Any]) -> None:
        state = self._state
        if operator == "cm":
            a, b, c, d, e, f = map(float, operands)
            state.matrix = multiply(state.matrix, (a, b, c, d, e, f))
        elif operator in PLACES:
            if self._text is None:
                raise DrawingFault("a text is placed outside of any")
            self._text.move(operator, operands, state.text)
        elif operator in TEXT_STATE:
            state.text.set(operator, operands)
        elif operator == "w":
            state.width = float(operands[0])
        elif operator == "j":
            state.join = int(operands[0])
        elif operator == "M":
            state.limit = float(operands[0])
        elif operator == "gs":
            self._set_all(self._resource("ExtGState", operands[0]))
        self._out.append((operands, operator))

    def _set_all(self, told: Any) -> None:
        state = self._state
        state.width = float(told.get("/LW", state.width))
        state.join = int(told.get("/LJ", state.join))
        state.limit = float(told.get("/ML", state.limit))

    def _resource(self, kind: str, name: Any) -> Any:
        thing = self._resources.get(f"/{kind}", pikepdf.Dictionary()).get(str(name))
        if thing is None:
            raise DrawingFault(f'a resource that it names is missing: {kind} "{str(name)[1:41]}"')
        return thing

    def _mark(self, operator: str, operands: Sequence[Any]) -> None:
        if operator == "EMC":
            self._hidden = self._hidden[:-1]
            return
        hides = False
        if operator == "BDC" and str(operands[0]) == "/OC" and isinstance(operands[1], pikepdf.Name):
            hides = self._faces.layers.hide(self._resource("Properties", operands[1]))
        self._hidden.append(hides)

    # Marks

    def _keep(self, operator: str, operands: Sequence[Any]) -> None:
        self._out.append((operands, operator))
        self._drawn = True

    def _reaches(self, box: Box) -> bool:
        """Return whether something with this box, clipped as everything now, is seen on the face."""
        clip = self._state.clip
        if clip is None or any(self._hidden):
            return False
        left, bottom, right, top = (
            max(box[0], clip[0], self._region[0]),
            max(box[1], clip[1], self._region[1]),
            min(box[2], clip[2], self._region[2]),
            min(box[3], clip[3], self._region[3]),
        )
        # What has no width is a line, and is seen within.
        wide = right - left > _TOUCH or (box[2] - box[0] <= _TOUCH and right >= left)
        high = top - bottom > _TOUCH or (box[3] - box[1] <= _TOUCH and top >= bottom)
        return wide and high

    def _add_to_path(self, operator: str, operands: Sequence[Any]) -> None:
        numbers = [float(value) for value in operands]
        if operator in ("m", "re") or not self._path:
            self._path.append(_SubPath([], []))
        part, matrix = self._path[-1], self._state.matrix
        part.source.append((operands, operator))
        if operator == "re":
            x, y, width, height = numbers
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            part.points += [moved(matrix, corner) for corner in corners]
            return
        new = [moved(matrix, (numbers[k], numbers[k + 1])) for k in range(0, len(numbers), 2)]
        if operator != "m" and new and part.points:
            (x1, y1), (x2, y2) = part.points[-1], new[-1]
            part.slanting = part.slanting or len(new) > 1 or min(abs(x1 - x2), abs(y1 - y2)) > _TOUCH
        part.points += new

    def _paint(self, operator: str) -> None:
        path, clips = [part for part in self._path if part.points], self._clips
        self._path, self._clips = [], ""
        if not path:
            return
        if operator in _CLOSED:
            path[-1].source.append(((), "h"))
            operator = _CLOSED[operator]
        reach = self._stroke_reach(path) if operator in _STROKES else 0.0
        boxed = [(part, bounds(part.points)) for part in path]
        paints = operator != "n"
        seen = [part for part, box in boxed if paints and self._reaches(grow(box, reach))]
        clipping = [part for part, box in boxed if clips and self._reaches(box)]
        if seen or clipping:
            kept = [part for part in path if part in seen or part in clipping]
            self._out += [instruction for part in kept for instruction in part.source]
            if clips:
                self._out.append(((), clips))
            self._out.append(((), operator if seen else "n"))
            self._drawn = self._drawn or bool(seen)
        if clips and not any(self._hidden):
            clip = self._state.clip
            whole = enclose([bounds(part.points) for part in clipping]) if clipping else None
            self._state.clip = intersect(clip, whole) if clip is not None and whole is not None else None

    def _stroke_reach(self, path: Sequence[_SubPath]) -> float:
        """Return how far a stroke reaches beyond its path, in points; sharp corners reach far."""
        state = self._state
        half = max(_THINNEST, state.width / 2 * scale_of(state.matrix))
        sharp = state.join == 0 and any(part.slanting for part in path)
        return half * (max(1.5, state.limit) if sharp else 1.5)

    def _draw_object(self, operands: Sequence[Any]) -> None:
        name = str(operands[0])
        thing = self._resource("XObject", name)
        if "/OC" in thing:
            if self._faces.layers.hide(thing["/OC"]):
                return
            del thing["/OC"]
        kind = str(thing.get("/Subtype"))
        if kind == "/Image":
            self._draw_image(name, thing)
            return
        if kind != "/Form":
            raise DrawingFault("it shows PostScript, which few viewers understand")
        state = self._state.copy()
        if "/Matrix" in thing:
            a, b, c, d, e, f = map(float, thing.Matrix)
            state.matrix = multiply(state.matrix, (a, b, c, d, e, f))
        box = moved_box(state.matrix, sorted_box(thing.BBox))
        if not self._reaches(box):
            return
        assert state.clip is not None
        state.clip = intersect(state.clip, box)
        form = self._faces.cut_form(thing, state, self._region, self._depth)
        if form is not None:
            own = f"/Face{len(self._objects)}"
            while own in self._objects:
                own += "x"
            self._objects[own] = form
            self._keep("Do", [pikepdf.Name(own)])

    def _draw_image(self, name: str, image: Any) -> None:
        """Keep a picture that is on the face; DrawingFault for one that shows more faces than this."""
        box = moved_box(self._state.matrix, (0.0, 0.0, 1.0, 1.0))
        if not self._reaches(box):
            return
        assert self._state.clip is not None
        if area(intersect(box, self._state.clip)) > _SHARED * area(self._region):
            raise DrawingFault("one picture shows it and its neighbours")
        self._objects[name] = image
        self._keep("Do", [pikepdf.Name(name)])

    # Texts

    def _begin_text(self) -> None:
        self._text = TextObject()
        self._leading = self._state.text.leading
        self._saved.append((self._out, self._state, self._drawn))  # its state goes on after it
        self._out, self._drawn = [], False

    def _end_text(self) -> None:
        if self._text is None:
            raise DrawingFault("a text ends that was not begun")
        inner, drawn = self._out, self._drawn
        self._out, _, before = self._saved.pop()
        self._text = None
        self._drawn = before or drawn
        if drawn:
            self._out += [((), "BT"), *inner, ((), "ET")]
        else:
            # What such a text sets holds for those behind it.
            self._out += [one for one in inner if one[1] not in PLACES and one[1] != "TJ"]
            if self._state.text.leading != self._leading:
                self._out.append(([self._state.text.leading], "TL"))

    def _show(self, operator: str, operands: Sequence[Any]) -> None:
        state, text = self._state.text, self._text
        if text is None:
            raise DrawingFault("a text is shown outside of any")
        if operator == '"':
            self._set("Tw", operands[:1])
            self._set("Tc", operands[1:2])
        if operator in ("'", '"'):
            self._set("T*", ())
        glyphs = self._faces.glyphs(self._resource("Font", state.font))
        parts = operands[-1] if operator == "TJ" else operands[-1:]
        shown, anything = text.show(parts, state, glyphs, self._state.matrix, self._reaches)
        if anything or shown:
            self._out.append(([pikepdf.Array(shown)], "TJ"))
        self._drawn = self._drawn or anything


_SLOTS = {
    **{one: one for one in ("w", "J", "j", "M", "d", "Tc", "Tw", "Tz", "TL", "Tf", "Tr", "Ts")},
    **dict.fromkeys(("g", "rg", "k"), "fill"),
    **dict.fromkeys(("G", "RG", "K"), "stroke"),
}
"""Operators that set a part of the state whatever it was before, and that part."""


def _settled(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Leave out what is set anew before anything is drawn with it."""
    kept: list[Instruction] = []
    settled: set[str] = set()
    for one in reversed(instructions):
        slot = _SLOTS.get(one[1])
        if slot is None:
            settled.clear()
        elif slot in settled:
            continue
        else:
            settled.add(slot)
        kept.append(one)
    return kept[::-1]
