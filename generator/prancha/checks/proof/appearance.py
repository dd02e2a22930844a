"""Compare pixels of each piece with its face drawn alone, and find bleed that is bare."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from prancha.checks.proof.matched_pieces import (
    CHORDS,
    TrimEdge,
    corner_points,
    part_within,
    round_points,
    trim_edges,
)
from prancha.checks.proof.measured import FoundForm, MeasuredLine
from prancha.checks.proof.pdf_geometry import (
    Box,
    Matrix,
    bounds,
    concat,
    intersection,
    inverse,
    map_corners,
    map_point,
)
from prancha.model.units import Mm

if TYPE_CHECKING:
    from PIL.Image import Image

    from prancha.checks.proof.evidence import Evidence
    from prancha.checks.proof.matched_pieces import Match

DPI = 60
"""Enough for a black line of 0.05 mm to tint its pixels; paths, not pixels, take the time."""
PIXEL: Mm = 25.4 / DPI
PHASE = 0.41
"""Pixels that a picture which differs is moved by and looked at again: small letters and pictures in a face
may be drawn a pixel aside when rounding takes the other way, but not the same ones twice."""
LEAN = 2e-5
"""Radians that pictures of turned pieces are turned by, a hundredth of a pixel: rectangles that lie straight
are moved to whole pixels, and what was turned and turned back does not lie as straight as its face alone."""
DIFFERENT = 20
"""Levels of 255 by which a pixel of a piece must differ from its face's; equal drawings differ by 2."""
LEAST = 2
"""Pixels that must differ."""
CLEAR = 2
"""Pixels that are left out along outlines, clips and lines, where edges are blended."""
AGAIN = 48
"""Faces that are kept drawn; copies of a face lie near each other."""
RING: Mm = 0.15
INSIDE: Mm = 0.30
STEP: Mm = 1.5
PAPER_WHITE = 254
PAINTED = 0.2
"""Share of an edge that must have paint inside before bare bleed counts."""


class Altered(Struct, frozen=True):
    """A piece that differs from its face: area in mm², and the box of it on the page."""

    match: Match
    area: float
    box: Box


class Bare(Struct, frozen=True):
    """An edge whose bleed is paper white though its inside is painted; paint ends `depth` mm beyond it."""

    match: Match
    name: str
    promised: Mm
    depth: Mm


class Appearance(Struct, frozen=True):
    """Result for all pieces; `seen` is how many were compared with their face."""

    altered: tuple[Altered, ...]
    bare: tuple[Bare, ...]
    seen: int


def compare_looks(evidence: Evidence) -> Appearance:
    """Compare every piece on its page with its face drawn alone."""
    forms = {match.found.form for match in evidence.matches if match.true}
    evidence.raster.take_faces({number: evidence.file.forms[number] for number in sorted(forms)})
    viewer = _Viewer(evidence)
    altered: list[Altered] = []
    bare: list[Bare] = []
    seen = 0
    for page, matches in sorted(evidence.by_page.items()):
        lines = evidence.file.pages[page - 1].lines
        for match in matches:
            if not match.true:
                continue  # told by the check of pieces; it cannot look like its face
            view = _make_view(match, evidence.file.forms[match.found.form])
            bare += viewer.find_bare(view)
            if min(view.size) > 2 * CLEAR:
                seen += 1
                found = viewer.compare(view, lines)
                altered += [found] if found else []
    return Appearance(tuple(altered), tuple(bare), seen)


class _View(Struct, frozen=True):
    """A face in its own mm, from (left, top) on `whole` pixels large, and the part of it that a page shows.

    That begins at the pixel `start` and is `size` pixels large; it lies within the trim box, since
    beyond it a neighbour's bleed may lie over its own.
    """

    match: Match
    left: Mm
    top: Mm
    whole: tuple[int, int]
    start: tuple[int, int]
    size: tuple[int, int]

    def place(self, phase: float) -> Matrix:
        """From pixels of the whole face to its own mm."""
        lean = PIXEL * LEAN if self.match.planned.turn % 90 else 0.0
        return PIXEL, lean, -lean, PIXEL, self.left + phase * PIXEL, self.top + phase * PIXEL

    def part(self, phase: float) -> Matrix:
        """From pixels of the part to mm on the page."""
        moved_on = concat((1.0, 0.0, 0.0, 1.0, float(self.start[0]), float(self.start[1])), self.place(phase))
        return concat(moved_on, self.match.found.matrix)


def _make_view(match: Match, form: FoundForm) -> _View:
    left, top, right, bottom = form.box
    whole = math.ceil((right - left) / PIXEL), math.ceil((bottom - top) / PIXEL)
    shown: Box = (0.0, 0.0, match.planned.shape.width, match.planned.shape.height)
    if match.sheet.window is not None:
        shown = intersection((shown, bounds(map_corners(inverse(match.found.matrix), *match.sheet.window))))
    start = math.ceil((shown[0] - left) / PIXEL), math.ceil((shown[1] - top) / PIXEL)
    end = math.floor((shown[2] - left) / PIXEL), math.floor((shown[3] - top) / PIXEL)
    return _View(match, left, top=top, whole=whole, start=start, size=(end[0] - start[0], end[1] - start[1]))


