"""Entries of a pack that are not saved yet: as soon as they are many they lie in a file, not in memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import BinaryIO
from zlib import crc32

from prancha.system.cache.store import Store

BATCH = 300_000
"""Bytes of entries that are kept in memory before they are written."""


class NewEntries:
    """Named bytes, the later of the same name instead of the earlier.

    The file has no name, so that nobody else reads or writes it and nothing of it is left, however the
    program ends; its bytes are read back with a checksum.  Where it cannot be written, such as on a full
    disk, entries stay in memory.
    """

    def __init__(self, store: Store) -> None:
        """Write into the folder of `store`; with an empty one, all stays in memory."""
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
        data = _read_at(self._file, at, length)
        if crc32(data) != check:
            raise OSError(f"what was written into {self._store.folder} is not what is read back")
        return data

    def lengths(self) -> dict[str, int]:
        """How many bytes each entry has."""
        written = {name: length for name, (_, length, _) in self._places.items()}
        return written | {name: len(data) for name, data in self._waiting.items()}

    def put(self, name: str, data: bytes) -> None:
        """Have an entry."""
        self._waiting[name] = data
        self._size += len(data)
        if self._size > BATCH and self._writes:
            self._write()

    def update(self, entries: Mapping[str, bytes]) -> None:
        """Have all of these."""
        for name, data in entries.items():
            self.put(name, data)

    def take(self) -> dict[str, bytes]:
        """All entries, which are not here any more."""
        taken = {name: data for name in self.lengths() if (data := self.get(name)) is not None}
        self._clear()
        return taken

    def _write(self) -> None:
        """Write what waits, in one go."""
        data = b"".join(self._waiting.values())
        try:
            if self._file is None:
                self._file, self._process = self._store.unnamed(), os.getpid()
            if self._process != os.getpid():
                return  # it was forked: the file is that of the process before it
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


def _read_at(file: BinaryIO, at: int, length: int) -> bytes:
    """Bytes of a file; its place, which processes that were forked share, is left where it is."""
    if hasattr(os, "pread"):
        return os.pread(file.fileno(), length, at)
    file.seek(at)  # Windows, which has no fork
    return file.read(length)
