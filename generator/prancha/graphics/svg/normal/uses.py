"""What shows something else: uses, icons of the game, nested drawings and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.boxes import aspect
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import IDENTITY
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.elements import KEPT, exact, format_matrix, group, hidden, make_element
from prancha.graphics.svg.normal.paints import paint_attributes, solid
from prancha.graphics.svg.normal.referred import refuse_transform
from prancha.graphics.svg.normal.viewports import viewport
from prancha.graphics.svg.style import PIXELS

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.walk import Normaliser


def use(walk: Normaliser, element: Element, context: Context) -> list[Element]:
    """The plain elements of a `<use>`: what it shows, drawn where it stands."""
    target, units = walk.target(element), walk.setting.units
    if target is None:
        return [_icon(walk, element, context)]
    context = replace(
        context, context_fill=solid(walk.setting, "fill", context, walk.painter(None)),
        context_stroke=solid(walk.setting, "stroke", context, walk.painter(None)),
    )  # fmt: skip
    if target.tag in ("symbol", "svg"):
        sizes = {k: element.attrib[k] for k in ("width", "height") if element.get(k, "auto") != "auto"}
        attributes = {**target.attrib, **sizes}
        inside = context.inside(target.attrib, units)
        found = walk.busy(target, lambda: viewport_of(walk, target, attributes, inside))
        if target.tag == "symbol":
            refuse_transform(target)
        found = walk.effects(target, found, inside, "around")
    else:
        found = walk.busy(target, lambda: walk.element(target, context))
    return found


def _icon(walk: Normaliser, element: Element, context: Context) -> Element:
    """The use of an icon or drawing of the game; whether it is there is checked when it is rendered."""
    units = walk.setting.units
    paint = paint_attributes(context, walk.setting, walk.painter(None))
    places = {"href": element.attrib["href"].strip()}
    for name in ("x", "y", "width", "height"):
        if element.get(name, "auto") != "auto":
            places[name] = exact(user_length(element.attrib[name], name, context, units))
    kept = {name: element.attrib[name] for name in KEPT if name in element.attrib}
    colour = context.style["color"]
    return make_element("use", {**kept, **places, "color": "" if colour == "#000000" else colour, **paint})


def viewport_of(
    walk: Normaliser, element: Element, attributes: Mapping[str, str], context: Context
) -> list[Element]:
    """What a nested drawing or a symbol holds, in its own coordinate system."""
    units, sides = walk.setting.units, []
    for name, default in (("x", "0"), ("y", "0"), ("width", "100%"), ("height", "100%")):
        text = attributes.get(name, default)
        sides.append(user_length(default if text == "auto" else text, name, context, units))
    x, y, width, height = sides
    port = viewport(attributes, x, y, width, height)
    if port is None:
        return []
    inside = replace(context, view=port.view)
    # A viewBox is the frame of all that its element says, but of its own place (SVG 2, 8.6).
    found = walk.effects(element, list(walk.children(element, inside)), inside, "within")
    if port.matrix != IDENTITY:
        found = [group(found, transform=format_matrix(port.matrix))]
    if port.clips and found:
        found = [group(found, clip_path=f"url(#{walk.rectangle_clip((x, y, x + width, y + height))})")]
    return found


def image(element: Element, context: Context, units: Mapping[str, float]) -> list[Element]:
    """The plain element of a picture; none where it is hidden or has no size."""
    places = {"href": element.get("href", "")}
    for name in ("x", "y", "width", "height"):
        text = element.get(name, "auto")
        if text != "auto":
            value = user_length(text, name, context, units)
            if name in ("width", "height") and value <= 0:
                return []
            places[name] = exact(value)
    align, cover = aspect(element.get("preserveAspectRatio", "xMidYMid"))
    if cover and element.get("overflow", "hidden") in ("visible", "auto"):
        raise DrawingFault(
            "a picture that reaches out of its frame cannot be printed truly", "enlarge its frame"
        )
    places["preserveAspectRatio"] = f"{align} slice" if cover else "" if align == "xMidYMid" else align
    if context.style["image-rendering"] in PIXELS:
        places["image-rendering"] = "pixelated"
    kept = {name: element.attrib[name] for name in KEPT if name in element.attrib}
    picture = make_element("image", {**kept, **places})
    return [picture if context.style["visibility"] == "visible" else hidden(picture)]
