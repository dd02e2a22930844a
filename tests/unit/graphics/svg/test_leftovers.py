"""What draws nothing is never refused, and what programs leave in a drawing is told in one line."""

from __future__ import annotations

import pytest
from plainly import looked_at, said


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        (
            '<g preserveAspectRatio="none"/><use href="#i" ry="3"/><path cx="3"/>',
            "preserveAspectRatio of a <g>, ry of a <use>, cx of a <path>",
        ),
        (
            '<path fill="FFF200" filter="url(#f12)" clip-path="url(#c)"/>',
            'fill="FFF200" without its #, clip-path="url(#c)", filter="url(#f12)"',
        ),
        (
            '<path stroke-linecap="null" stroke-dasharray="null"/>',
            'stroke-linecap="null", stroke-dasharray="null"',
        ),
        ('<path id="f11" filter="url(#f12)"/>', 'filter="url(#f12)"'),
        ('<linearGradient id="a" href="#b"/><path fill="url(#a)"/>', 'href="#b" of a <linearGradient>'),
    ],
)
def test_what_programs_left_is_told_once(inside: str, left: str) -> None:
    found = looked_at(inside)
    assert found.faults == ()
    assert [why for _, why in found.told] == [f"left out, for it means or names nothing: {left}"]


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        (
            '<filter id="shadow"/><g filter="url(#shadwo)"/>',
            'filter refers to "#shadwo", an element that does not exist',
            'did you mean "shadow"?',
        ),
        ('<rect cx="3"/>', '<rect> has no attribute "cx"', 'did you mean "x"?'),
        ('<g viewbox="0 0 9 9"/>', '<g> has no attribute "viewbox"', "known: "),
    ],
)
def test_a_near_miss_is_refused_all_the_same(inside: str, message: str, hint: str) -> None:
    ((told, advice),) = said(inside)
    assert told == message
    assert advice.startswith(hint)


@pytest.mark.parametrize(
    "inside",
    [
        "<flowRoot><flowRegion><rect/></flowRegion><flowPara> </flowPara></flowRoot>",
        '<defs><meshgradient id="m"/><filter id="f"><feNone/></filter><use href="#m"/></defs>',
        '<g style="display:none"><flowRoot><flowPara>x</flowPara></flowRoot></g>',
        '<style>.a{display:none}</style><g class="a"><mesh/></g>',
        '<g opacity="0"><mesh/></g>',
        '<hatch id="h" href="#i"/><hatch id="i"/>',
    ],
)
def test_what_draws_nothing_is_never_refused(inside: str) -> None:
    found = looked_at(inside)
    assert (found.faults, found.told) == ((), ())


@pytest.mark.parametrize(
    "inside",
    [
        '<g style="display:none"><mesh id="m"/></g><use href="#m"/>',
        '<defs><hatch id="h"/></defs><path style="fill:url(#h)"/>',
        '<defs><hatch id="h"/></defs><style>path{fill:URL(#h)}</style><path/>',
        '<text><tspan opacity="0"><mesh/></tspan></text>',
    ],
)
def test_what_something_refers_to_is_refused_where_it_cannot_be_drawn(inside: str) -> None:
    assert "cannot be printed truly" in said(inside)[0][0] or "cannot stand in" in said(inside)[0][0]
