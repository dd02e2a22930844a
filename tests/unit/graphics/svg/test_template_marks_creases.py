"""The folds that a face draws, found again in its SVG."""

from __future__ import annotations

import pytest

from prancha.faces.framing import crease
from prancha.graphics.svg.template_marks import creases


def _svg(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 86">{inside}</svg>'


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        (crease(0, 10, 60, 10), [(0, 10, 60, 10)]),
        (crease(0, 10, 60, 10) + crease(30, 0, 30, 80, "#ffffff"), [(0, 10, 60, 10), (30, 0, 30, 80)]),
        (f'<g transform="translate(5 6)">{crease(0, 0, 10, 0)}</g>', [(5, 6, 15, 6)]),
        (f'<g transform="rotate(180 30 40)"><g>{crease(0, 10, 60, 10)}</g></g>', [(60, 70, 0, 70)]),
        ('<path class="crease" d="M0 1L2 1H9"/>', [(0, 1, 2, 1), (2, 1, 9, 1)]),
        ('<path d="M0 10L60 10" stroke="#000" stroke-dasharray="0.01 1"/>', []),
        ('<text class="creased">class="crease"</text>', []),
    ],
)
def test_creases_are_found_where_they_lie(inside: str, found: list[tuple[float, ...]]) -> None:
    assert list(creases(_svg(inside))) == found
