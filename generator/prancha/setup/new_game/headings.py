"""What the heading of a column says, in any language of headings.toml, and the language of a list."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Literal

import msgspec
from msgspec import Struct

Part = Literal["title", "text", "type", "id", "front", "back", "sure", "other", "front_file", "back_file"]
"""What a column is for; `sure` is the copies, and `other` what a sheet holds instead of components.

The last two are what files and folders call the sides of cards.
"""
_ALSO: Mapping[Part, tuple[str, ...]] = {
    "front": ("question",),
    "back": ("answer",),
    "front_file": ("front",),
    "back_file": ("back",),
}
"""Entries of headings.toml that a part has besides its own."""


@cache
def _parts(part: Part) -> Mapping[str, tuple[str, ...]]:
    """Return the languages of each heading of a `part`, as `normalized_heading` gives it, in their order."""
    found: dict[str, list[str]] = {}
    for language, words in _words().items():
        entries = (entry for key in (part, *_ALSO.get(part, ())) for entry in words.get(key, "").split(";"))
        for entry in entries:
            found.setdefault(normalized_heading(entry), []).append(language)
    found.pop("", None)
    return {entry: tuple(languages) for entry, languages in found.items()}


def languages_of(heading: str, part: Part) -> tuple[str, ...]:
    """Return the languages in which a `heading` says that it is the `part` of a card; () for none."""
    return _parts(part).get(normalized_heading(heading), ())


def place_of(heading: str, part: Part) -> int:
    """Return how far down in the table a `heading` of a `part` stands; raises ValueError where it is none."""
    return list(_parts(part)).index(normalized_heading(heading))


_LEAST_LEAD, _HEADING = 3, 3
"""How much surer than English another language must be; and how much a heading counts, in common words."""


_TELLING: Sequence[Part] = ("title", "text", "type", "id", "sure")
_MOST_TEXTS = 5_000
_ADDRESSES = re.compile(r"\S*(?:://|www\.|@)\S*")
"""Addresses, whose words are of no language: `.com` is not Portuguese."""


def language_of_list(headings: Iterable[str], texts: Iterable[str]) -> str:
    """Return the language of a list by its headings and the commonest words of its texts; "en" in doubt."""
    counts = Counter(
        word
        for text in islice(texts, _MOST_TEXTS)
        for word in re.findall(r"[^\W\d_]+", _ADDRESSES.sub(" ", text).casefold())
    )
    scores: Counter[str] = Counter()
    for language, words in _words().items():
        scores[language] = sum(counts[word] for word in words.get("common", "").split("; "))
    for heading in headings:
        own = {code for part in _TELLING for code in languages_of(heading, part)}
        scores.update(dict.fromkeys(own, _HEADING))
    (best, most), (_, second) = scores.most_common(2)
    return best if most > second and most - scores["en"] >= _LEAST_LEAD else "en"


Rank = Literal["sure", "usual", "guess", "nested", ""]
"""How far the heading of a column says that it holds copies; the first three are those of headings.toml.

A `nested` column is a part of another value, such as `cost.quantity`; "" says nothing of copies.
"""
_RANKS: Sequence[Rank] = ("sure", "usual", "guess", "nested", "")
_NUMBERED = re.compile(r"\d+\w?\Z")
_UNSPACED = 0x0E00
"""The first character of the scripts without spaces between words: Thai, and those of East Asia."""


def rank_of(heading: str) -> Rank:
    """Return how surely a `heading` means a number of copies, in any language of headings.toml."""
    bare = re.sub(r"[(\[（【].*?[)\]）】]", " ", heading)
    ranks = [_rank_in(normalized_heading(text).split()) for text in dict.fromkeys((heading, bare))]
    return min(ranks, key=_RANKS.index)


def _rank_in(words: Sequence[str]) -> Rank:
    """Return the surest phrase in `words`; all others must be known too or be numbers."""
    table = _table()
    if " ".join(words) in table.ranks:
        return table.ranks[" ".join(words)]
    plain = [_inner_word(word, table) for word in words]
    known = [word in table.beside or word in table.ranks for word in plain]
    numbers = [bool(_NUMBERED.match(word)) for word in plain]
    found: list[Rank] = [""]
    for begin in range(len(plain)):
        for end in range(begin + 1, min(begin + table.longest, len(plain)) + 1):
            level = table.ranks.get(" ".join(plain[begin:end]), "")
            others = (*range(begin), *range(end, len(plain))) if level else ()
            if level and all(known[k] or (level == "sure" and numbers[k]) for k in others):
                found.append(level)
    return min(found, key=_RANKS.index)


class _Table(Struct, frozen=True):
    """The phrases of headings.toml, as `normalized_heading` gives them.

    `ranks` has the surest rank where languages differ, `longest` is the most words of a phrase, `beside` the
    words that change nothing, `joined` those of scripts without spaces, the longest first.
    """

    ranks: Mapping[str, Rank]
    longest: int
    beside: frozenset[str]
    joined: Sequence[str]


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    data = files(__package__ or "").joinpath("headings.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, dict[str, str]])


@cache
def _table() -> _Table:
    languages = _words().values()
    ranks: dict[str, Rank] = {}
    beside = {
        normalized_heading(word) for words in languages for word in words.get("beside", "").split(";")
    } - {""}
    for level in ("sure", "usual", "guess"):
        for words in languages:
            for entry in map(normalized_heading, words.get(level, "").split(";")):
                ranks.setdefault(entry, level)
    ranks.pop("", None)
    joined = sorted(
        (word for word in beside if ord(word[0]) >= _UNSPACED), key=lambda word: (-len(word), word)
    )
    return _Table(ranks, max(len(entry.split()) for entry in ranks), frozenset(beside), joined)


def normalized_heading(heading: str) -> str:
    """Return a heading without capitals, accents and signs: `#_Copies` is `number copies`."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", unicodedata.normalize("NFKC", heading))
    text = re.sub(r"#|\bn°", " number ", text).casefold().translate(_LETTERS)
    plain = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign) != "Mn"
    )
    return " ".join(unicodedata.normalize("NFC", word) for word in re.findall(r"[^\W_]+", plain))


_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "\u0640": ""})
"""Letters that Unicode does not take apart, and the bar that only stretches Arabic words."""


def _inner_word(word: str, table: _Table) -> str:
    """Return a word of a script without spaces, without those beside it: `カード枚数` is `枚数`."""
    if word in table.ranks or not all(ord(sign) >= _UNSPACED and sign.isalnum() for sign in word):
        return word
    for other in table.joined:
        word = word.replace(other, "") or word
        if word in table.ranks:
            break
    return word
