"""Many small entries in one file of the cache: a deck has hundreds of faces, all wanted at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import accumulate, chain
from typing import BinaryIO, Protocol
from zlib import compress, crc32, decompress

import msgspec

from prancha.system.cache.inputs import program_digest
from prancha.system.cache.store import Store, context_of, is_settled, key_of, made_of

BATCH = 300_000
"""Bytes of entries that are kept in memory before they are written."""
SPARE = 1_000_000
"""Bytes of unused entries that are kept in addition to those this build used."""
LATE = 4
"""Ratio of the main entry to the newer one above which only the newer one is rewritten."""
_MARK = 8
"""Bytes of the random mark that identifies one version of a store entry."""
_read_index = msgspec.msgpack.Decoder(tuple[bytes, bytes, list[str], list[int]]).decode


class NewEntries:
    """Named bytes that are not saved yet; a later entry replaces one of the same name.

    Beyond BATCH bytes they are spilled to an unnamed file, which nobody else can access and which vanishes
    however the program ends; its bytes are verified by a checksum.  If it cannot be written, such as on a
    full disk, entries stay in memory.
    """

    def __init__(self, store: Store) -> None:
        """Spill into the folder of `store`; without one, keep all in memory."""
        self._store, self._writes = store, bool(store)
        self._clear()

    def _clear(self) -> None:
        self._waiting: dict[str, bytes] = {}
        self._size = 0
        self._places: dict[str, tuple[int, int, int]] = {}
        self._file: BinaryIO | None = None
        self._process, self._end = 0, 0

    def __contains__(self, name: str) -> bool:
        return name in self._waiting or name in self._places

    def __bool__(self) -> bool:
        return bool(self._waiting or self._places)

    def get(self, name: str) -> bytes | None:
        """The bytes of an entry, or None; raises OSError where they cannot be read back."""
        data = self._waiting.get(name)
        if data is not None or name not in self._places:
            return data
        at, length, check = self._places[name]
        assert self._file is not None
        data = _pread(self._file, at, length)
        if crc32(data) != check:
            raise OSError(f"what was written into {self._store.folder} is not what is read back")
        return data

    def lengths(self) -> dict[str, int]:
        """How many bytes each entry has."""
        written = {name: length for name, (_, length, _) in self._places.items()}
        return written | {name: len(data) for name, data in self._waiting.items()}

    def put(self, name: str, data: bytes) -> None:
        """Add or replace an entry."""
        self._waiting[name] = data
        self._size += len(data)
        if self._size > BATCH and self._writes:
            self._write()

    def update(self, entries: Mapping[str, bytes]) -> None:
        """Add or replace entries."""
        for name, data in entries.items():
            self.put(name, data)

    def take(self) -> dict[str, bytes]:
        """Remove and return all entries."""
        taken = {name: data for name in self.lengths() if (data := self.get(name)) is not None}
        self._clear()
        return taken

    def _write(self) -> None:
        """Write the entries in memory to the file."""
        data = b"".join(self._waiting.values())
        try:
            if self._file is None:
                self._file, self._process = self._store.unnamed(), os.getpid()
            if self._process != os.getpid():
                return  # forked: the file belongs to the parent process
            self._file.seek(self._end)
            if self._file.write(data) < len(data):
                self._writes = False
                return
        except OSError:
            self._writes = False
            return
        for name, one in self._waiting.items():
            self._places[name] = self._end, len(one), crc32(one)
            self._end += len(one)
        self._waiting, self._size = {}, 0


def _pread(file: BinaryIO, at: int, length: int) -> bytes:
    """Read bytes of a file without moving its position, which forked processes share."""
    if hasattr(os, "pread"):
        return os.pread(file.fileno(), length, at)
    file.seek(at)  # Windows, which has no fork
    return file.read(length)


class _Layer:
    """Named pieces of one store entry with a `mark`; a newer layer lies `over` the one with another mark."""

    def __init__(self, entry: bytes = b"") -> None:
        """Read what pieces an entry has; raises ValueError or msgspec's error where it is no layer."""
        self.index: Mapping[str, int] = {}
        """The number of each piece, by its name."""
        self.mark = self.over = b""
        self._entry, self._lengths, self._ends = entry, [0], [0]
        if not entry:
            return
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


class Finishable(Protocol):
    """Something that adds entries to a pack before it is saved."""

    def finish(self) -> None:
        """Add the entries."""


