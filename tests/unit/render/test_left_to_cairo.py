"""What the direct renderer leaves to CairoSVG comes out right, and is told."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import builtins
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from easel import BLACK, BODY, LIBRARY, RED, SYMBOLS, WHITE, at, drawn, printed, raster, refused

ROOT = Path(__file__).parents[3]
BLUE = (0, 0, 255)
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
    "a clip of groups, texts or differently moved shapes": (
        '<defs><clipPath id="c"><rect width="10" height="40"/><rect width="10" height="40" transform="translate(30)"/></clipPath></defs><rect width="40" height="40" fill="red" clip-path="url(#c)"/>',
        {(5, 20): RED, (20, 20): WHITE, (35, 20): RED},
    ),
    "use of a symbol of its own file": (
        '<defs><symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="red"/></symbol></defs><use href="#s" x="10" y="10" width="20" height="20"/>',
        {(20, 20): RED, (5, 5): WHITE},
    ),
    "<svg>": ('<svg x="10" y="10" width="20" height="20" viewBox="0 0 2 2"><rect width="1" height="2" fill="red"/></svg>', {(15, 20): RED, (25, 20): WHITE}),
    "text with a gradient, rotate, dx, dy": (f'<text x="3" y="36" {BODY} font-size="50" dx="2" fill="red">I</text>', {(35, 5): WHITE}),
    "<tspan> that goes on where text ended": (f'<text x="2" y="20" {BODY} font-size="5">a<tspan>b</tspan></text>', {(35, 5): WHITE}),
    "text with a place for each letter": (f'<text x="2 30" y="20" {BODY} font-size="9">II</text>', {(20, 17): WHITE}),
}  # fmt: skip


@pytest.mark.parametrize("feature", CASES)
def test_it_prints_right_and_is_told(feature: str) -> None:
    inside, points = CASES[feature]
    portfolio = drawn(inside)
    (note,) = {(note.code, note.severity, note.hint) for note in portfolio.notes}
    # CairoSVG rounds a tile to whole points, so that 4 mm repeat every 4.064 mm.
    hint = (
        "compare it with the drawing: the tiles may begin elsewhere, and their size be rounded"
        if "pattern" in feature
        else "it prints truly, only slower"
    )
    assert note == ("drawn-by-cairo", "warning", hint)
    assert portfolio.notes[0].message == f"{feature}: CairoSVG drew it (template card.svg.j2)"
    image = raster(printed(portfolio), dpi=254)
    assert {place: at(image, *place) for place in points} == {
        place: pytest.approx(colour, abs=2) for place, colour in points.items()
    }


def test_what_it_refers_to_may_be_an_icon_or_where_a_link_leads() -> None:
    inside = '<g class="x"><a href="#far"><use href="#i-dot" width="20" height="20"/></a></g>'
    image = raster(printed(drawn(inside, symbols=SYMBOLS)), dpi=254)
    assert at(image, 10, 10) == BLACK


def test_what_surrounds_it_holds_for_it_too() -> None:
    pattern = CASES["<pattern> as a fill"][0]
    portfolio = drawn(
        f'<g transform="translate(20 0) scale(.5)" fill-opacity=".5" opacity=".5">{pattern}</g>'
    )
    image = raster(printed(portfolio), dpi=254)
    assert at(image, 21, 10) == pytest.approx((255, 191, 191), abs=3)
    assert at(image, 24, 10) == at(image, 10, 10) == WHITE
    assert at(image, 21, 25) == WHITE


def test_nothing_leaks_into_it() -> None:
    image = raster(
        printed(
            drawn(
                '<g><rect width="5" height="5" fill="red" fill-opacity=".1"/><g class="x"><rect x="20" width="20" height="40"/></g></g>'
            )
        ),
        dpi=254,
    )
    assert at(image, 30, 20) == BLACK


def test_the_same_element_is_drawn_once_for_all_faces() -> None:
    inside = CASES["<pattern> as a fill"][0]
    portfolio = drawn(inside, inside + "<rect width='1' height='1'/>")
    assert len([r for r in portfolio.resources if r.page]) == 1
    with pikepdf.open(io.BytesIO(printed(portfolio))) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_letters_cairo_draws_are_of_our_font() -> None:
    pdf = printed(drawn(f'<text x="3" y="20" {BODY} font-size="5" class="x" font-weight="700">ninho</text>'))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        names = {
            str(thing["/BaseFont"])
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and "/BaseFont" in thing
        }
    assert {name.split("+")[1] for name in names} == {"AlegreyaSans-Bold"}


def test_fonts_are_found_and_no_file_about_them_stays(tmp_path: Path) -> None:
    # A process that ends as workers do, without the ceremonies of Python's end.
    program = """
import os, sys
from pathlib import Path
from generator.render.cairo import draw_page
head = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="20">'
for number in range(2):
    page, _ = draw_page(head + '<text y="9" font-family="Syne">ninho</text></svg>', [], [Path(sys.argv[1])])
    assert b"Syne" in page, page
assert "FONTCONFIG_FILE" not in os.environ
os._exit(0)
"""
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    environment.pop("FONTCONFIG_FILE", None)
    command = [sys.executable, "-c", program, str(LIBRARY / "fonts")]
    subprocess.run(command, env=environment, check=True)
    assert not list(tmp_path.iterdir())


def test_without_the_cairo_library_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def importing(name: str, *rest: Any, **more: Any) -> Any:
        if name == "cairosvg":
            raise OSError("no library called cairo was found")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", importing)
    found = refused(CASES["class"][0])
    message = "this face needs CairoSVG, and the cairo library is not installed (template card.svg.j2)"
    assert (found.message, found.hint) == (message, "run: prancha doctor")


@pytest.mark.parametrize(
    "problem",
    [ValueError("bad"), TypeError("bad"), RecursionError("bad"), OSError("bad"), AttributeError("bad")],
)
def test_what_cairo_chokes_on_is_refused(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def convert(**_: object) -> bytes:
        raise problem

    monkeypatch.setattr("cairosvg.surface.PDFSurface.convert", convert)
    message = f"CairoSVG cannot draw it: {type(problem).__name__}: bad (template card.svg.j2)"
    assert refused(CASES["class"][0]).message == message


def test_what_draws_more_than_memory_holds_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(**_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr("cairosvg.surface.PDFSurface.convert", convert)
    found = refused(CASES["class"][0])
    assert found.message.startswith("CairoSVG cannot draw it: a picture is broken, or it is too large")
