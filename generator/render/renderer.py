"""Faces to art: the direct renderer first, CairoSVG for what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.cache import NOTHING, Pack
from generator.fonts import FontBook
from generator.model.art import Portfolio
from generator.model.diagnostic import Diagnostic, Failure
from generator.model.face import Face
from generator.render.direct import DirectRenderer
from generator.render.drafts import Draft, settle
from generator.render.memory import Memory
from generator.render.shelf import Shelf
from generator.svg.errors import Fault
from generator.svg.markup import parse


def render(
    faces: Iterable[Face],
    symbols: Mapping[str, str],
    book: FontBook,
    pictures: Sequence[Path],
    fonts: Sequence[Path],
    tick: Callable[[Face], None] = lambda _: None,
    pack: Pack = NOTHING,
) -> Portfolio:
    """Draw every different face once.

    `symbols` are the icons by id, `pictures` the folders that `<image>` may
    read, `fonts` the font folders; `tick` is called after each face.
    `pack` keeps what was drawn: its context must tell the program and all files
    of those folders.  Raises Failure with one diagnostic per mistake of a
    template, however many components show it.
    """
    shelf = Shelf()
    memory = Memory(pack, book, shelf)
    direct = DirectRenderer(book, symbols, pictures, fonts, shelf)
    drafts, notes = _drafts(faces, direct, memory, tick)
    arts, shared = settle(drafts, memory.deflate)
    return Portfolio(arts, (*shelf.resources, *shared), shelf.glyphs, notes)


def render_part(
    faces: Iterable[Face],
    symbols: Mapping[str, str],
    book: FontBook,
    pictures: Sequence[Path],
    fonts: Sequence[Path],
    tick: Callable[[Face], None],
    pack: Pack,
    table: str,
) -> None:
    """Draw some of a document's faces into `pack`, for a `render` of all of them.

    `table` names the list of glyphs of this part, unlike that of any other.  Raises Failure as `render` does.
    """
    shelf = Shelf()
    direct = DirectRenderer(book, symbols, pictures, fonts, shelf)
    _drafts(faces, direct, Memory(pack, book, shelf, table), tick)


def _drafts(
    faces: Iterable[Face], direct: DirectRenderer, memory: Memory, tick: Callable[[Face], None]
) -> tuple[tuple[Draft, ...], tuple[Diagnostic, ...]]:
    """Every different face drawn, and warnings about them; raises Failure."""
    drafts: dict[str, Draft] = {}
    faults: dict[tuple[str, str], list[Diagnostic]] = {}
    notes: list[Diagnostic] = []
    for face in faces:
        if face.digest in drafts:
            continue
        kept = memory.recall(face.digest)
        if kept is not None:
            drafts[face.digest], left = kept
            notes += _notes(face, left)
            tick(face)
            continue
        try:
            memory.begin()
            draft = drafts[face.digest] = direct.draw(face.digest, parse(face.svg))
            memory.keep(draft, direct.left_to_cairo)
            notes += _notes(face, direct.left_to_cairo)
        except Fault as fault:
            message = f"{fault.message} (template {face.template})"
            told = Diagnostic(face.place, "svg", message, face.item, fault.hint)
            faults.setdefault((face.template, fault.like), []).append(told)
        except RecursionError:
            message = f"the drawing is nested too deep (template {face.template})"
            told = Diagnostic(face.place, "svg", message, face.item, "does a use refer to itself?")
            faults.setdefault((face.template, "nested"), []).append(told)
        tick(face)
    if faults:
        raise Failure(_once(same) for same in faults.values())
    memory.finish()
    return tuple(drafts.values()), tuple(notes)


def _once(same: Sequence[Diagnostic]) -> Diagnostic:
    """One mistake of a template, told of its first component."""
    first = same[0]
    others = len({each.item for each in same} - {first.item})
    return replace(first, message=f"{first.message} (and {others} more)") if others else first


def _notes(face: Face, features: Iterable[str]) -> list[Diagnostic]:
    messages = (f"{feature}: CairoSVG drew it (template {face.template})" for feature in sorted(features))
    hint = "it prints truly, only slower"
    return [Diagnostic(face.place, "drawn-by-cairo", text, face.item, hint, "warning") for text in messages]
