"""Walk a page's content stream with a matrix and clip of our own (ISO 32000-1, 8.4 to 8.10 and 14.6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pikepdf
from msgspec import Struct, field
from msgspec.structs import replace

from generator.model.units import PT_PER_MM
from generator.proof.forms import Forms, matrix_of
from generator.proof.matrix import IDENTITY, Matrix, Point, after, around, common, corners, moved
from generator.proof.measured import Found, Line, Loose, Polygon

CURVE_STEPS = 8
PIECE, LAYER, BENEATH = "/Piece", "/OC", "/Artifact"
LINES = "/Cut"
"""The layer whose strokes are marks and cut lines; other layers are not meant to be cut along."""
STROKES, FILLS = frozenset(("S", "s", "B", "B*", "b", "b*")), frozenset(("f", "F", "f*"))


class _State(Struct, frozen=True):
    """What q saves and Q brings back, as far as places depend on it."""

    matrix: Matrix
    clips: tuple[Polygon, ...] = ()
    weight: float = 1.0
    dashed: bool = False


class Walk(Struct):
    """One page: call `run`, then read `pieces`, `lines` and `loose`."""

    base: Matrix
    names: Mapping[str, Any]
    forms: Forms
    page: int
    pieces: list[Found] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    loose: list[Loose] = field(default_factory=list)
    _state: _State = _State(IDENTITY)
    _saved: list[_State] = field(default_factory=list)
    _marked: list[tuple[str, Any]] = field(default_factory=list)
    _paths: list[list[Point]] = field(default_factory=list)
    _clipping: bool = False
    _under: tuple[Polygon, ...] = ()

    def run(self, page: pikepdf.Page) -> None:
        """Carry out every operator of the page."""
        self._state = _State(self.base)
        tasks: dict[str, Callable[[Sequence[Any]], None]] = {
            "q": self._save, "Q": self._restore, "cm": self._concatenate, "w": self._weigh, "d": self._dash,
            "m": self._move, "l": self._line, "c": self._curve, "v": self._curve_v, "y": self._curve_y,
            "h": self._close, "re": self._rectangle, "W": self._clip, "W*": self._clip,
            "BDC": self._begin, "BMC": self._begin, "EMC": self._end, "Do": self._do, "n": self._finish,
        }  # fmt: skip
        for instruction in pikepdf.parse_content_stream(page):
            operator = str(instruction.operator)
            task = tasks.get(operator)
            if task is not None:
                task(list(instruction.operands))
            elif operator in STROKES or operator in FILLS:
                self._paint(operator)

    # Graphics state

    def _save(self, _: Sequence[Any]) -> None:
        self._saved.append(self._state)

    def _restore(self, _: Sequence[Any]) -> None:
        if self._saved:
            self._state = self._saved.pop()

    def _concatenate(self, numbers: Sequence[Any]) -> None:
        a, b, c, d, e, f = map(float, numbers)
        self._state = replace(self._state, matrix=after((a, b, c, d, e, f), self._state.matrix))

    def _weigh(self, numbers: Sequence[Any]) -> None:
        a, b, c, d, _, _ = self._state.matrix
        scale = math.sqrt(abs(a * d - b * c))
        self._state = replace(self._state, weight=float(numbers[0]) * scale)

    def _dash(self, numbers: Sequence[Any]) -> None:
        self._state = replace(self._state, dashed=len(numbers[0]) > 0)

    # Paths, in page mm from the start

    def _at(self, x: Any, y: Any) -> Point:
        return moved(self._state.matrix, float(x), float(y))

    def _move(self, numbers: Sequence[Any]) -> None:
        self._paths.append([self._at(*numbers)])

    def _line(self, numbers: Sequence[Any]) -> None:
        self._paths[-1].append(self._at(*numbers))

    def _curve(self, numbers: Sequence[Any]) -> None:
        start = self._paths[-1][-1]
        one, two, end = (self._at(*numbers[k : k + 2]) for k in (0, 2, 4))
        for step in range(1, CURVE_STEPS + 1):
            t = step / CURVE_STEPS
            s = 1 - t
            weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
            x, y = (
                sum(w * p[k] for w, p in zip(weights, (start, one, two, end), strict=True)) for k in (0, 1)
            )
            self._paths[-1].append((x, y))

    def _curve_v(self, numbers: Sequence[Any]) -> None:
        # The first control point is the current point: both ends of a curve hold it near enough.
        self._curve([*numbers[:2], *numbers])

    def _curve_y(self, numbers: Sequence[Any]) -> None:
        self._curve([*numbers, *numbers[2:]])

    def _close(self, _: Sequence[Any]) -> None:
        if self._paths:
            self._paths[-1].append(self._paths[-1][0])

    def _rectangle(self, numbers: Sequence[Any]) -> None:
        x, y, width, height = map(float, numbers)
        points = corners(self._state.matrix, x, y, x + width, y + height)
        self._paths.append([*points, points[0]])

    def _clip(self, _: Sequence[Any]) -> None:
        self._clipping = True

    def _finish(self, _: Sequence[Any] = ()) -> None:
        if self._clipping and self._paths:
            points = [point for path in self._paths for point in path]
            # A path around all others is how far art may reach; the others are holes in it.
            path = next((path for path in self._paths if around(path) == around(points)), points)
            self._state = replace(self._state, clips=(*self._state.clips, tuple(path)))
        self._clipping = False
        self._paths.clear()

    def _paint(self, operator: str) -> None:
        if operator in ("s", "b", "b*"):
            self._close(())
        inside = [tag for tag, _ in self._marked]
        if LAYER in inside:
            if operator in STROKES and (LAYER, LINES) in self._marked:
                self._stroke()
        elif PIECE not in inside and self._paths:
            box = around(point for path in self._paths for point in path)
            self.loose.append(Loose("drawing", common((box, *map(around, self._state.clips)))))
        self._finish()

    def _stroke(self) -> None:
        for path in self._paths:
            for (x1, y1), (x2, y2) in pairwise(path):
                self.lines.append(Line(x1, y1, x2, y2, self._state.weight, self._state.dashed))

    # Marked content and forms

    def _begin(self, operands: Sequence[Any]) -> None:
        tag, content = str(operands[0]), operands[1] if len(operands) > 1 else None
        self._marked.append((tag, str(content) if tag == LAYER else content))

    def _end(self, _: Sequence[Any]) -> None:
        if self._marked:
            self._marked.pop()

    def _do(self, operands: Sequence[Any]) -> None:
        thing = self.names.get(str(operands[0]))
        if thing is None:
            return
        piece = next((content for tag, content in reversed(self._marked) if tag == PIECE), None)
        item = str(piece.get("/Item", "")) if piece is not None else ""
        if thing.get("/Subtype") == "/Image":
            self.forms.note_image(thing, self._state.matrix, self.page, item)
            area = corners(self._state.matrix, 0, 0, 1, 1)
        else:
            matrix = after(matrix_of(thing), self._state.matrix)
            self.forms.note_form(thing, matrix, self.page, item)
            x1, y1, x2, y2 = map(float, thing.BBox)
            area = corners(matrix, x1, y1, x2, y2)
            if piece is not None:
                self.pieces.append(self._found(piece, str(operands[0]), thing, matrix, area))
                self._under = ()
            elif any(tag == BENEATH for tag, _ in self._marked):
                # A face painted larger, to make bleed: it belongs to the piece that follows.
                self._under = (area, *self._state.clips)
                return
        if piece is None:
            self.loose.append(Loose(str(operands[0])[1:], common(map(around, (area, *self._state.clips)))))

    def _found(self, piece: Any, name: str, form: Any, matrix: Matrix, area: Polygon) -> Found:
        return Found(
            str(piece.get("/Item", "")),
            int(piece.get("/Copy", 0)),
            str(piece.get("/Side", ""))[1:],
            matrix,
            (area, *self._state.clips),
            self.forms.digest(form),
            name,
            self._under,
        )


def page_matrix(left: float, top: float) -> Matrix:
    """From points with y up to mm with y down, for a page whose top-left corner is at (left, top)."""
    k = 1 / PT_PER_MM
    return k, 0.0, 0.0, -k, -left * k, top * k
