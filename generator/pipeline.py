"""The walk from catalogue to kit: read, check, draw, render, impose, export."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from generator import catalogue, shipped
from generator.cache import NOTHING, Pack, Store, context_of, program_digest, template_inputs
from generator.export.files import write_set
from generator.export.manifest import manifest
from generator.export.pdf import Page, write_pdf
from generator.export.printing import made_for
from generator.export.sheet_list import list_sheets
from generator.faces import Drawn, FaceMaker, game_head
from generator.fonts import FontBook
from generator.kit import Kit as Kit
from generator.kit import Order as Order
from generator.kit import Progress as Progress
from generator.kit import Row as Row
from generator.kit import silent as silent
from generator.model.art import Portfolio
from generator.model.diagnostic import Diagnostic, Failure, Place, suggestion
from generator.model.face import Face
from generator.model.game import Game, Stock
from generator.model.sheet import PLAIN, Duplex, Group, Paper, Piece, Profile, Sheet
from generator.model.units import Mm
from generator.pieces import Pieces
from generator.render import render
from generator.sheets import cut_plan, impose
from generator.sheets.label import EDGE, label_spot, without_label

if TYPE_CHECKING:
    from generator.rules.printed import Inspection, Printed

LABEL = "_library/label.svg.j2"
RULER = "_library/ruler.svg.j2"
COVER = "_library/cover.svg.j2"
DEFAULT_PAPER = "a4"
LABEL_SIZE: tuple[Mm, Mm] = (150.0, 4.4)


def build(
    order: Order, games: Sequence[str] = (), jobs: int = 1, progress: Progress = silent
) -> tuple[Kit, ...]:
    """Build the kits of `games` (all games when empty); returns them in order.

    Writes `<out>/<game>/<game>-<paper>.pdf` (of fronts and backs apart:
    `-fronts.pdf` and `-backs.pdf`) and `manifest.json` beside it,
    each whole or not at all.  With `jobs` above 1 games are built in as many
    processes; the bytes are the same.  Raises Failure with every diagnostic
    of every game that failed; the other games are written.
    """
    chosen = choose_games(order.project, games)
    kits: list[Kit] = []
    wrong: list[Diagnostic] = []
    for outcome in outcomes(order, chosen, jobs, progress):
        if isinstance(outcome, Kit):
            kits.append(outcome)
        else:
            wrong += outcome
    if wrong:
        raise Failure(wrong)
    return tuple(kits)


def outcomes(
    order: Order, games: Sequence[str], jobs: int, progress: Progress
) -> Iterator[Kit | tuple[Diagnostic, ...]]:
    """Build game after game; yields its kit, or why there is none."""
    if jobs > 1 and len(games) > 1:
        import os
        from concurrent.futures import ProcessPoolExecutor

        from generator.stopping import install_in_worker

        workers = min(jobs, len(games))
        with ProcessPoolExecutor(workers, initializer=install_in_worker, initargs=(os.getpid(),)) as pool:
            for game, outcome in zip(games, pool.map(_attempt, [order] * len(games), games), strict=True):
                progress(game, 1, 1)
                yield outcome
        return
    for game in games:
        yield _attempt(order, game, progress)


def _attempt(order: Order, game: str, progress: Progress = silent) -> Kit | tuple[Diagnostic, ...]:
    try:
        return build_game(order, game, progress)
    except Failure as failure:
        return failure.diagnostics


def choose_games(project: Path, games: Sequence[str]) -> tuple[str, ...]:
    """The games asked for, or all; Failure for a name that is none, with the likely one."""
    known = catalogue.list_games(project)
    wrong = [
        Diagnostic(Place("components"), "no-game", f'there is no game "{name}"', hint=suggestion(name, known))
        for name in games
        if name not in known
    ]
    if wrong:
        raise Failure(wrong)
    return tuple(dict.fromkeys(games)) or known


def load(project: Path, name: str) -> Game:
    """Read and validate one game's catalogue; raises Failure."""
    return catalogue.load_game(project / "components" / name, project)


