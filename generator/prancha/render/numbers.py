"""Numbers of PDF operators."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16384)
def n(value: float) -> str:
    """Write a number with micrometre precision, shortest form."""
    text = f"{value:.3f}"
    if text.endswith(".000"):
        return "0" if text == "-0.000" else text[:-4]
    return text.rstrip("0")
