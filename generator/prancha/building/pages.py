"""Pages of a kit and what they hold beside the pieces: covers, labels, rulers, bookmarks, blank backs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from msgspec.structs import replace

from prancha.building.cut_plan_pages import TEMPLATE as CUT_PLAN
from prancha.building.cut_plan_pages import cut_jobs, cut_pages, lay_out_plans
from prancha.building.kit_facts import (
    as_rows,
    family_made_of,
    is_cut_apart,
    made_of,
    materials,
    minutes,
    on_pages,
    page_list,
    shortfalls,
)
from prancha.building.kit_files import kit_names
from prancha.building.leaves import Leaf, count_rows, page_numbers, pages_of, parts_of, way_of_backs
from prancha.building.order import Order
from prancha.export.pdf import Beside, PdfPage
from prancha.faces import COVER, FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.sheet import Paper, Sheet, Spot, ruled
from prancha.model.units import Mm
from prancha.sheets import contours, cut_plan
from prancha.sheets.label import THIN, inches_of
from prancha.system.limits import work_on_each

LABEL = "_library/label.svg.j2"
RULER = "_library/ruler.svg.j2"
KINDS = {COVER: "cover", CUT_PLAN: "cut-plan"}
"""Names in the manifest for pages of the library's own templates, whose words are known."""
BLANK: tuple[Mm, Mm] = (150.0, 4.4)
"""Size of the label of an empty page, used where the label of its front is smaller."""
INSET: Mm = 0.4
"""Indent of the words of a label."""


def assemble_pages(
    game: Game,
    maker: FaceMaker,
    paper: Paper,
    leaves: Sequence[Leaf],
    lang: str,
    order: Order,
    book: FontBook,
    book_steps: Sequence[str] = (),
) -> tuple[tuple[Face, ...], list[Face], list[PdfPage], list[PdfPage], tuple[Diagnostic, ...]]:
    """Cover pages and sheet labels, the order of all pages, and of the file of backs if there is one.

    Last come warnings about covers in less ink.
    """
    paired = any(leaf.sides == 2 for leaf in leaves)
    apart = paired and order.backs.apart
    inline = paired and not apart
    way = way_of_backs(order.backs, leaves)
    covers = (
        front_matter(
            game,
            maker,
            paper=paper,
            leaves=leaves,
            lang=lang,
            way=way,
            paired=inline,
            board_file=board_file(game, leaves, order, paper),
            book_steps=book_steps,
        )
        if order.cover
        else ()
    )
    covers, notes = _save_ink(order, covers, maker, book)
    pages = [
        PdfPage(
            paper.width,
            paper.height,
            bookmark=game.title if k == 0 else "",
            faces=((cover.digest, 0.0, 0.0),),
            kind=KINDS.get(cover.template, ""),
        )
        for k, cover in enumerate(covers)
    ]
    label_maker = _LabelMaker(game, maker, lang, min(len(covers), 1), order)
    if inline and len(covers) % 2:
        pages.append(label_maker.blank(paper))
    # A blank page for each cover keeps the file of backs in step with the fronts.
    behind = [label_maker.blank(paper) for _ in covers] if apart else []
    for leaf in work_on_each(leaves, game.place, "labelling sheets"):
        made = made_of(leaf)
        pages.append(label_maker.page(leaf.front, cut=is_cut_apart(leaf), made=made))
        side = behind if apart else pages
        if leaf.back is not None:
            side.append(label_maker.page(leaf.back, made=made))
        elif leaf.blank:
            side.append(label_maker.empty(leaf.front))
    return covers, label_maker.faces, pages, behind, notes


def _save_ink(
    order: Order, covers: tuple[Face, ...], maker: FaceMaker, book: FontBook
) -> tuple[tuple[Face, ...], tuple[Diagnostic, ...]]:
    if order.ink == "full" or not covers:
        return covers, ()
    from prancha.faces.ink_saving import save_ink_on_pages

    saved, notes = save_ink_on_pages(order.ink, covers, maker.symbols, book)
    if order.ink == "grey":
        return saved, notes
    # Cutting needs every line of the plan, which takes hardly any ink.
    return tuple(c if c.template == CUT_PLAN else s for c, s in zip(covers, saved, strict=True)), notes


