"""What stands where a picture is missing: a crossed box with the file's name."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup

from prancha.faces.geometry import n
from prancha.faces.placed.art_places import Frame
from prancha.model.units import PT_PER_MM, Mm, Pt

SIZES: tuple[Pt, ...] = (9.0, 8.0, 7.0)
LOWEST: Mm = 3.5
"""A box lower than this holds no name."""
_STRANGE = re.compile(r"[^\w .()+,'/-]", re.ASCII)
"""What a font may lack, or a label may read as markup."""


_READ = 300
"""Characters of a name's end that are tried."""


class Placeholder:
    """Draws boxes with names in `font`, by a template's own calls; "" for a game without fonts."""

    def __init__(self, label: Callable[..., Markup], width_of: Callable[..., Mm], font: str) -> None:
        self._label, self._width_of, self._font = label, width_of, font

    def draw(self, frame: Frame, outer: Frame, path: str) -> str:
        """A crossed box on its ground `outer`, and as much of the file's name as can be read in it."""
        x, y, right, bottom = frame.x, frame.y, frame.x + frame.width, frame.y + frame.height
        cross = f"M{n(x)} {n(y)}L{n(right)} {n(bottom)}M{n(right)} {n(y)}L{n(x)} {n(bottom)}"
        drawn = (
            f'<path d="{outer.path()}" fill="#ececec"/>'
            f'<path d="{cross}" stroke="#b4b4b4" stroke-width="0.25"/>'
            f'<path d="{frame.path()}" fill="none" stroke="#8c8c8c" stroke-width="0.35"/>'
        )
        size, word = self._fitting(_STRANGE.sub("?", path.strip().replace("\\", "/")), frame)
        return drawn + self._named(word, size, (x + right) / 2, (y + bottom) / 2) if word else drawn

    def _named(self, word: str, size: Pt, x: Mm, y: Mm) -> str:
        em = size / PT_PER_MM
        wide, high = self._width_of(word, size, self._font) + 1.5, em * 1.5
        plate = (
            f'<rect x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}"'
            ' fill="#ececec"/>'
        )
        baseline = y + em * 0.34
        text = self._label(word, x, baseline, size=size, font=self._font, align="center", fill="#3c3c3c")
        return plate + str(text)  # a Markup would escape what stands before it

    def _fitting(self, name: str, frame: Frame) -> tuple[Pt, str]:
        """A size of type and the end of the name that fits; "" where none can be read."""
        room = frame.width * 0.86
        if frame.height < LOWEST or not self._font:
            return 0.0, ""
        for size in SIZES:
            if self._width_of(name, size, self._font) <= room:
                return size, name
        for start in range(max(1, len(name) - _READ), len(name) - 4):
            short = "..." + name[start:]
            if self._width_of(short, SIZES[-1], self._font) <= room:
                return SIZES[-1], short
        return 0.0, ""
