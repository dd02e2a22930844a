"""Sheets of exports: contact pages with all pieces, and sheets for cutting machines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.building.face_drawing import refuse_unprinted
from prancha.building.leaves import Leaf, Pieces, flip_of, group, make_leaves
from prancha.building.order import Order
from prancha.building.selection import choose_paper
from prancha.export.pdf import Beside, PdfPage
from prancha.export.target import ContactPages, CutSheet, LaidSheets
from prancha.faces import Drawn, FaceMaker
from prancha.graphics.svg.template_marks import creases
from prancha.model.cutting import CutLayout, Machine, RegistrationMark
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Face
from prancha.model.game import Family, Game
from prancha.model.kit_components import ComponentFace, ComponentFamily, ComponentKit
from prancha.model.outline import Fold
from prancha.model.polygon import parts_inside
from prancha.model.printing import DUPLEX
from prancha.model.sheet import Marks, Paper, Piece, Placement, Profile, Sheet
from prancha.model.units import Mm, number
from prancha.sheets import impose
from prancha.sheets.machine_sheets import CLEAR, cut_layout, kept_free, registration_marks, touches
from prancha.sheets.one_size import fits
from prancha.sheets.turned_sheets import upright_matrix
from prancha.system.words import words

CONTACT_TEMPLATE = "_library/contact_sheet.svg.j2"
LABEL_TEMPLATE = "_library/scene_label.svg.j2"
LABEL: tuple[Mm, Mm] = (240.0, 16.0)
"""The page of a line of words; its letters are half as high."""
PAPER = Paper("a4", 210.0, 297.0, 10.0)
NEARLY = 0.8
"""Share of the paper's height above which a page stays whole; emptier pages are cropped."""
TOP: Mm = 16.0
"""Top of the pictures, below the heading."""
WIDE: Mm = 42.0
"""Width of a card's picture with its gap."""
NARROW: Mm = 28.0
"""Minimum width of a cell, for the words below small pieces."""
GAP: Mm = 4.0
WORDS: Mm = 4.5
"""Height of the words below a picture."""
CUT_TEMPLATE = "_library/registration.svg.j2"
BASE: Mm = 4.6
"""Distance of the words below the marks from the lower edge of the paper."""
INSIDE: Mm = 1.0
"""Minimum distance of pieces from the lines of the marks."""


class _Shown(Struct, frozen=True):
    """A face with the words below it."""

    face: ComponentFace
    id: str
    told: str


def contact_pages(kit: ComponentKit, maker: FaceMaker) -> ContactPages:
    """Lay out each family on its own pages: fronts, then backs."""
    pages: list[PdfPage] = []
    captions: list[Face] = []
    families: list[str] = []
    back = words(kit.lang, "contact_sheet")["back"]
    for family in kit.families:
        shown = list(_faces_to_show(family, back))
        grid = _Grid(family)
        parts = [shown[k : k + grid.room] for k in range(0, len(shown), grid.room)]
        for nth, part in enumerate(parts, 1):
            told = f"{nth}/{len(parts)}" if len(parts) > 1 else ""
            face = maker.page(
                CONTACT_TEMPLATE,
                PAPER.width,
                grid.used(len(part)),
                what=family.title,
                number=told,
                cells=[grid.cell(k, one) for k, one in enumerate(part)],
            )
            pages.append(grid.page(part, face))
            captions.append(face)
            families.append(family.id)
    return ContactPages(tuple(pages), tuple(captions), tuple(families))


def family_labels(kit: ComponentKit, maker: FaceMaker) -> Mapping[str, Face]:
    """Draw, for each family, a line that says how many pieces there are of it."""
    return {
        family.id: maker.page(LABEL_TEMPLATE, *LABEL, count=str(family.copies), what=family.title)
        for family in kit.families
    }


def _faces_to_show(family: ComponentFamily, back: str) -> Iterator[_Shown]:
    common = family.common_back
    for one in family.components:
        yield _Shown(one.front, one.id, f"× {one.copies}" if one.copies > 1 else "")
    for one in family.components:
        if one.back is not None and common is None:
            yield _Shown(one.back, one.id, back)
    if common is not None:
        yield _Shown(common, back, "")


