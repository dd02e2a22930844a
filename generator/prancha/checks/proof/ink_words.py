"""Ink of words: cut out of a face's content, and what their glyphs cover."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor
from sys import byteorder
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from prancha.checks.proof.embedded_fonts import GlyphFont, read_glyph_font
from prancha.checks.proof.face_ink import Drawing, Frame, InkEstimate, drawn, ink_of, ink_of_even
from prancha.checks.proof.pdf_geometry import Box, Matrix, after, around, corners

if TYPE_CHECKING:
    from PIL.Image import Image


SIZE = 80
"""Pixels of an em."""
CELL = 2 * SIZE
LEFT, BASE = SIZE // 2, SIZE * 5 // 4
"""Where in its cell a glyph begins, and its base line."""
COLUMNS = 16
MOST = 16 * COLUMNS
"""Glyphs on one picture."""


class MeasuredFont(Struct, frozen=True):
    """By code, in parts of the size: area, width, and how high and deep a glyph reaches.

    `over` is how far any glyph reaches beyond its place: to the left, deep, to the right, high.  A glyph too
    large to be measured, or not listed by the font, is in none of them.
    """

    area: Mapping[int, float]
    width: Mapping[int, float]
    high: Mapping[int, float]
    deep: Mapping[int, float]
    over: Box


class MeasuredFonts:
    """Fonts by name, each measured as pdfium draws it when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, MeasuredFont | None] = {}

    def find(self, name: str, listed: Any) -> MeasuredFont | None:
        """A font of those listed; None for one that is not there, or whose codes are no glyph numbers."""
        if name not in self._known:
            font = read_glyph_font(listed[name]) if name in listed else None
            self._known[name] = measured_font(font) if font else None
        return self._known[name]


def measured_font(font: GlyphFont) -> MeasuredFont:
    """What the codes that a font lists stand for."""
    codes = sorted(font.widths)
    sheets = [codes[k : k + MOST] for k in range(0, len(codes), MOST)]
    found = MeasuredFont({}, width={}, high={}, deep={}, over=(0.0, 0.0, 0.0, 0.0))
    with drawn([_sheet(font, sheet) for sheet in sheets]) as pictures:
        for picture, sheet in zip(pictures, sheets, strict=True):
            found = _measured(found, picture, font=font, codes=sheet)
    return found


