"""Where the faces of a page lie: a grid found by crop marks, by parts of one size, or by white gutters.

Lengths are mm.  Crop marks and parts are exact, since they are read from the drawing; gutters are read
from pixels and are exact to one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct
from PIL import Image

from prancha.model.box import Box, area, grow
from prancha.model.units import MM_PER_INCH, Mm
from prancha.setup.new_game.pdf_pages import Line, PageMarks

Size = tuple[Mm, Mm]
SAME: Mm = 0.3
"""Lengths that differ by less are one length that was rounded."""
_CLOSE: Mm = 0.15
_LEAST: Mm = 9.0
"""The shorter side of the smallest face."""
_LONGEST_MARK: Mm = 20.0
_MOST = 30
"""Columns or rows."""
_ONE_FACE: Size = (160.0, 230.0)
"""The largest page that is one face when nothing is found on it."""
_COMMON: Sequence[Size] = (
    (63, 88), (63.5, 88.9), (57, 87), (57.15, 88.9), (44, 68), (44.45, 63.5), (41, 63), (45, 68), (70, 120),
    (70, 70), (50, 50), (25, 25), (25.4, 25.4), (20, 20), (80, 80), (59, 92), (88, 126),
)  # fmt: skip
"""Sizes of cards and tiles that a block without gutters may be made of, each upright or lying."""
_PAPER = 249
"""The lightest grey that is paper."""
_NOISE = 224
"""The darkest grey that a JPEG usually leaves on paper beside a picture."""
_BESIDE: Mm = 4.0
"""Width of the bleed and the drawn edges around a face."""
_BLURRED: Mm = 1.4
"""How far a blurred edge may move the side of a face: 16 pixels at 300 dots per inch."""
Draw = Callable[[], tuple[Image.Image, float]]


class Grid(Struct, frozen=True):
    """Faces of `size` with their left and top edges at `lefts` and `tops`; `why` is what it was found by."""

    lefts: tuple[Mm, ...]
    tops: tuple[Mm, ...]
    size: Size
    why: str

    @property
    def cells(self) -> int:
        """How many faces there is room for."""
        return len(self.lefts) * len(self.tops)

    @property
    def gap(self) -> Mm:
        """The smallest gap between neighbours; one face alone has room around it."""
        steps = [
            (b - a) - side
            for places, side in ((self.lefts, self.size[0]), (self.tops, self.size[1]))
            for a, b in pairwise(places)
        ]
        return max(0.0, min(steps, default=_LEAST))

    @property
    def covers(self) -> float:
        """The area of its faces."""
        return self.cells * self.size[0] * self.size[1]

    def box(self, column: int, row: int) -> Box:
        """The trim of a face."""
        left, top = self.lefts[column], self.tops[row]
        return left, top, left + self.size[0], top + self.size[1]


def is_near(one: Size, other: Size, same: Mm = SAME) -> bool:
    """Return whether two sizes are the same but for rounding."""
    return abs(one[0] - other[0]) < same and abs(one[1] - other[1]) < same


def find_grid(
    page: PageMarks, draw: Draw, size: Size | None = None, shape: tuple[int, int] | None = None
) -> Grid | None:
    """Return the grid of a page, of faces of `size` in columns and rows of `shape`; None where there is none.

    `draw` draws the page when that is needed.
    """
    for found in _candidates(page, draw, size):
        right_size = size is None or is_near(found.size, size)
        if right_size and shape in (None, (len(found.lefts), len(found.tops))):
            return found
    return None


def _candidates(page: PageMarks, draw: Draw, size: Size | None) -> Iterator[Grid]:
    yield from _by_marks(page, size)
    parts = _by_parts(page, size)
    if parts is not None:
        yield parts
    gutters = _by_gutters(draw)
    if gutters is not None and gutters.cells > 1:
        yield gutters
    if page.width <= _ONE_FACE[0] and page.height <= _ONE_FACE[1]:
        yield Grid(page.trim[:1], page.trim[1:2], _size(page.trim), "the size of the page")
    if gutters is not None:
        yield gutters


def grid_as_told(
    page: PageMarks, draw: Draw, size: Size | None, shape: tuple[int, int] | None
) -> Grid | None:
    """Return a grid for a page on which none is found: in its middle, or what is printed in equal parts.

    None for a page without ink, for one that is too small, and where nothing is told.
    """
    if shape is None and size is None:
        return None
    if size is None:  # what is printed is cut into equal parts
        assert shape is not None
        picture, dpi = draw()
        box = _ink(picture).getbbox()
        if box is None:
            return None
        left, top, right, bottom = (edge * MM_PER_INCH / dpi for edge in box)
        size = (right - left) / shape[0], (bottom - top) / shape[1]
    else:
        most = [
            max(1, int((room + SAME) / side))
            for room, side in zip((page.width, page.height), size, strict=True)
        ]
        shape = shape or (most[0], most[1])
        left, top = (page.width - shape[0] * size[0]) / 2, (page.height - shape[1] * size[1]) / 2
        if min(left, top) < -SAME:
            return None
    if min(size) < 1:
        return None
    lefts = tuple(left + column * size[0] for column in range(shape[0]))
    tops = tuple(top + row * size[1] for row in range(shape[1]))
    return Grid(lefts, tops, size, "what you said")


def _by_marks(page: PageMarks, size: Size | None) -> Iterator[Grid]:
    """Yield a grid between crop marks: short lines that stand outside it, at both of its ends.

    Of several, as where marks of some columns stand further in, the one with most faces.
    """
    best = None
    for xs, above in _cuts(page.upright, size is not None):
        for ys, beside in _cuts(page.level, size is not None):
            lefts, width = _spans(xs, size[0] if size else None)
            tops, height = _spans(ys, size[1] if size else None)
            if lefts and tops and above <= tops[0] + _CLOSE and beside <= lefts[0] + _CLOSE:
                grid = Grid(lefts, tops, (width, height), "crop marks")
                if best is None or (best.cells < grid.cells and grid.covers > best.covers * 0.7):
                    best = grid
    if best is not None:
        yield best


def _cuts(lines: Sequence[Line], is_known: bool) -> Iterator[tuple[list[Mm], Mm]]:
    """Yield the places that have a crop mark at both ends, and how far down or right the near marks stand.

    Where the size of faces `is_known`, those with a mark at the near end alone are yielded too.
    """
    rows: dict[tuple[int, int], list[Line]] = {}
    for line in lines:
        if 1 <= line[2] - line[1] <= _LONGEST_MARK:
            rows.setdefault((round(line[1] * 4), round(line[2] * 4)), []).append(line)
    groups = [row for row in rows.values() if len(row) > 1]
    everywhere = [line for row in rows.values() for line in row]
    for first in sorted(groups, key=lambda row: row[0][1])[:6]:
        _, start, end = first[0]
        both = _repeated(first, (line for line in everywhere if line[1] > start + _LEAST))
        if len(both) < 2:
            continue
        for last in sorted(groups, key=lambda row: -row[0][2])[:6]:
            # A sheet that is not full has some of its marks at the far end alone.
            more = _repeated(last, (line for line in everywhere if line[2] < last[0][2] - _LEAST))
            shared = [place for place in more if any(abs(place - one) < _CLOSE for one in both)]
            if len(shared) > 1 and len(shared) * 2 >= len(_distinct(line[0] for line in last)):
                both = _distinct(iter((*both, *more)))
                break
        yield both, (start + end) / 2
        if is_known:
            yield _distinct(line[0] for line in first), (start + end) / 2


def _repeated(marks: Sequence[Line], others: Iterator[Line]) -> list[Mm]:
    """Return the places of marks at which one of the others stands too."""
    places = [line[0] for line in others]
    return [
        at for at in _distinct(line[0] for line in marks) if any(abs(at - one) < _CLOSE for one in places)
    ]


def _distinct(places: Iterator[Mm]) -> list[Mm]:
    found: list[Mm] = []
    for place in sorted(places):
        if not found or place - found[-1] > _CLOSE:
            found.append(place)
    return found


def _spans(cuts: Sequence[Mm], wanted: Mm | None) -> tuple[tuple[Mm, ...], Mm]:
    """Return where the faces between cuts begin, and their length: that which covers most of the page."""
    steps = [(start, end - start) for start, end in pairwise(cuts) if end - start >= _LEAST]
    best: list[tuple[Mm, Mm]] = []
    for _, length in steps:
        alike = [step for step in steps if abs(step[1] - length) < SAME]
        if wanted is not None and abs(length - wanted) >= SAME:
            continue
        if len(alike) * length > sum(step[1] for step in best) + SAME:
            best = alike
    if not best or len(best) > _MOST:
        return (), 0.0
    return tuple(start for start, _ in best), sum(length for _, length in best) / len(best)


def _by_parts(page: PageMarks, size: Size | None, same: Mm = SAME) -> Grid | None:
    """Return the grid of pictures or rectangles of one size, of those that cover most."""
    groups: list[list[Box]] = []
    for box in sorted(set(page.boxes)):
        width, height = _size(box)
        inside = min(box) > -SAME and box[2] < page.width + SAME and box[3] < page.height + SAME
        if min(width, height) < _LEAST or not inside or (size and not is_near(size, (width, height))):
            continue
        group = next((group for group in groups if is_near(_size(group[0]), (width, height), same)), None)
        if group is None:
            groups.append(group := [])
        group.append(box)
    best, most = None, 0.0
    for boxes in groups:
        width, height = (median(_size(box)[k] for box in boxes) for k in (0, 1))
        lefts, tops = (_places([box[k] for box in boxes], same) for k in (0, 1))
        different = {(round(box[0]), round(box[1])) for box in boxes}
        apart = all(b - a > width - same for a, b in pairwise(lefts)) and all(
            b - a > height - same for a, b in pairwise(tops)
        )
        # Few parts strewn over a page are no grid: most of its cells are filled.
        full = len(different) > 1 and len(different) >= len(lefts) * len(tops) / 2
        covered = len(different) * width * height
        if apart and full and covered > most * 1.02 and max(len(lefts), len(tops)) <= _MOST:
            best, most = Grid(lefts, tops, (width, height), "parts of one size"), covered
    return best


def _places(values: Sequence[Mm], same: Mm) -> tuple[Mm, ...]:
    groups: list[list[Mm]] = []
    for value in sorted(values):
        if groups and value - groups[-1][-1] < same:
            groups[-1].append(value)
        else:
            groups.append([value])
    return tuple(median(group) for group in groups)


def _size(box: Box) -> Size:
    return box[2] - box[0], box[3] - box[1]


def _ink(picture: Image.Image, paper: int = _PAPER) -> Image.Image:
    """Return what is printed, white on black."""
    return picture.convert("L").point(lambda grey: 255 if grey < paper else 0)


def _by_gutters(draw: Draw) -> Grid | None:
    """Return the grid of blocks of one size between white rows and columns."""
    picture, dpi = draw()
    per_mm = dpi / MM_PER_INCH
    blocks = _blocks(picture, per_mm)
    sides = picture.width / per_mm, picture.height / per_mm
    whole = _by_parts(PageMarks(0, *sides, (0.0, 0.0, *sides), boxes=tuple(blocks)), None, _BLURRED)
    if whole is not None:
        return Grid(whole.lefts, whole.tops, whole.size, "white gutters")
    return _split(max(blocks, key=area)) if blocks else None


def has_more(grid: Grid, picture: Image.Image, dpi: float) -> bool:
    """Return whether something as large as a face is printed on a page beside those of a grid."""
    per_mm = dpi / MM_PER_INCH
    rest = picture.copy()
    for column in range(len(grid.lefts)):
        for row in range(len(grid.tops)):
            left, top, right, bottom = grow(grid.box(column, row), _BESIDE)
            rest.paste(
                (255, 255, 255),
                (int(left * per_mm), int(top * per_mm), int(right * per_mm), int(bottom * per_mm)),
            )
    return any(area(block) > grid.size[0] * grid.size[1] / 2 for block in _blocks(rest, per_mm))


def _blocks(picture: Image.Image, per_mm: float) -> list[Box]:
    """Return what is printed between white rows and columns."""
    ink, strong = _ink(picture), _ink(picture, _NOISE)
    blocks: list[Box] = []
    for top, bottom in _runs(ink.getprojection()[1], per_mm):
        for left, right in _runs(ink.crop((0, top, ink.width, bottom)).getprojection()[0], per_mm):
            edges = _edges(ink, (left, top, right, bottom))
            exact = _edges(strong, edges)
            if max(abs(one - other) for one, other in zip(edges, exact, strict=True)) < _BLURRED * per_mm:
                edges = exact
            blocks.append((edges[0] / per_mm, edges[1] / per_mm, edges[2] / per_mm, edges[3] / per_mm))
    return blocks


def _edges(ink: Image.Image, part: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the edges of what is printed in a part of a picture, in pixels of all of it."""
    left, top, right, bottom = ink.crop(part).getbbox() or (0, 0, 0, 0)
    return part[0] + left, part[1] + top, part[0] + right, part[1] + bottom


def _runs(filled: Sequence[int], per_mm: float) -> list[tuple[int, int]]:
    """Return the runs of rows or columns with ink that may be faces, in pixels."""
    edges = [k for k, (one, other) in enumerate(pairwise([0, *filled, 0])) if one != other]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= _LEAST * per_mm]


def _split(block: Box) -> Grid | None:
    """Return the faces of a usual size that a block without gutters is made of."""
    width, height = block[2] - block[0], block[3] - block[1]
    best, least = None, 1.0
    for short, long in _COMMON:
        for across, down in ((short, long), (long, short)):
            columns, rows = round(width / across), round(height / down)
            off = max(abs(width - columns * across), abs(height - rows * down))
            if 1 <= columns * rows <= _MOST and columns and rows and off < least:
                size = width / columns, height / rows
                lefts = tuple(block[0] + k * size[0] for k in range(columns))
                tops = tuple(block[1] + k * size[1] for k in range(rows))
                best, least = Grid(lefts, tops, size, "a usual size of cards"), off
    return best
