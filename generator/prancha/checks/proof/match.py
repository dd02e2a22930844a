"""A designed face and the one that was found for it."""

from __future__ import annotations

import math
from functools import cached_property

from msgspec import Struct

from prancha.checks.proof.design import Planned, PlannedSheet
from prancha.checks.proof.matrix import Point, corners, moved
from prancha.checks.proof.measured import Found
from prancha.model.units import Mm

VECTOR_BAR: Mm = 0.02
"""Least deviation that is a fault when read from vectors."""


class Match(Struct, frozen=True, dict=True):
    """A designed face and the one found for it."""

    sheet: PlannedSheet
    planned: Planned
    found: Found

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """Corners of the trim box as found, clockwise from the face's top left."""
        shape = self.planned.shape
        return corners(self.found.matrix, 0, 0, shape.width, shape.height)

    @cached_property
    def centre(self) -> Point:
        """The centre of the trim box as found."""
        shape = self.planned.shape
        return moved(self.found.matrix, shape.width / 2, shape.height / 2)

    @cached_property
    def deviation(self) -> Mm:
        """How far the farthest corner is from its place."""
        return farthest(self.corners, self.planned.corners)

    @property
    def true(self) -> bool:
        """Whether it is where it was designed."""
        return self.deviation <= VECTOR_BAR


def farthest(one: tuple[Point, ...], other: tuple[Point, ...]) -> Mm:
    """The largest distance between corners of the same place in the order."""
    return max(math.dist(a, b) for a, b in zip(one, other, strict=True))
