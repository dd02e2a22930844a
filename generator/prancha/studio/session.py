"""The games of one run of the studio, and the loop that watches their files and answers requests.

What is looked at comes first: a saved file is read and its picture drawn before anything else, then the
questions of the page are answered, then the other pictures that it shows are drawn, a few at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from prancha.building.selection import choose_games
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.checking_process import CheckingProcess
from prancha.studio.child_process import ProcessEnd, SharedState, shared_state
from prancha.studio.file_watcher import Watcher
from prancha.studio.game_language import LAZY
from prancha.studio.game_view import GameView, Publish
from prancha.studio.guard import token
from prancha.studio.kits import Kits
from prancha.studio.messages import Jobs
from prancha.system import limits, processes

SEEN = 0.1
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
        self._behind: list[GameView] = []
        self._is_littered = False
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
            changed = self._watcher.changed()
            self._next_look = time.monotonic() + self._watcher.pause
            if changed:
                self._follow()
                return 0.0
        for found in self._checks.results():
            self._views[token(found.name)].take(found)
        if any(view.show_next() for view in self._views.values()):
            return 0.0
        if now >= self._quiet_from:
            if self._behind:
                self._behind.pop().follow()
                return 0.0
            if any(view.background() for view in self._views.values()):
                return 0.0
            if self._is_littered:
                # What a save leaves behind of a large game takes a third of a second to find after ten saves.
                self._is_littered = False
                processes.collect_cycles()
                return 0.0
        if now >= self._quiet_from + UNUSED and self._rested != self._quiet_from:
            # What was drawn is kept for later runs, and memory given back, once in each pause.
            self._rested = self._quiet_from
            for view in self._views.values():
                view.keep()
            processes.give_back()
        if now >= self._check_from:
            self._check()
        return max(0.0, self._next_look - time.monotonic())

    def _follow(self) -> None:
        """Follow the files: at once the games that the change can be of, the others while nobody asks."""
        watcher, views = self._watcher, list(self._views.values())
        self._seen(watcher.stamp)
        self._ends = ()
        only_drawings = watcher.only_drawings
        self.look_for_games()
        limits.begin()
        concerned = [view for view in views if watcher.concerns(view.name)]
        for view in sorted(concerned, key=lambda view: -view.asked_at):
            view.follow(reread=not only_drawings or view in self._behind)
        self._behind = [view for view in {*self._behind, *views} if view not in concerned]
        self._is_littered = True
        self._quiet_from = time.monotonic() + QUIET
        self._check_from = time.monotonic() + SEEN

    def _check(self) -> None:
        """Have the game that was looked at last checked, unless that is being done."""
        waiting = [view for view in self._views.values() if view.needs_check]
        if not waiting:
            return
        view = max(waiting, key=lambda view: view.asked_at)
        if not self._checks.is_busy or self._checks.is_outdated(view.name, view.revision):
            self._checks.check(view.name, view.revision, view.count <= LAZY)
