"""Words whose letters stand in several fonts, which a reader sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from prancha.faces.text.paragraphs import Passage
from prancha.faces.text.words import TextPiece, Word
from prancha.graphics.fonts.shaping import script_of


class MixedWord(Struct, frozen=True):
    """A word, and the families that its letters of one script are set in."""

    word: str
    families: tuple[str, ...]


def mixed_words(passages: Iterable[Passage]) -> Iterator[MixedWord]:
    """Words of which neighbouring letters of one script are in two families."""
    for passage in passages:
        for word in passage.words:
            if any(_part(one, other) for one, other in pairwise(word.pieces)):
                yield MixedWord(_text(word), tuple(dict.fromkeys(_families(word))))


def _part(one: TextPiece, other: TextPiece) -> bool:
    if one.font is None or other.font is None or one.font.family == other.font.family:
        return False
    before = [script_of(c) for c in one.text if c.isalpha()]
    after = [script_of(c) for c in other.text if c.isalpha()]
    return bool(before and after) and before[-1] == after[0]


def _text(word: Word) -> str:
    return "".join(piece.text for piece in word.pieces)


def _families(word: Word) -> Iterator[str]:
    return (piece.font.family for piece in word.pieces if piece.font is not None)
