"""Elements that have a coordinate system of their own: nested drawings, symbols, markers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from prancha.graphics.svg.boxes import ViewBox, aspect, fit, view_box_of
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import Matrix


class Viewport(Struct, frozen=True):
    """The matrix from inside to around, the size that percentages inside refer to, and whether it clips."""

    matrix: Matrix
    view: tuple[float, float]
    clips: bool


def viewport(
    attributes: Mapping[str, str], x: float, y: float, width: float, height: float
) -> Viewport | None:
    """The viewport of an element in a rectangle; None where it has no size."""
    if width < 0 or height < 0:
        raise DrawingFault("a viewport has a negative size", "write 0 or more")
    if not (width and height):
        return None
    clips = attributes.get("overflow", "hidden") not in ("visible", "auto")
    if not attributes.get("viewBox", "").strip():
        return Viewport((1.0, 0.0, 0.0, 1.0, x, y), (width, height), clips)
    box = view_box_of(attributes["viewBox"])
    return Viewport(fitted(box, attributes, x=x, y=y, width=width, height=height), (box[2], box[3]), clips)


def fitted(
    box: ViewBox, attributes: Mapping[str, str], x: float, y: float, width: float, height: float
) -> Matrix:
    """The matrix that puts a view box into a rectangle as preserveAspectRatio says."""
    align, cover = aspect(attributes.get("preserveAspectRatio", "xMidYMid"))
    if align == "none":
        across, down = width / box[2], height / box[3]
        return (across, 0.0, 0.0, down, x - box[0] * across, y - box[1] * down)
    return fit(box, x, y=y, width=width, height=height, align=align, cover=cover)
