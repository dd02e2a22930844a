"""Many small entries in one file of the cache: a deck has hundreds of faces, all wanted at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from generator.cache.store import Store

SPARE = 1_000_000
"""Bytes of entries that this build did not use which are kept beside as many as it did."""


class Pack:
    """Named bytes, read at once and written at once; `save` writes only when there is something new.

    `context` must tell all that entries depend on and do not name.
    """

    def __init__(self, store: Store, context: bytes, passing: bool = False) -> None:
        """Open the pack of `context`, a 32-byte key.

        An empty store gives a pack that forgets, or a `passing` one, which forgets when it ends.
        """
        self._store, self.context = store, context
        self._keeps = passing or bool(store)
        data = store.get(context)
        self._old: Mapping[str, tuple[int, int]] = {}
        self._data = b""
        if data is not None:
            length = int.from_bytes(data[:8], "big")
            self._old = json.loads(data[8 : 8 + length])
            self._data = data[8 + length :]
        self._used: dict[str, None] = {}
        self._new: dict[str, bytes] = {}

    def __bool__(self) -> bool:
        return self._keeps

    def __contains__(self, name: str) -> bool:
        return name in self._new or name in self._old

    def get(self, name: str) -> bytes | None:
        """The bytes of an entry, or None."""
        if name in self._new:
            return self._new[name]
        found = self._old.get(name)
        if found is None:
            return None
        self._used[name] = None
        return self._data[found[0] : found[0] + found[1]]

    def put(self, name: str, data: bytes) -> None:
        """Keep an entry."""
        if self._keeps:
            self._new[name] = data

    def take(self) -> dict[str, bytes]:
        """The new entries, which leave this pack for another."""
        taken, self._new = self._new, {}
        return taken

    def add(self, entries: Mapping[str, bytes]) -> None:
        """Keep what another pack of the same context gave."""
        if self._keeps:
            self._new.update(entries)

    @property
    def grown(self) -> bool:
        """Whether there is something to save."""
        return bool(self._new)

    def save(self, all_else: bool = False) -> None:
        """Write what is new with what was used; of the rest, what was used last, or with `all_else` all."""
        if not self._new or not self._store:
            return
        kept = [(name, self._new[name]) for name in sorted(self._new)]
        kept += [(name, self._cut(name)) for name in self._used if name not in self._new]
        room = SPARE + sum(len(data) for _, data in kept)
        for name in self._old:
            if name not in self._used and name not in self._new:
                room -= self._old[name][1]
                if room < 0 and not all_else:
                    break
                kept.append((name, self._cut(name)))
        index, at = {}, 0
        for name, data in kept:
            index[name] = (at, len(data))
            at += len(data)
        head = json.dumps(index).encode()
        parts = (len(head).to_bytes(8, "big"), head, *(data for _, data in kept))
        self._store.put(self.context, b"".join(parts))
        self._new.clear()

    def _cut(self, name: str) -> bytes:
        start, length = self._old[name]
        return self._data[start : start + length]


def key_of(*parts: str | bytes) -> str:
    """A name made of parts; each part is told apart from the next."""
    return _joined(16, parts).hex()


def context_of(*parts: str | bytes) -> bytes:
    """The key of an entry of the store, made of parts."""
    return _joined(32, parts)


def _joined(size: int, parts: tuple[str | bytes, ...]) -> bytes:
    total = blake2b(digest_size=size)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.digest()


NOTHING = Pack(Store(None), b"")
"""A pack that forgets everything."""
