"""Pages of the cut plan: a drawing of each sheet with its cuts numbered in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from prancha.building.cut_plan_drawing import ASIDE, CutDrawing, space_beside
from prancha.building.kit_facts import is_cut_apart, made_of, page_list
from prancha.building.leaves import Leaf
from prancha.faces import FaceMaker
from prancha.model.face import Face
from prancha.model.sheet import CutPlan, Paper, Sheet, Window
from prancha.model.units import Mm, Pt
from prancha.sheets import cut_plan

TEMPLATE = "_library/cut_plan.svg.j2"
MARGIN: Mm = 15.0
HEAD: Mm = 43.0
"""Top of the blocks on the first page, below the title; on other pages they begin at the margin."""
FOOT: Mm = 19.0
NARROWEST: Mm = 54.0
"""Width of a block: a drawing with numbers and lengths around it."""
GUTTER: Mm = 8.0
TITLE: Mm = 11.5
TITLE_TYPE: Pt = 11.0
TITLE_LINE: Mm = 4.6
TALLEST: tuple[Mm, ...] = tuple(range(200, 44, -4))
"""Heights to try for a drawing: the largest that needs the fewest pages is used."""
LINE: Mm = 4.4

CutLabel = tuple[str, str, Mm, Mm, Pt, str, str, Mm]
"""Key of the template's own words or "", text, x, baseline, size, colour, alignment, width."""


Laid = list[tuple["_Block", Mm, Mm]]
"""Blocks of a page with their positions."""


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


def lay_out_plans(jobs: Sequence[Job], titles: Mapping[str, str], paper: Paper) -> list[Laid]:
    """Place the plan of each job on pages; no page if there is no straight cut.

    `titles` are the families' by id.  It is the same whatever the numbers of the jobs' pages are.
    """
    drawn = _jobs_with_plan(jobs)
    return _arrange_blocks(drawn, titles, paper) if any(job.plan.cuts for job in drawn) else []


def _jobs_with_plan(jobs: Sequence[Job]) -> list[Job]:
    """Jobs with straight cuts; what only scissors cut has no plan."""
    return [job for job in jobs if job.plan.cuts or job.sheet.window]


def cut_pages(
    maker: FaceMaker,
    paper: Paper,
    jobs: Sequence[Job],
    titles: Mapping[str, str],
    comma: bool,
    pages: Sequence[Laid],
) -> tuple[Face, ...]:
    """Pages with the plan of every job, laid out as `lay_out_plans` says; `comma` writes 10,5 for 10.5."""
    drawn = _jobs_with_plan(jobs)
    uncut: dict[str, list[str]] = {}
    for job in jobs:
        if job not in drawn:
            uncut.setdefault(_tool(job), []).extend(job.families)
    faces = []
    for number, blocks in enumerate(pages, 1):
        drawing = CutDrawing()
        labels: list[CutLabel] = []
        tools: list[tuple[str, Mm, Mm]] = []
        for block, x, y in blocks:
            job = drawn[block.number]
            drawing.add(
                job.sheet, job.plan, block.scale, x + block.room.left, y + block.head + block.room.top
            )
            labels += block.labels(job, x, y)
            if job.plan.scissors and job.sheet.window is None:
                tools.append((_ICONS[_tool(job)], x + 1.6, y + block.under + 1.6))
        for row, (tool, loose) in enumerate(reversed(uncut.items()) if number == len(pages) else ()):
            y = paper.height - FOOT - 4.2 - row * LINE - max(0.0, paper.reach - 11)
            line = _titles_line(tuple(dict.fromkeys(loose)), titles, 100)
            labels.append((tool, line, MARGIN + 4.6, y + 2.6, 9.5, "ink", "left", paper.width - 2 * MARGIN))
            tools.append((_ICONS[tool], MARGIN + 1.6, y + 1.6))
        faces.append(
            maker.page(
                TEMPLATE,
                paper.width,
                paper.height,
                reach=paper.reach,
                number=number,
                count=len(pages),
                **{**asdict(drawing), "lengths": [(_length(at, comma), *x) for at, *x in drawing.lengths]},
                labels=labels,
                tools=tools,
                folded=any(job.plan.folded for job in jobs),
                joined=any(job.sheet.window for job in jobs),
            )
        )
    return tuple(faces)


