"""Shapes of a drawing as plain ones: geometry in user units."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.elements import KEPT, exact, make_element
from prancha.graphics.svg.values import length

_LENGTHS: Mapping[str, tuple[str, ...]] = {
    "rect": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy"),
    "line": ("x1", "y1", "x2", "y2"),
}
_SIZES = frozenset("width height r rx ry".split())


def plain_shape(element: Element, context: Context, units: Mapping[str, float]) -> Element | None:
    """The geometry of a shape; None where it has no size.  Raises DrawingFault for a negative one."""
    tag, get = element.tag, element.attrib.get
    if "pathLength" in element.attrib and context.style["stroke-dasharray"] != "none":
        raise DrawingFault("dashes measured by pathLength cannot be printed truly", "write them in units")
    kept = {name: element.attrib[name] for name in KEPT if name in element.attrib}
    if tag == "path":
        data = get("d", "")
        return make_element(tag, {**kept, "d": data}) if data.strip() not in ("", "none") else None
    if tag in ("polygon", "polyline"):
        return make_element(tag, {**kept, "points": get("points", "")}) if get("points", "").strip() else None
    found: dict[str, float] = {}
    for name in _LENGTHS[tag]:
        text = get(name, "")
        found[name] = 0.0 if text == "auto" else user_length(text, name, context, units)
    if tag in ("rect", "ellipse"):
        found |= _radii(element, context, units)
    if any(found[name] < 0 for name in _SIZES & found.keys()):
        raise DrawingFault(f"a <{tag}> has a negative size", "write 0 or more")
    needed = {"rect": ("width", "height"), "circle": ("r",), "ellipse": ("rx", "ry")}.get(tag, ())
    if not all(found.get(name) for name in needed):
        return None
    return make_element(tag, {**kept, **{name: exact(value) for name, value in found.items()}})


def _radii(element: Element, context: Context, units: Mapping[str, float]) -> dict[str, float]:
    """`rx` and `ry`, of which one that is not written is as long as the other (SVG 2, 10.3 and 10.4)."""
    given: dict[str, float] = {}
    for name in ("rx", "ry"):
        text = element.get(name, "auto")
        # A negative radius says nothing, as other programs read it, too.
        if text != "auto" and length(text)[0] >= 0:
            given[name] = user_length(text, name, context, units)
    if not given:
        return {}
    rx = given.get("rx", given.get("ry", 0.0))
    return {"rx": rx, "ry": given.get("ry", rx)}


def fill_and_stroke(shape: Element) -> dict[str, list[Element]]:
    """A shape as its fill alone and its stroke alone."""
    fill = {k: v for k, v in shape.attrib.items() if not k.startswith("stroke")}
    stroke = {k: v for k, v in shape.attrib.items() if not k.startswith("fill")}
    return {
        "fill": [make_element(shape.tag, fill)] if fill.get("fill") != "none" else [],
        "stroke": [make_element(shape.tag, {**stroke, "fill": "none"})] if "stroke" in stroke else [],
    }