class _Grid:
    """Grid of pictures of one family, `scale` times as large as its pieces.

    The page is laid out at the size of the pieces and scaled down as a whole.
    """

    def __init__(self, family: ComponentFamily) -> None:
        outline = family.outline
        room = PAPER.width - 2 * PAPER.margin
        small = max(NARROW, outline.width + GAP)
        self.columns = max(1, round(room / min(room, max(outline.width / 1.5, min(WIDE, small)))))
        self.width = (room + GAP) / self.columns - GAP
        high = PAPER.height - TOP - PAPER.margin - WORDS
        self.scale = min(1.0, self.width / outline.width, high / outline.height)
        self.height = outline.height * self.scale
        self.rows = max(1, math.floor((high + WORDS + GAP) / (self.height + WORDS + GAP)))
        self.room = self.rows * self.columns

    def used(self, count: int) -> Mm:
        """Height of a page with so many pictures: cropped below them unless they nearly fill the paper."""
        rows = math.ceil(count / self.columns)
        height = TOP + rows * (self.height + WORDS + GAP) - GAP + PAPER.margin
        return height if height < NEARLY * PAPER.height else PAPER.height

    def _at(self, k: int) -> tuple[Mm, Mm]:
        """Top left corner of a cell on the page."""
        x = PAPER.margin + k % self.columns * (self.width + GAP)
        return x, TOP + k // self.columns * (self.height + WORDS + GAP)

    def cell(self, k: int, one: _Shown) -> Mapping[str, Any]:
        """Position of the words of a picture."""
        x, y = self._at(k)
        return {
            "x": x,
            "y": y + self.height + WORDS - 1.2,
            "width": self.width,
            "id": one.id,
            "told": one.told,
        }

    def page(self, part: Sequence[_Shown], words: Face) -> PdfPage:
        """Make a page of pictures with their words."""
        placements = tuple(self._placed(k, one.face) for k, one in enumerate(part))
        height = self.used(len(part))
        sheet = Sheet(
            paper=PAPER,
            width=PAPER.width,
            height=height,
            stock="",
            group="",
            families=(),
            side="front",
            number=1,
            of=1,
            placements=placements,
        )
        return PdfPage(PAPER.width, height, sheet=sheet, faces=((words.digest, 0.0, 0.0),), scale=self.scale)

    def _placed(self, k: int, face: ComponentFace) -> Placement:
        """Centre of a piece before the page is scaled down."""
        x, y = self._at(k)
        piece = Piece(
            item="",
            copy=1,
            family="",
            outline=face.outline,
            bleed=face.bleed,
            gutter=0.0,
            front=face.digest,
            back=None,
        )
        across, down = x + self.width / 2, y + self.height / 2
        return Placement(
            piece=piece,
            face=face.digest,
            outline=face.outline,
            x=across / self.scale,
            y=down / self.scale,
            turn=0.0,
            outsets=(0.0,) * 4,
        )


class _Chosen(Struct, frozen=True):
    """A layout without a collision: the leaves, the marks and the length of their arms."""

    leaves: tuple[Leaf, ...]
    marks: tuple[RegistrationMark, ...]
    arm: Mm


def lay_out_cuts(order: Order, maker: FaceMaker, drawn: Drawn, game: Game, machine: Machine) -> LaidSheets:
    """Lay out all pieces of `game`, `drawn`, for a machine; raises Failure with all that is too large."""
    paper = _paper(order, machine)
    _check_area(paper, machine)
    refuse_unprinted(game, DUPLEX[machine.duplex])
    pieces = Pieces(drawn, 0.0, None, machine.gutter)
    chosen = _choose_layout(game, pieces, paper, machine)
    folds = {
        item.key: _folds(family, drawn.fronts[item.key]) for family in game.families for item in family.items
    }
    line = machine.marking.line
    layouts: dict[CutLayout, int] = {}
    faces: list[Face] = []
    pages: list[PdfPage] = []
    sheets: list[CutSheet] = []
    for leaf in chosen.leaves:
        layout = cut_layout(leaf.front, folds, chosen.marks, line)
        cut = layouts.setdefault(layout, len(layouts))
        first = len(pages)
        front, beside = leaf.front, tuple[Beside, ...]()
        if machine.marking.count:
            face = _marks_face(maker, paper, machine, chosen=chosen, sheet=front, cut=cut)
            faces.append(face)
            # The face is upright; the sheet may be landscape.
            on_side = front.width > front.height
            beside = ((face.digest, front.width, 0.0, 90.0) if on_side else (face.digest, 0.0, 0.0),)
        pages.append(_upright_page(front, beside))
        if leaf.back is not None:
            pages.append(_upright_page(leaf.back))
        elif leaf.sides == 2:
            pages.append(PdfPage(paper.width, paper.height))
        sheets.append(
            CutSheet(
                layout=cut,
                page=first,
                sides=leaf.sides,
                stock=front.stock,
                families=front.families,
                front=front,
            )
        )
    dropped = any(family.back is not None for family in game.families) and not DUPLEX[machine.duplex].printed
    return LaidSheets(
        machine=machine,
        paper=paper.name,
        arm=chosen.arm,
        pages=tuple(pages),
        faces=tuple(faces),
        sheets=tuple(sheets),
        layouts=tuple(layouts),
        flip=flip_of(DUPLEX[machine.duplex], chosen.leaves),
        dropped=dropped,
    )


