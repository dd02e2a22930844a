"""Hat layouts found by long searches, shipped as data in layouts.json.

Those with `scale` 0 came from a strip packer, all others from `nesting.search` with 48 finalists of
20,000 steps.  On A4 37 hats of 55 mm are proved to be the most the kite grid allows.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from prancha.model.outline import SQRT3
from prancha.model.units import Mm


class HatLayout(Struct, frozen=True, rename={"lines": "poses"}):
    """Hats of `diameter` at least `gap` apart in a `room` of width x height mm.

    `lines` list `x,y,turn` of the lattice origins, y up, turns of 60 degrees counter-clockwise:
    lattice pairs when `scale` is above 0 (mm per lattice unit), else millimetres.
    """

    room: tuple[Mm, Mm]
    diameter: Mm
    gap: Mm
    scale: Mm
    lines: tuple[str, ...]

    def poses(self) -> list[tuple[Mm, Mm, int]]:
        """The hats as (x, y, turn) in mm, y up, wherever the origin may lie."""
        found: list[tuple[Mm, Mm, int]] = []
        for word in " ".join(self.lines).split():
            x, y, turn = word.split(",")
            if self.scale:
                a, b = int(x), int(y)
                found.append((self.scale * (a + b / 2), self.scale * b * SQRT3 / 2, int(turn)))
            else:
                found.append((float(x), float(y), int(turn)))
        return found


@cache
def known_layouts() -> tuple[HatLayout, ...]:
    """All of layouts.json."""
    data = files(__package__ or "").joinpath("layouts.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[HatLayout, ...])
