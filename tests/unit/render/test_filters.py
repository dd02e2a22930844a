"""Objects with filters: printed as pictures, told so, and refused where they cannot be."""

# ruff: noqa: E501 - one case a line reads as a table

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Any

import pytest
from easel import BODY, LIBRARY, RED, WHITE, at, drawn, face, printed, raster, refused, seen

from prancha.graphics.fonts import FontBook
from prancha.model.art import RenderSettings
from prancha.model.diagnostic import Failure
from prancha.render import render

BLUR = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
SHADOW = '<filter id="f" x="-1" y="-1" width="3" height="3"><feDropShadow dx="6" dy="6" stdDeviation="0" flood-color="red"/></filter>'
NOTE = "an object with a filter is printed as a picture at 300 dpi (template card.svg.j2)"


def test_it_is_a_picture_where_it_stood_and_is_told() -> None:
    portfolio = drawn(f'{SHADOW}<rect x="10" y="10" width="10" height="10" filter="url(#f)"/>')
    assert [(note.code, note.message) for note in portfolio.notes] == [("svg-told", NOTE)]
    image = raster(printed(portfolio), dpi=254)
    assert [at(image, x, x) for x in (8, 15, 24, 28)] == [WHITE, (0, 0, 0), RED, WHITE]


@pytest.mark.parametrize(
    ("around", "points"),
    [
        ('transform="translate(10 10)"', {(34, 34): RED, (24, 24): (0, 0, 0)}),
        ('opacity=".5"', {(24, 24): (255, 128, 128)}),
        ('clip-path="url(#c)"', {(24, 18): RED, (24, 24): WHITE}),
    ],
)
def test_what_is_around_it_counts(around: str, points: Mapping[tuple[int, int], tuple[int, ...]]) -> None:
    clip = '<clipPath id="c"><rect width="40" height="20"/></clipPath>'
    image = seen(
        f'{SHADOW}{clip}<g {around}><rect x="10" y="10" width="10" height="10" filter="url(#f)"/></g>'
    )
    for (x, y), colour in points.items():
        assert at(image, x, y) == pytest.approx(colour, abs=2)


def test_letters_in_it_are_those_of_the_game() -> None:
    text = f'<text x="2" y="30" {BODY} font-weight="700" font-size="30" fill="red" filter="url(#f)">I</text>'
    image = seen('<filter id="f"><feOffset/></filter>' + text)
    assert at(image, 5.7, 20) == pytest.approx(RED, abs=2)


def test_nothing_is_told_of_a_filter_that_nobody_uses() -> None:
    assert drawn(BLUR + '<rect width="9" height="9"/>').notes == ()


def test_its_picture_has_the_dots_that_are_asked_for() -> None:
    one = face(f'{BLUR}<rect x="10" y="10" width="10" height="10" filter="url(#f)"/>')
    widths = []
    for dots in (150, 300):
        found = render([one], {}, FontBook([LIBRARY]), [], settings=RenderSettings(raster=dots))
        entries = " ".join(resource.entries for resource in found.resources)
        widths.append(max(int(width) for width in re.findall(r"/Width (\d+)", entries)))
        assert f"at {dots} dpi" in found.notes[0].message
    assert widths[1] == pytest.approx(2 * widths[0], abs=4)


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        ('<rect width="9" height="9" filter="url(#gone)"/>', 'filter="url(#gone)" refers to an element', ""),
        ('<g id="g"/><rect width="9" height="9" filter="url(#g)"/>', 'filter="url(#g)" refers to a <g>', ""),
    ],
)
def test_a_filter_that_is_none_is_refused(inside: str, message: str, hint: str) -> None:
    found = refused(inside)
    assert found.message.startswith(message)
    assert found.hint == hint


def test_a_picture_of_too_many_dots_is_refused() -> None:
    one = face(f'{BLUR}<rect width="9" height="9" filter="url(#f)"/>')
    with pytest.raises(Failure) as failure:
        render([one], {}, FontBook([LIBRARY]), [], settings=RenderSettings(raster=9000))
    (found,) = failure.value.diagnostics
    assert re.match(r"a filter needs a picture of \d+ x \d+ pixels", found.message)
    assert found.hint == "lower raster: in game.yaml"


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def importing(name: str, *rest: Any, **more: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", importing)
    found = refused(f'{BLUR}<rect width="9" height="9" filter="url(#f)"/>')
    assert found.message.startswith("a filter (shadow, blur and the like) cannot be printed as vectors")
    assert (
        found.hint == "install what draws it: pip install 'prancha[effects]'; or draw the shadow as a shape"
    )
