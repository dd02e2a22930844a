"""The walk from catalogue to kit: read, check, draw, lay out, render, inspect, write.

Everything that needs faces or kits goes through the same steps: `build_kit` for a whole kit, some families
of it or what changed; `inspect_game` for the checks.  They differ in what is printed, never in what is
checked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import steps
from prancha.building.face_drawing import Stopwatch, with_continued_parts
from prancha.building.game_loading import ReadGame, read_game
from prancha.building.kit_facts import many_sheets
from prancha.building.kit_files import part_name, refuse_folder
from prancha.building.order import (
    RENDER,
    RULEBOOK,
    Kit,
    Order,
    Progress,
    output_folder,
    print_sentences,
    silent,
)
from prancha.building.selection import Selection, choose_games, choose_ordered, choose_sheet
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Ink
from prancha.model.game import Game
from prancha.model.sheet import Paper, Profile
from prancha.system.atomic_files import write_set
from prancha.system.crashes import caught
from prancha.system.file_contents import Chunks

if TYPE_CHECKING:
    from prancha.building.workers import Workers
    from prancha.checks.artwork import Inspection


class KitPart(Struct, frozen=True):
    """A part of a kit: its name in file names ("" for all of it), and how it is selected.

    `select` is given all faces of the game, and returns None where nothing is to be printed.  `game` is
    what it will select, where that is known before the faces are.
    """

    name: str
    select: Callable[[DrawnGame], Selection | None]
    game: Game | None = None


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
    `prancha.building.kit_files`.  With `jobs` above 1 games are built in as many
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
    """Build the games one by one; yields each kit, or the diagnostics of its failure."""
    done = 0
    if jobs > 1 and len(games) > 1 and workers is None:
        from concurrent.futures.process import BrokenProcessPool

        from prancha.system.processes import worker_processes

        with suppress(BrokenProcessPool), worker_processes(min(jobs, len(games))) as pool:
            for outcome in pool.map(_try_build, [order] * len(games), games, [print_sentences] * len(games)):
                progress(games[done], RENDER, 1, 1)
                done += 1
                yield outcome
    elif jobs > 1 and workers is None:
        from prancha.building.workers import Workers

        workers = Workers.processes(jobs)
    # A dead worker left no reason; built here, its game ends this process, and the supervisor reports why.
    for game in games[done:]:
        yield _try_build(order, game, progress, workers)


def _try_build(
    order: Order, game: str, progress: Progress = silent, workers: Workers | None = None
) -> Kit | tuple[Diagnostic, ...]:
    try:
        with caught(Place(f"components/{game}"), "building its kit"):
            return build_game(order, game, progress, workers)
    except Failure as failure:
        return failure.diagnostics


def build_game(
    order: Order,
    name: str,
    progress: Progress = silent,
    workers: Workers | None = None,
    read: ReadGame | None = None,
) -> Kit:
    """Build one kit, or those families and items of it that are ordered; raises Failure.

    Pass `read` if the game was read already, as the order says.
    """
    if order.only == (RULEBOOK,):
        return build_rulebook(order, name, progress, workers)
    kit = build_kit(order, name, _choose_ordered_part, progress, workers, read=read)
    if kit is None:
        raise AssertionError("what is ordered is always printed")
    return kit


def build_rulebook(
    order: Order, name: str, progress: Progress = silent, workers: Workers | None = None
) -> Kit:
    """Build the rulebook of a game alone, with a manifest of its own; raises Failure."""
    started = time.perf_counter()
    paper, _ = choose_sheet(order)
    opened = steps.open_game(order, name)
    game = opened.game
    drawing = steps.draw_game(opened, progress, workers)
    with steps.saving_faces(opened, drawing):
        prepared = steps.prepare_book(opened, drawing, paper)
        rulebook = steps.book_files(opened, drawing, paper, prepared)
    if rulebook is None:
        hint = (
            "declare book: {} in game.yaml and write rules.<language>.md; a press and pseudo-words have none"
        )
        raise Failure(
            [Diagnostic(game.place, "book-missing", "the game has no rulebook to build", hint=hint)]
        )
    notes = (*opened.findings, *drawing.toned.notes, *rulebook.notes)
    if order.strict and notes:
        raise Failure(replace(note, severity="error") for note in notes)
    folder = output_folder(order, game.id)
    pages = next(iter(rulebook.files))
    manifest = f"{pages.removesuffix('.pdf')}.json"
    about = {"game": game.id, "title": game.title, "language": opened.lang, **rulebook.told}
    listed = Chunks([json.dumps(about, ensure_ascii=False, indent=1).encode() + b"\n"])
    files = {**rulebook.files, manifest: listed}
    write_set(folder, files)
    return Kit(
        game.id,
        game.title,
        pdf=folder / pages,
        manifest=folder / manifest,
        pages=rulebook.told["pages"],
        rows=(),
        seconds=time.perf_counter() - started,
        notes=notes,
        remarks=tuple(rulebook.told["steps"]),
        written={name: file.sha256 for name, file in files.items()},
    )


def _choose_ordered_part(opened: OpenedGame) -> KitPart:
    """Choose the part of the game that the order names, or all of it."""
    few = choose_ordered(opened.game, opened.order)
    name = part_name(opened.order, [family.id for family in few.families])
    return KitPart(name, lambda _: Selection(few), few)


def build_kit(
    order: Order,
    name: str,
    choose: Callable[[OpenedGame], KitPart],
    progress: Progress = silent,
    workers: Workers | None = None,
    read: ReadGame | None = None,
) -> Kit | None:
    """Build the part of one kit that `choose` says, its faces drawn by `workers` if there are any.

    Returns None where nothing of it is to be printed.  Raises Failure, and then what was there before is
    untouched.
    """
    paper, profile = choose_sheet(order)
    # The profile's own spelling of its name.
    opened = steps.open_game(replace(order, sheet=profile.name), name, read)
    part = choose(opened)
    refuse_folder(opened.order, opened.game, paper, part.name)
    if part.game is not None:
        _warn_of_many_sheets(part.game, opened.order, paper, profile, progress)
    drawing = steps.draw_game(opened, progress, workers)
    selection = part.select(drawing)
    with steps.saving_faces(opened, drawing, selection is None or selection.game is not opened.game):
        if selection is None:
            return None
        if part.game is None:
            _warn_of_many_sheets(selection.game, opened.order, paper, profile, progress)
        prepared = None if part.name else steps.prepare_book(opened, drawing, paper)
        book_steps = prepared.steps if prepared is not None else ()
        layout = steps.lay_out(opened, drawing, selection, paper, profile, book_steps=book_steps)
        if not layout.pages:
            hint = "give a component copies, or remove --no-cover"
            message = "no component has copies to print"
            raise Failure([Diagnostic(selection.game.place, "no-items", message, hint=hint)])
        stopwatch = Stopwatch(layout.drawn, drawing.ahead.seconds)
        rendered = steps.render_kit(
            opened,
            drawing,
            printed=layout.faces,
            progress=progress,
            stopwatch=stopwatch,
            others=layout.others,
            symbols=selection.symbols,
        )
        # Only what can be rendered is checked: the renderer reports better what is broken.
        shop = order.press is not None
        seen = steps.inspect_faces(opened, [drawing], opened.rules, idle=False, shop=shop).findings
        of_table = _check_spaces(opened.game, [drawing], order.check)
        new = (one for one in of_table if one not in opened.findings)
        found = (*seen, *new)
        borders = steps.border_remarks(opened, drawing)
        if any(finding.severity == "error" for finding in found):
            raise Failure(found)
        rulebook = steps.book_files(opened, drawing, paper, prepared)
        of_book = rulebook.notes if rulebook else ()
        notes = (*opened.findings, *found, *drawing.toned.notes, *layout.notes, *rendered.notes, *of_book)
        if order.strict and notes:
            raise Failure(replace(note, severity="error") for note in notes)
        kit = steps.write_game(
            opened,
            drawing,
            layout,
            portfolio=rendered,
            notes=notes,
            part=part.name,
            stopwatch=stopwatch,
            rulebook=rulebook,
        )
    return replace(kit, remarks=(*kit.remarks, *borders, *selection.remarks))


def _warn_of_many_sheets(
    game: Game, order: Order, paper: Paper, profile: Profile, progress: Progress
) -> None:
    """Report the number of sheets of a large kit early, so that a wrong `copies` is noticed."""
    if told := many_sheets(game, order, paper, profile):
        progress(game.id, told, 0, 0)


def check_faces(project: Path, name: str) -> Inspection:
    """Check a game's printed faces in every language; raises Failure if they cannot be drawn."""
    return inspect_game(read_game(project, name))