class _Viewer:
    """Draws pieces and faces; a face that was drawn is kept for its next copies."""

    def __init__(self, evidence: Evidence) -> None:
        self._raster = evidence.raster
        self._face = lru_cache(AGAIN)(evidence.raster.draw_face)

    def compare(self, view: _View, lines: Sequence[MeasuredLine]) -> Altered | None:
        """Return where a piece differs from its face, whatever the phase of the pixel grid."""
        from PIL import ImageChops, ImageFilter

        marked: Image | None = None
        mask: Image | None = None
        (x, y), (width, height) = view.start, view.size
        for phase in (0.0, PHASE):
            # The page is drawn as far as the face is: pdfium moves a letter by a pixel that begins left of
            # the picture.
            face = self._face(view.match.found.form, view.place(phase), view.whole)
            on_page = concat(view.place(phase), view.match.found.matrix)
            piece = self._raster.draw_part(view.match.sheet.page, on_page, view.whole)
            apart = ImageChops.difference(piece, face).crop((x, y, x + width, y + height))
            if apart.getbbox() is None:
                return None
            mask = mask or _make_mask(view, lines)
            found = _find_different(apart, mask)
            if found.getbbox() is None:
                return None
            if marked is not None:
                found = ImageChops.multiply(marked.filter(ImageFilter.MaxFilter(3)), found)
            marked = found
        assert marked is not None
        count, box = marked.histogram()[255], marked.getbbox()
        if count < LEAST or box is None:
            return None
        return Altered(view.match, count * PIXEL * PIXEL, bounds(map_corners(view.part(0.0), *box)))

    def find_bare(self, view: _View) -> Iterator[Bare]:
        """Edges whose bleed is paper though their inside is not.

        Of a face that has bleed of its own, the face alone tells; where its bleed is made of itself
        enlarged, the page.
        """
        match = view.match
        grouped: dict[str, list[TrimEdge]] = {}
        for edge in trim_edges(match):
            part = part_within(edge, match.sheet.window)
            if part is not None and part.promised >= RING + INSIDE / 2:
                grouped.setdefault(part.name, []).append(part)
        if not grouped:
            return
        if match.found.under is None:
            picture = self._face(match.found.form, view.place(0.0), view.whole)
            pixels = concat(inverse(match.found.matrix), inverse(view.place(0.0)))
        else:
            k = PIXEL
            left, top, right, bottom = match.found.reach
            place = (k, 0.0, 0.0, k, left, top)
            size = math.ceil((right - left) / k), math.ceil((bottom - top) / k)
            picture, pixels = self._raster.draw_part(match.sheet.page, place, size), inverse(place)
        greys = picture.convert("L")
        for name, group in grouped.items():
            depth = _measure_depth(greys, pixels, group)
            if depth is not None:
                yield Bare(match, name, group[0].promised, depth)


def _measure_depth(greys: Image, pixels: Matrix, group: Sequence[TrimEdge]) -> Mm | None:
    """How far paint reaches beyond bare edges; None where they are not bare, or are bare inside too.

    `pixels` takes mm on the page to pixels of the picture.
    """
    grey: Any = greys.load()

    def find_paper(beyond: Mm) -> list[bool]:
        """Return whether sampled pixels `beyond` the trim are paper."""
        found: list[bool] = []
        for edge in group:
            count = max(1, int(edge.length / STEP))
            for k in range(count):
                x, y = map_point(pixels, *edge.at((k + 0.5) / count, beyond))
                column, row = math.floor(x), math.floor(y)
                if 0 <= column < greys.width and 0 <= row < greys.height:
                    found.append(grey[column, row] >= PAPER_WHITE)
        return found or [False]

    promised = group[0].promised
    if not all(find_paper(promised - RING)):
        return None
    inside = find_paper(-INSIDE)
    if 1 - sum(inside) / len(inside) < PAINTED:
        return None
    steps = range(int(promised / RING))
    return max((k * RING for k in steps if not all(find_paper(k * RING))), default=0.0)


def _find_different(apart: Image, mask: Image) -> Image:
    """White where the difference of two pictures is large and the mask is white, else black."""
    from PIL import ImageChops

    red, green, blue = apart.split()
    most = ImageChops.multiply(ImageChops.lighter(ImageChops.lighter(red, green), blue), mask)
    return most.point(lambda level: 255 * (level >= DIFFERENT))


def _make_mask(view: _View, lines: Sequence[MeasuredLine]) -> Image:
    """White where a piece must look like its face: inside its outline, off every line."""
    from PIL import Image, ImageDraw

    match, pixels = view.match, inverse(view.part(0.0))
    mask = Image.new("L", view.size, 0)
    draw = ImageDraw.Draw(mask)
    outline = round_points(match, 4 * CHORDS) if match.planned.shape.is_round else corner_points(match)
    ring = [map_point(pixels, x, y) for x, y in outline]
    draw.polygon(ring, fill=255)
    draw.line([*ring, *ring[:2]], fill=0, width=2 * CLEAR + 1, joint="curve")
    for line in lines:
        ends = map_point(pixels, line.x1, line.y1), map_point(pixels, line.x2, line.y2)
        reach = math.ceil(line.weight / PIXEL / 2) + CLEAR
        draw.line(ends, fill=0, width=2 * reach + 1)
        for x, y in ends:
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=0)
    return mask
