"""How far the heading of a column says that it holds copies: in any of forty languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

Rank = Literal["sure", "usual", "guess", "nested", ""]
"""How far the heading of a column says that it holds copies; the first three are those of copies.toml.

A `nested` column is a part of another value, such as `cost.quantity`; "" says nothing of copies.
"""
_RANKS: Sequence[Rank] = ("sure", "usual", "guess", "nested", "")
_NUMBER = re.compile(r"\d+\w?\Z")
_UNSPACED = 0x0E00
"""The first character of the scripts without spaces between words: Thai, and those of East Asia."""


class _Words(Struct, frozen=True):
    """The entries of one language in copies.toml, separated by `;`."""

    sure: str = ""
    usual: str = ""
    guess: str = ""
    beside: str = ""


def rank_of(heading: str) -> Rank:
    """How far a `heading` says how many: in any language of copies.toml, with or without words beside."""
    bare = re.sub(r"[(\[（【].*?[)\]）】]", " ", heading)
    ranks = [_rank_in(phrase(text).split()) for text in dict.fromkeys((heading, bare))]
    return min(ranks, key=_RANKS.index)


def _rank_in(words: Sequence[str]) -> Rank:
    """The surest of the phrases in `words`, all others of which must be known too or be numbers."""
    table = _table()
    if " ".join(words) in table.ranks:
        return table.ranks[" ".join(words)]
    plain = [_within(word, table) for word in words]
    known = [word in table.beside or word in table.ranks for word in plain]
    numbers = [bool(_NUMBER.match(word)) for word in plain]
    found: list[Rank] = [""]
    for begin in range(len(plain)):
        for end in range(begin + 1, min(begin + table.longest, len(plain)) + 1):
            level = table.ranks.get(" ".join(plain[begin:end]), "")
            others = (*range(begin), *range(end, len(plain))) if level else ()
            if level and all(known[k] or (level == "sure" and numbers[k]) for k in others):
                found.append(level)
    return min(found, key=_RANKS.index)


class _Table(Struct, frozen=True):
    """The phrases of copies.toml, as `phrase` gives them.

    `ranks` has the surest rank where languages differ, `longest` is the most words of a phrase, `beside` the
    words that change nothing, `joined` those of scripts without spaces, the longest first.
    """

    ranks: Mapping[str, Rank]
    longest: int
    beside: frozenset[str]
    joined: Sequence[str]


@cache
def _table() -> _Table:
    data = files(__package__ or "").joinpath("copies.toml").read_bytes()
    languages = msgspec.toml.decode(data, type=dict[str, _Words]).values()
    ranks: dict[str, Rank] = {}
    beside = {phrase(word) for words in languages for word in words.beside.split(";")} - {""}
    for level in ("sure", "usual", "guess"):
        for words in languages:
            for entry in map(phrase, getattr(words, level).split(";")):
                ranks.setdefault(entry, level)
    ranks.pop("", None)
    joined = sorted(
        (word for word in beside if ord(word[0]) >= _UNSPACED), key=lambda word: (-len(word), word)
    )
    return _Table(ranks, max(len(entry.split()) for entry in ranks), frozenset(beside), joined)


def phrase(heading: str) -> str:
    """A heading as the table has it, without capitals, accents and signs: `#_Copies` is `number copies`."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", unicodedata.normalize("NFKC", heading))
    text = re.sub(r"#|\bn°", " number ", text).casefold().translate(_LETTERS)
    plain = "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign) != "Mn"
    )
    return " ".join(unicodedata.normalize("NFC", word) for word in re.findall(r"[^\W_]+", plain))


_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "\u0640": ""})
"""Letters that Unicode does not take apart, and the bar that only stretches Arabic words."""


def _within(word: str, table: _Table) -> str:
    """A word of a script without spaces, without those beside it: `カード枚数` is `枚数`."""
    if word in table.ranks or not all(ord(sign) >= _UNSPACED and sign.isalnum() for sign in word):
        return word
    for other in table.joined:
        word = word.replace(other, "") or word
        if word in table.ranks:
            break
    return word
