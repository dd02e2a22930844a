"""Drawings print as they look, or are refused with their line, by every route onto a card."""

# ruff: noqa: E501 - one case a line reads as a table

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conformance.project import SCALE, Printed, Template, print_all

WHITE, BLACK, RED, BLUE = (255, 255, 255), (0, 0, 0), (255, 0, 0), (0, 0, 255)
Colours = Mapping[tuple[float, float], tuple[int, int, int]]
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40">'
)
HALF = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f"/>'
BODY = 'font-family="Alegreya Sans" font-weight="700"'

DRAWN: Mapping[str, tuple[str, Colours]] = {
    "transform-origin as attribute": ('<rect x="20" y="20" width="10" height="4" fill="red" transform="rotate(90)" transform-origin="20 20"/>', {(18, 25): RED, (25, 22): WHITE}),
    "transform-origin of the box": ('<rect x="10" y="18" width="20" height="4" fill="red" style="transform-box:fill-box;transform-origin:center;transform:rotate(90deg)"/>', {(20, 12): RED, (12, 20): WHITE}),
    "transform on clipPath": ('<clipPath id="c" transform="translate(20)"><rect width="20" height="40"/></clipPath><rect width="40" height="40" fill="red" clip-path="url(#c)"/>', {(10, 20): WHITE, (30, 20): RED}),
    "clip-path on a clipPath": ('<clipPath id="a"><rect width="40" height="20"/></clipPath><clipPath id="c" clip-path="url(#a)"><rect width="20" height="40"/></clipPath><rect width="40" height="40" fill="red" clip-path="url(#c)"/>', {(10, 10): RED, (10, 30): WHITE, (30, 10): WHITE}),
    "clip-path on a clip's child": ('<clipPath id="a"><rect width="40" height="20"/></clipPath><clipPath id="c"><rect width="20" height="40" clip-path="url(#a)"/></clipPath><rect width="40" height="40" fill="red" clip-path="url(#c)"/>', {(10, 10): RED, (10, 30): WHITE}),
    "dominant-baseline": (f'<text x="2" y="2" {BODY} font-size="24" dominant-baseline="hanging" fill="red">I</text>', {(5.2, 12): RED}),
    "alignment-baseline": (f'<text x="2" y="2" {BODY} font-size="24" fill="red"><tspan alignment-baseline="hanging">I</tspan></text>', {(5.2, 12): RED}),
    "userSpaceOnUse in per cent": (f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="25%" x2="75%">{HALF}</linearGradient><rect width="40" height="40" fill="url(#g)"/>', {(5, 20): RED, (35, 20): BLUE, (20, 20): (128, 0, 128)}),
    "userSpaceOnUse with ends left out": (f'<linearGradient id="g" gradientUnits="userSpaceOnUse">{HALF}</linearGradient><rect width="40" height="40" fill="url(#g)"/>', {(.5, 20): RED, (39.5, 20): BLUE, (20, 20): (128, 0, 128)}),
    "fr of a radial gradient": (f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="20" cy="20" r="20" fr="10">{HALF}</radialGradient><rect width="40" height="40" fill="url(#g)"/>', {(20, 20): RED, (28, 20): RED, (35, 20): (128, 0, 128)}),
    "two stops at 0": ('<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="20" x2="40"><stop offset="0" stop-color="lime"/><stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient><rect width="40" height="40" fill="url(#g)"/>', {(10, 20): (0, 255, 0), (21, 20): (243, 0, 12), (30, 20): (128, 0, 128)}),
    "text on a line of its own": (f'<text x="2" y="30" {BODY} font-size="30" fill="red">\n      I\n    </text>', {(5.7, 20): RED}),
    "several spaces kept": (f'<text x="0" y="30" {BODY} font-size="30" fill="red" xml:space="preserve">    I</text>', {(3.7, 20): WHITE}),
    "a place for each letter": (f'<text x="2 28" y="30" {BODY} font-size="30" fill="red">II</text>', {(5.7, 20): RED, (31.7, 20): RED, (14, 20): WHITE}),
    "dx and dy beside x and y": (f'<text x="2" y="10" dx="20" dy="20" {BODY} font-size="30" fill="red">I</text>', {(25.7, 20): RED, (5.7, 20): WHITE}),
    "textLength": (f'<text x="2" y="30" textLength="36" {BODY} font-size="30" fill="red">II</text>', {(5.7, 20): RED, (34, 20): RED, (20, 20): WHITE}),
    "font-size by a word": (f'<text x="2" y="30" {BODY} font-size="xx-large" fill="red">I</text>', {(5.9, 20): RED}),
    "one radius of an ellipse": ('<ellipse cx="20" cy="20" rx="15" fill="red"/>', {(20, 8): RED, (8, 20): RED, (2, 2): WHITE}),
    "a comment in a style": ('<rect width="40" height="40" style="/* ground */fill:red"/>', {(20, 20): RED}),
    "a switch": ('<switch><rect systemLanguage="xx" width="40" height="40" fill="#00f"/><g requiredExtensions="http://example.org/a"><rect width="40" height="40" fill="#00f"/></g><rect width="40" height="40" fill="red"/><rect width="40" height="40" fill="#00f"/></switch>', {(20, 20): RED}),
    # "Warned: it prints truly", and wrong
    "opacity of a use": ('<defs><symbol id="s" viewBox="0 0 40 40"><rect width="40" height="40" fill="red"/><rect width="20" height="40" fill="red"/></symbol></defs><use href="#s" width="40" height="40" opacity=".5"/>', {(10, 20): (255, 128, 128), (30, 20): (255, 128, 128)}),
    "a nested drawing without a size": ('<svg viewBox="0 0 2 2"><rect width="1" height="2" fill="red"/></svg>', {(10, 20): RED, (30, 20): WHITE}),
    "markers on curves": ('<marker id="m" markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="12" refX="6" refY="6" orient="auto"><path d="M0 0H12V3H0z" fill="red"/></marker><path d="M20 20C20 20 20 34 20 34" stroke="#00f" fill="none" marker-start="url(#m)"/>', {(24.5, 20): RED, (15.5, 20): WHITE}),
    "a marker that is not clipped": ('<marker id="m" markerUnits="userSpaceOnUse" markerWidth="4" markerHeight="4" overflow="visible"><rect x="-8" y="-8" width="16" height="16" fill="red"/></marker><path d="M20 20H38" stroke="#00f" marker-start="url(#m)"/>', {(14, 14): RED}),
    "a gradient on text": (f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="40"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="#00f"/></linearGradient><text x="1" y="32" {BODY} font-size="32" textLength="38" fill="url(#g)">II</text>', {(4.9, 20): RED, (34.5, 20): BLUE}),
    "the pitch of a pattern": ('<pattern id="p" width="2" height="40" patternUnits="userSpaceOnUse"><rect width="1" height="40" fill="red"/></pattern><rect width="40" height="40" fill="url(#p)"/>', {**{(2 * k + .5, 20): RED for k in range(20)}, **{(2 * k + 1.5, 20): WHITE for k in range(20)}}),
    "a line between two places fills nothing": ('<path d="M4 20h32" stroke="none"/><path d="M4 4l32 30"/>', {(20, 20): WHITE, (20, 19): WHITE}),
}  # fmt: skip

REFUSED: Mapping[str, tuple[str, str, str]] = {
    "an element in capitals": ('<RECT width="9" height="9"/>', "there is no element <RECT> in SVG", 'did you mean "rect"?'),
    "a misspelt element": ('<rct width="9" height="9"/>', "there is no element <rct> in SVG", 'did you mean "rect"?'),
    "a misspelt attribute": ('<rect widht="9" height="9"/>', '<rect> has no attribute "widht"', 'did you mean "width"?'),
    "a misspelt property": ('<rect width="9" height="9" stroke-witdh="2"/>', '<rect> has no attribute "stroke-witdh"', 'did you mean "stroke-width"?'),
    "a misspelt property of a style": ('<rect width="9" height="9" style="stroke-witdh:2"/>', 'there is no property "stroke-witdh"', 'did you mean "stroke-width"?'),
    "words outside of texts": ("<rect width='9' height='9'/>{ icon('star', 30, 40, 10) }}", "the words \"{ icon('star', 30, 40, 10) }}\" stand outside of any text", "is a brace"),
}  # fmt: skip


def _templates(route: str, inside: Mapping[str, str]) -> dict[str, Template]:
    files = {name: f"{HEAD}{text}</svg>".encode() for name, text in inside.items()}
    if route == "inline":
        return {name: Template(".svg.j2", text.encode()) for name, text in inside.items()}
    return {name: Template(".svg", data, picture=route == "art") for name, data in files.items()}


def _id(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-")


@cache
def _printed(route: str) -> Printed:
    cases = {_id(name): inside for name, (inside, *_) in (*DRAWN.items(), *REFUSED.items())}
    with TemporaryDirectory() as folder:
        return print_all(Path(folder), _templates(route, cases))


@pytest.mark.parametrize("route", ["inline", "art", "template"])
@pytest.mark.parametrize("name", DRAWN)
def test_it_is_drawn_as_it_looks(name: str, route: str) -> None:
    printed = _printed(route)
    assert _id(name) not in printed.refused, printed.refused[_id(name)]
    assert not printed.told.get(_id(name))
    face = printed.faces[_id(name)]
    for (x, y), colour in DRAWN[name][1].items():
        found = [int(v) for v in face[round(y * SCALE - 0.5), round(x * SCALE - 0.5)]]
        assert found == pytest.approx(colour, abs=8), (x, y)


# In a drawing that is a template, braces are those of a field.
@pytest.mark.parametrize(
    ("name", "route"),
    [
        (name, route)
        for name, (inside, *_) in REFUSED.items()
        for route in ("inline", "art", "template")
        if route != "template" or "{" not in inside
    ],
)
def test_it_is_refused_with_its_line(name: str, route: str) -> None:
    _, message, hint = REFUSED[name]
    (said,) = _printed(route).refused[_id(name)]
    assert message in said.message
    assert hint in said.hint
    assert said.place.line == 1
