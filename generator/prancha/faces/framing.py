"""The sides of a component, and the SVG document around what a template draws."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from hashlib import blake2b

from prancha.faces import geometry
from prancha.model.diagnostic import Place
from prancha.model.face import Face, Side
from prancha.model.game import Family, Item
from prancha.model.outline import Outline
from prancha.model.units import Mm

DIGEST = 32
"""Letters of a face's hash."""


def sides(family: Family) -> tuple[tuple[Side, str], ...]:
    """The sides of a family's pieces with their templates."""
    front: tuple[Side, str] = ("front", family.template)
    return (front,) if family.back is None else (front, ("back", family.back))


def framed(
    inside: str | Callable[[], str], outline: Outline, bleed: Mm, side: Side, item: str, template: str,
    place: Place, digest: str = "",
) -> Face:  # fmt: skip
    """The face whose drawing is `inside`, named by the hash of its document, if that is not known yet."""
    source = partial(_document, inside, outline, bleed)
    if digest:
        return Face(
            source, digest, outline=outline, bleed=bleed, side=side, item=item, template=template, place=place
        )
    svg = source()
    digest = blake2b(svg.encode(), digest_size=DIGEST // 2).hexdigest()
    return Face(
        svg, digest, outline=outline, bleed=bleed, side=side, item=item, template=template, place=place
    )


def _document(inside: str | Callable[[], str], outline: Outline, bleed: Mm) -> str:
    drawing = inside if isinstance(inside, str) else inside()
    return f"{_head(outline.width, outline.height, bleed)}{drawing}</svg>"


def template_of(family: Family, name: str, item: Item) -> str:
    """The template of one side of an item: that of the front where its text goes on over the back."""
    return family.template if family.continues == "back" and item.parts > 1 else name


@lru_cache(maxsize=64)
def shape_of(outline: Outline) -> Callable[..., str]:
    """`shape(offset)` for `outline`; offsets repeat on every card."""
    drawn: dict[float, str] = {}

    def shape(offset: Mm = 0.0) -> str:
        if offset not in drawn:
            drawn[offset] = outline.path(offset)
        return drawn[offset]

    return shape


@lru_cache(maxsize=16)
def _head(width: Mm, height: Mm, bleed: Mm) -> str:
    n = geometry.n
    wide, high = n(width + 2 * bleed), n(height + 2 * bleed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="{n(-bleed)} {n(-bleed)} {wide} {high}">'
    )