def check(project: Path, name: str) -> tuple[Diagnostic, ...]:
    """The findings of a game's rules on its catalogue; raises Failure for a broken catalogue."""
    game = load(project, name)
    return check_game(project, game, rules_file(project, game))


def check_game(project: Path, game: Game, document: catalogue.Document | None) -> tuple[Diagnostic, ...]:
    """What the catalogue's reading remarks, and the findings of the rules in `document` on it."""
    if document is None:
        return game.notes
    from generator import rules  # a game without rules need not wait for them

    sets = rule_sets(project) if rules.uses_sets(document) else {}
    return (*game.notes, *rules.check(game, document, _icon_names(project, game.id), sets))


def rule_sets(project: Path) -> Mapping[str, catalogue.Document]:
    """The rule sets that games share, by name: the shipped ones, and the project's own over them."""
    folders = dict.fromkeys((shipped.RULES, project / "components" / "_rules"))
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}
    return {name: catalogue.read_yaml(path, project) for name, path in sorted(files.items())}


def check_faces(project: Path, name: str) -> Inspection:
    """What is wrong with a game's printed faces, in every language; Failure when they cannot be drawn."""
    from generator.inspection import gather
    from generator.rules import printed

    game = load(project, name)
    shown = []
    for lang in game.languages:
        maker, book, folders = workshop(project, game, lang)
        drawn = maker.draw()
        shown.append(gather(game, maker, drawn, book, folders))
        render_faces(
            [*drawn.fronts.values(), *drawn.backs.values()], drawn.symbols, book, folders, name, silent
        )
    return printed.inspect(shown, rules_file(project, game))


def workshop(
    project: Path, game: Game, lang: str, pack: Pack = NOTHING
) -> tuple[FaceMaker, FontBook, tuple[Path, ...]]:
    """What draws a game's faces, the fonts it measures with, and the folders it draws from."""
    folders = (project / "templates" / game.id, project / "templates", shipped.TEMPLATES)
    book = FontBook((folders[0], *_libraries(project)))
    return FaceMaker(game, lang, folders, book, pack), book, folders


def rules_file(project: Path, game: Game) -> catalogue.Document | None:
    """A game's rules.yaml; None when it has none."""
    path = game.folder / "rules.yaml"
    return catalogue.read_yaml(path, project) if path.is_file() else None


