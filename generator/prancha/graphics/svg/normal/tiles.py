"""Patterns of a drawing as plain ones, in the user space of what they fill."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.boxes import view_box_of
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import IDENTITY, Box, Matrix, inverse, multiply
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.elements import exact, format_matrix, make_element
from prancha.graphics.svg.normal.origins import moved_by
from prancha.graphics.svg.normal.referred import chain
from prancha.graphics.svg.normal.viewports import fitted
from prancha.graphics.svg.values import length

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.walk import Normaliser

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
    if attributes.get("patternUnits", "objectBoundingBox") == "userSpaceOnUse":
        units = walk.setting.units
        x, y, width, height = (user_length(attributes.get(k, ""), k, context, units) for k in _SIDES)
    else:
        if box is None:
            return None
        wide, high = box[2] - box[0], box[3] - box[1]
        shares = [_share(attributes.get(k, "0")) for k in _SIDES]
        x, y = box[0] + shares[0] * wide, box[1] + shares[1] * high
        width, height = shares[2] * wide, shares[3] * high
    if width < 0 or height < 0:
        raise DrawingFault("a pattern has a negative size", "write 0 or more")
    return (x, y, width, height) if width and height else None


def _share(text: str) -> float:
    value, unit = length(text)
    return value / 100 if unit == "%" else value
