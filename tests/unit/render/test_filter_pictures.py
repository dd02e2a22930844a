"""Objects with filters: printed as pictures, told so, and refused where they cannot be."""

# ruff: noqa: E501 - one case a line reads as a table

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Any

import pytest
from rendering import BODY, LIBRARY, RED, SYMBOLS, WHITE, at, drawn, face, printed, raster, refused, seen

from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Failure
from prancha.model.face import RenderSettings
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


def test_a_function_is_worked_out_near_the_picture_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    # resvg works out a region of five times the picture each way, which takes a second a face.
    import resvg_py

    given: list[str] = []
    real = resvg_py.svg_to_bytes
    monkeypatch.setattr(
        resvg_py,
        "svg_to_bytes",
        lambda svg_string, **more: given.append(svg_string) or real(svg_string, **more),
    )
    drawn('<rect x="10" y="10" width="10" height="10" filter="drop-shadow(1px 1px 0 red)"/>')
    regions = re.findall(r'<filter [^>]*\bwidth="([\d.]+)" height="([\d.]+)"', given[0])
    assert [float(side) < 2 * 40 for side in regions[0]] == [True, True]


STRIPES = '<pattern id="p" patternUnits="userSpaceOnUse" width="10" height="10"><rect width="5" height="10" fill="#00f"/></pattern>'
ASIDE = '<filter id="f" x="-1" y="-1" width="3" height="3"><feOffset dx="10"/></filter>'
BLUE, BLACK, GREEN = (0, 0, 255), (0, 0, 0), (0, 128, 0)
SQUARE = 'width="20" height="20"'
AS_DRAWN: Mapping[str, tuple[str, Mapping[tuple[int, int], tuple[int, ...]]]] = {
    "a pattern": (f'{STRIPES}{SHADOW}<rect x="10" y="10" {SQUARE} fill="url(#p)" filter="url(#f)"/>', {(12, 12): BLUE, (17, 12): WHITE, (22, 12): BLUE, (18, 32): RED, (22, 32): WHITE, (32, 32): WHITE}),
    "a pattern in a group": (f'{STRIPES}{ASIDE}<g filter="url(#f)"><path d="M0 10h20v20h-20z" fill="url(#p)" fill-opacity=".5"/></g>', {(12, 20): (127, 127, 255), (17, 20): WHITE, (22, 20): (127, 127, 255), (2, 20): WHITE}),
    "a pattern on a stroke": (f'{STRIPES}{ASIDE}<path d="M0 20h20" stroke="url(#p)" stroke-width="10" fill="red" filter="url(#f)"/>', {(12, 20): BLUE, (17, 20): WHITE, (12, 24): BLUE, (12, 26): WHITE}),
    "a pattern on letters": (f'{STRIPES}{ASIDE}<text x="-3" y="35" {BODY} font-size="50" font-weight="700" fill="url(#p)" filter="url(#f)">I</text>', {(13, 20): BLUE, (16, 20): WHITE}),
    "many small tiles": (f'{STRIPES.replace("10", "1.01").replace("5", ".505")}{ASIDE}<rect width="29" height="9" y="10" fill="url(#p)" filter="url(#f)"/>', {(10, 15): BLUE, (38, 15): WHITE}),
    "a turned object": (f'{ASIDE}<rect x="-5" y="-5" width="10" height="10" transform="translate(20 10) rotate(90)" fill="red" filter="url(#f)"/>', {(20, 20): RED, (30, 10): WHITE, (20, 10): WHITE}),
    "a mirrored object": (f'{ASIDE}<rect width="10" height="10" transform="translate(40 10) scale(-1 1)" fill="red" filter="url(#f)"/>', {(25, 15): RED, (35, 15): WHITE}),
    "a stretched object": (f'{ASIDE}<rect width="10" height="10" transform="scale(1 2)" fill="red" filter="url(#f)"/>', {(15, 19): RED, (15, 21): WHITE, (5, 10): WHITE}),
    "a turned object in one with a filter": (f'{ASIDE}<g filter="blur(0)"><rect x="-5" y="-5" width="10" height="10" transform="translate(20 10) rotate(90)" fill="red" filter="url(#f)"/></g>', {(20, 20): RED, (30, 10): WHITE, (20, 10): WHITE}),
    "a mask in units of the drawing": (f'{ASIDE}<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" {SQUARE}><rect {SQUARE} fill="#fff"/></mask><g filter="url(#f)"><g mask="url(#m)"><rect width="5" height="5" fill="#00f"/><rect {SQUARE} fill="red"/></g></g>', {(12, 12): RED, (28, 18): RED}),
    "what blends": (f'{ASIDE}<g filter="url(#f)"><rect {SQUARE} fill="red"/><rect width="10" height="20" fill="#0f0" style="mix-blend-mode:multiply"/></g>', {(15, 10): BLACK, (25, 10): RED}),
    "an icon in its colour": (f'{ASIDE}<g color="#008000" filter="url(#f)"><use href="#i-dot" {SQUARE} fill="red"/></g>', {(20, 10): GREEN}),
    "a region of all of the drawing": ('<filter id="f" filterUnits="userSpaceOnUse"><feFlood flood-color="red"/></filter><rect x="10" y="10" width="2" height="2" filter="url(#f)"/>', {(1, 1): RED, (39, 39): RED}),
    "parts in shares of the object": ('<filter id="f" x="0" y="0" width="2" height="1" primitiveUnits="objectBoundingBox"><feOffset dx=".5"/><feFlood x="0" y="0" width="1" height=".5" flood-color="#00f" result="a"/><feOffset in="SourceGraphic" dx="1"/><feMerge><feMergeNode/><feMergeNode in="a"/></feMerge></filter><rect x="10" y="10" width="10" height="10" fill="red" filter="url(#f)"/>', {(15, 12): BLUE, (15, 17): WHITE, (25, 17): RED}),
    "a colour that the filter has": ('<g color="#008000"><filter id="f"><feFlood flood-color="currentColor"/></filter></g><g color="red"><rect x="10" y="10" width="9" height="9" filter="url(#f)"/></g>', {(15, 15): GREEN}),
    "the colour of what has a function": ('<g color="#008000"><rect x="5" y="5" width="5" height="5" style="filter:drop-shadow(10px 10px)"/></g>', {(17, 17): GREEN, (7, 7): BLACK}),
    "lengths of a function": ('<rect x="5" y="5" width="5" height="5" font-size="10" style="filter:drop-shadow(1em 10mm 0px red)"/>', {(17, 17): RED}),
    "lengths of a function on paper": ('<rect x="5" y="5" width="5" height="5" style="filter:drop-shadow(1cm 28.3465pt red)"/>', {(17, 17): RED, (7, 7): BLACK, (7, 17): WHITE}),
    "functions one after another": (f'<rect {SQUARE} fill="#204060" style="filter:invert(1) brightness(50%)"/>', {(10, 10): (111, 95, 79)}),
    "a shadow in sRGB": (f'<filter id="f" x="0" y="0" width="2" height="2" color-interpolation-filters="sRGB"><feDropShadow dx="15" dy="15" stdDeviation="0" flood-color="#008000"/></filter><rect {SQUARE} fill="red" filter="url(#f)"/>', {(30, 30): GREEN, (10, 10): RED}),
    "a shadow that begins beyond the region": (f'<filter id="f" x="0" y="0" width="2" height="2"><feDropShadow dx="10" dy="10" stdDeviation="1"/></filter><rect {SQUARE} filter="url(#f)"/>', {(30, 25): (131, 131, 131), (10, 25): (124, 124, 124), (9, 25): (208, 208, 208)}),
    "a shadow of what came before": (f'<filter id="f" x="0" y="0" width="2" height="2"><feOffset dx="10"/><feDropShadow dx="0" dy="20" stdDeviation="0" flood-color="red"/></filter><rect {SQUARE} filter="url(#f)"/>', {(5, 10): WHITE, (25, 10): BLACK, (25, 30): RED, (5, 30): WHITE}),
    "a function on a large drawing": ('<g transform="scale(.001)"><path d="M10000 10000h20000v20000h-20000z" style="filter:drop-shadow(0px 9000px 0px red)"/></g>', {(20, 20): BLACK, (20, 35): RED, (5, 35): WHITE}),
    "a light": (f'<filter id="f" x="0" y="0" width="1" height="1"><feDiffuseLighting lighting-color="#008000"><feDistantLight elevation="90"/></feDiffuseLighting></filter><rect {SQUARE} filter="url(#f)"/>', {(10, 10): GREEN}),
    "colours mixed as the drawing says": (f'<g color-interpolation-filters="sRGB"><filter id="f"><feComponentTransfer><feFuncR type="linear" slope=".5"/></feComponentTransfer></filter></g><rect {SQUARE} fill="red" filter="url(#f)"/>', {(10, 10): (127, 0, 0)}),
}  # fmt: skip


