"""Drawings made plain: shapes, viewports, markers, patterns, clips and paints in user units."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import re

import pytest
from plainly import parsed, plain

from prancha.graphics.svg.normal.definitions import MAX_ELEMENTS, fewest_drawn
from prancha.graphics.svg.normal.plain_elements import own_box
from prancha.graphics.svg.normal.plain_shapes import vertices
from prancha.graphics.svg.svg_markup import DrawingFault

SHAPE = "M0 0h9"


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        # Shapes
        ('<rect width="0" height="9"/><circle r="0"/><path d=""/><polygon points=""/>', ""),
        ('<rect width="10%" height="10%"/>', '<rect x="0" y="0" width="10" height="20" />'),
        ('<ellipse rx="9"/>', '<ellipse cx="0" cy="0" rx="9" ry="9" />'),
        ('<rect width="9" height="9" rx="-1" ry="2"/>', '<rect x="0" y="0" width="9" height="9" rx="2" ry="2" />'),
        ('<line x2="1em" font-size="5" stroke="red"/>', '<line x1="0" y1="0" x2="5" y2="0" stroke="#ff0000" />'),
        # Paints
        (f'<path d="{SHAPE}" fill="#f008"/>', f'<path d="{SHAPE}" fill="#ff0000" fill-opacity="0.533333" />'),
        (f'<g color="red"><path d="{SHAPE}" fill="currentColor"/></g>', f'<path d="{SHAPE}" fill="#ff0000" />'),
        ('<text style="shape-inside:url(#r)"> </text><rect id="r" width="0"/>', ""),
        (f'<path d="{SHAPE}" fill="url(#gone) lime"/>', f'<path d="{SHAPE}" fill="#00ff00" />'),
        (f'<path d="{SHAPE}" visibility="hidden"/>', ""),
        (f'<clipPath id="c"><path d="{SHAPE}"/></clipPath><path d="{SHAPE}" clip-path=" url( \'#c\' ) " fill=" lime "/>', f'<defs><clipPath id="c1"><path d="{SHAPE}" /></clipPath></defs><path d="{SHAPE}" fill="#00ff00" clip-path="url(#c1)" />'),
        (f'<linearGradient id="g"><stop stop-color=" red "/></linearGradient><path d="{SHAPE}" fill="  url( #g )"/>', f'<path d="{SHAPE}" fill="#ff0000" />'),
        (f'<g class="x" fill=" url( #g )  lime "><path d="{SHAPE}" display=" inline " visibility=" visible "/></g>', f'<path d="{SHAPE}" fill="#00ff00" />'),
        (f'<path d="{SHAPE}" mix-blend-mode="screen" isolation="isolate" transform-box="fill-box"/>', f'<path d="{SHAPE}" />'),
        # Effects
        (f'<g opacity="0"><path d="{SHAPE}"/></g>', ""),
        (f'<g transform="scale(0)"><path d="{SHAPE}"/></g>', ""),
        (f'<path d="{SHAPE}" transform="rotate(90)" transform-origin="9 0"/>', f'<path d="{SHAPE}" transform="matrix(0 1 -1 0 9 -9)" />'),
        (f'<g style="isolation:isolate;mix-blend-mode:screen"><path d="{SHAPE}"/></g>', f'<path d="{SHAPE}" mix-blend-mode="screen" isolation="isolate" />'),
        # Conditions
        (f'<switch><path d="M1 1h1" systemLanguage="pt"/><path d="{SHAPE}" systemLanguage="en-GB"/></switch>', f'<path d="{SHAPE}" />'),
        (f'<path d="{SHAPE}" systemLanguage="pt"/>', ""),
        # Viewports
        (f'<svg x="5" y="5" width="10" height="10" viewBox="0 0 5 5" overflow="visible"><path d="{SHAPE}"/></svg>', f'<g transform="matrix(2 0 0 2 5 5)"><path d="{SHAPE}" /></g>'),
        (f'<svg width="0"><path d="{SHAPE}"/></svg>', ""),
        (f'<svg width="10" height="5" viewBox="0 0 1 1" preserveAspectRatio="none" overflow="visible"><path d="{SHAPE}"/></svg>', f'<g transform="matrix(10 0 0 5 0 0)"><path d="{SHAPE}" /></g>'),
        # Uses
        (f'<defs><path id="a" d="{SHAPE}"/></defs><use href="#a" x="3" fill="red"/>', f'<path id="a" d="{SHAPE}" fill="#ff0000" transform="matrix(1 0 0 1 3 0)" />'),
        ('<use href="#i-sun" width="9" color="red"/>', '<use href="#i-sun" width="9" color="red" />'),
        # Ends of lines without length
        ('<path d="M5 5h0" stroke="red" stroke-width="2" stroke-linecap="round"/>', '<circle cx="5" cy="5" r="1" fill="#ff0000" />'),
        ('<path d="M5 5h0" stroke="red" stroke-width="2" stroke-linecap="square"/>', '<rect x="4" y="4" width="2" height="2" fill="#ff0000" />'),
        ('<path d="M5 5h0" stroke="red" stroke-width="2"/>', ""),
        # The order of paints
        (f'<path d="{SHAPE}" stroke="red" paint-order="stroke"/>', f'<path d="{SHAPE}" stroke="#ff0000" fill="none" /><path d="{SHAPE}" />'),
    ],
)  # fmt: skip
def test_a_drawing_is_written_in_the_one_way(inside: str, found: str) -> None:
    assert plain(inside) == found


@pytest.mark.parametrize(
    ("orient", "matrix"),
    [
        ("auto", "matrix(0 1 -1 0 5 5)"),
        ("auto-start-reverse", "matrix(0 -1 1 0 5 5)"),
        ("180", "matrix(-1 0 0 -1 5 5)"),
        ("0.25turn", "matrix(0 1 -1 0 5 5)"),
    ],
)
def test_markers_are_groups_at_their_vertices(orient: str, matrix: str) -> None:
    marker = f'<marker id="m" markerUnits="userSpaceOnUse" overflow="visible" orient="{orient}"><path d="{SHAPE}"/></marker>'
    found = plain(f'{marker}<path d="M5 5v9" fill="none" marker-start="url(#m)"/>')
    assert re.sub(r"-?0\.0+\b|-0\b", "0", found).count(f'<g transform="{matrix}">') == 1


@pytest.mark.parametrize(
    ("data", "angles"),
    [
        ("M0 0h9v9", [0, 45, 90]),
        ("M0 0h9v9z", [-45 - 22.5, 45, 157.5, -67.5]),
        ("M0 0h0h9h0", [0, 0, 0, 0]),
        ("M0 0C0 0 0 9 0 9", [90, 90]),
        ("M0 0h9M3 3", [0, 0, 0]),
        ("M0 0A9 9 0 0 1 9 9", [0, 90]),
    ],
)
def test_angles_at_vertices_are_halfway(data: str, angles: list[float]) -> None:
    (path,) = parsed(f'<path d="{data}"/>')
    found = [vertex.angle for vertex in vertices(path, 99)]
    assert [(a - b + 180) % 360 for a, b in zip(found, angles, strict=True)] == pytest.approx(
        [180] * len(angles), abs=0.1
    )


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<rect width="-1" height="1"/>', "a <rect> has a negative size"),
        ('<svg width="-1"><g/></svg>', "a viewport has a negative size"),
        ('<use href="a.svg#b"/>', 'href="a.svg#b" is not of this file'),
        ('<use id="u" href="#u"/>', '"#u" refers to itself'),
        ('<symbol id="s" transform="scale(2)"><g/></symbol><use href="#s"/>', "a transform has no meaning on <symbol>"),
        ('<linearGradient id="g" href="#c"/><circle id="c" r="9" fill="url(#g)"/>', 'href="#c" of a gradient refers to no gradient'),
        ('<radialGradient id="g" r="-1"><stop/><stop offset="1"/></radialGradient><circle r="9" fill="url(#g)"/>', "a radial gradient has a negative radius"),
        ('<linearGradient id="g" gradientTransform="scale(0)"><stop/><stop offset="1"/></linearGradient><circle r="9" fill="url(#g)"/>', 'gradientTransform="scale(0)" scales to nothing'),
        ('<pattern id="p" href="#c"/><circle id="c" r="9" fill="url(#p)"/>', 'href="#c" of a pattern refers to no pattern'),
        ('<pattern id="p" width="-1" height="1"><circle r="1"/></pattern><circle r="9" fill="url(#p)"/>', "a pattern has a negative size"),
        ('<pattern id="p" width="1" height="1" overflow="visible"><circle r="1"/></pattern><circle r="9" fill="url(#p)"/>', "a pattern whose tiles reach beyond each other cannot be printed truly"),
        ('<pattern id="p" width="1" height="1" patternTransform="scale(0)"><circle r="1"/></pattern><circle r="9" fill="url(#p)"/>', 'patternTransform="scale(0)" scales to nothing'),
        ('<path d="M0 0h9" stroke="red" stroke-dasharray="1" pathLength="3"/>', "dashes measured by pathLength cannot be printed truly"),
        ('<image href="a" width="9" height="9" preserveAspectRatio="xMidYMid slice" overflow="visible"/>', "a picture that reaches out of its frame cannot be printed truly"),
        ('<filter id="g"/><filter id="f" href="#g"/><circle r="9" filter="url(#f)"/>', "a filter that refers to another cannot be printed truly"),
        ('<filter id="f"><feImage href="#g"/></filter><circle r="9" filter="url(#f)"/>', "a filter that shows another part of the drawing cannot be printed truly"),
        ('<text font-size="3" style="shape-inside:url(#n)">a</text>', 'shape-inside="url(#n)" is no shape of this drawing'),
        ('<rect id="n"/><text font-size="3" style="shape-inside:url(#n)">a</text>', "the frame of a text, a <rect>, has no size"),
        ('<text font-size="3" style="inline-size:wide">a</text>', 'inline-size="wide" cannot be read'),
        ('<text font-size="3" style="shape-padding:much">a</text>', 'shape-padding="much" cannot be read'),
        (f'<path id="n" d="M0 0{"h1v1" * 2500}"/><text font-size="3" style="shape-inside:url(#n)">a</text>', "the frame of a text has too many corners"),
        ('<text font-size="3" style="inline-size:9" textLength="5">a</text>', "textLength means nothing in a text that flows"),
        ('<text font-size="3">a<tspan opacity=".5">b</tspan></text>', "opacity on a part of a text cannot be printed truly"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_truly_is_refused_with_its_element(inside: str, message: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        plain(inside)
    assert fault.value.message == message
    assert fault.value.element is not None


@pytest.mark.parametrize(
    ("inside", "count"),
    [
        ("<g><rect/><rect/></g>", 3),
        ('<defs><g id="a"><rect/><rect/></g></defs><use href="#a"/><use href="#a"/>', 1 + 2 * 4),
        ('<symbol id="a"><rect/><rect/></symbol><use href="#a"/>', 1 + 3),
        ('<g id="a" display="none"><rect/></g><use href="#a"/>', 1 + 2),
        ("<switch><g><rect/></g><rect/></switch>", 2),
        ('<g id="a"><use href="#a"/></g>', 2 + 1),
        ('<use href="#gone"/>', 1),
    ],
)
def test_elements_are_counted_before_they_are_drawn(inside: str, count: int) -> None:
    root = parsed(inside)
    assert fewest_drawn(root, {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}) == count
    assert count <= MAX_ELEMENTS


@pytest.mark.parametrize(
    ("inside", "box"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', (1, 2, 4, 6)),
        ('<circle cx="5" cy="5" r="2"/>', (3, 3, 7, 7)),
        ('<path d="M0 0C0 9 9 9 9 0"/>', (0, 0, 9, 6.75)),
        ('<polygon points="1 2 3 4 0 9"/>', (0, 2, 3, 9)),
        ('<line x1="4" x2="1" y2="3"/>', (1, 0, 4, 3)),
        ('<image width="3" height="0"/>', None),
        ("<g/>", None),
    ],
)
def test_the_box_of_an_element_is_that_of_its_outline(inside: str, box: tuple[float, ...] | None) -> None:
    (element,) = parsed(inside)
    found = own_box(element)
    assert found == (box if box is None else pytest.approx(box))
