"""Gradients, patterns, masks, clips, markers and styles, drawn as vectors as they look."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import io

import pikepdf
import pytest
from rendering import BLACK, BODY, RED, SYMBOLS, WHITE, at, drawn, printed, raster, seen

BLUE = (0, 0, 255)
SMOOTH = (
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#fe0000"/></linearGradient>'
)
CASES = {
    "<pattern> as a fill": (
        '<defs><pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="5" height="10" fill="red"/></pattern></defs>'
        '<rect width="40" height="40" fill="url(#p)"/>',
        {(2, 20): RED, (7, 20): WHITE, (32, 5): RED, (37, 5): WHITE},
    ),
    "mask": (
        '<defs><mask id="m"><rect width="20" height="40" fill="white"/><rect x="20" width="10" height="40" fill="#fff" opacity=".5"/></mask></defs>'
        '<g mask="url(#m)"><rect width="40" height="40"/></g>',
        {(10, 20): BLACK, (25, 20): (127, 127, 127), (35, 20): WHITE},
    ),
    "marker-end": (
        '<defs><marker id="a" markerWidth="4" markerHeight="4" refX="2" refY="2" markerUnits="userSpaceOnUse"><rect width="4" height="4" fill="red"/></marker></defs>'
        '<path d="M5 20H30" stroke="#00f" stroke-width="1" marker-end="url(#a)"/>',
        {(10, 20): BLUE, (31, 19): RED, (10, 19): WHITE},
    ),
    "a gradient on a stroke": (
        '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="40" y2="0"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="blue"/></linearGradient></defs>'
        '<path d="M2 20H38" stroke="url(#g)" stroke-width="6"/>',
        {(10, 18): RED, (30, 22): BLUE, (20, 10): WHITE},
    ),
    "stop-opacity": (
        '<defs><linearGradient id="g"><stop stop-opacity=".5"/><stop offset="1" stop-opacity=".5"/></linearGradient></defs><rect width="40" height="40" fill="url(#g)"/>',
        {(20, 20): (127, 127, 127)},
    ),
    "a gradient that refers to another": (
        '<defs><linearGradient id="s"><stop stop-color="red"/></linearGradient><linearGradient id="g" href="#s"/></defs><rect width="40" height="40" fill="url(#g)"/>',
        {(20, 20): RED},
    ),
    "class": ('<g class="loud"><rect width="40" height="40" fill="red"/></g>', {(20, 20): RED}),
    "<style>": (
        "<style>rect { fill: red } [class~=b] { fill: #00f }</style><rect width='20' height='40'/><g><rect x='20' width='20' height='40' class='b'/></g>",
        {(10, 20): RED, (30, 20): BLUE},
    ),
    "clipPathUnits": (
        '<defs><clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath></defs><rect width="40" height="40" fill="red" clip-path="url(#c)"/>',
        {(10, 20): RED, (30, 20): WHITE},
    ),
    "a clip of differently moved shapes": (
        '<defs><clipPath id="c"><rect width="10" height="40"/><rect width="10" height="40" transform="translate(30)"/></clipPath></defs><rect width="40" height="40" fill="red" clip-path="url(#c)"/>',
        {(5, 20): RED, (20, 20): WHITE, (35, 20): RED},
    ),
    "use of a symbol of its own file": (
        '<defs><symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="red"/></symbol></defs><use href="#s" x="10" y="10" width="20" height="20"/>',
        {(20, 20): RED, (5, 5): WHITE},
    ),
    "<svg>": ('<svg x="10" y="10" width="20" height="20" viewBox="0 0 2 2"><rect width="1" height="2" fill="red"/></svg>', {(15, 20): RED, (25, 20): WHITE}),
    "text moved by dx": (f'<text x="3" y="36" {BODY} font-size="50" dx="2" fill="red">I</text>', {(35, 5): WHITE}),
    "a tspan that goes on where text ended": (f'<text x="2" y="20" {BODY} font-size="5">a<tspan>b</tspan></text>', {(35, 5): WHITE}),
    "text with a place for each letter": (f'<text x="2 30" y="20" {BODY} font-size="9">II</text>', {(20, 17): WHITE}),
    "a mask of light and dark": (
        '<defs><mask id="m"><rect width="20" height="40" fill="white"/><rect width="10" height="40"/><rect x="20" width="20" height="40" fill="#808080"/></mask></defs><rect width="40" height="40" mask="url(#m)"/>',
        {(5, 20): WHITE, (15, 20): BLACK, (30, 20): (127, 127, 127)},
    ),
    "a mask by opacity": (
        '<defs><mask id="m" mask-type="alpha"><rect width="20" height="40"/></mask></defs><rect width="40" height="40" mask="url(#m)"/>',
        {(10, 20): BLACK, (30, 20): WHITE},
    ),
    "a mask in units of the box": (
        '<defs><mask id="m" maskContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="white"/></mask></defs><rect x="20" width="20" height="40" mask="url(#m)"/>',
        {(25, 20): BLACK, (35, 20): WHITE},
    ),
    "a blend mode": (
        '<rect width="40" height="40" fill="#f00"/><rect width="20" height="40" fill="#0f0" style="mix-blend-mode: multiply"/><rect x="30" width="10" height="40" fill="#00f" style="mix-blend-mode: screen"/>',
        {(10, 20): BLACK, (25, 20): RED, (35, 20): (255, 0, 255)},
    ),
    "a stroke below its fill": ('<rect x="10" y="10" width="20" height="20" fill="red" stroke="#00f" stroke-width="10" paint-order="stroke"/>', {(12, 20): RED, (7, 20): BLUE, (2, 20): WHITE}),
    "colours by hue": ('<g class="x"><rect width="40" height="40" fill="hsl(240,100%,50%)"/></g>', {(20, 20): BLUE}),
    "a colour with alpha": ('<rect width="40" height="40" fill="#ff000080"/>', {(20, 20): (255, 127, 127)}),
    "a clip by the other rule beside a class": (
        '<defs><clipPath id="c"><path d="M0 0h40v40h-40zM10 10h20v20h-20z" clip-rule="evenodd"/></clipPath></defs><g class="x"><rect width="40" height="40" fill="red" clip-path="url(#c)"/></g>',
        {(5, 5): RED, (20, 20): WHITE},
    ),
    "a gradient that repeats": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="10" spreadMethod="repeat"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="#00f"/></linearGradient><rect width="40" height="40" fill="url(#g)"/>',
        {(2, 20): RED, (7, 20): BLUE, (32, 20): RED, (37, 20): BLUE},
    ),
    "a gradient that comes back": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="10" spreadMethod="reflect"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="#00f"/></linearGradient><rect width="40" height="40" fill="url(#g)"/>',
        {(2, 20): RED, (7, 20): BLUE, (12, 20): BLUE, (17, 20): RED, (22, 20): RED},
    ),
    "a gradient without stops paints nothing": ('<linearGradient id="g"/><rect width="40" height="40" fill="url(#g)" stroke="red" stroke-width="8"/>', {(20, 20): WHITE, (2, 20): RED}),
    "a scale to nothing draws nothing": ('<g transform="scale(0)"><rect width="40" height="40"/></g>', {(0, 0): WHITE, (20, 20): WHITE}),
    "a pattern as a stroke": (
        '<defs><pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="5" height="10" fill="red"/></pattern></defs><path d="M0 20h40" stroke="url(#p)" stroke-width="10"/>',
        {(2, 20): RED, (7, 20): WHITE, (2, 10): WHITE, (32, 22): RED},
    ),
    "a gradient on the stroke of a text that is scaled": (
        f'{SMOOTH}<text transform="scale(.2)" x="50" y="150" {BODY} font-size="200" fill="none" stroke="url(#g)" stroke-width="10">I</text>',
        {(14, 20): RED, (17, 20): RED, (15.4, 20): WHITE, (12, 20): WHITE, (19, 20): WHITE},
    ),
    "a gradient on the stroke of a text that is mirrored": (
        f'{SMOOTH}<text transform="scale(1 -1)" x="10" y="-5" {BODY} font-size="40" fill="none" stroke="url(#g)" stroke-width="2">I</text>',
        {(14, 15): RED, (17, 15): RED, (15.4, 15): WHITE, (12, 15): WHITE, (19, 15): WHITE},
    ),
    "lines of a group below, above and through its texts": (
        f'<g text-decoration="underline overline line-through" fill="red"><text x="2" y="28" {BODY} font-size="25" fill="#00f">II</text></g>',
        {(9, 31.8): RED, (9, 8): RED, (9, 21.1): RED, (9, 25): WHITE, (5.4, 25): BLUE},
    ),
    "a pattern turned about a place": (
        '<pattern id="p" patternUnits="userSpaceOnUse" width="40" height="40" patternTransform="rotate(180)" transform-origin="10 10"><rect width="10" height="10" fill="red"/></pattern><rect width="40" height="40" fill="url(#p)"/>',
        {(15, 15): RED, (5, 5): WHITE, (25, 25): WHITE},
    ),
    "a gradient turned about the middle": (
        '<linearGradient id="g" gradientTransform="rotate(180)" gradientUnits="userSpaceOnUse" x2="40" style="transform-origin: center"><stop stop-color="red"/><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="#00f"/></linearGradient><rect width="40" height="40" fill="url(#g)"/>',
        {(5, 20): BLUE, (35, 20): RED},
    ),
    "hidden parts that count for a box": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path="url(#c)"><rect width="20" height="40" fill="red"/><rect x="30" width="10" height="40" visibility="hidden"/></g>',
        {(5, 20): RED, (15, 20): RED, (25, 20): WHITE},
    ),
    "markers that do not count for a box": (
        '<marker id="m" markerWidth="10" markerHeight="10" refX="10" refY="5" markerUnits="userSpaceOnUse"><rect width="10" height="10" fill="#00f"/></marker><clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><path d="M20 0h20v20h-20z" fill="red" marker-start="url(#m)" clip-path="url(#c)"/>',
        {(25, 10): RED, (35, 10): WHITE, (15, 2): WHITE},
    ),
    "an edge that is none by inheritance": (
        '<g><svg width="20" height="20" overflow="inherit"><rect width="40" height="40" fill="red"/></svg></g>',
        {(10, 10): RED, (30, 30): RED},
    ),
    "an edge inherited of one that has it": (
        '<svg viewBox="0 0 40 40"><svg width="20" height="20" overflow="inherit"><rect width="40" height="40" fill="red"/></svg></svg>',
        {(10, 10): RED, (30, 30): WHITE},
    ),
    "a stroke in units of the type around it": (
        '<g font-size="10" stroke="red" stroke-width="1em" stroke-dasharray="2em"><path font-size="1" d="M0 20h40"/></g>',
        {(10, 16): RED, (10, 24): RED, (10, 26): WHITE, (25, 20): WHITE},
    ),
    "a clip in the units of a nested drawing": (
        '<clipPath id="c"><rect width="10" height="20"/></clipPath><svg x="10" width="20" height="20" viewBox="0 0 40 40" clip-path="url(#c)"><rect width="40" height="40" fill="red"/></svg>',
        {(12, 5): RED, (17, 5): WHITE, (12, 12): WHITE, (5, 5): WHITE},
    ),
    "a filter's colour mode as a style": (
        '<rect width="40" height="40" fill="red"/><g style="isolation: isolate"><rect width="20" height="40" fill="#0f0" style="mix-blend-mode: multiply"/></g>',
        {(10, 20): (0, 255, 0), (30, 20): RED},
    ),
    "places down the page that are aligned": (
        f'<text x="20" y="10 20 30" text-anchor="end" {BODY} font-size="10" fill="red">III</text>',
        {(18.5, 7): RED, (21.3, 17): RED, (24, 27): RED, (18.5, 17): WHITE},
    ),
    "parts of a text for other readers": (
        f'<text x="2" y="30" {BODY} font-size="30" fill="red"><tspan systemLanguage="pt">I</tspan><tspan systemLanguage="en" fill="#00f">I</tspan></text>',
        {(5, 20): BLUE, (13, 20): WHITE},
    ),
    "a translucent stroke of letters over their fill": (
        f'<text x="-3" y="35" {BODY} font-size="50" font-weight="700" fill="red" stroke="#00f" stroke-opacity=".5" stroke-width="3">I</text>',
        {(1.7, 20): (127, 0, 128), (8.6, 20): (127, 127, 255), (4.3, 20): RED},
    ),
    "a gradient of letters that are turned": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="40" y2="0"><stop offset=".75" stop-color="red"/><stop offset=".75" stop-color="blue"/></linearGradient>'
        f'<text x="20" y="10" rotate="90" {BODY} font-size="50" font-weight="700" fill="url(#g)">I</text>',
        {(25, 17): RED, (35, 17): BLUE},
    ),
    "a pattern of letters that are turned": (
        '<pattern id="q" patternUnits="userSpaceOnUse" width="60" height="60"><rect width="30" height="60" fill="red"/><rect x="30" width="30" height="60" fill="#00f"/></pattern>'
        f'<text x="20" y="10" rotate="90" {BODY} font-size="50" font-weight="700" fill="url(#q)">I</text>',
        {(25, 17): RED, (35, 17): BLUE},
    ),
    "the box of letters that are turned": (
        '<linearGradient id="g"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="blue"/></linearGradient>'
        f'<text x="20" y="10" rotate="90" {BODY} font-size="50" font-weight="700" fill="url(#g)">I</text>',
        {(31, 17): RED, (38, 17): BLUE},
    ),
    "a gradient in a tile in units of a box": (
        '<linearGradient id="g"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="blue"/></linearGradient>'
        '<pattern id="p" width="1" height="1" patternContentUnits="objectBoundingBox"><rect width="1" height="1" fill="url(#g)"/></pattern>'
        '<rect x="4" y="4" width="32" height="32" fill="url(#p)"/>',
        {(10, 20): RED, (30, 20): BLUE},
    ),
    "lines of a group by class": (
        f'<style>.u {{ text-decoration: underline; fill: red }}</style><g class="u"><g><text x="2" y="28" {BODY} font-size="25">II</text></g></g>',
        {(9, 31.8): RED, (9, 8): WHITE, (5.4, 25): RED},
    ),
}  # fmt: skip


@pytest.mark.parametrize("feature", CASES)
def test_it_is_drawn_as_it_looks_without_a_word(feature: str) -> None:
    inside, points = CASES[feature]
    portfolio = drawn(inside)
    assert portfolio.notes == ()
    image = raster(printed(portfolio), dpi=254)
    assert {place: at(image, *place) for place in points} == {
        place: pytest.approx(colour, abs=2) for place, colour in points.items()
    }


@pytest.mark.parametrize("feature", CASES)
def test_nothing_of_it_is_a_picture(feature: str) -> None:
    with pikepdf.open(io.BytesIO(printed(drawn(CASES[feature][0])))) as pdf:
        assert pdf.check_pdf_syntax() == []
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        assert "/Image" not in {str(stream.get("/Subtype")) for stream in streams}


def test_what_it_refers_to_may_be_an_icon_or_where_a_link_leads() -> None:
    inside = '<g class="x"><a href="#far"><use href="#i-dot" width="20" height="20"/></a></g>'
    assert at(seen(inside, symbols=SYMBOLS), 10, 10) == BLACK


def test_what_surrounds_it_holds_for_it_too() -> None:
    pattern = CASES["<pattern> as a fill"][0]
    image = seen(f'<g transform="translate(20 0) scale(.5)" fill-opacity=".5" opacity=".5">{pattern}</g>')
    # Inherited by the tile's rectangle where it is defined, by the filled one, and of the group: .5 * .5 * .5.
    assert at(image, 21, 10) == pytest.approx((255, 223, 223), abs=3)
    assert at(image, 24, 10) == at(image, 10, 10) == WHITE
    assert at(image, 21, 25) == WHITE


def test_nothing_leaks_into_it() -> None:
    inside = '<g><rect width="5" height="5" fill="red" fill-opacity=".1"/><g class="x"><rect x="20" width="20" height="40"/></g></g>'
    assert at(seen(inside), 30, 20) == BLACK


def test_a_tile_is_kept_once_for_all_faces() -> None:
    inside = CASES["<pattern> as a fill"][0].replace('height="10" fill', 'height="9" rx="1" fill')
    portfolio = drawn(inside, inside + "<rect width='1' height='1'/>")
    assert len([r for r in portfolio.resources if r.kind == "XObject" and r.name.startswith("I")]) == 1


def test_letters_beside_styles_are_of_our_font() -> None:
    pdf = printed(drawn(f'<text x="3" y="20" {BODY} font-size="5" class="x" font-weight="700">ninho</text>'))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        names = {
            str(thing["/BaseFont"])
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and "/BaseFont" in thing
        }
    assert {name.split("+")[1] for name in names} == {"AlegreyaSans-Bold"}
