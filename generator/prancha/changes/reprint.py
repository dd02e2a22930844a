"""`prancha build --changed-since`: new and changed copies, and what they take the place of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.filenames import as_name
from prancha.building.order import Kit, Order, Progress, silent
from prancha.building.pipeline import KitPart
from prancha.building.selection import Selection, choose_games, choose_sheet
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.changes import snapshot_store
from prancha.changes.capture import SnapshotBuilder
from prancha.changes.discards import discard_pages
from prancha.changes.print_digest import PrintDigest
from prancha.changes.side_by_side import SnapshotFaces
from prancha.changes.snapshot import Snapshot
from prancha.changes.stale import Reprint, reprint
from prancha.faces import Drawn
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.system.unexpected import caught


class Changed(Struct, frozen=True):
    """What `build --changed-since` made: no kit of `idle` games, nor of `unknown` ones without a state."""

    kits: tuple[Kit, ...]
    idle: tuple[str, ...]
    unknown: tuple[str, ...]


def build_changes(
    order: Order, games: Sequence[str], since: str, start_slot: int = 1, progress: Progress = silent
) -> Changed:
    """Kits of what is new since the state called `since`; of a game that was not there, all of it.

    Writes `<out>/<game>/<game>-<paper>-since-<since>.pdf` and `.json`.  Slots before
    `start_slot` of the first sheet stay empty.  Raises Failure.
    """
    chosen = choose_games(order.project, games)
    olds = snapshot_store.states_at(order.project, chosen if games else (), since)
    unknown = () if olds.complete else tuple(game for game in chosen if game not in olds.snapshots)
    kits: list[Kit] = []
    idle: list[str] = []
    wrong: list[Diagnostic] = []
    for name in (game for game in chosen if game not in unknown):
        try:
            with caught(Place(f"components/{name}"), "building what changed"):
                old = olds.snapshots.get(name)
                choose = partial(_changed, old=old, since=since, start_slot=start_slot)
                kit = pipeline.build_kit(order, name, choose, progress)
        except Failure as failure:
            wrong += failure.diagnostics
            continue
        if kit is None:
            idle.append(name)
        else:
            kits.append(kit)
    if wrong:
        raise Failure(wrong)
    return Changed(tuple(kits), tuple(idle), unknown)


def _changed(opened: OpenedGame, old: Snapshot | None, since: str, start_slot: int) -> KitPart:
    """The part of a kit that `old` has not."""
    name = f"since-{as_name(since)}" + (f"-slot-{start_slot}" if start_slot > 1 else "")
    return KitPart(name, lambda drawing: _select(opened, drawing, old, start_slot - 1))


def _select(opened: OpenedGame, drawing: DrawnGame, old: Snapshot | None, skip: int) -> Selection | None:
    """New and changed copies, with the list of what they take the place of; None where nothing is new."""
    game, lang = opened.game, opened.lang
    if old is None:
        copies = {item.key: item.copies for family in game.families for item in family.items}
        return Selection(_only(game, copies), False, skip=skip, remarks=(_new_game(sum(copies.values())),))
    new = _state(game, lang, drawing.drawn, PrintDigest(drawing.book, drawing.folders))
    if lang not in old.languages:
        raise Failure([_no_language(old, lang)])
    plan = reprint(old, new, lang)
    if not plan.copies and not plan.discards:
        return None
    total = sum(plan.copies.values())
    faces = SnapshotFaces(opened.order.project, [old, new])
    paper, _ = choose_sheet(opened.order)
    listed = discard_pages(
        plan.discards, total, old=old, new=new, lang=lang, paper=paper, snapshot_faces=faces
    )
    return Selection(
        _only(game, plan.copies), False, skip=skip, listed=tuple(listed), symbols=old.symbols,
        remarks=(_summary(plan, total),),
    )  # fmt: skip


def _state(game: Game, lang: str, drawn: Drawn, ink: PrintDigest) -> Snapshot:
    builder = SnapshotBuilder(
        replace(game, languages=(lang, *(each for each in game.languages if each != lang)))
    )
    builder.add(lang, drawn, ink)
    return builder.snapshot(snapshot_store.NOW)


def _only(game: Game, copies: Mapping[str, int]) -> Game:
    """The game with no more than these copies; families and items without any are left out."""
    families = []
    for family in game.families:
        items = tuple(replace(i, copies=copies[i.key]) for i in family.items if copies.get(i.key))
        if items:
            families.append(replace(family, items=items))
    return replace(game, families=tuple(families))


def _no_language(old: Snapshot, lang: str) -> Diagnostic:
    message = f'"{old.name}" has no faces of {old.game} in "{lang}"'
    hint = f"it has: {', '.join(old.languages)}"
    return Diagnostic(Place(""), "no-language", message, hint=hint)


def _new_game(copies: int) -> str:
    return f"a new game: all of its {copies} copies to print"


def _summary(plan: Reprint, copies: int) -> str:
    out = sum(discard.count for discard in plan.discards)
    return f"{copies} copies to print, {out} to take out of the box: see the last page"
