"""An icon in the game's own folder that no face shows.

A sign that was drawn for this game and is on none of its components was probably forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed

CODE = "unused-icon"
OPTIONS: Mapping[str, Any] = {}


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield the game's own icons that are never drawn."""
    for name in sorted(printed.icons - printed.used.icons - printed.elsewhere):
        yield FaceFinding(
            CODE, "warning", f'no face shows the icon "{name}" of this game',
            hint="draw it, or delete the file", icon=name, about=name, place=printed.game.place,
        )  # fmt: skip
