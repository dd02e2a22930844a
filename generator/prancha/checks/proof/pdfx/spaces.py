"""Colour spaces and colours, as far as inks go (ISO 32000-1, 8.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pikepdf
from msgspec import Struct

Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, 0 to 1."""
_DEVICES = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/G": 1, "/RGB": 3, "/CMYK": 4}
_NAMES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK"}


class Space(Struct, frozen=True):
    """A colour space: its family, how many parts a colour has, and what it is based on or falls back to.

    `plates` are the names of spot colours.
    """

    family: str
    parts: int
    base: str = ""
    plates: tuple[str, ...] = ()

    @property
    def is_inks(self) -> bool:
        """Whether its colours are inks, or spot colours that are replaced by inks."""
        if self.family in ("Separation", "DeviceN", "Indexed"):
            return self.base in ("DeviceCMYK", "DeviceGray", "Separation", "DeviceN")
        return self.family in ("DeviceCMYK", "DeviceGray", "Pattern")


UNKNOWN = Space("none that is known", 0)


def read_space(given: Any) -> Space:
    """A colour space, by its name or its array."""
    if isinstance(given, pikepdf.Name):
        name = str(given)
        family = _NAMES.get(name, name)[1:]
        return Space(family, _DEVICES.get(name, 0))
    if not isinstance(given, pikepdf.Array) or not len(given):
        return UNKNOWN
    family = str(given[0])[1:]
    if len(given) == 1:
        return Space(family, _DEVICES.get(f"/{family}", 0))
    if family == "ICCBased":
        return Space(family, int(given[1].get("/N", 0)))
    if family in ("Indexed", "I"):
        return Space("Indexed", 1, read_space(given[1]).family)
    if family == "Separation":
        return Space(family, 1, read_space(given[2]).family, (str(given[1])[1:],))
    if family == "DeviceN":
        plates = tuple(str(one)[1:] for one in given[1])
        return Space(family, len(plates), read_space(given[2]).family, plates)
    if family == "Pattern":
        return Space(family, 0, read_space(given[1]).family)
    return Space(family, 3)


class Colour(Struct, frozen=True):
    """A colour as it is set; `parts` are empty for a pattern."""

    space: Space
    parts: tuple[float, ...] = ()

    @property
    def inks(self) -> Inks | None:
        """The four inks of it; None where that is not known."""
        if self.space.family == "DeviceGray" and len(self.parts) == 1:
            return 0.0, 0.0, 0.0, 1 - self.parts[0]
        if self.space.family == "DeviceCMYK" and len(self.parts) == 4:
            c, m, y, k = self.parts
            return c, m, y, k
        return None

    @property
    def total(self) -> float | None:
        """Percent of ink, a spot colour's too; None where that is not known."""
        if self.inks is not None:
            return 100 * sum(self.inks)
        if self.space.family in ("Separation", "DeviceN"):
            every = 4 if self.space.plates == ("All",) else 1
            return 100 * every * sum(self.parts)
        return None


BLACK = Colour(Space("DeviceGray", 1), (0.0,))
_SET = {"g": "DeviceGray", "rg": "DeviceRGB", "k": "DeviceCMYK"}


def set_colour(operator: str, operands: Sequence[Any], resources: Any, before: Space) -> Colour:
    """The colour that an operator of colours sets; `before` is the space that sc and scn set one of."""
    kind = operator.lower()
    if kind == "cs":
        space = read_space(resources.get("/ColorSpace", {}).get(str(operands[0]), operands[0]))
        return Colour(space, (1.0,) * space.parts)
    parts = tuple(float(one) for one in operands if not isinstance(one, pikepdf.Name))
    return Colour(Space(_SET[kind], len(parts)) if kind in _SET else before, parts)