class _LabelMaker:
    """Makes a page of each sheet: label, ruler, bookmark and cut plan."""

    def __init__(self, game: Game, maker: FaceMaker, lang: str, level: int, order: Order) -> None:
        self._maker, self._level = maker, level
        self._made: dict[str, Any] = {
            "ink": order.ink,
            "printer": order.printer.name if order.printer else "",
        }
        self._contours = order.cut_contour
        self._titles = {family.id: family.title[lang] for family in game.families}
        self._last = ""
        self._rulers: dict[tuple[Mm, Mm], Face] = {}
        self.faces: list[Face] = []

    def page(self, sheet: Sheet, cut: bool | None = None, made: str = "") -> PdfPage:
        """The page of a sheet, `cut` from this side or not, with ruler and label where there is room.

        `cut` is None for the back of a paper, `made` what the sheet's pieces are made of.
        """
        what = " + ".join(self._titles[name] for name in sheet.families)
        bookmark = what if sheet.side == "front" and what != self._last else ""
        self._last = what if sheet.side == "front" else self._last
        beside = []
        if sheet.ruler is not None:
            beside.append(self._placed(self._ruler(sheet.ruler), sheet.ruler))
        words = ""
        if sheet.label is not None:
            label = self._label(sheet, what, sheet.label.spot, sheet.label.runs, made=made)
            words = printed_words(label.svg)
            beside.append(self._placed(label, sheet.label.spot))
        if sheet.along is not None:
            beside.append(self._placed(self._ruler(sheet.along), sheet.along))
        plan = cut_plan(sheet) if cut else None
        strokes = contours(sheet) if sheet.side == "front" and self._contours else ()
        return PdfPage(
            sheet.width,
            sheet.height,
            bookmark=bookmark,
            level=self._level,
            sheet=sheet,
            faces=tuple(beside),
            plan=plan,
            strokes=strokes,
            words=words,
            apart=cut is not None and sheet.side == "back",
        )

    def empty(self, front: Sheet) -> PdfPage:
        """The page behind a sheet without backs, labelled as intentionally empty."""
        what = " + ".join(self._titles[name] for name in front.families)
        spot = _blank_spot(front.paper, front.width, front.height)
        if front.label is not None and front.label.spot.size[0] >= spot.width:
            spot = front.label.spot
        label = self._label(front, what, spot, ((INSET, spot.size[0]),), "empty")
        return PdfPage(front.width, front.height, faces=(self._placed(label, spot),))

    def blank(self, paper: Paper) -> PdfPage:
        """A page between or behind covers, labelled as intentionally empty."""
        spot = _blank_spot(paper, paper.width, paper.height)
        runs = [[INSET, spot.size[0]]]
        label = self._maker.page(LABEL, *spot.size, what="", runs=runs, side="empty", **self._made)
        return PdfPage(paper.width, paper.height, faces=(self._placed(label, spot),))

    def _ruler(self, spot: Spot) -> Face:
        if spot.size not in self._rulers:
            length = ruled(spot)
            self._rulers[spot.size] = self._maker.page(
                RULER,
                *spot.size,
                length=round(length),
                inches=inches_of(length) if spot.size[1] > THIN else 0,
            )
        return self._rulers[spot.size]

    def _placed(self, face: Face, spot: Spot) -> Beside:
        self.faces.append(face)
        return (face.digest, *spot.origin, spot.turn) if spot.turn else (face.digest, *spot.origin)

    def _label(
        self,
        sheet: Sheet,
        what: str,
        spot: Spot,
        runs: Sequence[tuple[Mm, Mm]],
        side: str = "",
        made: str = "",
    ) -> Face:
        side = side or ("folded" if sheet.fold else sheet.side)
        tile = None
        if sheet.window is not None:
            w = sheet.window
            tile = {"column": w.column, "row": w.row, "columns": w.columns, "rows": w.rows}
        number = f"{sheet.number}/{sheet.of}"
        return self._maker.page(
            LABEL,
            *spot.size,
            what=what,
            runs=[list(run) for run in runs],
            side=side,
            number=number,
            stock=made or sheet.stock,
            tile=tile,
            **self._made,
        )


