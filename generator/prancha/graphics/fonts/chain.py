"""Several fonts for one text: each run is set in the first that has its characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from prancha.graphics.fonts.font import Font
from prancha.graphics.fonts.shaping import UNSEEN, script_of


class Chain:
    """A font, and the fonts asked in its place for characters that it lacks.

    `others` are read when a character is first missing.  `kept` has the
    words that were measured in these fonts, so that each is measured once, `pieces` their letters alone.
    """

    def __init__(self, font: Font, others: Sequence[Callable[[], Font]] = ()) -> None:
        self.font, self._unread = font, tuple(others)
        self.kept: dict[str, Any] = {}
        self.pieces: dict[str, Any] = {}
        self.runs = lru_cache(4096)(self._runs)

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        """All fonts, in the order they are asked."""
        return (self.font, *(read() for read in self._unread))

    def _runs(self, text: str) -> tuple[tuple[Font, str], ...]:
        """`text` without spaces, in runs of one font.

        Letters of one script that stand together are set in the first font that has them all, and each
        in the first that has it where none does.  Marks stay with their letter; figures and punctuation
        with the letters before them, or after them, where that font has them.  What no font has stays in
        the first.
        """
        letters = list(clusters(text))
        chosen: list[Font | None] = [None] * len(letters)
        for places in _stretches(letters):
            font = self._font_of("".join(letters[k] for k in places))
            for k in places:
                chosen[k] = font or self._font(letters[k])
        spoken: Font | None = None
        for order in (range(len(letters)), reversed(range(len(letters)))):
            spoken = None
            for k in order:
                font = chosen[k]
                if font is not None:
                    spoken = font
                elif spoken is not None and not spoken.missing(letters[k]):
                    chosen[k] = spoken
        runs: list[tuple[Font, str]] = []
        for font, letter in zip(chosen, letters, strict=True):
            font = font or self._font(letter)
            if runs and runs[-1][0] is font:
                runs[-1] = font, runs[-1][1] + letter
            else:
                runs.append((font, letter))
        return tuple(runs)

    def _font_of(self, letters: str) -> Font | None:
        return next((font for font in self.fonts if not font.missing(letters)), None)

    def _font(self, letter: str) -> Font:
        return self._font_of(letter) or self.font


def clusters(text: str) -> Iterator[str]:
    """The letters of `text`, each with its marks."""
    start = 0
    for k in range(1, len(text)):
        if not (text[k] in UNSEEN or unicodedata.category(text[k])[0] == "M" or text[k - 1] == "\u200d"):
            yield text[start:k]
            start = k
    if text:
        yield text[start:]


def _stretches(letters: Sequence[str]) -> Iterator[list[int]]:
    """The places of letters of one script, whatever figures and signs stand between them."""
    places: list[int] = []
    for k, letter in enumerate(letters):
        if not _is_letter(letter):
            continue
        if places and script_of(letter[0]) != script_of(letters[places[-1]][0]):
            yield places
            places = []
        places.append(k)
    if places:
        yield places


def _is_letter(letter: str) -> bool:
    return unicodedata.category(letter[0])[0] == "L"
