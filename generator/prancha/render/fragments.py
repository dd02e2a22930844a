"""Faces put together from fragments of markup that were drawn before.

Cards of a family are mostly the same shapes and texts of the same styles, with other words at other places.
The markup between two texts, and what a text is but for its words and place, is parsed and drawn once for
each graphics state that it is met in; of every other face only the words are set anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from prancha.graphics.scene.drawing import part
from prancha.graphics.svg.boxes import ViewBox, view_box
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.markup import MAX_BYTES, parse
from prancha.graphics.svg.plain import is_plain
from prancha.render.operators import FRESH_STATE
from prancha.render.protocol import FragmentRenderer, Made, Noted, State
from prancha.render.shared_parts import FaceParts, Part
from prancha.render.text import TextSetting

HOLE = "\x00"
"""Stands in operators for the words of a text."""
MOST_KEPT = 4_000_000
"""Characters of markup whose drawing is remembered."""
_HEADER = re.compile(r"<svg [^<>]*>")
_END = "</svg>"
_ELEMENT = re.compile(r"(<[A-Za-z]+(?: [^<>]*)?/>)")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LONE_AMPERSAND = re.compile("&(?!(?:amp|lt|gt|quot|apos);)")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
_SPACES = re.compile(r"[ \t\r\n]+")


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


class Fragments:
    """Draws faces of one document from fragments that it remembers."""

    def __init__(self, renderer: FragmentRenderer) -> None:
        self._renderer = renderer
        self._shapes: dict[tuple[str, str, State], Noted[_Shapes | None]] = {}
        self._texts: dict[tuple[str, str, str, State], Noted[_Text | None]] = {}
        self._boxes: dict[str, ViewBox] = {}
        self._met: set[str] = set()
        self._size = 0

    def draw(self, digest: str, svg: str) -> FaceParts | None:
        """Draw a face; None where that takes all of it together, or something is wrong with it."""
        pieces, words = part(svg)
        header = _HEADER.match(svg)
        if header is None or not words or not svg.endswith(_END) or len(svg) > MAX_BYTES or _is_unsafe(svg):
            return None
        if self._size > MOST_KEPT:
            self._shapes.clear()
            self._texts.clear()
            self._met.clear()
            self._size = 0
        try:
            return self._joined(digest, header[0], pieces, words)
        except DrawingFault:
            return None  # drawn as a whole, it tells what and where

    def _joined(
        self, digest: str, header: str, pieces: tuple[str, ...], words: list[str]
    ) -> FaceParts | None:
        count = len(words) // 3
        parts: list[Part] = []
        out: list[str] = []
        ids: list[str] = []
        advance, state = 0.0, FRESH_STATE
        for k in range(count + 1):
            gap = pieces[k]
            gap = gap[len(header) if not k else 0 : len(gap) - (len(_END) if k == count else 0)]
            if gap and not gap.isspace():
                for markup in self._parted(header, gap, state):
                    shapes = self._shapes_of(header, markup, state)
                    if shapes is None:
                        return None
                    for one in shapes.parts:
                        if one.alone:
                            parts += (Part("\n".join(out), False, advance), one)
                            out, advance = [], 0.0
                        elif one.operators:
                            out.append(one.operators)
                            advance += one.advance
                    if shapes.end:
                        out.append(shapes.end)
                    advance += shapes.advance
                    ids += shapes.ids
                    state = shapes.after
            if k == count:
                break
            text = self._text_of(header, pieces[count + 1 + k], pieces[2 * count + 1 + k], state)
            if text is None:
                return None
            if text.setting is not None:
                x, y, content = words[3 * k : 3 * k + 3]
                content = _SPACES.sub(" ", _unescaped(content) if "&" in content else content)
                if content[0] == " " or (content[-1] == " " and text.setting.anchored):
                    return None
                shown, width = self._renderer.shown(content, text.setting, x, y)
                out.append(f"{text.before}{shown}{text.end}")
                advance += width
            state = text.after
        if len(set(ids)) < len(ids) or any(map(self._renderer.has_symbol, ids)):
            return None  # a fragment may refer to what is in another
        parts.append(Part("\n".join(out), False, advance))
        return FaceParts(digest, self._box(header), tuple(one for one in parts if one.operators))

    def _parted(self, header: str, gap: str, state: State) -> Sequence[str]:
        """Markup between two texts: as one where it is met again, first by its elements if it has but such.

        A row of icons is not on many cards, each of its icons is.
        """
        if (header, gap, state) in self._shapes:
            return (gap,)
        if gap not in self._met:
            pieces = _ELEMENT.split(gap)
            if all(not one or one.isspace() for one in pieces[::2]):
                self._met.add(gap)
                self._size += len(gap)
                return pieces[1::2]
        return (gap,)

    def _box(self, header: str) -> ViewBox:
        if header not in self._boxes:
            self._boxes[header] = view_box(parse(header + _END))
        return self._boxes[header]

    def _shapes_of(self, header: str, markup: str, state: State) -> _Shapes | None:
        key = header, markup, state
        noted = self._shapes.get(key)
        if noted is None:
            self._size += len(markup)
            noted = self._shapes[key] = self._renderer.noted(
                _or_nothing(lambda: self._draw_shapes(header, markup, state))
            )
        return self._renderer.recalled(noted)

    def _draw_shapes(self, header: str, markup: str, state: State) -> _Shapes | None:
        root = parse(f"{header}{markup}{_END}")
        walked = self._renderer.walk(root, view_box(root), state) if is_plain(root) else None
        if walked is None:
            return None
        ids = tuple(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
        return _Shapes(
            walked.parts, "\n".join(walked.out), advance=walked.advance, after=walked.state, ids=ids
        )

    def _text_of(self, header: str, before: str, after: str, state: State) -> _Text | None:
        key = header, before, after, state
        noted = self._texts.get(key)
        if noted is None:
            self._size += len(before) + len(after)
            noted = self._texts[key] = self._renderer.noted(
                _or_nothing(lambda: self._draw_text(header, before, after, state))
            )
        return self._renderer.recalled(noted)

    def _draw_text(self, header: str, before: str, after: str, state: State) -> _Text | None:
        root = parse(f'{header}<text{before} x="0" y="0"{after}>x</text>{_END}')
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


def _is_unsafe(svg: str) -> bool:
    """Whether only the parser of XML may judge a face."""
    if "]]>" in svg or ("&" in svg and _LONE_AMPERSAND.search(svg)):
        return True
    # What prints is in XML; most faces hold nothing else, and need no closer look.
    return not svg.replace("\n", "").isprintable() and _NOT_IN_XML.search(svg) is not None


def _unescaped(content: str) -> str:
    for entity, sign in _ENTITIES.items():
        content = content.replace(entity, sign)
    return content


def _or_nothing(draw: Callable[[], Made | None]) -> Callable[[], Made | None]:
    """The same, but None for a fragment that cannot be drawn by itself."""

    def drawn() -> Made | None:
        try:
            return draw()
        except (DrawingFault, RecursionError):
            return None

    return drawn
