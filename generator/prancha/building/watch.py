"""`prancha build --watch`: kits follow the files they are made of, a moment after each is saved."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.building import incremental
from prancha.building.order import Kit, Order, sentences
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import limits, shipped
from prancha.system.cache import lists_around

if TYPE_CHECKING:
    from prancha.building.workers import Workers

PAUSE = 0.2
"""Seconds between looks at the files; a look takes a few milliseconds."""
Seen = Mapping[str, tuple[int, int, int]]


def watch(
    order: Order,
    games: Sequence[str],
    jobs: int,
    told: Callable[[Sequence[Kit]], None],
    report: Callable[[Iterable[Diagnostic]], None],
    rounds: int | None = None,
    workers: Workers | None = None,
) -> None:
    """Build `games`, and again whenever an input changes; never ends unless `rounds` builds are enough.

    A broken change leaves the last good kit where it is; `report` says why
    once, and not again until the reasons are others.  `told` gets the kits
    that were written.
    """
    known: tuple[Diagnostic, ...] = ()
    for number, _ in enumerate(_changes(order.project), 1):
        limits.begin()
        try:
            outcome = incremental.build(order, games, jobs, sentences, workers)
            kits, wrong = outcome.kits, outcome.wrong
        except Failure as failure:
            kits, wrong = (), failure.diagnostics
        if number == 1:
            told(kits)
        else:
            told([kit for kit in kits if not kit.unchanged])
        if wrong != known:
            report(wrong)
            if wrong:
                print("the last good kits stay as they are", file=sys.stderr)
            elif known:
                print("all is well again", file=sys.stderr)
            known = wrong
        sys.stdout.flush()
        if number == rounds:
            return
        if number == 1:
            print("watching; Ctrl-C ends it", file=sys.stderr, flush=True)


def _changes(project: Path) -> Iterator[None]:
    """Yield at once, and then whenever a file below the project's inputs was changed."""
    before: Seen | None = None
    places = watched(project)
    while True:
        now = look(places)
        if now != before:
            before = now
            yield
            places = watched(project)  # a catalogue may name other lists now
        else:
            time.sleep(PAUSE)


def watched(project: Path) -> list[Path]:
    """The folders that kits of a project are made of, and lists that lie elsewhere in it."""
    own = [project / "components", project / "templates"]
    return [*own, *lists_of(project), shipped.TEMPLATES, shipped.SHEETS, shipped.RULES]


def lists_of(project: Path) -> list[Path]:
    """The lists of all games that lie outside their folders."""
    games = sorted(path.parent.name for path in project.glob("components/*/game.yaml"))
    return list(dict.fromkeys(path for game in games for path in lists_around(project, game)))


def look(places: Sequence[Path]) -> Seen:
    """Time, size and number of every file in folders, and of files; without reading any."""
    found: dict[str, tuple[int, int, int]] = {}
    waiting = [str(place) for place in dict.fromkeys(place.resolve() for place in places)]
    tops = tuple(f"{folder}{os.sep}" for folder in waiting)
    done = set()
    while waiting:
        folder = waiting.pop()
        if folder in done:
            continue
        done.add(folder)
        try:
            entries = list(os.scandir(folder))
        except NotADirectoryError:
            with suppress(OSError):
                state = Path(folder).stat()
                found[folder] = (state.st_mtime_ns, state.st_size, state.st_ino)
            continue
        except OSError:
            continue
        for entry in entries:
            try:
                if entry.is_symlink() and not os.path.realpath(entry.path).startswith(tops):
                    continue  # nothing reads what lies elsewhere
                if entry.is_dir():
                    waiting.append(os.path.realpath(entry.path) if entry.is_symlink() else entry.path)
                    continue
                state = entry.stat()
            except OSError:
                continue
            found[entry.path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found
