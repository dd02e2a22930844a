"""QR codes: what readers need, and what is refused."""

from __future__ import annotations

import re
from typing import TypedDict

import pytest

from prancha.faces.faults import FaceError
from prancha.faces.template_shapes import QUIET, qr_code

LINK = "https://example.org/fox"


class Wanted(TypedDict, total=False):
    """Arguments of `qr_code`; others are the usual ones."""

    text: str
    x: float
    y: float
    size: float
    fill: str
    ground: str
    level: str


USUAL: Wanted = {"text": LINK, "x": 0, "y": 0, "size": 20}


def modules(drawn: str, x: float, y: float, size: float, side: int) -> list[list[bool]]:
    """Which modules are dark, read from the path by counting the edges left of each middle."""
    step = size / (side + 2 * QUIET)
    loops = [
        [tuple(map(float, point.split())) for point in loop.rstrip("Z").split("L")]
        for loop in re.findall(r"M([^M]+)", re.findall(r' d="([^"]+)"', drawn)[0])
    ]
    edges = [
        (a[0], *sorted((a[1], b[1])))
        for loop in loops
        for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)
        if a[0] == b[0]
    ]
    middles = [QUIET + k + 0.5 for k in range(side)]
    return [
        [
            sum(ex < x + c * step and low < y + r * step < high for ex, low, high in edges) % 2 == 1
            for c in middles
        ]
        for r in middles
    ]


def test_the_path_is_the_code_with_its_quiet_zone() -> None:
    import segno

    expected = [[bool(dark) for dark in row] for row in segno.make_qr(LINK, error="m").matrix]
    drawn = str(qr_code(LINK, 5, 7, 20))
    assert drawn.startswith('<rect x="5" y="7" width="20" height="20" fill="#ffffff"/>')
    assert modules(drawn, 5, 7, 20, len(expected)) == expected


def test_more_may_be_lost_at_a_higher_level() -> None:
    needed = []
    for level in ("l", "m", "q", "h"):
        with pytest.raises(FaceError, match=r"needs \d") as caught:
            qr_code("x" * 100, 0, 0, 9, level=level)
        needed.append(float(re.findall(r"needs ([\d.]+) mm", str(caught.value))[0]))
    assert needed == sorted(set(needed))


def test_a_code_may_stand_on_what_is_drawn_below() -> None:
    drawn = str(qr_code(LINK, 0, 0, 20, fill="#123456", ground="none"))
    assert "<rect" not in drawn
    assert 'fill="#123456"' in drawn


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"size": 8}, 'the QR code of "https://example.org/fox" needs 8.2 mm to be read, it has 8 mm'),
        ({"fill": "#ffff00"}, "a QR code in #ffff00 on #ffffff cannot be read"),
        ({"fill": "#ffffff", "ground": "#000000"}, "a QR code in #ffffff on #000000 cannot be read"),
        ({"level": "x"}, 'the level of a QR code is "x"'),
        ({"text": " "}, "' ' is given as the text of a QR code"),
        ({"text": "x" * 3000}, "a QR code of 3000 characters is too dense"),
        ({"text": "x" * 900, "size": 200}, "a QR code of 900 characters is too dense"),
    ],
)
def test_what_could_not_be_read_is_refused(wanted: Wanted, message: str) -> None:
    with pytest.raises(FaceError, match=re.escape(message)):
        qr_code(**USUAL | wanted)
