"""The sides of a component, and the SVG document around what a template draws."""

from __future__ import annotations

from hashlib import blake2b

from generator.faces import geometry
from generator.model.diagnostic import Place
from generator.model.face import Face, Side
from generator.model.game import Family
from generator.model.outline import Outline
from generator.model.units import Mm


def sides(family: Family) -> tuple[tuple[Side, str], ...]:
    """The sides of a family's pieces with their templates."""
    front: tuple[Side, str] = ("front", family.template)
    return (front,) if family.back is None else (front, ("back", family.back))


def framed(
    inside: str, outline: Outline, bleed: Mm, side: Side, item: str, template: str, place: Place
) -> Face:
    """The face whose drawing is `inside`, named by the hash of its document."""
    n = geometry.n
    wide, high = outline.width + 2 * bleed, outline.height + 2 * bleed
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(wide)}mm" height="{n(high)}mm"'
        f' viewBox="{n(-bleed)} {n(-bleed)} {n(wide)} {n(high)}">{inside}</svg>'
    )
    digest = blake2b(svg.encode(), digest_size=16).hexdigest()
    return Face(svg, digest, outline, bleed, side, item, template, place)
