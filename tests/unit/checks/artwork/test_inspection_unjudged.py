"""What cannot be judged is counted and never judged: masks, filters, blending, clips of more than shapes."""

from __future__ import annotations

import pytest
from faces_made import BOOK, SYMBOLS, Look, Set, icon, text

from prancha.checks.artwork import inspect
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.ground import ground_at
from prancha.graphics.scene.painted_marks import Fade, flattened, on_white, relative
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.scene.split_face import MarkedDrawing

PAPER = '<rect x="-3" y="-3" width="66" height="86" fill="#ffffff"/>'
LINE = text("the fifth step", 8, 41)
PANEL = '<rect x="5" y="30" width="50" height="20" fill="#e6edf7"{}/>'
DEFS = (
    '<mask id="m"><rect width="60" height="80" fill="#888888"/></mask>'
    '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
    '<clipPath id="words"><text x="1" y="9" font-family="Alegreya Sans" font-size="4">a</text></clipPath>'
    '<clipPath id="small"><rect x="20" y="30" width="2" height="2"/></clipPath>'
    '<clipPath id="cut" clip-path="url(#small)"><rect width="60" height="80"/></clipPath>'
    '<clipPath id="parts"><rect width="60" height="80" clip-path="url(#small)"/></clipPath>'
)
UNCERTAIN = [
    'mask="url(#m)"', 'filter="url(#f)"', 'style="mix-blend-mode:multiply"', 'clip-path="url(#words)"',
    'clip-path="url(#cut)"', 'clip-path="url(#parts)"',
]  # fmt: skip


def drawing(inside: str) -> MarkedDrawing:
    return SceneMaker(SYMBOLS, BOOK).scene(f'<svg viewBox="0 0 60 80">{inside}</svg>').drawing


@pytest.mark.parametrize("how", UNCERTAIN)
def test_what_may_cover_a_text_is_counted(how: str) -> None:
    for over in (
        PANEL.format(f" {how}"),
        f"<g {how}>{PANEL.format('')}</g>",
        icon(20, 40, 40, more=f" {how}"),
    ):
        seen = inspect([Set({"a": DEFS + PAPER + LINE + over}).printed()])
        assert (seen.findings, seen.unknown > 0) == ((), True), over


@pytest.mark.parametrize("how", UNCERTAIN)
def test_what_lies_under_a_text_is_counted(how: str) -> None:
    under = f'<g {how}><rect x="5" y="30" width="50" height="20" fill="#333333"/></g>'
    seen = inspect([Set({"a": DEFS + PAPER + under + LINE}).printed()])
    assert (seen.findings, seen.unknown > 0) == ((), True)


@pytest.mark.parametrize("how", UNCERTAIN)
def test_a_text_that_is_itself_painted_so_is_counted(how: str) -> None:
    seen = inspect([Set({"a": f"{DEFS}{PAPER}<g {how}>{LINE}</g>"}).printed()])
    assert (seen.findings, seen.unknown > 0) == ((), True)


def test_a_shadow_reaches_beyond_its_panel(look: Look) -> None:
    shadow = '<filter id="s" x="-1" y="-1" width="3" height="3"><feDropShadow dx="9" dy="9"/></filter>'
    beside = '<rect x="5" y="50" width="50" height="20" fill="#333333" filter="url(#s)"/>'
    seen = inspect([Set({"a": PAPER + LINE + shadow + beside}).printed()])
    assert seen.unknown > 0
    far = inspect([Set({"a": PAPER + text("far", 8, 12) + shadow + beside}).printed()])
    assert far.unknown == 0


class TestGroupsThatFade:
    def test_a_panel_hides_what_is_in_its_own_group(self, look: Look) -> None:
        group = f'<g opacity="0.6">{LINE}{PANEL.format("")}</g>'
        (found,) = look("covered", PAPER + group)
        assert 'all of "the fifth step" is hidden' in found.message

    def test_two_panels_of_one_group_hide_no_more_than_one(self, look: Look) -> None:
        group = f'<g opacity="0.6">{PANEL.format("")}{PANEL.format("")}</g>'
        assert look("covered", PAPER + LINE + group) == []
        apart = f'<g opacity="0.6">{PANEL.format("")}</g>' * 2
        assert look("covered", PAPER + LINE + apart) != []

    def test_the_ground_of_a_group_is_what_shows(self) -> None:
        black, white = '<rect width="60" height="80"/>', '<rect width="60" height="80" fill="#ffffff"/>'
        drawn = drawing(f'<g opacity="0.5">{black}{white}</g>')
        assert ground_at(drawn, list(reversed(drawn.marks)), 30, 40) == pytest.approx((1.0, 1.0, 1.0))

    def test_the_contrast_of_a_text_is_that_of_its_group_on_the_paper(self, look: Look) -> None:
        below = '<rect width="60" height="80" fill="#000000"/>'
        card = f'<g opacity="0.3">{PAPER}{text("pale", 8, 41, pt=12)}</g>'
        (found,) = look("contrast", below + card)
        assert '"pale" (#000000 on #4c4c4c) has a contrast of 2.5' in found.message
        (found,) = look("contrast", card)
        assert '"pale" (#b2b2b2 on #ffffff) has a contrast of 2.1' in found.message

    def test_layers_of_nested_groups(self) -> None:
        outer, inner = Fade(0.5), Fade(0.5)
        black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
        layers = [(black, 0.25, (outer, inner)), (white, 0.5, (outer,))]
        assert flattened(layers) == (pytest.approx((0.25, 0.25, 0.25)), 0.5)
        assert on_white(layers) == pytest.approx((0.75, 0.75, 0.75))
        assert relative(layers[0], (outer,)) == (black, 0.5, (inner,))
        assert relative(layers[0], (Fade(0.5),)) == layers[0]


