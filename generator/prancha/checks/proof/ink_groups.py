"""Ink of faces that are one drawing with other words: a picture of that drawing, and the area of the words.

What colour words are, what they lie on and whether they are seen at all is told by pictures too: of the
drawing without any, and with all of the face painted where words are, for each place in its painting order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.ink_faces import LoneFace, Look, painted_alone
from prancha.checks.proof.ink_glyphs import MeasuredFonts
from prancha.checks.proof.ink_pictures import Drawing, InkEstimate, drawn
from prancha.checks.proof.ink_seen import SeenWords
from prancha.checks.proof.ink_words import CutText, Places, cut
from prancha.checks.proof.matrix import IDENTITY, Matrix, after

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
