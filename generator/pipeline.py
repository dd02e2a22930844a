"""The walk from catalogue to kit: read, check, draw, render, impose, export."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from generator import catalogue
from generator.cache import NOTHING, Pack
from generator.checking import check as check
from generator.checking import check_game, rules_file
from generator.checking import load as load
from generator.choices import choose_families, choose_language, choose_sheet
from generator.choices import choose_games as choose_games
from generator.delivery import refuse_folder, write_kit, write_pdfs
from generator.drawing import Workshop, open_pack, save_pack
from generator.drawing import in_ink as in_ink
from generator.drawing import render_faces as render_faces
from generator.drawing import workshop as workshop
from generator.export.printing import made_for
from generator.export.sheet_list import list_sheets
from generator.furniture import furnish
from generator.kit import Ahead
from generator.kit import Kit as Kit
from generator.kit import Order as Order
from generator.kit import Progress as Progress
from generator.kit import Row as Row
from generator.kit import silent as silent
from generator.leaves import arrange, duplex_hint, group, part_remarks
from generator.limits import stage
from generator.model.diagnostic import Diagnostic, Failure
from generator.model.game import Game
from generator.pieces import Pieces
from generator.sheets import impose
from generator.stopwatch import Stopwatch

if TYPE_CHECKING:
    from generator.crew import Crew
    from generator.printed import Inspection, Printed


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
        return build_game(order, game, progress, crew)
    except Failure as failure:
        return failure.diagnostics


def check_faces(project: Path, name: str) -> Inspection:
    """What is wrong with a game's printed faces, in every language; Failure when they cannot be drawn."""
    game = load(project, name)
    return inspect_game(project, game, rules_file(project, game))


def inspect_game(
    project: Path, game: Game, rules: catalogue.Document | None, progress: Progress = silent
) -> Inspection:
    """What is wrong with the printed faces and the cover of a game that was read, in every language.

    What builds drew is used, and what is drawn is kept for them.  Raises Failure.
    """
    from generator import printed
    from generator.inspection import gather
    from generator.trial import try_cover

    shown, packs = [], []
    notes: set[Diagnostic] = set()
    wrong: list[Diagnostic] = []
    for lang in game.languages:
        try:
            pack = open_pack(Order(project), game, lang)
            maker, book, folders = workshop(project, game, lang, pack)
            drawn = maker.draw()
            notes.update(drawn.notes)
            shown.append(gather(game, maker, drawn, book, folders, pack))
            packs.append(pack)
            covers, amiss = try_cover(Order(project), game, maker, drawn)
            notes.update(amiss)
            faces = [*drawn.fronts.values(), *drawn.backs.values(), *covers]
            title = f"{game.id} {lang}"
            render_faces(faces, maker.symbols, book, folders, title, progress, pack, maker=maker)
        except Failure as failure:
            wrong += failure.diagnostics
    if wrong:
        raise Failure(wrong)
    found = printed.inspect(shown, rules, packs=packs)
    for lang, pack in zip(game.languages, packs, strict=True):
        save_pack(pack, project, game, lang)
    return replace(found, findings=tuple(sorted({*found.findings, *notes})))


