"""Clips of several shapes: SVG shows what any of them covers, PDF what one path of them all does.

Both are the same where all shapes run the same way round, or none reaches into another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import IDENTITY, Box, Matrix, Point, corners, parse_transform
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.style import is_visible
from prancha.model.polygon import crossing, signed_area
from prancha.render.operators import undone
from prancha.render.paths import PathOperators, shape

PLAIN = frozenset(("rect", "circle", "ellipse"))
"""Shapes that are all drawn the same way round, and whose inside is the same by both rules."""
MOST = 1000
"""Shapes that are held against each other, each against each; more than this are a mistake."""
CHORDS = 8
"""Of a curve, to see whether its shape crosses itself."""


class ClipPart(Struct, frozen=True):
    """One shape of a clip."""

    tag: str
    drawn: PathOperators
    evenodd: bool


class ClipPath(Struct, frozen=True):
    """One path that clips as several shapes do: a matrix to draw it through and one to take that back."""

    matrix: Matrix
    operators: str
    operator: str
    back: Matrix


def one_path(clip: Element) -> ClipPath | None:
    """The path that clips to all shapes of a `<clipPath>`; None where no path does."""
    shown = [(e, e.attrib) for e in clip if e.tag not in ("title", "desc")]
    shown = [(e, a) for e, a in shown if a.get("display") != "none" and is_visible(a)]
    moves = {a.get("transform", "") for _, a in shown}
    if any(e.tag not in SHAPES or "clip-path" in a for e, a in shown) or len(moves) > 1:
        return None
    matrix = parse_transform("".join(moves))
    whole = clip.get("clip-rule", "nonzero")
    parts = tuple(
        ClipPart(e.tag, drawn, a.get("clip-rule", whole) == "evenodd")
        for e, a in shown
        if (drawn := shape(e.tag, a)).operators
    )
    operator = rule(parts)
    if operator is None:
        return None
    back = IDENTITY if matrix == IDENTITY else undone(matrix)
    return ClipPath(matrix, "\n".join(part.drawn.operators for part in parts) or "0 0 0 0 re", operator, back)


@lru_cache(maxsize=1024)
def rule(parts: tuple[ClipPart, ...]) -> str | None:
    """The operator that clips to the union of `parts`, given as one path; None where none does."""
    if len(parts) < 2:
        return "W*" if parts and parts[0].evenodd else "W"
    found = [_turns(part) for part in parts]
    rules = {part.evenodd for part, turns in zip(parts, found, strict=True) if len(turns) > 1}
    if True not in rules and set().union(*found) in ({1}, {-1}):
        return "W"
    if len(rules) < 2 and _apart([part.drawn.box for part in parts]):
        return "W*" if True in rules else "W"
    return None


def _turns(part: ClipPart) -> tuple[int, ...]:
    """Which way each ring runs: 1 clockwise, -1 the other way, 0 for one that crosses or touches itself."""
    return (1,) if part.tag in PLAIN else tuple(_turn(ring) for ring in _rings(part.drawn.operators))


def _rings(operators: str) -> Iterator[list[Point]]:
    """The rings of a path, curves as chords."""
    ring: list[Point] = []
    for line in operators.split("\n"):
        *words, operator = line.split()
        v = [float(word) for word in words]
        if operator == "re":
            yield list(corners((v[0], v[1], v[0] + v[2], v[1] + v[3])))
        elif operator == "h":
            yield ring
            ring = ring[:1]
        elif operator == "c":
            ring += _curve(ring[-1], *zip(v[::2], v[1::2], strict=True))
        else:
            if operator == "m":
                if len(ring) > 1:
                    yield ring
                ring = []
            ring.append((v[0], v[1]))
    if len(ring) > 1:
        yield ring


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for k in range(1, CHORDS + 1):
        t, s = k / CHORDS, 1 - k / CHORDS
        parts = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        yield (
            sum(share * point[0] for share, point in zip(parts, (a, b, c, d), strict=True)),
            sum(share * point[1] for share, point in zip(parts, (a, b, c, d), strict=True)),
        )


def _turn(ring: Sequence[Point]) -> int:
    points = [point for point, before in zip(ring, [ring[-1], *ring], strict=False) if point != before]
    if len(points) < 3 or crossing(points) is not None:
        return 0
    return 1 if signed_area(points) > 0 else -1


def _apart(boxes: Sequence[Box]) -> bool:
    """Whether no box reaches into another."""
    if len(boxes) > MOST:
        return False
    rest = sorted(boxes)
    for k, (_, top, right, bottom) in enumerate(rest):
        for left, other_top, _, other_bottom in rest[k + 1 :]:
            if left >= right:
                break
            if other_top < bottom and top < other_bottom:
                return False
    return True
