"""Colours as PDF operands."""

from __future__ import annotations

from functools import lru_cache

from generator.svg.colours import parse_colour


@lru_cache(maxsize=4096)
def operands(text: str) -> str:
    """The colour as PDF operands, `0.2 0 1`."""
    return " ".join(f"{v:.4f}".rstrip("0").rstrip(".") or "0" for v in parse_colour(text))
