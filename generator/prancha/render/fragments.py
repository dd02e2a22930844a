"""Draw faces from fragments of markup that were drawn before."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVarTuple
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.scene.scene_fragments import END, FragmentMemory
from prancha.graphics.scene.split_face import split_texts
from prancha.graphics.svg.matrix import ViewBox, view_box
from prancha.graphics.svg.plain_svg import is_plain
from prancha.graphics.svg.svg_markup import MAX_BYTES, DrawingFault, parse
from prancha.graphics.svg.template_marks import lone_element
from prancha.render.face_objects import Made, Noted
from prancha.render.resources import NO_KEY, FaceParts, Part
from prancha.render.stream_operators import FRESH_STATE, State
from prancha.render.text_runs import TextSetting

if TYPE_CHECKING:
    from prancha.render.renderer import DirectRenderer

Parts = TypeVarTuple("Parts")
_NOT_IN_XML = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
_LONE_AMPERSAND = re.compile("&(?!(?:amp|lt|gt|quot|apos);)")


def is_unsafe(markup: str) -> bool:
    """Return whether the face of this markup needs the XML parser: it may not be well-formed."""
    if "]]>" in markup or ("&" in markup and _LONE_AMPERSAND.search(markup)):
        return True
    # What prints is in XML; most faces hold nothing else, and need no closer look.
    return not markup.replace("\n", "").isprintable() and re.search(_NOT_IN_XML, markup) is not None


HOLE = "\x00"
"""Stands in operators for the words of a text."""
MOST_KEPT = 4_000_000
"""Characters of markup whose drawing is remembered."""
_SPACES = re.compile(r"[ \t\r\n]+")


class Walked(Struct, frozen=True):
    """Elements drawn: finished parts, the operators after them, the advance of their texts, and the state."""

    parts: tuple[Part, ...]
    out: list[str]
    advance: float
    state: State


class _Shapes(Struct, frozen=True):
    """Markup without texts, drawn: finished `parts`, the operators after them, and what it leaves.

    `ids` are those of its elements.
    """

    parts: tuple[Part, ...]
    end: str
    advance: float
    after: State
    ids: tuple[str, ...]


class _Text(Struct, frozen=True):
    """A text without its words: how they are set, None where nothing shows, and the operators around them."""

    setting: TextSetting | None
    before: str
    end: str
    after: State


class _Plan(Struct, frozen=True):
    """A face but for its words: parts that are finished, operators, and texts, in painting order.

    `advances` are those of texts among the operators, before each finished part and at the end; `ids` those
    of its elements.
    """

    box: ViewBox
    steps: tuple[Part | str | _Text, ...]
    advances: tuple[float, ...]
    ids: tuple[str, ...]


class Fragments:
    """Draws faces of one document from fragments that it remembers."""

    def __init__(self, renderer: DirectRenderer) -> None:
        self._renderer = renderer
        memory = self._memory = FragmentMemory(MOST_KEPT)
        self._plans: dict[tuple[str, ...], Noted[_Plan | None]] = memory.register({})
        self._drawn: set[int] = memory.register(set())
        self._made: dict[tuple[object, ...], Noted[Any]] = memory.register({})
        self._roots: dict[str, Element] = {}

    def draw(self, digest: str, svg: str) -> FaceParts | None:
        """Draw a face; None where that takes all of it together, or something is wrong with it."""
        pieces, words = split_texts(svg)
        # The rest of a drawing is looked at once for all faces that have it.
        if not words or len(svg) > MAX_BYTES or is_unsafe("\n".join(words)):
            return None
        try:
            plan = self._renderer.recalled(self._plan_of(pieces))
            if plan is None or any(map(self._renderer.has_symbol, plan.ids)):
                return None  # what uses an id may mean an icon
            return self._written(digest, plan, words)
        except DrawingFault:
            return None  # drawn as a whole, it tells what and where

    def _written(self, digest: str, plan: _Plan, words: list[str]) -> FaceParts | None:
        """A face of a plan with its words: x, y and content of each text."""
        parts: list[Part] = []
        out: list[str] = []
        advances, at, shown = iter(plan.advances), 0, self._renderer.shown
        advance = next(advances)
        for step in plan.steps:
            if type(step) is str:
                out.append(step)
            elif type(step) is _Text:
                setting, (x, y, content) = step.setting, words[at : at + 3]
                at += 3
                if setting is None:
                    continue
                if "  " in content or "&" in content or not content.isprintable():
                    from html import unescape  # its table takes 2 ms to read, and few texts have entities

                    content = _SPACES.sub(" ", unescape(content))
                if content[0] == " " or (setting.anchored and content[-1] == " "):
                    return None
                operators, width = shown(content, setting, x, y)
                out.append(f"{step.before}{operators}{step.end}")
                advance += width
            elif type(step) is Part:
                parts += (Part("\n".join(out), NO_KEY, advance), step)
                out, advance = [], next(advances)
        parts.append(Part("\n".join(out), NO_KEY, advance))
        return FaceParts(digest, plan.box, tuple(one for one in parts if one.operators))

    def _plan_of(self, pieces: tuple[str, ...]) -> Noted[_Plan | None]:
        """The plan of a drawing, remembered once a second face has it."""
        plan = self._plans.get(pieces)
        if plan is None:
            plan = self._renderer.noted(_none_on_fault(lambda: self._planned(pieces)))
            name = hash(pieces)
            if name in self._drawn:
                self._memory.note(sum(map(len, pieces)))
                self._plans[pieces] = plan
            self._drawn.add(name)
        return plan

    def _planned(self, pieces: tuple[str, ...]) -> _Plan | None:
        """Draw the fragments of a face without its words; None if it must be drawn whole."""
        face = self._memory.cut(pieces)
        if face is None or is_unsafe("\n".join(pieces)):
            return None
        steps: list[Part | str | _Text] = []
        ids: list[str] = []
        advances, state = [0.0], FRESH_STATE
        for source in face.sources:
            if isinstance(source, tuple):
                text = self._remembered(self._draw_text, face.header, *source, state)
                if text is None:
                    return None
                steps.append(text)
                state = text.after
                continue
            shapes = self._remembered(self._draw_shapes, face.header, source, state)
            if shapes is None:
                return None
            for one in shapes.parts:
                if one.key:
                    steps.append(one)
                    advances.append(0.0)
                elif one.operators:
                    steps.append(one.operators)
                    advances[-1] += one.advance
            if shapes.end:
                steps.append(shapes.end)
            advances[-1] += shapes.advance
            ids += shapes.ids
            state = shapes.after
        if len(set(ids)) < len(ids):
            return None  # a fragment may refer to what is in another
        return _Plan(view_box(self._root(face.header)), tuple(steps), tuple(advances), ids=tuple(ids))

    def _root(self, header: str) -> Element:
        """The element around all of a face; nothing is put into it."""
        if header not in self._roots:
            self._roots[header] = parse(header + END)
        return self._roots[header]

    def _remembered(self, draw: Callable[[*Parts], Made | None], *key: *Parts) -> Made | None:
        """What `draw` makes of a header, markup and a state, made once; None if it cannot be drawn alone."""
        noted = self._made.get(key)
        if noted is None:
            self._memory.note(sum(len(part) for part in key if isinstance(part, str)))
            noted = self._made[key] = self._renderer.noted(_none_on_fault(lambda: draw(*key)))
        made: Made | None = self._renderer.recalled(noted)
        return made

    def _around(self, header: str, markup: str) -> Element:
        """The element around all of a face with markup in it."""
        root, around = self._root(header), lone_element(markup)
        if around is None:
            return parse(f"{header}{markup}{END}")
        root = Element(root.tag, root.attrib)
        root.extend(around)
        return root

    def _draw_shapes(self, header: str, markup: str, state: State) -> _Shapes | None:
        """Draw markup without texts; None if it is not plain."""
        root = self._around(header, markup)
        walked = self._renderer.walk(root, view_box(root), state) if is_plain(root) else None
        if walked is None:
            return None
        ids = tuple(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
        return _Shapes(
            walked.parts, "\n".join(walked.out), advance=walked.advance, after=walked.state, ids=ids
        )

    def _draw_text(self, header: str, before: str, after: str, state: State) -> _Text | None:
        """Draw a text with a hole for its words; None if it is not plain."""
        root = parse(f'{header}<text{before} x="0" y="0"{after}>x</text>{END}')
        if not is_plain(root):
            return None
        holes: list[TextSetting] = []
        walked = self._renderer.walk(root, view_box(root), state, holes)
        if walked is None or walked.parts or len(holes) > 1 or "id" in root[0].attrib:
            return None
        operators = "\n".join(walked.out)
        around = operators.split(HOLE)
        if len(around) != len(holes) + 1 or (not holes and operators):
            return None
        return _Text(holes[0] if holes else None, around[0], around[-1], walked.state)


def _none_on_fault(draw: Callable[[], Made | None]) -> Callable[[], Made | None]:
    """The same, but None for a fragment that cannot be drawn by itself."""

    def drawn() -> Made | None:
        try:
            return draw()
        except (DrawingFault, RecursionError):
            return None

    return drawn
