"""A ruler is read from its lines and words."""

from __future__ import annotations

import pytest

from prancha.checks.proof.checks.label_checks import read_ruler, wrong_ticks


def test_a_ruler_is_read_from_its_lines() -> None:
    ticks = [(10.0 + k, 20.0, 10.0 + k, 19.0) for k in range(51)]
    strokes = [(10.0, 20.0, 60.0, 20.0), (0.0, 0.0, 49.0, 0.0), *ticks]
    ruler = read_ruler(strokes, ["some text", "50\u00a0mm"])
    assert ruler is not None
    assert (ruler.start, ruler.end, ruler.length) == ((10.0, 20.0), (60.0, 20.0), 50.0)
    assert [list(wrong_ticks(scale)) for scale in ruler.scales] == [[]]
    missing = read_ruler([s for s in strokes if s[0] != 22.0], ["50 mm"])
    assert missing is not None
    assert list(wrong_ticks(missing.scales[0])) == [(12.0, None)]
    moved = [(x + 0.3, a, x + 0.3, b) if x == 22.0 == y else (x, a, y, b) for x, a, y, b in strokes]
    off = read_ruler(moved, ["50 mm"])
    assert off is not None
    assert list(wrong_ticks(off.scales[0])) == [(12.0, pytest.approx(12.3))]
    assert read_ruler(strokes, ["no length"]) is None
    assert read_ruler(strokes[:2], ["50 mm"]) is None
    assert read_ruler(ticks, ["50 mm"]) is None
