"""The fullest layout of a paper with pieces of one outline."""

from __future__ import annotations

from functools import lru_cache

from prancha.model.outline import Outline
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.sheets import rows
from prancha.sheets.grid import box_layout, few_boxes
from prancha.sheets.layout import EPSILON, Layout, bounds, centred, pages, placed, spill

LEAST_KEPT_GAP: Mm = 2.0
EVEN = ("circle", "hexagon", "hat")
"""Outlines whose layouts know how far their bleed reaches; others are kept apart by their boxes."""


def single_layout(outline: Outline, bleed: Mm, gap: Mm, paper: Paper, wanted: int) -> Layout:
    """Lay out equal pieces, whose box must fit the paper, on its better turn.

    A nesting search may stop early once `wanted` pieces are placed.
    """
    if outline.shape != "hat":
        return _regular(outline, bleed, gap, paper)
    from prancha.sheets.hats import nesting  # only the hat lies like this

    boxes = _regular(outline, bleed, gap, paper)
    nested = nesting.hat_layout(outline, gap, uniform_outset(outline, bleed, gap), paper, wanted)
    return nested if nested and len(nested.slots) >= len(boxes.slots) else boxes


def lone_layout(outline: Outline, bleed: Mm, gap: Mm, paper: Paper, count: int) -> Layout:
    """Lay out the only sheet of `count` pieces, in the middle of the page; no stack must match it."""
    if outline.is_box:
        few = few_boxes(outline.width, outline.height, gap, pages(paper), count)
        if few is not None:
            return few
    layout = single_layout(outline, bleed, gap, paper, count)
    slots = layout.slots[:count]
    corners = (point for slot in slots for point in placed(outline, slot))
    return Layout(layout.page, centred(layout.page, ((s.x, s.y, s.turn) for s in slots), bounds(corners)))


def uniform_outset(outline: Outline, bleed: Mm, gap: Mm) -> Mm:
    """How far the art of an outline that is no box may reach beyond its trim.

    Half the gap at most; less where mitred corners would reach the neighbour's half.
    """
    outset = max(0.0, min(bleed, gap / 2))
    if outline.shape in EVEN or not outset:
        return outset
    return outset * min(1.0, gap / 2 / spill(outline, outset))


def fits(outline: Outline, paper: Paper) -> bool:
    """Whether the trim box lies inside the printable area in either turn."""
    across, down = sorted(pages(paper)[0].room)
    small, large = sorted((outline.width, outline.height))
    return small <= across + EPSILON and large <= down + EPSILON


@lru_cache(maxsize=256)
def _regular(outline: Outline, bleed: Mm, gap: Mm, paper: Paper) -> Layout:
    papers = pages(paper)
    # So little bleed is not worth a row; `sheet_marks` cuts it back at the margin.
    reach = spill(outline, uniform_outset(outline, bleed, gap)) if gap >= LEAST_KEPT_GAP else 0.0
    layout = None
    if outline.shape == "circle":
        layout = rows.circles(outline.width, gap, reach, papers)
    elif outline.shape == "hexagon":
        layout = rows.honeycomb(outline.width, outline.height, gap, reach, papers)
    layout = layout or box_layout(outline.width, outline.height, gap, papers, outline.is_box)
    assert layout is not None, "the caller asks `fits` first"
    if outline.is_box or outline.shape in EVEN:
        return layout
    from prancha.sheets.nested import nested_rows  # outlines that are not regular are few

    nested = nested_rows(outline, gap, papers)
    return nested if nested and len(nested.slots) > len(layout.slots) else layout
