"""Filters as resvg is to be given them, which takes some of their parts amiss."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element

from prancha.graphics.scene.colours import linear
from prancha.graphics.svg.colours import hexadecimal, rgba
from prancha.graphics.svg.matrix import Box
from prancha.graphics.svg.normal.elements import exact
from prancha.graphics.svg.numbers import numbers

_SIDES = ("x", "y", "width", "height")
_LIGHTS = ("feDiffuseLighting", "feSpecularLighting")
_SPACE = "color-interpolation-filters"


def for_resvg(source: Element, scale: float, seen: Box | None) -> Element:
    """A copy of a plain filter for a picture of `scale` pixels to a user unit, of which `seen` is drawn."""
    made = deepcopy(source)
    for light in (part for part in made.iter() if part.tag in _LIGHTS):
        # A surface is as high as it is wide in user units; resvg takes its height for pixels.
        height = next(iter(numbers(light.get("surfaceScale", ""))), 1.0)
        light.set("surfaceScale", exact(height * scale))
        if light.get(_SPACE) != "sRGB":  # the colour of a light is not brought into the space it works in
            light.set("lighting-color", _linear(light.get("lighting-color", "#ffffff")))
    _part_shadows(made)
    region = region_of(made)
    if seen is not None and region is not None:
        _cut(made, region, seen)
    return made


def _cut(whole: Element, region: Box, seen: Box) -> None:
    """Cut a filter's region to what is seen: resvg works out all of it, however far it reaches."""
    left, top, right, bottom = region
    inner = max(left, seen[0]), max(top, seen[1]), min(right, seen[2]), min(bottom, seen[3])
    if inner == region or inner[0] >= inner[2] or inner[1] >= inner[3]:
        return
    for part in whole:
        part.attrib = {**{name: whole.attrib[name] for name in _SIDES}, **part.attrib}
    sides = inner[0], inner[1], inner[2] - inner[0], inner[3] - inner[1]
    whole.attrib.update(zip(_SIDES, map(exact, sides), strict=True))


def region_of(source: Element) -> Box | None:
    """What a plain filter works on: left, top, right, bottom; None where it does not say."""
    if source.get("filterUnits") != "userSpaceOnUse":
        return None
    x, y, width, height = (float(source.get(name, "0")) for name in _SIDES)
    reach = _reach(source)
    return x - reach, y - reach, x + width + reach, y + height + reach


def _linear(colour: str) -> str:
    """A colour of sRGB in linear light."""
    return hexadecimal(linear(rgba(colour)[:3]))


def _part_shadows(whole: Element) -> None:
    """Write each shadow as the parts that it is made of (Filter Effects 1, 9.13).

    resvg takes its colour amiss, and cuts off what of its blur lies beyond the filter's region before it
    moves it; so the region grows, and all other parts say that they have not.
    """
    if whole.find("feDropShadow") is None or "x" not in whole.attrib or whole.get("primitiveUnits"):
        return
    region = {name: whole.attrib[name] for name in _SIDES}
    reach = _reach(whole)
    for name, grown in zip(_SIDES, (-reach, -reach, 2 * reach, 2 * reach), strict=True):
        whole.set(name, exact(float(region[name]) + grown))
    found: list[Element] = []
    for part in list(whole):
        whole.remove(part)
        part.attrib = {**region, **part.attrib}
        if part.tag != "feDropShadow":
            found.append(part)
            continue
        before = "SourceGraphic"
        if found:
            before = found[-1].attrib.setdefault("result", f"own-{len(found)}")
        found += _shadow(part, part.get("in", before), f"own-shadow-{len(found)}")
    whole.extend(found)


def _reach(whole: Element) -> float:
    """How far the shadows of a filter reach, in user units."""
    reach = 0.0
    for shadow in whole.iter("feDropShadow"):
        moves = (abs(v) for name in ("dx", "dy") for v in numbers(shadow.get(name, "2"))[:1])
        reach += 3 * max(numbers(shadow.get("stdDeviation", "2")), default=0.0) + max(moves, default=0.0)
    return reach


def _shadow(shadow: Element, source: str, name: str) -> Iterator[Element]:
    """The parts of a shadow; `source` is what throws it."""
    own = {_SPACE: shadow.get(_SPACE, "linearRGB")}
    get, blurred, flood = shadow.attrib.get, f"{name}-blur", f"{name}-flood"
    blur = {"in": source, "stdDeviation": get("stdDeviation", "2")}
    yield Element("feGaussianBlur", {**own, **blur})
    yield Element("feOffset", {**own, "dx": get("dx", "2"), "dy": get("dy", "2"), "result": blurred})
    colour = {"flood-color": get("flood-color", "#000000"), "flood-opacity": get("flood-opacity", "1")}
    yield Element("feFlood", {**own, **colour, "result": flood})
    yield Element("feComposite", {**own, "in": flood, "in2": blurred, "operator": "in", "result": name})
    sides = {key: shadow.attrib[key] for key in _SIDES}
    merged = Element("feMerge", {**own, **sides, **({"result": get("result", "")} if get("result") else {})})
    merged.extend([Element("feMergeNode", {"in": name}), Element("feMergeNode", {"in": source})])
    yield merged
