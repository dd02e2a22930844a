"""Build only what must be built: leave unchanged kits alone, and with --watch follow saved files."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from prancha.building.order import Kit, Order, Progress, output_folder, print_sentences, silent
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import environment, limits, program_folders
from prancha.system.atomic_files import sweep
from prancha.system.cache import (
    Store,
    context_of,
    game_inputs,
    lists_around,
    made_of,
    program_digest,
    remember_digests,
)
from prancha.system.file_contents import is_file

if TYPE_CHECKING:
    from prancha.building.workers import Workers

_NO_EFFECT = ("project", "out", "cache")
"""Options of an order that do not change the kit."""
PAUSE = 0.2
"""Seconds between scans of the files; a scan takes a few milliseconds."""
Seen = Mapping[str, tuple[int, int, int]]


class Outcome(Struct, frozen=True):
    """The current kits in the order of their games, and why others are missing."""

    kits: tuple[Kit, ...]
    wrong: tuple[Diagnostic, ...]


def build(
    order: Order,
    games: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress = silent,
    workers: Workers | None = None,
) -> Outcome:
    """Bring the kits of `games` (all games when empty) up to date.

    A kit is left alone if program, order and inputs are unchanged and its files are
    intact.  Raises Failure for a name that is no game.
    """
    chosen = _choose_names(order.project, games)
    store = Store.usual() if order.cache else Store()
    for name in chosen:
        sweep(output_folder(order, name))
    with remember_digests(store, order.project):
        return _update_kits(order, chosen, store=store, jobs=jobs, progress=progress, workers=workers)


def _update_kits(
    order: Order, chosen: Sequence[str], store: Store, jobs: int, progress: Progress, workers: Workers | None
) -> Outcome:
    keys = {name: _kit_key(order, name) for name in chosen} if store else {}
    found: dict[str, Kit] = {}
    for name, key in keys.items():
        kit = _find_kit(store, key, order, name)
        if kit is not None:
            found[name] = kit
    missing = [name for name in chosen if name not in found]
    wrong: list[Diagnostic] = []
    results: Iterable[Kit | tuple[Diagnostic, ...]] = ()
    if missing:
        from prancha.building import pipeline  # loads what draws and writes, not for unchanged games

        results = pipeline.build_each(order, missing, jobs, progress, workers)
    for name, result in zip(missing, results, strict=True):
        if isinstance(result, Kit):
            found[name] = result
            # A game edited during its build gives a kit of both states, which must not be stored for one.
            if store and _kit_key(order, name) == keys[name]:
                _store_kit(store, keys[name], result)
        else:
            wrong += result
    return Outcome(tuple(found[name] for name in chosen if name in found), tuple(sorted(set(wrong))))


def _choose_names(project: Path, games: Sequence[str]) -> tuple[str, ...]:
    folder, listed = project / "components", []
    with suppress(OSError):
        listed = os.listdir(folder)  # noqa: PTH208 (only names are wanted)
    # On a case-insensitive disk any case would be found: the name must be spelt as on disk.
    known = {name for name in listed if name[0] not in "_."}
    if games and known.issuperset(games) and all(is_file(folder / name / "game.yaml") for name in games):
        return tuple(dict.fromkeys(games))
    from prancha.building.selection import (
        choose_games,  # loads the catalogue reader, not needed for named games
    )

    return choose_games(project, games)


def _kit_key(order: Order, game: str) -> bytes:
    options = {name: value for name, value in asdict(order).items() if name not in _NO_EFFECT}
    inputs = game_inputs(order.project, game)
    dated = str(environment.build_second())  # the date in PDFs, if set
    return context_of("kit", program_digest(), game, dated, repr(sorted(options.items())), *inputs)


def _store_kit(store: Store, key: bytes, kit: Kit) -> None:
    with suppress(UnicodeEncodeError):  # its notes name a file with an undecodable name
        store.put(key, msgspec.json.encode(kit, enc_hook=lambda path: path.name))


def _find_kit(store: Store, key: bytes, order: Order, game: str) -> Kit | None:
    """The stored kit of the same inputs, if its files are unchanged."""
    folder = order.folder_of(game)
    kit = made_of(store.get(key), msgspec.json.Decoder(Kit, dec_hook=lambda _, name: folder / name).decode)
    if kit is None:
        return None
    try:
        if any(_sha256(folder / name) != digest for name, digest in kit.written.items()):
            return None
    except OSError:
        return None
    return replace(kit, unchanged=True)


def _sha256(path: Path) -> str:
    if not path.is_file():  # a pipe would wait for ever
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def watch(
    order: Order,
    games: Sequence[str],
    jobs: int,
    told: Callable[[Sequence[Kit]], None],
    report: Callable[[Iterable[Diagnostic]], None],
    rounds: int | None = None,
    workers: Workers | None = None,
) -> None:
    """Build `games` now and after every change of an input, `rounds` times or for ever.

    After a broken change the last good kit stays; `report` gets the reasons once, until they
    change.  `told` gets the kits that were written.
    """
    known: tuple[Diagnostic, ...] = ()
    for number, _ in enumerate(_wait_for_changes(order.project), 1):
        limits.begin()
        try:
            outcome = build(order, games, jobs, print_sentences, workers)
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
                print("the last good kits are kept", file=sys.stderr)
            elif known:
                print("all kits build again", file=sys.stderr)
            known = wrong
        sys.stdout.flush()
        if number == rounds:
            return
        if number == 1:
            print("watching; Ctrl-C ends it", file=sys.stderr, flush=True)


def _wait_for_changes(project: Path) -> Iterator[None]:
    """Yield once, and again after every change of a file below the project's inputs."""
    before: Seen | None = None
    places = watched_places(project)
    while True:
        now = stat_files(places)
        if now != before:
            before = now
            yield
            places = watched_places(project)  # a catalogue may name other lists now
        else:
            time.sleep(PAUSE)


def watched_places(project: Path) -> list[Path]:
    """Input folders of a project, and lists elsewhere in it."""
    own = [project / "components", project / "templates"]
    return [
        *own,
        *lists_of(project),
        program_folders.TEMPLATES,
        program_folders.SHEETS,
        program_folders.RULES,
    ]


def lists_of(project: Path) -> list[Path]:
    """Lists of all games outside their folders."""
    games = sorted(path.parent.name for path in project.glob("components/*/game.yaml"))
    return list(dict.fromkeys(path for game in games for path in lists_around(project, game)))


def stat_files(places: Sequence[Path], around: Sequence[Path] = ()) -> Seen:
    """Modification time, size and inode of all files in `places`, without reading any.

    Links are followed into `places` and the folders `around` them.
    """
    found: dict[str, tuple[int, int, int]] = {}
    waiting = [str(place) for place in dict.fromkeys(place.resolve() for place in places)]
    tops = tuple(f"{folder}{os.sep}" for folder in (*waiting, *(each.resolve() for each in around)))
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
                    continue  # links out of the inputs are never read
                if entry.is_dir():
                    waiting.append(os.path.realpath(entry.path) if entry.is_symlink() else entry.path)
                    continue
                state = entry.stat()
            except OSError:
                continue
            found[entry.path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found