@pytest.mark.parametrize("what", AS_DRAWN)
def test_an_object_is_given_to_its_filter_as_it_would_be_drawn(what: str) -> None:
    inside, points = AS_DRAWN[what]
    image = seen(inside, symbols=SYMBOLS)
    assert {place: at(image, *place) for place in points} == {
        place: pytest.approx(colour, abs=3) for place, colour in points.items()
    }


def test_a_panic_of_the_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    def panic(**_: Any) -> bytes:
        raise PanicException("index out of bounds")

    monkeypatch.setattr("resvg_py.svg_to_bytes", panic)
    found = refused(f'{BLUR}<rect {SQUARE} filter="url(#f)"/>')
    assert found.message.startswith("resvg gave up on an object with a filter")


def test_the_library_prints_nothing_of_its_panic(capfd: pytest.CaptureFixture[str]) -> None:
    far = '<filter id="far"><feOffset dx="99999999999999999999"/></filter>'
    found = refused(f'{far}<rect {SQUARE} filter="url(#far)"/>')
    assert found.message.startswith("resvg gave up on an object with a filter")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "value", ["blur(x)", "blur(1px) foo(2)", "drop-shadow(2px)", "sepia(1) url(#f)", "opacity(1 2)"]
)
def test_a_list_of_functions_that_is_none_is_refused(value: str) -> None:
    assert f'filter="{value}"' in refused(f'{BLUR}<rect {SQUARE} filter="{value}"/>').message