def _sheet(font: GlyphFont, codes: Sequence[int]) -> Drawing:
    rows = -(-len(codes) // COLUMNS)
    shown = (
        f"1 0 0 1 {k % COLUMNS * CELL + LEFT} {(rows - k // COLUMNS) * CELL - BASE} Tm <{code:04x}> Tj\n"
        for k, code in enumerate(codes)
    )
    content = f"BT /F {SIZE} Tf\n{''.join(shown)}ET"
    return Drawing((COLUMNS * CELL, rows * CELL), content.encode(), fonts={"/F": font.thing})


def _measured(before: MeasuredFont, picture: Image, font: GlyphFont, codes: Sequence[int]) -> MeasuredFont:
    """What was measured before, and the glyphs on a picture."""
    from PIL import ImageChops

    dark = ImageChops.invert(picture.getchannel(0))
    area, width = dict(before.area), dict(before.width)
    high, deep = dict(before.high), dict(before.deep)
    left, _, right, _ = before.over
    for code, cell in zip(codes, _cells(dark), strict=False):
        box = cell.getbbox() or (LEFT, BASE, LEFT, BASE)
        if box[0] <= 0 or box[1] <= 0 or box[2] >= CELL or box[3] >= CELL:
            continue  # it may reach into the next cell
        area[code] = sum(level * count for level, count in enumerate(cell.histogram())) / (255 * SIZE * SIZE)
        width[code] = font.width_of(code) / 1000
        high[code], deep[code] = (BASE - box[1]) / SIZE, (box[3] - BASE) / SIZE
        left, right = max(left, (LEFT - box[0]) / SIZE), max(right, (box[2] - LEFT) / SIZE - width[code])
    over = left, max(deep.values(), default=0.0), right, max(high.values(), default=0.0)
    return MeasuredFont(area, width=width, high=high, deep=deep, over=over)


def _cells(picture: Image) -> Iterator[Image]:
    for top in range(0, picture.height, CELL):
        for left in range(0, picture.width, CELL):
            yield picture.crop((left, top, left + CELL, top + CELL))


CutText = tuple[int, bytes, bytes]
"""A text object: which stretch of such it is in, from 0; its font, size and place; operands of its TJ."""
_BEGIN, _PLACED, _END = b"\nBT ", b" Tm [", b"] TJ ET"
_NUMBER = rb"(-?\d*\.?\d+)"
_HEAD = re.compile(rb"(/\S+) %b Tf %b" % (_NUMBER, b" ".join([_NUMBER] * 6)))
_GAP = re.compile(rb"\)([-\d. ]+)\(")
"""Between two strings: within one, parentheses are escaped."""
_STRING = re.compile(rb"[^()\\]*(?:\\[()\\r][^()\\]*)*")
_MEET = 0.25
"""Sizes of the type by which boxes of words may lie over each other: their glyphs do not."""
_LINE_END, _SPACES, _AGAIN = 10, 8, b"] TJ "


class Place(Struct, frozen=True):
    """Where words begin: `matrix` takes ems to pixels, `square` is the mm² of an em, `size` its pixels.

    `box` is that of no words at all, in pixels, as high and deep as any glyph of the font.
    """

    run: int
    font: MeasuredFont
    matrix: Matrix
    square: float
    size: float
    box: Box


class Covered(Struct, frozen=True):
    """What words cover of a face: mm², and the box they lie in, in pixels of its picture."""

    run: int
    area: float
    box: Box
    size: float


def cut(content: bytes) -> tuple[tuple[bytes, ...], list[CutText]]:
    """What stands before, between and after stretches of words, and the words."""
    before, *others = (b"\n" + content).split(_BEGIN)
    parts: list[bytes] = []
    texts: list[CutText] = []
    for other in others:
        text, ended, rest = other.partition(_END)
        head, placed, operands = text.partition(_PLACED)
        whole = ended and placed and (not rest or rest[0] == _LINE_END)
        if not whole or head.count(b" ") != _SPACES or b"\n" in head or _AGAIN in operands:
            before += _BEGIN + other
            continue
        if before or not texts:
            parts.append(before + b"\n")
        texts.append((len(parts) - 1, head, operands))
        before = rest
    return (*parts, before), texts


class Places:
    """Where words of a drawing begin: `outer` are the matrices around each stretch of them."""

    def __init__(
        self, outer: Sequence[Matrix], to_pixels: Matrix, find: Callable[[str], MeasuredFont | None]
    ) -> None:
        self._outer, self._to_pixels, self._find = outer, to_pixels, find
        self._known: dict[tuple[int, bytes], Place | None] = {}

    def covered(self, texts: Sequence[CutText], exactly: bool) -> list[Covered] | None:
        """What the words of a face cover; None where it is not known, or some lie over others."""
        found: list[Covered] = []
        for run, head, operands in texts:
            place, shown = self._place(run, head), read(operands)
            words = place and shown and covered(place, *shown, exactly)
            if not words:
                return None
            found.append(words)
        return found if lie_apart(found) else None

    def _place(self, run: int, head: bytes) -> Place | None:
        """Where words begin; None where it is written otherwise than ours, or their font is not known."""
        key = run, head
        try:
            return self._known[key]
        except KeyError:
            match = _HEAD.fullmatch(head)
            font = self._find(match[1].decode("latin-1")) if match else None
            numbers = tuple(map(float, match.groups()[1:])) if match else ()
            placed = font and _placed(run, font, numbers, self._outer[run], self._to_pixels)
            self._known[key] = placed or None
            return placed or None


def _placed(
    run: int, font: MeasuredFont, numbers: Sequence[float], outer: Matrix, to_pixels: Matrix
) -> Place:
    """The place of words in a font of a size and matrix."""
    size, a, b, c, d, e, f = numbers
    inner = after((a * size, b * size, c * size, d * size, e, f), outer)
    matrix = after(inner, to_pixels)
    left, deep, right, high = font.over
    return Place(
        run, font, matrix=matrix, square=_square(inner), size=_square(matrix) ** 0.5,
        box=_box(matrix, (-left, -deep, right, high)),
    )  # fmt: skip


def _square(matrix: Matrix) -> float:
    """The area that a matrix makes of a square."""
    a, b, c, d, _, _ = matrix
    return abs(a * d - b * c)


def read(operands: bytes) -> tuple[Sequence[int], float] | None:
    """The codes that operands of TJ show, and by how many thousandths of the size they shift them in all.

    None for strings that are written otherwise than ours.
    """
    before, _, strings = operands.partition(b"(")
    strings, _, behind = strings.rpartition(b")")
    text, *others = _GAP.split(strings)
    try:
        shift = sum(map(float, others[::2])) + float(before or 0.0) + float(behind or 0.0)
    except ValueError:
        return None
    text += b"".join(others[1::2])
    if b"(" not in text and b")" not in text and text.count(b"\\") == 2 * text.count(b"\\\\"):
        text = text.replace(b"\\\\", b"\\")
    elif _STRING.fullmatch(text):
        text = b"\\".join([_meant(part) for part in text.split(b"\\\\")])
    else:
        return None
    if len(text) % 2:
        return None
    codes = array("H", text)
    if byteorder == "little":
        codes.byteswap()
    return codes, shift


def _meant(part: bytes) -> bytes:
    """A string in which no backslash is meant, without those that escape."""
    return part.replace(b"\\(", b"(").replace(b"\\)", b")").replace(b"\\r", b"\r")


def covered(place: Place, codes: Sequence[int], shift: float, exactly: bool) -> Covered | None:
    """What words cover that show these codes; None for a glyph that was not measured.

    Their box is that of their own glyphs `exactly`, or as high and deep as any of the font.
    """
    font = place.font
    try:
        area = sum(map(font.area.__getitem__, codes))
    except KeyError:
        return None
    long = sum(map(font.width.__getitem__, codes)) - shift / 1000
    across, down = place.matrix[:2]
    if across > 0.0 and not down and long >= 0.0 and not exactly:
        x1, y1, x2, y2 = place.box
        box = x1, y1, x2 + across * long, y2
    else:
        left, deep, right, high = font.over
        if exactly:
            different = set(codes)
            high = max(map(font.high.__getitem__, different), default=0.0)
            deep = max(map(font.deep.__getitem__, different), default=0.0)
        box = _box(place.matrix, (-left, -deep, long + right, high))
    return Covered(place.run, area * place.square, box, place.size)


def _box(matrix: Matrix, box: Box) -> Box:
    """The box around a box that a matrix moves."""
    a, b, c, d, e, f = matrix
    if b or c:
        return around(corners(matrix, *box))
    x1, x2, y1, y2 = a * box[0] + e, a * box[2] + e, d * box[1] + f, d * box[3] + f
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def lie_apart(all_words: Sequence[Covered]) -> bool:
    """Whether no words lie over others."""
    order = sorted(all_words, key=_top)
    for k, one in enumerate(order, 1):
        left, _, right, bottom = one.box
        for other in order[k:]:
            if other.box[1] >= bottom:
                break
            free = _MEET * min(one.size, other.size)
            across = min(right, other.box[2]) - max(left, other.box[0])
            if across > free and bottom - other.box[1] > free:
                return False
    return True


def _top(words: Covered) -> float:
    return words.box[1]


_Pixels = tuple[int, int, int, int]


class SeenWords:
    """What the pictures of a drawing show: without words, and all painted at each stretch of them."""

    def __init__(self, frame: Frame, pictures: Sequence[Image]) -> None:
        self._size, self._pictures = frame.size, pictures
        c, m, y, k = ink_of(pictures[0])
        self._bare = frame.area * c, frame.area * m, frame.area * y, frame.area * k
        self._known: dict[tuple[int, int, int], tuple[int, int, InkEstimate]] = {}
        """Of stretch, top and bottom: between which pixels all is alike, and what words add there."""

    def ink(self, all_words: Sequence[Covered]) -> InkEstimate | None:
        """The ink of the drawing with words; None where not all below or above some of them is alike."""
        cyan, magenta, yellow, black = self._bare
        for words in all_words:
            more = self._added(words)
            if more is None:
                return None
            area, (c, m, y, k) = words.area, more
            cyan, magenta, yellow, black = (
                cyan + area * c,
                magenta + area * m,
                yellow + area * y,
                black + area * k,
            )
        return cyan, magenta, yellow, black

    def _added(self, words: Covered) -> InkEstimate | None:
        """What a mm² of words adds."""
        x1, y1, x2, y2 = words.box
        left, top, right, bottom = floor(x1), floor(y1), ceil(x2), ceil(y2)
        known = self._known.get((words.run, top, bottom))
        if known is not None and known[0] <= left and right <= known[1]:
            return known[2]
        width, height = self._size
        if left < 0 or top < 0 or right > width or bottom > height:
            return None
        if known is not None:  # what lies between words is mostly like what is below them
            wide = min(left, known[0]), max(right, known[1])
            more = self._look(words.run, (wide[0], top, wide[1], bottom))
            if more is not None:
                self._known[words.run, top, bottom] = *wide, more
                return more
        more = self._look(words.run, (left, top, right, bottom))
        if more is not None:
            self._known[words.run, top, bottom] = left, right, more
        return more

    def _look(self, run: int, box: _Pixels) -> InkEstimate | None:
        """How much more ink a mm² takes where words are than where none are; None where that differs."""
        without = ink_of_even(self._pictures[0].crop(box))
        within = without and ink_of_even(self._pictures[run + 1].crop(box))
        if without is None or within is None:
            return None
        c, m, y, k = (here - there for here, there in zip(within, without, strict=True))
        return c, m, y, k
