"""`prancha build --changed-since`: new and changed copies, and what they take the place of."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from generator import checking, pipeline
from generator.changes.snapshot import Snapshot
from generator.changes.stale import Reprint, reprint
from generator.choices import choose_language, choose_sheet
from generator.delivery import refuse_folder, write_kit, write_pdfs
from generator.drawing import open_pack, save_pack
from generator.export.pdf import Page
from generator.export.printing import made_for
from generator.export.sheet_list import list_sheets
from generator.faces import Drawn
from generator.filenames import as_name
from generator.furniture import furnish
from generator.kit import Kit, Order, Progress
from generator.leaves import arrange, duplex_hint, group, part_remarks
from generator.model.diagnostic import Diagnostic, Failure, Place
from generator.model.game import Game
from generator.pieces import Pieces
from generator.reprint import shelf
from generator.reprint.discards import discard_pages
from generator.reprint.ink import Ink
from generator.reprint.states import Taker
from generator.reprint.studio import Studio
from generator.sheets import impose
from generator.stopwatch import Stopwatch


def build_changes(
    order: Order, games: Sequence[str], since: str, start_slot: int = 1, progress: Progress = pipeline.silent
) -> tuple[tuple[Kit, ...], tuple[str, ...]]:
    """Kits of what is new since the state called `since`, and the games where nothing is.

    Writes `<out>/<game>/<game>-<paper>-since-<since>.pdf` and `.json`.  Slots before
    `start_slot` of the first sheet stay empty.  Raises Failure.
    """
    chosen = pipeline.choose_games(order.project, games) if games else ()
    olds = shelf.find(order.project, chosen, since)
    here = pipeline.choose_games(order.project, ())
    kits: list[Kit] = []
    idle: list[str] = []
    wrong: list[Diagnostic] = []
    for name, old in olds.items():
        if name not in here:
            continue
        try:
            kit = _build(order, name, old, start_slot, progress)
        except Failure as failure:
            wrong += failure.diagnostics
            continue
        if kit is None:
            idle.append(name)
        else:
            kits.append(kit)
    if wrong:
        raise Failure(wrong)
    return tuple(kits), tuple(idle)


def _build(order: Order, name: str, old: Snapshot, start_slot: int, progress: Progress) -> Kit | None:
    started = time.perf_counter()
    project = order.project
    game = pipeline.load(project, name)
    findings = checking.check_game(project, game, checking.rules_file(project, game)) if order.check else ()
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    paper, profile = choose_sheet(order)
    lang = choose_language(game, order.lang)
    order = replace(order, lang=lang, sheet=profile.name)  # as they are called, whatever was typed
    part = f"since-{as_name(old.name)}" + (f"-slot-{start_slot}" if start_slot > 1 else "")
    refuse_folder(order, game, paper, part)
    pack = open_pack(order, game, lang)
    maker, book, folders = pipeline.workshop(project, game, lang, pack)
    drawn = maker.draw()
    new = _state(game, lang, drawn, Ink(book, folders))
    if lang not in old.languages:
        raise Failure([_no_language(old, lang)])
    plan = reprint(old, new, lang)
    if not plan.copies and not plan.discards:
        save_pack(pack, project, game, lang, part=True)
        return None

    few = _only(game, plan.copies)
    drawn = pipeline.in_ink(order, drawn, book)
    pieces = Pieces(drawn, profile.bleed, order.gutter)
    sheets = impose(group(few, pieces), paper, order.duplex, profile, start_slot - 1)
    leaves = arrange(sheets, order.duplex)
    bare = replace(order, cover=False)
    _, labels, pages, behind = furnish(few, maker, paper, leaves, lang, bare, book)
    studio = Studio(project, [old, new])
    total = sum(plan.copies.values())
    listed = discard_pages(plan.discards, total, old, new, lang, paper, studio)
    pages += [Page(paper.width, paper.height, faces=((face.digest, 0.0, 0.0),)) for face in listed]

    changed = drawn.of(few)
    stopwatch = Stopwatch(changed)
    faces = [*changed.fronts.values(), *changed.backs.values(), *labels, *listed]
    symbols = {**old.symbols, **maker.symbols}
    portfolio = pipeline.render_faces(
        faces, symbols, book, folders, name, progress, pack, stopwatch, maker=maker
    )
    save_pack(pack, project, game, lang, part=True)
    notes = pipeline.judged(order, (*findings, *drawn.notes, *portfolio.notes))
    pages, behind = made_for(order.printer, pages), made_for(order.printer, behind, backs=True)
    hint = duplex_hint(order, leaves)
    written = write_pdfs(order, game, lang, portfolio, book, (pages, behind), hint)
    placed = list_sheets(pages, portfolio.arts, changed.fronts, changed.backs, behind, written[0])
    kit = write_kit(order, few, lang, paper, pages, written, placed, started, notes, part)
    remarks = (*pieces.remarks(few, lang), *part_remarks(few, leaves, lang), _summary(plan, total))
    return replace(kit, rows=stopwatch.read(kit.rows), pages=len(pages) + len(behind), remarks=remarks)


def _state(game: Game, lang: str, drawn: Drawn, ink: Ink) -> Snapshot:
    taker = Taker(replace(game, languages=(lang, *(each for each in game.languages if each != lang))))
    taker.add(lang, drawn, ink)
    return taker.snapshot(shelf.NOW)


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


def _summary(plan: Reprint, copies: int) -> str:
    out = sum(discard.count for discard in plan.discards)
    return f"{copies} copies to print, {out} to take out of the box: see the last page"
