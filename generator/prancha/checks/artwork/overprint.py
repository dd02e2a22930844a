"""Two texts printed over one another: neither can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.graphics.scene.text_marks import Lettering
from prancha.graphics.scene.visibility import columns_of
from prancha.graphics.svg.matrix import inverse, moved, scale_of
from prancha.model.box import Box, Point, area, overlap_area

Pair = tuple[Lettering, Lettering, float]
"""The smaller text, the other, and the share of the first that lies on the second."""
TOUCH = 0.1
"""Share of the smaller box from which on two texts are looked at more closely: turned boxes are too large."""


def pairs(letters: Sequence[Lettering]) -> Iterator[Pair]:
    """Yield pairs of texts of a face that overlap in part."""
    order = sorted(letters, key=lambda text: text.on_face[1])
    for one, other in touching([text.on_face for text in order]):
        yield _pair(order[one], order[other])


def touching(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """The indices of overlapping boxes, which are given from the topmost on."""
    for k, (left, top, right, bottom) in enumerate(boxes):
        for other in range(k + 1, len(boxes)):
            its = boxes[other]
            if its[1] >= bottom:
                break
            if its[0] < right and its[2] > left and _touch((left, top, right, bottom), its):
                yield k, other


def _touch(one: Box, other: Box) -> bool:
    return overlap_area(one, other) >= TOUCH * min(area(one), area(other))


def _pair(one: Lettering, other: Lettering) -> Pair:
    small, large = (one, other) if _area(one) <= _area(other) else (other, one)
    points = [point for column in columns_of(small).points for point in column]
    return small, large, sum(_inked(large, p) and _shows(small, p) for p in points) / len(points)


def _area(text: Lettering) -> float:
    """Square mm of the face that a text takes."""
    return area(text.box) * scale_of(text.setting.mark.matrix) ** 2


def _shows(text: Lettering, point: Point) -> bool:
    return text.setting.mark.shows(*point)


def _inked(text: Lettering, point: Point) -> bool:
    """Whether a point of the face lies between the baseline of a text and the top of its ink."""
    back = inverse(text.setting.mark.matrix)
    if back is None or not _shows(text, point):
        return False
    x, y = moved(back, point)
    left, top, right, _ = text.box
    return left <= x <= right and top <= y <= text.base
