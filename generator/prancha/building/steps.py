"""The steps from catalogue to files that every kind of kit goes through, in their order.

A whole kit, some families of it and a reprint of what changed differ in what is printed, never in what is
checked: each step refuses for all of them what it refuses for one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from prancha import catalogue
from prancha.building.drawing import (
    in_ink,
    open_pack,
    prepare_faces,
    render_faces,
    render_settings,
    save_pack,
)
from prancha.building.kit_files import write_kit, write_pdfs
from prancha.building.leaves import Leaf, arrange, duplex_hint, group, part_remarks
from prancha.building.loading import check_game, load, rules_file
from prancha.building.order import PSEUDO, Ahead, Kit, Order, Progress, silent
from prancha.building.pages import assemble_pages
from prancha.building.pieces import Pieces
from prancha.building.selection import choose_language, choose_sheet
from prancha.building.sheet_notes import sheet_remarks
from prancha.building.timing import Stopwatch
from prancha.export.pdf import PdfPage
from prancha.export.printer_transform import pages_for
from prancha.export.sheet_list import list_sheets
from prancha.faces import Drawn, FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.art import Portfolio
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.sheet import Paper, Profile
from prancha.sheets import impose
from prancha.system.cache import NOTHING, Pack
from prancha.system.unexpected import caught

if TYPE_CHECKING:
    from prancha.building.workers import Workers
    from prancha.checks.artwork import Printed

P = ParamSpec("P")
R = TypeVar("R")


class OpenedGame(Struct, frozen=True):
    """A game that was read and checked, and the order with every name as it is written.

    `started` is the time of `time.perf_counter` when reading began.
    """

    order: Order
    game: Game
    rules: catalogue.YamlDocument | None
    findings: tuple[Diagnostic, ...]
    paper: Paper
    profile: Profile
    lang: str
    started: float


class DrawnGame(Struct, frozen=True):
    """All faces of a game in one language, what drew them, and what the checks of faces look at.

    `toned` are the faces in the ink that was ordered.  `shown` is None where nothing is to be checked.
    """

    drawn: Drawn
    toned: Drawn
    shown: Printed | None
    pack: Pack
    maker: FaceMaker
    book: FontBook
    folders: tuple[Path, ...]
    ahead: Ahead


class KitLayout(Struct, frozen=True):
    """The pages of a kit: its game (no more than is printed), in the ink that was asked for.

    `whole` are all faces of the game opened, `drawn` those that are printed, `notes` warnings about covers.
    """

    game: Game
    whole: Drawn
    drawn: Drawn
    pieces: Pieces
    leaves: tuple[Leaf, ...]
    covers: tuple[Face, ...]
    labels: Sequence[Face]
    pages: list[PdfPage]
    behind: list[PdfPage]
    notes: tuple[Diagnostic, ...] = ()


def _step(
    what: str,
) -> Callable[[Callable[Concatenate[OpenedGame, P], R]], Callable[Concatenate[OpenedGame, P], R]]:
    """Make a function of a game that was opened the stage that is `what` of it."""

    def staged(step: Callable[Concatenate[OpenedGame, P], R]) -> Callable[Concatenate[OpenedGame, P], R]:
        @wraps(step)
        def run(opened: OpenedGame, /, *args: P.args, **options: P.kwargs) -> R:
            with caught(opened.game.place, what):
                return step(opened, *args, **options)

        return run

    return staged


def open_game(order: Order, name: str) -> OpenedGame:
    """Read a game and hold it against its rules; raises Failure where anything of it is an error."""
    started = time.perf_counter()
    game = load(order.project, name)
    if order.draft:
        game = replace(game, draft=True)
    if order.lang == PSEUDO:
        order, game = replace(order, lang=None, longer=True, cover=False), replace(game, longer=True)
    rules = rules_file(order.project, game) if order.check else None
    findings = check_game(order.project, game, rules)
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    paper, profile = choose_sheet(order)
    lang = choose_language(game, order.lang)
    if missing := game.missing(lang):
        raise Failure(missing)
    order = replace(order, lang=lang, sheet=profile.name)  # as they are called, whatever was typed
    return OpenedGame(order, game, rules, findings, paper, profile, lang, started)


@_step("drawing its faces")
def draw_game(opened: OpenedGame, progress: Progress, workers: Workers | None = None) -> DrawnGame:
    """Lay out every face, by `workers` if there are any; raises Failure."""
    order, game, lang = opened.order, opened.game, opened.lang
    pack = open_pack(order, game, lang, passing=workers is not None)
    setup = maker, book, folders = prepare_faces(order.project, game, lang, pack)
    ahead = Ahead()
    if workers is not None:
        from prancha.building.workers import draw_ahead

        ahead = draw_ahead(workers, order, game, pack, setup, _limits(opened), progress)
    drawn = maker.draw()
    toned = in_ink(order, drawn, book, folders)
    shown = None
    if order.check:
        from prancha.building.artwork_check import gather  # who wants no checks need not wait for them

        shown = gather(game, maker, toned, book, folders, pack, order.ink)
    return DrawnGame(drawn, toned, shown, pack, maker, book, folders, ahead)


@_step("laying out its sheets")
def lay_out(
    opened: OpenedGame, drawing: DrawnGame, game: Game, cover: bool = True, skip: int = 0
) -> KitLayout:
    """Place the copies of `game`, which are all of the game opened or some, on sheets; raises Failure.

    `cover` adds the cover where it was ordered; the first `skip` slots stay empty.
    """
    order = opened.order if cover else replace(opened.order, cover=False)
    whole = drawing.toned
    drawn = whole if game is opened.game else whole.of(game)
    pieces = Pieces(drawn, opened.profile.bleed, order.gutter)
    sheets = impose(group(game, pieces), opened.paper, order.duplex, opened.profile, skip)
    leaves = arrange(sheets, order.duplex)
    covers, labels, pages, behind, notes = assemble_pages(
        game, drawing.maker, opened.paper, leaves, opened.lang, order, drawing.book
    )
    return KitLayout(game, whole, drawn, pieces, leaves, covers, labels, pages, behind, notes)


@_step("printing its faces")
def render_kit(
    opened: OpenedGame, drawing: DrawnGame, layout: KitLayout, progress: Progress, stopwatch: Stopwatch,
    listed: Sequence[Face] = (), symbols: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Portfolio, tuple[Diagnostic, ...]]:  # fmt: skip
    """Draw what is printed, with pages `listed` besides and their `symbols`; look at every face of the game.

    Returns the art of what is printed, and all warnings.  Raises Failure for what cannot be drawn, for
    errors of the checks, and for warnings where the order takes them for errors.
    """
    drawn, labels = layout.drawn, layout.labels
    printed = [*layout.covers, *drawn.fronts.values(), *drawn.backs.values(), *labels, *listed]
    part = layout.game is not opened.game
    known = {**symbols, **drawing.maker.symbols}
    name, pack, findings = opened.game.id, drawing.pack, opened.findings

    def render(faces: Sequence[Face], told: Progress, watch: Stopwatch | None, ahead: int) -> Portfolio:
        return render_faces(
            faces, known, drawing.book, drawing.folders, name, told, pack, watch, ahead, drawing.maker,
            render_settings(opened.game, opened.lang),
        )  # fmt: skip

    try:
        portfolio = render(printed, progress, stopwatch, drawing.ahead.items)
        # What is not printed this time must be such as could be: of a part, nothing is let pass.
        rest = _others(layout, printed) if part else []
        notes = (*portfolio.notes, *(render(rest, silent, None, 0).notes if rest else ()))
        if drawing.shown is not None:
            # Only what can be drawn at all is looked at: the renderer says better what is broken.
            findings += inspect_faces(drawing.shown, opened.rules, pack, opened.order.draft)
    finally:
        save_pack(pack, opened.order.project, opened.game, opened.lang, part)
    return portfolio, judged(opened.order, (*findings, *drawing.toned.notes, *layout.notes, *notes))


def _others(layout: KitLayout, printed: Sequence[Face]) -> list[Face]:
    """The faces of the game that are not printed this time."""
    known = {face.digest for face in printed}
    faces = (*layout.whole.fronts.values(), *layout.whole.backs.values())
    return [face for face in faces if face.digest not in known]


@_step("writing its files")
def write_game(
    opened: OpenedGame, layout: KitLayout, portfolio: Portfolio, book: FontBook,
    notes: tuple[Diagnostic, ...], part: str, stopwatch: Stopwatch,
) -> Kit:  # fmt: skip
    """Write PDFs and manifest; a `part` of a kit has names of its own.  Raises Failure."""
    order, game, lang = opened.order, layout.game, opened.lang
    pages = pages_for(order.printer, layout.pages)
    behind = pages_for(order.printer, layout.behind, backs=True)
    hint = duplex_hint(order, layout.leaves)
    written = write_pdfs(order, game, lang, portfolio, book, (pages, behind), hint)
    drawn = layout.drawn
    placed = list_sheets(pages, portfolio.arts, drawn.fronts, drawn.backs, behind, written[0])
    kit = write_kit(
        order, game, lang, opened.paper, pages, written, placed, opened.started, notes, part, _ppi(opened)
    )
    rows, count = stopwatch.read(kit.rows), len(pages) + len(behind)
    remarks = (
        *layout.pieces.remarks(game, lang),
        *part_remarks(game, layout.leaves, lang),
        *sheet_remarks(game, lang, pages, behind),
    )
    return replace(kit, rows=rows, pages=count, remarks=remarks)


def judged(order: Order, notes: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The warnings of a kit; raises Failure where the order takes them for errors."""
    if order.strict and notes:
        raise Failure(replace(note, severity="error") for note in notes)
    return notes


def inspect_faces(
    shown: Printed, rules: catalogue.YamlDocument | None, pack: Pack = NOTHING, draft: bool = False
) -> tuple[Diagnostic, ...]:
    """Warnings about the faces of a kit; raises Failure where there is an error.

    In a `draft` coarse pictures and small type are none.
    """
    from prancha.checks import artwork

    findings = artwork.inspect([shown], rules, idle=False, packs=[pack]).findings
    if draft:
        findings = tuple(
            replace(one, severity="warning") if one.code in _LET_PASS else one for one in findings
        )
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    return findings


_LET_PASS = ("picture-resolution", "text-size")
"""What a draft may print."""


def _ppi(opened: OpenedGame) -> tuple[float, float] | None:
    """The least resolutions of pictures that the game wants; None where they are not checked."""
    if not opened.order.check:
        return None
    from prancha.checks import artwork

    error, warning = artwork.picture_limits(opened.rules, opened.game.languages)
    return (0.0 if opened.order.draft else error, warning)


def _limits(opened: OpenedGame) -> Mapping[str, Mapping[str, object]] | None:
    """The limits of the checks of faces, None for no checks."""
    if not opened.order.check:
        return None
    from prancha.checks import artwork

    return artwork.limits(opened.rules, opened.game.languages)
