"""Presentation attributes: which are inherited and what they start from, and inline `style`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from prancha.graphics.svg.svg_markup import DrawingFault

Style = dict[str, str]
MAX_DEPTH = 64
TOO_DEEP = f"elements are nested more than {MAX_DEPTH} deep"
TOO_DEEP_HINT = "flatten the groups, or a use refers to itself"

INHERITED = frozenset(
    "fill stroke fill-opacity stroke-opacity fill-rule clip-rule stroke-width stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-dasharray stroke-dashoffset font-family font-size font-weight font-style "
    "font-variant-numeric letter-spacing text-anchor direction color visibility "
    "image-rendering".split()
)
START: Style = {
    "fill": "#000000",
    "stroke": "none",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "fill-rule": "nonzero",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "color": "#000000",
}

INITIAL: Style = {
    **START,
    "clip-rule": "nonzero",
    "visibility": "visible",
    "paint-order": "normal",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "font-family": "",
    "font-size": "medium",
    "font-weight": "400",
    "font-style": "normal",
    "font-variant-numeric": "lining-nums",
    "letter-spacing": "normal",
    "word-spacing": "normal",
    "text-anchor": "start",
    "direction": "ltr",
    "dominant-baseline": "auto",
    "text-transform": "none",
    "white-space": "normal",
    "line-height": "normal",
    "image-rendering": "auto",
    "text-align": "start",
    "xml:space": "default",
    "xml:lang": "",
    "color-interpolation-filters": "linearRGB",
}
"""All properties that are inherited, and what they start from; templates set lining figures."""

CSS_ONLY: Mapping[str, str] = {
    "mix-blend-mode": "normal",
    "isolation": "auto",
    "text-transform": "none",
    "transform-box": "view-box",
}
"""Properties that are none as attributes (SVG 2, 6.7), and what they start from."""

PIXELS = ("pixelated", "crisp-edges", "optimizeSpeed", "-webkit-crisp-edges", "-moz-crisp-edges")
"""Values of `image-rendering` that ask for squares where a picture is enlarged."""

UNSEEN = ("hidden", "collapse")
"""Values of `visibility`; of tables alone, which SVG has none of, the second would say more."""


def inherit(parent: Style, attributes: Mapping[str, str]) -> Style:
    """The style of an element: its own presentation attributes over its parent's."""
    own = {k: v for k, v in attributes.items() if k in INHERITED and v != "inherit"}
    return {**parent, **own} if own else parent


def is_visible(style: Mapping[str, str]) -> bool:
    """Return whether what is drawn with a style is seen; what lies within may be seen all the same."""
    return style.get("visibility") not in UNSEEN


def clip_shapes(clip: Element) -> list[tuple[Element, bool]]:
    """The visible children of a plain clip, each with whether it is filled by the even-odd rule."""
    whole = clip.get("clip-rule", "nonzero")
    return [
        (child, child.get("clip-rule", whole) == "evenodd")
        for child in clip
        if child.tag not in ("title", "desc") and child.get("display") != "none" and is_visible(child.attrib)
    ]


@lru_cache(maxsize=4096)
def share(text: str, name: str = "opacity") -> float:
    """Read an opacity as 0..1; a percent sign is allowed."""
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise DrawingFault(f'{name}="{text}" is not a number from 0 to 1') from None
    return min(1.0, max(0.0, value))
