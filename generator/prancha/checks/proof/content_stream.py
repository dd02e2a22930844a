"""Interpret content streams: one loop over their operators, to which readers listen (ISO 32000-1, 8.4, A.2).

A reader derives from `Interpreter`, which keeps the graphics state (q, Q, cm), or from `PathReader`, which
keeps the path too.  It names the operators it wants with `on`; only these are parsed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeVar

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, Point, concat, map_corners, map_point
from prancha.model.units import Mm

STATE = frozenset("w J j M d ri i gs".split())
COLOURS = frozenset("CS cs SC SCN sc scn G g RG rg K k".split())
TEXT_STATE = frozenset("Tc Tw Tz TL Tf Tr Ts".split())
CLIPS = frozenset("W W*".split())
FILLS = frozenset("f F f*".split())
STROKES = frozenset("S s B B* b b*".split())
CLOSING = frozenset("s b b*".split())
"""Operators of `STROKES` that close the path first."""
SHOWS = frozenset("Tj TJ ' \"".split())
INLINE_IMAGE = "INLINE IMAGE"
"""Operator name that pikepdf gives an inline image."""
_OTHERS = (
    "q Q cm m l c v y h re n BT ET Td TD Tm T* BDC BMC EMC DP MP Do sh BI ID EI INLINE IMAGE d0 d1 BX EX"
)
KNOWN = STATE | COLOURS | TEXT_STATE | CLIPS | FILLS | STROKES | SHOWS | frozenset(_OTHERS.split())

_STRINGS = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_NUMBERS = b"0123456789.+-"
_SIGNS = bytes.maketrans(b"[]<>", b"    ")
_LITERALS = frozenset((b"true", b"false", b"null"))
_BARE = frozenset(operator.rstrip("01").encode() for operator in KNOWN)


def unknown_operators(content: bytes) -> tuple[str, ...]:
    """Words of a content stream that are no operators of the standard, sorted and without digits.

    A quick look at all words at once: strings are taken away first, then numbers, brackets and names.
    """
    if b"(" in content or b"<" in content:
        content = _STRINGS.sub(b" ", content)
    words = set(content.translate(_SIGNS, _NUMBERS).replace(b"/", b" /").split()) - _BARE - _LITERALS
    return tuple(sorted(word.decode("latin-1") for word in words if not word.startswith(b"/")))


Operands = Sequence[Any]
_Method = TypeVar("_Method", bound=Callable[..., None])


def on(*operators: str) -> Callable[[_Method], _Method]:
    """Decorator: call this method for these operators, with the operator and its operands."""

    def keep(method: _Method) -> _Method:
        vars(method)["operators"] = operators
        return method

    return keep


class State(Struct, frozen=True):
    """Graphics state, saved by q and restored by Q; readers derive their own, with more than the matrix."""

    matrix: Matrix = IDENTITY


S = TypeVar("S", bound=State)


class Interpreter(Generic[S]):
    """Carries out content streams; `state` is the current graphics state."""

    reads_all: ClassVar[bool] = False
    """Whether `other` is called with operators that no method wants."""
    _methods: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        cls._methods = {
            operator: name
            for base in reversed(cls.__mro__)
            for name, method in vars(base).items()
            for operator in getattr(method, "operators", ())
        }

    def __init__(self, state: S) -> None:
        self.state = state
        self._saved: list[S] = []

    def parse(self, content: Any) -> Sequence[Any]:
        """The instructions of a stream or page that this reader wants."""
        # Without EI the parser drops all that stands behind an inline image.
        wanted = "" if self.reads_all else " ".join(("BI", "EI", *self._methods))
        return pikepdf.parse_content_stream(content, wanted)

    def run(self, content: Any) -> None:
        """Carry out a stream or page."""
        self.carry_out(self.parse(content))

    def carry_out(self, instructions: Iterable[Any]) -> None:
        """Carry out parsed instructions."""
        for instruction in instructions:
            self.follow(str(instruction.operator), list(instruction.operands))

    def follow(self, operator: str, operands: Operands) -> None:
        """Carry out one operator."""
        getattr(self, self._methods.get(operator, "other"))(operator, operands)

    def other(self, operator: str, operands: Operands) -> None:
        """An operator that no method wants."""

    @on("q")
    def save(self, _operator: str, _operands: Operands) -> None:
        """Save the graphics state."""
        self._saved.append(self.state)

    @on("Q")
    def restore(self, _operator: str, _operands: Operands) -> None:
        """Restore the graphics state; one Q too many changes nothing."""
        if self._saved:
            self.state = self._saved.pop()

    @on("cm")
    def concatenate(self, _operator: str, operands: Operands) -> None:
        """Put a matrix before the current one."""
        a, b, c, d, e, f = map(float, operands)
        self.state = replace(self.state, matrix=concat((a, b, c, d, e, f), self.state.matrix))


CURVE_STEPS = 8
"""Chords for a curve of up to 9 mm; of longer ones chords lie as near to the curve."""


class PathReader(Interpreter[S]):
    """Keeps the current path: `paths` are its parts, as points where the matrix takes them."""

    def __init__(self, state: S) -> None:
        super().__init__(state)
        self.paths: list[list[Point]] = []

    def lines(self) -> list[tuple[Mm, Mm, Mm, Mm]]:
        """The straight stretches of the path."""
        return [(*start, *end) for path in self.paths for start, end in pairwise(path)]

    def _at(self, x: Any, y: Any) -> Point:
        return map_point(self.state.matrix, float(x), float(y))

    @on("m")
    def move(self, _operator: str, numbers: Operands) -> None:
        """Begin a part of the path."""
        self.paths.append([self._at(*numbers)])

    @on("l")
    def line(self, _operator: str, numbers: Operands) -> None:
        """Add a straight line."""
        self.paths[-1].append(self._at(*numbers))

    @on("c", "v", "y")
    def curve(self, operator: str, numbers: Operands) -> None:
        """Add a curve as chords.

        The first control point of v is the current point; its second is near enough.
        """
        if operator == "v":
            numbers = [*numbers[:2], *numbers]
        elif operator == "y":
            numbers = [*numbers, *numbers[2:]]
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

    @on("h")
    def close(self, _operator: str = "h", _operands: Operands = ()) -> None:
        """Close the last part of the path."""
        if self.paths:
            self.paths[-1].append(self.paths[-1][0])

    @on("re")
    def add_rectangle(self, _operator: str, numbers: Operands) -> None:
        """Add a closed rectangle."""
        x, y, width, height = map(float, numbers)
        points = map_corners(self.state.matrix, x, y, x + width, y + height)
        self.paths.append([*points, points[0]])

    @on(*FILLS, *STROKES, "n")
    def finish(self, operator: str, _operands: Operands) -> None:
        """Paint the path, and begin another."""
        if operator in CLOSING:
            self.close()
        if operator != "n":
            self.paint(operator)
        self.paths = []

    def paint(self, operator: str) -> None:
        """Called with each path that is filled or stroked, closed where the operator says so."""
