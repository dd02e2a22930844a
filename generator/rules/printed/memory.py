"""What an earlier build saw on the same face."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from generator.cache.pack import Pack, key_of
from generator.model.face import Face
from generator.model.game import Family
from generator.rules.printed.subject import Spot

_PLACES = ("items", "place", "places")


class Memory:
    """Recalls and keeps what the checks of single faces found, and how much they could not tell."""

    def __init__(self, pack: Pack, options: Mapping[str, Mapping[str, Any]]) -> None:
        self._pack, self._options = pack, repr(sorted((k, sorted(v.items())) for k, v in options.items()))
        self._heads: dict[str, str] = {}

    def key(self, face: Face, family: Family) -> str:
        """The name of a face, of its family and of the limits it is held against."""
        if not self._pack:
            return ""
        if family.id not in self._heads:
            kept = {name: value for name, value in asdict(family).items() if name not in _PLACES}
            self._heads[family.id] = key_of(repr(kept), self._options)
        return key_of("seen", face.digest, face.side, face.template, self._heads[family.id])

    def recall(self, key: str, face: Face) -> tuple[list[Spot], int] | None:
        """The spots of a face and how many things could not be told."""
        data = self._pack.get(key) if key else None
        if data is None:
            return None
        spots, unknown = json.loads(data)
        return [Spot(**spot, item=face.item, place=face.place) for spot in spots], unknown

    def keep(self, key: str, spots: Sequence[Spot], unknown: int) -> None:
        """Keep what was found."""
        if key:
            trees = [
                {name: value for name, value in asdict(spot).items() if name not in ("item", "place")}
                for spot in spots
            ]
            self._pack.put(key, json.dumps((trees, unknown)).encode())
