"""Uses of icons as templates write them, which are the same on many faces but for their place."""

from __future__ import annotations

import re
from typing import NamedTuple

_NUMBER = r"(-?\d{1,5}(?:\.\d{1,9})?)"
_USE = re.compile(
    rf'<use (href="#[\w.-]+") x="{_NUMBER}" y="{_NUMBER}"((?: (?:width|height|color)="[\w.#-]+")*)/>',
    re.ASCII,
)


class PlacedIcon(NamedTuple):
    """A use: what it shows and how, and the place of its top left corner as it is written."""

    look: str
    x: str
    y: str


def placed_icon(markup: str) -> PlacedIcon | None:
    """The use that markup is; None where it is more than one, or another."""
    found = _USE.fullmatch(markup)
    return None if found is None else PlacedIcon(found[1] + found[4], found[2], found[3])