def inspect_game(read: ReadGame, progress: Progress = silent, ink: Ink = "full") -> Inspection:
    """Check the printed faces, sheets and covers of a game in every complete language.

    Faces are checked as printed in `ink`.  The cache is shared with builds.  Raises Failure.
    """
    drawings: list[DrawnGame] = []
    notes: set[Diagnostic] = set()
    wrong: list[Diagnostic] = []
    unread: set[str] = set()
    with ExitStack() as stack:
        for opened in open_languages(read, Order(read.project, ink=ink)):
            try:
                drawing = steps.draw_game(opened)
                stack.enter_context(steps.saving_faces(opened, drawing))
                drawings.append(drawing)
                told, foreign = _try_render(opened, drawing, progress)
                if opened.game.book is not None:
                    from prancha.building.rulebook_files import lay_out_rulebook

                    lay_out_rulebook(opened.game, opened.lang, drawing, choose_sheet(opened.order)[0])
                notes.update(drawing.toned.notes, told)
                unread |= foreign
            except Failure as failure:
                # A text that a further language lacks is a warning of the step before.
                first = opened.lang == read.game.languages[0]
                wrong += (one for one in failure.diagnostics if first or one.code != "book-missing")
        if wrong:
            raise Failure(wrong)
        found = steps.inspect_faces(read, drawings, read.rules, idle=True)
        notes.update(_check_spaces(read.game, drawings))
    return replace(found, findings=tuple(sorted({*found.findings, *notes})), unread=len(unread))


