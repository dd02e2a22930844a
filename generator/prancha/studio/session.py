"""The games of one run of the studio, and the loop that follows their files and answers for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import Diagnostic
from prancha.studio import steps
from prancha.studio.checker import Checker
from prancha.studio.game_view import GameView, Publish
from prancha.studio.handover import Boards, Ended, boards
from prancha.studio.jobs import Jobs
from prancha.studio.kits import Kits
from prancha.studio.language import LAZY
from prancha.studio.tokens import token
from prancha.studio.watching import PAUSE, Watcher
from prancha.system import limits, memory

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
        self, project: Path, asked: Sequence[str], publish: Publish, told: Boards | None = None,
        ended: Sequence[Ended] = (), folder: Path | None = None, seen: Callable[[str], object] = str,
    ) -> None:  # fmt: skip
        """Read the games called `asked`, or all there are and come; raises Failure for a name that is none.

        What cannot be read of them is a finding.  This process writes what it is doing to `told`; what
        `ended` processes before it is left alone until files change.  Kits that are only looked at go to
        `folder`.  `seen` is called with `Watcher.stamp` of the files that are worked on.
        """
        self.project, self.jobs = project, Jobs()
        self._publish, self._seen = publish, seen
        self._told = told or boards()
        self._names = steps.names(project, asked) if asked else ()
        self._all = not asked
        self.lost: tuple[Diagnostic, ...] = ()
        """Why there are no games, or not all."""
        self._views: dict[str, GameView] = {}
        self._checker = Checker(project)
        self.kits = Kits(project, publish, folder)
        self._watcher = Watcher(project, self._names)
        self._ended = tuple(one for one in ended if one.stamp == self._watcher.stamp)
        self._seen(self._watcher.stamp)
        self._next_look = self._rested = 0.0
        self._quiet_from = self._check_from = time.monotonic() + FIRST
        for name in self._names:
            self._open(name)
        self._look_for_games()

    def _open(self, name: str) -> None:
        ended = [one for one in self._ended if one.game == name]
        view = GameView(self.project, name, self._publish, self._told.say, ended)
        self._views[view.token] = view

    def _look_for_games(self) -> None:
        """Open the games that came; those that went stay, with what is wrong with them."""
        if not self._all:
            return
        there, lost = steps.games_there(self.project)
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
    def games(self) -> list[dict[str, Any]]:
        """Every game in a word."""
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
        """The game of a token; LookupError when there is none."""
        return self._views[game]

    def run(self, rounds: int | None = None) -> None:
        """Follow the files and answer, for ever unless `rounds` are enough."""
        limits.begin()
        began, wait = time.monotonic(), 0.0
        while rounds is None or rounds > 0:
            rounds = None if rounds is None else rounds - 1
            if time.monotonic() - began > 20:
                # The ceiling of a whole run is for builds; here each answer is one.
                limits.begin()
                limits.stage("", "waiting")
                began = time.monotonic()
            self._told.say("answering")
            with limits.work_on("", "", "answering the page"):
                answered = self.jobs.run(wait)
            if answered:
                self._quiet_from = max(self._quiet_from, time.monotonic() + QUIET)
                wait = 0.0
                if time.monotonic() < self._next_look:
                    continue
            wait = self._turn()

    def close(self) -> None:
        """End what was started; at the end of the program it ends by itself."""
        self._checker.close()
        self.kits.close()

    def _turn(self) -> float:
        """Look at the files, else do what waits; returns how long there is nothing to do."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + PAUSE
            if self._watcher.changed():
                self._seen(self._watcher.stamp)
                self._ended = ()
                self._look_for_games()
                self._follow()
                self._quiet_from = time.monotonic() + QUIET
                self._check_from = time.monotonic() + SEEN
                return 0.0
        for found in self._checker.answers():
            self._views[token(found.name)].take(found)
        for view in self._views.values():
            if now >= self._quiet_from and view.background():
                return 0.0
            if now >= self._quiet_from + UNUSED:
                self._rest(view)
            if now >= self._check_from and view.unchecked and not self._checker.busy:
                self._checker.ask(view.name, view.revision, view.count <= LAZY)
        return max(0.0, self._next_look - time.monotonic())

    def _rest(self, view: GameView) -> None:
        """Keep what was drawn for later runs, and give memory back, once in every rest."""
        view.keep()
        if self._rested != self._quiet_from:
            self._rested = self._quiet_from
            memory.give_back()

    def _follow(self) -> None:
        limits.begin()
        for view in self._views.values():
            view.follow()
