"""Capitals and small letters, as the language of a text has them (Unicode 3.13; CSS Text 3, 2.1).

Texts are given and taken character by character, so that what belongs to a character stays with it: one may
become several (`ß`) or nothing (an accent that capitals drop).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_TURKISH = ("tr", "az")
_ABOVE = frozenset("\u0300\u0301\u0303")
"""Accents beside which Lithuanian keeps the dot of an i, j or į."""
_DOT = "\u0307"
_SOFT = {"i": "I", "j": "J", "į": "Į"}
_LOWER_WITH_ACCENT = {"Ì": "i\u0307\u0300", "Í": "i\u0307\u0301", "Ĩ": "i\u0307\u0303"}
_DIAERESIS, _TONOS, _IOTA_BELOW = "\u0308", "\u0301", "\u0345"
_GREEK_VOWELS = frozenset("ΑΕΗΙΟΥΩ")
_GREEK_MARKS = frozenset(
    "\u0300\u0301\u0302\u0303\u0304\u0306\u0308\u0311\u0313\u0314\u0342\u0343\u0344\u0345"
)
_IN_WORDS = frozenset("'\u2019.\u00b7_\u00ad")
"""What stands within words, between their letters (UAX 29, WB6, WB7 and WB13a)."""
_REACH = 40
"""Marks between two letters that are looked at, at most."""


def capitals(text: str, language: str = "") -> str:
    """`text` in capitals.  Georgian letters stay: the capitals that Unicode gave them, few fonts have."""
    if _base(language) not in (*_TURKISH, "lt", "el") and not any("\u10d0" <= c <= "\u10ff" for c in text):
        return text.upper()
    return "".join(each_capital(text, language))


def small_letters(text: str, language: str = "") -> str:
    """`text` in small letters."""
    return "".join(each_small(text, language))


def capitalised(text: str, language: str = "") -> str:
    """`text` with a capital at the beginning of each word, all else as it is."""
    return "".join(each_capitalised(text, language))


def each_capital(text: str, language: str = "") -> list[str]:
    """What each character of `text` is in capitals."""
    base = _base(language)
    if base == "el":
        return list(_greek(text))
    found = ["" if "\u10d0" <= c <= "\u10ff" else c.upper() for c in text]
    for at, c in enumerate(text):
        if not found[at]:
            found[at] = c
        elif base in _TURKISH and c == "i":
            found[at] = "İ"
        elif base == "lt" and c == _DOT and at and text[at - 1].lower() in _SOFT:
            found[at] = ""
    return found


def each_small(text: str, language: str = "") -> list[str]:
    """What each character of `text` is in small letters; a Σ that ends a word is ς."""
    base = _base(language)
    found = [c.lower() for c in text]
    for at, c in enumerate(text):
        following = text[at + 1 : at + 2]
        if c == "Σ" and _cased(_before(text, at)) and not _cased(_behind(text, at + 1)):
            found[at] = "ς"
        elif base in _TURKISH and c in "Iİ":
            found[at] = "i" if c == "İ" or following == _DOT else "ı"
        elif base in _TURKISH and c == _DOT and at and text[at - 1] == "I":
            found[at] = ""
        elif base == "lt" and c in _LOWER_WITH_ACCENT:
            found[at] = _LOWER_WITH_ACCENT[c]
        elif base == "lt" and c.lower() in _SOFT and c.isupper() and following in _ABOVE:
            found[at] = c.lower() + _DOT
    return found


def each_capitalised(text: str, language: str = "") -> list[str]:
    """What each character of `text` is where words begin with a capital."""
    base = _base(language)
    found = list(text)
    for at, c in enumerate(text):
        if not c.isalpha() or _within_word(text, at):
            continue
        found[at] = "İ" if base in _TURKISH and c == "i" else c if "\u10d0" <= c <= "\u10ff" else c.title()
        if base == "nl" and c in "iI" and text[at + 1 : at + 2] in ("j", "J"):
            found[at + 1] = "J"
    return found


def _base(language: str) -> str:
    return language.partition("-")[0].lower()


def _within_word(text: str, at: int) -> bool:
    """Whether a letter stands behind another one of its word."""
    before = at - 1
    while before >= 0 and unicodedata.combining(text[before]):
        before -= 1
    if before > 0 and text[before] in _IN_WORDS:
        before -= 1
    return before >= 0 and text[before].isalnum()


def _before(text: str, at: int) -> str:
    """What stands before a character, the nearest first."""
    return text[max(0, at - _REACH) : at][::-1]


def _behind(text: str, at: int) -> str:
    return text[at : at + _REACH]


def _cased(text: str) -> bool:
    """Whether what follows, marks left out, is a letter that has capitals (Unicode's Final_Sigma)."""
    for c in text:
        if c.isupper() or c.islower() or c.istitle():
            return True
        if not (unicodedata.combining(c) or c in "'\u2019.:\u00b7\u00ad\u200d"):
            return False
    return False


def _greek(text: str) -> Iterator[str]:
    """Greek capitals, which drop their accents and keep their diaeresis.

    A vowel whose accent parted it from an ι or υ gives that a diaeresis; the word ή ("or") keeps its accent.
    """
    parted = False
    skipped = 0
    for at, c in enumerate(text):
        if skipped:
            skipped -= 1
            yield ""
            continue
        end = at + 1
        while end < len(text) and text[end] in _GREEK_MARKS:
            end += 1
        letter, *marks = list(unicodedata.normalize("NFD", text[at:end]))
        base = letter.upper()
        if base not in _GREEK_VOWELS and base != "Ρ":
            parted = False
            yield c.upper()
            continue
        accented = any(mark not in (_DIAERESIS, _IOTA_BELOW, "\u0313", "\u0314") for mark in marks)
        diaeresis = _DIAERESIS in marks or (parted and base in "ΙΥ")
        alone = not _cased(_before(text, at)) and not _cased(_behind(text, end))
        if base == "Η" and accented and alone and _IOTA_BELOW not in marks:
            base += _TONOS
        parted = accented and not diaeresis and base in _GREEK_VOWELS
        whole = base + (_DIAERESIS if diaeresis else "")
        yield unicodedata.normalize("NFC", whole) + "Ι" * marks.count(_IOTA_BELOW)
        skipped = end - at - 1
