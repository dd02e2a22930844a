"""Where the words of a paragraph may be broken: at spaces, after dashes, by hyphenation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from prancha.faces.text.hyphenation import patterns_of
from prancha.faces.text.line_breaking import LineBreaks
from prancha.faces.text.words import PieceStyle, TextPiece, Word, piece_of
from prancha.graphics.fonts import Font

LEFT, RIGHT = 2, 3
"""Letters that must stay before and after a hyphen."""
SHORTEST = 5
"""Letters a word must have to be hyphenated."""

_HYPHEN_PENALTY = 6.0
_COMPOUND_PENALTY = 2.0
_DASHES = r"(?<=[^\W\d_]{2})-(?=[^\W\d_]{2})|(?<=\w)[–—](?=\w)|(?<=[^\W\d_]{3})/(?=[^\W\d_]{3})|\u200b"
_DIGIT = r"[\d_]"
_LETTERS = r"[^\W\d_]+"


class Split(Struct, frozen=True):
    """A break inside a word before character `at`.

    `hyphen` adds one at the end of the line; `repeat` sets it again on the next line.
    """

    at: int
    hyphen: bool = False
    repeat: bool = False
    penalty: float = 0.0


class Breakable(Struct, frozen=True):
    """A paragraph with its breaks; `splits[k]` is None for the break after a whole word.

    Its lines are `indent` em shorter than others, to leave room for a list mark.
    """

    words: tuple[Word, ...]
    breaks: LineBreaks
    splits: tuple[Split | None, ...]
    indent: float = 0.0

    def line(self, a: int, b: int) -> list[Word]:
        """The words of the line from break `a` to break `b`."""
        first, last = self.breaks.first[a], self.breaks.last[b]
        line = list(self.words[first : last + 1])
        head, tail = self.splits[a], self.splits[b]
        if first == last:
            line[0] = fragment(line[0], head, tail)
        elif head or tail:
            line[0] = fragment(line[0], head, None)
            line[-1] = fragment(line[-1], None, tail)
        return line


def breakable(words: Sequence[Word], lang: str, hyphenate: bool, indent: float = 0.0) -> Breakable:
    """Breaks of a paragraph; with `hyphenate` also inside words, by the patterns of `lang`.

    The last word of a paragraph and words in capitals are never hyphenated;
    languages without patterns are not hyphenated at all.
    """
    if not hyphenate and not any(_cuts(word, lang, False) for word in words if not word.solid):
        return _between_words(tuple(words), indent)
    start, end, first, last, penalty = [0.0], [0.0], [0], [-1], [0.0]
    splits: list[Split | None] = [None]
    x = 0.0
    for k, word in enumerate(words):
        for split, before, after in _cuts(word, lang, hyphenate and k + 1 < len(words)):
            end.append(x + before)
            start.append(x + word.width - after)
            first.append(k)
            last.append(k)
            penalty.append(split.penalty)
            splits.append(split)
        end.append(x + word.width)
        x += word.width + word.space
        start.append(x)
        first.append(k + 1)
        last.append(k)
        penalty.append(0.0)
        splits.append(None)
    breaks = LineBreaks(tuple(start), tuple(end), tuple(first), tuple(last), tuple(penalty))
    return Breakable(tuple(words), breaks, tuple(splits), indent)


def _between_words(words: tuple[Word, ...], indent: float) -> Breakable:
    """A paragraph that is broken between its words alone."""
    start, end, x = [0.0], [0.0], 0.0
    for word in words:
        end.append(x + word.width)
        x += word.width + word.space
        start.append(x)
    count = len(words)
    breaks = LineBreaks(
        tuple(start), tuple(end), range(count + 1), last=range(-1, count), penalty=(0.0,) * (count + 1)
    )
    return Breakable(words, breaks, (None,) * (count + 1), indent)


def fragment(word: Word, head: Split | None, tail: Split | None) -> Word:
    """The part of a word of one piece after `head` and before `tail`, measured with its hyphens."""
    if head is None and tail is None:
        return word
    piece = word.pieces[0]
    text = piece.text[head.at if head else 0 : tail.at if tail else None]
    text = ("-" if head and head.repeat else "") + text + ("-" if tail and tail.hyphen else "")
    assert piece.font is not None  # only text is ever split
    part = piece_of(text, piece.font, piece.look)
    return Word((part,), part.width, word.space, word.space_font, space_look=word.space_look)


def _cuts(word: Word, lang: str, hyphenate: bool) -> tuple[tuple[Split, float, float], ...]:
    """Splits of `word` with the widths in em before and after each."""
    piece = word.pieces[0]
    if len(word.pieces) > 1 or piece.font is None:
        return ()
    if not hyphenate and word.solid:
        return ()
    return _cuts_of(
        piece.text, piece.font, look=piece.look, soft=word.soft, firm=word.firm, lang=lang,
        hyphenate=hyphenate,
    )  # fmt: skip


@lru_cache(maxsize=16384)
def _cuts_of(
    text: str,
    font: Font,
    look: PieceStyle | None,
    soft: tuple[int, ...],
    firm: tuple[int, ...],
    lang: str,
    hyphenate: bool,
) -> tuple[tuple[Split, float, float], ...]:
    found = [Split(at, hyphen=True, penalty=_HYPHEN_PENALTY) for at in soft]
    for dash in re.finditer(_DASHES, text):
        if dash.end() not in firm:
            repeated = dash[0] == "-" and lang.lower().startswith("pt")
            found.append(Split(dash.end(), repeat=repeated, penalty=_COMPOUND_PENALTY))
    if hyphenate and not found and not firm:
        found = [Split(at, hyphen=True, penalty=_HYPHEN_PENALTY) for at in hyphens(text, lang)]
    word = Word((TextPiece(0.0, 0, text=text, font=font, symbol=None, look=look),), 0.0)
    return tuple(
        (split, fragment(word, None, split).width, fragment(word, split, None).width)
        for split in sorted(found, key=lambda split: split.at)
    )


@lru_cache(maxsize=16384)
def hyphens(text: str, lang: str) -> tuple[int, ...]:
    """Positions in `text` where language `lang` allows a hyphen; punctuation around the word is fine."""
    runs = list(re.finditer(_LETTERS, text))
    if len(runs) != 1 or len(runs[0][0]) < SHORTEST or runs[0][0].isupper() or re.search(_DIGIT, text):
        return ()
    patterns = patterns_of(lang)
    if patterns is None:
        return ()
    start, word = runs[0].start(), runs[0][0].lower()
    fit = range(LEFT, len(word) - RIGHT + 1)
    return tuple(start + at for at in patterns.positions(word) if at in fit)
