"""Nothing that one element sets reaches the next: colours, opacity, pen."""

# ruff: noqa: E501 - one case a line reads as a table

from __future__ import annotations

import pytest
from rendering import BLACK, BODY, RED, WHITE, at, drawn, printed, raster, seen

LONG = f'<path d="M20 20h10v10h-10z {"M5 35h1v1h-1z " * 9}"/>'
TEXT = f'<text x="1" y="3" {BODY} font-size="2" fill="red" fill-opacity=".2">a</text>'


def grey(share: float) -> tuple[int, int, int]:
    return (round(255 * (1 - share)),) * 3  # type: ignore[return-value]


@pytest.mark.parametrize(
    "before",
    [
        '<rect width="3" height="3" fill="red"/>',
        '<rect width="3" height="3" fill-opacity=".2"/>',
        TEXT,
        f"<g>{TEXT}</g>",
    ],
)
def test_a_part_that_faces_may_share_starts_afresh(before: str) -> None:
    assert at(seen(before + LONG), 25, 25) == BLACK


def test_so_does_a_part_that_two_faces_do_share() -> None:
    portfolio = drawn('<rect width="3" height="3" fill="red"/>' + LONG, TEXT + LONG)
    shared = [r for r in portfolio.resources if r.name.startswith("x")]
    assert len(shared) == 1
    pdf = printed(portfolio)
    assert [at(raster(pdf, k, 254), 25, 25) for k in (0, 1)] == [BLACK, BLACK]


def test_what_follows_a_shared_part_starts_afresh_too() -> None:
    assert (
        at(seen('<rect width="3" height="3" fill="red"/>' + LONG + '<rect width="5" height="5"/>'), 1, 1)
        == BLACK
    )


GROUP = (
    '<g opacity=".5"><rect x="20" y="20" width="9" height="9"/><rect x="25" y="20" width="9" height="9"/></g>'
)


@pytest.mark.parametrize("inside", [TEXT + GROUP, f"<g>{TEXT}{GROUP}</g>", GROUP])
def test_a_group_with_opacity_has_its_own_colours(inside: str) -> None:
    image = seen(inside)
    assert at(image, 22, 25)[0] == pytest.approx(128, abs=1)
    assert at(image, 27, 25) == at(image, 22, 25), "overlapping parts of a group fade as one"


def test_opacities_multiply() -> None:
    image = seen(
        '<g opacity="50%"><rect width="9" height="9" opacity=".5" fill-opacity="50%"/><path d="M0 0"/></g>'
    )
    assert at(image, 5, 5)[0] == pytest.approx(grey(0.125)[0], abs=2)


def test_the_opacity_of_a_text_counts_once() -> None:
    image = seen(f'<text x="2" y="35" {BODY} font-size="50" opacity=".5">I</text>')
    assert min(colour[1][0] for colour in image.getcolors(100_000)) == pytest.approx(128, abs=2)


SYMBOL = (
    '<symbol id="i-flag" viewBox="0 0 30 10" fill="currentColor"><rect width="10" height="10"/>'
    '<rect x="10" width="10" height="10" fill="#00ff00"/><rect x="20" width="10" height="10"/></symbol>'
)
RING = '<symbol id="i-ring" viewBox="0 0 10 10" fill="none" stroke="currentColor"><rect x="2" y="2" width="6" height="6"/></symbol>'


def test_an_icon_takes_its_colour_and_keeps_its_own_ones() -> None:
    image = seen('<use href="#i-flag" width="30" height="10" color="red"/>', {"i-flag": SYMBOL})
    assert [at(image, x, 5) for x in (5, 15, 25)] == [RED, (0, 255, 0), RED]


def test_an_icon_of_lines_stays_lines() -> None:
    image = seen('<use href="#i-ring" width="40" height="40" color="red"/>', {"i-ring": RING})
    assert (at(image, 8, 20), at(image, 20, 20)) == (RED, WHITE)


def test_an_icon_fades_as_a_whole_and_turns() -> None:
    image = seen(
        '<use href="#i-flag" x="5" y="15" width="30" height="10" color="red" opacity=".5" transform="rotate(90 20 20)"/>',
        {"i-flag": SYMBOL},
    )
    colours = [at(image, 20, y) for y in (10, 20, 30)]
    assert colours[0] == colours[2]
    assert colours[0] == pytest.approx((255, 128, 128), abs=1)
    assert colours[1] == pytest.approx((128, 255, 128), abs=1)


def test_an_icon_is_drawn_once_for_all_its_colours_and_fits_its_box() -> None:
    portfolio = drawn(
        '<use href="#i-flag" width="30" height="10" color="red"/><use href="#i-flag" y="20" width="6" height="6"/>',
        symbols={"i-flag": SYMBOL},
    )
    assert [r.name[0] for r in portfolio.resources] == ["I"]
    image = raster(printed(portfolio), dpi=254)
    assert [at(image, 1, y) for y in (21, 23, 25)] == [WHITE, BLACK, WHITE], "3:1 in a square: centred"


def test_a_translucent_stroke_lies_over_the_fill() -> None:
    image = seen(
        '<rect x="10" y="10" width="20" height="20" fill="red" stroke="blue" stroke-opacity=".5" stroke-width="4"/>'
    )
    assert at(image, 11, 20) == pytest.approx((128, 0, 128), abs=2), "the inner half of the line, over red"
    assert at(image, 9, 20) == pytest.approx((128, 128, 255), abs=2), "the outer half, over paper"
    assert at(image, 20, 20) == RED


def test_an_opacity_holds_for_fill_and_stroke_together() -> None:
    image = seen(
        '<rect x="10" y="10" width="20" height="20" fill="red" stroke="blue" opacity=".5" stroke-width="4"/>'
    )
    assert at(image, 11, 20) == at(image, 9, 20) == pytest.approx((128, 128, 255), abs=2)