def _arrange_blocks(jobs: Sequence[Job], titles: Mapping[str, str], paper: Paper) -> list[Laid]:
    """Arrange blocks on as few pages as possible, with drawings as large as possible."""
    room = paper.width - 2 * MARGIN + GUTTER
    best: tuple[tuple[float, ...], list[Laid]] | None = None
    for columns in range(1, max(1, int(room // (NARROWEST + GUTTER))) + 1):
        for tallest in TALLEST:
            blocks = [
                _block(job, number, titles, room, columns=columns, tallest=tallest)
                for number, job in enumerate(jobs)
            ]
            pages = list(_place_rows(blocks, paper))
            scales = [block.scale for block in blocks]
            rank = sum(block.crowded for block in blocks), len(pages), -min(scales), -sum(scales)
            if best is None or rank < best[0]:
                best = rank, pages
    assert best is not None
    return best[1]


def _block(job: Job, number: int, titles: Mapping[str, str], room: Mm, columns: int, tallest: Mm) -> _Block:
    """Fit a block to a column, or to the page if its numbers would touch."""
    block = _Block(job, number, titles, room / columns - GUTTER, tallest)
    return _Block(job, number, titles, room - GUTTER, tallest) if block.crowded else block


def _rows(blocks: Sequence[_Block], room: Mm) -> Iterator[Sequence[_Block]]:
    """Rows of as many blocks as fit side by side."""
    row: list[_Block] = []
    for block in blocks:
        if row and sum(one.wide + GUTTER for one in row) + block.wide > room + 1e-6:
            yield row
            row = []
        row.append(block)
    yield row


def _place_rows(blocks: Sequence[_Block], paper: Paper) -> Iterator[Laid]:
    """Place blocks row by row, page by page."""
    bottom = paper.height - FOOT - 3 * LINE - max(0.0, paper.reach - 11)
    page: Laid = []
    y = HEAD
    for row in _rows(blocks, paper.width - 2 * MARGIN):
        tall = max(block.height for block in row)
        if page and y + tall > bottom:
            yield page
            page, y = [], MARGIN
        page += [(block, MARGIN + k * (block.wide + GUTTER), y) for k, block in enumerate(row)]
        y += tall + GUTTER
    yield page


class _Block:
    """The job of a `number` with its drawing and what is done with scissors and glue."""

    def __init__(self, job: Job, number: int, titles: Mapping[str, str], wide: Mm, tallest: Mm) -> None:
        self._job, self.number, self._titles, self.wide = job, number, titles, wide
        part = f" · {_part_label(job.sheet.window)}" if job.sheet.window else ""
        self._title = _title_lines([*(titles[one] for one in job.families)], part, wide)
        sheet, cuts = job.sheet, job.plan.cuts
        # The places of numbers depend on the size of the drawing, and its size on their places.
        scale = min(tallest / sheet.height, (wide - 2 * ASIDE) / sheet.width)
        room, _ = space_beside(cuts, scale, sheet.width, sheet.height)
        self.scale = min(tallest / sheet.height, (wide - room.left - room.right) / sheet.width)
        self.room, self.crowded = space_beside(cuts, self.scale, sheet.width, sheet.height)
        self.head = TITLE + TITLE_LINE * (len(self._title) - 1) + LINE * bool(job.backs)
        self.under = self.head + self.room.top + sheet.height * self.scale + self.room.bottom

    @property
    def height(self) -> Mm:
        """Height of the block from its title to its last line."""
        return self.under + LINE * len(list(self._lines())) + 1

    def labels(self, job: Job, x: Mm, y: Mm) -> Iterator[CutLabel]:
        """All text of the block at (x, y), but the numbers and lengths in the drawing.

        `job` is its own with the pages as they are.
        """
        wide, top = self.wide, y
        for row, title in enumerate(self._title):
            yield "", f"**{title}**", x, y + 4 + TITLE_LINE * row, TITLE_TYPE, "ink", "left", wide
        y += TITLE_LINE * (len(self._title) - 1)
        word = ("cut_page" if job.sheet.side == "front" else "cut_back") + "s" * (len(job.pages) > 1)
        yield word, page_list(job.pages, "–", spelled=6), x, y + 8.6, 9.5, "grey", "left", wide
        if job.backs:
            glued = "cut_glued" + "s" * (len(job.backs) > 1)
            yield glued, page_list(job.backs, "–", spelled=6), x, y + 8.6 + LINE, 9.5, "ink", "left", wide
            y += LINE
        for row, (word, text) in enumerate(self._lines()):
            left = x + (4.6 if word.startswith("cut_loose") else 0.0)
            below = top + self.under + 2.8 + row * LINE
            yield word, text, left, below, 9.5, "ink", "left", wide - 5

    def _lines(self) -> Iterator[tuple[str, str]]:
        """Lines below the drawing; first the families that need scissors, beside their icon."""
        job = self._job
        if job.plan.scissors and job.sheet.window is None:
            yield _tool(job), _titles_line(job.plan.scissors, self._titles, int(self.wide / 2.2))
        below = _overlapped_parts(job.sheet.window)
        if below:
            yield "cut_join", f"**{', '.join(map(_part_label, below))}**."
        elif job.sheet.window:
            yield "cut_keep", ""


_ICONS = {"cut_loose": "scissors", "cut_loose_board": "knife"}


def _tool(job: Job) -> str:
    """Key of the words on pieces that no straight cut frees: scissors cut them, or a knife if of board."""
    return "cut_loose_board" if job.made == "board" else "cut_loose"


def _title_lines(titles: Sequence[str], part: str, wide: Mm) -> tuple[str, ...]:
    """All titles, and which `part` of a poster it is, in lines that are about `wide` at TITLE_TYPE."""
    most = wide / (0.2 * TITLE_TYPE)
    lines = [titles[0]]
    for title in titles[1:]:
        lines[-1] += ","
        if len(lines[-1]) + len(title) + 1 > most:
            lines.append(title)
        else:
            lines[-1] += f" {title}"
    return (*lines[:-1], lines[-1] + part)


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


def _titles_line(families: Sequence[str], titles: Mapping[str, str], most: int = 80) -> str:
    """Titles of families in a line of `most` letters: the first that fit, and how many more there are."""
    first, *rest = (titles[family] for family in families)
    told, left = first if len(first) <= most else first[: most - 1] + "…", len(rest)
    for title in rest:
        if len(told) + len(title) + 2 > most - 4 * (left > 1):
            break
        told, left = f"{told}, {title}", left - 1
    return f"{told} +{left}" if left else told
