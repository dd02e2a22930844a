"""Numbers of SVG attributes."""

from __future__ import annotations

import re
from functools import lru_cache

from prancha.graphics.svg.errors import DrawingFault

NUMBER = r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"
"""It never gives back a digit: trying every way to part a long one would take its square."""
_ONE = re.compile(NUMBER)
_LENGTH = re.compile(rf"({NUMBER})\s*(px|mm|)\Z")
LIMIT = 1e5
"""Millimetres; anything larger is a mistake and overflows some readers."""
HUGE = 1e9
"""Beyond it numbers that are no lengths, such as factors, cannot be written either."""


def numbers(text: str) -> list[float]:
    """All numbers in an attribute, whatever stands between them."""
    return [float(word) for word in _ONE.findall(text)]


@lru_cache(maxsize=4096)
def first(text: str, default: float = 0.0) -> float:
    """The first number in an attribute, where errors are not reported; `default` where there is none."""
    found = _ONE.search(text)
    value = float(found[0]) if found else default
    return value if -HUGE < value < HUGE else default


def length(attributes: dict[str, str], name: str, default: float = 0.0) -> float:
    """Read a length attribute in user units; Fault when it is not a number in range."""
    text = attributes.get(name)
    if text is None:
        return default
    value = _length(text)
    if value is None:
        raise DrawingFault(f'{name}="{text}" is not a length in millimetres', "write a plain number")
    if not -LIMIT < value < LIMIT:
        raise DrawingFault(f'{name}="{text}" is out of range')
    return value


@lru_cache(maxsize=16384)
def _length(text: str) -> float | None:
    found = _LENGTH.match(text.strip())
    return float(found[1]) if found else None


def floats(text: str) -> list[float]:
    """All numbers of a list attribute; Fault when there is anything else in it."""
    rest = _ONE.sub("", text).strip(" ,\t\r\n")
    if rest:
        raise DrawingFault(f'"{text[:40]}" is not a list of numbers: "{rest[:10]}"', "write plain numbers")
    return [finite(float(word), text) for word in _ONE.findall(text)]


def finite(value: float, text: str) -> float:
    """Return `value`; Fault when it is no number or beyond all measure."""
    if not -HUGE < value < HUGE:
        raise DrawingFault(f'"{text[:40]}" has a number out of range')
    return value
