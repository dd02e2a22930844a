"""Content streams read as operations (ISO 32000-1, 7.8.2) and rewritten in the inks of a press."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from prancha.export.colour.press_inks import BLACK, InkMixer, Rgb, Shares, shares
from prancha.model.printing import Inks
from prancha.model.units import Mm, number

TEXT, PATH = b"BT", b"m"
"""The operators that stand for a whole text object, and for all that builds a path."""
_STRING = rb"\((?:[^()\\]+|\\.)*\)"
_NUMBER = rb"-?[\d.]+"
_OPERATION = re.compile(
    rb"""\s*(?:
      (?P<text>BT\s(?:[^()E]+|E(?!T(?:\s|$))|(?<=\S)E|STRING)*ET(?=\s|$))
    | (?P<path>(?:(?:NUMBER\s+){2,6}(?:m|l|c|v|y|re)(?=\s|$)\s*|h(?=\s|$)\s*)+)
    | (?P<operands>(?:(?:NUMBER|/[^\s/<>\[\]()]+|\[[^\[\]]*\])\s+)*)(?P<operator>[A-Za-z]+\*?)(?=\s|$)
    )""".replace(b"STRING", _STRING).replace(b"NUMBER", _NUMBER),
    re.VERBOSE | re.DOTALL,
)
PAINTS = frozenset((b"f", b"f*", b"B", b"B*", b"S"))
"""Operators that paint a path."""
KNOWN = PAINTS | frozenset(b"q Q cm w J j M d gs rg RG cs CS scn SCN W W* n Do sh".split())


class Operation(NamedTuple):
    """One operation; `source` is all of it as it stands in the stream."""

    operator: bytes
    operands: tuple[bytes, ...]
    source: bytes

    def numbers(self) -> tuple[float, ...]:
        """Return its operands as numbers."""
        return tuple(map(float, self.operands))

    @property
    def name(self) -> str:
        """Return the resource that it names."""
        return self.operands[-1][1:].decode()


def operations(content: bytes) -> Iterator[Operation]:
    """Parse a content stream into operations.

    Raises ValueError for anything `prancha.render` does not write, rather than passing over it.
    """
    at = 0
    end = len(content.rstrip())
    while at < end:
        found = _OPERATION.match(content, at)
        if found is None:
            raise ValueError(f"an operation that is not known: {content[at : at + 60]!r}")
        at = found.end()
        if (text := found["text"]) is not None:
            yield Operation(TEXT, (), text)
        elif (path := found["path"]) is not None:
            yield Operation(PATH, (), path.rstrip())
        else:
            operator = found["operator"]
            if operator not in KNOWN:
                raise ValueError(f"an operator that is not known: {operator.decode('latin-1')}")
            operands = _OPERAND.findall(found["operands"])
            yield Operation(operator, tuple(operands), found["operands"] + operator)


_OPERAND = re.compile(rb"\[[^\[\]]*\]|[^\s\[\]]+")


def scale_of(numbers: tuple[float, ...]) -> float:
    """Return how many times a matrix enlarges lengths, as the geometric mean of both directions."""
    a, b, c, d, *_ = numbers
    return float(abs(a * d - b * c) ** 0.5)


OVER, UNDER = "oOn", "oOff"
"""The graphics states that overprint, and that do not."""
OPAQUE = "a1000.1000"
"""The graphics state of `prancha.render` without an opacity."""
THIN: Mm = 0.36
"""The width of a thin line: one point, and a little for rounding."""
SMALL: Mm = 8 * 25.4 / 72
"""Text below 8 points, in which misregistered plates double the letters."""
LARGE: Mm = 10.0
"""A black area of at least this width and height is large."""
_NUMBERS = re.compile(rb"-?[\d.]+")
_SIZE = re.compile(rb"/\S+ ([\d.]+) Tf")
_MODE = re.compile(rb"\s([012]) Tr\b")
Source = Rgb | bytes | None
"""A colour of the screen, operators that set a pattern, or the colour set where the form is painted."""


class Level(Struct, frozen=True):
    """State saved by q: colours as asked for and as set, and what decides how they print.

    `opaque`: without an opacity of its own; `plain`: without mask and blend mode.
    """

    fill: Source = None
    stroke: Source = None
    filled: bytes = b""
    stroked: bytes = b""
    over: bool = False
    width: float = 1.0
    scale: float | None = None
    opaque: bool = True
    plain: bool = True


FACE = Level((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), scale=1.0)
"""A face begins with black, in millimetres."""
FORM = Level()
"""Other forms start with the state in which they are painted, at an unknown scale."""
GROUP = Level(plain=False)
"""Groups may be faded, so nothing overprints in them."""


class InkStream:
    """Rewrites one content stream; call `run` once."""

    def __init__(self, mixer: InkMixer, rich: Inks | None, need: Callable[[str], bool]) -> None:
        """`need` is called with each resource named, and returns whether it is a picture."""
        self._mixer, self._rich, self._need = mixer, rich, need
        self._out: list[bytes] = []
        self._level = FACE
        self._saved: list[Level] = []
        self._path: list[bytes] = []

    def run(self, content: bytes, start: Level) -> bytes:
        """Return the stream with its colours in inks."""
        self._level = start
        for operation in operations(content):
            task = _TASKS.get(operation.operator)
            if task is not None:
                task(self, operation)
            elif operation.operator in PAINTS:
                self._paint(operation)
            else:
                self._out.append(operation.source)
        return b"\n".join(self._out)

    def _save(self, operation: Operation) -> None:
        self._saved.append(self._level)
        self._out.append(operation.source)

    def _restore(self, operation: Operation) -> None:
        self._level = self._saved.pop()
        self._out.append(operation.source)

    def _move(self, operation: Operation) -> None:
        if self._level.scale is not None:
            self._set(scale=self._level.scale * scale_of(operation.numbers()))
        self._out.append(operation.source)

    def _weigh(self, operation: Operation) -> None:
        self._set(width=operation.numbers()[0])
        self._out.append(operation.source)

    def _colour(self, operation: Operation) -> None:
        red, green, blue = operation.numbers()
        rgb = (red, green, blue)
        if operation.operator == b"rg":
            self._set(fill=rgb)
        else:
            self._set(stroke=rgb)

    def _pattern(self, operation: Operation) -> None:
        """Set a pattern as a colour; `cs` alone sets nothing, for the next operation names the pattern."""
        if operation.operator in (b"scn", b"SCN"):
            self._need(operation.name)
        if operation.operator == b"scn":
            self._set(fill=b"/Pattern cs " + operation.source)
        elif operation.operator == b"SCN":
            self._set(stroke=b"/Pattern CS " + operation.source)

    def _state(self, operation: Operation) -> None:
        self._need(operation.name)
        if operation.name.startswith("a"):
            self._set(opaque=operation.name == OPAQUE)
        else:
            self._set(plain=False)
        self._out.append(operation.source)

    def _build(self, operation: Operation) -> None:
        self._path.append(operation.source)

    def _end(self, operation: Operation) -> None:
        self._out += [*self._path, operation.source]
        self._path.clear()

    def _paint(self, operation: Operation) -> None:
        operator = operation.operator
        thin = False
        if operator in (b"S", b"B", b"B*"):
            scale = self._level.scale
            thin = scale is not None and self._level.width * scale <= THIN
            self._need_colour("stroke", self._mixer.line if thin else self._mixer.colour)
        if operator != b"S":
            self._need_colour("fill", self._area)
        self._overprint(thin and operator == b"S" and self._level.stroked == _operator(BLACK, b"K"))
        self._end(operation)

    def _area(self, rgb: Rgb) -> Shares:
        inks = self._mixer.colour(rgb)
        if self._rich is not None and inks == BLACK and self._is_large():
            return shares(self._rich)
        return inks

    def _is_large(self) -> bool:
        scale = self._level.scale
        if scale is None:
            return False
        numbers = []
        for part in self._path:
            numbers += [*_ends(part)]
        xs, ys = numbers[::2], numbers[1::2]
        return bool(xs) and min(max(xs) - min(xs), max(ys) - min(ys)) * scale >= LARGE

    def _text(self, operation: Operation) -> None:
        mode = _MODE.search(operation.source)
        which = mode[1] if mode else b"0"
        if which != b"1":
            self._need_colour(
                "fill", self._mixer.small if self._is_small(operation.source) else self._mixer.line
            )
        if which != b"0":
            self._need_colour("stroke", self._mixer.colour)
        self._overprint(which == b"0" and self._level.filled == _operator(BLACK, b"k"))
        self._out.append(operation.source)

    def _is_small(self, source: bytes) -> bool:
        size = _SIZE.search(source)
        return size is not None and float(size[1]) * (self._level.scale or 1.0) < SMALL

    def _show(self, operation: Operation) -> None:
        if not self._need(operation.name):
            self._need_colour("fill", self._mixer.colour)
            self._need_colour("stroke", self._mixer.colour)
        self._overprint(False)
        self._out.append(operation.source)

    def _shade(self, operation: Operation) -> None:
        self._need(operation.name)
        self._overprint(False)
        self._out.append(operation.source)

    # What must be set before something is painted

    def _need_colour(self, which: Literal["fill", "stroke"], mix: Callable[[Rgb], Shares]) -> None:
        """Set the colour of areas or of strokes, unless it is set already."""
        level = self._level
        source, is_set = (level.fill, level.filled) if which == "fill" else (level.stroke, level.stroked)
        wanted = source or b""
        if not isinstance(wanted, bytes):
            wanted = _operator(mix(wanted), b"k" if which == "fill" else b"K")
        if wanted and wanted != is_set:
            self._out.append(wanted)
            self._set(**{"filled" if which == "fill" else "stroked": wanted})

    def _overprint(self, wanted: bool) -> None:
        wanted = wanted and self._level.opaque and self._level.plain
        if wanted != self._level.over:
            self._out.append(f"/{OVER if wanted else UNDER} gs".encode())
            self._set(over=wanted)

    def _set(self, **changes: object) -> None:
        self._level = replace(self._level, **changes)


_TASKS: dict[bytes, Callable[[InkStream, Operation], None]] = {
    b"q": InkStream._save,
    b"Q": InkStream._restore,
    b"cm": InkStream._move,
    b"w": InkStream._weigh,
    b"rg": InkStream._colour,
    b"RG": InkStream._colour,
    b"cs": InkStream._pattern,
    b"CS": InkStream._pattern,
    b"scn": InkStream._pattern,
    b"SCN": InkStream._pattern,
    b"gs": InkStream._state,
    PATH: InkStream._build,
    b"W": InkStream._build,
    b"W*": InkStream._build,
    b"n": InkStream._end,
    TEXT: InkStream._text,
    b"Do": InkStream._show,
    b"sh": InkStream._shade,
}


def light_stream(content: bytes, rename: Callable[[str], str]) -> bytes:
    """Rewrite the stream of a mask, where colours mean amounts of light; its resources get other names."""
    out = []
    for operation in operations(content):
        operator, source = operation.operator, operation.source
        if operator in (b"rg", b"RG"):
            red, green, blue = operation.numbers()
            grey = number(0.3 * red + 0.59 * green + 0.11 * blue)
            out.append(f"{grey} {'g' if operator == b'rg' else 'G'}".encode())
        elif operator in (b"Do", b"gs", b"sh", b"scn", b"SCN"):
            out.append(f"/{rename(operation.name)} {operator.decode()}".encode())
        else:
            out.append(source)
    return b"\n".join(out)


def _operator(inks: Shares, operator: bytes) -> bytes:
    return " ".join(map(number, inks)).encode() + b" " + operator


def _ends(path: bytes) -> list[float]:
    """Return the coordinates of a path in pairs, control points too; of a rectangle, two corners."""
    found: list[float] = []
    for part in re.finditer(rb"((?:-?[\d.]+\s+)+)(re|[a-z])", path):
        numbers = [float(one) for one in _NUMBERS.findall(part[1])]
        if part[2] == b"re":
            x, y, width, height = numbers
            numbers = [x, y, x + width, y + height]
        found += numbers
    return found