class Pack:
    """Named bytes, read at once and written at once; `save` writes only when there is something new.

    `context` must cover all that entries depend on and do not name.  A small amount of new entries is
    written to a second file, so that one changed card does not rewrite the others.
    """

    def __init__(self, store: Store, context: bytes, passing: bool = False) -> None:
        """Open the pack of `context`, a 32-byte key.

        With an empty store the pack stores nothing or, if `passing`, keeps entries until it ends.
        """
        self._store, self.context = store, context
        self._keeps = passing or bool(store)
        # A settled cache travels, and is read into the little memory of a page.
        self._is_small = bool(store) and is_settled()
        self._beside = context_of("late", context)
        self._first = made_of(store.get(context), _Layer) or _Layer()
        self._late = made_of(store.get(self._beside), _Layer) or _Layer()
        if self._late.over != self._first.mark:  # a concurrent build replaced the main entry
            self._late = _Layer()
        self._used: dict[str, None] = {}
        self._new, self._saved = NewEntries(store), True
        self.tables: dict[str, Finishable] = {}
        """Tables of this pack by name."""

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
        return decompress(data) if self._is_small and data is not None else data

    def put(self, name: str, data: bytes) -> None:
        """Keep an entry."""
        if self._keeps:
            self._new.put(name, compress(data) if self._is_small else data)
            self._saved = False

    def take(self) -> dict[str, bytes]:
        """Remove and return the new entries."""
        return self._new.take()

    def add(self, entries: Mapping[str, bytes]) -> None:
        """Add the entries of another pack of the same context."""
        if self._keeps:
            small = {name: compress(data) for name, data in entries.items()} if self._is_small else entries
            self._new.update(small)
            self._saved = False

    def stays(self, name: str) -> bool:
        """Return whether an entry existed when the pack was opened."""
        return name in self._late.index or name in self._first.index

    @property
    def lasts(self) -> bool:
        """Whether entries are saved for later builds."""
        return bool(self._store)

    @property
    def grown(self) -> bool:
        """Whether there is something to save."""
        return bool(self._store and self._new and not self._saved)

    def save(self, all_else: bool = False) -> None:
        """Write new and used entries; of the rest the most recent ones, or all with `all_else`."""
        if not self.grown:
            return
        for table in self.tables.values():
            table.finish()
        new = self._new.lengths()
        late = {name: self._late.length(name) for name in self._late.index} | new
        if LATE * sum(late.values()) <= len(self._first):
            self._write(self._beside, late, over=self._first.mark)
        else:
            self._write(self.context, self._kept(new, all_else or self._is_small))
            self._store.drop(self._beside)
        self._saved = True

    def _kept(self, new: Mapping[str, int], all_else: bool) -> dict[str, int]:
        """The entries to write, with their lengths."""
        kept = {name: new[name] for name in sorted(new)}
        kept |= {name: self._layer(name).length(name) for name in self._used if name not in kept}
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
        """Write entries one by one, so that they are not in memory twice."""
        # A settled cache has one writer, and is the same bytes for the same game.
        mark = bytes(_MARK) if self._is_small else os.urandom(_MARK)
        told = msgspec.msgpack.encode((mark, over, [*lengths], [*lengths.values()]))
        head = len(told).to_bytes(8, "big") + told
        size = len(head) + sum(lengths.values())
        self._store.put_parts(key, size, chain((head,), map(self._cut, lengths)))

    def _cut(self, name: str) -> bytes:
        data = self._new.get(name)
        return self._layer(name)[name] if data is None else data

    def _layer(self, name: str) -> _Layer:
        return self._late if name in self._late.index else self._first


NOTHING = Pack(Store(None), b"")
"""A pack that stores nothing."""


class KeptParts:
    """Results stored by their source bytes, kept as long as they are used."""

    def __init__(self, store: Store, *names: str) -> None:
        """Open those kept under names, which are theirs alone."""
        self._pack = Pack(store, context_of("parts", program_digest(), *names)) if store else NOTHING

    def find(self, source: bytes) -> bytes | None:
        """The part that was made of a source, if it is known."""
        return self._pack.get(key_of(source))

    def put(self, source: bytes, part: bytes) -> None:
        """Keep the part that was made of a source."""
        self._pack.put(key_of(source), part)

    def save(self) -> None:
        """Write what was asked for, if any of it is new."""
        self._pack.save()
