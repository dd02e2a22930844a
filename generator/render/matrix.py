"""SVG transform lists as one matrix (a, b, c, d, e, f)."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from generator.render.errors import Fault
from generator.render.numbers import floats

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_CALL = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^)]*)\)")


def multiply(m: Matrix, k: Matrix) -> Matrix:
    """The matrix that applies `k` first, then `m`."""
    a, b, c, d, e, f = m
    return (
        a * k[0] + c * k[1], b * k[0] + d * k[1],
        a * k[2] + c * k[3], b * k[2] + d * k[3],
        a * k[4] + c * k[5] + e, b * k[4] + d * k[5] + f,
    )  # fmt: skip


def inverse(m: Matrix) -> Matrix:
    """The matrix that undoes `m`; Fault when it squeezes everything flat."""
    a, b, c, d, e, f = m
    det = a * d - b * c
    if abs(det) < 1e-12:
        raise Fault("a transform scales to nothing", "remove the scale of 0")
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """Read `translate(..) rotate(..) scale(..) skewX(..) matrix(..)`; Fault on anything else."""
    result, position = IDENTITY, 0
    for call in _CALL.finditer(text):
        if call.start() != position:
            break
        position = call.end()
        result = multiply(result, _one(call[1], floats(call[2]), text))
    if text[position:].strip():
        raise Fault(
            f'transform="{text}" cannot be read', "use translate, rotate, scale, skewX, skewY or matrix"
        )
    return result


def _one(name: str, v: list[float], text: str) -> Matrix:
    count = len(v)
    if name == "translate" and count in (1, 2):
        return (1.0, 0.0, 0.0, 1.0, v[0], v[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (v[0], 0.0, 0.0, v[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        angle = math.radians(v[0])
        turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
        if count == 1:
            return turn
        there, back = (1.0, 0.0, 0.0, 1.0, v[1], v[2]), (1.0, 0.0, 0.0, 1.0, -v[1], -v[2])
        return multiply(multiply(there, turn), back)
    if name == "skewX" and count == 1:
        return (1.0, 0.0, math.tan(math.radians(v[0])), 1.0, 0.0, 0.0)
    if name == "skewY" and count == 1:
        return (1.0, math.tan(math.radians(v[0])), 0.0, 1.0, 0.0, 0.0)
    if name == "matrix" and count == 6:
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    raise Fault(f'transform="{text}" cannot be read', "use translate, rotate, scale, skewX, skewY or matrix")
