"""The line to cut as corners, with which pictures of components are cut out of their faces."""

from __future__ import annotations

import math

from prancha.model.outline import circle, rectangle


def test_round_corners_are_chords_that_lie_on_the_arc() -> None:
    """On 71cfc49c pictures of cards in rulebooks had square corners, with the art that is cut away."""
    ring = rectangle(60, 90, 3).ring()
    assert len(ring) == 4 * 9
    for x, y in ring:
        near = min(max(x, 3), 57), min(max(y, 3), 87)
        assert math.isclose(math.dist((x, y), near), 3, abs_tol=1e-9)
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(ring, ring[1:], ring[2:], strict=False)
    ]
    assert min(turns) > -1e-9


def test_other_outlines_have_the_corners_of_their_polygon() -> None:
    assert rectangle(60, 90).ring() == ((0, 0), (60, 0), (60, 90), (0, 90))
    assert circle(30).ring() == circle(30).polygon()
