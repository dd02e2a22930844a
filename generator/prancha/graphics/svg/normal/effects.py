"""Filters of a drawing, kept as they are for the library that draws them (SVG 1.1, 15)."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.elements import exact
from prancha.graphics.svg.normal.paints import colour_of
from prancha.graphics.svg.values import share

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.walk import Normaliser

_SIDES = ("x", "y", "width", "height")


def own_filter(walk: Normaliser, text: str, context: Context) -> str:
    """The value of a plain element's `filter`, with the filter it names among the definitions."""
    if text == "none" or not text.startswith("url("):
        return "" if text == "none" else text
    source = walk.linked(text, "filter", ("filter",))
    assert source is not None  # only "none" links to nothing
    copy = deepcopy(source)
    name = walk.name("f")
    copy.set("id", name)
    copy.tail = None
    for part in copy.iter():
        if part.tag == "feImage" and not part.get("href", "").startswith("data:"):
            raise DrawingFault(
                "a filter that shows another part of the drawing cannot be printed truly", "draw it there"
            )
        _in_units(walk, part, context, copy)
        _in_figures(walk, part, context)
    if copy.get("href"):
        raise DrawingFault(
            "a filter that refers to another cannot be printed truly", "copy its parts into it"
        )
    walk.define(source, copy)
    return f"url(#{name})"


def _in_units(walk: Normaliser, part: Element, context: Context, whole: Element) -> None:
    """Write sides of a filter's region that depend on the size of the drawing in user units."""
    units = whole.get("filterUnits") if part is whole else whole.get("primitiveUnits", "userSpaceOnUse")
    if units == "userSpaceOnUse":
        for name in _SIDES:
            if name in part.attrib:
                part.set(name, exact(user_length(part.attrib[name], name, context, walk.setting.units)))


def _in_figures(walk: Normaliser, part: Element, context: Context) -> None:
    """Write colours as #rrggbb and an opacity, which every reader of filters knows."""
    for name, opacity in (("flood-color", "flood-opacity"), ("lighting-color", "")):
        if name in part.attrib:
            colour, alpha = colour_of(part.attrib[name], context.inside(part.attrib, walk.setting.units))
            part.set(name, colour)
            if alpha < 1 and opacity:
                part.set(opacity, f"{share(part.get(opacity, '1')) * alpha:.6g}")
