"""A text as it is measured: paragraphs and list entries, direction, reach of letters, words in two fonts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.markup_line import Entry, InlineIcon, Paragraph, Span
from prancha.faces.text.measured_words import ChainOf, Measurer, TextPiece, Word
from prancha.faces.text.text_markup import BULLET, Keywords, sound
from prancha.graphics.fonts.character_scripts import is_scripted
from prancha.graphics.fonts.shaping import script_of

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
        from prancha.faces.text.pseudo import pseudo_translate

        resolved = pseudo_translate(resolved)
    shown = _shown(resolved) if "[[" in content else content
    if not is_scripted(shown):
        return Prose(_passages(resolved, lambda line: Measurer(content, chain_of, lang).words(line), False))
    # Only such texts pay for reading the modules that set them.
    from prancha.faces.text.script_words import ScriptMeasurer, reach_of
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
