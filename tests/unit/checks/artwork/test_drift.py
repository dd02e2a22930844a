"""Bands of one colour along the edges of a face, which show when a cut is off."""

from __future__ import annotations

import pytest
from faces_made import BOOK, SYMBOLS, Set

from prancha.checks.artwork.drift import Border, border_of, borders, shop_borders
from prancha.graphics.scene.scene import SceneMaker
from prancha.model.outline import Outline, circle, hexagon, rectangle

CARD = rectangle(60, 80)


def rect(x: float, y: float, w: float, h: float, fill: str = "#204060", more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}"{more}/>'


def border(inside: str, outline: Outline = CARD, most: float = 3.0) -> Border | None:
    wide, high = outline.width + 6, outline.height + 6
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {wide} {high}">{inside}</svg>'
    return border_of(SceneMaker(SYMBOLS, BOOK).scene(svg).drawing, outline, most)


GROUND = rect(-3, -3, 66, 86)


@pytest.mark.parametrize("width", [0.5, 1.0, 1.5, 2.0, 2.5])
@pytest.mark.parametrize("paper", [GROUND, ""])
def test_a_border_all_around_is_measured(paper: str, width: float) -> None:
    panel = rect(width, width, 60 - 2 * width, 80 - 2 * width, "#eeaa33", ' rx="2"')
    assert border(paper + panel) == Border(width, ("left", "right", "top", "bottom"))


def test_its_narrowest_side_counts() -> None:
    found = border(GROUND + rect(2.5, 2, 56, 76, "#eeaa33"))
    assert found == Border(1.5, ("left", "right", "top", "bottom"))
    assert found is not None
    assert found.where == "all around"


def test_a_thin_frame_line_ends_the_band() -> None:
    frame = '<rect x="2" y="2" width="56" height="76" rx="3" fill="none" stroke="#000" stroke-width="0.6"/>'
    assert border(frame) == Border(1.7, ("left", "right", "top", "bottom"))


@pytest.mark.parametrize(
    "inside",
    [
        GROUND,
        GROUND + rect(3, 3, 54, 74, "#ffffff"),
        GROUND + rect(20, 1, 20, 6, "#ffffff"),  # a plate at the head, narrower than the card
        GROUND + rect(-3, -3, 66, 4, "#ffffff"),  # a band at one edge alone
        GROUND + rect(-3, -3, 4, 86, "#ffffff"),
        rect(-3, -3, 33, 86) + rect(30, -3, 33, 86, "#ffffff") + rect(1, 1, 58, 78, "#ee3333"),  # two colours
        '<image href="art/a.png" x="-3" y="-3" width="66" height="86"/>' + rect(5, 5, 50, 70),
    ],
)
def test_what_runs_over_the_edge_has_none(inside: str) -> None:
    assert border(inside) is None


def test_two_opposite_edges_are_enough() -> None:
    strips = GROUND + rect(1, -3, 58, 86, "#eeaa33")
    assert border(strips) == Border(1.0, ("left", "right"))


@pytest.mark.parametrize("outline", [circle(40), hexagon(40)])
def test_other_outlines_are_followed_all_around(outline: Outline) -> None:
    w, h = outline.width, outline.height
    ground = rect(-3, -3, w + 6, h + 6)
    disc = '<circle cx="20" cy="{y}" r="{r}" fill="#eeaa33"/>'
    ring = ground + disc.format(y=h / 2, r=18.5)
    if outline.shape == "circle":
        found = border(ring, outline)
        assert found is not None
        assert found.width == pytest.approx(1.5, abs=0.2)  # regions have chords for arcs
        assert border(ground + disc.format(y=h / 2, r=16.5), outline) is None
    assert border(ground, outline) is None


def test_a_game_is_told_by_face_and_a_shop_has_its_own_least() -> None:
    inside = GROUND + rect(1.5, 1.5, 57, 77, "#eeaa33")
    printed = Set({"a": inside, "b": GROUND}).printed()
    assert [(face.item, one.width) for face, one in borders(printed)] == [("cards/a", 1.5)]
    (found,) = shop_borders(printed, "Shop", 0.0)
    assert (found.severity, found.item) == ("warning", "cards/a")
    assert found.message.endswith(
        "a border of 1.5 mm all around: a cut that is 1 mm off shows, and 3 mm hide what a shop may be off"
    )
    (found,) = shop_borders(printed, "Shop", 2.0)
    assert found.severity == "error"
    assert "Shop asks for 2 mm" in found.message
    assert found.hint.startswith("make it 3 mm or more")
