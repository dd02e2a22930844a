"""Groups that fade as one: what is in them covers each other first, and is translucent together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from msgspec import Struct

from prancha.graphics.scene.colours import WHITE, Rgb


class Fade(Struct, frozen=True, eq=False):
    """One group with an opacity below 1; another group of the same opacity is another one."""

    opacity: float


Fades = tuple[Fade, ...]
"""The faded groups around something, outermost first."""
Painted = tuple[Rgb, float, Fades]
"""What is painted at a point: its colour, its opacity with that of all groups around it, and these groups."""


def relative(layer: Painted, within: Fades) -> Painted:
    """A layer as seen by something that is `within` groups: those around both fade neither for the other."""
    colour, alpha, fades = layer
    shared = _shared(fades, within)
    if not shared:
        return layer
    return colour, alpha / prod(fade.opacity for fade in fades[:shared]), fades[shared:]


def flattened(layers: Iterable[Painted]) -> tuple[Rgb, float]:
    """The colour of layers, topmost first, multiplied by its opacity, and their opacity."""
    pages: list[tuple[Rgb, float]] = [_CLEAR]
    open_: list[Fade] = []
    for colour, alpha, fades in reversed(list(layers)):
        shared = _shared(fades, open_)
        while len(open_) > shared:
            _close(pages, open_)
        for fade in fades[shared:]:
            open_.append(fade)
            pages.append(_CLEAR)
        own = min(1.0, alpha / prod(fade.opacity for fade in fades))
        red, green, blue = colour
        pages[-1] = _upon(pages[-1], (red * own, green * own, blue * own), own)
    while open_:
        _close(pages, open_)
    return pages[0]


def on_white(layers: Iterable[Painted]) -> Rgb:
    """The colour of layers, topmost first, on white paper."""
    (red, green, blue), alpha = flattened(layers)
    rest = 1 - alpha
    return red + rest * WHITE[0], green + rest * WHITE[1], blue + rest * WHITE[2]


_CLEAR: tuple[Rgb, float] = ((0.0, 0.0, 0.0), 0.0)


def _close(pages: list[tuple[Rgb, float]], open_: list[Fade]) -> None:
    (red, green, blue), alpha = pages.pop()
    by = open_.pop().opacity
    pages[-1] = _upon(pages[-1], (red * by, green * by, blue * by), alpha * by)


def _upon(page: tuple[Rgb, float], top: Rgb, alpha: float) -> tuple[Rgb, float]:
    (red, green, blue), covered = page
    rest = 1 - alpha
    return (top[0] + red * rest, top[1] + green * rest, top[2] + blue * rest), alpha + covered * rest


def _shared(one: Sequence[Fade], other: Sequence[Fade]) -> int:
    """How many groups are around both."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a is not b:
            break
        count += 1
    return count
