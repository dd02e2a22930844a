"""Entries of the cache, files of raw bytes that carry key and digest, in a folder of limited size."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b, sha256
from pathlib import Path
from time import time as now
from typing import BinaryIO, TypeVar

from msgspec import MsgspecError, Struct

from prancha.system import environment
from prancha.system.program_folders import user_folder
from prancha.system.signals import removed_at_end

LIMIT = 256_000_000
"""Maximum size of the cache in bytes, unless PRANCHA_CACHE_MB is set."""
ENDING, ASIDE = ".prancha", ".part"
LEFT = 3600
"""Seconds after which an unfinished entry is abandoned."""
MAGIC = b"prancha cache 2\n"
_WIDTH = 32
MAX_BYTES = 200_000_000
SWEPT = 64
"""Entries are swept when so many parts of the limit were written since: to list thousands takes long."""
T = TypeVar("T")


class Usage(Struct, frozen=True):
    """Number of entries in a cache folder, and their size in bytes."""

    folder: Path | None
    entries: int
    size: int
    limit: int


_SETTLED: list[Path] = []


def settle_cache(folder: Path | None) -> None:
    """Keep what is drawn in `folder`, as if program and templates never changed; None ends that.

    What a desk draws so is found in a page that prints, which has a copy of both with it.
    """
    _SETTLED[:] = [] if folder is None else [folder]


def is_settled() -> bool:
    """Return whether the cache is one of program and templates that never change."""
    return bool(_SETTLED)


def cache_folder() -> Path | None:
    """The user's cache folder for this program; None when PRANCHA_CACHE is `off`.

    PRANCHA_CACHE names another; otherwise it is where the system keeps such
    things.  Nothing is made here.  Raises VariableError for a name that can be no folder's.
    """
    if _SETTLED:
        return _SETTLED[0]
    named = environment.cache_named()
    if named == "off":
        return None
    if named:
        return Path(named).absolute()
    try:
        return user_folder("cache")
    except RuntimeError:  # a user without a home, such as a service
        return None


def limit() -> int:
    """How many bytes the cache may take; raises VariableError for a number that is none."""
    given = environment.cache_megabytes()
    return LIMIT if given is None else given * 1_000_000


def usage(folder: Path | None) -> Usage:
    """Count what a cache folder holds."""
    sizes = [size for _, size, _ in _list_entries(folder)]
    return Usage(folder, len(sizes), sum(sizes), limit())


def clear(folder: Path | None) -> Usage:
    """Remove every entry; returns what there was."""
    before = usage(folder)
    for _, _, path in [*_list_entries(folder), *_list_entries(folder, ASIDE)]:
        with suppress(OSError):
            path.unlink()
    return before


def trim(folder: Path) -> None:
    """Remove the least recently used entries above the limit, and leftovers of killed builds."""
    for written, _, path in _list_entries(folder, ASIDE):
        if now() - written > LEFT:
            with suppress(OSError):
                path.unlink()
    entries = sorted(_list_entries(folder), reverse=True)
    allowed, total = limit(), 0
    for _, size, path in entries:
        total += size
        if total > allowed:
            with suppress(OSError):
                path.unlink()


_written: dict[Path, int] = {}
"""Bytes that this process wrote into each folder since it trimmed it last."""


def _trim_seldom(folder: Path, size: int) -> None:
    """Trim after the first entry that this process writes, and when many bytes came to it."""
    written = _written.get(folder)
    _written[folder] = 0 if written is None else written + size
    if written is None or written + size > limit() / SWEPT:
        _written[folder] = 0
        trim(folder)


def _list_entries(folder: Path | None, ending: str = ENDING) -> Iterator[tuple[float, int, Path]]:
    """Yield time of last use, size and path; entries that vanish meanwhile are skipped."""
    if folder is None or not folder.is_dir():
        return
    for path in folder.glob(f"*{ending}"):
        with suppress(OSError):
            found = path.lstat()
            yield found.st_mtime, found.st_size, path


class Store:
    """Reads and writes entries by key; a damaged entry counts as missing.

    No error here fails a build, except a disk that returns other bytes than were just written (`unnamed`):
    without a writable cache builds are only slower.  Entries are replaced whole, so builds may share a
    folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Use `folder`; without one, nothing is stored."""
        self.folder = folder

    @classmethod
    def usual(cls) -> Store:
        """The user's cache, or the one named by PRANCHA_CACHE."""
        return cls(cache_folder())

    @classmethod
    def in_home(cls) -> Store:
        """The user's cache in the system's usual place; an empty store if PRANCHA_CACHE names another."""
        return cls(None if environment.cache_named() else cache_folder())

    def __bool__(self) -> bool:
        return self.folder is not None

    def get(self, key: bytes) -> bytes | None:
        """Verified bytes of a 32-byte key; None if missing or damaged."""
        if self.folder is None:
            return None
        path = self._path(key)
        try:
            if path.stat().st_size > MAX_BYTES:
                return None
            with path.open("rb", buffering=0) as file:
                head, payload = file.read(len(MAGIC) + 2 * _WIDTH), file.readall()
        except OSError:
            return None
        if head != MAGIC + key + _digest(key, payload):
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)  # recently used entries are dropped last
        return payload

    def put(self, key: bytes, data: bytes) -> None:
        """Store bytes under a 32-byte key."""
        self.put_parts(key, len(data), (data,))

    def put_parts(self, key: bytes, size: int, parts: Iterable[bytes]) -> None:
        """Store an entry of `size` bytes under a key; its parts are made and written one by one."""
        if self.folder is None or size > MAX_BYTES:
            return
        path = self._path(key)
        unfinished = path.with_suffix(f".{os.getpid()}{ASIDE}")
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with removed_at_end(unfinished):
                # Not synced: after a crash the digest tells what was lost.
                with unfinished.open("wb") as file:
                    total = sha256(key)
                    file.write(MAGIC + key + bytes(_WIDTH))
                    for part in parts:
                        total.update(part)
                        file.write(part)
                    file.seek(len(MAGIC) + _WIDTH)
                    file.write(total.digest())
                unfinished.replace(path)
            _trim_seldom(self.folder, size)

    def unnamed(self) -> BinaryIO:
        """Open an unnamed file in the folder, which is gone when closed; raises OSError."""
        assert self.folder is not None
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        from tempfile import TemporaryFile  # not needed by an unchanged build

        # If the system needs a name, the file has one for a moment, by which leftovers are swept.
        return TemporaryFile(buffering=0, suffix=ASIDE, dir=self.folder)

    def drop(self, key: bytes) -> None:
        """Remove the entry of a key."""
        if self.folder is not None:
            with suppress(OSError):
                self._path(key).unlink()

    def _path(self, key: bytes) -> Path:
        assert self.folder is not None
        assert len(key) == _WIDTH
        return self.folder / (key.hex() + ENDING)


def key_of(*parts: str | bytes) -> str:
    """Entry name made of parts, with unambiguous borders."""
    return _digest_parts(16, parts).hex()


def context_of(*parts: str | bytes) -> bytes:
    """Key of a store entry made of parts."""
    return _digest_parts(32, parts)


def _digest_parts(size: int, parts: tuple[str | bytes, ...]) -> bytes:
    told: list[bytes] = []
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        told += (len(data).to_bytes(8, "big"), data)
    return blake2b(b"".join(told), digest_size=size).digest()


def made_of(data: bytes | None, read: Callable[[bytes], T]) -> T | None:
    """Decode stored bytes with `read`; None if there are none or they are not in the expected form."""
    if data is None:
        return None
    try:
        return read(data)
    except (MsgspecError, ValueError):
        return None


def _digest(key: bytes, payload: bytes) -> bytes:
    # Processors have instructions for SHA-256: a third of the time of BLAKE2, for megabytes at every start.
    total = sha256(key)
    total.update(payload)
    return total.digest()
