"""Parts of something, kept from one run to the next by what they were made of."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from prancha.system.cache.inputs import program_digest
from prancha.system.cache.pack import context_of
from prancha.system.cache.store import Store, made_of


class KeptParts:
    """Bytes by the digest of what they were made of; those that nobody asked for are forgotten."""

    def __init__(self, store: Store, *names: str) -> None:
        """Those kept under names, which are theirs alone."""
        self._store = store
        self._key = context_of("parts", program_digest(), *names) if store else b""
        data = store.get(self._key) if store else None
        self._before = made_of(data, msgspec.msgpack.Decoder(dict[bytes, bytes]).decode) or {}
        self._now: dict[bytes, bytes] = {}
        self._grown = False

    def find(self, source: bytes) -> bytes | None:
        """The part that was made of a source, if it is known."""
        key = _digest(source)
        found = self._before.get(key)
        if found is not None:
            self._now[key] = found
        return found

    def put(self, source: bytes, part: bytes) -> None:
        """Know the part that was made of a source."""
        self._now[_digest(source)] = part
        self._grown = True

    def save(self) -> None:
        """Keep what was asked for, if any of it is new."""
        if self._store and self._grown:
            self._store.put(self._key, msgspec.msgpack.encode(self._now))


def _digest(source: bytes) -> bytes:
    return blake2b(source, digest_size=20).digest()
