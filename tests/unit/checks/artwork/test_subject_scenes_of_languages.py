"""What faces are made of is read once for all languages of a game."""

from __future__ import annotations

from faces_made import BOOK, text

from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.scene.split_face import MarkedDrawing

ICON = '<symbol id="i-a-0" viewBox="0 0 1 1"><rect width="1" height="1"/></symbol>'
RECT = '<rect x="1" y="2" width="3" height="4" fill="#123456"/>'
SHARED = '<use href="#drawing-0" x="0" y="0" width="9" height="9"/>'


def _drawing(maker: SceneMaker, inside: str, word: str) -> MarkedDrawing:
    return maker.scene(f'<svg viewBox="0 0 60 80">{inside}{text(word, 8, 20)}</svg>').drawing


def test_fragments_of_another_language_are_not_read_again() -> None:
    first = SceneMaker({"i-a-0": ICON}, BOOK)
    one, icon = _drawing(first, RECT, "um"), first.symbol("i-a-0")
    second = SceneMaker({"i-a-0": ICON}, BOOK, earlier=first)
    other = _drawing(second, RECT + '<path d="M0 0h9v9z"/>', "one")
    assert other.marks[0] is one.marks[0]
    assert icon is not None
    assert second.symbol("i-a-0") is icon


def test_drawings_from_files_are() -> None:
    contents = (
        f'<symbol id="drawing-0" viewBox="0 0 9 9"><rect width="{w}" height="9"/></symbol>' for w in (5, 7)
    )
    earlier, widths = None, []
    for content in contents:
        earlier = SceneMaker({"drawing-0": content}, BOOK, earlier=earlier)
        widths.append(_drawing(earlier, SHARED, "a").marks[0].box()[2])
    assert widths == [5.0, 7.0]


def test_an_icon_of_another_language_is_none_of_this() -> None:
    first = SceneMaker({"i-a-0": ICON}, BOOK)
    assert first.symbol("i-a-0") is not None
    assert SceneMaker({}, BOOK, earlier=first).symbol("i-a-0") is None
