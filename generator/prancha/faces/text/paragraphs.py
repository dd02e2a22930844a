"""A text as it is measured: paragraphs and list entries, their direction, and words in any script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.breaks import thai_breaks
from prancha.faces.text.markup_line import Entry, InlineIcon, Paragraph, Span
from prancha.faces.text.measured_words import (
    ChainOf,
    Measurer,
    PieceStyle,
    TextPiece,
    Word,
    is_turned,
    look_of,
    piece_of,
)
from prancha.faces.text.text_markup import BULLET, Keywords, sound
from prancha.graphics.fonts import Font
from prancha.graphics.fonts.character_scripts import (
    CONTROLS,
    ICON,
    RTL,
    breaks,
    is_joined,
    is_scripted,
    levels,
)
from prancha.graphics.fonts.shaping import script_of

ZWJ = "\u200d"


class ScriptMeasurer(Measurer):
    """As Measurer, with the level of each character, and breaks without spaces.

    `rtl` is the direction of the whole text.
    """

    def measure(self, paragraph: Paragraph, rtl: bool) -> list[Word]:
        """The words of a paragraph, their pieces in the order they are read."""
        whole = "".join(inline.text if isinstance(inline, Span) else ICON for inline in paragraph)
        self.at = 0
        self.levels = levels(whole, rtl) if rtl or RTL.search(whole) else (0,) * len(whole)
        self.breaks = breaks(whole) | thai_breaks(whole)
        return self.words(paragraph)

    def _symbol(self, symbol: InlineIcon, look: PieceStyle | None = None) -> None:
        if self.at in self.breaks:
            self._close(0.0, None)
        super()._symbol(symbol, look or look_of(None, False, self.levels[self.at]))
        self.at += 1

    def _span(self, text: str, span: Span) -> None:
        chain = self.chain_of(span.bold, span.italic)
        for start, end in self._parts(text):
            look = look_of(span.fill, False, self.levels[self.at + start])
            if text[start] == " ":
                if self.pieces:
                    self._space(chain, look)
                continue
            if self.at + start in self.breaks:
                self._close(0.0, None)
            part = CONTROLS.sub("", text[start:end])
            if part:
                self._piece(part, chain, look, span.caps)
        self.at += len(text)

    def _close(self, space: float, font: Font | None, look: PieceStyle | None = None) -> None:
        if len(self.pieces) > 1:
            self.pieces = _joined_on(self.pieces)
        super()._close(space, font, look)

    def _parts(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each stretch of one level between spaces and breaks; spaces stand alone."""
        start = 0
        for k in range(1, len(text) + 1):
            at = self.at + k
            if (
                k == len(text)
                or " " in (text[k - 1], text[k])
                or at in self.breaks
                or self.levels[at] != self.levels[at - 1]
            ):
                yield start, k
                start = k


def _joined_on(pieces: Sequence[TextPiece]) -> list[TextPiece]:
    """The pieces of a word, such as one with letters in a colour, where letters join across them.

    Each piece is set by itself, as if the word ended there: a joiner tells that it goes on.
    """
    found = list(pieces)
    for k, (one, other) in enumerate(pairwise(pieces)):
        if _joins(one, -1) and _joins(other, 0):
            found[k] = _with_text(found[k], found[k].text + ZWJ)
            found[k + 1] = _with_text(other, ZWJ + other.text)
    return found


def _joins(piece: TextPiece, end: int) -> bool:
    """Whether the first (0) or last (-1) letter of a piece takes another form where the word goes on."""
    if piece.font is None or not is_turned(piece.look) or not is_joined(piece.text):
        return False
    letters = [c for c in piece.text if category(c)[0] == "L"]
    if not letters:
        return False
    alone, going_on = letters[end], letters[end] + ZWJ if end else ZWJ + letters[end]
    forms = [[glyph.gid for glyph in piece.font.shape(text, True).glyphs] for text in (alone, going_on)]
    return forms[0] != forms[1]


def _with_text(piece: TextPiece, text: str) -> TextPiece:
    assert piece.font is not None
    return piece_of(text, piece.font, piece.look)


def reach_of(words: Iterable[Word]) -> tuple[float, float]:
    """How far letters of `words` stand above and hang below the baseline at most, em."""
    rise = drop = 0.0
    for word in words:
        for piece in word.pieces:
            if piece.font is not None:
                above, below = piece.font.reach(piece.font.shape(piece.text, is_turned(piece.look)))
                scale = (piece.look.scale if piece.look else 1.0) / piece.font.units_per_em
                rise, drop = max(rise, above * scale), max(drop, below * scale)
    return rise, drop


GROWTH = 0.35
"""How much longer a translation is: German of English, rounded up."""
SHORTEST = 3
"""What is shorter is an initial or a sign, and no word to translate."""
_ACCENTS = str.maketrans("aeiouyncAEIOUNC", "áéíóúýñçÁÉÍÓÚÑÇ")
_VOWELS = frozenset("aeiouAEIOU")
OPEN, CLOSE = "[", "]"


def pseudo_translate(entries: Iterable[Entry]) -> list[Entry]:
    """Paragraphs as they might be after translation: markup, icons and figures stay as they are."""
    return [(mark, _paragraph(line)) for mark, line in entries]


