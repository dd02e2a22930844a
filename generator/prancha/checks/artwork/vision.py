"""How far two colours look apart, to people with full colour vision, with less, and on a grey printer."""

from __future__ import annotations

import math
from functools import lru_cache

from prancha.graphics.scene.colours import Rgb, linear, luminance

Lab = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), table 1, severity 1.0; for linear RGB.
_SEEN_BY = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
GREYSCALE = "a greyscale printer"
EYES = (*_SEEN_BY, GREYSCALE)
"""Kinds of vision that are tried: the three kinds of dichromacy, and print without colour."""

# sRGB to XYZ (IEC 61966-2-1), rows divided by the D65 white point.
_TO_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def colour_difference(first: Rgb, second: Rgb, eyes: str) -> float:
    """The CIEDE2000 difference of two colours as `eyes` (one of EYES) see them."""
    return ciede2000(lab_as_seen(first, eyes), lab_as_seen(second, eyes))


@lru_cache(maxsize=4096)
def lab_as_seen(colour: Rgb, eyes: str = "") -> Lab:
    """`colour` in CIE L*a*b* as `eyes` see it; with none, as it is."""
    light = linear(colour)
    if eyes == GREYSCALE:
        light = (luminance(colour),) * 3
    elif eyes:
        light = _through(_SEEN_BY[eyes], light)
    x, y, z = (_cube_root(min(1.0, max(0.0, v))) for v in _through(_TO_XYZ, light))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _through(rows: tuple[Rgb, Rgb, Rgb], light: Rgb) -> Rgb:
    r, g, b = light
    x, y, z = (row[0] * r + row[1] * g + row[2] * b for row in rows)
    return x, y, z


def _cube_root(v: float) -> float:
    return math.cbrt(v) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116


def ciede2000(first: Lab, second: Lab) -> float:
    """The colour difference of Sharma, Wu and Dalal (2005); about 1 is just visible side by side."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    grow = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25**7))
    c1, c2 = math.hypot(a1 * grow, b1), math.hypot(a2 * grow, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * grow)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if h2 - h1 == 180:
        turn = 180.0
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else _mean_hue(h1, h2)
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.20 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    twist = -math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    twist *= 2 * math.sqrt(cm**7 / (cm**7 + 25**7))
    vl, vc, vh = dl / sl, dc / sc, dh / sh
    return math.sqrt(max(0.0, vl * vl + vc * vc + vh * vh + twist * vc * vh))


def _mean_hue(h1: float, h2: float) -> float:
    total = h1 + h2
    if abs(h1 - h2) <= 180:
        return total / 2
    return (total + 360) / 2 if total < 360 else (total - 360) / 2