def test_letters_in_it_are_those_of_the_game() -> None:
    text = f'<text x="2" y="30" {BODY} font-weight="700" font-size="30" fill="red" filter="url(#f)">I</text>'
    image = seen('<filter id="f"><feOffset/></filter>' + text)
    assert at(image, 5.7, 20) == pytest.approx(RED, abs=2)


def test_the_ground_of_a_turned_pattern_has_no_seams() -> None:
    ground = '<rect width="1" height="1" fill="red"/><rect width=".01" height=".01" fill="#00f"/>'
    pattern = (
        f'<pattern id="p" width=".25" height=".5" patternContentUnits="objectBoundingBox">{ground}</pattern>'
    )
    image = seen(
        f'<filter id="f"><feOffset/></filter>{pattern}'
        '<rect x="8" y="8" width="24" height="24" transform="rotate(-20 20 20)" fill="url(#p)" filter="url(#f)"/>'
    )
    inner = image.crop((150, 130, 250, 270))
    whites = [pixel for _, pixel in inner.getcolors(100_000) or () if pixel[1] > 8]
    assert not whites


def test_thin_parts_of_letters_keep_their_colour_where_they_are_spread() -> None:
    # At 300 dpi few dots between the strokes have the colour of the fill alone.
    text = f'<text x="3" y="15" {BODY} font-size="7" stroke="#c0392b" stroke-width=".4" fill="#fff6d6" filter="url(#f)">'
    image = seen(f'<filter id="f"><feMorphology radius=".3" operator="dilate"/></filter>{text}AAAA</text>')
    pale = [count for count, (red, green, blue) in image.getcolors(200_000) or () if green > 225 > blue]
    assert sum(pale) > 2500


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


def test_a_wide_spread_is_drawn_across_and_then_down() -> None:
    markup = '<feMorphology operator="dilate" radius="1.5" in="SourceAlpha"/>'
    image = seen(
        f'<filter id="f" x="-50%" width="200%">{markup}</filter><rect x="15" y="15" width="9" height="9" filter="url(#f)"/>'
    )
    assert [at(image, x, 19) for x in (13, 14, 25, 26)] == [WHITE, BLACK, BLACK, WHITE]


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        ('<g id="g"/><rect width="9" height="9" filter="url(#g)"/>', 'filter="url(#g)" refers to a <g>', ""),
    ],
)
def test_a_filter_that_is_none_is_refused(inside: str, message: str, hint: str) -> None:
    found = refused(inside)
    assert found.message.startswith(message)
    assert found.hint == hint


def test_a_picture_of_too_many_dots_is_refused() -> None:
    one = face(f'{BLUR}<rect width="39" height="39" filter="url(#f)"/>')
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
        found.hint == 'install what draws it: pip install "prancha[effects]"; or draw the shadow as a shape'
    )
