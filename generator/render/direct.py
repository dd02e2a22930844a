"""The direct renderer: SVG faces become PDF content streams, without cairo.

It draws the subset of SVG 1.1 that templates use.  An element beyond it is
drawn by CairoSVG and placed as a form; what nobody draws truly is a Fault.
docs/decisions.md says why it exists: a tenth of cairo's time, and no font per
face.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from generator.fonts import FontBook
from generator.model.art import Resource
from generator.pictures import load, look
from generator.render.drafts import Draft, Part
from generator.render.lettering import Letterer
from generator.render.numbers import n
from generator.render.operators import UNKNOWN
from generator.render.pictures import encode, upright
from generator.render.shelf import Shelf
from generator.render.stream import SILENT, Stream
from generator.render.style import refuse_never
from generator.render.workshop import Shown
from generator.svg.boxes import ViewBox, view_box
from generator.svg.css import settled
from generator.svg.errors import Fault
from generator.svg.markup import parse_symbol
from generator.svg.matrix import IDENTITY
from generator.svg.style import START, Style, inherit

WORTH_SHARING = 80
"""Characters of operators; a shorter shape costs less than a reference to it."""
MAX_ELEMENTS = 100_000


class DirectRenderer:
    """Draws faces of one document; shared resources gather on `shelf`."""

    def __init__(
        self,
        book: FontBook,
        symbols: Mapping[str, str],
        pictures: Sequence[Path],
        fonts: Sequence[Path],
    ) -> None:
        self.shelf = Shelf()
        self._letterer = Letterer(book, self.shelf)
        self._symbols, self._pictures, self._fonts = symbols, pictures, fonts
        self._drawn_symbols: dict[str, tuple[str, ViewBox, set[str]]] = {}
        self._shown: dict[str, tuple[Shown, set[str], set[str]]] = {}
        self.left_to_cairo: set[str] = set()
        self._elements = 0
        self._ids: Mapping[str, Element] = {}
        self._inside = ""

    def draw(self, digest: str, root: Element) -> Draft:
        """Draw a parsed face.  Raises Fault; `left_to_cairo` names what CairoSVG had to draw."""
        self.left_to_cairo = set()
        self._elements = 0
        box = view_box(root)
        ids = self._ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        # Rules beyond those we read may reach any element, which only CairoSVG can tell.
        ruled = not settled(root)
        parts: list[Part] = []
        advance = 0.0
        stream = Stream(self, ids, root)
        for child in root:
            if ruled and child.tag not in SILENT:
                stream.left(child, START, "<style>")
                continue
            if next(child.iter("text"), None) is None:
                # Shapes of their own may stand on many faces: draw them as if alone.
                alone = Stream(self, ids, root)
                alone.element(child, START, 0)
                operators = "\n".join(alone.out)
                if len(operators) >= WORTH_SHARING:
                    parts += [Part("\n".join(stream.out), False), Part(operators, True)]
                    advance += stream.advance
                    stream = Stream(self, ids, root)
                    continue
            stream.element(child, START, 0)
        parts.append(Part("\n".join(stream.out), False))
        return Draft(digest, box, tuple(part for part in parts if part.operators), advance + stream.advance)

    def count_element(self) -> None:
        """Note one more element of a face; Fault when uses multiply them beyond measure."""
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise Fault(f"the drawing has more than {MAX_ELEMENTS} elements", "does a use multiply itself?")

    def symbol(self, name: str) -> tuple[str, ViewBox]:
        """The resource name and view box of a library symbol, which takes the caller's colours."""
        if name not in self._drawn_symbols:
            # What an icon needs, every face needs that shows it, not only the first.
            outside, self.shelf.touched = self.shelf.touched, set()
            if name not in self._symbols:
                raise Fault(f'use refers to "#{name}", which does not exist')
            root = parse_symbol(self._symbols[name])
            box = view_box(root)
            stream = Stream(self, {}, root, floating=True)
            style = inherit({**START, "fill": "currentColor"}, root.attrib)
            for child in root:
                stream.element(child, style, 0)
            form = self.form("\n".join(stream.out), box)
            self._drawn_symbols[name] = (form, box, self.shelf.touched)
            self.shelf.touched = outside
        form, box, needed = self._drawn_symbols[name]
        self.shelf.touched |= needed
        return form, box

    def picture(self, href: str) -> Shown:
        """A picture, or a drawing from a file, put upon the shelf."""
        if href not in self._shown:
            self._keep(href, lambda: self._pictured(href))
        return self._recalled(href)

    def _pictured(self, href: str) -> Shown:
        data = load(href, self._pictures)
        seen = look(data, href)
        if seen.kind == "SVG":
            return self._drawing(data, href)
        first, *_ = [self.shelf.keep(resource) for resource in encode(data, href, seen)]
        return Shown(first, (0.0, 0.0, seen.width, seen.height), upright(seen))

    def _keep(self, name: str, draw: Callable[[], Shown]) -> None:
        """Draw something that many faces may show, and note what each of them then needs."""
        outside, self.shelf.touched = self.shelf.touched, set()
        left, self.left_to_cairo = self.left_to_cairo, set()
        try:
            self._shown[name] = draw(), self.shelf.touched, self.left_to_cairo
        finally:
            self.shelf.touched, self.left_to_cairo = outside, left

    def _recalled(self, name: str) -> Shown:
        shown, needed, features = self._shown[name]
        self.shelf.touched |= needed
        self.left_to_cairo |= features
        return shown

    def _drawing(self, data: bytes, href: str) -> Shown:
        """An SVG file as a form: a group, so that it fades as one."""
        from generator.pictures.drawing import drawing

        if self._inside:
            raise Fault(
                f'the picture "{self._inside}" shows another drawing, "{href}"', "put both into one file"
            )
        found = drawing(data, href)
        self._inside = href
        try:
            return self._strokes(found.root, found.box, inherit(START, found.root.attrib), group=True)
        except Fault as fault:
            raise Fault(f'the picture "{href}": {fault.message}', fault.hint) from None
        finally:
            self._inside = ""

    def _strokes(self, root: Element, box: ViewBox, style: Style, group: bool) -> Shown:
        """What is in `root` as a form, which begins with no one's colours."""
        around, self._ids = self._ids, {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        try:
            stream = Stream(self, self._ids, root)
            stream.state = dict(UNKNOWN)
            for child in root:
                stream.element(child, style, 0)
        finally:
            self._ids = around
        return Shown(self.form("\n".join(stream.out), box, group), box, IDENTITY)

    def shared_drawing(self, name: str) -> Shown:
        """A drawing that faces share, with its own colours and gradients."""
        if name not in self._shown:
            if name not in self._symbols:
                raise Fault(f'use refers to "#{name}", which does not exist')
            root = parse_symbol(self._symbols[name])
            self._keep(name, lambda: self._strokes(root, view_box(root), {**START}, group=False))
        return self._recalled(name)

    def by_cairo(self, element: Element, style: Style, root: Element, feature: str) -> str:
        """Have CairoSVG draw one element; returns the name of the form that shows it."""
        from generator.render.cairo import draw_page, fragment  # few games have such

        self.left_to_cairo.add(feature)
        self._require_letters(element, style)
        text = fragment(element, style, root, self._ids, self._symbols)
        name = "C" + hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        if name not in self.shelf:
            page, matrix = draw_page(text, self._pictures, self._fonts)
            self.shelf.keep(Resource(name, "XObject", "", None, page=page, matrix=matrix))
        self.shelf.touched.add(name)
        return name

    def _require_letters(self, element: Element, style: Style) -> None:
        """Fault for letters that CairoSVG would replace by others, or by boxes, without a word."""
        style = inherit(style, refuse_never(dict(element.attrib)))
        if element.tag in ("text", "tspan") and "font-family" in style:
            for words in (element.text, *(child.tail for child in element)):
                if words and words.strip():
                    self._letterer.require(" ".join(words.split()), style)
        for child in element:
            self._require_letters(child, style)

    def form(self, operators: str, box: ViewBox, group: bool = False) -> str:
        """Keep operators as a form XObject; as a transparency group if asked."""
        x, y, width, height = box
        corners = f"{n(x)} {n(y)} {n(x + width)} {n(y + height)}"
        entries = f"/Type /XObject /Subtype /Form /BBox [{corners}] /Filter /FlateDecode"
        if group:
            entries += " /Group <</S /Transparency /CS /DeviceRGB>>"
        content = operators.encode("latin-1")
        name = ("G" if group else "I") + hashlib.blake2b(
            entries.encode() + content, digest_size=6
        ).hexdigest()
        return self.shelf.keep(Resource(name, "XObject", entries, zlib.compress(content, 9)))

    def transparency(self, fill: float, stroke: float) -> str:
        """The name of a graphics state with these opacities."""
        name = f"a{round(fill * 1000)}.{round(stroke * 1000)}"
        return self.shelf.keep(Resource(name, "ExtGState", f"/ca {n(fill)} /CA {n(stroke)}"))

    def keep(self, resource: Resource) -> str:
        """Put a resource on the shelf; returns its name."""
        return self.shelf.keep(resource)

    def letters(self, text: str, attributes: dict[str, str], style: Style) -> tuple[str, float]:
        """Operators that print one run of text, and its measured advance in mm."""
        return self._letterer.operators(text, attributes, style)