def _paragraph(line: Paragraph) -> Paragraph:
    spans = {k: each for k, each in enumerate(line) if isinstance(each, Span)}
    if sum(len(span.text) for span in spans.values()) < SHORTEST:
        return line
    spans = {k: span for k, span in spans.items() if any(map(str.isalpha, span.text))}
    texts = {k: lengthen(span.text) for k, span in spans.items()}
    for k in list(texts)[:1]:
        texts[k] = OPEN + texts[k]
    for k in list(texts)[-1:]:
        texts[k] += CLOSE
    return tuple(replace(spans[k], text=texts[k]) if k in spans else each for k, each in enumerate(line))


def lengthen(text: str) -> str:
    """`text` with accents, and letters doubled until it is longer by `GROWTH`, the brackets with it."""
    letters = [k for k, c in enumerate(text) if c.isalpha()]
    more = max(round(len(text) * GROWTH) - len(OPEN + CLOSE), 0)
    vowels = [k for k in letters if text[k] in _VOWELS] or letters[-1:]
    times = {k: more // len(vowels) + (n < more % len(vowels)) for n, k in enumerate(vowels)}
    return "".join(c * (1 + times.get(k, 0)) for k, c in enumerate(text)).translate(_ACCENTS)


RTL_LANGUAGES = frozenset("ar arc ckb dv fa he iw ps sd syr ug ur yi".split())
"""Languages written from right to left."""
DOT = 0.32
"""Width of a bullet, em."""
MARK_GAP = 0.4
"""Between a list mark and the words, em."""


class Passage(Struct, frozen=True, eq=False):
    """A paragraph, or an entry of a list whose `mark` hangs in an indent of `indent` em.

    `two_way`: the places of its pieces on a line are not their order.  Each is itself alone, so that what is
    found out of one is remembered without a look at all its words.
    """

    words: tuple[Word, ...]
    mark: Word | None = None
    indent: float = 0.0
    two_way: bool = False


class Prose(Struct, frozen=True):
    """A measured text; `rise` and `drop` are the reach of letters beyond Latin ones, em, else 0."""

    passages: tuple[Passage, ...]
    rtl: bool = False
    scripted: bool = False
    rise: float = 0.0
    drop: float = 0.0


def prose_of(
    content: str, chain_of: ChainOf, glossary: Keywords, lang: str, lists: bool, longer: bool = False
) -> Prose:
    """Measure `content`; with `lists`, lines that begin as list entries are set so, `longer` in pseudo-words.

    Raises TextError for bad markup, an unknown keyword or colour and a character
    without a glyph, FontError for a style the family lacks.
    """
    entries = sound(content, lists).entries
    resolved = [(mark, glossary.resolved(line, content)) for mark, line in entries]
    if longer:
        resolved = pseudo_translate(resolved)
    shown = _shown(resolved) if "[[" in content else content
    if not is_scripted(shown):
        return Prose(_passages(resolved, lambda line: Measurer(content, chain_of, lang).words(line), False))
    # Only such texts pay for reading the modules that set them.
    from prancha.graphics.fonts.character_scripts import is_rtl

    rtl = is_rtl(shown, lang.split("-")[0] in RTL_LANGUAGES)
    passages = _passages(
        resolved, lambda line: ScriptMeasurer(content, chain_of, lang).measure(line, rtl), True
    )
    rise, drop = reach_of(word for passage in passages for word in passage.words)
    return Prose(passages, rtl, True, rise, drop)


def _shown(entries: Iterable[Entry]) -> str:
    return "".join(each.text for _, line in entries for each in line if isinstance(each, Span))


def _passages(
    entries: Sequence[Entry], measured: Callable[[Paragraph], list[Word]], scripted: bool
) -> tuple[Passage, ...]:
    """The entries as passages; those of one list have one indent.  Only `scripted` texts can be two-way."""
    found: list[Passage] = []
    for listed, group in groupby(entries, lambda entry: bool(entry[0])):
        marks = []
        for mark, line in group:
            words = tuple(measured(line))
            if words:
                marks.append(_mark(mark, measured) if listed else None)
                found.append(Passage(words, marks[-1], 0.0, scripted and any(map(_two_way, words))))
        if listed and marks:
            indent = max(mark.width for mark in marks if mark) + MARK_GAP
            found[-len(marks) :] = [replace(each, indent=indent) for each in found[-len(marks) :]]
    return tuple(found)


def _mark(mark: str, measured: Callable[[Paragraph], list[Word]]) -> Word:
    """A number as text; a bullet as a drawn dot, for that of many fonts is hardly seen."""
    if mark != BULLET:
        return measured((Span(mark),))[0]
    return Word((TextPiece(DOT, 1, symbol=InlineIcon(BULLET)),), DOT)


def _two_way(word: Word) -> bool:
    """Return whether a word, or the space after it, is not simply set from left to right."""
    return any(piece.look is not None and piece.look.level for piece in word.pieces)


def mixed_words(passages: Iterable[Passage]) -> Iterator[tuple[str, list[str]]]:
    """Words in which neighbouring letters of one script are set in two families, with the families."""
    for passage in passages:
        for word in passage.words:
            if any(_part(one, other) for one, other in pairwise(word.pieces)):
                families = (piece.font.family for piece in word.pieces if piece.font is not None)
                yield "".join(piece.text for piece in word.pieces), list(dict.fromkeys(families))


def _part(one: TextPiece, other: TextPiece) -> bool:
    if one.font is None or other.font is None or one.font.family == other.font.family:
        return False
    before = [script_of(c) for c in one.text if c.isalpha()]
    after = [script_of(c) for c in other.text if c.isalpha()]
    return bool(before and after) and before[-1] == after[0]
