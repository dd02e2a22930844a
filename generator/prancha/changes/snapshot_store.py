"""Where snapshots lie, and what a name on the command line stands for."""

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
from prancha.changes.preview_packing import MOST_BYTES
from prancha.changes.revisions import NoRevisionError, check_out, resolve
from prancha.changes.snapshot import Snapshot
from prancha.changes.storage import read_snapshot, recalled, remembered, serialize
from prancha.model.device_names import HINT, is_device
from prancha.model.diagnostic import Diagnostic, Failure, Place, nearest, suggestion
from prancha.system.atomic_files import write_whole
from prancha.system.cache import KeptParts, Store, context_of, made_of, program_digest, remember_digests
from prancha.system.safe_open import Refused, refuse_links, regular_bytes
from prancha.system.unexpected import caught

FOLDER = ".snapshots"
PRINTED = "printed"
NOW = "now"
"""How the working tree is called in reports."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")


def snapshot_path(project: Path, game: str, name: str) -> Path:
    """The file of a snapshot."""
    return project / "components" / game / FOLDER / f"{name}.json"


def names(project: Path, game: str) -> tuple[str, ...]:
    """Snapshots of a game, sorted."""
    folder = project / "components" / game / FOLDER
    return tuple(sorted(path.stem for path in folder.glob("*.json"))) if folder.is_dir() else ()


def keep(project: Path, games: Sequence[str], name: str, replace: bool = False) -> tuple[Path, ...]:
    """Store the state of games (all when empty) under `name`; all of them or, with a Failure, none."""
    if not _NAME.match(name):
        message = f'"{name}" cannot name a snapshot'
        hint = "use letters, digits, dots, - and _, such as v1.0 or playtest-3"
        raise Failure([Diagnostic(Place(""), "bad-name", message, hint=hint)])
    if is_device(name):
        message = f'"{name}.json" cannot be a file on Windows'
        raise Failure([Diagnostic(Place(""), "bad-name", message, hint=HINT)])
    chosen = choose_games(project, games)
    for game in chosen:
        refuse_links(project, game)
    taken = [game for game in chosen if snapshot_path(project, game, name).exists()]
    if taken and not replace:
        raise Failure([_taken(game, name) for game in taken])
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


def _taken(game: str, name: str) -> Diagnostic:
    place = Place(snapshot_path(Path(), game, name).as_posix())
    message = f'there is a snapshot "{name}" already'
    return Diagnostic(place, "snapshot-exists", message, hint="choose another name, or add --replace")


class States(Struct, frozen=True):
    """Games as they were at one moment; `complete` means that there were no others.

    Snapshots are taken of single games: one that has none of that name may have been there.
    """

    snapshots: Mapping[str, Snapshot]
    complete: bool


def find_states(project: Path, games: Sequence[str], name: str) -> dict[str, Snapshot]:
    """States of games called `name`: of a snapshot, else of a git revision; raises Failure.

    Without `games`, all that have one of that name.
    """
    found = states_at(project, games, name).snapshots
    lost = [game for game in games if game not in found]
    if lost:
        raise Failure([_not_then(game, name) for game in lost])
    return dict(found)


def states_at(project: Path, games: Sequence[str], name: str) -> States:
    """As `find_states`, but a game that a git revision has not is left out, whoever asks for it."""
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
            return States(_captured(folder, chosen, name), complete=True)
        except Failure as failure:
            raise Failure([_as_of(name, each) for each in failure.diagnostics]) from None


def current_states(project: Path, games: Sequence[str]) -> dict[str, Snapshot]:
    """States of games as they are in the working tree; raises Failure."""
    return _captured(project, games, NOW)


def _captured(project: Path, games: Sequence[str], name: str) -> dict[str, Snapshot]:
    """States of games; a Failure tells what is wrong with any of them."""
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


def _as_of(revision: str, found: Diagnostic) -> Diagnostic:
    """A finding about files of a git revision, which it names as git does: `v1.0:components/...`."""
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
        return _known(text, shown)


def _known(text: str, shown: str) -> Snapshot:
    """The snapshot of a text; one that was read before need not be unpacked and judged again."""
    store = Store.usual()
    key = context_of("snapshot", program_digest(), sha256(text.encode()).digest())
    kept = made_of(store.get(key), lambda data: recalled(data, lambda: text, shown))
    if kept is not None:
        return kept
    snapshot = read_snapshot(text, shown)
    with suppress(msgspec.MsgspecError, OverflowError, UnicodeEncodeError):  # a number too large for it
        store.put(key, remembered(snapshot))
    return snapshot


def _no_snapshot(project: Path, game: str, name: str) -> Diagnostic:
    message = f'"{game}" has no snapshot "{name}"'
    return Diagnostic(Place(""), "no-snapshot", message, hint=suggestion(name, names(project, game)))


def _not_then(game: str, name: str) -> Diagnostic:
    return Diagnostic(Place(""), "no-game", f'there was no game "{game}" in {name}')


def _unknown(project: Path, games: Sequence[str], name: str, why: str) -> Diagnostic:
    known = sorted({known for game in games for known in names(project, game)})
    hint = suggestion(name, known) or "take one with: prancha snapshot NAME"
    ends = re.fullmatch(r"([^.].*?)\.{2,3}([^.].*)", name)
    game = nearest(name, games)
    if ends:
        hint = f"write the two apart: prancha diff {ends[1]} {ends[2]}"
    elif game and not nearest(name, known):
        hint = f'did you mean the game "{game}"?'
    message = f'there is no snapshot "{name}", and {why}'
    return Diagnostic(Place(""), "no-snapshot", message, hint=hint)
