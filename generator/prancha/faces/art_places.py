"""Where a picture lies in a box: scaled, cropped about its focus, mirrored at its edges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from prancha.faces.template_shapes import n
from prancha.model.units import Mm

LAP: Mm = 0.05
"""How far a mirrored edge reaches under the picture, so that no light line is seen between the two."""
_WORDS = {"left": (0.0, None), "right": (1.0, None), "top": (None, 0.0), "bottom": (None, 1.0)}
_CENTRE = ("center", "centre", "middle")
_SHARE = r"(\d+(?:\.\d+)?|\.\d+)(%?)\Z"


class Sides(Struct, frozen=True):
    """A length for each side, mm."""

    top: Mm
    right: Mm
    bottom: Mm
    left: Mm

    @classmethod
    def read(cls, value: Any) -> Sides:
        """One number, or a list of four.  Raises ValueError."""
        four = list(value) if isinstance(value, list | tuple) else [value] * 4
        plain = [v for v in four if isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 100]
        if len(plain) != 4 or len(four) != 4:
            raise ValueError(f"bleed is {value!r:.40}, not a number of mm or a list of four")
        return cls(*map(float, plain))

    @property
    def any(self) -> bool:
        """Whether any side has a length."""
        return bool(self.top or self.right or self.bottom or self.left)


class Frame(Struct, frozen=True):
    """A box on the face, mm."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    def grown(self, by: Sides) -> Frame:
        """The box with `by` added on each side."""
        return Frame(
            self.x - by.left,
            self.y - by.top,
            self.width + by.left + by.right,
            self.height + by.top + by.bottom,
        )

    def cuts(self, other: Frame) -> bool:
        """Return whether part of `other` lies outside."""
        return (
            other.x < self.x - 1e-6
            or other.y < self.y - 1e-6
            or other.x + other.width > self.x + self.width + 1e-6
            or other.y + other.height > self.y + self.height + 1e-6
        )

    def path(self) -> str:
        """Its outline as path data."""
        return f"M{n(self.x)} {n(self.y)}h{n(self.width)}v{n(self.height)}h{n(-self.width)}Z"


def place_picture(frame: Frame, columns: float, rows: float, fit: str, focus: tuple[float, float]) -> Frame:
    """The box of the whole picture: as large as `fit` wants, its focus as near the middle as edges allow."""
    if fit == "stretch":
        return frame
    scale = (max if fit == "fill" else min)(frame.width / columns, frame.height / rows)
    width, height = columns * scale, rows * scale
    if fit == "fit":
        return Frame(
            frame.x + (frame.width - width) * focus[0],
            frame.y + (frame.height - height) * focus[1],
            width,
            height,
        )
    return Frame(
        _kept(frame.x, frame.width, width, focus[0]),
        _kept(frame.y, frame.height, height, focus[1]),
        width,
        height,
    )


def _kept(start: Mm, room: Mm, length: Mm, focus: float) -> Mm:
    return min(start, max(start + room - length, start + room / 2 - focus * length))


def tiles(whole: Frame, outer: Frame) -> Iterator[str]:
    """Transforms that show a picture at `whole`, mirrored where `outer` reaches beyond; itself last.

    Raises ValueError where one mirroring is not enough.
    """
    across = list(_mirrors(whole.x, whole.width, outer.x, outer.width))
    down = list(_mirrors(whole.y, whole.height, outer.y, outer.height))
    for sx, dx in across:
        for sy, dy in down:
            if (sx, sy) != (1, 1):
                yield f' transform="matrix({sx} 0 0 {sy} {n(dx)} {n(dy)})"'
    yield ""


def _mirrors(start: Mm, length: Mm, outer: Mm, reach: Mm) -> Iterator[tuple[int, Mm]]:
    """Factor and shift along one axis of each copy that is needed, the picture's own included."""
    before, after = start - outer, outer + reach - start - length
    if max(before, after) > length:
        raise ValueError(f"a bleed of {max(before, after):.1f} mm is wider than the picture")
    if before > 1e-6:
        yield -1, 2 * (start + LAP)
    if after > 1e-6:
        yield -1, 2 * (start + length - LAP)
    yield 1, 0.0


def read_focus(value: Any) -> tuple[float, float]:
    """Shares of width and height from a list, "0.5 0.3", "50% 30%", "top" or "left bottom".

    Raises ValueError.
    """
    if value is None or value == "":
        return 0.5, 0.5
    wrong = ValueError(f"focus is {value!r:.40}, not two shares from 0 to 1 or words such as top left")
    if isinstance(value, list | tuple):
        words = [str(v) if isinstance(v, int | float) and not isinstance(v, bool) else "" for v in value]
    elif isinstance(value, str):
        words = value.lower().replace(",", " ").split()
    else:
        raise wrong
    if words and all(word in _WORDS or word in _CENTRE for word in words) and len(words) <= 2:
        across, down = None, None
        for word in words:
            x, y = _WORDS.get(word, (None, None))
            if (x is not None and across is not None) or (y is not None and down is not None):
                raise wrong
            across, down = (x if across is None else across), (y if down is None else down)
        return (0.5 if across is None else across), (0.5 if down is None else down)
    found = [re.match(_SHARE, word) for word in words]
    if len(found) != 2 or None in found:
        raise wrong
    shares = [float(f[1]) / (100 if f[2] else 1) for f in found if f]
    if not all(0 <= share <= 1 for share in shares):
        raise wrong
    return shares[0], shares[1]
