"""Attributes that nobody draws truly, or only CairoSVG."""

from __future__ import annotations

from generator.render.errors import BeyondDirect
from generator.svg.errors import Fault
from generator.svg.style import folded

OWN = frozenset("transform clip-path opacity display".split())
NEVER = {
    "filter": "draw shadows as shapes",
    "mix-blend-mode": "mix the colours yourself",
    "paint-order": "draw the stroke and the fill as two shapes",
    "word-spacing": "place the words yourself",
    "textLength": "choose the type size instead",
    "font-variant": "use capitals in a smaller size",
    "vector-effect": "apply the transform to the shape",
    "spreadMethod": "repeat the stops yourself",
}
"""CairoSVG draws these wrongly or coarsely without a word, so nobody here draws them."""
LEFT_TO_CAIRO = frozenset("mask marker marker-start marker-mid marker-end".split())


def refuse_never(element_attributes: dict[str, str]) -> dict[str, str]:
    """Fold an inline `style="a:b;c:d"` into the attributes it overrides; Fault for what lies."""
    attributes = folded(element_attributes) if "style" in element_attributes else element_attributes
    for name, hint in NEVER.items():
        if name in attributes and attributes[name] not in ("none", "normal", "pad", ""):
            raise Fault(f"{name} cannot be printed truly", hint)
    return attributes


def attributes_of(element_attributes: dict[str, str]) -> dict[str, str]:
    """The attributes of an element, its inline style included.

    Raises Fault for what nobody draws truly, BeyondDirect for what is left to CairoSVG.
    """
    attributes = refuse_never(element_attributes)
    for name in LEFT_TO_CAIRO:
        if name in attributes and attributes[name] != "none":
            raise BeyondDirect(name)
    if "class" in attributes:
        raise BeyondDirect("class")
    return attributes
