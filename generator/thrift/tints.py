"""Colours made pale, or dark enough to stand out from a pale ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from statistics import median

from generator.printed.colours import WHITE, Rgb, contrast, luminance, over

BLACK: Rgb = (0.0, 0.0, 0.0)
PALEST = 81.0
"""Lightness (CIE L*) that black becomes; white stays white."""
SOFT = 64.0
"""The same for small things of which there are many: they still must be told apart."""
STEPS = 20
QUARTER = 0.25
"""Grounds are judged at their worst quarter, as the contrast check does."""


def lightness(colour: Rgb) -> float:
    """CIE L*, from 0 to 100."""
    y = luminance(colour)
    return float(116 * y ** (1 / 3) - 16) if y > 0.008856 else 903.3 * y


@lru_cache(maxsize=4096)
def pale(colour: Rgb, palest: float = PALEST) -> Rgb:
    """The colour mixed with white until its lightness is above `palest`, the darker the lower."""
    wanted = palest + (100 - palest) * lightness(colour) / 100
    low, high = 0.0, 1.0
    for _ in range(14):
        middle = (low + high) / 2
        if lightness(over(WHITE, middle, colour)) < wanted:
            low = middle
        else:
            high = middle
    return over(WHITE, high, colour)


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


def lightened(colour: Rgb, grounds: Sequence[Rgb], least: float) -> Rgb:
    """The palest mix with white that still stands out by `least`."""
    best = colour
    for k in range(1, 20):
        mixed = over(WHITE, k / 20, colour)
        if ratio(mixed, 1.0, grounds) < least:
            break
        best = mixed
    return best if ratio(best, 1.0, grounds) >= least else standing_out(colour, 1.0, grounds, least)


def median_of(colours: Sequence[Rgb]) -> Rgb:
    """The median of each channel."""
    red, green, blue = (median(colour[k] for colour in colours) for k in range(3))
    return red, green, blue
