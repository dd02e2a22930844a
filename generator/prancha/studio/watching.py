"""Which files changed: those in use are looked at twenty times a second, all others every three seconds.

At rest this is most of what the studio does, so a look at the files in use asks the system for each of
them and does nothing else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Sequence
from hashlib import blake2b
from pathlib import Path

from prancha.building.watch import Seen, lists_of, look, watched

PAUSE = 0.05
"""Seconds between looks at the files in use."""
WIDE = 3.0
"""Seconds between looks at all files of the project, and for new ones."""
PROGRAM = 10
"""Of so many looks at all files, one is at the program's own too, which hardly ever change."""


class Watcher:
    """Tells whether files below the inputs of a project changed since it was last asked.

    `stamp` stands for all of them as they are, the same in every process.
    """

    def __init__(self, project: Path, games: Collection[str]) -> None:
        """The files of `games` are in use."""
        self._root = project
        lists = lists_of(project)
        folders = [place for place in watched(project) if place not in lists]
        tops = tuple(project / name for name in ("components", "templates"))
        self._project = [folder for folder in folders if folder in tops]
        self._program = [folder for folder in folders if folder not in tops]
        self._tops = tops
        self._shipped: Seen = look(self._program)
        self._looks = 0
        self.use(games)

    def use(self, games: Collection[str]) -> None:
        """The files of `games` are in use from now on."""
        # In an empty project a folder for games may come.
        own = [top / name for name in games for top in self._tops] or list(self._tops)
        self._own = tuple(os.path.join(os.path.realpath(folder), "") for folder in own)  # noqa: PTH118
        self._take()
        self._mark()

    def changed(self) -> bool:
        """Look again."""
        if time.monotonic() < self._wide_at and self._near == _states(self._used):
            return False
        self._looks += 1
        shipped = self._shipped
        if self._looks % PROGRAM == 0:
            self._shipped = look(self._program)
        before = self._seen
        self._take()
        if self._seen == before and self._shipped == shipped:
            return False
        self._mark()
        return True

    def _mark(self) -> None:
        both = repr((sorted(self._seen.items()), sorted(self._shipped.items())))
        self.stamp = blake2b(both.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def _take(self) -> None:
        """Look at all files of the project, and remember them and which are in use."""
        # A new file changes its folder.  They are asked first: what is saved meanwhile is seen next time.
        folders = _states(self._own)
        lists = lists_of(self._root)
        self._seen = look([*self._project, *lists])
        around = {os.path.realpath(path) for path in lists}
        files = [path for path in self._seen if path.startswith(self._own) or path in around]
        self._used = [*files, *self._own]
        self._near = [*(self._seen[path] for path in files), *folders]
        self._wide_at = time.monotonic() + WIDE


def _states(paths: Sequence[str]) -> list[tuple[int, int, int]]:
    found = []
    for path in paths:
        try:
            state = os.stat(path)  # noqa: PTH116 (asked a thousand times a second)
            found.append((state.st_mtime_ns, state.st_size, state.st_ino))
        except OSError:
            found.append((0, 0, 0))
    return found
