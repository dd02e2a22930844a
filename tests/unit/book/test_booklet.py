"""Imposed sheets are folded by a second program, which reads the pages in order."""

from __future__ import annotations

import io

import pikepdf
import pytest
from msgspec.structs import replace

from prancha.book.booklet import Booklet, half_of, impose_booklet
from prancha.export.metadata import About
from prancha.export.rulebook_pdf import write_sides
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure, Place
from prancha.model.face import Portfolio
from prancha.model.rulebook import BookPage, ImposedSide
from prancha.model.sheet import Paper

A4 = Paper("a4", 210, 297, 8)
HERE = Place("game.yaml", 3, 1)
PAGE = half_of(A4)


def printed(booklet: Booklet, count: int) -> Booklet:
    """The booklet as its PDF shows it: what stands on a side is read from the operators of that page."""
    pages = [BookPage(*PAGE, marks=()) for _ in range(count)]
    empty = Portfolio()
    data = b"".join(write_sides(booklet.sides, pages, empty, FontBook([]), About("Book")))
    sides = []
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        for page in document.pages:
            wide, high = (float(size) * 25.4 / 72 for size in page.mediabox[2:])
            spots, number = [], -1
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "BDC" and str(operands[0]) == "/BookPage":
                    number = int(operands[1].Number) - 1
                elif str(operator) == "cm" and number >= 0:
                    spots.append((number, float(operands[4]), float(operands[5])))
                elif str(operator) == "re" and number >= 0:
                    left = spots[-1][1] + float(operands[0])
                    # Nothing of a page shows beyond the fold.
                    assert left >= wide / 2 - 0.01 or left + float(operands[2]) <= wide / 2 + 0.01
                    number = -1
            sides.append(ImposedSide(wide, high, tuple(spots)))
    return Booklet(tuple(sides), booklet.sheets, booklet.blank)


def fold(booklet: Booklet) -> list[int | None]:
    """Turn the leaves of a stack of folded sheets, seeing only where pages stand on each side.

    Laid with the outermost front down, a folded sheet has four pages: its right front, its left back, its
    right back and its left front.  What lies inside comes between the second and the third.
    """
    before: list[int | None] = []
    behind: list[int | None] = []
    for front, back in zip(booklet.sides[::2], booklet.sides[1::2], strict=True):
        # A side that lies across and is turned about its short edge has its left behind its right.
        before += [half(front, 1), half(back, 0)]
        behind = [half(back, 1), half(front, 0), *behind]
    return before + behind


def half(side: ImposedSide, right: int) -> int | None:
    """The page whose middle stands in the left or right half of a side."""
    found = [index for index, x, _ in side.spots if (x + PAGE[0] / 2 > side.width / 2) == bool(right)]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("cover", [None, 0.3])
@pytest.mark.parametrize("count", [1, 3, *range(4, 65)])
def test_folded_sheets_have_their_pages_in_order(count: int, cover: float | None) -> None:
    booklet = impose_booklet(count, PAGE, A4, HERE, creep=0.1, cover=cover)
    read = fold(printed(booklet, count))
    assert read[:count] == [*range(count)]
    assert read[count:] == [None] * booklet.blank
    assert len(read) == 4 * booklet.sheets == count + booklet.blank
    assert booklet.blank < 4
    assert booklet.stapled == (count > 4)


@pytest.mark.parametrize("count", [1, *range(4, 65, 5)])
def test_books_that_run_to_the_left_are_folded_the_other_way(count: int) -> None:
    booklet = impose_booklet(count, PAGE, A4, HERE, creep=0.1, rtl=True)
    mirrored = [
        replace(side, spots=tuple((k, side.width - x - PAGE[0], y) for k, x, y in side.spots))
        for side in booklet.sides
    ]
    read = fold(replace(booklet, sides=tuple(mirrored)))
    assert read[:count] == [*range(count)]


def test_inner_sheets_move_towards_the_fold_by_the_sheets_around_them() -> None:
    booklet = impose_booklet(16, PAGE, A4, HERE, creep=0.1, cover=0.3)
    lefts = [min(x for _, x, _ in side.spots) for side in booklet.sides[::2]]
    assert [round(left, 3) for left in lefts] == [0.0, 0.3, 0.4, 0.5]
    rights = [max(x for _, x, _ in side.spots) for side in booklet.sides[::2]]
    assert [round(148.5 - right, 3) for right in rights] == [0.0, 0.3, 0.4, 0.5]


def test_pages_larger_than_half_the_paper_are_refused() -> None:
    with pytest.raises(Failure, match=r"two pages of 148 x 210 mm need 296 x 210 mm, and letter is 279\.4"):
        impose_booklet(4, (148, 210), Paper("letter", 215.9, 279.4, 8), HERE, creep=0.1)


def test_smaller_pages_have_marks_to_fold_and_cut_by_outside_of_them() -> None:
    side = impose_booklet(4, (105, 148), A4, HERE, creep=0.1).sides[0]
    assert len(side.marks) == 10
    left, top, right, bottom = 43.5, 31.0, 253.5, 179.0
    for x1, y1, x2, y2 in side.marks:
        assert max(x1, x2) < left or min(x1, x2) > right or max(y1, y2) < top or min(y1, y2) > bottom
