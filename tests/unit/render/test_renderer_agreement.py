"""The renderer, resvg and CairoSVG, which share nothing, draw the same picture of the same SVG."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat
from rendering import BODY, HEAD, SIDE, drawn, printed, raster

from tests.conformance.reference import picture
from tests.programs import use

GRADIENTS = (
    "<defs>"
    '<linearGradient id="l"><stop stop-color="#d00"/><stop offset=".3" stop-color="#fc0"/><stop offset="100%" stop-color="#06c"/></linearGradient>'
    '<linearGradient id="u" gradientUnits="userSpaceOnUse" x1="5" y1="5" x2="30" y2="35"><stop offset=".2" stop-color="#d00"/><stop offset=".8" stop-color="#06c"/></linearGradient>'
    '<linearGradient id="t" gradientTransform="rotate(45) scale(.5)"><stop stop-color="#d00"/><stop offset="1" stop-color="#06c"/></linearGradient>'
    '<radialGradient id="r"><stop stop-color="#fff"/><stop offset="1" stop-color="#063"/></radialGradient>'
    '<radialGradient id="f" fx=".3" fy=".3" r=".6"><stop stop-color="#fff"/><stop offset="1" stop-color="#063"/></radialGradient>'
    "</defs>"
)
CASES = {
    "rect": '<rect x="5" y="6" width="25" height="20" fill="#c33"/>',
    "round rect": '<rect x="5" y="6" width="25" height="20" rx="6" ry="3" fill="#c33" stroke="#036" stroke-width="2"/>',
    "circle": '<circle cx="20" cy="20" r="14" fill="none" stroke="#036" stroke-width="3"/>',
    "ellipse": '<ellipse cx="20" cy="20" rx="15" ry="8" fill="#3a3"/>',
    "line": '<line x1="3" y1="5" x2="36" y2="30" stroke="#000" stroke-width="3" stroke-linecap="round"/>',
    "polyline": '<polyline points="3,5 20,35 36,5 30 2" fill="#fc0" stroke="#000" stroke-width="2" stroke-linejoin="bevel"/>',
    "polygon": '<polygon points="20,2 30,36 3,14 37,14 10,36" fill="#63c" fill-rule="evenodd"/>',
    "nonzero": '<polygon points="20,2 30,36 3,14 37,14 10,36" fill="#63c"/>',
    "lines": '<path d="M5 5H30V20L20 35l-8-4h-4v-10z m3 3 4 0 0 4 -4 0z" fill="#246"/>',
    "curves": '<path d="M3 20C3 0 20 0 20 20S37 40 37 20" fill="none" stroke="#c0c" stroke-width="2"/>',
    "relative curves": '<path d="M3 20c0-20 17-20 17 0s17 20 17 0q-3 -15 -8 0t-8 0" fill="#c0c"/>',
    "quadratics": '<path d="M3 20Q10 0 20 20T37 20t-5 10" fill="none" stroke="#c0c" stroke-width="2" stroke-linejoin="round"/>',
    "arcs": '<path d="M5 20A10 14 30 1 1 30 25a5 5 0 0 0-6 8A90 90 0 0 1 5 20z" fill="#9c3" stroke="#000"/>',
    "packed flags": '<path d="M20 5a15 15 0 0115 15 15 15 0 01-30 0A15 15 0 0120 5z" fill="#39c"/>',
    "arc too small": '<path d="M5 20A2 1 20 0 1 35 22" fill="none" stroke="#000" stroke-width="2"/>',
    "dashes": '<path d="M5 10h30M5 20h30" stroke="#000" stroke-width="3" stroke-dasharray="5 2 1" stroke-dashoffset="2"/>',
    "mitre": '<path d="M5 35L12 5L19 35M25 35L30 25L37 35" fill="none" stroke="#000" stroke-width="4" stroke-miterlimit="10" stroke-linecap="square"/>',
    "opacities": '<rect x="3" y="3" width="20" height="20" fill="#c00" fill-opacity=".4" stroke="#00c" stroke-width="4" stroke-opacity=".5"/><circle cx="25" cy="25" r="10" opacity=".3"/>',
    "group opacity": '<g opacity=".4"><rect x="3" y="3" width="20" height="20" fill="#c00"/><circle cx="22" cy="22" r="12" fill="#0c0"/></g>',
    "transforms": '<g transform="translate(20 20) rotate(30) scale(1.5,.5)"><rect x="-8" y="-8" width="16" height="16" fill="#a60"/></g><rect width="8" height="8" transform="skewX(20) matrix(1 .2 0 1 4 4)"/>',
    "turned about a point": '<rect x="10" y="10" width="20" height="8" transform="rotate(40, 20, 14) skewY(10)" fill="#06a"/>',
    "clip": '<defs><clipPath id="c"><circle cx="15" cy="15" r="11"/><rect x="20" y="20" width="15" height="15"/></clipPath></defs><rect width="40" height="40" fill="#c60" clip-path="url(#c)"/>',
    "clip that moves": '<defs><clipPath id="c"><rect width="15" height="15" transform="rotate(20)"/></clipPath></defs><g transform="translate(10 5)" clip-path="url(#c)"><rect width="40" height="40" fill="#c60"/></g>',
    "linear": GRADIENTS + '<rect x="5" y="5" width="30" height="30" fill="url(#l)"/>',
    "linear, user space": GRADIENTS + '<circle cx="20" cy="20" r="17" fill="url(#u)" stroke="#000"/>',
    "linear, moved": GRADIENTS + '<path d="M5 5h30v10h-30z" fill="url(#t)" fill-opacity=".6"/>',
    "radial": GRADIENTS + '<ellipse cx="20" cy="20" rx="18" ry="10" fill="url(#r)"/>',
    "radial, focal": GRADIENTS + '<rect x="5" y="5" width="30" height="30" fill="url(#f)"/>',
    "use": '<defs><g id="a"><rect width="6" height="6"/></g></defs><use href="#a" x="3" y="3" fill="#c00"/><use xlink:href="#a" transform="translate(20 20) rotate(45)" fill="#00c"/>',
    "text": f'<text x="2" y="20" {BODY} font-size="6">nina mil</text>',
    "text, middle": f'<text x="20" y="20" {BODY} font-size="6" font-weight="700" text-anchor="middle" fill="#c00">nina mil</text>',
    "text, italic": f'<text x="8" y="20" {BODY} font-size="6" font-style="italic">nina</text>',
    "text, spaced": f'<text x="2" y="20" {BODY} font-size="6" letter-spacing="1.5">nina mil</text>',
    "text, outlined": f'<text x="2" y="28" {BODY} font-size="20" fill="#fc0" stroke="#000" stroke-width=".5">nin</text>',
    "text, turned": f'<g transform="rotate(-90 20 20)"><text x="5" y="20" {BODY} font-size="8" fill-opacity=".5">mil</text></g>',
    "style attribute": '<rect x="5" y="5" width="20" height="20" style="fill:#0a0; stroke: #000;stroke-width:2"/>',
    "hidden": '<rect width="20" height="20" visibility="hidden"/><rect width="9" height="9" display="none"/><g fill="none"><rect width="5" height="5"/></g><rect x="30" y="30" width="5" height="5"/>',
    "colours": '<rect width="9" height="40" fill="teal"/><rect x="9" width="9" height="40" fill="rgb(10, 200, 30)"/><rect x="18" width="9" height="40" fill="#fa0"/><g color="#08c"><rect x="27" width="9" height="40" fill="currentColor"/></g>',
}
MEAN, TILE = 1.0, 16.0


DOTS = 508
"""Pixels to the inch: twenty to the millimetre.  A viewer rounds clips and upright sides to whole ones."""


def by_resvg(inside: str) -> Image.Image:
    side = round(SIDE * DOTS / 25.4)
    return Image.fromarray(picture(f"{HEAD}{inside}</svg>".encode(), (side, side)))


def by_cairosvg(inside: str) -> Image.Image:
    from cairosvg import svg2png  # fails where the cairo library is missing

    side = round(SIDE * DOTS / 25.4)
    data = svg2png(
        f"{HEAD}{inside}</svg>".encode(), output_width=side, output_height=side, background_color="white"
    )
    return Image.open(io.BytesIO(data)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Mean and worst tile of 1.6 x 1.6 mm of the difference, of 255."""
    width, height = min(one.width, other.width), min(one.height, other.height)
    box = (0, 0, width, height)
    difference = ImageChops.difference(one.crop(box), other.crop(box)).convert("L")
    return ImageStat.Stat(difference).mean[0], float(difference.reduce(32).getextrema()[1])


@pytest.mark.parametrize("name", CASES)
def test_both_draw_the_same(name: str) -> None:
    portfolio = drawn(CASES[name])
    assert portfolio.notes == (), "none of this is told"
    mean, tile = apart(raster(printed(portfolio), dpi=DOTS), by_resvg(CASES[name]))
    assert (mean < MEAN, tile < TILE) == (True, True), (mean, tile)


@pytest.mark.slow
def test_cairosvg_draws_shapes_the_same() -> None:
    """It sets text in fonts of the system, so shapes alone are compared.

    One test for all of them, so that a machine without cairo skips one.
    """
    use("cairo")
    shapes = [inside for name, inside in CASES.items() if not name.startswith("text")]
    found = {each: apart(raster(printed(drawn(each)), dpi=DOTS), by_cairosvg(each)) for each in shapes}
    assert len(found) > 25
    assert not {each: far for each, far in found.items() if far[0] >= MEAN or far[1] >= TILE}


def test_the_measure_sees_a_shift_of_half_a_millimetre() -> None:
    moved = by_resvg('<rect x="5.5" y="6" width="25" height="20" fill="#c33"/>')
    assert apart(by_resvg(CASES["rect"]), moved)[1] > TILE