def colour_at(inside: str, x: float, y: float) -> tuple[float, float, float]:
    drawn = drawing(inside)
    return ground_at(drawn, list(reversed(drawn.marks)), x, y)


class TestGradients:
    def test_two_stops_in_one_place_part_two_colours(self) -> None:
        stops = "".join(
            f'<stop offset="{offset}" stop-color="{colour}"/>'
            for offset, colour in ((0, "#ff0000"), (0.5, "#ff0000"), (0.5, "#0000ff"), (1, "#0000ff"))
        )
        ramp = f'<linearGradient id="g">{stops}</linearGradient><rect width="60" height="80" fill="url(#g)"/>'
        assert colour_at(ramp, 20, 40) == pytest.approx((1, 0, 0))
        assert colour_at(ramp, 40, 40) == pytest.approx((0, 0, 1))

    @pytest.mark.parametrize(
        ("attributes", "x", "share"),
        [("", 45, 0.5), ('fr="0.25"', 37.5, 0.0), ('fr="0.25"', 52.5, 0.5), ('fx="0.75"', 45, 0.0)],
    )
    def test_circles(self, attributes: str, x: float, share: float) -> None:
        stops = '<stop stop-color="#ffffff"/><stop offset="1" stop-color="#000000"/>'
        ramp = f'<radialGradient id="g" {attributes}>{stops}</radialGradient>'
        shape = ramp + '<rect width="60" height="80" fill="url(#g)"/>'
        assert colour_at(shape, x, 40)[0] == pytest.approx(1 - share)


class TestPicturesWithoutSizes:
    def picture(self, attributes: str, seen: Opacity | None) -> list[tuple[float, float]]:
        svg = f'<svg viewBox="0 0 60 80"><image href="p.png" {attributes}/></svg>'
        (mark,) = SceneMaker({}, BOOK, lambda _: seen).scene(svg).drawing.marks
        left, top, right, bottom = mark.region().box
        return [(left, top), (right, bottom)]

    def test_a_side_follows_from_the_other(self) -> None:
        seen = Opacity(40, 20, 1, 1, b"\xff")
        assert self.picture('x="5" y="5" width="10"', seen) == [(5, 5), (15, 10)]
        assert self.picture('height="10"', seen) == [(0, 0), (20, 10)]
        assert self.picture("", seen) == [(0, 0), (40, 20)]

    def test_of_a_drawing_nobody_knows(self) -> None:
        (left, top), (right, bottom) = self.picture('width="10"', None)
        assert (left < -60, top < -80, right > 60, bottom > 80) == (True,) * 4


def test_a_drawing_from_a_file_has_the_units_of_files() -> None:
    """A millimetre is one unit in a template, and 96 / 25.4 of them in a file."""
    symbol = (
        '<symbol id="drawing-a" viewBox="0 0 60 80"><svg width="60" height="80" viewBox="0 0 120 160">'
        '<defs><clipPath id="c"><rect width="9mm" height="40"/></clipPath></defs>'
        '<rect x="10" y="10" width="25.4mm" height="40" stroke="#000" stroke-width="3pt" '
        'clip-path="url(#c)"/>'
        "</svg></symbol>"
    )
    use = '<g fill="#ff0000"><use href="#drawing-a" x="0" y="0" width="60" height="80"/></g>'
    shown = SceneMaker({"drawing-a": symbol}, BOOK).scene(f'<svg viewBox="0 0 60 80">{use}</svg>')
    (mark,) = shown.drawing.marks
    left, _top, right, _bottom = mark.box()
    assert (left, right) == pytest.approx((5 - 1, 5 + 48 + 1))
    assert mark.style["fill"] == "#000000"
    assert (mark.shows(8, 8), mark.shows(30, 8), mark.hidden) == (True, False, False)
