"""What surrounds a template's drawing: sides of a component, the SVG document, fold and glue lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from hashlib import blake2b
from typing import Any

from markupsafe import Markup

from prancha.faces import template_shapes
from prancha.faces.template_shapes import n, path
from prancha.faces.templates.context_values import Record
from prancha.graphics.svg.template_marks import CREASE
from prancha.model.box import Point
from prancha.model.diagnostic import Place
from prancha.model.face import Face, Side
from prancha.model.game import Family, Item
from prancha.model.outline import Fold, Net, Outline
from prancha.model.units import Mm

HATCH: Mm = 2.5
"""From line to line of what takes glue, measured along an edge of the paper."""
FOLDS = "folds"
"""The id of the element that holds folds: an aid to making the piece, no part of its picture."""
DARK, LINE = "#333333", 0.3


def draw_folds(net: Net) -> str:
    """The folds and areas of glue of a net as SVG."""
    parts = [f'<path d="{path(area)}" fill="#ffffff"/>' for area in net.glue]
    hatched = "".join(_hatch(area) for area in net.glue)
    if hatched:
        parts.append(f'<path d="{hatched}" fill="none" stroke="#c8c8c8" stroke-width="0.2"/>')
    if net.folds:
        parts.append(_draw_dotted(net.folds, DARK, LINE))
    return f'<g id="{FOLDS}">{"".join(parts)}</g>' if parts else ""


def crease(x1: Mm, y1: Mm, x2: Mm, y2: Mm, stroke: str = DARK, line: Mm = LINE) -> Markup:
    """A fold drawn by a template; cutting machines crease it like the folds of a kind."""
    return Markup(f'<g class="{CREASE}">{_draw_dotted([(x1, y1, x2, y2)], stroke, line)}</g>')


def _draw_dotted(folds: Iterable[Fold], stroke: str, line: Mm) -> str:
    lines = "".join(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" for x1, y1, x2, y2 in folds)
    # White under the dots keeps them to be seen on dark art.
    return "".join(
        f'<path d="{lines}" fill="none" stroke="{paint}" stroke-width="{n(width)}"'
        f' stroke-dasharray="0.01 1" stroke-linecap="round" stroke-opacity="{opacity}"/>'
        for paint, width, opacity in (("#ffffff", 2 * line, 0.6), (stroke, line, 1))
    )


def panels(family: Family, side: Side) -> dict[str, Any]:
    """Return what templates see of a kind's net on one side; nothing for families without folds."""
    if family.net is None:
        return {}
    net = family.net if side == "front" else family.net.mirrored()
    return {"net": net, "panels": Record("panels", {panel.name: panel for panel in net.panels})}


def _hatch(area: Sequence[Point]) -> str:
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


DIGEST = 32
"""Letters of a face's hash."""


def sides(family: Family) -> tuple[tuple[Side, str], ...]:
    """The sides of a family's pieces with their templates."""
    front: tuple[Side, str] = ("front", family.template)
    return (front,) if family.back is None else (front, ("back", family.back))


def frame_face(
    inside: str | Callable[[], str],
    outline: Outline,
    bleed: Mm,
    side: Side,
    item: str,
    template: str,
    place: Place,
    digest: str = "",
) -> Face:
    """The face whose drawing is `inside`, named by the hash of its document, if that is not known yet."""
    source: str | Callable[[], str] = partial(_wrap_document, inside, outline, bleed)
    if not digest:
        source = _wrap_document(inside, outline, bleed)
        digest = blake2b(source.encode(), digest_size=DIGEST // 2).hexdigest()
    return Face(
        source, digest, outline=outline, bleed=bleed, side=side, item=item, template=template, place=place
    )


def _wrap_document(inside: str | Callable[[], str], outline: Outline, bleed: Mm) -> str:
    drawing = inside if isinstance(inside, str) else inside()
    return f"{_head(outline.width, outline.height, bleed)}{drawing}</svg>"


def template_of(family: Family, name: str, item: Item) -> str:
    """The template of one side of an item: that of the front where its text goes on over the back."""
    return family.template if family.continues == "back" and item.parts > 1 else name


@lru_cache(maxsize=64)
def shape_of(outline: Outline) -> Callable[..., str]:
    """`shape(offset)` for `outline`; offsets repeat on every card."""

    @cache
    def shape(offset: Mm = 0.0) -> str:
        return outline.path(offset)

    return shape


@lru_cache(maxsize=16)
def _head(width: Mm, height: Mm, bleed: Mm) -> str:
    n = template_shapes.n
    wide, high = n(width + 2 * bleed), n(height + 2 * bleed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="{n(-bleed)} {n(-bleed)} {wide} {high}">'
    )
