"""A face parted into its drawing and its words, so that what many faces share is looked at once.

Cards of a family are mostly one drawing with other words: the drawing is read and measured once,
and of every face only the words' places are left to look at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.colours import Rgb
from prancha.graphics.scene.marks import Mark, Symbol
from prancha.graphics.svg.matrix import NOWHERE, Box

_Found = TypeVar("_Found")
_ATTRIBUTES = r'((?: [\w:-]+="[^"<]*")*?)'
_WORDS = re.compile(rf'<text{_ATTRIBUTES} x="([^"<]*)" y="([^"<]*)"{_ATTRIBUTES}>(\s*[^<\s][^<]*)</text>')
NUMBER = "words-number"
"""The attribute that stands in a drawing for place and content of its words."""


class MarkedDrawing(Struct, eq=False):
    """The marks of a face in painting order, and what they refer to; words stand where they are set.

    `ids` are the elements by id; `symbol` finds an icon, `opacity` that of a picture by its href.
    """

    marks: list[Mark]
    ids: Mapping[str, Element]
    symbol: Callable[[str], Symbol | None]
    opacity: Callable[[str], Opacity | None] = lambda _: None
    grounds: dict[tuple[int, Box], Rgb | None] = field(default_factory=dict)
    _known: dict[Hashable, Any] = field(default_factory=dict)
    _boxes: list[Box] = field(default_factory=list)
    _painted: list[int] = field(default_factory=list)

    def once(self, key: Hashable, find: Callable[[], _Found]) -> _Found:
        """What `find` finds, asked for once in the life of the drawing."""
        if key not in self._known:
            self._known[key] = find()
        found: _Found = self._known[key]
        return found

    def level(self, index: int) -> int:
        """How many marks other than texts are painted before mark `index`."""
        if not self._painted:
            count = 0
            for mark in self.marks:
                self._painted.append(count)
                count += mark.element.tag != "text"
        return self._painted[index]

    def below(self, index: int, box: Box) -> Iterator[Mark]:
        """Shapes, icons and pictures painted before mark `index` that may reach into `box`, topmost first."""
        left, top, right, bottom = box
        boxes = self._boxes
        while len(boxes) < index:
            mark = self.marks[len(boxes)]
            boxes.append(NOWHERE if mark.element.tag == "text" else mark.box())
        for k in range(index - 1, -1, -1):
            its = boxes[k]
            if its[0] <= right and its[2] >= left and its[1] <= bottom and its[3] >= top:
                yield self.marks[k]


def part(svg: str) -> tuple[tuple[str, ...], list[str]]:
    """An SVG document without the place and content of its plain texts, and these: x, y, content of each.

    `whole` puts the first together.  Texts with parts of their own stay in the drawing, and
    all do in a document with comments or characters by number, which could mislead.
    """
    if "<!" in svg or "&#" in svg:
        return (svg,), []
    pieces = _WORDS.split(svg)
    drawing = (*pieces[::6], *pieces[1::6], *pieces[4::6])
    del pieces[::6], pieces[::5], pieces[2::4]
    return drawing, pieces


def whole(parts: tuple[str, ...]) -> str:
    """The SVG document of a drawing, its texts without content and with their NUMBER."""
    count = len(parts) // 3
    gaps, before, after = parts[: count + 1], parts[count + 1 : 2 * count + 1], parts[2 * count + 1 :]
    texts = (f'<text{a} {NUMBER}="{k}"{b}/>' for k, (a, b) in enumerate(zip(before, after, strict=True)))
    return gaps[0] + "".join(text + gap for text, gap in zip(texts, gaps[1:], strict=True))


def rounded_out(box: Box, step: float) -> Box:
    """The box with its edges moved outwards to multiples of `step`: like boxes become the same."""
    left, top, right, bottom = box
    return left // step * step, top // step * step, -(-right // step) * step, -(-bottom // step) * step
