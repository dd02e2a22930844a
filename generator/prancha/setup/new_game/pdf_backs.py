"""Which face of a PDF is the back of which: on the next page, in another file, beyond a fold, or one for all.

A printer that turns paper about its long edge puts a back behind the front that is mirrored across the
page; about the short edge, mirrored from top to bottom, and then the back of the cut card stands on its
head and is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct
from PIL import Image, ImageChops, ImageStat

from prancha.model.box import Box
from prancha.model.units import Mm
from prancha.setup.new_game.face_grids import Grid
from prancha.setup.new_game.pdf_pages import PageMarks, PdfPages

BACKS = ("long", "short", "fold", "separate", "common", "none")
"""As `--duplex` calls them; `common`: the last face is the back of all."""
_NEIGHBOURS: Mm = 4.0
"""How far the bleed of a neighbour reaches into an empty place."""
_SAME_GREY = 48
"""Levels of 255 by which pixels of small pictures of one face may differ."""


class FacePage(Struct, frozen=True):
    """A page with faces of one size."""

    pdf: PdfPages
    marks: PageMarks
    grid: Grid

    def boxes(self) -> list[Box]:
        """The trims of its faces, row by row."""
        across, down = len(self.grid.lefts), len(self.grid.tops)
        return [self.grid.box(column, row) for row in range(down) for column in range(across)]


class FaceAt(Struct, frozen=True):
    """A part of a page, `turned` when the face stands on its head there; `number` counts within the page."""

    page: FacePage
    box: Box
    number: int
    turned: bool = False


def pair(pages: Sequence[FacePage], backs: str) -> list[tuple[FaceAt, FaceAt | None]]:
    """Return every front with its back, None for those without; `backs` is one of `BACKS`."""
    if backs == "fold":
        return [one for page in pages for one in _across_fold(page)]
    if backs == "separate":
        half = (len(pages) + 1) // 2
        fronts: Sequence[FacePage] = pages[:half]
        behind: Sequence[FacePage | None] = pages[half:]
    elif backs in ("long", "short"):
        fronts, behind = pages[::2], pages[1::2]
    else:
        fronts, behind = pages, ()
    found: list[tuple[FaceAt, FaceAt | None]] = []
    for index, page in enumerate(fronts):
        back = behind[index] if index < len(behind) else None
        for number, box in enumerate(page.boxes(), 1):
            there = _behind(page, box, back, backs, number) if back else None
            found.append((FaceAt(page, box, number), there))
    if backs == "common" and found:
        *found, (last, _) = found
        return [(front, last) for front, _ in found]
    return found


def _behind(page: FacePage, box: Box, back: FacePage, backs: str, number: int) -> FaceAt:
    """Return what lies behind a front: the face nearest to where the turned paper has it."""
    left, top, right, bottom = box
    width, height = page.marks.width, page.marks.height
    across = (backs != "short") == (height >= width)
    there = (
        (width - right, top, width - left, bottom) if across else (left, height - bottom, right, height - top)
    )
    near = [
        one
        for one in back.boxes()
        if max(abs(one[0] - there[0]), abs(one[1] - there[1])) < min(page.grid.size) / 3
    ]
    return FaceAt(back, near[0] if near else there, number, turned=not across)


def _across_fold(page: FacePage) -> list[tuple[FaceAt, FaceAt | None]]:
    across, down = len(page.grid.lefts), len(page.grid.tops)
    upright = folds_upright(page.grid)
    found: list[tuple[FaceAt, FaceAt | None]] = []
    for row in range(down if upright else down // 2):
        for column in range(across // 2 if upright else across):
            other = (across - 1 - column, row) if upright else (column, down - 1 - row)
            front = FaceAt(page, page.grid.box(column, row), row * across + column + 1)
            back = FaceAt(page, page.grid.box(*other), other[1] * across + other[0] + 1, turned=not upright)
            found.append((front, back))
    return found


def folds_upright(grid: Grid) -> bool:
    """Return whether a fold runs from top to bottom: where the middle has a wider gap than the rest."""
    if len(grid.lefts) % 2 or len(grid.tops) % 2:
        return len(grid.lefts) % 2 == 0
    return _middle_gap(grid.lefts) - grid.size[0] >= _middle_gap(grid.tops) - grid.size[1]


def _middle_gap(places: Sequence[float]) -> float:
    return places[len(places) // 2] - places[len(places) // 2 - 1]


def _is_folded(grid: Grid) -> bool:
    """Return whether the gap in the middle alone is wide."""
    for places in (grid.lefts, grid.tops):
        steps = [b - a for a, b in pairwise(places)]
        if len(places) in (4, 6, 8) and max(steps) - min(steps) > 1 and steps.count(max(steps)) == 1:
            return max(steps) == _middle_gap(places)
    return False


Small = Callable[[FaceAt], Image.Image]
"""Draws a face small."""


def guess_backs(pages: Sequence[FacePage], draw: Small) -> tuple[str, str]:
    """Return one of `BACKS`, and why."""
    if len({page.pdf.path for page in pages}) == 2 and _same_halves(pages):
        return "separate", "the second file has as many pages of faces as the first"
    if all(_is_folded(page.grid) for page in pages):
        return "fold", "the middle has a wider gap than the rest"
    kept: dict[tuple[int, int, Box, bool], Image.Image] = {}

    def small(face: FaceAt) -> Image.Image:
        key = id(face.page.pdf), face.page.marks.number, face.box, face.turned
        if key not in kept:
            kept[key] = draw(face)
        return kept[key]

    drawn = {}
    for page in pages:
        looks = [small(FaceAt(page, box, 0)) for box in page.boxes()]
        drawn[id(page)] = [look for look in looks if not is_blank(look, page.grid.size[0])]
    everything = [look for page in pages for look in drawn[id(page)]]
    if len(pages) % 2 == 0:
        off = {backs: _count_unlike(pair(pages, backs), small) for backs in ("long", "short")}
        flip = "short" if off["short"] < off["long"] else "long"
        fronts, behind = ([look for page in pages[k::2] for look in drawn[id(page)]] for k in (0, 1))
        if _are_alike(behind) and not _are_alike([*fronts, behind[0]]):
            return flip, "every second page has one face alone"
        if off["short"] != off["long"] and off[flip] == 0:
            return flip, "every second page has its gaps behind those of the page before it"
    if len(pages) > 1 and _are_alike(drawn[id(pages[-1])]) and not _are_alike(everything):
        return "common", "the last page has one face alone"
    return "none", "no page looks like backs"


def _count_unlike(pairs: Sequence[tuple[FaceAt, FaceAt | None]], small: Small) -> int:
    """Return how many fronts have a gap behind them, or backs a gap before them."""
    unlike = 0
    for front, back in pairs:
        width = front.page.grid.size[0]
        unlike += back is not None and is_blank(small(front), width) != is_blank(small(back), width)
    return unlike


def _same_halves(pages: Sequence[FacePage]) -> bool:
    first = sum(page.pdf.path == pages[0].pdf.path for page in pages)
    return first * 2 == len(pages)


def is_blank(picture: Image.Image, width: Mm) -> bool:
    """Return whether nothing is printed on a face `width` mm wide but the bleed of its neighbours."""
    ink = picture.convert("L").point(lambda grey: 255 if grey < 250 else 0)
    across, down = ink.size
    edge = max(1, min(round(_NEIGHBOURS * across / width), across // 4, down // 4))
    middle = (edge, edge, across - edge, down - edge)
    if ink.crop(middle).getbbox():
        return False
    sides = (
        (0, down // 3, edge, down * 2 // 3),
        (across - edge, down // 3, across, down * 2 // 3),
        (across // 3, 0, across * 2 // 3, edge),
        (across // 3, down - edge, across * 2 // 3, down),
    )
    return not all(ink.crop(side).getbbox() for side in sides)  # a frame has all four


def is_same(one: Image.Image, other: Image.Image, most: int = _SAME_GREY) -> bool:
    """Return whether no pixel differs by more than `most`."""
    if one.size != other.size:
        return False
    return all(high <= most for _, high in ImageStat.Stat(ImageChops.difference(one, other)).extrema)


def _are_alike(looks: Sequence[Image.Image]) -> bool:
    return len(looks) > 1 and all(is_same(looks[0], look) for look in looks[1:])
