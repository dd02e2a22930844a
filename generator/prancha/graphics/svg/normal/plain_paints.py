"""Fills and strokes of plain elements: colours, gradients and patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.attribute_values import fraction, link, share
from prancha.graphics.svg.css_colours import hexadecimal, rgba
from prancha.graphics.svg.matrix import IDENTITY, Matrix, inverse, multiply, view_box_of
from prancha.graphics.svg.normal.context import (
    NONE,
    Context,
    DrawingSetting,
    Paint,
    fitted,
    moved_by,
    region_of,
    user_length,
)
from prancha.graphics.svg.normal.definitions import chain, refuse_transform
from prancha.graphics.svg.normal.plain_elements import exact, format_matrix, make_element
from prancha.graphics.svg.style import START
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.normaliser import Normaliser


Server = Callable[[Element, Context], Paint | None]
"""Makes the plain twin of a gradient or pattern; says what to paint with, None where it has no box."""
_PEN = ("stroke-linecap", "stroke-linejoin", "stroke-miterlimit")


def paint_attributes(context: Context, setting: DrawingSetting, server: Server) -> dict[str, str]:
    """Fill and stroke of an element as plain attributes; what is as it starts from is left out."""
    found: dict[str, str] = {}
    for name in ("fill", "stroke"):
        paint, alpha = paint_of(name, context.style[name], context, setting, server)
        alpha *= share(context.style[f"{name}-opacity"])
        found[name] = paint
        found[f"{name}-opacity"] = f"{alpha:.6g}"
    if found["fill"] != "none":
        found["fill-rule"] = context.style["fill-rule"]
    if found["stroke"] != "none":
        found |= _pen(context, setting)
    else:
        del found["stroke-opacity"]
    if context.style["visibility"] != "visible":
        found["visibility"] = "hidden"
    return {name: value for name, value in found.items() if START.get(name) != value}


def _pen(context: Context, setting: DrawingSetting) -> dict[str, str]:
    style, units = context.style, setting.units
    found = {name: style[name] for name in _PEN}
    for name in ("stroke-width", "stroke-dashoffset"):
        found[name] = f"{user_length(style[name], name, context, units):.9g}"
    dashes = style["stroke-dasharray"]
    if dashes != "none":
        words = dashes.replace(",", " ").split()
        found["stroke-dasharray"] = " ".join(
            f"{user_length(word, 'stroke-dasharray', context, units):.9g}" for word in words
        )
    return found


def paint_of(which: str, text: str, context: Context, setting: DrawingSetting, server: Server) -> Paint:
    """The paint of a value of `which`, fill or stroke.  Raises DrawingFault for references to nothing."""
    for name, meant in (("context-fill", context.context_fill), ("context-stroke", context.context_stroke)):
        if text == name:
            if meant is None:
                raise DrawingFault(
                    f"{name} of a gradient or pattern cannot be printed truly", "give the marker a colour"
                )
            return meant
    if text == "none":
        return NONE
    if text.startswith("url("):
        name, other = link(text)
        target = setting.ids.get(name)
        if target is not None and target.tag in ("linearGradient", "radialGradient", "pattern"):
            found = server(target, context)
            if found is not None:
                return found
            return paint_of(which, other, context, setting, server) if other else NONE
        if other:
            return paint_of(which, other, context, setting, server)
        if target is None:
            raise DrawingFault(
                f'{which}="{text}" refers to an element that does not exist', "does its id have another name?"
            )
        raise DrawingFault(f'{which}="{text}" refers to a <{target.tag}>, which is no gradient or pattern')
    return colour_of(text, context)


def colour_of(text: str, context: Context) -> Paint:
    """A colour as #rrggbb, and its alpha."""
    if text.lower() == "currentcolor":
        text = context.style["color"]
    red, green, blue, alpha = (0.0, 0.0, 0.0, 1.0) if text.lower() == "currentcolor" else rgba(text)
    return hexadecimal((red, green, blue)), alpha


