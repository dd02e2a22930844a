"""SVG gradients as PDF shadings."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from xml.etree.ElementTree import Element

from generator.model.art import Resource
from generator.model.units import fine
from generator.render.colours import operands
from generator.render.errors import BeyondDirect
from generator.render.numbers import n
from generator.render.style import attributes_of
from generator.svg.errors import Fault
from generator.svg.matrix import IDENTITY, Box, Matrix, multiply, parse_transform
from generator.svg.numbers import finite
from generator.svg.style import share

_DEFAULTS = {"x1": "0", "y1": "0", "x2": "1", "y2": "0", "cx": "0.5", "cy": "0.5", "r": "0.5"}


def shading(gradient: Element, box: Box) -> tuple[Resource, Matrix]:
    """The shading of a linear or radial gradient, and the matrix from its space to user space.

    `box` is the painted shape's, for gradients in objectBoundingBox units.
    Raises BeyondDirect for references and translucent stops.
    """
    attributes = attributes_of(dict(gradient.attrib))
    if any(k.endswith("href") for k in attributes):
        raise BeyondDirect("a gradient that refers to another")
    matrix = IDENTITY
    if attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        left, top, right, bottom = box
        matrix = (right - left, 0.0, 0.0, bottom - top, left, top)
    if "gradientTransform" in attributes:
        matrix = multiply(matrix, parse_transform(attributes["gradientTransform"]))
    coords, kind = _coordinates(gradient.tag, attributes)
    entries = (
        f"/ShadingType {kind} /ColorSpace /DeviceRGB /Coords [{coords}] /Extend [true true] "
        f"/Function {_function(_stops(gradient))}"
    )
    name = "S" + hashlib.blake2b(entries.encode(), digest_size=6).hexdigest()
    return Resource(name, "Shading", entries), matrix


def _coordinates(tag: str, attributes: dict[str, str]) -> tuple[str, int]:
    def read(name: str) -> float:
        text = attributes.get(name, _DEFAULTS.get(name, "0"))
        return share(text, name) if text.endswith("%") else finite(float(text), text)

    try:
        if tag.endswith("linearGradient"):
            return " ".join(n(read(k)) for k in ("x1", "y1", "x2", "y2")), 2
        cx, cy, r = read("cx"), read("cy"), read("r")
        fx = read("fx") if "fx" in attributes else cx
        fy = read("fy") if "fy" in attributes else cy
        return f"{n(fx)} {n(fy)} 0 {n(cx)} {n(cy)} {n(r)}", 3
    except ValueError:
        raise Fault("a gradient has a coordinate that is not a number") from None


def _stops(gradient: Element) -> list[tuple[float, str]]:
    stops: list[tuple[float, str]] = []
    for stop in gradient:
        if not stop.tag.endswith("stop"):
            continue
        attributes = attributes_of(dict(stop.attrib))
        if share(attributes.get("stop-opacity", "1"), "stop-opacity") < 1:
            raise BeyondDirect("stop-opacity")
        offset = share(attributes.get("offset", "0"), "offset")
        stops.append(
            (max(offset, stops[-1][0] if stops else 0.0), operands(attributes.get("stop-color", "#000000")))
        )
    if not stops:
        raise Fault("a gradient has no stops", "add <stop offset stop-color>")
    return stops


def _function(stops: list[tuple[float, str]]) -> str:
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    parts = [f"<</FunctionType 2 /Domain [0 1] /C0 [{a[1]}] /C1 [{b[1]}] /N 1>>" for a, b in pairwise(stops)]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(fine(offset, 4) for offset, _ in stops[1:-1])
    encode = " ".join(["0 1"] * len(parts))
    functions = " ".join(parts)
    return f"<</FunctionType 3 /Domain [0 1] /Functions [{functions}] /Bounds [{bounds}] /Encode [{encode}]>>"
