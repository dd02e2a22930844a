"""Render faces to art, each different one once, and collect all that is wrong with any of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.svg.matrix import ViewBox, view_box
from prancha.graphics.svg.normal import FACE_UNITS
from prancha.graphics.svg.plain_svg import is_plain, plain_drawing
from prancha.graphics.svg.style import START, Style, inherit
from prancha.graphics.svg.svg_markup import (
    DrawingFault,
    ExternalMarkupFault,
    TooMuch,
    parse,
    parse_symbol,
    start_of,
)
from prancha.graphics.svg.template_marks import DRAWING
from prancha.model.diagnostic import Diagnostic, Failure, Place, make_warning
from prancha.model.face import Face, Portfolio, RenderSettings
from prancha.render.art_cache import ArtCache
from prancha.render.face_objects import DrawnPictures, Noted, blends, ids_of
from prancha.render.fragments import HOLE, Fragments, Walked
from prancha.render.resources import (
    NO_KEY,
    WORTH_SHARING,
    FaceParts,
    Part,
    extract_shared,
    key_of_part,
)
from prancha.render.stream import Stream
from prancha.render.stream_operators import FRESH, FRESH_STATE, State
from prancha.render.text_runs import TextRenderer, TextSetting
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import work_on, work_on_each


class DirectRenderer(DrawnPictures):
    """Draws faces of one document; shared resources gather on `document`."""

    def __init__(
        self,
        book: FontBook,
        symbols: Mapping[str, str],
        pictures: Sequence[Path],
        settings: RenderSettings = RenderSettings(),
    ) -> None:
        super().__init__(book, symbols, pictures, settings)
        self._letterer = TextRenderer(book, self.document)
        self.shown = self._letterer.shown
        self._drawn_symbols: dict[str, Noted[tuple[str, ViewBox]]] = {}
        self.elements: tuple[Element, ...] = ()
        """The elements of the face being drawn as it was parsed, where that may have changed since."""
        self._holes: list[TextSetting] | None = None
        self._fragments = Fragments(self)

    def draw(self, digest: str, svg: str) -> FaceParts:
        """Draw a face.  Raises DrawingFault; `remarks` holds warnings about it."""
        self._begin()
        drawn = self._fragments.draw(digest, svg)
        if drawn is None:
            drawn = self._whole(digest, parse(svg))
        self.document.end()
        return drawn

    def _begin(self) -> None:
        super()._begin()
        self.elements = ()

    def _whole(self, digest: str, root: Element) -> FaceParts:
        """Draw a face without fragments of other faces."""
        self._begin()
        box = view_box(root)
        if is_plain(root):
            try:
                return FaceParts(digest, box, self._parts(root, box, quick=True))
            except TooMuch:
                self.elements = tuple(root.iter())
                raise
            except DrawingFault:
                # A drawing plain by its names may have values that are not: the grammar tells all of them.
                self._begin()
        self.elements = tuple(root.iter())
        plain = plain_drawing(root, box, FACE_UNITS, self._measures, self._languages)
        self.remarks.update(plain.told)
        try:
            return FaceParts(digest, box, self._parts(plain.root, box))
        except DrawingFault as fault:
            fault.element = plain.source(fault.element)
            raise

    def _parts(self, root: Element, box: ViewBox, quick: bool = False) -> tuple[Part, ...]:
        ids = ids_of(root)
        if blends(root):
            # What blends must see nothing of what lies below the piece.
            stream = self._stream(ids, 1.0, box, blends=True)
            stream._group(lambda style: stream.children(root, {}, style, 0), {**START}, 1.0, isolated=True)
            return (Part("\n".join(stream.out), NO_KEY, stream.advance),)
        walked = self._walk(root, ids, box, quick, FRESH_STATE)
        last = Part("\n".join(walked.out), NO_KEY, walked.advance)
        return tuple(part for part in (*walked.parts, last) if part.operators)

    def walk(
        self, root: Element, box: ViewBox, state: State, holes: list[TextSetting] | None = None
    ) -> Walked | None:
        """Draw a plain fragment from a graphics state on, the values of FRESH; None for one that blends.

        With `holes`, words are left out: a HOLE stands in the operators, and how they are set is added there.
        Raises DrawingFault.
        """
        if blends(root):
            return None
        outside, self._holes = self._holes, holes
        try:
            return self._walk(root, ids_of(root), box, True, state)
        finally:
            self._holes = outside

    def _walk(
        self, root: Element, ids: Mapping[str, Element], box: ViewBox, quick: bool, state: State
    ) -> Walked:
        parts: list[Part] = []
        stream = self._stream(ids, 1.0, box, quick=quick)
        stream.state = dict(zip(FRESH, state, strict=True))
        for child in root:
            if next(child.iter("text"), None) is None:
                # Shapes of their own may stand on many faces: draw them as if alone.
                alone = self._stream(ids, 1.0, box, quick=quick)
                alone.element(child, START, 0)
                operators = "\n".join(alone.out)
                if len(operators) >= WORTH_SHARING:
                    parts += [
                        Part("\n".join(stream.out), NO_KEY, stream.advance),
                        Part(operators, key_of_part(operators, box), alone.advance),
                    ]
                    stream = self._stream(ids, 1.0, box, quick=quick)
                    continue
            stream.element(child, START, 0)
        return Walked(tuple(parts), stream.out, stream.advance, tuple(stream.state.values()))

    def _stream(
        self,
        ids: Mapping[str, Element],
        unit: float | None,
        box: ViewBox,
        blends: bool = False,
        quick: bool = False,
    ) -> Stream:
        """A content stream for a part of a face."""
        stream = Stream(self, ids)
        stream.unit, stream.box, stream.blends, stream.quick = unit, box, blends, quick
        return stream

    def symbol(self, name: str) -> tuple[str, ViewBox]:
        """The resource name and view box of a library symbol, which takes the caller's colours."""
        if name not in self._drawn_symbols:
            if name not in self._symbols:
                raise DrawingFault(f'use refers to "#{name}", which does not exist')
            # What an icon needs, every face needs that shows it, not only the first.
            self._drawn_symbols[name] = self.noted(lambda: self._symbol(name))
        return self.recalled(self._drawn_symbols[name])

    def _symbol(self, name: str) -> tuple[str, ViewBox]:
        """Draw an icon as a form."""
        root = parse_symbol(self._symbols[name])
        box = view_box(root)
        stream = Stream(self, {}, floating=True)
        style = inherit({**START, "fill": "currentColor"}, root.attrib)
        for child in root:
            stream.element(child, style, 0)
        return self.form("\n".join(stream.out), box), box

    def form(self, operators: str, box: ViewBox, group: bool = False, isolated: bool = False) -> str:
        """Keep operators as a form XObject; as a transparency group if asked."""
        if self._holes is not None and HOLE in operators:
            raise DrawingFault("a text within a group is drawn with its words")
        return super().form(operators, box, group, isolated)

    def letters(self, text: str, attributes: dict[str, str], style: Style) -> tuple[str, float]:
        """Operators that print one run of text, and its measured advance in mm."""
        setting = self._letterer.setting(style)
        if self._holes is not None:
            self._holes.append(setting)
            return HOLE, 0.0
        return self.shown(text, setting, attributes.get("x", "0"), attributes.get("y", "0"))

    def has_symbol(self, name: str) -> bool:
        """Return whether a use of this name shows an icon, or a drawing that faces share."""
        return name in self._symbols or name.startswith(DRAWING)


