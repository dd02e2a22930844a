"""Bleed that stays white beyond an edge that is painted."""

from __future__ import annotations

import pytest
from faces_made import Look, text

from prancha.model.outline import circle, hexagon

PICTURE = '<image href="p.png" x="{}" y="{}" width="{}" height="{}"/>'
TO_TRIM, TO_BLEED = PICTURE.format(0, 0, 60, 80), PICTURE.format(-3, -3, 66, 86)


def rect(x: float, y: float, w: float, h: float, fill: str = "#204060") -> str:
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}"/>'


def test_a_picture_that_ends_at_the_trim(look: Look) -> None:
    (found,) = look("bare-bleed", TO_TRIM)
    assert (found.severity, found.item) == ("warning", "cards/a")
    said = (
        "card.svg.j2, front: the bleed beyond all its edges is white, and a cut that is a little off shows it"
    )
    assert found.message == said
    assert found.hint == "let the picture carry on beyond the trim: art(..., bleed=bleed)"


def test_a_ground_that_ends_at_the_trim(look: Look) -> None:
    (found,) = look("bare-bleed", rect(0, 0, 60, 80) + text("on it"))
    assert found.hint == 'draw it out to the bleed: from -bleed, or <path d="{{ shape(bleed) }}" .../>'


def test_sides_are_named(look: Look) -> None:
    (one,) = look("bare-bleed", rect(-3, -3, 66, 83))
    assert "beyond its bottom edge is white" in one.message
    (three,) = look("bare-bleed", rect(0, -3, 60, 83))
    assert "beyond its right, bottom and left edges is white" in three.message


@pytest.mark.parametrize(
    "inside",
    [
        TO_BLEED,
        rect(-3, -3, 66, 86) + TO_TRIM,
        rect(0, 0, 60, 80, "#ffffff"),
        rect(5, 5, 50, 70),
        rect(0, 0, 60, 80, "#fefefe"),
        rect(-3, -3, 66, 86)
        + '<rect x="-3" y="-3" width="66" height="86" fill="none" stroke="#ffffff" stroke-width="0.6"/>',
        rect(0, 5, 8, 8),
        "",
    ],
)
def test_what_has_bleed_or_needs_none(look: Look, inside: str) -> None:
    assert not look("bare-bleed", inside)


def test_what_masks_beside_an_edge_hides_no_other_part_of_it(look: Look) -> None:
    mask = '<defs><mask id="m"><rect width="60" height="80" fill="#ffffff"/></mask></defs>'
    hidden = '<rect x="{}" y="-1" width="{}" height="82" fill="#000000" mask="url(#m)"/>'
    ground = rect(0, -3, 60, 86)
    assert not look("bare-bleed", mask + ground + hidden.format(-1, 62))
    (found,) = look("bare-bleed", mask + ground + hidden.format(10, 40))
    assert "beyond its right and left edges is white" in found.message


def test_one_point_of_bleed_that_is_painted_is_enough(look: Look) -> None:
    ground = rect(0, -3, 60, 86)
    assert look("bare-bleed", ground + rect(-3, 79.6, 1, 1) + rect(62, 79.6, 1, 1))
    assert not look("bare-bleed", ground + rect(-3, 78, 1, 2) + rect(62, 0, 1, 2))


def test_other_outlines(look: Look) -> None:
    coin = '<circle cx="10" cy="10" r="{}" fill="#204060"/>'
    (found,) = look("bare-bleed", coin.format(10), outline=circle(20))
    assert "beyond its edge is white" in found.message
    assert not look("bare-bleed", coin.format(13), outline=circle(20))
    (found,) = look("bare-bleed", rect(0, -3, 26, 40), outline=hexagon(26))
    assert "beyond 2 of its edges is white" in found.message
    assert not look("bare-bleed", rect(-3, -3, 40, 40), outline=hexagon(26))


def test_outlines_alone_have_no_ground(look: Look) -> None:
    assert not look("bare-bleed", rect(0, 0, 60, 80), more={"ink": "outline"})
