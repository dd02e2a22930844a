"""What an earlier build saw on the same face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from prancha.checks.artwork.subject import FaceFinding
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.system.cache.pack import Pack, key_of

_PLACES = ("items", "place", "places")
_NOTHING = msgspec.json.encode(((), 0))
"""What is kept of most faces: nothing found, and nothing that could not be told."""


class FindingsCache:
    """Recalls and keeps what the checks of single faces found, and how much they could not tell."""

    def __init__(self, pack: Pack, options: Mapping[str, Mapping[str, Any]]) -> None:
        self._pack, self._options = pack, repr(sorted((k, sorted(v.items())) for k, v in options.items()))
        self._heads: dict[tuple[str, str, str], str] = {}

    def key(self, face: Face, family: Family) -> str:
        """The name of a face, of its family and of the limits it is held against."""
        if not self._pack:
            return ""
        kind = family.id, face.side, face.template
        if kind not in self._heads:
            kept = {name: value for name, value in asdict(family).items() if name not in _PLACES}
            self._heads[kind] = key_of("seen", repr(kept), self._options, face.side, face.template)
        return self._heads[kind] + face.digest

    def recall(self, key: str, face: Face) -> tuple[list[FaceFinding], int] | None:
        """The spots of a face and how many things could not be told."""
        data = self._pack.get(key) if key else None
        if data is None:
            return None
        if data == _NOTHING:
            return [], 0
        spots, unknown = msgspec.json.decode(data)
        return [
            FaceFinding(
                **{**spot, "marks": tuple(map(tuple, spot["marks"]))}, item=face.item, place=face.place
            )
            for spot in spots
        ], unknown

    def keep(self, key: str, spots: Sequence[FaceFinding], unknown: int) -> None:
        """Keep what was found."""
        if key:
            trees = [
                {name: value for name, value in asdict(spot).items() if name not in ("item", "place")}
                for spot in spots
            ]
            self._pack.put(key, msgspec.json.encode((trees, unknown)))
