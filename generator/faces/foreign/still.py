"""What is the same on every component, as drawings that faces refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from generator.faces.foreign.placing import Piece, written
from generator.faces.foreign.texts import TEXTUAL
from generator.faces.geometry import n
from generator.svg.matrix import IDENTITY, Matrix, multiply, parse_transform
from generator.svg.shared import DRAWING
from generator.svg.style import START, Style

_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)")


class Stills:
    """Gathers elements until something else comes; each run of them becomes one drawing."""

    def __init__(self, stem: str, piece: Piece, ids: Mapping[str, Element]) -> None:
        self._stem, self._piece, self._ids = re.sub(r"[^a-z0-9]+", "-", stem.lower()), piece, ids
        self._waiting: list[Element] = []
        self._last: tuple[dict[str, str], Element] | None = None
        self.drawings: dict[str, str] = {}

    def add(self, element: Element, style: Style, matrix: Matrix, moved: bool = False) -> None:
        """Add an element below `style` and `matrix`; `moved` says that these are its own already."""
        around = {k: v for k, v in style.items() if START.get(k) != v and k not in TEXTUAL}
        if matrix != IDENTITY:
            around["transform"] = written(matrix)
        copy = _alone(element)
        if moved:
            for name in ("transform", "opacity", "clip-path"):
                copy.attrib.pop(name, None)
        if self._last is None or self._last[0] != around:
            group = Element("g", dict(sorted(around.items())))
            self._last = around, group
            self._waiting.append(group)
        self._last[1].append(copy)

    def flush(self) -> str:
        """The reference to a drawing of all that was added since the last time; "" for nothing."""
        waiting, self._waiting, self._last = self._waiting, [], None
        if not waiting:
            return ""
        piece = self._piece
        x = y = n(-piece.bleed)
        width, height = map(n, piece.full)
        defs = "".join(_text(_alone(part)) for part in self._needed(waiting))
        inner = (f"<defs>{defs}</defs>" if defs else "") + "".join(map(_text, waiting))
        body = f'viewBox="{x} {y} {width} {height}">{inner}</symbol>'
        name = f"{DRAWING}{self._stem}-{blake2b(body.encode(), digest_size=6).hexdigest()}"
        self.drawings[name] = f'<symbol id="{name}" {body}'
        return f'<use href="#{name}" x="{x}" y="{y}" width="{width}" height="{height}"/>'

    def clip_part(self, part: Element, matrix: Matrix) -> str:
        """A shape of a clip path in the frame of the face."""
        copy = _alone(part)
        copy.attrib.pop("id", None)
        copy.set("transform", written(multiply(matrix, parse_transform(part.get("transform", "")))))
        return _text(copy)

    def _needed(self, elements: Iterable[Element]) -> Iterator[Element]:
        """What the elements refer to, at any remove, but not what stands among them."""
        inside = {e.get("id") for element in elements for e in element.iter() if "id" in e.attrib}
        found: dict[str, Element] = {}
        waiting = [name for element in elements for name in _references(element)]
        while waiting:
            name = waiting.pop(0)
            if name in self._ids and name not in found and name not in inside:
                found[name] = self._ids[name]
                waiting += _references(found[name])
        return iter(found.values())


def _references(element: Element) -> list[str]:
    names = []
    for part in element.iter():
        for key, value in part.attrib.items():
            if key == "href" and value.startswith("#"):
                names.append(value[1:])
            elif "url(" in value:
                names += _URL.findall(value)
    return names


def _alone(element: Element) -> Element:
    """The element without the text that follows it."""
    copy = Element(element.tag, dict(element.attrib))
    copy.text = element.text
    copy.extend(element)
    return copy


def _text(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode")
