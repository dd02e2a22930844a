"""What an unquoted YAML word means: the core schema of YAML 1.2, no more.

YAML 1.1, which PyYAML follows, would turn `no` into false, `012` into 10 and
`12:30` into 750.  One departure from 1.2: a number with leading zeros, such as
`012`, stays text, because dropping its zeros would change what is printed.  Other
numbers print as they are written: 1.10, +5, 1e3.
Source: https://yaml.org/spec/1.2.2/#103-core-schema
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

from prancha.model.written import as_written

Scalar: TypeAlias = str | int | float | bool | None

MAX_DIGITS = 100
_WORDS: dict[str, Scalar] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_NUMBER_STARTS = frozenset("+-.0123456789")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_BASED = r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z"
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NO_NUMBER = r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"


def plain_scalar(word: str) -> Scalar:
    """Return the value of an unquoted `word`.

    Raises ValueError, in plain words, for numbers nothing can be printed with:
    infinities, not-a-number, more than MAX_DIGITS characters.
    """
    if word[:1] in _NUMBER_STARTS and word:
        return _number(word)
    return _WORDS.get(word, word)


def _number(word: str) -> Scalar:
    whole = _INT.match(word)
    if whole or _FLOAT.match(word) or re.match(_BASED, word):
        if len(word) > MAX_DIGITS:
            raise ValueError(f"a number of {len(word)} digits; {MAX_DIGITS} is the most")
        if whole:
            return int(word) if word[0] not in "+-" else as_written(int(word), word)
        if word[1:2] in ("o", "x"):
            return as_written(int(word, 0), word)
        value = float(word)
        if math.isinf(value):
            raise ValueError(f"the number {word} is too large")
        return as_written(value, word)
    if re.match(_NO_NUMBER, word):
        raise ValueError(f"{word} is not a number that can be printed or counted")
    return word
