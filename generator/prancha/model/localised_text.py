"""Texts per language, capitals by the rules of a language, and text escaped for the markup of texts.

Texts are given and taken character by character, so that what belongs to a character stays with it: one may
become several (`ß`) or nothing (an accent that capitals drop).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

SYMBOL = r"[^\s!-/:-@\[-`{-~][^\s!-*,.:-@\[-^`{-~]*"
"""What `{...}` in a text may name: letters and digits of any script, signs beyond ASCII, then _ / + - too.

Written so that it means the same to Python, to Rust and to editors that read a JSON Schema.
"""


def is_text(value: object, languages: Collection[str]) -> bool:
    """Return whether `value` is a text per language: a mapping whose keys are all `languages` of the game."""
    return isinstance(value, Mapping) and bool(value) and all(key in languages for key in value)


def resolve_texts(value: Any, lang: str, languages: Collection[str]) -> Any:
    """Return `value` with every text per language replaced, at any depth, by its string in `lang`.

    Mappings come back as dicts and sequences as lists; everything else as it is.
    A text that lacks `lang` is that of another language: nothing is printed in `lang` while one does.
    """
    kind = value.__class__
    if kind is str or kind is int:
        return value
    if isinstance(value, Mapping):
        if is_text(value, languages):
            # What is missing in this language is refused where it is printed.
            return value.get(lang) or next((text for text in value.values() if text), "")
        return {key: resolve_texts(part, lang, languages) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [resolve_texts(part, lang, languages) for part in value]
    return value


_SIGNS = re.compile(r"[\\*{}\[\]<&]")
_ESCAPED = re.compile(r"\\(.)", re.S)
_STARTS = re.compile(r"(?m)^([ \t]*)([-•#]|\d{1,3}(?=\.))")


def escape_text(text: str) -> str:
    """Escape `text` so that markup prints it literally."""
    return _STARTS.sub(_start, _SIGNS.sub(r"\\\g<0>", text))


def unescaped(text: str) -> str:
    """Return the text that `escape_text` was given."""
    return _ESCAPED.sub(r"\1", text)


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """`value` with its texts changed, at any depth of lists and mappings."""
    if value.__class__ is str:
        return change(value)
    if isinstance(value, list):
        return [each_text(part, change) for part in value]
    if isinstance(value, dict):
        return {key: each_text(part, change) for key, part in value.items()}
    return value


def _start(found: re.Match[str]) -> str:
    """The mark at the start of a line, so that it begins no entry of a list."""
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


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
    """Each character of `text` in capitals."""
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
    """Each character of `text` in small letters; a Σ that ends a word becomes ς."""
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
    """Each character of `text` in title case."""
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
    """Return whether a letter follows another one of its word."""
    before = at - 1
    while before >= 0 and unicodedata.combining(text[before]):
        before -= 1
    if before > 0 and text[before] in _IN_WORDS:
        before -= 1
    return before >= 0 and text[before].isalnum()


def _before(text: str, at: int) -> str:
    """The characters before one, the nearest first."""
    return text[max(0, at - _REACH) : at][::-1]


def _behind(text: str, at: int) -> str:
    return text[at : at + _REACH]


def _cased(text: str) -> bool:
    """Return whether what follows, marks left out, is a letter that has capitals (Unicode's Final_Sigma)."""
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
