"""What an expression reads of the catalogue while it is worked out."""

from __future__ import annotations

from typing import Any

from prancha.expression.origins import Origin, Origins


class Notes:
    """The places of the catalogue that an expression read, in order."""

    def __init__(self, origins: Origins) -> None:
        """Note what `origins` can find."""
        self.origins = origins
        self.spots: dict[tuple[str, str], Origin] = {}

    def read(self, value: Any, step: Any) -> None:
        """Note that `value.step` was read."""
        self.note(self.origins.inside(value, step))

    def note(self, spot: Origin | None) -> None:
        """Note a place, if it is one."""
        if spot is not None:
            self.spots[spot[0].key, spot[1]] = spot

    def deepest(self) -> tuple[Origin, ...]:
        """The places read, without those that were only passed on the way to others."""
        passed = {(key, path[:at]) for key, path in self.spots for at, mark in enumerate(path) if mark == "."}
        return tuple(spot for name, spot in self.spots.items() if name not in passed)
