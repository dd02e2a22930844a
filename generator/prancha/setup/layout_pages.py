"""Pages that show the first cards of a list in every layout, to choose one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import shorten

from msgspec import Struct
from msgspec.structs import replace

from prancha.building.selection import choose_paper
from prancha.catalogue import load_game
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.units import Mm
from prancha.render import render
from prancha.setup.calibration import empty_game
from prancha.setup.layouts import PLAIN_LOOK, Layout, find_look, layouts
from prancha.setup.new_game import Wishes, start
from prancha.system import program_folders
from prancha.system.atomic_files import write_whole
from prancha.system.signals import temporary_folder

TEMPLATE = "_library/layout_sheet.svg.j2"
_MARGIN: Mm = 8.0
_HEAD: Mm = 7.0
"""Height of the name of a layout above its cards."""
_GAP: Mm = 3.0
_GAME = "layouts"
_LONGEST = 120
"""Maximum length of a reason on a page."""
_OF_LAYOUTS = {"bad-layout", "text-overflow", "text-fit"}
"""Codes of faults that are those of one layout, and not of the list."""


class ShownLayout(Struct, frozen=True):
    """The first cards of a list in one layout, or why it does not take them; notes on what it leaves out."""

    layout: Layout
    faces: tuple[Face, ...]
    notes: tuple[str, ...]


def write_layout_pages(
    project: Path,
    sources: Sequence[Path],
    look: str,
    paper_name: str,
    out: Path | None,
    sheet: str = "",
    tell: Callable[[str], None] = lambda _: None,
) -> Path:
    """Write `layouts.pdf` with the first cards of a list in every layout; returns the file.

    `tell` gets a line for each layout.  Raises Failure for a list that cannot be read, and an unknown look.
    """
    find_look(look or PLAIN_LOOK)
    paper = choose_paper(project, paper_name)
    wide, high = sorted((paper.width, paper.height), reverse=True)
    with temporary_folder() as scratch:
        lists = [source.resolve() for source in sources]
        shown, symbols = [], {}
        for layout in layouts().values():
            folder = scratch / layout.name
            try:
                one, drawn = _shown(folder, lists, layout, look, sheet=sheet, width=wide)
            except Failure as failure:
                if {each.code for each in failure.diagnostics} - _OF_LAYOUTS:
                    raise
                one, drawn = _refused(layout, failure, folder), {}
            tell(f"{layout.name:10} {layout.about}" + "".join(f"\n           {note}" for note in one.notes))
            shown.append(one)
            symbols.update(drawn)
        folders = (*(scratch / name / "templates" / _GAME for name in layouts()), program_folders.TEMPLATES)
        book = FontBook((*folders, *program_folders.libraries(project)))
        maker = FaceMaker(empty_game(TEMPLATE), "en", folders, book)
        pages, faces = _pages(shown, maker, wide, high)
        art = render(faces, {**symbols, **maker.symbols}, book, folders)
        about = About("Layouts", lang="en", subject=f"the first cards of {sources[0].name} in every layout")
        path = (out or project / "output") / "layouts.pdf"
        write_whole(path, write_pdf(pages, art, book, about, "none"))
    return path


def _shown(
    project: Path, lists: Sequence[Path], layout: Layout, look: str, sheet: str, width: Mm
) -> tuple[ShownLayout, dict[str, str]]:
    """Return the first cards in a layout, as many as stand side by side, and the symbols that they share."""
    wishes = Wishes(layout=layout.name, look=look, tried=False)
    begun = start(project, _GAME, source=lists, wishes=wishes, sheet=sheet, follow=False)
    folders = (project / "templates" / _GAME, project / "templates", program_folders.TEMPLATES)
    book = FontBook((folders[0], *program_folders.libraries(project)))
    game = load_game(project / "components" / _GAME, project)
    family = game.family(begun.families[0])
    backs = f"{family.id}-back.svg" == family.back
    count = int((width - 2 * _MARGIN + _GAP) / (family.outline.width + _GAP))
    count = max(1, count // 2 if backs else count)
    faces, symbols = first_faces(game, family.id, folders, book, count=count, backs=backs)
    notes = tuple(line for line in begun.guesses if "has no place for it" in line)
    return ShownLayout(layout, faces, notes), symbols


def _refused(layout: Layout, failure: Failure, folder: Path) -> ShownLayout:
    first, *rest = failure.diagnostics
    more = f" (and {len(rest)} more)" if rest else ""
    why = shorten(first.message.replace(f"{folder.as_posix()}/", ""), _LONGEST)
    return ShownLayout(layout, (), (f"does not take this list: {why}{more}",))


def first_faces(
    game: Game, family_id: str, folders: Sequence[Path], book: FontBook, count: int, backs: bool
) -> tuple[tuple[Face, ...], dict[str, str]]:
    """Return the faces of the first components of a family without bleed, and the symbols that they share.

    With `backs` each back follows its front.  Raises Failure.
    """
    family = replace(game.family(family_id), bleed=0.0)
    maker = FaceMaker(replace(game, families=(family,)), game.languages[0], folders, book)
    items = family.items[:count]
    drawn = maker.draw({item.key for item in items})
    faces = [face for item in items for face in _sides(drawn.fronts, drawn.backs, item.key, backs)]
    return tuple(faces), dict(maker.symbols)


def _sides(fronts: Mapping[str, Face], backs: Mapping[str, Face], key: str, both: bool) -> list[Face]:
    return [side[key] for side in ((fronts, backs) if both else (fronts,)) if key in side]


def _pages(
    shown: Sequence[ShownLayout], maker: FaceMaker, width: Mm, height: Mm
) -> tuple[list[PdfPage], list[Face]]:
    """Return pages with the rows of layouts, and all faces that stand on them."""
    pages: list[PdfPage] = []
    faces: list[Face] = []
    waiting = list(shown)
    while waiting:
        rows: list[dict[str, object]] = []
        top, placed = _MARGIN, list[tuple[str, float, float]]()
        while waiting and (not rows or top + _row(waiting[0]) - _GAP <= height - _MARGIN):
            one = waiting.pop(0)
            rows.append({"title": one.layout.title, "about": one.layout.about, "notes": one.notes, "y": top})
            left = _MARGIN
            for face in one.faces:
                placed.append((face.digest, left, top + _HEAD))
                left += face.outline.width + _GAP
            faces += one.faces
            top += _row(one)
        head = maker.page(TEMPLATE, width, height, rows=rows, margin=_MARGIN)
        faces.append(head)
        pages.append(PdfPage(width, height, faces=((head.digest, 0.0, 0.0), *placed)))
    return pages, faces


def _row(one: ShownLayout) -> Mm:
    """Return the height of the row of a layout."""
    return _HEAD + max((face.outline.height for face in one.faces), default=6.0) + _GAP