def build_game(order: Order, name: str, progress: Progress = silent, crew: Crew | None = None) -> Kit:
    """Build one kit, its faces drawn by a `crew` if there is one.

    Raises Failure, and then what was there before is untouched.
    """
    started = time.perf_counter()
    game = load(order.project, name)
    rules = rules_file(order.project, game) if order.check else None
    findings = check_game(order.project, game, rules)
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    paper, profile = choose_sheet(order)
    lang = choose_language(game, order.lang)
    few = choose_families(game, order.only) if order.only else game
    order = replace(order, lang=lang, sheet=profile.name)  # as they are called, whatever was typed
    part = "only-" + "+".join(family.id for family in few.families) if order.only else ""
    refuse_folder(order, game, paper, part)

    pack = open_pack(order, game, lang, passing=crew is not None)
    shop = maker, book, templates = workshop(order.project, game, lang, pack)
    ahead = _draw_ahead(crew, order, game, pack, shop, rules, progress)
    drawn = maker.draw()
    shown = None
    if order.check:
        from generator.inspection import gather  # who wants no checks need not wait for them

        shown = gather(game, maker, drawn, book, templates, pack)
    stage(game.place, "laying out its sheets")
    drawn = in_ink(order, drawn, book)
    # All is drawn and checked, whatever is printed.
    game = few
    drawn = drawn.of(game) if order.only else drawn
    pieces = Pieces(drawn, profile.bleed, order.gutter)
    sheets = impose(group(game, pieces), paper, order.duplex, profile)
    leaves = arrange(sheets, order.duplex)
    covers, labels, pages, behind = furnish(game, maker, paper, leaves, lang, order, book)
    if not pages:
        hint = "give something copies, or leave --no-cover out"
        raise Failure([Diagnostic(game.place, "no-items", "no component has copies to print", hint=hint)])

    faces = [*covers, *drawn.fronts.values(), *drawn.backs.values(), *labels]
    stopwatch = Stopwatch(drawn, ahead.seconds)
    portfolio = render_faces(
        faces, maker.symbols, book, templates, name, progress, pack, stopwatch, ahead.items, maker
    )
    try:
        if shown is not None:
            # Only what can be drawn at all is looked at: the renderer says better what is broken.
            findings += inspect_faces(shown, rules, pack)
    finally:
        save_pack(pack, order.project, game, lang)
    notes = judged(order, (*findings, *drawn.notes, *portfolio.notes))
    stage(game.place, "writing its files")
    pages, behind = made_for(order.printer, pages), made_for(order.printer, behind, backs=True)
    written = write_pdfs(order, game, lang, portfolio, book, (pages, behind), duplex_hint(order, leaves))
    placed = list_sheets(pages, portfolio.arts, drawn.fronts, drawn.backs, behind, written[0])
    kit = write_kit(
        order, game, lang, paper, pages, written, placed, started, notes, part, _ppi(order, game, rules)
    )
    rows, count = stopwatch.read(kit.rows), len(pages) + len(behind)
    remarks = (*pieces.remarks(game, lang), *part_remarks(game, leaves, lang))
    return replace(kit, rows=rows, pages=count, remarks=remarks)


def _ppi(order: Order, game: Game, rules: catalogue.Document | None) -> tuple[float, float] | None:
    """The least resolutions of pictures that the game wants; None where it was not checked."""
    if not order.check:
        return None
    from generator import printed

    return printed.picture_limits(rules, game.languages)


def _draw_ahead(
    crew: Crew | None, order: Order, game: Game, pack: Pack, shop: Workshop,
    rules: catalogue.Document | None, progress: Progress,
) -> Ahead:  # fmt: skip
    """Have a crew fill the pack with what is to be drawn."""
    if crew is None:
        return Ahead()
    from generator.crew import draw_ahead

    limits = None
    if order.check:
        from generator import printed

        limits = printed.limits(rules, game.languages)
    return draw_ahead(crew, order, game, pack, shop, limits, progress)


def judged(order: Order, notes: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The warnings of a kit; raises Failure where the order takes them for errors."""
    if order.strict and notes:
        raise Failure(replace(note, severity="error") for note in notes)
    return notes


def inspect_faces(
    shown: Printed, rules: catalogue.Document | None, pack: Pack = NOTHING
) -> tuple[Diagnostic, ...]:
    """Warnings about the faces of a kit; raises Failure where there is an error."""
    from generator import printed

    findings = printed.inspect([shown], rules, idle=False, packs=[pack]).findings
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    return findings


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
        listing.append({"id": name, "title": game.title, "languages": game.languages, "families": families})
    if wrong:
        raise Failure(wrong)
    return tuple(listing)
