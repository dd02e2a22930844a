"""Draw what surrounds a template's drawing: sides, the SVG document, folds, glue, the revision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from hashlib import blake2b
from typing import Any

from markupsafe import Markup

from prancha.faces import template_shapes
from prancha.faces.faults import FaceError
from prancha.faces.template_shapes import n, path
from prancha.faces.templates.context_values import Record
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.svg.template_marks import CREASE
from prancha.model.box import Point
from prancha.model.diagnostic import Place
from prancha.model.face import REVISION_MARK, Face, Side
from prancha.model.game import Family, Item
from prancha.model.outline import Fold, Net, Outline
from prancha.model.polygon import winding
from prancha.model.units import PT_PER_MM, Mm, Pt

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
    template: str,
    place: Place,
    digest: str = "",
    side: Side = "front",
    item: str = "",
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


SIZE: Pt = 4.5
FONT = "Alegreya Sans"
GREY = "#666666"
HEIGHT: Mm = 0.72 * SIZE / PT_PER_MM
PAD: Mm = 0.3
INSIDE: Mm = 1.0
"""The distance from the trim: as far as home cutters stray."""
STEP: Mm = 0.25
_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in "\\*{}"})


class RevisionMark:
    """Draws `r2` on faces; the place is found once for each outline."""

    def __init__(self, typesetter: Typesetter, revision: str) -> None:
        self._typesetter = typesetter
        self._text = f"r{revision}".translate(_MARKUP)

    def draw(self, outline: Outline) -> str:
        """The mark as SVG, for a face cut to `outline`; FaceError when it has no room."""
        width = self._typesetter.text_width(self._text, SIZE, FONT)
        spot = place(outline, width, HEIGHT)
        if spot is None:
            raise FaceError(
                f"the revision mark is {width:.1f} mm wide and finds no room on this outline",
                "write a shorter revision in game.yaml, or revision_mark: false",
            )
        drawn = self._typesetter.label(self._text, *spot, size=SIZE, font=FONT, fill=GREY, align="right")
        left, top = spot[0] - width - PAD, spot[1] - HEIGHT - PAD
        wide, high = width + 2 * PAD, HEIGHT + 2 * PAD
        # On dark or busy art grey alone would be lost.
        under = (
            f'<rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}" rx="{2 * PAD}"'
            ' fill="#ffffff" opacity="0.8"/>'
        )
        return f'<g id="{REVISION_MARK}">{under}{drawn}</g>'


@lru_cache(maxsize=256)
def place(outline: Outline, width: Mm, height: Mm) -> Point | None:
    """The right end of the baseline of a text, as far to the bottom right as the outline allows."""
    if outline.is_box:
        round_off = max(0.0, outline.radius - INSIDE) * (1 - 0.5**0.5)
        x, y = outline.width - INSIDE - round_off, outline.height - INSIDE - round_off
        return (x, y) if x - width >= INSIDE and y - height >= INSIDE else None
    corners = outline.polygon(-INSIDE)
    best: tuple[float, float, float] | None = None
    for row in range(int(outline.height / STEP), 0, -1):
        for column in range(int(outline.width / STEP), 0, -1):
            x, y = column * STEP, row * STEP
            if best is not None and (x + y, y) <= best[:2]:
                break
            box = ((x, y), (x - width, y), (x - width, y - height), (x, y - height), (x - width / 2, y))
            if all(winding(corners, *point) % 2 for point in box):
                best = x + y, y, x
                break
    return (best[2], best[1]) if best else None
