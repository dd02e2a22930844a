"""What pictures of a drawing show where words are: what these add to its ink."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

from prancha.checks.proof.ink_pictures import Frame, InkEstimate, ink_of, ink_of_even
from prancha.checks.proof.ink_words import Covered

if TYPE_CHECKING:
    from PIL.Image import Image

_Pixels = tuple[int, int, int, int]


class SeenWords:
    """What the pictures of a drawing show: without words, and all painted at each stretch of them."""

    def __init__(self, frame: Frame, pictures: Sequence[Image]) -> None:
        self._size, self._pictures = frame.size, pictures
        c, m, y, k = ink_of(pictures[0])
        self._bare = frame.area * c, frame.area * m, frame.area * y, frame.area * k
        self._known: dict[tuple[int, int, int], tuple[int, int, InkEstimate]] = {}
        """Of stretch, top and bottom: between which pixels all is alike, and what words add there."""

    def ink(self, all_words: Sequence[Covered]) -> InkEstimate | None:
        """The ink of the drawing with words; None where not all below or above some of them is alike."""
        cyan, magenta, yellow, black = self._bare
        for words in all_words:
            more = self._added(words)
            if more is None:
                return None
            area, (c, m, y, k) = words.area, more
            cyan, magenta, yellow, black = (
                cyan + area * c,
                magenta + area * m,
                yellow + area * y,
                black + area * k,
            )
        return cyan, magenta, yellow, black

    def _added(self, words: Covered) -> InkEstimate | None:
        """What a mm² of words adds."""
        x1, y1, x2, y2 = words.box
        left, top, right, bottom = floor(x1), floor(y1), ceil(x2), ceil(y2)
        known = self._known.get((words.run, top, bottom))
        if known is not None and known[0] <= left and right <= known[1]:
            return known[2]
        width, height = self._size
        if left < 0 or top < 0 or right > width or bottom > height:
            return None
        if known is not None:  # what lies between words is mostly like what is below them
            wide = min(left, known[0]), max(right, known[1])
            more = self._look(words.run, (wide[0], top, wide[1], bottom))
            if more is not None:
                self._known[words.run, top, bottom] = *wide, more
                return more
        more = self._look(words.run, (left, top, right, bottom))
        if more is not None:
            self._known[words.run, top, bottom] = left, right, more
        return more

    def _look(self, run: int, box: _Pixels) -> InkEstimate | None:
        """How much more ink a mm² takes where words are than where none are; None where that differs."""
        without = ink_of_even(self._pictures[0].crop(box))
        within = without and ink_of_even(self._pictures[run + 1].crop(box))
        if without is None or within is None:
            return None
        c, m, y, k = (here - there for here, there in zip(within, without, strict=True))
        return c, m, y, k
