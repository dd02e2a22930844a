"""Where the cache is, how large it is, and how it is emptied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time as now

from msgspec import Struct

from prancha.system import environment
from prancha.system.user_folders import user_folder

LIMIT = 256_000_000
"""Bytes the cache may take; PRANCHA_CACHE_MB says otherwise."""
ENDING, ASIDE = ".prancha", ".part"
LEFT = 3600
"""Seconds after which nobody is still writing an entry."""


class Usage(Struct, frozen=True):
    """How many entries a cache folder holds, and their bytes."""

    folder: Path | None
    entries: int
    size: int
    limit: int


def cache_folder() -> Path | None:
    """The user's cache folder for this program; None when PRANCHA_CACHE is `off`.

    PRANCHA_CACHE names another; otherwise it is where the system keeps such
    things.  Nothing is made here.  Raises VariableError for a name that can be no folder's.
    """
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
    sizes = [size for _, size, _ in _entries(folder)]
    return Usage(folder, len(sizes), sum(sizes), limit())


def clear(folder: Path | None) -> Usage:
    """Remove every entry; returns what there was."""
    before = usage(folder)
    for _, _, path in [*_entries(folder), *_entries(folder, ASIDE)]:
        with suppress(OSError):
            path.unlink()
    return before


def trim(folder: Path) -> None:
    """Drop the entries that were not used for longest until the limit holds, and what killed builds left."""
    for written, _, path in _entries(folder, ASIDE):
        if now() - written > LEFT:
            with suppress(OSError):
                path.unlink()
    entries = sorted(_entries(folder), reverse=True)
    allowed, total = limit(), 0
    for _, size, path in entries:
        total += size
        if total > allowed:
            with suppress(OSError):
                path.unlink()


def _entries(folder: Path | None, ending: str = ENDING) -> Iterator[tuple[float, int, Path]]:
    """Time of last use, bytes and path; what vanishes meanwhile is passed over."""
    if folder is None or not folder.is_dir():
        return
    for path in folder.glob(f"*{ending}"):
        with suppress(OSError):
            found = path.lstat()
            yield found.st_mtime, found.st_size, path
