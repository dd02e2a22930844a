"""What an earlier build saw on the same face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from prancha.checks.artwork.subject import FaceFinding
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.system.cache import made_of
from prancha.system.cache.pack import Pack, key_of

_PLACES = ("items", "place", "places")
_NOTHING = msgspec.json.encode(((), 0))
"""What is found on most faces: nothing, and nothing that could not be told."""
_SPARE = 1000
"""Faces with nothing on them that are not there this time are kept beside as many as are, and these."""


class _Quiet:
    """The digests of faces of one kind with nothing on them, in one entry of a pack."""

    def __init__(self, pack: Pack, name: str) -> None:
        self._pack, self._name = pack, name
        self.digests = made_of(pack.get(name), msgspec.msgpack.Decoder(set[str]).decode) or set()
        self.new: set[str] = set()
        self.looked = 0

    def finish(self) -> None:
        """Put them into the pack, which is about to be saved."""
        if self.new:
            most = 2 * (self.looked + len(self.new)) + _SPARE
            kept = self.new if len(self.digests) > most else self.digests | self.new
            self._pack.put(self._name, msgspec.msgpack.encode(sorted(kept)))


class FindingsCache:
    """Recalls and keeps what the checks of single faces found, and how much they could not tell."""

    def __init__(self, pack: Pack, options: Mapping[str, Mapping[str, Any]]) -> None:
        self._pack, self._options = pack, repr(sorted((k, sorted(v.items())) for k, v in options.items()))
        self._heads: dict[tuple[str, str, str], str] = {}
        self._quiet: dict[tuple[str, str, str], _Quiet] = {}

    def quiet(self, face: Face, family: Family) -> bool:
        """Whether it is known that nothing is to be told of a face."""
        kind = family.id, face.side, face.template
        if kind not in self._quiet:
            self._quiet[kind] = self._quiet_of(self.key(face, family).removesuffix(face.digest))
        quiet = self._quiet[kind]
        quiet.looked += 1
        return face.digest in quiet.digests

    def _quiet_of(self, head: str) -> _Quiet:
        name = f"quiet {head}"
        found = self._pack.tables.get(name)
        if not isinstance(found, _Quiet):
            found = _Quiet(self._pack, name)
            if self._pack.lasts:
                self._pack.tables[name] = found
        return found

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
            self._note_quiet(face)
            return [], 0
        kept = made_of(data, msgspec.json.Decoder(tuple[list[dict[str, Any]], int]).decode)
        if kept is None:
            return None
        spots, unknown = kept
        return [
            FaceFinding(
                **{**spot, "marks": tuple(map(tuple, spot["marks"]))}, item=face.item, place=face.place
            )
            for spot in spots
        ], unknown

    def keep(self, key: str, face: Face, spots: Sequence[FaceFinding], unknown: int) -> None:
        """Keep what was found on a face."""
        if not key:
            return
        if not spots and not unknown and self._pack.lasts:
            self._note_quiet(face)
            return
        trees = [
            {name: value for name, value in asdict(spot).items() if name not in ("item", "place")}
            for spot in spots
        ]
        self._pack.put(key, msgspec.json.encode((trees, unknown)))

    def _note_quiet(self, face: Face) -> None:
        kind = face.item.partition("/")[0], face.side, face.template
        self._quiet[kind].new.add(face.digest)
