"""Which states of which games a comparison is of, and of which none can be made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from prancha import catalogue
from prancha.building.selection import choose_games
from prancha.changes import snapshot_store
from prancha.changes.revisions import games_at
from prancha.changes.snapshot import Snapshot, absent
from prancha.changes.snapshot_store import NOW, States
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.system.cache import Store, remember_digests


class Pairs(Struct, frozen=True):
    """Two states of each game, one of which may be that it was not there; `notes` tell what is left out."""

    states: tuple[tuple[Snapshot, Snapshot], ...]
    notes: tuple[str, ...]


def new_and_games(project: Path, old: str, rest: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The first word after OLD is a game when there is, or was, one of that name, else NEW."""
    if not rest:
        return None, ()
    known, word = catalogue.list_games(project), rest[0]
    snapshot = any(word in snapshot_store.names(project, game) for game in known)
    if not snapshot and (word in known or word in games_at(project, old)):
        return None, rest
    return word, rest[1:]


def pair_states(project: Path, games: Sequence[str], old: str, new: str | None) -> Pairs:
    """The states `old` and `new` (None: as it is now) of games, of all when none is named; raises Failure."""
    with remember_digests(Store.usual(), project):
        olds = snapshot_store.states_at(project, games, old)
        news = snapshot_store.states_at(project, games, new) if new else _now(project, games, olds)
    names = dict.fromkeys((*news.snapshots, *olds.snapshots))
    _refuse_unknown(project, [game for game in games if game not in names], [*names])
    states: list[tuple[Snapshot, Snapshot]] = []
    lacking: dict[str, list[str]] = {}
    for game in names:
        before, after = olds.snapshots.get(game), news.snapshots.get(game)
        if before is None and after is not None and olds.complete:
            before = absent(old, after)
        if after is None and before is not None and news.complete:
            after = absent(new or NOW, before)
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
    """That games have no snapshot of that name, for whoever asked for no game by its own."""
    which = "it" if len(games) == 1 else "them"
    return f'{", ".join(games)}: not compared, there is no snapshot "{name}" of {which}'


def _now(project: Path, games: Sequence[str], olds: States) -> States:
    """The games as they are; of those that nothing is known of before, no state is taken."""
    here = [game for game in catalogue.list_games(project) if not games or game in games]
    wanted = here if olds.complete else [game for game in here if game in olds.snapshots]
    return States(snapshot_store.current_states(project, wanted), complete=True)


def _refuse_unknown(project: Path, games: Sequence[str], known: Sequence[str]) -> None:
    if games:
        hint = {game: suggestion(game, {*known, *catalogue.list_games(project)}) for game in games}
        raise Failure(
            Diagnostic(
                Place("components"), "no-game", f'there is, and was, no game "{game}"', hint=hint[game]
            )
            for game in games
        )
