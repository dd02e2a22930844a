"""A colour of the game's palette that no template ever asked for.

Who changes it to recolour the game will print in vain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed

CODE = "unused-colour"
OPTIONS: Mapping[str, Any] = {}


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield the palette's colours that nothing uses."""
    game = printed.game
    for name in game.palette:
        if name not in printed.used.palette and name not in printed.elsewhere:
            place = game.places.get(f"palette.{name}", game.places.get("palette", game.place))
            yield FaceFinding(
                CODE, "warning", f"no template uses palette.{name}", hint="use it, or remove it",
                text=name, about=name, place=place,
            )  # fmt: skip
