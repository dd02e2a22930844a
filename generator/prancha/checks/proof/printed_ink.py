"""Estimate how much ink the pieces of a finished PDF take, from pictures of their faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.face_ink import (
    Drawing,
    InkEstimate,
    LoneFace,
    Look,
    add_inks,
    digest,
    drawn,
    inks_of_pictures,
    local,
    lone_face,
    painted_alone,
)
from prancha.checks.proof.ink_words import CutText, MeasuredFonts, Places, SeenWords, cut
from prancha.checks.proof.measured import Found
from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, after
from prancha.checks.proof.pdf_reader import opened
from prancha.checks.proof.printed_pieces import PrintedPiece, read_pieces

if TYPE_CHECKING:
    from PIL.Image import Image


WORTH = 2
"""Faces for each picture of a drawing, below which these are not worth it."""
_MARK = b"/Words MP\n"
_EVERYWHERE = b"-99999 -99999 199998 199998 re f\n"


class _Group(Struct, frozen=True):
    """Faces whose content is the same but for their words: its parts, one of the faces, and all words."""

    parts: tuple[bytes, ...]
    first: LoneFace
    texts: dict[Look, list[CutText]]


def inks_by_words(
    document: pikepdf.Pdf, faces: Mapping[Look, LoneFace], before: Mapping[Look, InkEstimate]
) -> dict[Look, InkEstimate]:
    """The ink of all faces for which it can be told in this way; what was told `before` is told again.

    A name means the same in all of them: a manifest tells one digest for each.
    """
    groups = _groups(faces)
    found = {look: before[look] for group in groups for look in group.texts if look in before}
    groups = [group for group in groups if not found.keys() >= group.texts.keys()]
    if groups:
        fonts = MeasuredFonts()
        with drawn([drawing for group in groups for drawing in _drawings(document, group)]) as pictures:
            for group in groups:
                texts = {look: texts for look, texts in group.texts.items() if look not in found}
                new = replace(group, texts=texts)
                found |= _inks(document, new, [next(pictures) for _ in group.parts], fonts)
    return found


def _groups(faces: Mapping[Look, LoneFace]) -> list[_Group]:
    groups: dict[tuple[Any, ...], _Group] = {}
    for look, face in faces.items():
        if face.frame is None or face.under is not None or not face.face.plain:
            continue
        parts, texts = cut(face.face.content)
        shared = (parts, face.frame, face.shapes)
        group = groups.get(shared)
        if group is None:
            group = groups[shared] = _Group(parts, face, {})
        group.texts[look] = texts
    return [
        group
        for group in groups.values()
        if len(group.parts) > 1 and len(group.texts) >= WORTH * len(group.parts)
    ]


def _outer(document: pikepdf.Pdf, group: _Group) -> Iterator[Matrix]:
    """The matrix at each stretch of words."""
    saved: list[Matrix] = []
    state = IDENTITY
    content = pikepdf.Stream(document, _MARK.join(group.parts))
    for instruction in pikepdf.parse_content_stream(content, "q Q cm MP"):
        operator = str(instruction.operator)
        if operator == "q":
            saved.append(state)
        elif operator == "Q":
            state = saved.pop() if saved else state
        elif operator == "cm":
            a, b, c, d, e, f = map(float, instruction.operands)
            state = after((a, b, c, d, e, f), state)
        else:
            yield state


def _drawings(document: pikepdf.Pdf, group: _Group) -> Iterator[Drawing]:
    """A group's drawing without words, then with all painted at each stretch of words."""
    parts, first = group.parts, group.first
    for number in range(len(parts)):
        shown = _EVERYWHERE if number else b""
        content = b"".join((*parts[:number], shown, *parts[number:]))
        yield painted_alone(document, first, replace(first.face, content=content, form=None))


def _inks(
    document: pikepdf.Pdf, group: _Group, pictures: Sequence[Image], fonts: MeasuredFonts
) -> Iterator[tuple[Look, InkEstimate]]:
    frame = group.first.frame
    assert frame is not None
    seen = SeenWords(frame, pictures)
    listed = group.first.face.resources.get("/Font", {})
    places = Places(tuple(_outer(document, group)), frame.to_pixels, lambda name: fonts.find(name, listed))
    exactly = False
    for look, texts in group.texts.items():
        ink = _ink(places, seen, texts, exactly)
        if ink is None and not exactly:
            ink = _ink(places, seen, texts, True)
            exactly = ink is not None  # of other faces of the group too there is hardly more room
        if ink is not None:
            yield look, ink


def _ink(places: Places, seen: SeenWords, texts: Sequence[CutText], exactly: bool) -> InkEstimate | None:
    words = places.covered(texts, exactly)
    return None if words is None else seen.ink(words)


class KnownInks(Struct, frozen=True):
    """What faces take, by a digest of all that shows of them: told by pictures of them, or by their words."""

    pictured: Mapping[str, InkEstimate] = {}
    by_words: Mapping[str, InkEstimate] = {}


NOTHING_KNOWN = KnownInks()


class PrintedInks(Struct, frozen=True):
    """What lies on which page of a file, the faces it holds, the ink of each item, and all inks now known."""

    pieces: tuple[tuple[int, Found], ...]
    held: frozenset[str]
    ink: Mapping[str, InkEstimate]
    known: KnownInks


def read_printed(path: Path, before: KnownInks, named: str) -> PrintedInks:
    """Read a file, and measure its ink; see `measure_ink`."""
    with opened(path, unfolded=False) as document:
        pages = read_pieces(document)
        pieces = tuple((piece.page, piece.found) for piece in pages.pieces)
        return PrintedInks(pieces, pages.held, *measure_ink(document, pages.pieces, before, named))


def measure_ink(
    document: pikepdf.Pdf,
    pieces: Iterable[PrintedPiece],
    before: KnownInks = NOTHING_KNOWN,
    named: str = "",
) -> tuple[Mapping[str, InkEstimate], KnownInks]:
    """The ink of every item, fronts and backs of all its copies; `pieces` are all of an open document.

    This is an estimate: a printer's driver has tables of its own for its inks.  Marks and labels are left
    out.  `named` tells all that faces name, such as fonts.  What was measured `before` is not measured again;
    what is known now comes second.
    """
    looks = [(piece, _look(piece.found)) for piece in pieces]
    faces: dict[Look, LoneFace] = {}
    for piece, look in looks:
        if look not in faces:
            faces[look] = lone_face(piece, look)
    keys = {look: digest(face, named) for look, face in faces.items()}
    told = {look: before.by_words[key] for look, key in keys.items() if key in before.by_words}
    inks = inks_by_words(document, faces, told)
    by_words = {keys[look]: ink for look, ink in inks.items()}
    others = {key: faces[look] for look, key in keys.items() if look not in inks}
    pictured = {key: before.pictured[key] for key in others if key in before.pictured}
    new = {key: face for key, face in others.items() if key not in pictured}
    pictured |= inks_of_pictures(document, new)
    inks |= {look: pictured[key] for look, key in keys.items() if look not in inks}
    parts: dict[str, list[InkEstimate]] = {}
    for piece, look in looks:
        parts.setdefault(piece.found.item, []).append(inks[look])
    known = KnownInks(pictured, by_words)
    return {item: add_inks(found) for item, found in parts.items()}, known


def _look(piece: Found) -> Look:
    under = piece.under
    shapes = local(piece.matrix, piece.shown), local(piece.matrix, under.shown) if under else ()
    return piece.face, shapes
