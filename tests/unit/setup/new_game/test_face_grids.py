"""The grid of a page: by marks, parts, gutters and sizes, and as told."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from prancha.setup.new_game.face_grids import Grid, find_grid, grid_as_told
from prancha.setup.new_game.pdf_pages import PdfPages
from tests.unit.setup.new_game import pdfs

NINE = ((10, 75, 140), (10, 100, 190))


def grids(path: Path, **known: object) -> list[Grid | None]:
    with PdfPages(path) as pages:
        found = []
        for number in range(1, pages.count + 1):
            marks = pages.marks(number)
            found.append(find_grid(marks, lambda marks=marks: pages.draw_whole(marks, 300), **known))
        return found


def about(grid: Grid | None) -> tuple[object, ...]:
    assert grid is not None
    lefts, tops, size = (
        tuple(round(value, 1) for value in part) for part in (grid.lefts, grid.tops, grid.size)
    )
    return lefts, tops, size, grid.why


def test_parts_of_one_size(tmp_path: Path) -> None:
    (grid,) = grids(pdfs.write(tmp_path / "a.pdf", pdfs.cards()))
    assert about(grid) == (*NINE, (63, 88), "parts of one size")
    assert grid is not None
    assert grid.gap == pytest.approx(2, abs=0.01)


def test_crop_marks_come_before_parts_with_bleed(tmp_path: Path) -> None:
    xs, ys = (10, 73, 79, 142), (14, 102, 108, 196)
    page = pdfs.together(pdfs.cards(0, 4, 2, (10, 14), (69, 94), bleed=3), pdfs.marks(xs, ys))
    (grid,) = grids(pdfs.write(tmp_path / "a.pdf", page))
    assert about(grid) == ((10, 79), (14, 108), (63, 88), "crop marks")


def test_marks_of_a_sheet_that_is_not_full_are_joined(tmp_path: Path) -> None:
    def some(canvas: Canvas) -> None:
        pdfs.marks((10, 73, 136), (10, 98))(canvas)
        pdfs.marks((), (10, 98, 186))(canvas)

    (grid,) = grids(pdfs.write(tmp_path / "a.pdf", some))
    assert about(grid)[1] == (10, 98)


def test_marks_that_stand_further_in_and_at_one_end(tmp_path: Path) -> None:
    def further_in(canvas: Canvas) -> None:
        pdfs.marks((10, 199), (10, 98, 186))(canvas)
        for x in (10, 73, 136, 199):
            for start, end in ((6, 9), (190, 193)):
                canvas.line(x * mm, (297 - start) * mm, x * mm, (297 - end) * mm)

    def at_one_end(canvas: Canvas) -> None:
        pdfs.marks((10, 199), (10, 98, 186))(canvas)
        for x in (73, 136):
            canvas.line(x * mm, 296 * mm, x * mm, 292 * mm)

    (grid,) = grids(pdfs.write(tmp_path / "a.pdf", further_in))
    assert about(grid) == ((10, 73, 136), (10, 98), (63, 88), "crop marks")
    (grid,) = grids(pdfs.write(tmp_path / "b.pdf", at_one_end), size=(63, 88))
    assert about(grid)[0] == (10, 73, 136)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_measured_as_it_is_shown(turn: int, tmp_path: Path) -> None:
    path = pdfs.write(tmp_path / "a.pdf", pdfs.cards(0, 4, 2, (20, 10)))
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.pages[0].obj.Rotate = turn
        document.save(path)
    (grid,) = grids(path)
    expected = {90: (297 - 10 - 178, 20), 180: (210 - 20 - 128, 297 - 10 - 178), 270: (10, 210 - 20 - 128)}
    assert (about(grid)[0][0], about(grid)[1][0]) == expected[turn]  # type: ignore[index]


def test_pixels_of_a_photographed_page(tmp_path: Path) -> None:
    (with_gutters,) = grids(pdfs.photographed(tmp_path / "a.pdf", 24))
    assert about(with_gutters)[2:] == ((63.5, 88.9), "white gutters")
    (close,) = grids(pdfs.photographed(tmp_path / "b.pdf"))
    assert about(close) == ((10.2, 73.7, 137.2), (3.8, 92.7, 181.6), (63.5, 88.9), "a usual size of cards")


def test_a_page_of_words_has_none_and_a_small_page_is_a_face(tmp_path: Path) -> None:
    assert grids(pdfs.write(tmp_path / "a.pdf", pdfs.words)) == [None]

    def face(canvas: Canvas) -> None:
        canvas.circle(90, 90, 40, fill=1)
        canvas.setTrimBox((8.504, 8.504, 187.087, 257.953))

    (grid,) = grids(pdfs.write(tmp_path / "b.pdf", face, size=(69, 94)))
    assert about(grid) == ((3,), (3,), (63, 88), "the size of the page")


def test_what_is_told_overrules(tmp_path: Path) -> None:
    path = pdfs.write(tmp_path / "a.pdf", pdfs.words)

    def told(size: tuple[float, float] | None, shape: tuple[int, int] | None) -> Grid | None:
        with PdfPages(path) as pages:
            marks = pages.marks(1)
            return grid_as_told(marks, lambda: pages.draw_whole(marks, 300), size, shape)

    assert about(told((63, 88), (3, 3))) == (
        (10.5, 73.5, 136.5),
        (16.5, 104.5, 192.5),
        (63, 88),
        "what you said",
    )
    assert about(told((63, 88), None))[0] == (10.5, 73.5, 136.5)
    shared = told(None, (1, 2))
    assert shared is not None
    assert shared.size[1] == pytest.approx(119.3, abs=1.5)
    assert told((63, 88), (4, 3)) is None
    assert told(None, None) is None
    path = pdfs.write(tmp_path / "b.pdf", pdfs.cards())
    assert grids(path, size=(57, 87)) == grids(path, shape=(2, 2)) == [None]
