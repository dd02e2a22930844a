"""Shapes for templates: polar points, polygons, arcs, sectors, hexagonal boards, polyominoes, QR codes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup
from msgspec import Struct

from prancha.faces.colour import check_colour
from prancha.faces.faults import FaceError
from prancha.graphics.svg.css_colours import contrast, luminance, parse_colour
from prancha.model.diagnostic import suggestion
from prancha.model.outline import SQRT3, rounded_path
from prancha.model.units import Mm

Point = tuple[Mm, Mm]
MAX_CORNERS = 10_000


def n(value: float) -> str:
    """Write a number with at most three decimals (1 micrometre)."""
    return _remembered(value) if type(value) is float else _shortest(value)


def _shortest(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a length")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def share_of(opacity: float) -> float:
    """An opacity, from 0 to 1.  Raises ValueError."""
    if not 0 <= opacity <= 1:
        raise ValueError(f"opacity is {n(opacity)}; it lies between 0 and 1")
    return opacity


_remembered = lru_cache(maxsize=16384)(_shortest)
"""Cards of a family have their shapes at the same places."""


def sin(angle: float) -> float:
    """The sine of `angle` in degrees."""
    return math.sin(math.radians(angle))


def cos(angle: float) -> float:
    """The cosine of `angle` in degrees."""
    return math.cos(math.radians(angle))


def polar(x: Mm, y: Mm, radius: Mm, angle: float) -> Point:
    """The point `radius` away from (x, y) in the direction `angle`."""
    turned = math.radians(angle)
    return x + radius * math.sin(turned), y - radius * math.cos(turned)


def points(corners: Iterable[Sequence[Mm]]) -> str:
    """The `points` attribute of a polygon: `x,y x,y`."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in corners)


def path(corners: Iterable[Sequence[Mm]], closed: bool = True) -> str:
    """Path data through `corners` in straight lines."""
    drawn = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in corners)
    return drawn + "Z" if closed else drawn


def regular(x: Mm, y: Mm, radius: Mm, sides: int, turn: float = 0) -> list[Point]:
    """Corners of a regular polygon round (x, y), the first at `turn`."""
    if not 3 <= sides <= MAX_CORNERS:
        raise ValueError(f"a regular polygon has 3 or more sides, not {sides}")
    return [polar(x, y, radius, turn + 360 * k / sides) for k in range(sides)]


def hexagon(x: Mm, y: Mm, across_flats: Mm, pointy: bool = True) -> list[Point]:
    """Corners of a hexagon round (x, y); `pointy` stands on a corner."""
    return regular(x, y, across_flats / SQRT3, 6, 0 if pointy else 30)


def star(x: Mm, y: Mm, outer: Mm, inner: Mm, tips: int, turn: float = 0) -> list[Point]:
    """Corners of a star round (x, y), the first tip at `turn`."""
    if not 2 <= tips <= MAX_CORNERS:
        raise ValueError(f"a star has 2 or more tips, not {tips}")
    step = 180 / tips
    return [polar(x, y, inner if k % 2 else outer, turn + step * k) for k in range(2 * tips)]


def arc(x: Mm, y: Mm, radius: Mm, start: float, end: float) -> str:
    """Path data of an open arc, clockwise from `start` to `end` (anticlockwise when end < start)."""
    return _move(polar(x, y, radius, start)) + _arc_on(x, y, radius, start, end)


def sector(x: Mm, y: Mm, outer: Mm, inner: Mm, start: float, end: float) -> str:
    """Path data of a ring segment (a slice of pie when `inner` is 0)."""
    drawn = _move(polar(x, y, outer, start)) + _arc_on(x, y, outer, start, end)
    whole = abs(end - start) >= 360
    if inner <= 0:
        return drawn + ("Z" if whole else f"L{n(x)} {n(y)}Z")
    join = "ZM" if whole else "L"
    return drawn + join + _move(polar(x, y, inner, end))[1:] + _arc_on(x, y, inner, end, start) + "Z"


def rounded(x: Mm, y: Mm, width: Mm, height: Mm, radius: Mm) -> str:
    """Path data of a rectangle with round corners; the radius is kept below half a side."""
    return rounded_path(x, y, width, height, max(0.0, min(radius, width / 2, height / 2)))


def smooth(corners: Sequence[Sequence[Mm]], closed: bool = True, tension: float = 0.5) -> str:
    """Path data of a soft curve (Catmull-Rom) through `corners`."""
    count = len(corners)
    if count < 3:
        return path(corners, closed)
    pull = tension / 3
    drawn = [_move(corners[0])]
    for k in range(count if closed else count - 1):
        a, b, c, d = (corners[_near(k + j, count, closed)] for j in (-1, 0, 1, 2))
        first = (b[0] + (c[0] - a[0]) * pull, b[1] + (c[1] - a[1]) * pull)
        second = (c[0] - (d[0] - b[0]) * pull, c[1] - (d[1] - b[1]) * pull)
        drawn.append("C" + " ".join(f"{n(x)} {n(y)}" for x, y in (first, second, c)))
    return "".join(drawn) + ("Z" if closed else "")


