"""Behind every front its back: the sheet as it lies after it is flipped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.model.outline import Outline
from generator.model.sheet import Duplex, Placement, Segment
from generator.sheets.layout import Page


def mirrors_across(page: Page, duplex: Duplex) -> bool:
    """Whether flipping exchanges left and right (else top and bottom).

    The printer flips about an edge of the paper: about its long edge, a page
    on its side turns over from top to bottom.
    """
    return (duplex == "long") == (page.height >= page.width)


def back_placements(fronts: Sequence[Placement], page: Page, duplex: Duplex) -> tuple[Placement, ...]:
    """Backs behind the fronts that have one; empty when none has."""
    across = mirrors_across(page, duplex)
    placements: list[Placement] = []
    for front in fronts:
        piece = front.piece
        if piece.back is None:
            continue
        left, top, right, bottom = front.outsets
        if across:
            x, y, turn, outsets = page.width - front.x, front.y, -front.turn, (right, top, left, bottom)
        else:
            x, y, turn, outsets = front.x, page.height - front.y, 180 - front.turn, (left, bottom, right, top)
        outline = _mirrored(front.outline)
        placements.append(Placement(piece, piece.back, outline, x, y, turn % 360, outsets))
    return tuple(placements)


def mirrored_marks(marks: Sequence[Segment], page: Page, duplex: Duplex) -> tuple[Segment, ...]:
    """The same marks seen from behind."""
    if mirrors_across(page, duplex):
        flipped = ((page.width - x1, y1, page.width - x2, y2) for x1, y1, x2, y2 in marks)
    else:
        flipped = ((x1, page.height - y1, x2, page.height - y2) for x1, y1, x2, y2 in marks)
    return tuple(sorted(flipped))


@lru_cache(maxsize=256)
def _mirrored(outline: Outline) -> Outline:
    return outline.mirrored()
