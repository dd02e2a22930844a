"""Faces to art, each different one once, with all that is wrong with any of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.external_markup import ExternalMarkupFault
from prancha.graphics.svg.markup import start_of, start_of_words
from prancha.model.art import Portfolio, RenderSettings
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Face
from prancha.render.art_cache import GLYPHS, ArtCache
from prancha.render.direct import DirectRenderer
from prancha.render.shared_parts import Draft, extract_shared
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import work_on, work_on_each


class Origins(Protocol):
    """Where what a face shows was written."""

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
    settings: RenderSettings = RenderSettings(),  # noqa: B008 (a frozen value)
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
    drafts, notes = _drafts(faces, direct, memory, tick, where)
    arts, shared, anew = extract_shared(drafts)
    memory.finish(anew)
    return Portfolio(arts, (*document.resources, *shared), document.glyphs, notes)


def render_part(
    faces: Iterable[Face],
    direct: DirectRenderer,
    book: FontBook,
    tick: Callable[[Face], None],
    pack: Pack,
    table: str = GLYPHS,
    where: Origins | None = None,
) -> tuple[Diagnostic, ...]:
    """Draw some of a document's faces into `pack`, for a `render` of all of them; returns its warnings.

    `table` names the list of glyphs of this part, unlike that of any other; what `direct` drew of other
    parts it need not draw again.  Raises Failure as `render` does.
    """
    memory = ArtCache(pack, book, direct.document, direct.pictures, table)
    _, notes = _drafts(faces, direct, memory, tick, where)
    memory.finish({})
    return notes


def _drafts(
    faces: Iterable[Face],
    direct: DirectRenderer,
    memory: ArtCache,
    tick: Callable[[Face], None],
    where: Origins | None,
) -> tuple[deque[Draft], tuple[Diagnostic, ...]]:
    """Every different face drawn, and warnings about them; raises Failure."""
    drafts: dict[str, Draft] = {}
    faults: dict[tuple[str, str], list[Diagnostic]] = {}
    notes: list[Diagnostic] = []
    for face in work_on_each(faces, "", "printing faces"):
        if face.digest in drafts:
            continue
        kept = memory.recall(face.digest)
        if kept is not None:
            drafts[face.digest], remarks = kept
            if remarks:
                notes += _notes(face, remarks)
            tick(face)
            continue
        try:
            with work_on(face.place, face.item, f"printing its {face.side} ({face.template})"):
                drawn = direct.draw(face.digest, face.svg)
            drafts[face.digest] = memory.keep(drawn, direct.remarks)
            notes += _notes(face, direct.remarks)
        except DrawingFault as found:
            for fault in found:
                told = _told(fault, face, direct.elements, where)
                faults.setdefault((face.template, fault.like), []).append(told)
        except RecursionError:
            message = f"the drawing is nested too deep (template {face.template})"
            told = Diagnostic(face.place, "svg", message, face.item, "does a use refer to itself?")
            faults.setdefault((face.template, "nested"), []).append(told)
        tick(face)
    if faults:
        memory.keep_glyphs()  # of faces that are drawn, and kept
        raise Failure(_once(same) for same in faults.values())
    return deque(drafts.values()), tuple(notes)


def _told(fault: DrawingFault, face: Face, elements: Sequence[Element], where: Origins | None) -> Diagnostic:
    """A fault at the line of the template that wrote it, or of its component where that cannot be told.

    A value that came from a field is told at the field, with the template's line.
    `elements` are those of the face as it was parsed, in document order.
    """
    if isinstance(fault, ExternalMarkupFault):
        return Diagnostic(Place(fault.file, fault.line, 1), "svg", fault.message, face.item, fault.hint)
    at = fault.at
    if fault.element is not None:
        number = next((k for k, one in enumerate(elements) if one is fault.element), None)
        if number is not None:
            at = start_of_words(face.svg, number, fault.words) if fault.words else start_of(face.svg, number)
    place = None if at is None or where is None else where.origin(face, at)
    field = where.field_place(face, fault.value) if where is not None and fault.value else None
    if place is None:
        message = f"{fault.message} (template {face.template})"
        return Diagnostic(field or face.place, "svg", message, face.item, fault.hint)
    if field is not None:
        message = f"{place.file}:{place.line}: {fault.bare}"
        return Diagnostic(field, "svg", message, face.item, fault.hint)
    return Diagnostic(place, "svg", fault.bare, face.item, fault.hint)


def _once(same: Sequence[Diagnostic]) -> Diagnostic:
    """One mistake of a template, told of its first component."""
    first = same[0]
    others = len({each.item for each in same} - {first.item})
    return replace(first, message=f"{first.message} (and {others} more)") if others else first


def _notes(face: Face, remarks: Iterable[str]) -> list[Diagnostic]:
    """Warnings about a face; what is told of many faces of a template is folded where it is shown."""
    return [
        Diagnostic(
            face.place,
            "svg-told",
            message=f"{remark} (template {face.template})",
            item=face.item,
            hint="",
            severity="warning",
        )
        for remark in sorted(remarks)
    ]
