"""Pages of text and pictures: lines broken by their width, pages by their height."""

from __future__ import annotations

import re

import pytest

from prancha.changes.face_pages import EDGE, ListPages
from prancha.graphics.fonts import FontBook
from prancha.model.sheet import Paper
from prancha.system.program_folders import TEMPLATES

A6 = Paper("a6", 105, 148, 5)


@pytest.fixture
def sheets() -> ListPages:
    return ListPages(A6, FontBook([TEMPLATES / "_library"]))


def test_nothing_is_no_page(sheets: ListPages) -> None:
    assert sheets.faces() == ()


def test_lines_are_no_wider_than_the_page(sheets: ListPages) -> None:
    lines = sheets.wrapped("many short words " * 20 + "x" * 400, sheets.width, 9)
    assert len(lines) > 5
    assert " ".join(lines).replace(" ", "") == ("many short words " * 20 + "x" * 400).replace(" ", "")
    assert all(sheets._wide(line, 9, 400) <= sheets.width for line in lines)


def test_a_full_page_is_followed_by_another(sheets: ListPages) -> None:
    for k in range(60):
        sheets.text(f"line {k}")
    pages = sheets.faces()
    assert len(pages) == 2
    lows = [float(y) for page in pages for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', page.svg)]
    assert len(lows) == 60
    assert max(lows) < A6.height - EDGE
    assert len({page.digest for page in pages}) == 2


def test_signs_without_a_drawing_become_question_marks(sheets: ListPages) -> None:
    sheets.text("a < b 漢")
    assert ">a &lt; b ?</text>" in sheets.faces()[0].svg
