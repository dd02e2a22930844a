"""What a piece to fold shows over its art: dotted lines to fold, and hatched areas to glue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup

from prancha.faces.geometry import n, path
from prancha.faces.templates.context_values import Record
from prancha.graphics.svg.creases import CREASE
from prancha.model.face import Side
from prancha.model.game import Family
from prancha.model.net import Fold, Net
from prancha.model.outline import Point
from prancha.model.units import Mm

HATCH: Mm = 2.5
"""From line to line of what takes glue, measured along an edge of the paper."""
FOLDS = "folds"
"""The id of the element that holds folds: an aid to making the piece, no part of its picture."""
DARK, LINE = "#333333", 0.3


def folding(net: Net) -> str:
    """The folds and areas of glue of a net as SVG."""
    parts = [f'<path d="{path(area)}" fill="#ffffff"/>' for area in net.glue]
    hatched = "".join(_hatched(area) for area in net.glue)
    if hatched:
        parts.append(f'<path d="{hatched}" fill="none" stroke="#c8c8c8" stroke-width="0.2"/>')
    if net.folds:
        parts.append(_dotted(net.folds, DARK, LINE))
    return f'<g id="{FOLDS}">{"".join(parts)}</g>' if parts else ""


def crease(x1: Mm, y1: Mm, x2: Mm, y2: Mm, stroke: str = DARK, line: Mm = LINE) -> Markup:
    """A fold of a template's own, which cutting machines are told of as they are of those of a kind."""
    return Markup(f'<g class="{CREASE}">{_dotted([(x1, y1, x2, y2)], stroke, line)}</g>')


def _dotted(folds: Iterable[Fold], stroke: str, line: Mm) -> str:
    lines = "".join(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" for x1, y1, x2, y2 in folds)
    # White under the dots keeps them to be seen on dark art.
    return "".join(
        f'<path d="{lines}" fill="none" stroke="{paint}" stroke-width="{n(width)}"'
        f' stroke-dasharray="0.01 1" stroke-linecap="round" stroke-opacity="{opacity}"/>'
        for paint, width, opacity in (("#ffffff", 2 * line, 0.6), (stroke, line, 1))
    )


def panels(family: Family, side: Side) -> dict[str, Any]:
    """What templates see of a kind's net on one side; nothing for families without folds."""
    if family.net is None:
        return {}
    net = family.net if side == "front" else family.net.mirrored()
    return {"net": net, "panels": Record("panels", {panel.name: panel for panel in net.panels})}


def _hatched(area: Sequence[Point]) -> str:
    """Diagonal lines across a convex area."""
    sums = [x + y for x, y in area]
    drawn = []
    for step in range(int(min(sums) // HATCH) + 1, int(max(sums) // HATCH) + 1):
        at = step * HATCH
        ends = []
        for (x1, y1), (x2, y2) in zip(area, (*area[1:], area[0]), strict=True):
            a, b = x1 + y1 - at, x2 + y2 - at
            if a * b < 0:
                share = a / (a - b)
                ends.append((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share))
        if len(ends) == 2:
            drawn.append(path(ends, closed=False))
    return "".join(drawn)
