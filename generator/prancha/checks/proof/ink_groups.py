"""Ink of faces that are one drawing with other words: a picture of that drawing, and the area of the words.

What colour words are, what they lie on and whether they are seen at all is told by pictures too: of the
drawing without any, and with all of the face painted where words are, for each place in its painting order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.ink_faces import LoneFace, Look, add_inks, painted_alone
from prancha.checks.proof.ink_glyphs import MeasuredFont, measured_fonts
from prancha.checks.proof.ink_pictures import Drawing, Frame, InkEstimate, drawn, ink_of, ink_of_even
from prancha.checks.proof.ink_words import Covered, CutText, Words, covered, cut, lie_apart, read
from prancha.checks.proof.matrix import IDENTITY, Matrix, after
from prancha.checks.proof.type0 import GlyphFont, read_glyph_font

if TYPE_CHECKING:
    from PIL.Image import Image

WORTH = 2
"""Faces for each picture of a drawing, below which these are not worth it."""
_PLAIN = frozenset(
    ("/Type", "/Subtype", "/FormType", "/BBox", "/Resources", "/Length", "/Filter", "/DecodeParms")
)
_MARK = b"/Words MP\n"
_EVERYWHERE = b"-99999 -99999 199998 199998 re f\n"


class _Group(Struct, frozen=True):
    """Faces whose content is the same but for their words: its parts, one of the faces, and all words."""

    parts: tuple[bytes, ...]
    first: LoneFace
    texts: dict[Look, list[CutText]]


class _Read(Struct, frozen=True):
    """A group as it is drawn: the matrix at each stretch of words, and the words of each face."""

    group: _Group
    outer: tuple[Matrix, ...]
    words: Mapping[Look, Sequence[Words]]


def inks_by_words(document: pikepdf.Pdf, faces: Mapping[Look, LoneFace]) -> dict[Look, InkEstimate]:
    """The ink of all faces for which it can be told in this way.

    A name means the same in all of them: a manifest tells one digest for each.
    """
    groups = [_read(document, group) for group in _groups(faces)]
    if not groups:
        return {}
    fonts = measured_fonts(_shown(groups))
    drawings = [drawing for one in groups for drawing in _drawings(document, one.group)]
    found: dict[Look, InkEstimate] = {}
    with drawn(drawings) as pictures:
        for one in groups:
            found.update(_inks(one, [next(pictures) for _ in one.group.parts], fonts))
    return found


def _groups(faces: Mapping[Look, LoneFace]) -> list[_Group]:
    groups: dict[tuple[Any, ...], _Group] = {}
    for look, face in faces.items():
        if face.frame is None or face.under is not None or not _PLAIN.issuperset(face.form.keys()):
            continue
        parts, texts = cut(face.content)
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


def _read(document: pikepdf.Pdf, group: _Group) -> _Read:
    words: dict[Look, list[Words]] = {}
    for look, texts in group.texts.items():
        found = [one for text in texts if (one := read(text)) is not None]
        if len(found) == len(texts):
            words[look] = found
    return _Read(group, tuple(_outer(document, group)), words)


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


def _shown(groups: Sequence[_Read]) -> dict[str, tuple[GlyphFont, set[int]]]:
    """Each font that words name, and the codes they show of it."""
    found: dict[str, tuple[GlyphFont, set[int]]] = {}
    for one in groups:
        listed = one.group.first.form.get("/Resources", {}).get("/Font", {})
        for all_words in one.words.values():
            for words in all_words:
                if words.font not in found and words.font in listed:
                    font = read_glyph_font(listed[words.font])
                    if font is not None:
                        found[words.font] = font, set()
                if words.font in found:
                    found[words.font][1].update(words.codes)
    return found


def _drawings(document: pikepdf.Pdf, group: _Group) -> Iterator[Drawing]:
    """A group's drawing without words, then with all painted at each stretch of words."""
    parts, form = group.parts, group.first.form
    for number in range(len(parts)):
        shown = _EVERYWHERE if number else b""
        content = b"".join((*parts[:number], shown, *parts[number:]))
        other = pikepdf.Stream(
            document, content, Subtype=pikepdf.Name.Form, BBox=form.BBox, Resources=form.get("/Resources", {})
        )
        yield painted_alone(group.first, document.make_indirect(other))


def _inks(
    one: _Read, pictures: Sequence[Image], fonts: Mapping[str, MeasuredFont]
) -> Iterator[tuple[Look, InkEstimate]]:
    frame = one.group.first.frame
    assert frame is not None
    seen = _Seen(frame, pictures)
    empty = ink_of(pictures[0])
    bare = _times(frame.area, empty)
    for look, all_words in one.words.items():
        lying = _lying(one, all_words, fonts)
        inks = [seen.ink(words) for words in lying] if lying is not None else [None]
        told = [ink for ink in inks if ink is not None]
        if len(told) == len(inks):
            yield look, add_inks((bare, *told))


def _lying(one: _Read, all_words: Sequence[Words], fonts: Mapping[str, MeasuredFont]) -> list[Covered] | None:
    """What words of a face cover; None where it is not known, or some lie over others."""
    found: list[Covered] = []
    for words in all_words:
        font = fonts.get(words.font)
        lying = font and covered(words, font, one.outer[words.run])
        if not lying:
            return None
        found.append(lying)
    return found if lie_apart(found) else None


class _Seen:
    """What the pictures of a group show at words."""

    def __init__(self, frame: Frame, pictures: Sequence[Image]) -> None:
        self._frame, self._pictures = frame, pictures
        self._known: dict[tuple[int, int, int, int], tuple[int, InkEstimate]] = {}
        """Of stretch, left, top and bottom, how far to the right all is as at words that were looked at."""

    def ink(self, words: Covered) -> InkEstimate | None:
        """What words add to the ink; None where not all below or above them is alike."""
        left, top, right, bottom = self._frame.pixels(words.box)
        width, height = self._frame.size
        if left < 0 or top < 0 or right > width or bottom > height:
            return None
        reach, more = self._known.get((words.run, left, top, bottom), (0, None))
        if more is None or reach < right:
            more = self._more(words.run, (left, top, right, bottom))
            if more is None:
                return None
            self._known[words.run, left, top, bottom] = right, more
        return _times(words.area, more)

    def _more(self, run: int, box: tuple[int, int, int, int]) -> InkEstimate | None:
        """How much more ink a place takes where words are than where none are."""
        found: list[InkEstimate] = []
        for picture in (self._pictures[0], self._pictures[run + 1]):
            ink = ink_of_even(picture.crop(box))
            if ink is None:
                return None
            found.append(ink)
        without, within = found
        c, m, y, k = (here - there for here, there in zip(within, without, strict=True))
        return c, m, y, k


def _times(area: float, ink: InkEstimate) -> InkEstimate:
    c, m, y, k = ink
    return area * c, area * m, area * y, area * k
