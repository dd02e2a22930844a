"""Many small entries in one file of the cache: a deck has hundreds of faces, all wanted at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Set
from hashlib import blake2b
from itertools import accumulate, chain
from typing import Protocol

import msgspec

from prancha.system.cache.new_entries import NewEntries
from prancha.system.cache.store import Store, made_of

SPARE = 1_000_000
"""Bytes of entries that this build did not use which are kept beside as many as it did."""

LATE = 4
"""How many times as large as what came later an entry of the store must be to be left as it is."""

_MARK = 8
"""Bytes by which an entry of the store is told from all others that were there under its key."""

_read_index = msgspec.msgpack.Decoder(tuple[bytes, bytes, list[str], list[int]]).decode


class _Layer:
    """Named pieces of one entry of the store, which has a `mark`, and lies `over` that with another."""

    def __init__(self, entry: bytes | None = None) -> None:
        self.index: Mapping[str, int] = {}
        """The number of each piece, by its name."""
        self.mark = self.over = b""
        self._entry, self._lengths, self._ends = entry or b"", [0], [0]
        if entry is not None:
            self._open(entry)

    def _open(self, entry: bytes) -> None:
        """Read what pieces an entry has; raises ValueError or msgspec's error where it is no layer."""
        start = 8 + int.from_bytes(entry[:8], "big")
        self.mark, self.over, names, self._lengths = _read_index(entry[8:start])
        self.index = dict(zip(names, range(len(names)), strict=True))
        self._ends = [*accumulate(self._lengths, initial=start)]
        if self._ends[-1] != len(entry) or min(self._lengths, default=0) < 0:
            raise ValueError("its pieces are not as long as its index says")

    def __len__(self) -> int:
        return len(self._entry) - self._ends[0]

    def __getitem__(self, name: str) -> bytes:
        number = self.index[name]
        return self._entry[self._ends[number] : self._ends[number + 1]]

    def length(self, name: str) -> int:
        """How many bytes a piece has."""
        return self._lengths[self.index[name]]


class Finished(Protocol):
    """What has something to put into a pack before that is saved."""

    def finish(self) -> None:
        """Put it."""


class Pack:
    """Named bytes, read at once and written at once; `save` writes only when there is something new.

    `context` must tell all that entries depend on and do not name.  What comes later is written beside
    the rest, as long as it is little: after one changed card the others are not written again.
    """

    def __init__(self, store: Store, context: bytes, passing: bool = False) -> None:
        """Open the pack of `context`, a 32-byte key.

        An empty store gives a pack that forgets, or a `passing` one, which forgets when it ends.
        """
        self._store, self.context = store, context
        self._keeps = passing or bool(store)
        self._beside = context_of("late", context)
        self._first = made_of(store.get(context), _Layer) or _Layer()
        self._late = made_of(store.get(self._beside), _Layer) or _Layer()
        if self._late.over != self._first.mark:  # another build at the same time wrote the first anew
            self._late = _Layer()
        self._used: dict[str, None] = {}
        self._counted: list[Iterable[str]] = []
        self._new, self._saved = NewEntries(store), True
        self.tables: dict[str, Finished] = {}
        """What tells of many entries, by the name of its own."""

    def __bool__(self) -> bool:
        return self._keeps

    def __contains__(self, name: str) -> bool:
        return name in self._new or name in self._late.index or name in self._first.index

    @property
    def empty(self) -> bool:
        """Whether it holds nothing at all."""
        return not (self._new or self._late.index or self._first.index)

    def get(self, name: str) -> bytes | None:
        """The bytes of an entry, or None."""
        data = self._new.get(name)
        if data is None and self.stays(name):
            self._used[name] = None
            data = self._layer(name)[name]
        return data

    def use(self, names: Iterable[str]) -> None:
        """Count entries that are there as used, though nobody read them."""
        self._counted.append(names)

    def put(self, name: str, data: bytes) -> None:
        """Keep an entry."""
        if self._keeps:
            self._new.put(name, data)
            self._saved = False

    def take(self) -> dict[str, bytes]:
        """The new entries, which leave this pack for another."""
        return self._new.take()

    def add(self, entries: Mapping[str, bytes]) -> None:
        """Keep what another pack of the same context gave."""
        if self._keeps:
            self._new.update(entries)
            self._saved = False

    def lacking(self, names: Iterable[str]) -> Set[str]:
        """Those of these entries that were not there when the pack was opened: mostly none."""
        first, late = self._first.index, self._late.index
        return {name for name in names if name not in first and name not in late}

    def stays(self, name: str) -> bool:
        """Whether an entry was there when the pack was opened."""
        return name in self._late.index or name in self._first.index

    @property
    def lasts(self) -> bool:
        """Whether later builds find what is kept."""
        return bool(self._store)

    @property
    def grown(self) -> bool:
        """Whether there is something to save."""
        return bool(self._store and self._new and not self._saved)

    def save(self, all_else: bool = False) -> None:
        """Write what is new with what was used; of the rest, what was used last, or with `all_else` all."""
        if not self.grown:
            return
        for table in self.tables.values():
            table.finish()
        new = self._new.lengths()
        late = {name: self._late.length(name) for name in self._late.index} | new
        if LATE * sum(late.values()) <= len(self._first):
            self._write(self._beside, late, over=self._first.mark)
        else:
            self._write(self.context, self._kept(new, all_else))
            self._store.drop(self._beside)
        self._saved = True

    def _kept(self, new: Mapping[str, int], all_else: bool) -> dict[str, int]:
        """The entries to write, with their lengths."""
        kept = {name: new[name] for name in sorted(new)}
        used = self._used | dict.fromkeys(name for names in self._counted for name in names)
        kept |= {name: self._layer(name).length(name) for name in used if name not in kept}
        room = SPARE + sum(kept.values())
        for name in (*self._late.index, *self._first.index):
            if name not in kept:
                length = self._layer(name).length(name)
                room -= length
                if room < 0 and not all_else:
                    break
                kept[name] = length
        return kept

    def _write(self, key: bytes, lengths: Mapping[str, int], over: bytes = b"") -> None:
        """Write entries one by one: all at once they would stand in memory once more."""
        told = msgspec.msgpack.encode((os.urandom(_MARK), over, [*lengths], [*lengths.values()]))
        head = len(told).to_bytes(8, "big") + told
        size = len(head) + sum(lengths.values())
        self._store.put_parts(key, size, chain((head,), map(self._cut, lengths)))

    def _cut(self, name: str) -> bytes:
        data = self._new.get(name)
        return self._layer(name)[name] if data is None else data

    def _layer(self, name: str) -> _Layer:
        return self._late if name in self._late.index else self._first


def key_of(*parts: str | bytes) -> str:
    """A name made of parts; each part is told apart from the next."""
    return _joined(16, parts).hex()


def context_of(*parts: str | bytes) -> bytes:
    """The key of an entry of the store, made of parts."""
    return _joined(32, parts)


def _joined(size: int, parts: tuple[str | bytes, ...]) -> bytes:
    told: list[bytes] = []
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        told += (len(data).to_bytes(8, "big"), data)
    return blake2b(b"".join(told), digest_size=size).digest()


NOTHING = Pack(Store(None), b"")
"""A pack that forgets everything."""
