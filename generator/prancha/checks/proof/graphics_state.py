"""A graphics state that follows content streams: matrix, clips, pen, paths (ISO 32000-1, 8.4, table A.1)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pikepdf
from msgspec import Struct, field
from msgspec.structs import replace

from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, Point, after, around, corners, moved
from prancha.model.units import Mm

STATE = frozenset("w J j M d ri i gs".split())
COLOURS = frozenset("CS cs SC SCN sc scn G g RG rg K k".split())
TEXT_STATE = frozenset("Tc Tw Tz TL Tf Tr Ts".split())
STRUCTURE = frozenset("q Q cm".split())
PATHS = frozenset("m l c v y h re".split())
CLIPS = frozenset("W W*".split())
FILLS = frozenset("f F f*".split())
STROKES = frozenset("S s B B* b b*".split())
SHOWS = frozenset("Tj TJ ' \"".split())
TEXT_PLACES = frozenset("BT ET Td TD Tm T*".split())
MARKS = frozenset("BDC BMC EMC DP MP".split())
THINGS = frozenset("Do sh".split())
INLINE = frozenset("BI ID EI INLINE IMAGE".split())
"""The last two are how pikepdf calls a whole inline image."""
OTHERS = frozenset("n d0 d1 BX EX".split())
KNOWN = (
    STATE | COLOURS | TEXT_STATE | STRUCTURE | PATHS | CLIPS | FILLS | STROKES | SHOWS
    | TEXT_PLACES | MARKS | THINGS | INLINE | OTHERS
)  # fmt: skip

DEFAULTS = {
    "w": "1", "J": "0", "j": "0", "M": "10", "d": "[] 0", "ri": "/RelativeColorimetric", "i": "0",
    "G": "0", "g": "0", "Tc": "0", "Tw": "0", "Tz": "100", "TL": "0", "Tr": "0", "Ts": "0",
}  # fmt: skip
"""What a page begins with (ISO 32000-1, tables 52 and 104); colours by the operator that sets a grey."""
STROKE_COLOURS = frozenset("CS SC SCN G RG K".split())

_STRINGS = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_NUMBERS = b"0123456789.+-"
_SIGNS = bytes.maketrans(b"[]<>", b"    ")
_LITERALS = frozenset((b"true", b"false", b"null"))
_BARE = frozenset(operator.rstrip("01").encode() for operator in KNOWN)


def unknown_operators(content: bytes) -> tuple[str, ...]:
    """Words of a content stream that are no operator of the standard, sorted; digits are left out of them.

    A quick look at all words at once: strings are taken away first, then numbers, brackets and names.
    """
    if b"(" in content or b"<" in content:
        content = _STRINGS.sub(b" ", content)
    words = set(content.translate(_SIGNS, _NUMBERS).replace(b"/", b" /").split()) - _BARE - _LITERALS
    return tuple(sorted(word.decode("latin-1") for word in words if not word.startswith(b"/")))


CURVE_STEPS = 8
"""Chords for a curve of up to 9 mm; of longer ones chords lie as near to the curve."""
Polygon = tuple[Point, ...]
Colour = tuple[float, float, float] | None
"""Red, green and blue from 0 to 1; None for what is no plain colour."""
BLACK: Colour = (0.0, 0.0, 0.0)
Dashes = tuple[Mm, ...]
"""Where a line's dashes begin, then the lengths of dash and gap in turn, in mm; empty for a whole line."""
_KEPT = STATE | COLOURS | TEXT_STATE
_INSTEAD = {
    operator: tuple(one for one in COLOURS if one.isupper() == operator.isupper())
    for operator in ("G", "RG", "K", "CS", "g", "rg", "k", "cs")
}
"""Operators that choose a colour space, and all that the colour before was set with."""


class State(Struct, frozen=True):
    """What q saves and Q brings back; `altered` are parameters that differ from what a page begins with."""

    matrix: Matrix
    clips: tuple[Polygon, ...] = ()
    weight: Mm = 1.0
    dashes: Dashes = ()
    stroke: Colour = BLACK
    altered: tuple[tuple[str, str], ...] = ()


