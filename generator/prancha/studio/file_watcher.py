"""Watch the files of a project, and tell which changed since the last look at them.

Files in use are looked at up to fifty times a second, all others every three seconds.  At rest this is most
of what the studio does, so a look at a file in use is one call of the system and nothing else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from prancha.building.incremental import Seen, lists_of, stat_files, watched_places

PAUSE = 0.02
"""Seconds between looks at the files in use."""
SHARE = 50
"""The least ratio of a pause to the processor time of the look before it; many files take longer."""
WIDE = 3.0
"""Seconds between looks at all files of the project, and for new ones."""
PROGRAM = 10
"""Looks at all files between two that include the program's own, which hardly ever change."""
DRAWN = (".j2", ".svg")
"""Endings of files that no catalogue is read from."""
State = tuple[int, int, int]
"""Modification time, size and number of a file."""


class Watcher:
    """Detects changes of files below the inputs of a project since it was last asked.

    `stamp` stands for all of them as they are, the same in every process; `touched` are the paths of those
    that were other ones at the last change.
    """

    def __init__(self, project: Path, games: Collection[str]) -> None:
        """Watch the files of `games` closely."""
        self._root = project
        lists = lists_of(project)
        folders = [place for place in watched_places(project) if place not in lists]
        self._tops = tuple(project / name for name in ("components", "templates"))
        self._inside = [_inside(top) for top in self._tops]
        self._project = [folder for folder in folders if folder in self._tops]
        self._program = [folder for folder in folders if folder not in self._tops]
        self._shipped: Seen = stat_files(self._program)
        self._looks = self._sum = 0
        self._seen: dict[str, State] = {}
        self._near: list[State] = []
        self.touched: frozenset[str] = frozenset()
        self._add({}, self._shipped)
        self.pause = PAUSE
        self.use(games)

    def use(self, games: Collection[str]) -> None:
        """Watch the files of `games` closely from now on."""
        # In an empty project a folder for games may come.
        own = [top / name for name in games for top in self._tops] or list(self._tops)
        self._own = tuple(_inside(folder) for folder in own)
        self._look_wide()

    @property
    def stamp(self) -> str:
        """A name of the state that the files are in."""
        return f"{self._sum:032x}"

    def changed(self) -> bool:
        """Look again; returns whether files changed."""
        began, used = time.monotonic(), time.thread_time()
        near = _states(self._used)
        now = time.monotonic()
        # While other processes work, a look takes long that costs little; so it does on a slow disk.
        self.pause = max(PAUSE, SHARE * (time.thread_time() - used), now - began)
        if now < self._wide_at and near == self._near:
            return False
        self.touched = frozenset()
        if now < self._wide_at:
            count = len(self._used) - len(self._own)
            if near[count:] == self._near[count:]:
                # The same files are there: only their content is another.
                self._near = near
                self._take({**self._seen, **dict(zip(self._used[:count], near[:count], strict=True))})
            else:
                self._look_near()
            return bool(self.touched)
        self._looks += 1
        if self._looks % PROGRAM == 0:
            shipped, self._shipped = self._shipped, stat_files(self._program)
            self._add(shipped, self._shipped)
        self._look_wide()
        return bool(self.touched)

    def concerns(self, game: str) -> bool:
        """Return whether what changed last lies in the folders of the game, or in those of no game."""
        return any(self._game_of(path) in ("", game) for path in self.touched)

    @property
    def only_drawings(self) -> bool:
        """Whether only templates and drawings changed last: then catalogues say what they said."""
        return all(path.startswith(self._inside[1]) and path.endswith(DRAWN) for path in self.touched)

    def _game_of(self, path: str) -> str:
        """Return the name of the game whose folder a path lies in, "" for none."""
        for inside in self._inside:
            name, within, _ = path.removeprefix(inside).partition(os.sep)
            if path.startswith(inside) and within and not name.startswith("_"):
                return name
        return ""

    def _look_near(self) -> None:
        """List the folders of the games anew."""
        folders = _states(self._own)
        elsewhere = {path: state for path, state in self._seen.items() if not path.startswith(self._own)}
        near = stat_files([Path(folder) for folder in self._own], around=self._project)
        self._take({**elsewhere, **near})
        self._watch(folders)

    def _look_wide(self) -> None:
        """Look at all files of the project, and remember which are in use."""
        # A new file changes its folder.  They are asked first: what is saved meanwhile is seen next time.
        folders = _states(self._own)
        lists = lists_of(self._root)
        self._around = {os.path.realpath(path) for path in lists}
        self._take(dict(stat_files([*self._project, *lists])))
        self._watch(folders)
        self._wide_at = time.monotonic() + WIDE

    def _watch(self, folders: Sequence[State]) -> None:
        files = [path for path in self._seen if path.startswith(self._own) or path in self._around]
        self._used = [*files, *self._own]
        self._near = [*(self._seen[path] for path in files), *folders]

    def _take(self, found: dict[str, State]) -> None:
        """Remember the files as they are, and which of them are other ones."""
        before, self._seen = self._seen, found
        self._add(before, found)

    def _add(self, before: Mapping[str, State], now: Mapping[str, State]) -> None:
        """Note what differs, and have the stamp stand for it."""
        gone, came = before.items() - now.items(), now.items() - before.items()
        for one in (*gone, *came):
            digest = blake2b(repr(one).encode("utf-8", "surrogatepass"), digest_size=16).digest()
            self._sum ^= int.from_bytes(digest, "big")
        self.touched |= {path for path, _ in (*gone, *came)}


def _inside(folder: Path) -> str:
    """Return what the real paths of all files in a folder begin with."""
    return f"{os.path.realpath(folder)}{os.sep}"


def _states(paths: Iterable[str]) -> list[State]:
    found = []
    for path in paths:
        try:
            state = os.stat(path)  # noqa: PTH116 (asked a thousand times a second)
            found.append((state.st_mtime_ns, state.st_size, state.st_ino))
        except OSError:
            found.append((0, 0, 0))
    return found
