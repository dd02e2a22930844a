"""How long each family's faces took, and how many different ones there are."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from prancha.building.order import Row
from prancha.faces import Drawn
from prancha.model.face import Face


class Stopwatch:
    """Adds the time of rendering, face after face, to that of laying out."""

    def __init__(self, drawn: Drawn, ahead: Mapping[str, float] = MappingProxyType({})) -> None:
        """`ahead` are the seconds that others took before."""
        self._seconds = {name: took + ahead.get(name, 0.0) for name, took in drawn.seconds.items()}
        self._faces: dict[str, set[str]] = {}
        for key, face in (*drawn.fronts.items(), *drawn.backs.items()):
            self._faces.setdefault(key.partition("/")[0], set()).add(face.digest)
        self._last = time.perf_counter()

    def lap(self, face: Face) -> None:
        """Count the time since the last face to the family of this one."""
        now = time.perf_counter()
        family = face.item.partition("/")[0]
        if family:
            self._seconds[family] = self._seconds.get(family, 0.0) + now - self._last
        self._last = now

    @property
    def seconds(self) -> dict[str, float]:
        """The seconds of each family so far."""
        return dict(self._seconds)

    def read(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """The rows with their faces and seconds."""
        return tuple(
            replace(
                row, faces=len(self._faces.get(row.family, ())), seconds=self._seconds.get(row.family, 0.0)
            )
            for row in rows
        )
