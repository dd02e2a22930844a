"""Compare the text of a rulebook at two moments, paragraph by paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from msgspec import Struct

Books = Mapping[str, Sequence[str]]
"""Language -> the paragraphs of its rulebook, headings with `#` as in Markdown."""
_CONTEXT = 4
"""Words before and after those that differ which are shown with them."""


class BookChange(Struct, frozen=True):
    """A paragraph that was changed; `old` is "" where it is new, `new` where it is gone.

    `heading` is that of its part now, or then where it is gone.  Where a language has a rulebook at one
    moment alone, the one change of it has no text: `whole` is the number of its paragraphs, negative where
    the book is gone.
    """

    lang: str
    heading: str
    old: str
    new: str
    whole: int = 0

    @property
    def line(self) -> str:
        """The change in one line, of a long paragraph the words that differ and those beside them."""
        if self.whole:
            return f"{'added' if self.whole > 0 else 'removed'}, {abs(self.whole)} paragraphs"
        place = f"{self.heading}: " if self.heading else ""
        if not (self.old and self.new):
            return f"{place}{'added' if self.new else 'removed'}: {self.old or self.new}"
        return f"{place}{' -> '.join(_words_that_differ(self.old, self.new))}"


def find_book_changes(old: Books, new: Books) -> tuple[BookChange, ...]:
    """All changes of the rulebooks of a game, by language."""
    found: list[BookChange] = []
    for lang in dict.fromkeys((*new, *old)):
        before, after = old.get(lang, ()), new.get(lang, ())
        if bool(before) != bool(after):
            found.append(BookChange(lang, "", "", "", len(after) - len(before)))
        else:
            found += _changes(lang, before, after)
    return tuple(found)


def _changes(lang: str, old: Sequence[str], new: Sequence[str]) -> Iterator[BookChange]:
    """Yield the paragraphs that differ; those at the same place are taken for one another."""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for k, (before, after) in enumerate(zip_longest(old[a:b], new[c:d], fillvalue="")):
            heading = _heading(new, c + k) if after else _heading(old, a + k)
            yield BookChange(lang, heading, before, after)


def _heading(paragraphs: Sequence[str], at: int) -> str:
    """The words of the last heading before a paragraph."""
    above = (one for one in reversed(paragraphs[:at]) if one.startswith("#"))
    return next(above, "").lstrip("# ")


def _words_that_differ(old: str, new: str) -> tuple[str, str]:
    """The words of two texts from the first to the last that differ, with a few around them."""
    sides = old.split(), new.split()
    most = min(map(len, sides))
    same = next((k for k in range(most) if sides[0][k] != sides[1][k]), most)
    left = most - same
    tail = next((k for k in range(left) if sides[0][-1 - k] != sides[1][-1 - k]), left)
    begin, end = max(0, same - _CONTEXT), max(0, tail - _CONTEXT)
    if begin == 1:
        begin = 0
    if end == 1:
        end = 0
    shown = (" ".join(words[begin : len(words) - end]) for words in sides)
    before, after = (f"{'… ' * bool(begin)}{text}{' …' * bool(end)}" for text in shown)
    return before, after