class Graphics(Struct):
    """Follows operators; lengths are those that `state.matrix` leads to from the start."""

    state: State = State(IDENTITY)
    paths: list[list[Point]] = field(default_factory=list)
    _saved: list[State] = field(default_factory=list)
    _clipping: bool = False

    def follow(self, operator: str, operands: Sequence[Any]) -> None:
        """Carry out an operator that changes the state or the path; others change nothing here."""
        task = _TASKS.get(operator)
        if task is not None:
            task(self, operands)
        if operator in _KEPT:
            self._note(operator, operands)

    def lines(self) -> list[tuple[Mm, Mm, Mm, Mm]]:
        """The straight stretches of the path."""
        return [(*start, *end) for path in self.paths for start, end in pairwise(path)]

    def finish(self) -> None:
        """End the path, and clip to it if that was asked."""
        if self._clipping and self.paths:
            points = [point for path in self.paths for point in path]
            # A path around all others is how far art may reach; the others are holes in it.
            path = next((path for path in self.paths if around(path) == around(points)), points)
            self.state = replace(self.state, clips=(*self.state.clips, tuple(path)))
        self._clipping = False
        self.paths.clear()

    # The state

    def save(self, _: Sequence[Any]) -> None:
        """Operator q."""
        self._saved.append(self.state)

    def restore(self, _: Sequence[Any]) -> None:
        """Operator Q."""
        if self._saved:
            self.state = self._saved.pop()

    def concatenate(self, numbers: Sequence[Any]) -> None:
        """Operator cm."""
        a, b, c, d, e, f = map(float, numbers)
        self.state = replace(self.state, matrix=after((a, b, c, d, e, f), self.state.matrix))

    def weigh(self, numbers: Sequence[Any]) -> None:
        """Operator w."""
        self.state = replace(self.state, weight=float(numbers[0]) * self._scale())

    def dash(self, numbers: Sequence[Any]) -> None:
        """Operator d."""
        lengths, start = numbers
        dashes = [float(each) * self._scale() for each in (start, *lengths)]
        self.state = replace(self.state, dashes=tuple(dashes) if any(dashes[1:]) else ())

    def _scale(self) -> float:
        a, b, c, d, _, _ = self.state.matrix
        return math.sqrt(abs(a * d - b * c))

    def _note(self, operator: str, operands: Sequence[Any]) -> None:
        if operator in STROKE_COLOURS:
            self.state = replace(self.state, stroke=_colour(operator, operands))
        told = " ".join(_said(one) for one in operands)
        altered = dict(self.state.altered)
        for other in _INSTEAD.get(operator, (operator,)):
            altered.pop(other, None)
        if DEFAULTS.get(operator) != told:
            altered[operator] = told
        self.state = replace(self.state, altered=tuple(sorted(altered.items())))

    # Paths

    def _at(self, x: Any, y: Any) -> Point:
        return moved(self.state.matrix, float(x), float(y))

    def move(self, numbers: Sequence[Any]) -> None:
        """Operator m."""
        self.paths.append([self._at(*numbers)])

    def line(self, numbers: Sequence[Any]) -> None:
        """Operator l."""
        self.paths[-1].append(self._at(*numbers))

    def curve(self, numbers: Sequence[Any]) -> None:
        """Operator c, as chords."""
        start = self.paths[-1][-1]
        points = (start, *(self._at(*numbers[k : k + 2]) for k in (0, 2, 4)))
        length = sum(math.dist(one, other) for one, other in pairwise(points))
        steps = min(8 * CURVE_STEPS, max(CURVE_STEPS, math.ceil(CURVE_STEPS * math.sqrt(length) / 3)))
        for step in range(1, steps + 1):
            t = step / steps
            s = 1 - t
            weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
            x, y = (sum(w * p[k] for w, p in zip(weights, points, strict=True)) for k in (0, 1))
            self.paths[-1].append((x, y))

    def curve_v(self, numbers: Sequence[Any]) -> None:
        """Operator v: its first control point is the current point, or near enough the second."""
        self.curve([*numbers[:2], *numbers])

    def curve_y(self, numbers: Sequence[Any]) -> None:
        """Operator y."""
        self.curve([*numbers, *numbers[2:]])

    def close(self, _: Sequence[Any] = ()) -> None:
        """Operator h."""
        if self.paths:
            self.paths[-1].append(self.paths[-1][0])

    def rectangle(self, numbers: Sequence[Any]) -> None:
        """Operator re."""
        x, y, width, height = map(float, numbers)
        points = corners(self.state.matrix, x, y, x + width, y + height)
        self.paths.append([*points, points[0]])

    def clip(self, _: Sequence[Any]) -> None:
        """Operators W and W*."""
        self._clipping = True


_TASKS: Mapping[str, Callable[[Graphics, Sequence[Any]], None]] = {
    "q": Graphics.save, "Q": Graphics.restore, "cm": Graphics.concatenate, "w": Graphics.weigh,
    "d": Graphics.dash, "m": Graphics.move, "l": Graphics.line, "c": Graphics.curve,
    "v": Graphics.curve_v, "y": Graphics.curve_y, "h": Graphics.close, "re": Graphics.rectangle,
    "W": Graphics.clip, "W*": Graphics.clip,
}  # fmt: skip


def _said(operand: Any) -> str:
    try:
        return f"{float(operand):g}"
    except (TypeError, ValueError):
        pass
    if isinstance(operand, pikepdf.Array):
        return "[" + " ".join(map(_said, operand)) + "]"
    return str(operand)


def _colour(operator: str, operands: Sequence[Any]) -> Colour:
    """The colour that an operator sets; CMYK as ISO 32000-1, 10.3.5 turns it into RGB."""
    if operator in ("G", "RG", "K"):
        numbers = [float(one) for one in operands]
        if operator == "G" and len(numbers) == 1:
            return numbers[0], numbers[0], numbers[0]
        if operator == "RG" and len(numbers) == 3:
            return numbers[0], numbers[1], numbers[2]
        if operator == "K" and len(numbers) == 4:
            c, m, y, k = numbers
            return 1 - min(1.0, c + k), 1 - min(1.0, m + k), 1 - min(1.0, y + k)
    return None
