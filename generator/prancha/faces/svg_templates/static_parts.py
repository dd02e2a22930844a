"""What is the same on every component, as drawings that faces refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.svg_templates.drawing_objects import NoFontError, font_of
from prancha.faces.svg_templates.drawn_texts import FLOW
from prancha.faces.svg_templates.placing import TargetPiece, format_matrix
from prancha.faces.template_shapes import n
from prancha.graphics.svg.external import ExternalDrawing
from prancha.graphics.svg.matrix import IDENTITY, Matrix, inverse, multiply, parse_transform
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.plain_svg import say_in_style
from prancha.graphics.svg.style import START, Style
from prancha.graphics.svg.template_marks import DRAWING

SILENT = frozenset(
    "defs style symbol linearGradient radialGradient clipPath pattern mask marker filter".split()
)
"""What draws nothing where it stands."""
_PAINTED = ("fill", "stroke", "marker-start", "marker-mid", "marker-end")
_LINE = re.compile(r' data-line="\d+"')
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)")


class Manner(Struct, frozen=True):
    """How a drawing becomes a template: its file and stem, the components' size, fonts by name, languages."""

    file: str
    stem: str
    piece: TargetPiece
    fonts: Mapping[str, str]
    languages: tuple[str, ...]


class Stills:
    """Gathers elements until something else comes; each run of them becomes one drawing.

    Elements keep the line they stand on, so that errors in them are told there.
    """

    def __init__(
        self,
        drawing: ExternalDrawing,
        manner: Manner,
        ids: Mapping[str, Element],
        matrix: Matrix,
    ) -> None:
        self._drawing, self._manner, self._ids, self._matrix = drawing, manner, ids, matrix
        self._stem = re.sub(r"[^a-z0-9]+", "-", manner.stem.lower())
        self._waiting: list[Element] = []
        self._last: tuple[dict[str, str], Element] | None = None
        self.drawings: dict[str, str] = {}
        self.told = list(drawing.told)

    def add(self, element: Element, style: Style, matrix: Matrix, moved: bool = False) -> None:
        """Add an element below `style` and `matrix`; `moved` says that these are its own already."""
        around = {k: v for k, v in style.items() if START.get(k) != v and k not in FLOW}
        # Percentages and other lengths are those of the page, so its own coordinate system stays around it.
        back = inverse(self._matrix)
        within = IDENTITY if back is None else multiply(back, matrix)
        if max(abs(a - b) for a, b in zip(within, IDENTITY, strict=True)) > 1e-9:
            around["transform"] = format_matrix(within)
        copy = self._copied(element)
        if moved:
            for name in ("transform", "opacity", "clip-path"):
                copy.attrib.pop(name, None)
        if self._last is None or self._last[0] != around:
            group = Element("g", dict(sorted(around.items())))
            if "font-family" in around:
                self._name_font(group)
            self._last = around, group
            self._waiting.append(group)
        self._last[1].append(copy)

    def flush(self) -> str:
        """The reference to a drawing of all that was added since the last time; "" for nothing."""
        waiting, self._waiting, self._last = self._waiting, [], None
        if not waiting:
            return ""
        piece = self._manner.piece
        x = y = n(-piece.bleed)
        width, height = map(n, piece.full)
        defs = "".join(_text(self._copied(part)) for part in self._needed(waiting))
        inner = (f"<defs>{defs}</defs>" if defs else "") + "".join(map(_text, waiting))
        body = f'viewBox="{x} {y} {width} {height}">{self._page(inner)}</symbol>'
        # Lines are for messages: a drawing is the same wherever it stands in its file.
        plain = _LINE.sub("", body)
        name = f"{DRAWING}{self._stem}-{blake2b(plain.encode(), digest_size=6).hexdigest()}"
        told = "&#10;".join(map(escape, dict.fromkeys(self.told)))
        about = f'data-file="{escape(self._manner.file)}" data-told="{told}" '
        self.drawings[name] = f'<symbol id="{name}" {about}{body}'
        return f'<use href="#{name}" x="{x}" y="{y}" width="{width}" height="{height}"/>'

    def _page(self, inner: str) -> str:
        """Return what the drawing's page shows, in its own units."""
        (x, y, width, height), (a, _, _, d, e, f) = self._drawing.page.box, self._matrix
        sides = (x * a + e, y * d + f, width * a, height * d)
        left, top, wide, high = (f"{side:.9g}" for side in sides)
        box = " ".join(f"{side:.9g}" for side in (x, y, width, height))
        return (
            f'<svg x="{left}" y="{top}" width="{wide}" height="{high}" viewBox="{box}" overflow="visible" '
            f'preserveAspectRatio="none">{inner}</svg>'
        )

    def _copied(self, element: Element) -> Element:
        """A copy without the text that follows it, with lines, and fonts by the family they are of."""
        copy = Element(element.tag, dict(element.attrib))
        copy.text = element.text
        if element in self._drawing.lines:
            copy.set("data-line", str(self._drawing.lines[element]))
        if "font-family" in copy.attrib:
            self._name_font(copy)
        for child in element:
            inside = self._copied(child)
            inside.tail = child.tail
            copy.append(inside)
        return copy

    def _name_font(self, element: Element) -> None:
        try:
            name, weight, italic = font_of(element.attrib["font-family"], self._manner.fonts)
        except NoFontError:
            return  # setting a text in it tells this, if there is one
        element.set("font-family", self._manner.fonts[name])
        if weight != 400:
            element.attrib.setdefault("font-weight", str(weight))
        if italic:
            element.attrib.setdefault("font-style", "italic")

    def clip(self, clip: Element, name: str, matrix: Matrix) -> str:
        """A clip called `name` in the frame of the face, with all that it refers to.

        Clips of plain shapes come out plain; all others are left to the renderer.
        """
        shapes = all(part.tag in SHAPES and "clip-path" not in part.attrib for part in clip)
        if shapes and clip.attrib.keys() <= {"id", "clip-rule"}:
            parts = ""
            for part in clip:
                copy = Element(part.tag, {k: v for k, v in part.attrib.items() if k != "id"})
                place = multiply(matrix, parse_transform(part.get("transform", "")))
                copy.set("transform", format_matrix(place))
                parts += _text(copy)
            rule = f' clip-rule="{clip.attrib["clip-rule"]}"' if "clip-rule" in clip.attrib else ""
            return f'<clipPath id="{name}"{rule}>{parts}</clipPath>'
        copy = self._copied(clip)
        copy.set("id", name)
        defs = "".join(_text(self._copied(part)) for part in self._needed([clip]))
        if clip.get("clipPathUnits", "userSpaceOnUse") == "userSpaceOnUse":
            own = parse_transform(clip.get("transform", ""))
            copy.set("transform", f"matrix({' '.join(f'{v:.9g}' for v in multiply(matrix, own))})")
        nested = clip.get("clip-path", "none")
        if nested != "none":
            target = find_target(nested, self._ids)
            if target is None:
                raise ValueError(f'clip-path="{nested}" is no clip of this drawing')
            inner = f"{name}-{target.attrib['id']}"
            defs += self.clip(target, inner, matrix)
            copy.set("clip-path", f"url(#{inner})")
        return f"<defs>{defs}</defs>{_text(copy)}"

    def needs(self, element: Element, style: Style) -> str:
        """Return definitions of all that the paints of an element in `style` refer to; "" for nothing."""
        shown = Element(element.tag, {**{k: style[k] for k in _PAINTED if k in style}, **element.attrib})
        defs = "".join(_text(self._copied(part)) for part in self._needed([shown]))
        return f"<defs>{defs}</defs>" if defs else ""

    def _needed(self, elements: Iterable[Element]) -> Iterator[Element]:
        """Everything the elements refer to, directly or indirectly, except what is among them."""
        inside = {e.get("id") for element in elements for e in element.iter() if "id" in e.attrib}
        found: dict[str, Element] = {}
        waiting = [name for element in elements for name in _references(element)]
        while waiting:
            name = waiting.pop(0)
            if name in self._ids and name not in found and name not in inside:
                found[name] = self._ids[name]
                waiting += _references(found[name])
        return iter(found.values())


def find_target(value: str, ids: Mapping[str, Element]) -> Element | None:
    """The element that the value of an attribute refers to, `url(#...)`."""
    found = _URL.match(value)
    return ids.get(found[1]) if found else None


def _references(element: Element) -> list[str]:
    names = []
    for part in element.iter():
        for key, value in part.attrib.items():
            if key == "href" and value.startswith("#"):
                names.append(value[1:])
            elif "url(" in value:
                names += _URL.findall(value)
    return names


def _text(element: Element) -> str:
    for part in element.iter():
        say_in_style(part)
    return ElementTree.tostring(element, encoding="unicode")
