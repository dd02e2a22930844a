"""Which face of a PDF is the back of which."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from prancha.setup.new_game.face_grids import find_grid
from prancha.setup.new_game.pdf_backs import FacePage, guess_backs, pair
from prancha.setup.new_game.pdf_game import _draw_small
from prancha.setup.new_game.pdf_pages import PdfPages
from tests.unit.setup.new_game import pdfs


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def pages_of(opened: ExitStack, *paths: Path) -> list[FacePage]:
    found = []
    for path in paths:
        pdf = opened.enter_context(PdfPages(path))
        for number in range(1, pdf.count + 1):
            marks = pdf.marks(number)
            grid = find_grid(marks, lambda pdf=pdf, marks=marks: pdf.draw_whole(marks, 100))
            assert grid is not None
            found.append(FacePage(pdf, marks, grid))
    return found


def corners(pages: list[FacePage], backs: str) -> list[tuple[int, int, int, int, bool]]:
    """Left and top of fronts and their backs, in whole mm, and whether backs are turned."""
    return [
        (*(round(edge) for one in (front, back) for edge in one.box[:2]), back.turned)
        for front, back in pair(pages, backs)
        if back is not None
    ]


def test_long_short_fold_and_common(tmp_path: Path, opened: ExitStack) -> None:
    pages = pages_of(opened, pdfs.write(tmp_path / "a.pdf", *[pdfs.cards(0, 4, 2, (10, 20))] * 2))
    # Mirrored across a page of 210 x 297 mm; where no face lies there, what is printed there.
    assert corners(pages, "long")[:2] == [(10, 20, 137, 20, False), (75, 20, 75, 20, False)]
    assert corners(pages, "short")[0] == (10, 20, 10, 189, True)
    assert corners(pages, "fold")[:2] == [(10, 20, 75, 20, False), (10, 110, 75, 110, False)]
    assert corners(pages, "separate") == corners(pages, "long")
    assert {back for *_, back in corners(pages, "common")} == {False}
    assert len(corners(pages, "common")) == 7
    assert len(pair(pages, "none")) == 8


def test_a_fold_across_turns_the_backs(tmp_path: Path, opened: ExitStack) -> None:
    pages = pages_of(opened, pdfs.write(tmp_path / "a.pdf", pdfs.cards(0, 6, 3)))
    assert corners(pages, "fold") == [(x, 10, x, 100, True) for x in (10, 75, 140)]


@pytest.mark.parametrize(
    ("second", "backs"),
    [
        (pdfs.cards(alike=True), "long"),
        (pdfs.cards(9, skip=(6,)), "long"),
        (pdfs.cards(9, skip=(2,)), "short"),
        (pdfs.cards(9, skip=(8,)), "none"),
    ],
)
def test_backs_are_guessed(second: pdfs.Page, backs: str, tmp_path: Path, opened: ExitStack) -> None:
    first = pdfs.cards(corner=(8.5, 14.5), skip=(8,))
    path = pdfs.write(tmp_path / "a.pdf", first, second)
    assert guess_backs(pages_of(opened, path), _draw_small)[0] == backs


def test_folds_files_and_common_backs_are_guessed(tmp_path: Path, opened: ExitStack) -> None:
    def folded(canvas: object) -> None:
        pdfs.cards(0, 4, 2, (10, 10), (44, 70), (44, 68))(canvas)  # type: ignore[arg-type]
        pdfs.cards(4, 4, 2, (110, 10), (44, 70), (44, 68))(canvas)  # type: ignore[arg-type]

    fold = pages_of(opened, pdfs.write(tmp_path / "a.pdf", folded))
    assert guess_backs(fold, _draw_small)[0] == "fold"
    files = [pdfs.write(tmp_path / f"{name}.pdf", pdfs.cards()) for name in ("fronts", "backs")]
    assert guess_backs(pages_of(opened, *files), _draw_small)[0] == "separate"
    three = pdfs.write(tmp_path / "b.pdf", pdfs.cards(), pdfs.cards(9), pdfs.cards(alike=True))
    assert guess_backs(pages_of(opened, three), _draw_small)[0] == "common"
