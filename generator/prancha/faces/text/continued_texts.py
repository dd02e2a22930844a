"""Texts that are too long for their box, split into parts on several faces."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.markup_line import Span
from prancha.faces.text.measured_words import ChainOf, Measurer, Word
from prancha.faces.text.paragraphs import Passage, Prose
from prancha.faces.text.text_layout import STEP, Fitter, TextLayout, set_paragraphs
from prancha.faces.text.text_options import TextBox, TextError
from prancha.graphics.fonts import Font
from prancha.model.diagnostic import excerpt
from prancha.model.units import Pt

MOST_PARTS = 9
"""The most components that one text may fill."""
WORTH_PARAGRAPH, WORTH_SENTENCE = 0.6, 0.75
"""A part ends between paragraphs or sentences where it is then at least this full, of its words."""
WORTH_SIZE = 0.9
"""Parts that end so are worth a smaller size, down to this share."""
Parts: TypeAlias = tuple[Prose, ...]
_ENDS = tuple(".!?…。！？؟।")


class PartWanted(Struct, frozen=True):
    """Which part of texts that go on is set, from 1, and into how many they may be parted."""

    part: int
    most: int


def set_part(
    content: str, prose: Prose, font: Font, lang: str, box: TextBox, wanted: PartWanted, sign: Sequence[Word]
) -> TextLayout:
    """Set one part of a `prose` that is too long for `box`, nothing where it has fewer parts.

    It has as few parts as its least size allows, and the largest size at which it has no more.  Each part
    but the last ends in `sign`, each but the first begins with it.  Raises TextError where even one word is
    too large, or more parts than wanted would be needed.
    """

    def parts_at(steps: int, most: int, whole: bool) -> Parts | None:
        size = min(box.least + steps * STEP, box.size)
        return _filled(prose, lambda part: _fits(part, font, lang, box, size), sign, most, whole)

    fewest = parts_at(0, wanted.most, False)
    if fewest is None:
        raise _too_long(content, prose, font, lang=lang, box=box, most=wanted.most)
    most = math.ceil((box.size - box.least) / STEP)
    steps, parts = _largest(lambda k: parts_at(k, len(fewest), False), most) or (0, fewest)
    better = _largest(lambda k: parts_at(k, len(fewest), True), most)
    if better is not None and box.least + better[0] * STEP >= WORTH_SIZE * (box.least + steps * STEP):
        steps, parts = better
    if wanted.part > len(parts):
        return TextLayout(0.0, 0.0, (), parts=len(parts))
    size = min(box.least + steps * STEP, box.size)
    fixed = replace(box, size=size, least=size)
    found = set_paragraphs(content, parts[wanted.part - 1], font, lang, fixed)
    return replace(found, parts=len(parts))


def _largest(parts_at: Callable[[int], Parts | None], most: int) -> tuple[int, Parts] | None:
    """The most steps above the least size for which there are parts, and these: larger type needs more."""
    found = parts_at(0)
    if found is None:
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        larger = parts_at(middle)
        if larger is None:
            high = middle - 1
        else:
            low, found = middle, larger
    return low, found


def _fits(prose: Prose, font: Font, lang: str, box: TextBox, size: Pt) -> bool:
    return Fitter(prose, font, lang, replace(box, size=size, least=size)).sized() is not None


def _filled(
    prose: Prose, fits: Callable[[Prose], bool], sign: Sequence[Word], most: int, whole: bool
) -> Parts | None:
    """Parts that all fit, each as full as can be; None where that are more than `most`.

    With `whole` they end between paragraphs or sentences rather than full.
    """
    found: list[Prose] = []
    rest = prose.passages
    while rest:
        begun = bool(found)
        if fits(last := _prose(prose, rest, sign, begun, ends=True)):
            return (*found, last)
        if len(found) + 1 >= most:
            return None
        count = _most_words(prose, rest, sign, fits, begun)
        if not count:
            return None
        if whole:
            count = _good_end(rest, count)
        found.append(_prose(prose, _first(rest, count), sign, begun, ends=False))
        rest = _after(rest, count)
    return tuple(found)


def _most_words(
    prose: Prose, rest: Sequence[Passage], sign: Sequence[Word], fits: Callable[[Prose], bool], begun: bool
) -> int:
    """How many words of `rest` fit at most, with the signs before and after them."""
    low, high = 0, sum(len(passage.words) for passage in rest) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if fits(_prose(prose, _first(rest, middle), sign, begun, ends=False)):
            low = middle
        else:
            high = middle - 1
    return low


def _good_end(rest: Sequence[Passage], count: int) -> int:
    """The last end of a paragraph among the first `count` words, else of a sentence, if it is far enough."""
    paragraphs, sentences, number = [0], [0], 0
    for passage in rest:
        for word in passage.words:
            number += 1
            if word.pieces[-1].text.rstrip("\"')”»’").endswith(_ENDS):
                sentences.append(number)
        paragraphs.append(number)
    for ends, share in ((paragraphs, WORTH_PARAGRAPH), (sentences, WORTH_SENTENCE)):
        last = max(end for end in ends if end <= count)
        if last >= share * count:
            return last
    return count


def _first(rest: Sequence[Passage], count: int) -> tuple[Passage, ...]:
    """The first `count` words."""
    found = []
    for passage in rest:
        if count <= 0:
            break
        found.append(replace(passage, words=passage.words[:count]))
        count -= len(passage.words)
    return tuple(found)


def _after(rest: Sequence[Passage], count: int) -> tuple[Passage, ...]:
    """Return what follows the first `count` words; the rest of a list entry has no mark of its own."""
    found: list[Passage] = []
    for passage in rest:
        if count >= len(passage.words):
            count -= len(passage.words)
            continue
        found.append(replace(passage, words=passage.words[count:], mark=None) if count else passage)
        count = 0
    return tuple(found)


def _prose(prose: Prose, passages: Sequence[Passage], sign: Sequence[Word], begun: bool, ends: bool) -> Prose:
    """A part with its signs."""
    found = list(passages)
    if sign and begun:
        found[0] = replace(found[0], words=(*_spaced(sign), *found[0].words))
    if sign and not ends:
        *words, last = found[-1].words
        found[-1] = replace(found[-1], words=(*words, *_spaced((last,)), *sign))
    return replace(prose, passages=tuple(found))


def _spaced(words: Sequence[Word]) -> tuple[Word, ...]:
    """`words` with a space after the last one."""
    *before, last = words
    piece = next((piece for piece in reversed(last.pieces) if piece.font is not None), None)
    if last.space_font is not None or piece is None or piece.font is None:
        return tuple(words)
    space = piece.font.shape(" ").advance / piece.font.units_per_em
    return (*before, replace(last, space=space, space_font=piece.font, space_look=piece.look))


def _too_long(content: str, prose: Prose, font: Font, lang: str, box: TextBox, most: int) -> TextError:
    """Why a text cannot go on: a word that is too wide, or the faces are too few."""
    try:
        set_paragraphs(content, prose, font, lang, box)
    except TextError as error:
        if " in width " in error.message:
            return error
        message = f"{excerpt(content)} does not fit on {most} faces at {box.least:g} pt"
        return TextError(message, "shorten the text, enlarge its box or lower min", "text-overflow")
    raise AssertionError("only a text that does not fit is parted")


def measured_sign(prose: Prose, chain_of: ChainOf) -> tuple[Word, ...]:
    """Three points, in the direction of `prose`; raises LettersError."""
    line = (Span("…"),)
    if not prose.scripted:
        return tuple(Measurer("…", chain_of).words(line))
    from prancha.faces.text.paragraphs import ScriptMeasurer  # only such texts pay for it

    return tuple(ScriptMeasurer("…", chain_of).measure(line, prose.rtl))
