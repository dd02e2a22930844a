"""Transforms with an origin of their own (CSS Transforms 1, 4 to 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, Box, Matrix, about, parse_transform
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.extents import around
from prancha.graphics.svg.values import length

_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def transform_of(
    element: Element, drawn: Sequence[Element], context: Context, units: Mapping[str, float]
) -> Matrix:
    """The matrix of an element that draws `drawn`."""
    box: Box | None = None
    if element.get("transform-box", "view-box") != "view-box":
        # A stroke's own box differs from this by half its width.
        box = around(drawn, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    return moved_by(element.get("transform", ""), element.get("transform-origin", ""), box, context, units)


def moved_by(text: str, origin: str, box: Box | None, context: Context, units: Mapping[str, float]) -> Matrix:
    """The matrix of a transform about an origin, within `box`; None for the view."""
    if not text:
        return IDENTITY
    matrix = parse_transform(text)
    if not origin and box is None:
        return matrix
    box = box or (0.0, 0.0, *context.view)
    across, down = _words(origin or "0 0")
    x = box[0] + _along(across, "x", box[2] - box[0], context, units)
    y = box[1] + _along(down, "y", box[3] - box[1], context, units)
    return about(matrix, x, y)


def _words(text: str) -> tuple[str, str]:
    """The horizontal and the vertical part of an origin."""
    words = [*text.replace(",", " ").split()[:2]]
    if len(words) == 1:
        return ("center", words[0]) if words[0] in ("top", "bottom") else (words[0], "center")
    if words[0] in ("top", "bottom") or words[1] in ("left", "right"):
        words.reverse()
    return words[0], words[1]


def _along(word: str, name: str, side: float, context: Context, units: Mapping[str, float]) -> float:
    if word in _SHARES:
        return _SHARES[word] * side
    value, unit = length(word)
    return value / 100 * side if unit == "%" else user_length(word, name, context, units)