def _folds(family: Family, front: Face) -> tuple[Fold, ...]:
    """Fold lines of a component: those of its net, and the creases its template draws."""
    drawn = creases(front.svg)
    outline = family.outline.polygon() if drawn else ()
    return (
        *(family.net.folds if family.net is not None else ()),
        *(part for x1, y1, x2, y2 in drawn for part in parts_inside((x1, y1), (x2, y2), outline)),
    )


def _paper(order: Order, machine: Machine) -> Paper:
    if machine.paper:
        return choose_paper(order.project, machine.paper)
    width, height = sorted(machine.area or (0.0, 0.0))
    return Paper(machine.name, width, height, 0.0, 0.0)


def _check_area(paper: Paper, machine: Machine) -> None:
    if machine.area is None:
        return
    width, height = sorted(machine.area)
    if paper.width > width or paper.height > height:
        message = (
            f"paper {paper.name} ({paper.width:g} x {paper.height:g} mm) is larger than the"
            f" {width:g} x {height:g} mm that {machine.name} takes"
        )
        hint = "choose a smaller --paper"
        if not machine.confirmed:
            hint += ", or --to svg, which knows no machine: this size is not confirmed by its maker"
        raise Failure([Diagnostic(Place(""), "machine-size", message, hint=hint)])


def _choose_layout(game: Game, pieces: Pieces, paper: Paper, machine: Machine) -> _Chosen:
    """Choose the layout with the fewest sheets and, among those, the longest arms."""
    groups = group(game, pieces)
    found: list[_Chosen] = []
    for margin, arm in _margins_to_try(paper, machine):
        marks = registration_marks(machine.marking, arm, paper.width, paper.height)
        kept = kept_free(marks)
        profile = Profile(margin=margin, marks=Marks(style="none"), kept=kept, slug=False)
        sheets = impose(groups, paper, DUPLEX[machine.duplex], profile)
        if not any(sheet.window or touches(sheet, kept) for sheet in sheets if sheet.side == "front"):
            found.append(_Chosen(make_leaves(sheets, DUPLEX[machine.duplex]), marks, arm))
    if not found:
        raise Failure(_too_large_pieces(game, replace(paper, margin=margin), machine))
    return min(found, key=lambda one: len(one.leaves))


def _margins_to_try(paper: Paper, machine: Machine) -> Iterator[tuple[Mm, Mm]]:
    """Yield margins and arm lengths to try: near the marks first, then beyond the smallest of them."""
    marking = machine.marking
    if not marking.count:
        yield paper.margin, 0.0
        return
    near = paper.margin if marking.crosses else marking.inset + INSIDE
    for arm in marking.arms:
        yield max(paper.margin, near), arm
    least = min(marking.arms)
    yield max(paper.margin, marking.inset + max(least, marking.square) + CLEAR), least


def _too_large_pieces(game: Game, paper: Paper, machine: Machine) -> Iterator[Diagnostic]:
    width, height = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    for family in game.families:
        outline = family.outline
        if not fits(outline, paper):
            message = (
                f"{family.id}: a piece of {outline.width:g} x {outline.height:g} mm is larger than the"
                f" {width:g} x {height:g} mm that {machine.name} can cut of"
                f" {f'paper {machine.paper}' if machine.paper else 'a sheet'}"
            )
            larger = "choose a larger --paper, or " if machine.paper else ""
            hint = f"{larger}leave it out with --only; prancha build prints it in parts"
            yield Diagnostic(family.place, "machine-size", message, hint=hint)


def _upright_page(sheet: Sheet, beside: tuple[Beside, ...] = ()) -> PdfPage:
    return PdfPage(
        sheet.width, sheet.height, sheet=sheet, faces=beside, matrix=upright_matrix(sheet), upright=True
    )


def _marks_face(
    maker: FaceMaker, paper: Paper, machine: Machine, chosen: _Chosen, sheet: Sheet, cut: int
) -> Face:
    """The marks of a machine on a front, with the words below them."""
    marking = machine.marking
    left = marking.inset + chosen.arm + 2 * CLEAR
    return maker.page(
        CUT_TEMPLATE,
        paper.width,
        paper.height,
        marks=[{"square": mark.shape == "square", "path": _path(mark)} for mark in chosen.marks],
        weight=marking.line,
        left=left,
        right=paper.width - left,
        base=paper.height - BASE,
        file=f"cut-{cut + 1}",
        number=f"{sheet.number}/{sheet.of}",
        paper=f"{paper.name.upper()} {number(paper.width)} x {number(paper.height)} mm",
        inset=number(marking.inset),
        arm=number(chosen.arm),
        line=number(marking.line),
        side=number(marking.square) if marking.count == 3 and not marking.crosses else "",
    )


def _path(mark: RegistrationMark) -> str:
    text = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in mark.points)
    return text + ("Z" if mark.shape == "square" else "")
