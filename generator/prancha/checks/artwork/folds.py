"""A family that is folded, `make: [cut, fold]`, whose faces draw no fold.

A fold that a template draws with `crease()` is dotted, and cutting machines are told to score it, as they
are of those of a `kind:`.  A line of the template's own is neither: nobody can tell a dashed one from the
dashes that scissors follow, and a machine never sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed, find_on
from prancha.graphics.scene.ground import closed, has_line
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.svg.matrix import moved
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.template_marks import Crease, creases
from prancha.model.box import Point
from prancha.model.face import Face
from prancha.model.polygon import parts_inside, to_segment
from prancha.model.units import Mm

CODE = "missing-fold"
OPTIONS: Mapping[str, Any] = {}
_HINT = (
    "draw each fold with {{ crease(x1, y1, x2, y2) }} in the template, choose a kind: such as standee, "
    "or delete fold from make"
)
ENDS: Mm = 1.0
"""A fold ends no farther inside the edge."""
APART: Mm = 1.5
"""Its middle is farther from the edge: a frame is no fold."""


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield families to be folded that have no fold, and dashed lines that stand for one."""
    scenes = SceneMaker(printed.symbols, printed.book, printed.opacity)
    for family in printed.game.families:
        if "fold" not in family.make or family.net is not None:
            continue
        fronts = {printed.fronts[item.key].digest: printed.fronts[item.key] for item in family.items}
        dashed = [one for face in fronts.values() for one in _dashed(face, scenes)]
        yield from dashed
        bare = [face for face in fronts.values() if not creases(face.svg)]
        if len(bare) == len(fronts) and not dashed:
            yield FaceFinding(
                CODE,
                "warning",
                "the pieces are to be folded (make: fold), and nothing shows where",
                hint=_HINT,
                family=family.id,
                template=family.template,
                place=family.places.get("make", family.place),
            )
        elif len(bare) < len(fronts):
            for face in bare:
                message = "nothing shows where it is folded, as on others of its family"
                yield find_on(face, CODE, "warning", message, hint=_HINT, about="bare")


def _dashed(face: Face, scenes: SceneMaker) -> Iterator[FaceFinding]:
    """Dashed lines of a front from edge to edge."""
    known = {_tenths(line) for line in creases(face.svg)}
    for count, mark in enumerate(scenes.scene(face.svg).drawing.marks):
        for line in _lines(mark):
            if _tenths(line) in known or not _is_across(line, face):
                continue
            call = f"crease({', '.join(f'{value:.2f}' for value in line)})"
            yield find_on(
                face,
                CODE,
                "warning",
                "a dashed line from edge to edge is no fold: scissors follow dashes, and no "
                "cutting machine is told of it",
                hint=f"draw it with {{{{ {call} }}}}, which is dotted, or choose a kind: such as standee",
                about="dashed",
                marks=(("the line", count),),
            )


def _lines(mark: Mark) -> Iterator[Crease]:
    """The straight lines of a mark that is drawn in dashes, as they lie on the face."""
    if (
        mark.tag not in SHAPES
        or mark.style.get("stroke-dasharray", "none") == "none"
        or not has_line(mark, 0.0)
    ):
        return
    for ring in mark.region().rings:
        corners = [moved(mark.matrix, point) for point in ring]
        for (x1, y1), (x2, y2) in pairwise((*corners, corners[0]) if closed(mark) else corners):
            yield x1, y1, x2, y2


def _is_across(line: Crease, face: Face) -> bool:
    """Return whether a line goes through the piece, from one edge to another."""
    ring = face.outline.polygon()
    start, end = line[:2], line[2:]
    parts = list(parts_inside(start, end, ring))
    if len(parts) != 1:
        return False
    (x1, y1, x2, y2) = parts[0]
    return (
        max(_to_edge((x1, y1), ring), _to_edge((x2, y2), ring)) <= ENDS
        and _to_edge(((x1 + x2) / 2, (y1 + y2) / 2), ring) >= APART
    )


def _to_edge(point: Point, ring: tuple[Point, ...]) -> Mm:
    return min(to_segment(*point, p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True))


def _tenths(line: Crease) -> tuple[float, ...]:
    return tuple(round(value, 1) for value in line)
