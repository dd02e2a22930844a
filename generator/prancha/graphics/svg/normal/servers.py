"""Gradients of a drawing as plain ones: references followed, lengths in units, stops in order."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import IDENTITY, Box, Matrix, inverse, multiply
from prancha.graphics.svg.normal.context import NONE, Context, DrawingSetting, Paint, user_length
from prancha.graphics.svg.normal.elements import exact, format_matrix, make_element
from prancha.graphics.svg.normal.origins import moved_by
from prancha.graphics.svg.normal.paints import colour_of
from prancha.graphics.svg.normal.referred import chain, refuse_transform
from prancha.graphics.svg.values import length, share

_LINEAR = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
_RADIAL = {"cx": "50%", "cy": "50%", "r": "50%"}


def gradient(
    source: Element, box: Box | None, context: Context, setting: DrawingSetting, name: str,
    moved: Matrix = IDENTITY,
) -> tuple[Element | None, Paint | None]:  # fmt: skip
    """The plain gradient called `name` for what fills `box`, in user units, and the paint that stands for it.

    `moved` takes the space of `box` to that of what is painted.  The paint is a colour where the gradient
    has but one, and None where it has no box to be a share of.
    Raises DrawingFault for references in a circle.
    """
    links = list(chain(source, setting.ids, "gradient"))
    attributes: dict[str, str] = {}
    for each in reversed(links):
        # Linear and radial gradients share stops, not geometry.
        own = each.attrib if each.tag == source.tag else _common(each.attrib)
        attributes.update(own)
    holder = next((each for each in links if _has_stops(each)), source)
    stops = _stops(holder, setting.home(holder, context), setting)
    if not stops:
        return None, NONE
    last = stops[-1]
    if len(stops) == 1:
        return None, (last[1], last[2])
    bounds = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    places = _places(source.tag, attributes, bounds, context, setting)
    if _has_no_extent(places):
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
        "id": name, "gradientUnits": "userSpaceOnUse", "gradientTransform": format_matrix(matrix),
        "spreadMethod": attributes.get("spreadMethod", "pad").replace("pad", ""),
    }  # fmt: skip
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


def _common(attributes: Mapping[str, str]) -> dict[str, str]:
    names = ("gradientUnits", "gradientTransform", "spreadMethod", "transform-origin")
    return {name: attributes[name] for name in names if name in attributes}


def _has_stops(element: Element) -> bool:
    return any(child.tag == "stop" for child in element)


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
        value, unit = length(text)
        return value / 100 if unit == "%" else value

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


def _has_no_extent(places: Mapping[str, float]) -> bool:
    if "r" in places:
        return places["r"] <= 0
    return (places["x1"], places["y1"]) == (places["x2"], places["y2"])
