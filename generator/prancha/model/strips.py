"""Rectangles folded along parallel lines: stand-ups, tents, player screens, leaflets."""

from __future__ import annotations

from prancha.model.net import Net, box_panel
from prancha.model.outline import rectangle
from prancha.model.units import Mm


def standee(width: Mm, height: Mm, foot: Mm) -> Net:
    """A figure folded at the head, with a foot at either end: foot, back upside down, front, foot."""
    mid = foot + height
    panels = (
        box_panel("back-foot", 0, top=0, width=width, height=foot, turn=180),
        box_panel("back", 0, top=foot, width=width, height=height, turn=180),
        box_panel("front", 0, mid, width, height),
        box_panel("front-foot", 0, mid + height, width, foot),
    )
    folds = tuple((0.0, y, width, y) for y in (foot, mid, mid + height))
    return Net(rectangle(width, 2 * (height + foot)), folds, panels)


def tent(width: Mm, height: Mm) -> Net:
    """A name plate folded at its ridge: the back upside down above the front."""
    panels = (
        box_panel("back", 0, top=0, width=width, height=height, turn=180),
        box_panel("front", 0, height, width, height),
    )
    return Net(rectangle(width, 2 * height), ((0.0, height, width, height),), panels)


def screen(width: Mm, height: Mm, wing: Mm) -> Net:
    """A screen of three panels, the middle one `width` wide, the outer ones `wing`."""
    panels = (
        box_panel("left", 0, 0, wing, height),
        box_panel("middle", wing, 0, width, height),
        box_panel("right", wing + width, 0, wing, height),
    )
    folds = tuple((x, 0.0, x, height) for x in (wing, wing + width))
    return Net(rectangle(width + 2 * wing, height), folds, panels)


def leaflet(width: Mm, height: Mm) -> Net:
    """A sheet folded once to four pages of `width` x `height`: outside the last and the first page."""
    panels = box_panel("left", 0, 0, width, height), box_panel("right", width, 0, width, height)
    return Net(rectangle(2 * width, height), ((width, 0.0, width, height),), panels)