class Origins(Protocol):
    """Finds where the content of a face was written."""

    def origin(self, face: Face, offset: int) -> Place | None:
        """The line of a template that wrote a character of a face, if it can be told."""

    def field_place(self, face: Face, value: str) -> Place | None:
        """The one field of its component that has this value."""


def render(
    faces: Iterable[Face],
    symbols: Mapping[str, str],
    book: FontBook,
    pictures: Sequence[Path],
    tick: Callable[[Face], None] = lambda _: None,
    pack: Pack = NOTHING,
    where: Origins | None = None,
    settings: RenderSettings = RenderSettings(),
) -> Portfolio:
    """Draw every different face once.

    `symbols` are the icons by id, `pictures` the folders that `<image>` may
    read; `tick` is called after each face.
    `pack` keeps what was drawn: its context must tell the program, the settings and all files
    of those folders.  `where` tells which line of a template wrote a character of a face, and of what field.
    Raises Failure with one diagnostic per mistake of a template, however many components show it.
    """
    direct = DirectRenderer(book, symbols, pictures, settings)
    document = direct.document
    memory = ArtCache(pack, book, document, pictures)
    done, notes = _draw_faces(faces, direct, memory, tick, where)
    memory.finish()
    arts, shared = extract_shared(done)
    return Portfolio(arts, (*document.resources, *shared), document.glyphs, notes)


