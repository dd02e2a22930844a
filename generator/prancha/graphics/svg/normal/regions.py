"""Clips and masks of a drawing as plain ones, in the user space of what they are on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import IDENTITY, Box, Matrix, multiply
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.elements import format_matrix, group, make_element, move_element, rectangle
from prancha.graphics.svg.normal.origins import transform_of
from prancha.graphics.svg.normal.plain_texts import plain_text
from prancha.graphics.svg.normal.referred import refuse_transform
from prancha.graphics.svg.normal.shapes import plain_shape
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.values import length

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.walk import Normaliser


def in_bounds(element: Element, name: str, default: str = "userSpaceOnUse") -> bool:
    """Whether the units that attribute `name` says are shares of the box of what is drawn."""
    return element.get(name, default) == "objectBoundingBox"


def bounds_matrix(box: Box) -> Matrix:
    """From shares of a box to user units."""
    return (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])


def clip(walk: Normaliser, source: Element, box: Box | None, context: Context) -> str | None:
    """The id of a plain clip; None where it leaves nothing, as in units of a box that is not there."""
    home = walk.setting.home(source, context)
    bounds = IDENTITY
    if in_bounds(source, "clipPathUnits"):
        if box is None:
            return None
        bounds = bounds_matrix(box)
    parts = [part for child in source for part in _parts(walk, child, home)]
    matrix = multiply(transform_of(source, parts, home, walk.setting.units), bounds)
    nested = walk.clip_of(source, parts, home)
    if nested is None:
        return None
    name = walk.name("c")
    walk.define(
        source,
        make_element("clipPath", {"id": name, **nested}, [move_element(part, matrix) for part in parts]),
    )
    return name


def _parts(walk: Normaliser, child: Element, home: Context) -> Iterator[Element]:
    """The plain shapes and letters of one child of a clip."""
    if child.tag in ("stop", "style") or child.get("display") == "none":
        return
    own = home.inside(child.attrib, walk.setting.units)
    if child.tag in SHAPES:
        shape = plain_shape(child, own, walk.setting.units)
        found = [shape] if shape is not None and own.style["visibility"] == "visible" else []
    elif child.tag == "text":
        found = [*plain_text(child, own, walk.setting, walk.painter)]
    elif child.tag == "use":
        target = walk.target(child)
        if target is None or target.tag not in (*SHAPES, "text"):
            raise _beyond(child, f"a clip that uses a <{'symbol' if target is None else target.tag}>")
        x, y = (user_length(child.get(name, ""), name, own, walk.setting.units) for name in ("x", "y"))
        found = [move_element(each, (1.0, 0.0, 0.0, 1.0, x, y)) for each in _parts(walk, target, own)]
    else:
        raise _beyond(child, f"a clip with a <{child.tag}> in it")
    matrix = transform_of(child, found, own, walk.setting.units)
    nested = walk.clip_of(child, found, own)
    if nested is None:
        return
    for each in found:
        each.attrib = {k: v for k, v in each.attrib.items() if not k.startswith(("fill", "stroke"))}
        if own.style["clip-rule"] == "evenodd":
            each.set("clip-rule", "evenodd")
        # A clip of the part's own is in its own space, so it may not be moved apart from it.
        yield move_element(group([each], **nested) if nested else each, matrix)


def _beyond(child: Element, what: str) -> DrawingFault:
    fault = DrawingFault(f"{what} cannot be printed truly", "clip with shapes and texts alone")
    fault.element = child
    return fault


def mask(walk: Normaliser, source: Element, box: Box | None, context: Context) -> str | None:
    """The id of a plain mask; None where it leaves nothing."""
    refuse_transform(source)
    home = walk.setting.home(source, context)
    units = walk.setting.units
    if in_bounds(source, "maskUnits", "objectBoundingBox"):
        if box is None or not (box[2] > box[0] and box[3] > box[1]):
            return None
        shares = [_share(source.get(name, text)) for name, text in _REGION.items()]
        width, height = box[2] - box[0], box[3] - box[1]
        left, top = box[0] + shares[0] * width, box[1] + shares[1] * height
        region = (left, top, left + shares[2] * width, top + shares[3] * height)
    else:
        x, y, width, height = (
            user_length(source.get(name, text), name, context, units) for name, text in _REGION.items()
        )
        region = (x, y, x + width, y + height)
    if region[2] <= region[0] or region[3] <= region[1]:
        return None
    content = list(walk.children(source, replace(home, view=context.view)))
    if in_bounds(source, "maskContentUnits"):
        if box is None:
            return None
        content = [make_element("g", {"transform": format_matrix(bounds_matrix(box))}, content)]
    nested = walk.mask_of(source, [rectangle(box or region)], home)
    if nested is None:
        return None
    name = walk.name("m")
    shown = {"clip-path": f"url(#{walk.rectangle_clip(region)})"}
    inner = (
        make_element("g", nested, [make_element("g", shown, content)])
        if nested
        else make_element("g", shown, content)
    )
    kind = source.get("mask-type", "luminance").replace("luminance", "")
    walk.define(source, make_element("mask", {"id": name, "mask-type": kind}, [inner]))
    return name


_REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}


def _share(text: str) -> float:
    value, unit = length(text)
    return value / 100 if unit == "%" else value
