"""Find, keep and load snapshots; resolve what the command line names; pair the games to compare."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace as altered

from prancha import catalogue
from prancha.building.selection import choose_games
from prancha.changes.capture import capture
from prancha.changes.revisions import NoRevisionError, check_out, games_at, resolve
from prancha.changes.snapshot import Snapshot, absent_game
from prancha.changes.snapshot_text import (
    MOST_BYTES,
    read_snapshot,
    serialize,
    with_previews,
    without_previews,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place, nearest, suggestion
from prancha.system.atomic_files import write_whole
from prancha.system.cache import KeptParts, Store, context_of, made_of, program_digest, remember_digests
from prancha.system.crashes import caught
from prancha.system.file_contents import DEVICE_HINT, Refused, is_device, refuse_links, regular_bytes

FOLDER = ".snapshots"
PRINTED = "printed"
NOW = "now"
"""How the working tree is called in reports."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")


def snapshot_path(project: Path, game: str, name: str) -> Path:
    """Return the file of a snapshot."""
    return project / "components" / game / FOLDER / f"{name}.json"


def snapshot_names(project: Path, game: str) -> tuple[str, ...]:
    """Return the snapshots of a game, sorted."""
    folder = project / "components" / game / FOLDER
    return tuple(sorted(path.stem for path in folder.glob("*.json"))) if folder.is_dir() else ()


def keep_states(project: Path, games: Sequence[str], name: str, replace: bool = False) -> tuple[Path, ...]:
    """Store the state of games (all when empty) under `name`; all of them or, with a Failure, none."""
    if not _NAME.match(name):
        message = f'"{name}" cannot name a snapshot'
        hint = "use letters, digits, dots, - and _, such as v1.0 or playtest-3"
        raise Failure([Diagnostic(Place(""), "bad-name", message, hint=hint)])
    if is_device(name):
        message = f'"{name}.json" cannot be a file on Windows'
        raise Failure([Diagnostic(Place(""), "bad-name", message, hint=DEVICE_HINT)])
    chosen = choose_games(project, games)
    for game in chosen:
        refuse_links(project, game)
    taken = [game for game in chosen if snapshot_path(project, game, name).exists()]
    if taken and not replace:
        message = f'there is a snapshot "{name}" already'
        hint = "choose another name, or add --replace"
        places = (Place(snapshot_path(Path(), game, name).as_posix()) for game in taken)
        raise Failure([Diagnostic(place, "snapshot-exists", message, hint=hint) for place in places])
    with remember_digests(Store.usual(), project):
        texts = {game: _text(project, game, name) for game in chosen}
    for game, text in texts.items():
        write_whole(snapshot_path(project, game, name), text.encode())
    return tuple(snapshot_path(project, game, name) for game in chosen)


def _text(project: Path, game: str, name: str) -> str:
    snapshot = capture(project, game, name)
    kept = KeptParts(Store.usual(), "snapshot", str(project.resolve() / game))
    text = serialize(snapshot, kept)
    kept.save()
    return text


class States(Struct, frozen=True):
    """Games at one moment; `complete` means that there were no others.

    Snapshots are taken of single games: one that has none of that name may have been there.
    """

    snapshots: Mapping[str, Snapshot]
    complete: bool


def find_states(project: Path, games: Sequence[str], name: str) -> dict[str, Snapshot]:
    """Return states of games called `name`: of a snapshot, else of a git revision; raises Failure.

    Without `games`, all that have one of that name.
    """
    found = states_at(project, games, name).snapshots
    lost = [game for game in games if game not in found]
    if lost:
        messages = (f'there was no game "{game}" in {name}' for game in lost)
        raise Failure([Diagnostic(Place(""), "no-game", message) for message in messages])
    return dict(found)


def states_at(project: Path, games: Sequence[str], name: str) -> States:
    """Return states like `find_states`, but leave out a game that a git revision lacks."""
    wanted = tuple(games) or catalogue.list_games(project)
    stored = {game: snapshot_path(project, game, name) for game in wanted}
    if _NAME.match(name) and any(path.is_file() for path in stored.values()):
        missing = [game for game in games if not stored[game].is_file()]
        if missing:
            raise Failure([_no_snapshot(project, game, name) for game in missing])
        found = {game: _read(project, path) for game, path in stored.items() if path.is_file()}
        return States(found, complete=False)
    try:
        commit = resolve(project, name)
    except NoRevisionError as problem:
        raise Failure([_unknown(project, wanted, name, str(problem))]) from None
    with check_out(project, commit) as folder:
        there = catalogue.list_games(folder)
        try:
            chosen = [game for game in there if not games or game in games]
            return States(_capture_all(folder, chosen, name), complete=True)
        except Failure as failure:
            raise Failure([_at_revision(name, each) for each in failure.diagnostics]) from None


def current_states(project: Path, games: Sequence[str]) -> dict[str, Snapshot]:
    """Return states of games as they are in the working tree; raises Failure."""
    return _capture_all(project, games, NOW)


def _capture_all(project: Path, games: Sequence[str], name: str) -> dict[str, Snapshot]:
    """Return states of games; raises Failure with what is wrong with any of them."""
    states: dict[str, Snapshot] = {}
    wrong: list[Diagnostic] = []
    for game in games:
        try:
            states[game] = capture(project, game, name)
        except Failure as failure:
            wrong += failure.diagnostics
    if wrong:
        raise Failure(wrong)
    return states


