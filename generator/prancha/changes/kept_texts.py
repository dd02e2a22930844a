"""Parts of a text, kept from one run to the next by what they were made of."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

import msgspec

from prancha.system.cache import Store, context_of, program_digest


class KeptTexts:
    """Texts by the digest of what they were made of; those that nobody asked for are forgotten."""

    def __init__(self, store: Store, name: str = "") -> None:
        """Those kept under a name, which is theirs alone."""
        self._store = store
        self._key = context_of("texts", program_digest(), name.encode()) if store else b""
        data = store.get(self._key) if store else None
        self._before: dict[bytes, str] = (
            {} if data is None else msgspec.msgpack.decode(data, type=dict[bytes, str])
        )
        self._now: dict[bytes, str] = {}
        self._grown = False

    def get(self, source: bytes, make: Callable[[], str]) -> str:
        """The text of a source, made where it is not known."""
        key = blake2b(source, digest_size=20).digest()
        found = self._before.get(key)
        if found is None:
            found, self._grown = make(), True
        self._now[key] = found
        return found

    def save(self) -> None:
        """Keep what was asked for, if any of it is new."""
        if self._store and self._grown:
            self._store.put(self._key, msgspec.msgpack.encode(self._now))