def _check_spaces(game: Game, drawings: Sequence[DrawnGame], checks: bool = True) -> tuple[Diagnostic, ...]:
    """Check the set-ups of a game again, with the spaces that its boards draw."""
    if game.play_table is None or not drawings:
        return ()
    from prancha.building.components import spaces_of_boards
    from prancha.checks.set_ups import check_table

    return check_table(game, spaces_of_boards(game, drawings[0].toned, drawings[0].book), laying=not checks)


def open_languages(read: ReadGame, order: Order) -> Iterator[OpenedGame]:
    """Open a game that was read in each language it is complete in."""
    game = read.game
    for lang in game.languages:
        if not game.missing(lang):
            order = replace(order, lang=lang)
            yield OpenedGame(order, with_continued_parts(order, game, lang), read.rules, (), lang)


def _try_render(
    opened: OpenedGame, drawing: DrawnGame, progress: Progress
) -> tuple[tuple[Diagnostic, ...], set[str]]:
    """Render a game for the default paper; returns warnings, also for errors of its sheets.

    Returns also the names of what other programs wrote.
    """
    faces = drawing.toned.faces
    try:
        layout = steps.lay_out(opened, drawing, Selection(opened.game), *choose_sheet(opened.order))
        faces, notes = layout.faces, layout.notes
    except Failure as failure:
        notes = failure.diagnostics
    portfolio = steps.render_kit(opened, drawing, faces, progress)
    return (*notes, *portfolio.notes), {one.name for one in portfolio.resources if one.foreign}
