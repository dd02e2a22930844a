"""Digests of files by their times and sizes, so that a file is read once and not at every start."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

import msgspec

from prancha.system.cache.pack import context_of
from prancha.system.cache.store import Store, made_of

MOST_READ = 64_000_000
"""Bytes of a file that are read; a larger one is no input: everything that reads refuses it."""

_RACY = 3_000_000_000
"""Nanoseconds for which a file's times may not yet tell that it was written again (FAT counts in 2 s)."""

_Known = dict[str, tuple[tuple[int, ...], bytes]]
_known: _Known = {}
"""What this process and those before it have read: path, times and size at that moment, digest."""

_there: set[str] = set()
"""Those of them this process has seen."""


def file_digest(path: str) -> bytes:
    """A digest of one file's content; read again only when its times, size or number are new.

    As in git's index: the time of change (ctime) cannot be set back, and a file so young that it
    could change within the same tick is not remembered.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 (pathlib takes twice as long, for 700 files at every start)
        if not stat.S_ISREG(found.st_mode):  # a pipe would wait for ever
            return b"no file"
        seen = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev)
        known = _known.get(path)
        if known is not None and known[0] == seen:
            _there.add(path)
            return known[1]
        if found.st_size > MOST_READ:
            return repr(("large", *seen[:3])).encode()
        with open(path, "rb") as file:  # noqa: PTH123 (the same)
            digest = blake2b(file.read(MOST_READ + 1), digest_size=32).digest()
    except OSError as problem:
        return f"unreadable {problem.errno}".encode()
    if time.time_ns() - max(seen[:2]) > _RACY:
        _known[path] = seen, digest
        _there.add(path)
    return digest


@contextmanager
def remember_digests(store: Store, project: Path) -> Iterator[None]:
    """Within it, files of `project` and the program that earlier runs read are not read again."""
    # On Windows ctime is the time of birth: a file set back to its old time would pass for the old one.
    if not store or os.name != "posix":
        yield
        return
    key = context_of("files", str(project.resolve()))
    kept = made_of(store.get(key), msgspec.msgpack.Decoder(_Known).decode) or {}
    _known.update(kept)
    try:
        yield
    finally:
        if _known != kept:
            there = {
                path: entry
                for path, entry in _known.items()
                if path.isprintable() and (path in _there or Path(path).exists())
            }
            store.put(key, msgspec.msgpack.encode(there))
