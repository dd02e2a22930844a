"""Numbers and colours as operands of PDF operators."""

from __future__ import annotations

from functools import lru_cache

from prancha.graphics.svg.css_colours import parse_colour


@lru_cache(maxsize=16384)
def n(value: float) -> str:
    """Write a number with micrometre precision, shortest form."""
    text = f"{value:.3f}"
    if text.endswith(".000"):
        return "0" if text == "-0.000" else text[:-4]
    return text.rstrip("0")


@lru_cache(maxsize=4096)
def operands(text: str) -> str:
    """The colour as PDF operands, `0.2 0 1`."""
    return " ".join(map(_written, parse_colour(text)))


@lru_cache(maxsize=4096)
def grey(text: str) -> str:
    """The grey that a colour is in a mask (CSS Masking 1, 7.10.1), as operands of red, green and blue.

    PDF weighs colours otherwise, but greys alike.
    """
    red, green, blue = parse_colour(text)
    return " ".join([_written(0.2125 * red + 0.7154 * green + 0.0721 * blue)] * 3)


def _written(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
