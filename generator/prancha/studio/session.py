"""The games of one run of the studio, and the loop that watches their files and answers requests.

Files in use are looked at twenty times a second, all others every three seconds.  At rest this is most
of what the studio does, so a look at a file in use is one call of the system and nothing else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from prancha.building.incremental import Seen, lists_of, stat_files, watched_places
from prancha.building.selection import choose_games
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.checking_process import CheckingProcess
from prancha.studio.child_process import ProcessEnd, SharedState, shared_state
from prancha.studio.game_language import LAZY
from prancha.studio.game_view import GameView, Publish
from prancha.studio.guard import token
from prancha.studio.kits import Kits
from prancha.studio.messages import Jobs
from prancha.system import limits, processes

PAUSE = 0.05
"""Seconds between looks at the files in use."""
WIDE = 3.0
"""Seconds between looks at all files of the project, and for new ones."""
PROGRAM = 10
"""Of so many looks at all files, one is at the program's own too, which hardly ever change."""


class Watcher:
    """Detects changes of files below the inputs of a project since it was last asked.

    `stamp` stands for all of them as they are, the same in every process.
    """

    def __init__(self, project: Path, games: Collection[str]) -> None:
        """Watch the files of `games` closely."""
        self._root = project
        lists = lists_of(project)
        folders = [place for place in watched_places(project) if place not in lists]
        tops = tuple(project / name for name in ("components", "templates"))
        self._project = [folder for folder in folders if folder in tops]
        self._program = [folder for folder in folders if folder not in tops]
        self._tops = tops
        self._shipped: Seen = stat_files(self._program)
        self._looks = 0
        self.use(games)

    def use(self, games: Collection[str]) -> None:
        """Watch the files of `games` closely from now on."""
        # In an empty project a folder for games may come.
        own = [top / name for name in games for top in self._tops] or list(self._tops)
        self._own = tuple(os.path.join(os.path.realpath(folder), "") for folder in own)  # noqa: PTH118
        self._take()
        self._mark()

    def changed(self) -> bool:
        """Look again; returns whether files changed."""
        if time.monotonic() < self._wide_at and self._near == _states(self._used):
            return False
        self._looks += 1
        shipped = self._shipped
        if self._looks % PROGRAM == 0:
            self._shipped = stat_files(self._program)
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
        self._seen = stat_files([*self._project, *lists])
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


SEEN = 0.08
"""Seconds after a change until its pictures are in the page, and another process may begin to check."""
QUIET = 0.15
"""Seconds without a question after which what can wait begins: pictures come first."""
UNUSED = 5.0
"""The same for what only later runs gain by."""
FIRST = 2.0
"""The same in the beginning, when the browser starts as well."""


class Session:
    """Owns all games; only the thread that calls `run` may touch them, others ask through `jobs`."""

    def __init__(
        self,
        project: Path,
        asked: Sequence[str],
        publish: Publish,
        folder: Path,
        state: SharedState | None = None,
        ends: Sequence[ProcessEnd] = (),
        seen: Callable[[str], object] = str,
    ) -> None:
        """Read the games called `asked`, or all there are and come; raises Failure for a name that is none.

        What cannot be read of them is a finding.  This process writes what it is doing to `state`; what
        caused the `ends` of processes before it is left alone until files change.  Kits that are
        only looked at go to `folder`.  `seen` is called with `Watcher.stamp` of the files that are worked on.
        """
        self.project, self.jobs = project, Jobs()
        self._publish, self._seen = publish, seen
        self._state = state or shared_state()
        self._names = choose_games(project, asked) if asked else ()
        self._all = not asked
        self.lost: tuple[Diagnostic, ...] = ()
        """Why there are no games, or not all."""
        self._views: dict[str, GameView] = {}
        self._checks = CheckingProcess(project)
        self.kits = Kits(project, publish, folder)
        self._watcher = Watcher(project, self._names)
        self._ends = tuple(one for one in ends if one.stamp == self._watcher.stamp)
        self._seen(self._watcher.stamp)
        self._next_look = self._rested = 0.0
        self._quiet_from = self._check_from = time.monotonic() + FIRST
        for name in self._names:
            self._open(name)
        self.look_for_games()

    def _open(self, name: str) -> None:
        ends = [one for one in self._ends if one.game == name]
        view = GameView(self.project, name, self._publish, self._state.set_phase, ends)
        self._views[view.token] = view

    def look_for_games(self) -> None:
        """Open new games; those that went stay, with what is wrong with them."""
        if not self._all:
            return
        lost: tuple[Diagnostic, ...] = ()
        try:
            there = choose_games(self.project, ())
        except Failure as failure:
            files = sorted((self.project / "components").glob("[!_.]*/game.yaml"))
            there = tuple(one.parent.name for one in files if one.is_file())
            # One that was copied in meanwhile is there after all.
            lost = tuple(one for one in failure.diagnostics if not there or one.code != "no-game")
        came = [name for name in there if name not in self._names]
        if not came and lost == self.lost:
            return
        self.lost = () if self._names and not there else lost  # of one that went its own view tells
        self._names = (*self._names, *came)
        self._watcher.use(self._names)
        for name in came:
            self._open(name)
        self._publish("games", {})

    @property
    def takes_new_games(self) -> bool:
        """Whether games that come are shown, and not only those that were named."""
        return self._all

    @property
    def games(self) -> list[dict[str, Any]]:
        """A summary of each game."""
        return [
            {
                "id": view.token,
                "name": view.name,
                "title": view.game.title if view.game else view.name,
                "languages": view.game.languages if view.game else [],
            }
            for view in self._views.values()
        ]

    def view(self, game: str) -> GameView:
        """Return the game of a token; raises LookupError."""
        return self._views[game]

    def run(self, rounds: int | None = None) -> None:
        """Watch the files and answer, forever unless `rounds` are given."""
        limits.begin()
        began, wait = time.monotonic(), 0.0
        while rounds is None or rounds > 0:
            rounds = None if rounds is None else rounds - 1
            if time.monotonic() - began > 20:
                # The ceiling of a whole run is for builds; here each answer is one.
                limits.begin()
                limits.stage("", "waiting")
                began = time.monotonic()
            self._state.set_phase("answering")
            with limits.work_on("", "", "answering the page"):
                answered = self.jobs.run(wait)
            if answered:
                self._quiet_from = max(self._quiet_from, time.monotonic() + QUIET)
                wait = 0.0
                if time.monotonic() < self._next_look:
                    continue
            wait = self._step()

    def close(self) -> None:
        """End what was started; at the end of the program it ends by itself."""
        self._checks.close()
        self.kits.close()

    def _step(self) -> float:
        """Look at the files, else do what waits; returns how many seconds there is nothing to do."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + PAUSE
            if self._watcher.changed():
                self._seen(self._watcher.stamp)
                self._ends = ()
                self.look_for_games()
                limits.begin()
                for view in self._views.values():
                    view.follow()
                self._quiet_from = time.monotonic() + QUIET
                self._check_from = time.monotonic() + SEEN
                return 0.0
        for found in self._checks.results():
            self._views[token(found.name)].take(found)
        for view in self._views.values():
            if now >= self._quiet_from and view.background():
                return 0.0
            if now >= self._quiet_from + UNUSED:
                # What was drawn is kept for later runs, and memory given back, once in each pause.
                view.keep()
                if self._rested != self._quiet_from:
                    self._rested = self._quiet_from
                    processes.give_back()
            if now >= self._check_from and view.needs_check and not self._checks.is_busy:
                self._checks.check(view.name, view.revision, view.count <= LAZY)
        return max(0.0, self._next_look - time.monotonic())