def render_part(
    faces: Iterable[Face],
    direct: DirectRenderer,
    book: FontBook,
    tick: Callable[[Face], None],
    pack: Pack,
    where: Origins | None = None,
) -> tuple[Diagnostic, ...]:
    """Draw some of a document's faces into `pack`, for a `render` of all of them; returns its warnings.

    What `direct` drew of other parts it need not draw again.  Raises Failure as `render` does.
    """
    memory = ArtCache(pack, book, direct.document, direct.pictures)
    _, notes = _draw_faces(faces, direct, memory, tick, where)
    memory.finish()
    return notes


def _draw_faces(
    faces: Iterable[Face],
    direct: DirectRenderer,
    memory: ArtCache,
    tick: Callable[[Face], None],
    where: Origins | None,
) -> tuple[deque[FaceParts], tuple[Diagnostic, ...]]:
    """Every different face drawn, and warnings about them; raises Failure."""
    done: dict[str, FaceParts] = {}
    faults: dict[tuple[str, str], list[Diagnostic]] = {}
    notes: list[Diagnostic] = []
    unique = {face.digest: face for face in faces}
    for face in work_on_each(unique.values(), "", "printing faces"):
        kept = memory.recall(face.digest)
        if kept is not None:
            done[face.digest], remarks = kept
            if remarks:
                notes += _warnings(face, remarks)
            tick(face)
            continue
        try:
            with work_on(face.place, face.item, f"printing its {face.side} ({face.template})"):
                drawn = direct.draw(face.digest, face.svg)
            memory.keep(drawn, direct.remarks)
            done[face.digest] = drawn
            notes += _warnings(face, direct.remarks)
        except DrawingFault as found:
            for fault in found:
                told = _locate(fault, face, direct.elements, where)
                faults.setdefault((face.template, fault.like), []).append(told)
        except RecursionError:
            message = f"the drawing is nested too deep (template {face.template})"
            told = Diagnostic(face.place, "svg", message, face.item, "does a use refer to itself?")
            faults.setdefault((face.template, "nested"), []).append(told)
        tick(face)
    if faults:
        raise Failure(_merge_alike(same) for same in faults.values())
    return deque(done.values()), tuple(notes)


def _locate(
    fault: DrawingFault, face: Face, elements: Sequence[Element], where: Origins | None
) -> Diagnostic:
    """Locate a fault at the template line that wrote it, or else at its component.

    A value that came from a field is told at the field, with the template's line.
    `elements` are those of the face as it was parsed, in document order.
    """
    if isinstance(fault, ExternalMarkupFault):
        return Diagnostic(Place(fault.file, fault.line, 1), "svg", fault.message, face.item, fault.hint)
    at = fault.at
    if fault.element is not None:
        number = next((k for k, one in enumerate(elements) if one is fault.element), None)
        if number is not None:
            at = start_of(face.svg, number, fault.words)
    place = None if at is None or where is None else where.origin(face, at)
    field = where.field_place(face, fault.value) if where is not None and fault.value else None
    if place is None:
        message = f"{fault.message} (template {face.template})"
        return Diagnostic(field or face.place, "svg", message, face.item, fault.hint)
    if field is not None:
        message = f"{place.file}:{place.line}: {fault.bare}"
        return Diagnostic(field, "svg", message, face.item, fault.hint)
    return Diagnostic(place, "svg", fault.bare, face.item, fault.hint)


def _merge_alike(same: Sequence[Diagnostic]) -> Diagnostic:
    """Merge equal faults of a template into one, on its first component."""
    first = same[0]
    others = len({each.item for each in same} - {first.item})
    return replace(first, message=f"{first.message} (and {others} more)") if others else first


def _warnings(face: Face, remarks: Iterable[str]) -> list[Diagnostic]:
    """Warnings about a face; equal ones of one template are folded where they are printed."""
    return [
        make_warning(face.place, "svg-told", f"{remark} (template {face.template})", item=face.item)
        for remark in sorted(remarks)
    ]
