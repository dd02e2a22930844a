"""The cut plan: a drawing of each sheet with its cuts numbered in order, after the cover or below its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import asdict, replace

from prancha.book.block_strips import BlockFlow
from prancha.book.book_blocks import Block, Columns, Heading, Inline, Inlines, Ornament, Paragraph
from prancha.book.book_expressions import CatalogueWords
from prancha.book.book_pages import lay_out_blocks
from prancha.book.book_style import BookStyle
from prancha.book.cover_pages import PLAN, FrontPage, pages_of
from prancha.book.setup_pictures import DrawnKit
from prancha.book.strips import column_of
from prancha.building.cut_plan_drawing import ASIDE, CutDrawing, DrawingRoom, space_beside
from prancha.building.kit_facts import is_cut_apart, made_of, page_list
from prancha.building.leaves import Leaf
from prancha.faces import FaceMaker
from prancha.model.localised_text import escape_text
from prancha.model.rulebook import Tag
from prancha.model.sheet import CutPlan, Sheet, Window
from prancha.model.units import Mm
from prancha.sheets import cut_plan
from prancha.system.words import words

NARROWEST: Mm = 54.0
"""Width of a block: a drawing with numbers and lengths around it."""
GUTTER: Mm = 8.0
TALLEST: tuple[Mm, ...] = tuple(range(220, 44, -4))
"""Heights to try for a drawing: the largest that needs the fewest pages is used."""
BELOW_COVER = 0.24
"""The least scale of drawings below the end of the cover; smaller ones get a page of their own."""
_BELOW = 2.4
"""The room above a plan that stands there, in lines."""


class Job(Struct, frozen=True):
    """Sheets with the same cuts: the fullest of them, and the pages of all.

    `made` is what their pieces are made of; `backs` are the pages that are glued behind these before they
    are cut.
    """

    sheet: Sheet
    plan: CutPlan
    families: tuple[str, ...]
    pages: tuple[int, ...]
    made: str = "card"
    backs: tuple[int, ...] = ()


def cut_jobs(leaves: Sequence[Leaf], numbers: Sequence[range]) -> tuple[Job, ...]:
    """Group papers with the same cuts, in page order; `numbers` are the pages of each leaf."""
    found: dict[tuple[object, ...], list[tuple[int, Sheet]]] = {}
    made: dict[tuple[object, ...], str] = {}
    behind: dict[tuple[str, str, int], int] = {}
    for index, (leaf, pages) in enumerate(zip(leaves, numbers, strict=True)):
        front = leaf.front
        if not is_cut_apart(leaf):
            behind[front.stock, front.group, front.number] = pages[0]
            continue
        # Parts of boards may be cut alike, but each is joined to others.
        key = cut_plan(front), front.width, front.height, index if front.window else None
        found.setdefault(key, []).append((pages[0], front))
        made.setdefault(key, made_of(leaf))
    return tuple(
        Job(
            max(
                (sheet for _, sheet in alike),
                key=lambda sheet: (len(sheet.placements), sheet.side == "front"),
            ),
            cut_plan(alike[0][1]),
            tuple(dict.fromkeys(family for _, sheet in alike for family in sheet.families)),
            pages=tuple(page for page, _ in alike),
            made=made[key],
            backs=tuple(
                behind[paper]
                for _, sheet in alike
                for paper in [(sheet.stock, sheet.group, sheet.number)]
                if paper in behind
            ),
        )
        for key, alike in found.items()
    )


class Shown(Struct, frozen=True):
    """How a job is drawn: the width of its block, the scale of its sheet, and room for numbers around it."""

    wide: Mm
    scale: float
    room: DrawingRoom
    is_crowded: bool
    height: Mm


Row = list[tuple[int, Shown]]
"""Jobs side by side by their numbers."""


class CutPlanPages:
    """Lays out the plans of all jobs of a kit.  `titles` are the families' by id."""

    def __init__(
        self,
        kit: DrawnKit,
        maker: FaceMaker,
        style: BookStyle,
        jobs: Sequence[Job],
        titles: Mapping[str, str],
    ) -> None:
        self._kit, self._maker, self._style, self._jobs, self._titles = kit, maker, style, jobs, titles
        self._drawn = [job for job in jobs if job.plan.cuts or job.sheet.window]  # scissors need no plan
        self._is_needed = any(job.plan.cuts for job in self._drawn)
        self._words, self._catalogue = words(kit.lang, "paper"), CatalogueWords(kit.game, kit.lang)
        self._place = kit.game.place
        self._flow = BlockFlow(style, maker.tools, kit, (), lambda _: "")
        self._between = style.space * 1.7
        self._text_height = cache(self._measured)

    def below(self, pages: Sequence[FrontPage]) -> list[FrontPage]:
        """The pages of a cover with the plan below their end; none where it has no room for all of it.

        It leaves the first page alone.
        """
        *before, last = pages
        if not (before and self._is_needed):
            return []
        begins = last.bottom + _BELOW * self._style.body.line
        rows, count, least = self._arranged(begins)
        if count != 1 or least < BELOW_COVER:
            return []
        style = replace(self._style, begins=begins, templates={**self._style.templates, "page": ""})
        (page,) = self._pages(rows, style)
        return [*before, FrontPage((*last.faces, *page.faces), last.pictures, page.bottom)]

    def after(self, pages: Sequence[FrontPage]) -> list[FrontPage]:
        """The pages of a cover, and after them those of the plan; without straight cuts there is none."""
        if not self._is_needed:
            return [*pages]
        rows, _, _ = self._arranged(self._style.top)
        return [*pages, *self._pages(rows, self._style)]

    # --- how large

    def _arranged(self, begins: Mm) -> tuple[list[Row], int, float]:
        """Rows of blocks on as few pages as possible, with drawings as large as possible.

        With them come the number of pages and the least scale; no rows where drawings would be crowded below
        the end of a cover.  `begins` is the top of the first page in mm.
        """
        style = self._style
        ends = [self._height(blocks, style.inside) for blocks in (self._introduction(), self._uncut())]
        best: tuple[tuple[float, ...], list[Row], int, float] | None = None
        for columns in range(1, max(1, int((style.inside + GUTTER) // (NARROWEST + GUTTER))) + 1):
            for tallest in TALLEST:
                if begins > style.top and tallest > style.bottom - begins:
                    continue
                shown = [self._shown(job, number, columns, tallest) for number, job in enumerate(self._drawn)]
                rows = list(self._rows(shown))
                pages = self._count(rows, begins, *ends)
                scales = [one.scale for one in shown]
                crowded = sum(one.is_crowded for one in shown)
                rank = crowded, pages, -min(scales), -sum(scales)
                if best is None or rank < best[0]:
                    best = rank, rows, pages, min(scales)
        if best is None or (begins > style.top and best[0][0]):
            return [], 0, 0.0
        return best[1:]

    def _shown(self, job: Job, number: int, columns: int, tallest: Mm) -> Shown:
        """A job in a column, or as wide as the page if its numbers would touch."""
        for count in dict.fromkeys((columns, 1)):
            wide = (self._style.inside + GUTTER) / count - GUTTER
            sheet, cuts = job.sheet, job.plan.cuts
            # The places of numbers depend on the size of the drawing, and its size on their places.
            scale = min(tallest / sheet.height, (wide - 2 * ASIDE) / sheet.width)
            room, _ = space_beside(cuts, scale, sheet.width, sheet.height)
            scale = min(tallest / sheet.height, (wide - room.left - room.right) / sheet.width)
            room, is_crowded = space_beside(cuts, scale, sheet.width, sheet.height)
            height = room.top + sheet.height * scale + room.bottom
            shown = Shown(wide, scale, room, is_crowded, height + self._text_height(number, wide))
            if not is_crowded:
                break
        return shown

    def _measured(self, number: int, wide: Mm) -> Mm:
        return self._height(self._block(self._drawn[number], Ornament("plan", 0.0, self._place)), wide)

    def _height(self, blocks: Sequence[Block], wide: Mm) -> Mm:
        column = column_of(self._flow.strips(blocks, wide, Tag("Div")))
        return column[-1].y + column[-1].strip.height if column else 0.0

    def _rows(self, shown: Sequence[Shown]) -> Iterator[Row]:
        """Yield rows of as many blocks as fit side by side."""
        row: Row = []
        for number, one in enumerate(shown):
            if row and sum(other.wide + GUTTER for _, other in row) + one.wide > self._style.inside + 1e-6:
                yield row
                row = []
            row.append((number, one))
        yield row

    def _count(self, rows: Sequence[Row], begins: Mm, above: Mm, below: Mm) -> int:
        """The number of pages of rows, with the heights of what stands above and below them."""
        style, between = self._style, self._between
        pages, y = 1, begins + above
        heights = [max(one.height for _, one in row) for row in rows]
        for height in (*heights, *([below] if below else [])):
            if y + between + height > style.bottom + 1e-6 and y > style.top:
                pages, y = pages + 1, style.top - between
            y += between + height
        return pages

    # --- what it says

    def _pages(self, rows: Sequence[Row], style: BookStyle) -> list[FrontPage]:
        """The pages of these rows."""
        blocks = [*self._introduction(), *(self._row(row) for row in rows), *self._uncut()]
        laid = lay_out_blocks(self._kit, blocks, self._maker, style)
        return list(pages_of(laid, PLAN, style, self._maker, self._place))

    def _row(self, row: Row) -> Columns:
        """Blocks side by side, with an empty column for what the row leaves."""
        blocks = [self._block(self._drawn[number], self._drawing(number, shown)) for number, shown in row]
        shares = [shown.wide for _, shown in row]
        rest = self._style.inside - sum(shares) - GUTTER * len(row)
        empty: list[list[Block]] = [[]] if rest > 0.01 else []
        columns = tuple(map(tuple, (*blocks, *empty)))
        return Columns(columns, (*shares, *([rest] if empty else [])), GUTTER, self._place)

    def _drawing(self, number: int, shown: Shown) -> Ornament:
        job, drawing, comma = self._drawn[number], CutDrawing(), not self._kit.lang.startswith("en")
        drawing.add(job.sheet, job.plan, shown.scale, shown.room.left, shown.room.top)
        height = shown.room.top + job.sheet.height * shown.scale + shown.room.bottom
        lengths = [(_length(at, comma), *place) for at, *place in drawing.lengths]
        return Ornament("plan", height, self._place, {**asdict(drawing), "lengths": lengths})

    def _introduction(self) -> list[Block]:
        w = self._words
        parts = [w["cut_how"]]
        parts += [w["cut_folded"]] if any(job.plan.folded for job in self._jobs) else []
        parts += [w["cut_joined"]] if any(job.sheet.window for job in self._jobs) else []
        heading = Heading(2, (Inline(w["cut_plan"]),), w["cut_plan"], self._place)
        return [heading, self._paragraph(" ".join(parts))]

    def _uncut(self) -> list[Block]:
        """Lines on families whose sheets have no straight cut."""
        uncut: dict[str, dict[str, None]] = {}
        for job in self._jobs:
            if job not in self._drawn:
                uncut.setdefault(_tool(job), {}).update(dict.fromkeys(job.families))
        return [self._with_tool(tool, list(families)) for tool, families in uncut.items()]

    def _block(self, job: Job, drawing: Ornament) -> list[Block]:
        """A job: its families, its pages, the drawing, and what is done with scissors and glue."""
        w, part = self._words, job.sheet.window
        label = f" · {_part_label(part)}" if part else ""
        title = escape_text(", ".join(self._titles[one] for one in job.families) + label)
        word = ("cut_page" if job.sheet.side == "front" else "cut_back") + "s" * (len(job.pages) > 1)
        blocks: list[Block] = [
            Heading(4, self._said(title), "", self._place),
            self._paragraph(f"{w[word]} {page_list(job.pages, '–', spelled=6)}", "small"),
        ]
        if job.backs:
            glued = w["cut_glued" + "s" * (len(job.backs) > 1)]
            blocks.append(self._paragraph(f"{glued} {page_list(job.backs, '–', spelled=6)}"))
        blocks.append(drawing)
        if job.plan.scissors and part is None:
            blocks.append(self._with_tool(_tool(job), job.plan.scissors))
        if below := _overlapped_parts(part):
            blocks.append(self._paragraph(f"{w['cut_join']} **{', '.join(map(_part_label, below))}**."))
        elif part:
            blocks.append(self._paragraph(w["cut_keep"]))
        return blocks

    def _with_tool(self, tool: str, families: Sequence[str]) -> Paragraph:
        titles = escape_text(", ".join(self._titles[one] for one in families))
        icon = Inline(icon=_ICONS[tool], colour=self._style.colours["accent"])
        return Paragraph((icon, Inline(" "), *self._said(f"{self._words[tool]} {titles}")), self._place)

    def _paragraph(self, text: str, look: str = "") -> Paragraph:
        return Paragraph(self._said(text), self._place, look)

    def _said(self, text: str) -> Inlines:
        return self._catalogue.marked(text, self._place)


_ICONS = {"cut_loose": "scissors", "cut_loose_board": "knife"}


def _tool(job: Job) -> str:
    """Key of the words on pieces that no straight cut frees: scissors cut them, or a knife if of board."""
    return "cut_loose_board" if job.made == "board" else "cut_loose"


def _length(at: Mm, comma: bool) -> str:
    text = f"{at:.1f}"
    return text.replace(".", ",") if comma else text


def _overlapped_parts(part: Window | None) -> list[Window]:
    """Parts of a poster that this one overlaps: those to its left and above."""
    if part is None:
        return []
    left = [replace(part, column=part.column - 1)] if part.column else []
    return left + ([replace(part, row=part.row - 1)] if part.row else [])


def _part_label(part: Window) -> str:
    """`B1`: the column as a letter, as its label says."""
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[part.column % 26]}{part.row + 1}"
