"""Checks of the printed face look at what is printed, and at nothing that is hidden."""

from __future__ import annotations

import pytest
from faces_made import BOOK, SYMBOLS, icon, text

from prancha.graphics.scene.scene import SceneMaker

LINES = '<text font-family="Alegreya Sans" font-size="3"><tspan x="5" y="9"{}>a</tspan></text>'
THINGS = ('<rect width="9" height="9"{}/>', '<image href="a.png"{}/>', LINES)


def marks(inside: str) -> int:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
    return len(SceneMaker(SYMBOLS, BOOK).scene(f"{head}{inside}</svg>").drawing.marks)


@pytest.mark.parametrize("word", ["hidden", "collapse"])
def test_what_is_hidden_is_no_mark(word: str) -> None:
    hidden = f' visibility="{word}"'
    drawn = [icon(9, 9, more=hidden), text("a", more=hidden), *(thing.format(hidden) for thing in THINGS)]
    assert [marks(one) for one in drawn] == [0] * len(drawn)
    assert marks(f"<g{hidden}>{icon(9, 9)}{text('a')}</g>") == 0


def test_what_is_shown_within_a_hidden_group_is_one() -> None:
    shown = ' visibility="visible"'
    drawn = [icon(9, 9, more=shown), text("a", more=shown), *(thing.format(shown) for thing in THINGS)]
    assert marks(f'<g visibility="hidden">{"".join(drawn)}</g>') == len(drawn)