def _blank_spot(paper: Paper, width: Mm, height: Mm) -> Spot:
    """The place of the label of an empty page, at its foot."""
    edge = max(paper.margin, paper.reach)
    return Spot(edge, height - edge - BLANK[1], min(BLANK[0], width - 2 * edge), BLANK[1])


def board_file(game: Game, leaves: Sequence[Leaf], order: Order, paper: Paper) -> str:
    """Name of the kit in full ink with board; "" where this one prints no pieces for board on card."""
    if not any(made_of(leaf) != leaf.front.stock for leaf in leaves):
        return ""
    return kit_names(replace(order, duplex="board", ink="full"), game.id, game.languages, paper.name).pdfs[0]


def nearest_mark_distance(leaves: Sequence[Leaf], paper: Paper) -> int:
    """Distance in whole mm from the edge to the nearest mark or cross inside the margin; 0 without any."""
    begins = [
        min(x1, y1, leaf.front.width - x1, leaf.front.height - y1)
        for leaf in leaves
        for x1, y1, _, _ in (*leaf.front.marks, *leaf.front.aligns)
    ]
    return int(min((near for near in begins if near < paper.margin), default=0.0))


def printed_words(svg: str) -> str:
    """The words of a face in drawing order, separated by single spaces."""
    texts = (text for text in ElementTree.fromstring(svg).iter() if text.tag.endswith("}text"))
    return " ".join(" ".join("".join(text.itertext()) for text in texts).split())


def front_matter(
    game: Game,
    maker: FaceMaker,
    paper: Paper,
    leaves: Sequence[Leaf],
    lang: str,
    way: str,
    paired: bool,
    board_file: str,
    book_steps: Sequence[str] = (),
) -> tuple[Face, ...]:
    """Cover and cut plan; the cover is drawn again where its own page count moves the numbers it prints.

    `way` is the cover's word for how backs get behind fronts; `paired` that the file has them behind fronts;
    `board_file` names the kit for board where this one prints pieces for board on card; `book_steps` say how
    to make the rulebook.
    """
    titles = {family.id: family.title[lang] for family in game.families}
    comma = not lang.startswith("en")
    template = str(game.cover.get("template", COVER))
    covers: tuple[Face, ...] = ()
    plans: tuple[Face, ...] = ()
    laid = lay_out_plans(cut_jobs(leaves, page_numbers(leaves, 1)), titles, paper)
    count = 1 + len(laid)
    for _ in range(3):
        first = count + (count % 2 if paired else 0) + 1
        numbers = page_numbers(leaves, first)
        plans = cut_pages(maker, paper, cut_jobs(leaves, numbers), titles, comma, pages=laid)
        covers = maker.pages(
            template,
            paper.width,
            paper.height,
            rows=_family_rows(game, leaves, numbers, lang),
            papers=as_rows(materials(leaves, numbers, game)),
            minutes=minutes(game, leaves),
            near=nearest_mark_distance(leaves, paper),
            ticks=any(leaf.front.tick is not None for leaf in leaves),
            crosses=any(leaf.front.aligns for leaf in leaves),
            duplex=way,
            paper=paper.name,
            reach=paper.reach,
            board_file=board_file,
            book_steps=list(book_steps),
            lacks=[
                {"what": names, "pages": page_list(found, "–"), "several": len(found) > 1}
                for names, found in shortfalls(on_pages(leaves, numbers))
            ],
        )
        if len(covers) + len(plans) == count:
            break
        count = len(covers) + len(plans)
    return *covers, *plans


def _family_rows(
    game: Game, leaves: Sequence[Leaf], numbers: Sequence[range], lang: str
) -> list[dict[str, Any]]:
    """Rows of the table of families on the cover."""
    return [
        {
            "id": row.family,
            "title": row.title,
            "designs": row.designs,
            "copies": row.copies,
            "stock": family_made_of(leaves, row.family) or row.stock,
            "cuts": row.cuts,
            "scissors": row.scissors,
            "note": game.family(row.family).note.get(lang, ""),
            "make": game.family(row.family).make,
            "parts": parts_of(leaves, row.family),
            "pages": page_list(pages_of(leaves, numbers, row.family), "–", spelled=5),
        }
        for row in count_rows(game, [(leaf.front, cut_plan(leaf.front)) for leaf in leaves], lang)
    ]