def solid(setting: DrawingSetting, name: str, context: Context, server: Server) -> Paint | None:
    """The colour of context-fill or context-stroke inside an element; None for a paint that needs a box."""
    text = context.style[name]
    return None if text.startswith("url(") else paint_of(name, text, context, setting, server)


_LINEAR = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
_SHARED = ("gradientUnits", "gradientTransform", "spreadMethod", "transform-origin")
"""Attributes that linear and radial gradients inherit from each other."""
_RADIAL = {"cx": "50%", "cy": "50%", "r": "50%"}


def gradient(
    source: Element,
    box: Box | None,
    context: Context,
    setting: DrawingSetting,
    name: str,
    moved: Matrix = IDENTITY,
) -> tuple[Element | None, Paint | None]:
    """The plain gradient `name` for an object that fills `box`, in user units, and the paint that names it.

    `moved` takes the space of `box` to that of what is painted.  The paint is a colour where the gradient
    has but one, and None where it has no box to be a share of.  Raises DrawingFault.
    """
    links = list(chain(source, setting.ids, "gradient"))
    attributes: dict[str, str] = {}
    for each in reversed(links):
        # Linear and radial gradients share stops, not geometry.
        same = each.tag == source.tag
        attributes.update({name: each.attrib[name] for name in each.attrib if same or name in _SHARED})
    holder = next((each for each in links if each.find("stop") is not None), source)
    stops = _stops(holder, setting.home(holder, context), setting)
    if not stops:
        return None, NONE
    last = stops[-1]
    if len(stops) == 1:
        return None, (last[1], last[2])
    bounds = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    places = _places(source.tag, attributes, bounds, context, setting)
    if "r" in places:
        is_point = places["r"] <= 0
    else:
        is_point = (places["x1"], places["y1"]) == (places["x2"], places["y2"])
    if is_point:
        return None, (last[1], last[2])
    transform = attributes.get("gradientTransform", "")
    matrix = moved_by(transform, attributes.get("transform-origin", ""), None, context, setting.units)
    if inverse(matrix) is None:
        raise DrawingFault(f'gradientTransform="{transform}" scales to nothing', "remove the scale of 0")
    if bounds:
        if box is None or not (box[2] > box[0] and box[3] > box[1]):
            return None, None
        matrix = multiply((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
    matrix = multiply(moved, matrix)
    kept = {
        "id": name,
        "gradientUnits": "userSpaceOnUse",
        "gradientTransform": format_matrix(matrix),
        "spreadMethod": attributes.get("spreadMethod", "pad").replace("pad", ""),
    }
    children = (
        make_element(
            "stop",
            {
                "offset": exact(offset),
                "stop-color": colour,
                "stop-opacity": "" if alpha == 1 else f"{alpha:.6g}",
            },
        )
        for offset, colour, alpha in stops
    )
    plain = make_element(source.tag, {**kept, **{k: exact(v) for k, v in places.items()}}, children)
    return plain, (f"url(#{name})", 1.0)


def _stops(source: Element, context: Context, setting: DrawingSetting) -> list[tuple[float, str, float]]:
    """Offset, colour and alpha of each stop; offsets never fall, and at most two are equal."""
    stops: list[tuple[float, str, float]] = []
    for stop in source:
        if stop.tag != "stop":
            continue
        refuse_transform(stop)
        own = context.inside(stop.attrib, setting.units)
        colour, alpha = colour_of(stop.get("stop-color", "#000000"), own)
        alpha *= share(stop.get("stop-opacity", "1"))
        offset = max(share(stop.get("offset", "0")), stops[-1][0] if stops else 0.0)
        if len(stops) > 1 and stops[-1][0] == stops[-2][0] == offset:
            stops.pop()  # between the first and the last of equal ones nothing shows
        stops.append((offset, colour, alpha))
    return stops


def _places(
    tag: str, attributes: Mapping[str, str], bounds: bool, context: Context, setting: DrawingSetting
) -> dict[str, float]:
    """The coordinates of a gradient, in shares of the painted box (`bounds`) or in user units."""

    def read(name: str, text: str) -> float:
        if not bounds:
            return user_length(text, name, context, setting.units)
        return fraction(text)

    if tag == "linearGradient":
        return {name: read(name, attributes.get(name, text)) for name, text in _LINEAR.items()}
    found = {name: read(name, attributes.get(name, text)) for name, text in _RADIAL.items()}
    for name, default in (("fx", found["cx"]), ("fy", found["cy"]), ("fr", 0.0)):
        value = read(name, attributes[name]) if name in attributes else default
        if value != default:
            found[name] = value
    if found["r"] < 0 or found.get("fr", 0.0) < 0:
        raise DrawingFault("a radial gradient has a negative radius", "write 0 or more")
    return found


_SIDES = ("x", "y", "width", "height")


def pattern(
    walk: Normaliser, source: Element, box: Box | None, context: Context, moved: Matrix = IDENTITY
) -> str | None:
    """The id of a plain pattern for what fills `box`; None where it paints nothing.

    `moved` takes the space of `box` to that of what is painted.  Raises DrawingFault.
    """
    links = list(chain(source, walk.setting.ids, "pattern"))
    attributes: dict[str, str] = {}
    for each in reversed(links):
        attributes.update(each.attrib)
    holder = next((each for each in links if len(each)), source)
    home = replace(walk.setting.home(holder, context), view=context.view)
    sides = _tile(walk, attributes, box, context)
    if sides is None:
        return None
    x, y, width, height = sides
    transform = attributes.get("patternTransform", "")
    move = moved_by(transform, attributes.get("transform-origin", ""), None, context, walk.setting.units)
    if inverse(move) is None:
        raise DrawingFault(f'patternTransform="{transform}" scales to nothing', "remove the scale of 0")
    if attributes.get("overflow", "hidden") not in ("hidden", "scroll", "clip"):
        raise DrawingFault(
            "a pattern whose tiles reach beyond each other cannot be printed truly", "make the tile larger"
        )
    move = multiply(moved, move)
    matrix = IDENTITY
    if attributes.get("viewBox", "").strip():
        view = view_box_of(attributes["viewBox"])
        home = replace(home, view=(view[2], view[3]))
        matrix = fitted(view, attributes, x=0.0, y=0.0, width=width, height=height)
    elif attributes.get("patternContentUnits") == "objectBoundingBox":
        if box is None:
            return None
        matrix = (box[2] - box[0], 0.0, 0.0, box[3] - box[1], 0.0, 0.0)
    content = walk.busy(holder, lambda: list(walk.children(holder, home)))
    if not content:
        return None
    # What is in a tile is placed from the tile's corner, as browsers and resvg do.
    moves = format_matrix(multiply((1.0, 0.0, 0.0, 1.0, x, y), matrix))
    if moves:
        content = [make_element("g", {"transform": moves}, content)]
    name = walk.name("p")
    places = {key: exact(value) for key, value in zip(_SIDES, sides, strict=True)}
    walk.define(
        source,
        make_element("pattern", {"id": name, **places, "patternTransform": format_matrix(move)}, content),
    )
    return name


def _tile(
    walk: Normaliser, attributes: dict[str, str], box: Box | None, context: Context
) -> tuple[float, float, float, float] | None:
    """x, y, width and height of the tile; None where it has no size, and paints nothing."""
    shares = attributes.get("patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    if shares and box is None:
        return None
    units = walk.setting.units
    sides = region_of(attributes, dict.fromkeys(_SIDES, "0"), box if shares else None, context, units)
    if sides[2] < 0 or sides[3] < 0:
        raise DrawingFault("a pattern has a negative size", "write 0 or more")
    return sides if sides[2] and sides[3] else None