def _at_revision(revision: str, found: Diagnostic) -> Diagnostic:
    """Return a finding about a file of a git revision, named as git does: `v1.0:components/...`."""
    then = f"so it was in {revision}: name another revision, or a snapshot"
    hint = f"{found.hint}; {then}" if found.hint else then
    return altered(found, place=altered(found.place, file=f"{revision}:{found.place.file}"), hint=hint)


def _read(project: Path, path: Path) -> Snapshot:
    shown = path.relative_to(project).as_posix()
    try:
        text = regular_bytes(path, MOST_BYTES, project).decode()
    except (Refused, UnicodeDecodeError) as problem:
        message = (
            f"this snapshot {problem if isinstance(problem, Refused) else 'cannot be read: it is not UTF-8'}"
        )
        raise Failure([Diagnostic(Place(shown), "snapshot-broken", message, hint="take it again")]) from None
    with caught(Place(shown), "reading this snapshot"):
        return _parse(text, shown)


def _parse(text: str, shown: str) -> Snapshot:
    """Return the snapshot of a text; one that was parsed before is not unpacked and checked again."""
    store = Store.usual()
    key = context_of("snapshot", program_digest(), sha256(text.encode()).digest())
    kept = made_of(store.get(key), lambda data: with_previews(data, lambda: text, shown))
    if kept is not None:
        return kept
    snapshot = read_snapshot(text, shown)
    with suppress(msgspec.MsgspecError, OverflowError, UnicodeEncodeError):  # a number too large for it
        store.put(key, without_previews(snapshot))
    return snapshot


def _no_snapshot(project: Path, game: str, name: str) -> Diagnostic:
    message = f'"{game}" has no snapshot "{name}"'
    return Diagnostic(Place(""), "no-snapshot", message, hint=suggestion(name, snapshot_names(project, game)))


def _unknown(project: Path, games: Sequence[str], name: str, why: str) -> Diagnostic:
    known = sorted({known for game in games for known in snapshot_names(project, game)})
    hint = suggestion(name, known) or "take one with: prancha snapshot NAME"
    ends = re.fullmatch(r"([^.].*?)\.{2,3}([^.].*)", name)
    game = nearest(name, games)
    if ends:
        hint = f"write the two apart: prancha diff {ends[1]} {ends[2]}"
    elif game and not nearest(name, known):
        hint = f'did you mean the game "{game}"?'
    message = f'there is no snapshot "{name}", and {why}'
    return Diagnostic(Place(""), "no-snapshot", message, hint=hint)


class Pairs(Struct, frozen=True):
    """Two states of each game, one of which may be absent; `notes` list what is left out."""

    states: tuple[tuple[Snapshot, Snapshot], ...]
    notes: tuple[str, ...]


def new_and_games(project: Path, old: str, rest: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Split the words after OLD: the first is a game if one of that name is or was there, else NEW."""
    if not rest:
        return None, ()
    known, word = catalogue.list_games(project), rest[0]
    snapshot = any(word in snapshot_names(project, game) for game in known)
    if not snapshot and (word in known or word in games_at(project, old)):
        return None, rest
    return word, rest[1:]


def pair_states(project: Path, games: Sequence[str], old: str, new: str | None) -> Pairs:
    """Return the states `old` and `new` (None: now) of games, or of all; raises Failure."""
    with remember_digests(Store.usual(), project):
        olds = states_at(project, games, old)
        news = states_at(project, games, new) if new else _current(project, games, olds)
    snapshot_names = dict.fromkeys((*news.snapshots, *olds.snapshots))
    if unknown := [game for game in games if game not in snapshot_names]:
        place, known = Place("components"), {*snapshot_names, *catalogue.list_games(project)}
        raise Failure(
            Diagnostic(place, "no-game", f'there is, and was, no game "{one}"', hint=suggestion(one, known))
            for one in unknown
        )
    states: list[tuple[Snapshot, Snapshot]] = []
    lacking: dict[str, list[str]] = {}
    for game in snapshot_names:
        before, after = olds.snapshots.get(game), news.snapshots.get(game)
        if before is None and after is not None and olds.complete:
            before = absent_game(old, after)
        if after is None and before is not None and news.complete:
            after = absent_game(new or NOW, before)
        if before is not None and after is not None:
            states.append((before, after))
        else:
            lacking.setdefault(old if before is None else str(new), []).append(game)
    if not new and not olds.complete:
        lacking[old] = [game for game in choose_games(project, games) if game not in olds.snapshots]
    if not states:
        message = f"no game is both in {old} and in {new or 'the project now'}"
        raise Failure([Diagnostic(Place(""), "nothing-to-compare", message)])
    return Pairs(tuple(states), tuple(not_compared(name, which) for name, which in lacking.items() if which))


def not_compared(name: str, games: Sequence[str]) -> str:
    """Return a note on games without a snapshot of that name, when no game was named."""
    which = "it" if len(games) == 1 else "them"
    return f'{", ".join(games)}: not compared, there is no snapshot "{name}" of {which}'


def _current(project: Path, games: Sequence[str], olds: States) -> States:
    """Return the games as they are, without those of which no earlier state is known."""
    here = [game for game in catalogue.list_games(project) if not games or game in games]
    wanted = here if olds.complete else [game for game in here if game in olds.snapshots]
    return States(current_states(project, wanted), complete=True)
