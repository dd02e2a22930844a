"""The texts of a face: how each is set, how large it is on paper, and the box of its ink."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree

from msgspec import Struct

from prancha.graphics.fonts import Font, FontBook, FontError, family_names
from prancha.graphics.scene.painted_marks import Mark, point_size
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.svg.matrix import first, moved_box
from prancha.model.box import Box
from prancha.model.units import PT_PER_MM, Mm, Pt

_SPACES = re.compile(r"[ \t\r\n]+")  # XML's white space; a no-break space is a letter like others
_WEIGHTS = {"normal": 400, "bold": 700}
_DEEP = frozenset("gjpqyQJçÇ,;()[]{}@$|/_ý")
_TALL_SMALL = frozenset("bdfhijklt")
_ACCENT = 0.24
"""How far an accent stands out from a capital, em."""
_DEPTH = 0.24
"""How far a descender hangs below the baseline, em."""
_TALL, _ACCENTED, _HANGING = 1, 2, 4
MOST_WORDS = 16384
"""Words of one font whose measures are remembered."""


class Lettering(NamedTuple):
    """Mark `number` of a face, a text: the box of its ink in its own space and `on_face`, its base's y."""

    number: int
    setting: Setting
    text: str
    box: Box
    on_face: Box
    base: Mm

    @property
    def cut_away(self) -> bool:
        """Whether clips leave nothing of it to see."""
        mark, (left, top, right, bottom) = self.setting.mark, self.on_face
        if not mark.clips or mark.shows((left + right) / 2, (top + bottom) / 2):
            return False
        return not any(clip.crosses(self.on_face) for clip in mark.clips)


class Setting(Struct, frozen=True):
    """The style of a text: `size` in points on paper, `font` None where the book has none."""

    mark: Mark
    font: Font | None
    body: Mm
    size: Pt
    weight: int
    track: Mm
    anchor: str
    rtl: bool = False

    def letters(self, index: int, words: Sequence[str]) -> Lettering:
        """Mark `index` of a face, with place and words where these are not in the mark."""
        if not words:
            x, y, content = self.mark.number("x"), self.mark.number("y"), self.mark.element.text or ""
        else:
            x, y, content = first(words[0]), first(words[1]), _plain(words[2])
        text, box = self._at(x, y, content)
        return Lettering(index, self, text, box, on_face=moved_box(self.mark.matrix, box), base=y)

    def _at(self, x: Mm, y: Mm, content: str) -> tuple[str, Box]:
        """A text as it shows, and the box of its ink in its own space."""
        if "  " in content or not content.isprintable():
            content = _SPACES.sub(" ", content)
        text = content.strip(" ")  # white space at its ends is not set
        width, top, bottom = self._ink(text)
        if self.anchor != "start" or self.rtl:
            x -= width * (0.5 if self.anchor == "middle" else (self.anchor == "end") != self.rtl)
        return text, (x, y - top, x + width, y + bottom)

    def _ink(self, text: str) -> tuple[Mm, Mm, Mm]:
        """Width of a text, and how far its ink reaches above and below the baseline."""
        font, body, apart = self.font, self.body, bool(self.track)
        if font is None:
            return 0.5 * body * len(text), 0.7 * body, _DEPTH * body
        em, words, known = body / font.units_per_em, text.split(" "), measured_words(font, self.rtl, apart)
        (space, places, look), spaces = known[" "], len(words) - 1
        width, gaps = space * spaces, places * spaces
        for wide, count, its in map(known.__getitem__, words):
            width += wide
            gaps += count
            look |= its
        top = (font.cap_height if look & _TALL else font.x_height) * em
        if look & _ACCENTED:
            top += _ACCENT * body
        # Letter-spacing after the last letter shows nothing.
        return width * em + self.track * (gaps - 1), top, _DEPTH * body if look & _HANGING else 0.0


def letters_of(drawing: MarkedDrawing, words: Sequence[str], book: FontBook) -> list[Lettering]:
    """The texts of a drawing, in painting order, with `words` of a face."""
    letters = []
    for index, mark in drawing.sorted().texts:
        k = 3 * drawing.words.get(index, -1)
        letters.append(setting_of(mark, book).letters(index, words[k : k + 3] if k >= 0 else ()))
    return letters


@lru_cache(maxsize=2048)
def setting_of(mark: Mark, book: FontBook) -> Setting:
    """The style of a text in the fonts of `book`."""
    style = mark.style
    weight = style.get("font-weight", "400")
    number = _WEIGHTS.get(weight) or int(first(weight, 400))
    size = first(style.get("font-size", "0"))
    track = first(style.get("letter-spacing", "0"))
    return Setting(
        mark,
        _font(book, style, number),
        body=size,
        size=point_size(mark) * PT_PER_MM,
        weight=number,
        track=track,
        anchor=style.get("text-anchor", "start"),
        rtl=style.get("direction") == "rtl",
    )


def _font(book: FontBook, style: Mapping[str, str], weight: int) -> Font | None:
    family = family_names(style.get("font-family", ""))[0]
    try:
        font = book.font(family, weight, style.get("font-style", "normal") in ("italic", "oblique"))
        return font.as_drawn if style.get("font-variant-numeric") == "normal" else font
    except FontError:
        return None


class MeasuredWords(dict[str, tuple[int, int, int]]):
    """Advance of words in font units, their places of letter-spacing, and whether they are tall, or hang.

    `apart` is letter-spacing.  A word is measured when it is first asked for.
    """

    def __init__(self, font: Font, rtl: bool, apart: bool) -> None:
        super().__init__()
        self._font, self._rtl, self._apart = font, rtl, apart

    def __missing__(self, word: str) -> tuple[int, int, int]:
        if len(self) > MOST_WORDS:
            self.clear()
        run = self._font.shape(word, self._rtl, self._apart)
        found = self[word] = run.advance, run.gaps, _look(set(word))
        return found


measured_words = lru_cache(maxsize=256)(MeasuredWords)
"""The measured words of a font, the same ones each time it is asked for."""


def _look(letters: set[str]) -> int:
    if any("\u0590" <= c < "\u1e00" or c >= "\u2e80" for c in letters):
        # Scripts beyond Latin, Greek and Cyrillic letters reach as high as accents, and hang.
        return _TALL | _ACCENTED | _HANGING
    small = all((c.islower() and c.isascii() and c not in _TALL_SMALL) or c in " .,-" for c in letters)
    accented = any(c.isupper() and not c.isascii() and c != "Ç" for c in letters)
    return (0 if small else _TALL) | (_ACCENTED if accented else 0) | (_HANGING if letters & _DEEP else 0)


def _plain(content: str) -> str:
    return _unescaped(content) if "&" in content else content


@lru_cache(maxsize=4096)
def _unescaped(content: str) -> str:
    return ElementTree.fromstring(f"<t>{content}</t>").text or ""
