"""Pages of a kit and what they hold beside the pieces: covers, labels, rulers, bookmarks, blank backs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, get_args
from xml.etree import ElementTree

import msgspec
from msgspec.structs import replace

from prancha.book.book_style import BookStyle
from prancha.book.cover_pages import PLAN, Fit, FrontPage, Kind, cover_style, front_pages, scale_of
from prancha.book.setup_pictures import DrawnKit
from prancha.building.components import spaces_of_boards
from prancha.building.cover_content import cover_blocks
from prancha.building.cut_plan_pages import CutPlanPages, cut_jobs
from prancha.building.kit_facts import (
    family_made_of,
    is_cut_apart,
    made_of,
    materials,
    minutes,
    on_pages,
    shortfalls,
)
from prancha.building.kit_files import kit_names
from prancha.building.leaves import Leaf, count_rows, page_numbers, pages_of, parts_of, way_of_backs
from prancha.building.making_steps import CoverFacts, FamilyRow
from prancha.building.order import Order
from prancha.building.step_values import DrawnGame
from prancha.export.pdf import Beside, PdfPage
from prancha.faces import FaceMaker
from prancha.model.diagnostic import Diagnostic, Failure, UserError
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.localised_text import escape_text
from prancha.model.sheet import Paper, Sheet, Spot, ruled
from prancha.model.units import Mm
from prancha.sheets import contours, cut_plan
from prancha.sheets.label import THIN, inches_of
from prancha.system.cache import is_settled, key_of
from prancha.system.cache import made_of as read_of
from prancha.system.limits import work_on_each

LABEL = "_library/label.svg.j2"
RULER = "_library/ruler.svg.j2"
KINDS = get_args(Kind)
"""Names in the manifest of drawings whose words are known."""
BLANK: tuple[Mm, Mm] = (150.0, 4.4)
"""Size of the label of an empty page, used where the label of its front is smaller."""
_read_fit = msgspec.msgpack.Decoder(tuple[int, Fit]).decode
INSET: Mm = 0.4
"""Indent of the words of a label."""


def assemble_pages(
    game: Game,
    drawing: DrawnGame,
    paper: Paper,
    leaves: Sequence[Leaf],
    lang: str,
    order: Order,
    is_whole: bool,
    book_steps: Sequence[str] = (),
) -> tuple[tuple[Face, ...], list[Face], list[PdfPage], list[PdfPage], tuple[Diagnostic, ...]]:
    """Cover pages and sheet labels, the order of all pages, and of the file of backs if there is one.

    Last come warnings about covers in less ink.  The cover of a game that is not printed as a whole has no
    pictures.
    """
    paired = any(leaf.sides == 2 for leaf in leaves)
    apart = paired and order.backs.apart
    inline = paired and not apart
    front = (
        front_matter(
            game,
            drawing,
            paper=paper,
            leaves=leaves,
            lang=lang,
            order=order,
            is_whole=is_whole,
            book_steps=book_steps,
        )
        if order.cover
        else []
    )
    drawn, notes = _save_ink(order, front, drawing)
    covers = {face.digest: face for faces in drawn for face, *_ in faces}
    pages = [
        PdfPage(
            paper.width,
            paper.height,
            bookmark=game.title if k == 0 else "",
            faces=tuple((face.digest, x, y) for face, x, y in faces),
            kind="+".join(face.template for face, *_ in faces if face.template in KINDS),
        )
        for k, faces in enumerate(drawn)
    ]
    label_maker = _LabelMaker(game, drawing.maker, lang, min(len(pages), 1), order)
    front_count = len(pages)
    if inline and front_count % 2:
        pages.append(label_maker.blank(paper))
    # A blank page for each cover keeps the file of backs in step with the fronts.
    behind = [label_maker.blank(paper) for _ in range(front_count)] if apart else []
    for leaf in work_on_each(leaves, game.place, "labelling sheets"):
        made = made_of(leaf)
        pages.append(label_maker.page(leaf.front, cut=is_cut_apart(leaf), made=made))
        side = behind if apart else pages
        if leaf.back is not None:
            side.append(label_maker.page(leaf.back, made=made))
        elif leaf.blank:
            side.append(label_maker.empty(leaf.front))
    return tuple(covers.values()), label_maker.faces, pages, behind, notes


def _save_ink(
    order: Order, front: Sequence[FrontPage], drawing: DrawnGame
) -> tuple[list[list[tuple[Face, Mm, Mm]]], tuple[Diagnostic, ...]]:
    """The faces of each page with their places, in the ink that was ordered, and warnings.

    Pictures are in it already.  Cutting needs every line of the plan, which takes hardly any ink.
    """
    words = [face for page in front for face in page.faces]
    toned = [face for face in words if order.ink == "grey" or face.template != PLAN]
    saved, notes = dict[str, Face](), tuple[Diagnostic, ...]()
    if order.ink != "full" and toned:
        from prancha.faces.ink_saving import save_ink_on_pages

        lighter, notes = save_ink_on_pages(
            order.ink, toned, drawing.maker.symbols, drawing.book, drawing.pack
        )
        saved = {face.digest: light for face, light in zip(toned, lighter, strict=True)}
    pages = [
        [*((saved.get(face.digest, face), 0.0, 0.0) for face in page.faces), *page.pictures] for page in front
    ]
    return pages, notes


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
    drawing: DrawnGame,
    paper: Paper,
    leaves: Sequence[Leaf],
    lang: str,
    order: Order,
    is_whole: bool,
    book_steps: Sequence[str] = (),
) -> list[FrontPage]:
    """Cover and cut plan; both are laid out again where their own page count moves the numbers they print.

    A plan that has room below the end of the cover stands there.  `book_steps` say how to make the rulebook.
    """
    if unprintable := list(_unprintable_names(game, drawing)):
        raise Failure(unprintable)
    titles = {family.id: family.title[lang] for family in game.families}
    scale, style = scale_of(paper), cover_style(game, lang, drawing.book, paper)
    pictures = None
    if is_whole and not order.plain_cover and any(family.copies for family in game.families):
        from prancha.building.cover_pictures import CoverPictures  # with Pillow

        pictures = CoverPictures(game, lang, drawing, order.ink, colours=style.colours, scale=scale)
    toned, spaces = drawing.toned, partial(spaces_of_boards, game, drawing.toned, drawing.book)
    kit = DrawnKit(game, lang, toned.fronts, toned.backs, spaces)
    is_inline = any(leaf.sides == 2 for leaf in leaves) and not order.backs.apart
    way, for_board = way_of_backs(order.backs, leaves), board_file(game, leaves, order, paper)
    # In a page, where searching takes seconds, what was found is kept: there the game never changes.
    key = (
        _key_of_fit((paper, leaves, is_inline, way, for_board, book_steps, is_whole), game)
        if pictures is None and is_settled()
        else ""
    )
    kept = read_of(drawing.pack.get(key), _read_fit) if key else None
    count, fit = kept if kept else (2, None)
    for _ in range(1 if kept else 3):
        numbers = page_numbers(leaves, count + (count % 2 if is_inline else 0) + 1)
        facts = CoverFacts(
            _family_rows(game, leaves, numbers, lang),
            materials(leaves, numbers, game),
            minutes(game, leaves),
            near=nearest_mark_distance(leaves, paper),
            has_ticks=any(leaf.front.tick is not None for leaf in leaves),
            way=way,
            paper=paper.name,
            board_file=for_board,
            lacks=shortfalls(on_pages(leaves, numbers)),
            book_steps=tuple(book_steps),
        )
        blocks = cover_blocks(game, lang, facts, pictures, style=style, scale=scale)
        plan_in = partial(CutPlanPages, kit, drawing.maker, jobs=cut_jobs(leaves, numbers), titles=titles)
        pages, found = front_pages(
            kit,
            drawing.maker,
            drawing.book,
            paper,
            blocks,
            finish=partial(_with_plan, plan_in, style),
            fit=fit,
        )
        told, count = (count, found), len(pages)
        if told[0] == count:
            break
    if key and not kept:
        drawing.pack.put(key, msgspec.msgpack.encode(told))
    return pages


def _with_plan(
    plan_in: Callable[[BookStyle], CutPlanPages],
    style: BookStyle,
    pages: Sequence[FrontPage],
    look: BookStyle,
) -> list[FrontPage]:
    """The pages of a cover in a `look` with the plan, which has pages of its own in the usual type."""
    return plan_in(look).below(pages) or plan_in(style).after(pages)


def _key_of_fit(told: object, game: Game) -> str:
    """The name under which is kept how the pages before these sheets are laid out."""
    families = [family.id for family in game.families]
    return key_of("fit", msgspec.msgpack.encode((told, families), enc_hook=repr))


def _unprintable_names(game: Game, drawing: DrawnGame) -> Iterator[Diagnostic]:
    """Yield what is wrong with each name of a person, which a cover sets in one text with others."""
    for key in ("designers", "artists"):
        for number, name in enumerate(getattr(game, key)):
            try:
                drawing.maker.tools.typesetter.text_width(escape_text(name), 9.0)
            except UserError as error:
                place = game.places.get(f"{key}.{number}", game.place)
                yield Diagnostic(place, getattr(error, "code", ""), error.message, hint=error.hint)


def _family_rows(
    game: Game, leaves: Sequence[Leaf], numbers: Sequence[range], lang: str
) -> tuple[FamilyRow, ...]:
    """Rows of the table of families on the cover."""
    rows = count_rows(game, [(leaf.front, cut_plan(leaf.front)) for leaf in leaves], lang)
    return tuple(
        FamilyRow(
            row,
            family_made_of(leaves, row.family),
            pages=pages_of(leaves, numbers, row.family),
            parts=parts_of(leaves, row.family),
        )
        for row in rows
    )
