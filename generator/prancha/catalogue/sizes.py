"""Sizes that have a name; docs/catalogue.md lists them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from prancha.model.diagnostic import suggestion

SIZES: Mapping[str, str] = MappingProxyType({
    "poker": "63.5 x 88.9 mm",
    "euro-poker": "63 x 88 mm",
    "tcg": "63 x 88 mm",
    "bridge": "57.15 x 88.9 mm",
    "us-game": "56 x 87 mm",
    "japanese": "59 x 86 mm",
    "euro-game": "59 x 92 mm",
    "skat": "58.9 x 90.7 mm",
    "mini": "1.75 x 2.5 in",
    "mini-us": "41 x 63 mm",
    "mini-euro": "44 x 68 mm",
    "micro": "1.25 x 1.75 in",
    "tarot": "2.75 x 4.75 in",
    "tarot-euro": "70 x 120 mm",
    "jumbo": "3.5 x 5.5 in",
    "dixit": "80 x 120 mm",
    "business": "2 x 3.5 in",
    "domino": "1.75 x 3.5 in",
    "square-small": "2.5 in",
    "square-euro": "70 mm",
    "square-large": "3.5 in",
    "circle-card": "3.5 in",
    "hex-card": "3.25 in",
    "hex-mini": "1.08 in",
    "hex-small": "1.75 in",
    "hex-medium": "2.2 in",
    "hex-large": "3.25 in",
    "tile-mini": "1.25 in",
    "tile-small": "2 in",
    "tile-medium": "2.5 in",
    "tile-large": "3.5 in",
    "chit-small": "0.5 in",
    "chit-medium": "0.75 in",
    "chit-large": "1 in",
    "poker-chip": "39 mm",
    "a4": "210 x 297 mm",
    "a5": "148 x 210 mm",
    "a6": "105 x 148 mm",
    "a7": "74 x 105 mm",
    "a8": "52 x 74 mm",
})  # fmt: skip
"""Name to `width x height`, or to one length: a diameter, flat to flat, or the side of a square."""

_NAME = r"\s*[A-Za-z][A-Za-z0-9 -]*\Z"


def size_of_name(size: str) -> str:
    """The size that a name stands for; a size in figures as it is.

    Raises ValueError, whose second argument is a hint, for a word that is no name.
    """
    if not re.match(_NAME, size):
        return size
    name = size.strip().lower().replace(" ", "-")
    if name in SIZES:
        return SIZES[name]
    near = suggestion(name, SIZES)
    hint = near or "write it in figures, such as size: 63 x 88 mm"
    raise ValueError(f'there is no size called "{size}"', hint)
