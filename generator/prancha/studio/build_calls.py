"""The steps of a build that the studio calls one by one; no other module of it knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Literal

from prancha.building import game_loading, pipeline
from prancha.building.face_drawing import (
    drawing_digest,
    open_pack,
    prepare_faces,
    render_settings,
    save_pack,
    with_continued_parts,
)
from prancha.building.order import Order
from prancha.building.selection import choose_families, choose_games, choose_items, known_papers
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import Drawn
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.scene import SceneMaker, TooManyMarks
from prancha.graphics.svg.matrix import moved_box
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.units import Mm
from prancha.render import render
from prancha.system.cache import Pack, Store, remember_digests
from prancha.system.crashes import caught

LEAST: Mm = 8.0
"""Of a cell: what is smaller is an ornament."""
FEWEST = 4
"""Cells of one size; fewer are no track."""
MOST_PLACES = 600
SHAPES = ("path", "rect", "polygon", "circle", "ellipse")

Cell = tuple[Mm, Mm, Mm]
"""The middle of a cell, and the length of its shorter side."""


def find_cells(marks: Iterable[Mark], width: Mm, height: Mm) -> list[Cell]:
    """Return shapes of one size that stand beside each other on a face of this size."""
    sizes: dict[tuple[float, float], list[Cell]] = {}
    for mark in marks:
        if mark.element.tag not in SHAPES:
            continue
        left, top, right, bottom = moved_box(mark.matrix, mark.region().box)  # whatever line is around it
        wide, tall = right - left, bottom - top
        if min(wide, tall) < LEAST or wide > width / 2 or tall > height / 2:
            continue
        cell = (left + right) / 2, (top + bottom) / 2, min(wide, tall)
        sizes.setdefault((round(wide, 1), round(tall, 1)), []).append(cell)
    found: list[Cell] = []
    # Of what lies over each other the cells are what there is most of; the rest adorns them.
    for apart in sorted((list(_without_overlaps(some)) for some in sizes.values()), key=len, reverse=True):
        if len(apart) >= FEWEST and len(list(_without_overlaps([*found, *apart]))) == len(found) + len(apart):
            found += apart
    return [(round(x, 2), round(y, 2), round(size, 2)) for x, y, size in found[:MOST_PLACES]]


def _without_overlaps(some: Sequence[Cell]) -> Iterator[Cell]:
    """Yield cells that overlap none before them."""
    kept: list[Cell] = []
    for x, y, size in some[: 2 * MOST_PLACES]:
        if all(abs(x - a) > size * 0.45 or abs(y - b) > size * 0.45 for a, b, _ in kept):
            kept.append((x, y, size))
            yield x, y, size


Kind = Literal["rules", "faces"]
"""What findings are of: the catalogue, or the printed faces."""


def readable_games(project: Path) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return the names of all games of the project, and why there are none, or not more."""
    try:
        return choose_games(project, ()), ()
    except Failure as failure:
        files = sorted((project / "components").glob("[!_.]*/game.yaml"))
        return tuple(one.parent.name for one in files if one.is_file()), failure.diagnostics


def count_chosen(game: Game, families: Sequence[str], items: Sequence[str]) -> tuple[int, int]:
    """Return how many designs and pieces `--only` or `--items` mean; raises Failure."""
    some = choose_items(choose_families(game, families), items)
    found = [item.copies for family in some.families for item in family.items]
    return len(found), sum(found)


def check_game(project: Path, name: str, faces: bool) -> Iterator[tuple[Kind, tuple[Diagnostic, ...]]]:
    """Yield what `check` finds: in the catalogue and, with `faces`, in printed faces."""
    read, found = None, tuple[Diagnostic, ...]()
    try:
        read = game_loading.read_game(project, name)
        found = (*game_loading.check_rules(read), *game_loading.untranslated(read.game))
    except Failure as failure:
        found = failure.diagnostics
    yield "rules", found
    if faces:
        found = ()
        try:
            if read is not None:
                found = pipeline.inspect_game(read).findings
        except Failure as failure:
            found = failure.diagnostics
        yield "faces", found


class Drawer:
    """Draws faces of one game, as it was read, in one language."""

    def __init__(self, project: Path, game: Game, lang: str, before: Drawer | None = None) -> None:
        """Reuse what drawer `before` drew, as far as files are the same."""
        game = with_continued_parts(Order(project), game, lang)
        self._project, self.game, self.lang = project, game, lang
        with remember_digests(Store.usual(), project) if before is None else nullcontext():
            self.context = drawing_digest(project, game, lang)
        if before is not None and before.context == self.context:
            self._pack: Pack = before._pack
        else:
            self._pack = open_pack(Order(project), game, lang)
        self._maker, self._book, self._folders = prepare_faces(project, game, lang, self._pack)

    def draw(self, keys: Collection[str]) -> Drawn:
        """Draw the faces of some items; raises Failure."""
        with caught(self.game.place, "drawing its faces"):
            return self._maker.draw(keys)

    def pdf(self, face: Face) -> bytes:
        """Return one page that holds a face with its bleed, as a kit would; raises Failure."""
        with caught(face.place, "printing a face"):
            portfolio = render(
                [face],
                self._maker.symbols,
                self._book,
                self._folders,
                pack=self._pack,
                where=self._maker,
                settings=render_settings(self.game, self.lang),
            )
            outline, bleed = face.outline, face.bleed
            width, height = outline.width + 2 * bleed, outline.height + 2 * bleed
            page = PdfPage(width, height, faces=((face.digest, bleed, bleed),))
            return write_pdf([page], portfolio, self._book, About(""), "none")

    def cells(self, face: Face) -> list[Cell]:
        """Return where pieces stand on a face; none where that cannot be found."""
        try:
            with caught(face.place, "looking for its cells"):
                scene = SceneMaker(self._maker.symbols, self._book).scene(face.svg)
        except (TooManyMarks, DrawingFault, Failure):
            return []
        return find_cells(scene.drawing.marks, face.outline.width, face.outline.height)

    def keep(self) -> None:
        """Keep what was drawn for later builds."""
        if self._pack.grown:
            save_pack(self._pack, self._project, self.game, self.lang, part=True)


def paper_names(project: Path) -> tuple[str, ...]:
    """Return the names of papers; none where their files cannot be read, which a build reports."""
    try:
        return tuple(known_papers(project))
    except Failure:
        return ()
