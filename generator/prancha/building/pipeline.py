"""The walk from catalogue to kit: read, check, draw, render, impose, export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from prancha import catalogue
from prancha.building.drawing import in_ink as in_ink
from prancha.building.drawing import open_pack, save_pack
from prancha.building.drawing import prepare_faces as prepare_faces
from prancha.building.drawing import render_faces as render_faces
from prancha.building.drawing import render_settings as render_settings
from prancha.building.filenames import part_name
from prancha.building.kit_files import refuse_folder
from prancha.building.loading import check as check
from prancha.building.loading import load as load
from prancha.building.loading import rules_file
from prancha.building.order import Kit as Kit
from prancha.building.order import Order as Order
from prancha.building.order import Progress as Progress
from prancha.building.order import Row as Row
from prancha.building.order import silent as silent
from prancha.building.selection import choose_families, choose_items
from prancha.building.selection import choose_games as choose_games
from prancha.building.steps import draw_game, lay_out, open_game, render_kit, write_game
from prancha.building.steps import judged as judged
from prancha.building.timing import Stopwatch
from prancha.model.art import Ink
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.system.unexpected import caught

if TYPE_CHECKING:
    from prancha.building.workers import Workers
    from prancha.checks.artwork import Inspection


def build(
    order: Order,
    games: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress = silent,
    workers: Workers | None = None,
) -> tuple[Kit, ...]:
    """Build the kits of `games` (all games when empty); returns them in order.

    Writes `<out>/<game>/<game>-<paper>.pdf` and `manifest.json` beside it, each
    whole or not at all; what is ordered otherwise has names of its own, see
    `prancha.building.filenames`.  With `jobs` above 1 games are built in as many
    processes, or the faces of a single game drawn in them; `workers` draw the
    faces of every game.  The bytes are the same.  Raises Failure with every diagnostic
    of every game that failed; the other games are written.
    """
    chosen = choose_games(order.project, games)
    kits: list[Kit] = []
    wrong: list[Diagnostic] = []
    for outcome in build_each(order, chosen, jobs, progress, workers):
        if isinstance(outcome, Kit):
            kits.append(outcome)
        else:
            wrong += outcome
    if wrong:
        raise Failure(wrong)
    return tuple(kits)


def build_each(
    order: Order, games: Sequence[str], jobs: int, progress: Progress, workers: Workers | None = None
) -> Iterator[Kit | tuple[Diagnostic, ...]]:
    """Build game after game; yields its kit, or why there is none."""
    done = 0
    if jobs > 1 and len(games) > 1 and workers is None:
        from concurrent.futures.process import BrokenProcessPool

        from prancha.system.processes import worker_processes

        with suppress(BrokenProcessPool), worker_processes(min(jobs, len(games))) as pool:
            for outcome in pool.map(_attempt, [order] * len(games), games):
                progress(games[done], 1, 1)
                done += 1
                yield outcome
    elif jobs > 1 and workers is None:
        from prancha.building.workers import Workers

        workers = Workers.processes(jobs)
    # A worker that died took its reason along: what ends this process too is told by who waits for it.
    for game in games[done:]:
        yield _attempt(order, game, progress, workers)


def _attempt(
    order: Order, game: str, progress: Progress = silent, workers: Workers | None = None
) -> Kit | tuple[Diagnostic, ...]:
    try:
        with caught(Place(f"components/{game}"), "building its kit"):
            return build_game(order, game, progress, workers)
    except Failure as failure:
        return failure.diagnostics


def check_faces(project: Path, name: str) -> Inspection:
    """What is wrong with a game's printed faces, in every language; Failure when they cannot be drawn."""
    game = load(project, name)
    return inspect_game(project, game, rules_file(project, game))


def inspect_game(
    project: Path, game: Game, rules: catalogue.YamlDocument | None, progress: Progress = silent,
    ink: Ink = "full",
) -> Inspection:  # fmt: skip
    """What is wrong with the printed faces and the cover of a game that was read, in every whole language.

    Faces are looked at as they print in `ink`.  What builds drew is used, and what is drawn is kept for
    them.  Raises Failure.
    """
    from prancha.building.artwork_check import gather
    from prancha.building.cover_check import check_cover
    from prancha.checks import artwork

    shown, packs = [], []
    notes: set[Diagnostic] = set()
    wrong: list[Diagnostic] = []
    languages = [lang for lang in game.languages if not game.missing(lang)]
    for lang in languages:
        try:
            with caught(game.place, f"drawing its faces in {lang}"):
                order = Order(project, ink=ink)
                pack = open_pack(order, game, lang)
                maker, book, folders = prepare_faces(project, game, lang, pack)
                drawn = in_ink(order, maker.draw(), book, folders)
                notes.update(drawn.notes)
                shown.append(gather(game, maker, drawn, book, folders, pack, ink))
                packs.append(pack)
                covers, amiss = check_cover(order, game, maker, drawn)
                notes.update(amiss)
                faces = [*drawn.fronts.values(), *drawn.backs.values(), *covers]
                title = f"{game.id} {lang}"
                portfolio = render_faces(
                    faces, maker.symbols, book, folders, title, progress, pack, maker=maker,
                    settings=render_settings(game, lang),
                )  # fmt: skip
                notes.update(portfolio.notes)
        except Failure as failure:
            wrong += failure.diagnostics
    if wrong:
        raise Failure(wrong)
    if not shown:
        return artwork.Inspection((), (), 0)
    with caught(game.place, "checking its faces"):
        found = artwork.inspect(shown, rules, packs=packs)
    for lang, pack in zip(languages, packs, strict=True):
        save_pack(pack, project, game, lang)
    return replace(found, findings=tuple(sorted({*found.findings, *notes})))


def build_game(order: Order, name: str, progress: Progress = silent, workers: Workers | None = None) -> Kit:
    """Build one kit, its faces drawn by `workers` if there are any.

    Raises Failure, and then what was there before is untouched.
    """
    opened = open_game(order, name)
    few = choose_families(opened.game, order.only) if order.only else opened.game
    few = choose_items(few, order.items, order.copies)
    part = part_name(order, [family.id for family in few.families])
    refuse_folder(opened.order, opened.game, opened.paper, part)
    drawing = draw_game(opened, progress, workers)
    layout = lay_out(opened, drawing, few)
    if not layout.pages:
        hint = "give something copies, or leave --no-cover out"
        raise Failure([Diagnostic(few.place, "no-items", "no component has copies to print", hint=hint)])
    stopwatch = Stopwatch(layout.drawn, drawing.ahead.seconds)
    portfolio, notes = render_kit(opened, drawing, layout, progress, stopwatch)
    return write_game(opened, layout, portfolio, drawing.book, notes, part, stopwatch)


def describe(project: Path) -> tuple[Mapping[str, Any], ...]:
    """Every game with its families and counts, for `prancha list`; raises Failure."""
    listing = []
    wrong: list[Diagnostic] = []
    for name in catalogue.list_games(project):
        try:
            game = load(project, name)
        except Failure as failure:
            wrong += failure.diagnostics
            continue
        lang = game.languages[0]
        families = [(f.id, f.title[lang], len(f.items), f.copies, f.stock) for f in game.families]
        missing = {each: len(game.missing(each)) for each in game.languages if game.missing(each)}
        listing.append(
            {
                "id": name,
                "title": game.title,
                "languages": game.languages,
                "families": families,
                "untranslated": missing,
            }
        )
    if wrong:
        raise Failure(wrong)
    return tuple(listing)
