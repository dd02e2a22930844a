"""The walk from catalogue to kit: read, check, draw, render, impose, export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from generator import catalogue
from generator.checking import check as check
from generator.checking import load as load
from generator.checking import rules_file
from generator.choices import choose_families, choose_items
from generator.choices import choose_games as choose_games
from generator.delivery import refuse_folder
from generator.drawing import in_ink as in_ink
from generator.drawing import open_pack, save_pack
from generator.drawing import render_faces as render_faces
from generator.drawing import render_settings as render_settings
from generator.drawing import workshop as workshop
from generator.filenames import part_name
from generator.kit import Kit as Kit
from generator.kit import Order as Order
from generator.kit import Progress as Progress
from generator.kit import Row as Row
from generator.kit import silent as silent
from generator.model.art import Ink
from generator.model.diagnostic import Diagnostic, Failure, Place
from generator.model.game import Game
from generator.stopwatch import Stopwatch
from generator.unexpected import caught
from generator.walk import draw_game, lay_out, open_game, render_kit, write_game
from generator.walk import judged as judged

if TYPE_CHECKING:
    from generator.crew import Crew
    from generator.printed import Inspection


def build(
    order: Order,
    games: Sequence[str] = (),
    jobs: int = 1,
    progress: Progress = silent,
    crew: Crew | None = None,
) -> tuple[Kit, ...]:
    """Build the kits of `games` (all games when empty); returns them in order.

    Writes `<out>/<game>/<game>-<paper>.pdf` and `manifest.json` beside it, each
    whole or not at all; what is ordered otherwise has names of its own, see
    `generator.filenames`.  With `jobs` above 1 games are built in as many
    processes, or the faces of a single game drawn in them; a `crew` draws the
    faces of every game.  The bytes are the same.  Raises Failure with every diagnostic
    of every game that failed; the other games are written.
    """
    chosen = choose_games(order.project, games)
    kits: list[Kit] = []
    wrong: list[Diagnostic] = []
    for outcome in outcomes(order, chosen, jobs, progress, crew):
        if isinstance(outcome, Kit):
            kits.append(outcome)
        else:
            wrong += outcome
    if wrong:
        raise Failure(wrong)
    return tuple(kits)


def outcomes(
    order: Order, games: Sequence[str], jobs: int, progress: Progress, crew: Crew | None = None
) -> Iterator[Kit | tuple[Diagnostic, ...]]:
    """Build game after game; yields its kit, or why there is none."""
    done = 0
    if jobs > 1 and len(games) > 1 and crew is None:
        from concurrent.futures.process import BrokenProcessPool

        from generator.stopping import worker_processes

        with suppress(BrokenProcessPool), worker_processes(min(jobs, len(games))) as pool:
            for outcome in pool.map(_attempt, [order] * len(games), games):
                progress(games[done], 1, 1)
                done += 1
                yield outcome
    elif jobs > 1 and crew is None:
        from generator.crew import Crew

        crew = Crew.processes(jobs)
    # A worker that died took its reason along: what ends this process too is told by who waits for it.
    for game in games[done:]:
        yield _attempt(order, game, progress, crew)


def _attempt(
    order: Order, game: str, progress: Progress = silent, crew: Crew | None = None
) -> Kit | tuple[Diagnostic, ...]:
    try:
        with caught(Place(f"components/{game}"), "building its kit"):
            return build_game(order, game, progress, crew)
    except Failure as failure:
        return failure.diagnostics


def check_faces(project: Path, name: str) -> Inspection:
    """What is wrong with a game's printed faces, in every language; Failure when they cannot be drawn."""
    game = load(project, name)
    return inspect_game(project, game, rules_file(project, game))


def inspect_game(
    project: Path, game: Game, rules: catalogue.Document | None, progress: Progress = silent,
    ink: Ink = "full",
) -> Inspection:  # fmt: skip
    """What is wrong with the printed faces and the cover of a game that was read, in every whole language.

    Faces are looked at as they print in `ink`.  What builds drew is used, and what is drawn is kept for
    them.  Raises Failure.
    """
    from generator import printed
    from generator.inspection import gather
    from generator.trial import try_cover

    shown, packs = [], []
    notes: set[Diagnostic] = set()
    wrong: list[Diagnostic] = []
    languages = [lang for lang in game.languages if not game.missing(lang)]
    for lang in languages:
        try:
            with caught(game.place, f"drawing its faces in {lang}"):
                order = Order(project, ink=ink)
                pack = open_pack(order, game, lang)
                maker, book, folders = workshop(project, game, lang, pack)
                drawn = in_ink(order, maker.draw(), book, folders)
                notes.update(drawn.notes)
                shown.append(gather(game, maker, drawn, book, folders, pack, ink))
                packs.append(pack)
                covers, amiss = try_cover(order, game, maker, drawn)
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
        return printed.Inspection((), (), 0)
    with caught(game.place, "checking its faces"):
        found = printed.inspect(shown, rules, packs=packs)
    for lang, pack in zip(languages, packs, strict=True):
        save_pack(pack, project, game, lang)
    return replace(found, findings=tuple(sorted({*found.findings, *notes})))


def build_game(order: Order, name: str, progress: Progress = silent, crew: Crew | None = None) -> Kit:
    """Build one kit, its faces drawn by a `crew` if there is one.

    Raises Failure, and then what was there before is untouched.
    """
    opened = open_game(order, name)
    few = choose_families(opened.game, order.only) if order.only else opened.game
    few = choose_items(few, order.items, order.copies)
    part = part_name(order, [family.id for family in few.families])
    refuse_folder(opened.order, opened.game, opened.paper, part)
    drawing = draw_game(opened, progress, crew)
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
