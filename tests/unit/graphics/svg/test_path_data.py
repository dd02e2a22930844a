"""Path data read once, for all pens."""

from __future__ import annotations

import math

import pytest

from prancha.graphics.scene.polygon_regions import region
from prancha.graphics.svg.path_data import Arc, trace
from prancha.render.path_operators import path


class Notes:
    """A pen that notes what it is told."""

    def __init__(self) -> None:
        self.x = self.y = 0.0
        self.told: list[tuple[object, ...]] = []

    def move(self, x: float, y: float) -> None:
        self._go("move", x, y)

    def line(self, x: float, y: float) -> None:
        self._go("line", x, y)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._go("curve", x, y)

    def arc(self, arc: Arc) -> None:
        first = arc.at(math.cos(arc.start), math.sin(arc.start))
        last = arc.at(math.cos(arc.start + arc.angle), math.sin(arc.start + arc.angle))
        assert first == pytest.approx((self.x, self.y))
        assert last == pytest.approx((arc.x, arc.y))
        self._go("arc", arc.x, arc.y)

    def close(self) -> None:
        self.told.append(("close",))

    def _go(self, what: str, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.told.append((what, x, y))


def test_a_pen_is_told_every_step_in_absolute_numbers() -> None:
    pen = Notes()
    trace("m1 1l2 0v3zm5 5c1 0 1 1 0 2s1 1 0 2q1 1 2 0t2 0a2 1 30 0110 3a0 1 0 0 0 2 2", pen)
    assert pen.told == [
        ("move", 1, 1), ("line", 3, 1), ("line", 3, 4), ("close",),
        ("move", 6, 6), ("curve", 6, 8), ("curve", 6, 10), ("curve", 8, 10), ("curve", 10, 10),
        ("arc", 20, 13), ("line", 22, 15),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        "M0 5A5 3 20 1 1 10 5z",
        "M0 5a5 5 0 0110 0z",
        "M0 5C0 -6 5 -6 5 5S12 12 9 0Z",
        "M1 1Q9 9 12 1T20 3z",
    ],
)
def test_what_is_printed_and_what_is_checked_lie_in_the_same_place(data: str) -> None:
    # Chords stay inside their curve, by up to a fiftieth of its size.
    assert region("path", {"d": data}).box == pytest.approx(path(data).box, abs=0.25)


def test_data_that_cannot_be_read_is_seen_as_far_as_it_can_be() -> None:
    assert region("path", {"d": "M0 0H9V9H0Z?"}).holds(5, 5)
