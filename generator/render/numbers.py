"""Numbers of PDF operators."""

from __future__ import annotations


def n(value: float) -> str:
    """Write a number with micrometre precision, shortest form."""
    text = f"{value:.3f}"
    if text.endswith(".000"):
        return "0" if text == "-0.000" else text[:-4]
    return text.rstrip("0")


def fine(value: float) -> str:
    """Write a number with six significant digits and never an exponent, which PDF does not know."""
    text = f"{value:.6g}"
    if "e" not in text:
        return text
    plain = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if plain == "-0" else plain
