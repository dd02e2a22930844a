"""Inks made dark enough to stand out from a ground, or to stand back from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from prancha.graphics.scene.colours import WHITE, Rgb, contrast, over

BLACK: Rgb = (0.0, 0.0, 0.0)
STEPS = 20
QUARTER = 0.25
"""Grounds are judged at their worst quarter, as the contrast check does."""


def shades(colour: Rgb, ground_is_dark: bool = False) -> Iterable[Rgb]:
    """The colour, then darker and darker (or lighter) ones."""
    end = WHITE if ground_is_dark else BLACK
    return (over(end, k / STEPS, colour) for k in range(STEPS + 1))


def ratio(ink: Rgb, alpha: float, grounds: Sequence[Rgb]) -> float:
    """The contrast of `ink` at the worst quarter of its grounds."""
    found = sorted(contrast(over(ink, alpha, ground), ground) for ground in grounds)
    return found[int(len(found) * QUARTER)] if found else 21.0


def standing_back(ink: Rgb, alpha: float, grounds: Sequence[Rgb], wanted: float) -> Rgb:
    """`ink` mixed with white until it stands out by no more than `wanted`."""
    found = ink
    for k in range(1, STEPS):
        mixed = over(WHITE, k / STEPS, ink)
        if ratio(mixed, alpha, grounds) < wanted:
            break
        found = mixed
    return found


def standing_out(ink: Rgb, alpha: float, grounds: Sequence[Rgb], wanted: float) -> Rgb:
    """`ink`, darkened (on dark grounds lightened) no more than it takes to stand out by `wanted`."""
    for dark in (False, True):
        for shade in shades(ink, dark):
            if ratio(shade, alpha, grounds) >= wanted:
                return shade
    return max((BLACK, WHITE, ink), key=lambda colour: ratio(colour, alpha, grounds))


def median_of(colours: Sequence[Rgb]) -> Rgb:
    """The median of each channel."""
    red, green, blue = (median(colour[k] for colour in colours) for k in range(3))
    return red, green, blue
