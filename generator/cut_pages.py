"""The cut plan as pages to lie beside the knife: a drawing of each sheet, its cuts numbered in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import asdict, replace

from generator.cut_drawing import AROUND, Drawing
from generator.faces import FaceMaker
from generator.leaves import Leaf
from generator.model.face import Face
from generator.model.sheet import CutPlan, Paper, Sheet, Window
from generator.model.units import Mm, Pt
from generator.sheets import cut_plan

TEMPLATE = "_library/cut_plan.svg.j2"
MARGIN: Mm = 15.0
HEAD: Mm = 43.0
"""Where blocks begin on the first page, under its title; on others at the margin."""
FOOT: Mm = 19.0
WIDE: Mm = 86.0
"""A block: a drawing with its list of cuts beside it."""
GUTTER: Mm = 8.0
TITLE: Mm = 11.0
TALLEST: tuple[Mm, ...] = (64.0, 57.0, 50.0, 43.0, 37.0, 32.0, 28.0)
"""A drawing: the first height with which all stand on the fewest pages; never wider than BROADEST."""
BROADEST: tuple[Mm, ...] = (50.0, 41.0)
"""The narrower, which leaves room for two columns of cuts, where one would be taller than the drawing."""
LINE: Mm = 4.2
COLUMN: Mm = 17.5
"""Of the list of cuts."""

Label = tuple[str, str, Mm, Mm, Pt, str, str, Mm]
"""A word of the template's or "", text, x and baseline, size, colour, align, width."""


class Job(Struct, frozen=True):
    """Sheets that are cut alike: the fullest of them, and the pages of all."""

    sheet: Sheet
    plan: CutPlan
    families: tuple[str, ...]
    pages: tuple[int, ...]


def cut_jobs(leaves: Sequence[Leaf], numbers: Sequence[range]) -> tuple[Job, ...]:
    """Papers with the same cuts together, in page order; `numbers` are the pages of each leaf."""
    found: dict[tuple[object, ...], list[tuple[int, Sheet]]] = {}
    for index, (leaf, pages) in enumerate(zip(leaves, numbers, strict=True)):
        front = leaf.front
        # Parts of boards may be cut alike, but each is joined to others.
        key = cut_plan(front), front.width, front.height, index if front.window else None
        found.setdefault(key, []).append((pages[0], front))
    return tuple(
        Job(
            max(
                (sheet for _, sheet in alike),
                key=lambda sheet: (len(sheet.placements), sheet.side == "front"),
            ),
            cut_plan(alike[0][1]),
            tuple(dict.fromkeys(family for _, sheet in alike for family in sheet.families)),
            tuple(page for page, _ in alike),
        )
        for alike in found.values()
    )


def cut_pages(
    maker: FaceMaker, paper: Paper, jobs: Sequence[Job], titles: Mapping[str, str], comma: bool
) -> tuple[Face, ...]:
    """Pages with the plan of every job; none when there is no straight cut.

    `titles` are the families' by id; `comma` writes 10,5 for 10.5.
    """
    straight = [job for job in jobs if job.plan.cuts]
    if not straight:
        return ()
    sizes = ([_Block(job, titles, comma, tallest) for job in straight] for tallest in TALLEST)
    pages = min((list(_filled(blocks, paper)) for blocks in sizes), key=len)
    uncut = tuple(dict.fromkeys(family for job in jobs if not job.plan.cuts for family in job.families))
    loose = _named(uncut, titles, 110) if uncut else ""
    faces = []
    for number, blocks in enumerate(pages, 1):
        drawing = Drawing()
        labels: list[Label] = []
        scissors: list[tuple[Mm, Mm]] = []
        for block, x, y in blocks:
            job = block.job
            drawing.add(job.sheet, job.plan, block.scale, x + AROUND, y + TITLE + AROUND)
            labels += block.labels(x, y)
            scissors += [(x + 1.6, y + block.under + 1.6)] if job.plan.scissors else []
        if loose and number == len(pages):
            y = paper.height - FOOT - 4.2 - max(0.0, paper.reach - 11)
            labels.append(("cut_loose", loose, MARGIN + 4.6, y + 2.6, 8.5, "ink", "left", WIDE * 2))
            scissors.append((MARGIN + 1.6, y + 1.6))
        faces.append(
            maker.page(
                TEMPLATE, paper.width, paper.height, reach=paper.reach, number=number, count=len(pages),
                **asdict(drawing),
                labels=labels, scissors=scissors, folded=any(job.plan.folded for job in jobs),
            )
        )  # fmt: skip
    return tuple(faces)


