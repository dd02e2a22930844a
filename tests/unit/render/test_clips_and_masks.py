"""A clip of several shapes shows what any of them covers."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import time

import pytest
from rendering import RED, WHITE, at, drawn, operators, refused, seen

from prancha.render import clips_and_masks
from prancha.render.path_operators import shape
from tests.work import AT_ONCE

OUTER, INNER = "M5 5H35V35H5Z", "M15 15H25V25H15Z"
BACK = "M15 15V25H25V15Z"
RING = "M25 15A5 5 0 0 0 15 15 5 5 0 0 0 25 15Z"
STAR = "M20 2L30 36 3 14 37 14 10 36Z"


def clipped(*shapes: str, clip: str = "", how: str = "") -> str:
    return (
        f'<clipPath id="c"{clip}>{"".join(shapes)}</clipPath>'
        f'<g {how}><rect width="40" height="40" fill="red" clip-path="url(#c)"/></g>'
    )


def path(d: str, more: str = "") -> str:
    return f'<path d="{d}"{more}/>'


EVENODD = ' clip-rule="evenodd"'
CASES = {
    "one within another": (clipped(path(OUTER), path(INNER)), {(20, 20): RED, (10, 10): RED, (2, 2): WHITE}),
    "one within another, the other way round": (clipped(path("M5 5V35H35V5Z"), path(BACK)), {(20, 20): RED, (10, 10): RED}),
    "bent shapes that overlap": (clipped(path("M5 5H35V15H15V35H5Z"), path("M35 35H5V25H25V5H35Z"), path("M8 8C30 0 30 30 8 30C20 20 20 16 8 8Z")), {(10, 10): RED, (30, 30): RED, (10, 30): RED, (20, 12): RED, (28, 3): WHITE}),
    "a rule that makes no difference to one": (clipped(path(OUTER, EVENODD), path(INNER)), {(20, 20): RED, (10, 10): RED}),
    "plain shapes by the other rule": (clipped('<rect width="40" height="20" clip-rule="evenodd"/>', '<circle cx="20" cy="20" r="10" clip-rule="evenodd"/>'), {(20, 15): RED, (20, 25): RED, (5, 30): WHITE}),
    "a hole, and a shape beside it": (clipped(path("M2 2H18V18H2ZM6 6V14H14V6Z"), path("M22 22V38H38V22Z")), {(4, 4): RED, (10, 10): WHITE, (30, 30): RED}),
    "two holes by the other rule": (clipped(path("M2 2H18V18H2ZM6 6H14V14H6Z", EVENODD), path("M22 22H38V38H22ZM26 26H34V34H26Z", EVENODD)), {(10, 10): WHITE, (30, 30): WHITE, (4, 4): RED}),
    "a rule for the whole clip": (clipped(path("M2 2H18V18H2ZM6 6H14V14H6Z"), clip=EVENODD), {(10, 10): WHITE, (4, 4): RED}),
    "a hidden shape": (clipped(path(OUTER, ' visibility="hidden"'), path(INNER)), {(20, 20): RED, (10, 10): WHITE}),
    "a shape that is not displayed": (clipped(path(OUTER, ' display="none"'), path(INNER)), {(20, 20): RED, (10, 10): WHITE}),
    "several beside a class": (clipped('<rect width="20" height="40"/>', '<circle cx="20" cy="20" r="10"/>', how='class="x"'), {(5, 5): RED, (15, 20): RED, (25, 20): RED, (35, 20): WHITE}),
    "one beside a class": (clipped(path(BACK), how='class="x"'), {(20, 20): RED, (10, 10): WHITE}),
    "turning against each other": (clipped(path(OUTER), path(BACK)), {(20, 20): RED, (10, 10): RED, (2, 2): WHITE}),
    "a ring that turns back in a rectangle": (clipped('<rect x="5" y="5" width="30" height="30"/>', path(RING)), {(20, 20): RED, (10, 10): RED, (2, 2): WHITE}),
    "a star over a square": (clipped(path(OUTER), path(STAR)), {(20, 20): RED, (10, 30): RED, (36, 14.3): RED, (2, 2): WHITE}),
    "a hole, and a shape elsewhere": (clipped(path("M2 2H18V18H2ZM6 6H14V14H6Z", EVENODD), path(INNER)), {(4, 4): RED, (10, 10): WHITE, (20, 20): RED, (16.5, 16.5): RED}),
    "two shapes by two rules": (clipped(path("M2 2H18V18H2ZM6 6H14V14H6Z", EVENODD), path("M22 22H38V38H22ZM26 26H34V34H26Z")), {(10, 10): WHITE, (30, 30): RED, (4, 4): RED, (20, 20): WHITE}),
    "one within another, beside a class": (clipped(path(OUTER), path(INNER), how='class="x"'), {(20, 20): RED, (10, 10): RED, (2, 2): WHITE}),
    "one that is mirrored": (clipped('<rect x="-30" width="9" height="9"/>', '<rect x="-19" width="9" height="9" transform="scale(-1 1)"/>', how='class="x"'), {(5, 5): WHITE, (15, 5): RED, (25, 5): WHITE}),
    "a round one beside another": (clipped('<rect width="9" height="9"/>', '<rect x="20" width="9" height="9" rx="2"/>', how='class="x"'), {(5, 5): RED, (15, 5): WHITE, (24, 5): RED, (20.2, 0.2): WHITE}),
    "a hidden one beside a class": (clipped('<rect width="9" height="9"/>', '<rect x="20" width="9" height="9" visibility="hidden"/>', how='class="x"'), {(5, 5): RED, (24, 5): WHITE}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_it_shows_what_any_shape_covers(case: str) -> None:
    inside, points = CASES[case]
    image = seen(inside)
    assert {place: at(image, *place) for place in points} == points


def test_a_clip_of_groups_is_refused() -> None:
    found = refused(clipped('<g transform="scale(1 -1)"><rect width="9" height="9"/></g>'))
    message = "a clip with a <g> in it cannot be printed truly (template card.svg.j2)"
    assert (found.message, found.hint) == (message, "clip with shapes and texts alone")


def test_plain_shapes_are_drawn_clockwise() -> None:
    plain = (
        ("rect", {"width": "9", "height": "5"}),
        ("rect", {"width": "9", "height": "5", "rx": "2"}),
        ("circle", {"r": "3"}),
        ("ellipse", {"rx": "0.02", "ry": "4"}),
    )
    for tag, attributes in plain:
        (ring,) = clips_and_masks._rings(shape(tag, attributes).operators)
        assert clips_and_masks._turn(ring) == 1


def test_a_clip_of_very_many_shapes_is_judged_at_once() -> None:
    many = "".join(path(f"M{k % 40} {k // 40}{('h.5v.5h-.5z', 'v.5h.5v-.5z')[k % 2]}") for k in range(1600))
    started = time.process_time()
    assert drawn(clipped(many)).notes == ()
    assert time.process_time() - started < AT_ONCE
    assert "gs" in operators(clipped(many)), (
        "a mask: no path of PDF is the union of shapes that turn both ways"
    )
