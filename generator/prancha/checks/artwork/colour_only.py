"""Components of one family that differ by colour only, in colours that fall together.

One man in twelve sees red and green less apart, and many kits are printed without colour.  Two
components whose drawings are the same but for their colours must stay apart for protan, deutan and
tritan eyes and in greyscale, by a CIEDE2000 difference of at least `least`; a symbol, a pattern or
a name on them is the better remedy.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.graphics.svg.css_colours import Rgb, colour_or_none, linear, luminance
from prancha.model.game import Family

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


CODE = "colour-only"
OPTIONS: Mapping[str, Any] = {"least": 10.0}
_COLOUR = re.compile(r'#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|(?<=(?:fill|olor|roke)=")[a-z]{3,12}(?=")')


def look(printed: Printed, options: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield each pair that someone takes for the same, at its second item."""
    for family in printed.game.families:
        for alike in _alike(printed, family):
            for first, second in combinations(alike, 2):
                spot = _pair(family, first, second, options["least"])
                if spot:
                    yield spot


_Look = tuple[int, tuple[str, ...]]
_WORDS = re.compile(r">([^<>#=\"]*[^<>#=\"\s])</")
"""Words, but for those that could be taken for a colour."""


def _alike(printed: Printed, family: Family) -> Iterator[list[_Look]]:
    """Items of a family (by their number) with their colours, where all else on both sides is the same."""
    sides = [side for side in (printed.fronts, printed.backs) if side]
    drawn = [[side[item.key].svg for side in sides if item.key in side] for item in family.items]
    # Most items share their words with no other: a cheap first filter.
    words = [tuple(_digest("\n".join(_WORDS.findall(svg))) for svg in each) for each in drawn]
    count = Counter(words)
    groups: dict[tuple[bytes, ...], dict[tuple[str, ...], _Look]] = {}
    for number, each in enumerate(drawn):
        if count[words[number]] > 1:
            colours = tuple(colour for svg in each for colour in _COLOUR.findall(svg))
            alike = groups.setdefault(tuple(_digest(_COLOUR.sub("#", svg)) for svg in each), {})
            alike.setdefault(colours, (number, colours))
    yield from (list(group.values()) for group in groups.values() if len(group) > 1)


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


def _pair(family: Family, first: _Look, second: _Look, least: float) -> FaceFinding | None:
    pairs = {(a, b) for a, b in zip(first[1], second[1], strict=True) if a != b}
    read = [(colour_or_none(a), colour_or_none(b)) for a, b in pairs]
    known = [(a, b) for a, b in read if a is not None and b is not None]
    differences = {eyes: max((colour_difference(a, b, eyes) for a, b in known), default=0.0) for eyes in EYES}
    lost = [eyes for eyes in EYES if differences[eyes] < least]
    if not lost or len(known) < len(pairs):
        return None
    one, other = family.items[first[0]], family.items[second[0]]
    worst = min(differences.values())
    return FaceFinding(
        CODE,
        "warning",
        f'"{one.id}" and "{other.id}" differ by colour only, and look the same to {" and ".join(lost)} '
        f"(difference {worst:.1f}, expected {least:g})",
        hint="give each a symbol, a pattern or a name, or colours of different lightness",
        item=other.key,
        family=family.id,
        template=family.template,
        about=f"{one.id}/{other.id}",
        badness=-worst,
        place=other.place,
    )