def spread(count: int, start: float, end: float) -> list[float]:
    """`count` numbers evenly from `start` to `end`, both included; one number is the middle."""
    if not 0 <= count <= MAX_CORNERS:
        raise ValueError(f"spread() gives 0 to {MAX_CORNERS} numbers, not {count}")
    if count == 1:
        return [(start + end) / 2]
    return [start + (end - start) * k / (count - 1) for k in range(count)]


class GridSlot(Struct, frozen=True):
    """A cell of a rectangular grid: its column and row from 0, box and centre, mm."""

    col: int
    row: int
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    cx: Mm
    cy: Mm


def slots(columns: int, rows: int, x: Mm, y: Mm, width: Mm, height: Mm, gap: Mm = 0) -> list[GridSlot]:
    """Divide a box into `columns` x `rows` equal cells with `gap` between, row by row."""
    if not 1 <= columns * rows <= MAX_CORNERS or columns < 1:
        raise ValueError(f"a grid has 1 to {MAX_CORNERS} cells, not {columns} x {rows}")
    w, h = (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows
    boxes = ((c, r, x + c * (w + gap), y + r * (h + gap)) for r in range(rows) for c in range(columns))
    return [
        GridSlot(c, r, x=left, y=top, width=w, height=h, cx=left + w / 2, cy=top + h / 2)
        for c, r, left, top in boxes
    ]


class HexCell(Struct, frozen=True):
    """A cell of a hexagonal board; (x, y) is its centre for pitch 1, the middle cell at (0, 0)."""

    q: int
    r: int
    s: int
    ring: int
    x: float
    y: float


def hex_cells(side: int) -> list[HexCell]:
    """Cells of a board with `side` pointy hexes along an edge, row by row: 3 side (side - 1) + 1."""
    if not 1 <= side <= 50:
        raise ValueError(f"a hexagonal board has 1 to 50 cells along an edge, not {side}")
    far = side - 1
    cells = []
    for r in range(-far, far + 1):
        for q in range(max(-far, -far - r), min(far, far - r) + 1):
            ring = max(abs(q), abs(r), abs(q + r))
            cells.append(HexCell(q, r, s=-q - r, ring=ring, x=q + r / 2, y=r * SQRT3 / 2))
    return cells


def _near(k: int, count: int, closed: bool) -> int:
    return k % count if closed else min(max(k, 0), count - 1)


def _move(point: Sequence[Mm]) -> str:
    return f"M{n(point[0])} {n(point[1])}"


def _arc_on(x: Mm, y: Mm, radius: Mm, start: float, end: float) -> str:
    """Arc commands of at most 180 degrees each, so that a full turn is drawn too."""
    span = max(-360.0, min(360.0, end - start))
    parts = max(1, math.ceil(abs(span) / 180 - 1e-9))
    sweep = 1 if span >= 0 else 0
    drawn = []
    for k in range(1, parts + 1):
        px, py = polar(x, y, radius, start + span * k / parts)
        drawn.append(f"A{n(radius)} {n(radius)} 0 0 {sweep} {n(px)} {n(py)}")
    return "".join(drawn)


Corner = tuple[int, int]


def polyomino(cells: Iterable[Sequence[int]], x: Mm, y: Mm, cell: Mm, inset: Mm = 0) -> str:
    """Path data of the outline of unit cells `[[col, row], ...]`, cell (0, 0) at (x, y).

    `inset` mm moves the line inwards.  Holes come out as loops the other way
    round, so any fill rule leaves them open.  ValueError for no cells or odd ones.
    """
    drawn = []
    for loop in outlines(cells):
        moved = (
            (x + cell * cx + inset * dx, y + cell * cy + inset * dy) for (cx, cy), (dx, dy) in _corners(loop)
        )
        drawn.append("M" + "L".join(f"{n(px)} {n(py)}" for px, py in moved) + "Z")
    return "".join(drawn)


def outlines(cells: Iterable[Sequence[int]]) -> list[list[Corner]]:
    """The closed lattice loops round `cells`, clockwise outside and anticlockwise round holes."""
    filled = _filled(cells)
    leaving: dict[Corner, list[Corner]] = {}
    for c, r in sorted(filled):
        ring = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        outside = ((c, r - 1), (c + 1, r), (c, r + 1), (c - 1, r))
        for k in range(4):
            if outside[k] not in filled:
                leaving.setdefault(ring[k], []).append(ring[(k + 1) % 4])
    loops = []
    while leaving:
        loops.append(_walk(leaving, min(leaving)))
    return loops


def _walk(leaving: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """Follow edges from `start` back to it, using them up; squares that touch at a corner stay apart."""
    loop, here, heading = [start], start, (0, 0)
    while True:
        exits = leaving[here]
        # At a corner where two squares touch, the right turn stays on the same square.
        right = (here[0] - heading[1], here[1] + heading[0])
        target = right if right in exits else exits[0]
        exits.remove(target)
        if not exits:
            del leaving[here]
        heading = (target[0] - here[0], target[1] - here[1])
        here = target
        if here == start:
            return loop
        loop.append(here)


def _corners(loop: list[Corner]) -> list[tuple[Corner, Corner]]:
    """The loop without straight vertices; each corner with the direction that points inwards."""
    kept = []
    for k, (x, y) in enumerate(loop):
        (px, py), (qx, qy) = loop[k - 1], loop[(k + 1) % len(loop)]
        before, after = (x - px, y - py), (qx - x, qy - y)
        if before != after:
            # The inside lies to the right of each edge: (dx, dy) turned clockwise is (-dy, dx).
            kept.append(((x, y), (-before[1] - after[1], before[0] + after[0])))
    return kept


def _filled(cells: Iterable[Sequence[int]]) -> set[Corner]:
    filled = set()
    for cell in cells:
        if isinstance(cell, str) or len(cell) != 2 or not all(isinstance(v, int) for v in cell):
            raise ValueError(f"a polyomino cell is [column, row] in whole numbers, not {cell!r}")
        filled.add((cell[0], cell[1]))
    if not 1 <= len(filled) <= 10_000:
        raise ValueError("a polyomino needs at least one cell, such as [[0, 0], [1, 0]]")
    return filled


QUIET = 4
"""Light modules around a code (ISO/IEC 18004, 5.3.8)."""
SMALLEST: Mm = 0.25
"""The least side of a module: telephones read smaller ones in print only by luck."""
LEAST_CONTRAST = 3.0
LEVELS = ("l", "m", "q", "h")
"""Levels of error correction: 7, 15, 25 or 30 % of a code may be lost."""
_LARGEST = 20
"""The largest version (ISO/IEC 18004) whose modules fit in one path; it holds at least 382 letters."""


def qr_code(
    text: str, x: Mm, y: Mm, size: Mm, fill: str = "#000000", ground: str = "#ffffff", level: str = "m"
) -> Markup:
    """Return the QR code of `text` in a square of `size` mm whose top left corner is (x, y).

    The square includes the quiet zone.  `ground` is "none" on a light background.  Raises FaceError for
    a code that cannot be read.
    """
    if not isinstance(text, str) or not text.strip():
        raise FaceError(f"{text!r:.40} is given as the text of a QR code", "give a link or other words")
    if level not in LEVELS:
        raise FaceError(f'the level of a QR code is "{level}"', suggestion(str(level), LEVELS))
    below = "#ffffff" if ground == "none" else ground
    dark, light = parse_colour(check_colour(fill)), parse_colour(check_colour(below))
    if luminance(dark) > luminance(light) or contrast(dark, light) < LEAST_CONTRAST:
        raise FaceError(
            f"a QR code in {fill} on {below} cannot be read",
            "make its fill much darker than its ground",
        )
    side, cells = _modules(text.strip(), level)
    module = size / (side + 2 * QUIET)
    if module < SMALLEST:
        raise _too_small(text, size, (side + 2 * QUIET) * SMALLEST)
    plate = f'<rect x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}" fill="{ground}"/>'
    drawn = polyomino(cells, x + QUIET * module, y + QUIET * module, module)
    return Markup(f'{"" if ground == "none" else plate}<path d="{drawn}" fill="{fill}"/>')


@lru_cache(maxsize=256)
def _modules(text: str, level: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the number of modules a side, and the dark ones as (column, row).  Raises FaceError."""
    import segno

    try:
        code = segno.make_qr(text, error=level)
    except segno.DataOverflowError:
        raise _too_long(text) from None
    if int(code.version) > _LARGEST:
        raise _too_long(text)
    rows = enumerate(code.matrix)
    return len(code.matrix), tuple((c, r) for r, row in rows for c, dark in enumerate(row) if dark)


def _too_small(text: str, size: Mm, least: Mm) -> FaceError:
    error = FaceError(
        f'the QR code of "{text:.40}" needs {least:.1f} mm to be read, it has {n(size)} mm',
        "make it larger, or its text shorter",
    )
    error.text = text
    return error


def _too_long(text: str) -> FaceError:
    error = FaceError(
        f"a QR code of {len(text)} characters is too dense to be read in print", "use a shorter link"
    )
    error.text = text
    return error