def _filled(blocks: Sequence[_Block], paper: Paper) -> Iterator[list[tuple[_Block, Mm, Mm]]]:
    """Blocks with their places, row by row, page by page."""
    columns = max(1, int((paper.width - 2 * MARGIN + GUTTER) // (WIDE + GUTTER)))
    bottom = paper.height - FOOT - 2 * LINE - max(0.0, paper.reach - 11)
    page: list[tuple[_Block, Mm, Mm]] = []
    y = HEAD
    for start in range(0, len(blocks), columns):
        row = blocks[start : start + columns]
        tall = max(block.height for block in row)
        if page and y + tall > bottom:
            yield page
            page, y = [], MARGIN
        page += [(block, MARGIN + k * (WIDE + GUTTER), y) for k, block in enumerate(row)]
        y += tall + GUTTER
    yield page


class _Block:
    """A job with its drawing, its list of cuts and what is done with scissors and glue."""

    def __init__(self, job: Job, titles: Mapping[str, str], comma: bool, tallest: Mm) -> None:
        self.job, self._titles, self._comma = job, titles, comma
        self._entries = list(self._listed())
        for broadest in BROADEST:
            self.scale = min(tallest / job.sheet.height, broadest / job.sheet.width)
            drawn = 2 * AROUND + job.sheet.height * self.scale
            self._left = 2 * AROUND + job.sheet.width * self.scale + 2.5
            columns = max(1, int((WIDE - self._left + 2) // COLUMN))
            self._each = -(-len(self._entries) // columns)
            while len(list(self._placed())) > self._each * columns:
                self._each += 1
            listed = self._each * LINE + 2
            if listed <= drawn:
                break
        self.under = TITLE + max(drawn, listed)

    @property
    def height(self) -> Mm:
        """From its title to its last line."""
        return self.under + LINE * (bool(self.job.plan.scissors) + bool(_below(self.job.sheet.window)))

    def labels(self, x: Mm, y: Mm) -> Iterator[Label]:
        """All text of the block at (x, y), but the numbers in the drawing."""
        job = self.job
        title = _named(job.families, self._titles)
        if job.sheet.window:
            title += f" · {_part(job.sheet.window)}"
        yield "", f"**{title}**", x, y + 4, 11, "ink", "left", WIDE
        word = ("cut_page" if job.sheet.side == "front" else "cut_back") + "s" * (len(job.pages) > 1)
        yield word, _ranges(job.pages), x, y + 8.2, 8.5, "grey", "left", WIDE
        for row, (word, number, length) in enumerate(self._placed()):
            left = x + self._left + row // self._each * COLUMN
            base = y + TITLE + 5 + row % self._each * LINE
            if word:
                yield word, "", left, base, 7.5, "grey", "left", COLUMN - 2
            elif number:
                yield "", f"**{number}**", left + 3.6, base, 9, "accent", "right", COLUMN
                yield "", length, left + 14.5, base, 9, "ink", "right", COLUMN
        under = y + self.under + 2.6
        if job.plan.scissors:
            yield "", _named(job.plan.scissors, self._titles), x + 4.6, under, 8.5, "ink", "left", WIDE - 5
            under += LINE
        below = _below(job.sheet.window)
        if below:
            yield "cut_join", f"**{', '.join(map(_part, below))}**", x, under, 8.5, "ink", "left", WIDE

    def _listed(self) -> Iterator[tuple[str, str, str]]:
        """Headings as words, cuts as number and length."""
        for axis, run in groupby(enumerate(self.job.plan.cuts, 1), lambda numbered: numbered[1].axis):
            yield f"cut_{axis}", "", ""
            for number, cut in run:
                text = f"{cut.at:.1f}"
                yield "", str(number), text.replace(".", ",") if self._comma else text

    def _placed(self) -> Iterator[tuple[str, str, str]]:
        """The list, in which no heading is a column's last line."""
        row = 0
        for entry in self._entries:
            if entry[0] and row % self._each == self._each - 1 and self._each > 1:
                yield "", "", ""
                row += 1
            yield entry
            row += 1


def _below(part: Window | None) -> list[Window]:
    """The parts of a poster that this one is glued over: those to its left and above it."""
    if part is None:
        return []
    left = [replace(part, column=part.column - 1)] if part.column else []
    return left + ([replace(part, row=part.row - 1)] if part.row else [])


def _part(part: Window) -> str:
    """`B1`: the column as a letter, as its label says."""
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[part.column % 26]}{part.row + 1}"


def _named(families: Sequence[str], titles: Mapping[str, str], most: int = 80) -> str:
    """Titles of families in a line of `most` letters: the first that fit, and how many more there are."""
    first, *rest = (titles[family] for family in families)
    told, left = first if len(first) <= most else first[: most - 1] + "…", len(rest)
    for title in rest:
        if len(told) + len(title) + 2 > most - 4 * (left > 1):
            break
        told, left = f"{told}, {title}", left - 1
    return f"{told} +{left}" if left else told


def _ranges(pages: Sequence[int]) -> str:
    """`3, 5, 7`; of many the first and the last."""
    return ", ".join(map(str, pages)) if len(pages) <= 6 else f"{pages[0]}–{pages[-1]}"
