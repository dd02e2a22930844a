"""How a print shop prints: the profile of its inks, how much of them paper takes, which standard."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Standard = Literal["", "x4", "x1a"]
"""PDF/X-4 (ISO 15930-7), PDF/X-1a:2003 (ISO 15930-4), or neither."""
Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black in percent."""
USUAL_LIMIT = 300
"""Percent of ink, all four together: what coated paper takes."""


class IccProfile(Struct, frozen=True):
    """A profile of four inks (ICC.1).

    `condition` is its name in the registry of the ICC, "" for one that is in none; `title` what it says of
    itself.
    """

    data: bytes
    title: str
    condition: str = ""


class Press(Struct, frozen=True):
    """A printing condition: colours are made for it.

    `limit` is the most ink of one place in percent; `rich` the inks of large black areas, None for black
    alone.
    """

    profile: IccProfile
    limit: int = USUAL_LIMIT
    rich: Inks | None = None
    standard: Standard = ""