def _icon_names(project: Path, game: str) -> frozenset[str]:
    folders = [folder / "icons" for folder in (project / "templates" / game, *_libraries(project))]
    return frozenset(path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.svg"))


def _libraries(project: Path) -> tuple[Path, ...]:
    return (project / "templates" / "_library", shipped.TEMPLATES / "_library")


def build_game(order: Order, name: str, progress: Progress = silent) -> Kit:
    """Build one kit; raises Failure, and then what was there before is untouched."""
    started = time.perf_counter()
    game = load(order.project, name)
    rules = rules_file(order.project, game) if order.check else None
    findings = check_game(order.project, game, rules)
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    paper, profile = choose_sheet(order)
    lang = order.lang or game.languages[0]

    pack = open_pack(order, game, lang)
    maker, book, templates = workshop(order.project, game, lang, pack)
    drawn = maker.draw()
    shown = None
    if order.check:
        from generator.inspection import gather  # who wants no checks need not wait for them

        shown = gather(game, maker, drawn, book, templates)
    drawn = in_ink(order, drawn, book)
    pieces = Pieces(drawn, profile.bleed, order.gutter)
    sheets = impose(group(game, pieces), paper, order.duplex, profile)
    leaves = arrange(sheets, order.duplex)
    covers, labels, pages, behind = furnish(game, maker, paper, leaves, lang, order, book)

    faces = [*covers, *drawn.fronts.values(), *drawn.backs.values(), *labels]
    portfolio = render_faces(faces, maker.symbols, book, templates, name, progress, pack)
    try:
        if shown is not None:
            # Only what can be drawn at all is looked at: the renderer says better what is broken.
            findings += inspect_faces(shown, rules, pack)
    finally:
        # What was drawn of files that changed meanwhile is not what their digest stands for.
        if pack.grown and pack_context(order.project, game, lang) == pack.context:
            pack.save()
    pages, behind = made_for(order.printer, pages), made_for(order.printer, behind, backs=True)
    written = write_pdfs(order, game, lang, portfolio, book, (pages, behind), duplex_hint(order, leaves))
    placed = list_sheets(pages, portfolio.arts, behind)
    kit = write_kit(order, game, lang, paper, pages, written, placed, started, (*findings, *portfolio.notes))
    return replace(kit, pages=len(pages) + len(behind), remarks=pieces.remarks(game, lang))


def open_pack(order: Order, game: Game, lang: str) -> Pack:
    """What earlier builds drew of a game in one language, with the templates there are now."""
    store = Store.usual() if order.cache else Store()
    return Pack(store, pack_context(order.project, game, lang)) if store else NOTHING


def pack_context(project: Path, game: Game, lang: str) -> bytes:
    """A digest of all that faces are drawn from, but families and items."""
    files = template_inputs(project / "templates", game.id)
    return context_of("faces", program_digest(), files, game.id, lang, game_head(game))


def in_ink(order: Order, drawn: Drawn, book: FontBook) -> Drawn:
    """Faces in as much ink as is wanted."""
    if order.ink == "full":
        return drawn
    from generator.thrift import spare

    return spare(order.ink, drawn, book)


def write_pdfs(
    order: Order, game: Game, lang: str, portfolio: Portfolio, book: FontBook,
    parts: Sequence[Sequence[Page]], duplex: Duplex,
) -> list[bytes]:  # fmt: skip
    """The bytes of each part that has pages."""
    author = ", ".join(game.designers)
    looks = (order.show_safe, order.cut_contour)
    return [
        write_pdf(part, portfolio, book, game.title, author, duplex, lang, *looks) for part in parts if part
    ]


def inspect_faces(
    shown: Printed, rules: catalogue.Document | None, pack: Pack = NOTHING
) -> tuple[Diagnostic, ...]:
    """Warnings about the faces of a kit; raises Failure where there is an error."""
    from generator.rules import printed

    findings = printed.inspect([shown], rules, idle=False, pack=pack).findings
    if any(finding.severity == "error" for finding in findings):
        raise Failure(findings)
    return findings


def choose_paper(project: Path, name: str) -> Paper:
    """The paper called `name`, the project's own before the shipped ones; raises Failure."""
    return _paper(catalogue.load_papers(_sheet_folders(project)), name)


def choose_sheet(order: Order) -> tuple[Paper, Profile]:
    """The paper, with the printer's margin, and the sheet profile of an order; raises Failure."""
    paper, profile = _choose_sheet(order)
    printer = order.printer
    if printer is None:
        return paper, profile
    if printer.paper not in ("", paper.name):
        message = f'the printer "{printer.name}" was calibrated with paper {printer.paper}, not {paper.name}'
        hint = f"use --paper {printer.paper}, or: prancha calibrate --paper {paper.name}"
        raise Failure([Diagnostic(Place(""), "wrong-paper", message, hint=hint)])
    if printer.margin is not None:
        paper = replace(paper, margin=printer.margin)
        if not profile.cells:
            profile = replace(profile, margin=None)
    return paper, profile


def _choose_sheet(order: Order) -> tuple[Paper, Profile]:
    folders = _sheet_folders(order.project)
    papers = catalogue.load_papers(folders)
    if not order.sheet:
        return _paper(papers, order.paper or DEFAULT_PAPER), PLAIN
    profiles = catalogue.load_profiles(folders, papers)
    if order.sheet not in profiles:
        hint = suggestion(order.sheet, profiles)
        message = f'there is no sheet profile "{order.sheet}"'
        raise Failure([Diagnostic(Place(""), "no-sheet", message, hint=hint)])
    profile = profiles[order.sheet]
    if profile.paper and order.paper not in ("", profile.paper):
        message = f'the sheet "{profile.name}" is for paper {profile.paper}, not {order.paper}'
        raise Failure([Diagnostic(Place(""), "wrong-paper", message, hint=f"use --paper {profile.paper}")])
    return _paper(papers, order.paper or profile.paper or DEFAULT_PAPER), profile


def _sheet_folders(project: Path) -> list[Path]:
    own = project / "components" / "_sheets"
    return [folder for folder in dict.fromkeys((own, shipped.SHEETS)) if folder.is_dir()]


def _paper(papers: Mapping[str, Paper], name: str) -> Paper:
    if name not in papers:
        hint = suggestion(name, papers)
        raise Failure([Diagnostic(Place(""), "no-paper", f'there is no paper "{name}"', hint=hint)])
    return papers[name]


def group(game: Game, pieces: Pieces) -> tuple[Group, ...]:
    """Pieces that share sheets: by stock, then by the families' `sheet` words, in catalogue order."""
    shared: dict[tuple[str, str], list[Piece]] = {}
    for stock in get_args(Stock):
        for family in game.families:
            if family.stock == stock:
                shared.setdefault((stock, family.sheet), []).extend(pieces.of(family))
    return tuple(Group(name, stock, tuple(pieces)) for (stock, name), pieces in shared.items() if pieces)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One piece of paper: its front and its back; a `blank` back keeps double-sided printing in step."""

    front: Sheet
    back: Sheet | None
    blank: bool = False


def arrange(sheets: Sequence[Sheet], duplex: Duplex) -> tuple[Leaf, ...]:
    """Pair fronts with backs; if any sheet has a back, single-sided ones get an empty page behind."""
    backs = {(s.stock, s.group, s.number): s for s in sheets if s.side == "back"}
    fronts = [s for s in sheets if s.side == "front"]
    paired = duplex not in ("none", "fold") and bool(backs)
    leaves = []
    for front in fronts:
        back = backs.get((front.stock, front.group, front.number))
        leaves.append(Leaf(front, back, paired and back is None))
    return tuple(leaves)


def duplex_hint(order: Order, leaves: Sequence[Leaf]) -> Duplex:
    """What a printer is to be told: nothing of backs where there are none."""
    return order.duplex if any(leaf.back for leaf in leaves) else "none"


def furnish(
    game: Game,
    maker: FaceMaker,
    paper: Paper,
    leaves: Sequence[Leaf],
    lang: str,
    order: Order,
    book: FontBook,
) -> tuple[tuple[Face, ...], list[Face], list[Page], list[Page]]:
    """Cover pages and sheet labels, the order of all pages, and of the file of backs if there is one."""
    paired = any(leaf.back or leaf.blank for leaf in leaves) and order.duplex != "fold"
    apart = paired and order.duplex == "separate"
    inline = paired and not apart
    covers = _covers(game, maker, paper, leaves, lang, order.duplex, inline) if order.cover else ()
    if order.ink != "full" and covers:
        from generator.thrift import spare_pages

        covers = spare_pages(order.ink, covers, maker.symbols, book)
    pages = [
        Page(
            paper.width,
            paper.height,
            bookmark=game.title if k == 0 else "",
            faces=((cover.digest, 0.0, 0.0),),
        )
        for k, cover in enumerate(covers)
    ]
    if inline and len(covers) % 2:
        pages.append(Page(paper.width, paper.height))
    # A blank page for each cover keeps the file of backs in step with the fronts.
    behind = [Page(paper.width, paper.height) for _ in covers] if apart else []
    desk = _LabelDesk(game, maker, lang, min(len(covers), 1), order)
    for leaf in leaves:
        pages.append(desk.page(leaf.front))
        side = behind if apart else pages
        if leaf.back is not None:
            side.append(desk.page(leaf.back))
        elif leaf.blank:
            side.append(desk.empty(leaf.front))
    return covers, desk.faces, pages, behind


class _LabelDesk:
    """Makes a page of each sheet: label, ruler, bookmark and cut plan."""

    def __init__(self, game: Game, maker: FaceMaker, lang: str, level: int, order: Order) -> None:
        self._maker, self._level = maker, level
        self._blank = (order.printer.margin or 0.0) if order.printer else 0.0
        self._made: dict[str, Any] = {
            "ink": order.ink,
            "printer": order.printer.name if order.printer else "",
        }
        self._titles = {family.id: family.title[lang] for family in game.families}
        self._ruler = maker.page(RULER, *LABEL_SIZE)
        self._last = ""
        self.faces: list[Face] = [self._ruler]

    def page(self, sheet: Sheet) -> Page:
        """The page of a sheet; without label where pieces leave no room for one."""
        what = " + ".join(self._titles[name] for name in sheet.families)
        bookmark = what if sheet.side == "front" and what != self._last else ""
        self._last = what if sheet.side == "front" else self._last
        furniture: tuple[tuple[str, Mm, Mm], ...] = ()
        spot = self._spot(sheet)
        if spot is not None:
            sheet = without_label(sheet, spot, *LABEL_SIZE)
            label = self._label(sheet, what)
            self.faces.append(label)
            furniture = ((self._ruler.digest, *spot), (label.digest, *spot))
        plan = cut_plan(sheet) if sheet.side == "front" else None
        return Page(sheet.width, sheet.height, bookmark, self._level, sheet, furniture, plan)

    def empty(self, front: Sheet) -> Page:
        """The page behind a sheet without backs, saying that it is empty on purpose."""
        spot = self._spot(front)
        if spot is None:
            return Page(front.width, front.height)
        what = " + ".join(self._titles[name] for name in front.families)
        self.faces.append(self._label(front, what, "empty"))
        return Page(front.width, front.height, faces=((self.faces[-1].digest, *spot),))

    def _spot(self, sheet: Sheet) -> tuple[Mm, Mm] | None:
        """Where the label goes: inside what the printer reaches, if there is room."""
        width, height = LABEL_SIZE
        blank = self._blank - EDGE
        if blank > 0:
            spot = label_spot(sheet, width, height + blank)
            if spot is not None:
                return spot if spot[1] > EDGE else (spot[0], spot[1] + blank)
        return label_spot(sheet, width, height)

    def _label(self, sheet: Sheet, what: str, side: str = "") -> Face:
        side = side or ("folded" if sheet.fold else sheet.side)
        tile = None
        if sheet.window is not None:
            w = sheet.window
            tile = {"column": w.column, "row": w.row, "columns": w.columns, "rows": w.rows}
        number = f"{sheet.number}/{sheet.of}"
        return self._maker.page(
            LABEL,
            *LABEL_SIZE,
            what=what,
            side=side,
            number=number,
            stock=sheet.stock,
            tile=tile,
            **self._made,
        )


def _covers(
    game: Game,
    maker: FaceMaker,
    paper: Paper,
    leaves: Sequence[Leaf],
    lang: str,
    duplex: Duplex,
    paired: bool,
) -> tuple[Face, ...]:
    """The cover sheet; drawn twice when its own page count moves the page numbers it prints."""
    template = str(game.cover.get("template", COVER))
    covers: tuple[Face, ...] = ()
    count = 1
    for _ in range(3):
        first = count + (count % 2 if paired else 0) + 1
        rows = [
            {
                "id": row.family,
                "title": row.title,
                "designs": row.designs,
                "copies": row.copies,
                "sheets": row.sheets,
                "stock": row.stock,
                "cuts": row.cuts,
                "scissors": row.scissors,
                "note": game.family(row.family).note.get(lang, ""),
                "make": game.family(row.family).make,
                "pages": _page_range(leaves, row.family, first, paired),
            }
            for row in count_rows(game, [leaf.front for leaf in leaves], lang)
        ]
        covers = maker.pages(
            template,
            paper.width,
            paper.height,
            rows=rows,
            duplex=_way(duplex, leaves),
            paper=paper.name,
        )
        if len(covers) == count:
            break
        count = len(covers)
    return covers


def _way(duplex: Duplex, leaves: Sequence[Leaf]) -> str:
    """The word by which a cover says how backs get behind fronts."""
    if duplex == "fold" and any(leaf.front.fold for leaf in leaves):
        return "foldover"
    return duplex if duplex != "fold" and any(leaf.back for leaf in leaves) else "none"


def _page_range(leaves: Sequence[Leaf], family: str, first: int, paired: bool) -> str:
    """`3-8`: the pages with a family's fronts and backs."""
    step = 2 if paired else 1
    mine = [first + k * step for k, leaf in enumerate(leaves) if family in leaf.front.families]
    if not mine:
        return ""
    last = mine[-1] + step - 1
    return f"{mine[0]}" if mine[0] == last else f"{mine[0]}–{last}"


def count_rows(game: Game, fronts: Sequence[Sheet], lang: str) -> tuple[Row, ...]:
    """A row for each family of the game: its counts, its sheets and their cuts."""
    plans = [(sheet, cut_plan(sheet)) for sheet in fronts]
    rows = []
    for family in game.families:
        mine = [plan for sheet, plan in plans if family.id in sheet.families]
        rows.append(
            Row(
                family.id,
                family.title[lang],
                family.stock,
                len(family.items),
                family.copies,
                len(mine),
                max((len(plan.cuts) for plan in mine), default=0),
                any(family.id in plan.scissors for plan in mine),
            )
        )
    return tuple(rows)


def render_faces(
    faces: Sequence[Face],
    symbols: Mapping[str, str],
    book: FontBook,
    templates: Sequence[Path],
    name: str,
    progress: Progress,
    pack: Pack = NOTHING,
) -> Portfolio:
    """Draw every different face once, from the folders of a `workshop`; raises Failure."""
    unique = {face.digest: face for face in faces}
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        progress(name, done, len(unique))

    fonts = [folder / "fonts" for folder in (templates[0], *(root / "_library" for root in templates[1:]))]
    return render(unique.values(), symbols, book, templates, fonts, tick, pack)


def write_kit(
    order: Order,
    game: Game,
    lang: str,
    paper: Paper,
    pages: Sequence[Page],
    written: Sequence[bytes],
    placed: str,
    started: float,
    notes: tuple[Diagnostic, ...],
    part: str = "",
) -> Kit:
    """Write PDFs and manifest; a `part` of a kit, such as "-changes", has names of its own."""
    folder = (order.out or order.project / "output") / game.id
    ends = ("-fronts.pdf", "-backs.pdf") if len(written) > 1 else (".pdf",)
    stem = f"{game.id}-{paper.name}{part}" + ("" if order.ink == "full" else f"-{order.ink}")
    files = {folder / f"{stem}{end}": data for end, data in zip(ends, written, strict=True)}
    listing = folder / (f"{stem}.json" if part else "manifest.json")
    where: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.sheet is not None and page.sheet.side == "front":
            for placement in page.sheet.placements:
                where.setdefault(placement.piece.item, []).append(number)
    named = {path.name: data for path, data in files.items()}
    printer = asdict(order.printer) if order.printer else None
    text = manifest(
        game, lang, paper.name, order.duplex, where, len(pages), named, placed, order.ink, printer
    )
    # The manifest comes last: where it fits the files, the set is complete.
    write_set(folder, {**named, listing.name: text})
    pdf, *others = files
    fronts = [page.sheet for page in pages if page.sheet is not None and page.sheet.side == "front"]
    return Kit(
        game.id,
        game.title,
        pdf,
        listing,
        len(pages),
        count_rows(game, fronts, lang),
        time.perf_counter() - started,
        notes,
        backs=others[0] if others else None,
    )


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
