"""Presentation attributes: which are inherited, which exist, and inline `style`."""

from __future__ import annotations

from generator.render.errors import BeyondDirect, Fault

Style = dict[str, str]

INHERITED = frozenset(
    "fill stroke fill-opacity stroke-opacity fill-rule clip-rule stroke-width stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-dasharray stroke-dashoffset font-family font-size font-weight font-style "
    "letter-spacing text-anchor color visibility".split()
)
OWN = frozenset("transform clip-path opacity display".split())
NEVER = {
    "filter": "draw shadows as shapes",
    "mix-blend-mode": "mix the colours yourself",
    "paint-order": "draw the stroke and the fill as two shapes",
    "word-spacing": "place the words yourself",
    "textLength": "choose the type size instead",
    "font-variant": "use capitals in a smaller size",
    "spreadMethod": "repeat the stops yourself",
}
"""CairoSVG draws these wrongly or coarsely without a word, so nobody here draws them."""
LEFT_TO_CAIRO = frozenset("mask marker marker-start marker-mid marker-end".split())
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


def refuse_never(element_attributes: dict[str, str]) -> dict[str, str]:
    """Fold an inline `style="a:b;c:d"` into the attributes it overrides; Fault for what lies."""
    attributes = element_attributes
    if "style" in attributes:
        attributes = {k: v for k, v in attributes.items() if k != "style"}
        for declaration in element_attributes["style"].split(";"):
            name, colon, value = declaration.partition(":")
            if colon:
                attributes[name.strip()] = value.strip()
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


def inherit(parent: Style, attributes: dict[str, str]) -> Style:
    """The style of an element: its own presentation attributes over its parent's."""
    own = {k: v for k, v in attributes.items() if k in INHERITED and v != "inherit"}
    return {**parent, **own} if own else parent


def share(text: str, name: str) -> float:
    """Read an opacity as 0..1; a percent sign is allowed."""
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise Fault(f'{name}="{text}" is not a number from 0 to 1') from None
    return min(1.0, max(0.0, value))
