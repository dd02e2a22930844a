"""Which files changed: those in use are looked at twenty times a second, all others every three seconds."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from pathlib import Path

from prancha.building.watch import Seen, look, watched

PAUSE = 0.05
"""Seconds between looks at the files in use."""
WIDE = 3.0
"""Seconds between looks at all files, and for new ones."""


class Watcher:
    """Tells whether files below the inputs of a project changed since it was last asked."""

    def __init__(self, project: Path, games: Collection[str]) -> None:
        """The files of `games` are in use."""
        self._folders = watched(project)
        own = [top / name for name in games for top in (project / "components", project / "templates")]
        self._own = tuple(os.path.join(os.path.realpath(folder), "") for folder in own)  # noqa: PTH118
        self._seen: Seen = look(self._folders)
        self._near = self._in_use()
        self._wide_at = time.monotonic() + WIDE

    def changed(self) -> bool:
        """Look again."""
        if self._near == self._in_use() and time.monotonic() < self._wide_at:
            return False
        now = look(self._folders)
        changed = now != self._seen
        self._seen = now
        self._near = self._in_use()
        self._wide_at = time.monotonic() + WIDE
        return changed

    def _in_use(self) -> list[tuple[int, int, int]]:
        found = []
        for path in self._seen:
            if path.startswith(self._own):
                try:
                    state = os.stat(path)  # noqa: PTH116 (asked hundreds of times a second)
                    found.append((state.st_mtime_ns, state.st_size, state.st_ino))
                except OSError:
                    found.append((0, 0, 0))
        for folder in self._own:  # a new file changes its folder
            try:
                found.append((os.stat(folder).st_mtime_ns, 0, 0))  # noqa: PTH116
            except OSError:
                found.append((0, 0, 0))
        return found
