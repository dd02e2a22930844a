"""The seven steps from catalogue to files; `prancha.building.pipeline` calls them.

Each takes frozen values and returns one, gathers all errors of its own and raises them as a Failure.  Its
name is what errors and progress say.  The first two, `read_game` and `check_rules`, are in
`prancha.building.game_loading`, which imports nothing that draws.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from msgspec.structs import replace

from prancha.building.face_drawing import (
    Stopwatch,
    apply_ink,
    continuing_remarks,
    count_faces,
    open_pack,
    prepare_faces,
    refuse_unprinted,
    render_settings,
    save_pack,
    with_continued_parts,
)
from prancha.building.game_loading import ReadGame, check_rules, read_game
from prancha.building.kit_facts import minutes, profile_remarks, sheet_remarks, unread_remarks
from prancha.building.kit_files import about_kit, write_kit
from prancha.building.leaves import Pieces, flip_of, group, make_leaves, part_remarks
from prancha.building.order import (
    DRAW,
    INSPECT,
    LAY_OUT,
    PSEUDO,
    RENDER,
    WRITE,
    Ahead,
    Kit,
    Order,
    Progress,
    silent,
)
from prancha.building.pages import assemble_pages, board_file
from prancha.building.selection import Selection, choose_language
from prancha.building.step_values import DrawnGame, KitLayout, OpenedGame
from prancha.export.canvas import deflated
from prancha.export.manifest_file import list_sheets
from prancha.export.pdf import PdfPage, pages_for, write_listed
from prancha.faces import Drawn
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Document, Failure
from prancha.model.face import Face, Portfolio
from prancha.model.game import Game
from prancha.model.sheet import Paper, Profile
from prancha.render import render
from prancha.sheets import impose
from prancha.system.cache import Pack, is_settled, key_of
from prancha.system.crashes import caught

if TYPE_CHECKING:
    from prancha.building.rulebook_files import BookFiles, PreparedBook
    from prancha.building.workers import Workers
    from prancha.checks.artwork import Inspection


P = ParamSpec("P")
R = TypeVar("R")
_DRAFT_WARNINGS = ("picture-resolution", "text-size")
"""Codes that are only warnings in a draft."""


class OfGame(Protocol):
    """A value with a game."""

    @property
    def game(self) -> Game:
        """Its game."""


G = TypeVar("G", bound=OfGame)
Step = Callable[Concatenate[G, P], R]


def named_step(name: str) -> Callable[[Step[G, P, R]], Step[G, P, R]]:
    """Decorator that names the step in unexpected errors, reported at the game of the first argument."""

    def named(step: Step[G, P, R]) -> Step[G, P, R]:
        @wraps(step)
        def run(opened: G, /, *args: P.args, **options: P.kwargs) -> R:
            with caught(opened.game.place, name):
                return step(opened, *args, **options)

        return run

    return named


def open_game(order: Order, name: str, read: ReadGame | None = None) -> OpenedGame:
    """Steps 1 and 2 of a build: read a game and check its rules; raises Failure where there is an error.

    Pass `read` if the game was read already, as the order says.
    """
    started = time.perf_counter()
    if read is None:
        read = read_game(order.project, name, rules=order.check, draft=order.draft)
    if order.lang == PSEUDO:
        order = replace(order, lang=None, longer=True, cover=False)
        read = replace(read, game=replace(read.game, longer=True))
    findings = check_rules(read, order.check, order.rulebook)
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    lang = choose_language(read.game, order.lang)
    if missing := read.game.missing(lang):
        raise Failure(missing)
    findings = (*findings, *read.game.outdated(lang))
    order = replace(order, lang=lang)
    game = with_continued_parts(order, read.game, lang)
    return OpenedGame(order, game, rules=read.rules, findings=findings, lang=lang, started=started)


@named_step(DRAW)
def draw_game(opened: OpenedGame, progress: Progress = silent, workers: Workers | None = None) -> DrawnGame:
    """Step 3: draw every face as SVG, by `workers` if there are any; raises Failure."""
    order, game, lang = opened.order, opened.game, opened.lang
    pack = open_pack(order, game, lang, passing=workers is not None)
    setup = maker, book, folders = prepare_faces(order.project, game, lang, pack)
    ahead = Ahead()
    if workers is not None:
        from prancha.building.workers import draw_ahead

        ahead = draw_ahead(
            workers, order, game=game, pack=pack, setup=setup, limits=_limits(opened), progress=progress
        )
    drawn = maker.draw()
    toned = apply_ink(order, drawn, book, folders, pack)
    shown = None
    if order.check:
        from prancha.building.artwork_check import gather  # slow to import, and only checks need it

        shown = gather(game, maker, drawn=toned, book=book, folders=folders, ink=order.ink)
    return DrawnGame(
        drawn, toned, shown=shown, pack=pack, maker=maker, book=book, folders=folders, ahead=ahead
    )


@named_step(LAY_OUT)
def lay_out(
    opened: OpenedGame,
    drawing: DrawnGame,
    selection: Selection,
    paper: Paper,
    profile: Profile,
    book_steps: Sequence[str] = (),
) -> KitLayout:
    """Step 4: place the copies of what is selected on sheets, with cover and labels; raises Failure.

    The cover says how to make the rulebook with the `book_steps`.
    """
    game, whole = selection.game, drawing.toned
    order = opened.order if selection.cover else replace(opened.order, cover=False)
    refuse_unprinted(game, order.backs)
    drawn = whole if game is opened.game else whole.of(game)
    pieces = Pieces(drawn, profile.bleed, order.gutter)
    try:
        sheets = impose(group(game, pieces), paper, order.backs, profile, selection.skip)
    except Failure as failure:  # sheets know no files: give findings the place of their family
        places = {family.id: family.place for family in game.families}
        found = failure.diagnostics
        raise Failure(
            one if one.place.file else replace(one, place=places.get(one.item, one.place)) for one in found
        ) from None
    leaves = make_leaves(sheets, order.backs)
    covers, labels, pages, behind, notes = assemble_pages(
        game,
        drawing,
        paper=paper,
        leaves=leaves,
        lang=opened.lang,
        order=order,
        is_whole=game is opened.game,
        book_steps=book_steps,
    )
    listed = [
        PdfPage(paper.width, paper.height, faces=((face.digest, 0.0, 0.0),)) for face in selection.listed
    ]
    labels, pages = [*labels, *selection.listed], [*pages, *listed]
    return KitLayout(
        game,
        paper,
        drawn=drawn,
        others=unprinted_faces(drawn, whole),
        pieces=pieces,
        leaves=leaves,
        covers=covers,
        labels=labels,
        pages=pages,
        behind=behind,
        notes=notes,
    )


def unprinted_faces(drawn: Drawn, whole: Drawn) -> tuple[Face, ...]:
    """Faces of the whole game that are not printed this time."""
    if drawn is whole:
        return ()
    known = {face.digest for face in drawn.faces}
    return tuple(face for face in whole.faces if face.digest not in known)


@named_step(RENDER)
def render_kit(
    opened: OpenedGame,
    drawing: DrawnGame,
    printed: Sequence[Face],
    progress: Progress,
    stopwatch: Stopwatch | None = None,
    others: Sequence[Face] = (),
    symbols: Mapping[str, str] = MappingProxyType({}),
) -> Portfolio:
    """Step 5: make vector art of what is printed, with `symbols` besides those of the game; raises Failure.

    The `others`, not printed this time, must be printable too: they are rendered and dropped.
    """
    draw = partial(
        render,
        symbols={**symbols, **drawing.maker.symbols},
        book=drawing.book,
        pictures=drawing.folders,
        pack=drawing.pack,
        where=drawing.maker,
        settings=render_settings(opened.game, opened.lang),
    )
    portfolio = draw(
        printed, tick=count_faces(opened.game.id, progress, printed, stopwatch, drawing.ahead.items)
    )
    rest = draw(others).notes if others else ()
    return replace(portfolio, notes=(*portfolio.notes, *rest))


@named_step(INSPECT)
def inspect_faces(
    opened: OfGame,
    drawings: Sequence[DrawnGame],
    rules: Document | None,
    idle: bool,
    shop: bool = False,
) -> Inspection:
    """Step 6: look at the faces of a game in one language or several, with the settings in `rules`.

    With `idle`, an unused waiver is a finding.  For a `shop`, coarse pictures are errors.
    In a draft, low-resolution pictures and small type are warnings.
    """
    from prancha.checks import artwork

    shown = [each.shown for each in drawings if each.shown is not None]
    if not shown:
        return artwork.Inspection((), (), 0)
    packs = [each.pack for each in drawings]
    found = artwork.inspect(shown, rules, idle=idle, packs=packs, shop=shop)
    if opened.game.draft:
        findings = (
            replace(one, severity="warning") if one.code in _DRAFT_WARNINGS else one for one in found.findings
        )
        found = replace(found, findings=tuple(findings))
    return found


def prepare_book(opened: OpenedGame, drawing: DrawnGame, paper: Paper) -> PreparedBook | None:
    """The rulebook that the game declares on its pages, None where it declares none; raises Failure.

    Files for a press and kits in pseudo-words have none.
    """
    order = opened.order
    if opened.game.book is None or not order.rulebook or order.longer or order.press is not None:
        return None
    from prancha.building.rulebook_files import prepare_rulebook  # few games have one

    with caught(opened.game.place, "laying out its rulebook"):
        return prepare_rulebook(opened, drawing, paper)


def book_files(
    opened: OpenedGame, drawing: DrawnGame, paper: Paper, made: PreparedBook | None
) -> BookFiles | None:
    """The files of a rulebook; raises Failure."""
    if made is None:
        return None
    from prancha.building.rulebook_files import make_rulebook

    with caught(opened.game.place, "making its rulebook"):
        return make_rulebook(opened, drawing, paper, made)


def border_remarks(opened: OpenedGame, drawing: DrawnGame) -> tuple[str, ...]:
    """Warn of families whose border is so narrow that an inexact cut shows."""
    from prancha.checks.artwork.drift import ENOUGH, family_borders

    found = family_borders(drawing.shown, drawing.pack) if drawing.shown is not None else {}
    titles = {family.id: family.title[opened.lang] for family in opened.game.families}
    told = [f"{titles[name]} {border.width:g} mm" for name, border in found.items()]
    advice = f"make it at least {ENOUGH:g} mm wide, or let the picture run past the edge"
    listed = ", ".join(told)
    return (f"narrow border, uneven if you cut 1 mm off the line: {listed}; {advice}",) if told else ()


@named_step(WRITE)
def write_game(
    opened: OpenedGame,
    drawing: DrawnGame,
    layout: KitLayout,
    portfolio: Portfolio,
    notes: tuple[Diagnostic, ...],
    part: str,
    stopwatch: Stopwatch,
    rulebook: BookFiles | None = None,
) -> Kit:
    """Step 7: write PDFs, manifest, rulebook; a `part` of a kit has names of its own.  Raises Failure."""
    order, game, lang = opened.order, layout.game, opened.lang
    pages = pages_for(order.printer, layout.pages)
    behind = pages_for(order.printer, layout.behind, backs=True)
    flip = flip_of(order.backs, layout.leaves)
    unread = sum(one.foreign for one in portfolio.resources)
    portfolio, of_press = _for_press(order, portfolio, drawing.book)
    written = [
        write_listed(
            part,
            portfolio,
            book=drawing.book,
            about=about_kit(game, lang),
            flip=flip,
            show_safe=order.show_safe,
            press=order.press,
            deflate=lambda stream: _deflate_once(stream, drawing.pack),
        )
        for part in (pages, behind)
        if part
    ]
    drawn = layout.drawn
    placed = list_sheets(
        pages, portfolio.arts, fronts=drawn.fronts, backs=drawn.backs, behind=behind, written=written[0]
    )
    kit = write_kit(
        order,
        game,
        lang=lang,
        paper=layout.paper,
        pages=pages,
        written=written,
        placed=placed,
        started=opened.started,
        notes=notes,
        part=part,
        ppi=_ppi(opened),
        rulebook=rulebook,
    )
    rows, count = stopwatch.read(kit.rows), len(pages) + len(behind)
    remarks = (
        *layout.pieces.remarks(game, lang),
        *continuing_remarks(game, lang),
        *part_remarks(game, layout.leaves, lang),
        *sheet_remarks(game, lang, pages, behind),
        *profile_remarks(order, layout, lang),
        *_board_remarks(order, layout),
        *unread_remarks(unread),
        *of_press,
    )
    time = minutes(game, layout.leaves)
    return replace(kit, rows=rows, pages=count, remarks=remarks, sheets=len(layout.leaves), minutes=time)


def _deflate_once(stream: bytes, pack: Pack) -> bytes:
    """Compress the stream of a page unless an earlier build did; a settled cache would travel with it."""
    if is_settled():
        return deflated(stream)
    name = key_of("page", stream)
    known = pack.get(name)
    if known is None:
        known = deflated(stream)
        pack.put(name, known)
    return known


def _board_remarks(order: Order, layout: KitLayout) -> tuple[str, ...]:
    """A sentence on the kit for board that the cover names, where it has not been built."""
    name = board_file(layout.game, layout.leaves, order, layout.paper) if layout.covers else ""
    if not name or (order.folder_of(layout.game.id) / name).exists():
        return ()
    return (f"the cover names {name} for pieces of board; --duplex board writes it",)


def _for_press(order: Order, portfolio: Portfolio, book: FontBook) -> tuple[Portfolio, tuple[str, ...]]:
    """Convert the art to the inks of the order's press, if there is one; returns it with remarks."""
    if order.press is None:
        return portfolio, ()
    from prancha.export.colour import in_inks  # loads what mixes inks

    art = in_inks(portfolio, book, order.press)
    return art.portfolio, art.remarks


@contextmanager
def saving_faces(opened: OpenedGame, drawing: DrawnGame, part: bool = False) -> Iterator[None]:
    """Save what was drawn for later builds when the block ends, even by an exception.

    With `part` only some faces of the game were drawn, and the entries of the others are kept.
    """
    try:
        yield
    finally:
        save_pack(drawing.pack, opened.order.project, opened.game, opened.lang, part)


def _ppi(opened: OpenedGame) -> tuple[float, float] | None:
    """Minimum resolutions of pictures (error, warning); None if they are not checked."""
    if not opened.order.check:
        return None
    from prancha.checks import artwork

    shop = opened.order.press is not None
    error, warning = artwork.picture_limits(opened.rules, opened.game.languages, shop)
    return (0.0 if opened.order.draft else error, warning)


def _limits(opened: OpenedGame) -> Mapping[str, Mapping[str, object]] | None:
    """Limits of the checks of faces; None without checks."""
    if not opened.order.check:
        return None
    from prancha.checks import artwork

    return artwork.limits(opened.rules, opened.game.languages)
