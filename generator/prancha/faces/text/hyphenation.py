"""Where words may be hyphenated, by the patterns (Liang's) that pyphen brings.

pyphen works out what each of 11,000 English patterns says as it reads them, which takes two fifths of what
a build of 54 cards takes; here that is done of those that a word meets.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_DIALECTS = {"en": "en_US", "pt": "pt_BR"}
"""Patterns for languages written without a country."""
_NO_PATTERNS = (
    "%", "#", "LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN",
)  # fmt: skip
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
    return _patterns(pyphen.LANGUAGES[known]) if known else None


@lru_cache(maxsize=8)
def _patterns(path: Path) -> Patterns:
    return Patterns(path)
