"""Where the words of a paragraph may be broken: at spaces, after dashes, by hyphenation, and in Thai.

pyphen works out what each of 11,000 English patterns says as it reads them, which takes two fifths of what
a build of 54 cards takes; here that is done of those that a word meets.
Thai is broken by BudouX, which has learned its words; Lao, Khmer and Burmese break where a zero-width space
stands, as Thai does where its writer sets any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.faces.text.line_breaking import LineBreaks
from prancha.faces.text.measured_words import PieceStyle, TextPiece, Word, piece_of
from prancha.graphics.fonts import Font

_DIALECTS = {"en": "en_US", "pt": "pt_BR"}
"""Patterns for languages written without a country."""
_NO_PATTERNS = ("%", "#", "LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUND")
_SIGN = r"\^{2}([0-9a-f]{2})"
"""A character by its code."""


class Patterns:
    """The patterns of one language, from a dictionary of Hunspell's kind."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            encoding = file.readline().decode().strip()
        if encoding.lower() == "microsoft-cp1251":
            encoding = "cp1251"
        text = path.read_text(encoding)
        if "^^" in text:
            text = re.sub(_SIGN, lambda code: chr(int(code[1], 16)), text)
        lines = map(str.strip, text.split("\n")[1:])
        patterns = [line for line in lines if not line.startswith(_NO_PATTERNS)]
        if "=" in text:  # what would be written otherwise beside a hyphen
            patterns = [line.partition("/")[0] if "=" in line else line for line in patterns]
        letters = "\n".join(patterns)
        for digit in "0123456789":
            letters = letters.replace(digit, "")
        pairs = zip(letters.split("\n"), patterns, strict=True)
        self._written = {key: line for key, line in pairs if key != line}
        self._longest = max(map(len, self._written))
        self._weights: dict[str, tuple[int, tuple[int, ...]]] = {}

    def positions(self, word: str) -> tuple[int, ...]:
        """Before which characters of a word in small letters a hyphen may stand."""
        dotted = f".{word}."
        weights = [0] * (len(dotted) + 1)
        for start in range(len(dotted) - 1):
            for end in range(start + 1, min(start + self._longest, len(dotted)) + 1):
                letters = dotted[start:end]
                if letters in self._written:
                    offset, found = self.weights(letters)
                    part = slice(start + offset, start + offset + len(found))
                    weights[part] = map(max, found, weights[part])
        return tuple(at - 1 for at, weight in enumerate(weights) if weight % 2)

    def weights(self, letters: str) -> tuple[int, tuple[int, ...]]:
        """The weights between the letters of a pattern, from the first above 0 on, and where that is."""
        known = self._weights.get(letters)
        if known is None:
            values = [int(digit or "0") for digit in re.findall(r"(\d?)\D?", self._written[letters])]
            above = [at for at, value in enumerate(values) if value]
            known = (above[0], tuple(values[above[0] : above[-1] + 1])) if above else (0, ())
            self._weights[letters] = known
        return known


@lru_cache(maxsize=8)
def patterns_of(lang: str) -> Patterns | None:
    """The patterns of a language, or of the language it is a kind of; None where there are none."""
    import pyphen

    known = _DIALECTS.get(lang.lower()) or pyphen.language_fallback(lang.replace("-", "_"))
    return Patterns(pyphen.LANGUAGES[known]) if known else None


ZERO_WIDTH_SPACE = "\u200b"
_THAI = re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e]{2,}")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]{12,}")
LONG = 16
"""Letters of Thai in a row that are surely several words."""
MISSING = "Thai is broken at its spaces alone: BudouX, which knows its words, is not installed"
INSTALL = 'pip install "prancha[thai]", or write a zero-width space (U+200B) where a line may end'


def thai_breaks(text: str) -> frozenset[int]:
    """Positions between words of Thai; none where zero-width spaces say them, or BudouX is not there."""
    if ZERO_WIDTH_SPACE in text or not _THAI.search(text):
        return frozenset()
    parser = _parser()
    if parser is None:
        return frozenset()
    found: set[int] = set()
    for run in _THAI.finditer(text):
        at = run.start()
        for word in parser.parse(run[0])[:-1]:
            at += len(word)
            found.add(at)
    return frozenset(found)


def lacks_dictionary(text: str) -> bool:
    """Return whether `text` has Thai that lines can end in nowhere, for want of BudouX."""
    if text.isascii() or ZERO_WIDTH_SPACE in text:
        return False
    return any(len(run[0]) >= LONG for run in _THAI.finditer(text)) and _parser() is None


def unspaced(text: str) -> bool:
    """Return whether `text` is written without spaces between words, and without breaks in their place."""
    return ZERO_WIDTH_SPACE not in text and _UNSPACED.search(text) is not None


@lru_cache(maxsize=1)
def _parser() -> Any:
    try:
        import budoux
    except ImportError:
        return None
    return budoux.load_default_thai_parser()


LEFT, RIGHT = 2, 3
"""Letters that must stay before and after a hyphen."""
SHORTEST = 5
"""Letters a word must have to be hyphenated."""

_HYPHEN_PENALTY = 6.0
_COMPOUND_PENALTY = 2.0
_DASHES = r"(?<=[^\W\d_]{2})-(?=[^\W\d_]{2})|(?<=\w)[–—](?=\w)|(?<=[^\W\d_]{3})/(?=[^\W\d_]{3})|\u200b"
_ADDRESS = r"\w\.\w+/"
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
    cuts = [
        () if word.solid and not hyphenate else _cuts(word, lang, hyphenate and k < len(words))
        for k, word in enumerate(words, 1)
    ]
    if not any(cuts):
        starts = tuple(accumulate([word.width + word.space for word in words], initial=0.0))
        ends = (0.0, *[x + word.width for x, word in zip(starts, words, strict=False)])
        count = len(starts)
        between = LineBreaks(starts, ends, range(count), last=range(-1, count - 1), penalty=(0.0,) * count)
        return Breakable(tuple(words), between, (None,) * count, indent)
    start, end, first, last, penalty = [0.0], [0.0], [0], [-1], [0.0]
    splits: list[Split | None] = [None]
    x = 0.0
    for k, word in enumerate(words):
        for split, before, after in cuts[k]:
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
    return _cuts_of(
        piece.text,
        piece.font,
        look=piece.look,
        soft=word.soft,
        firm=word.firm,
        lang=lang,
        hyphenate=hyphenate,
    )


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
            is_word = not re.search(_ADDRESS, text)  # a hyphen more makes an address wrong
            repeated = dash[0] == "-" and is_word and lang.lower().startswith("pt")
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
