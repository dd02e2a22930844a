"""Words in the content of a face: cut out of it, and what their glyphs cover.

Words of the form that nearly all have, a text object of one font, place and array (ISO 32000-1, 9.4), are
told by their font and glyphs.  All others stay in the content.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import lru_cache
from sys import byteorder

from msgspec import Struct

from prancha.checks.proof.ink_glyphs import MeasuredFont
from prancha.checks.proof.matrix import IDENTITY, Box, Matrix, after, around, corners

_NUMBER = rb"-?\d*\.?\d+"
_STRING = rb"\([^()\\]*(?:\\.[^()\\]*)*\)"
_TEXT = re.compile(
    rb"BT (/\S+ %b Tf (?:%b ){4})(%b) (%b) Tm \[((?:%b|[-\d. ])*)\] TJ ET(?=\n|\Z)"
    % (*[_NUMBER] * 4, _STRING),
    re.DOTALL,
)
_STRINGS = re.compile(rb"(%b)" % _STRING, re.DOTALL)
_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_MEANT = {b"(": b"(", b")": b")", b"\\": b"\\", b"r": b"\r"}
_MEET = 0.25
"""Sizes of the type by which boxes of words may lie over each other: their glyphs do not."""
_LINE_END = 10


class CutText(Struct, frozen=True):
    """A text object as it is written; `run` counts the stretches of such that it is in, from 0."""

    run: int
    style: bytes
    x: bytes
    y: bytes
    operands: bytes


class Words(Struct, frozen=True):
    """A text object: the codes it shows, and by how many thousandths of its size it shifts them in all."""

    run: int
    font: str
    size: float
    matrix: Matrix
    codes: array[int]
    shift: float


class Covered(Struct, frozen=True):
    """What words cover of a face: mm², and the box they lie in, in its own mm."""

    run: int
    area: float
    box: Box
    size: float


def cut(content: bytes) -> tuple[tuple[bytes, ...], list[CutText]]:
    """What stands before, between and after stretches of words, and the words."""
    parts: list[bytes] = []
    texts: list[CutText] = []
    at = 0
    for match in _TEXT.finditer(content):
        begin, end = match.span()
        if begin and content[begin - 1] != _LINE_END:
            continue
        if begin != at or not texts:
            parts.append(content[at:begin])
        at = end + 1
        texts.append(CutText(len(parts) - 1, *match.groups()))
    parts.append(content[at:])
    return tuple(parts), texts


def read(text: CutText) -> Words | None:
    """The words of a text object; None for strings that are written otherwise than ours."""
    operands = _STRINGS.split(text.operands)
    strings = b"".join(operands[1::2]).replace(b")(", b"")[1:-1] if len(operands) > 1 else b""
    if b"\\" in strings:
        strings = b"".join([string[1:-1] for string in operands[1::2]])
        if not _MEANT.keys() >= set(_ESCAPED.findall(strings)):
            return None
        strings = _ESCAPED.sub(lambda match: _MEANT[match[1]], strings)
    if len(strings) % 2:
        return None
    codes = array("H", strings)
    if byteorder == "little":
        codes.byteswap()
    shift = sum(map(float, b" ".join(operands[::2]).split()))
    font, size, (a, b, c, d) = _style(text.style)
    matrix = a, b, c, d, float(text.x), float(text.y)
    return Words(text.run, font, size, matrix=matrix, codes=codes, shift=shift)


@lru_cache(maxsize=256)
def _style(written: bytes) -> tuple[str, float, tuple[float, float, float, float]]:
    """A font, its size, and how it lies."""
    font, size, _, *lying = written.split()
    a, b, c, d = map(float, lying)
    return font.decode("latin-1"), float(size), (a, b, c, d)


def covered(words: Words, font: MeasuredFont, outer: Matrix) -> Covered | None:
    """What words cover, `outer` being the matrix in their place; None for a glyph that was not measured."""
    codes, size = words.codes, words.size
    different = set(codes)
    if not different <= font.area.keys():
        return None
    long = sum(map(font.width.__getitem__, codes)) - words.shift / 1000
    high = max(map(font.high.__getitem__, different), default=0.0)
    deep = max(map(font.deep.__getitem__, different), default=0.0)
    matrix = words.matrix if outer == IDENTITY else after(words.matrix, outer)
    square = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) * size * size
    left, right = font.over
    box = _box(matrix, (-left * size, -deep * size, (long + right) * size, high * size))
    return Covered(words.run, sum(map(font.area.__getitem__, codes)) * square, box, square**0.5)


def _box(matrix: Matrix, box: Box) -> Box:
    """The box around a box that a matrix moves."""
    a, b, c, d, e, f = matrix
    if b or c:
        return around(corners(matrix, *box))
    x1, x2, y1, y2 = a * box[0] + e, a * box[2] + e, d * box[1] + f, d * box[3] + f
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def lie_apart(all_words: Sequence[Covered]) -> bool:
    """Whether no words lie over others."""
    order = sorted(all_words, key=_top)
    for k, one in enumerate(order, 1):
        left, _, right, bottom = one.box
        for other in order[k:]:
            if other.box[1] >= bottom:
                break
            free = _MEET * min(one.size, other.size)
            across = min(right, other.box[2]) - max(left, other.box[0])
            if across > free and bottom - other.box[1] > free:
                return False
    return True


def _top(words: Covered) -> float:
    return words.box[1]
