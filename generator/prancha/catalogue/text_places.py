"""Where the texts of an item stand: some in a file of their language, the others in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from prancha.model.diagnostic import Place


class TextPlaces(Mapping[str, Place]):
    """Positions of an item's keys, over them those of texts from a file of its own."""

    __slots__ = ("_base", "_own")

    def __init__(self, base: Mapping[str, Place], own: Mapping[str, Place]) -> None:
        self._base, self._own = base, own

    def __getitem__(self, name: str) -> Place:
        return self._own[name] if name in self._own else self._base[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._base, *self._own)))

    def __len__(self) -> int:
        return len(set(self._base) | set(self._own))
