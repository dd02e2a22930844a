"""View boxes, and fitting one rectangle into another."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import Matrix
from prancha.graphics.svg.numbers import floats

ViewBox = tuple[float, float, float, float]
"""x, y, width, height."""
_ASPECT = r"\s*(?:defer\s+)?(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?\s*\Z"


def view_box(root: Element) -> ViewBox:
    """The viewBox as x, y, width, height; Fault when it is absent or empty."""
    return view_box_of(root.attrib.get("viewBox", ""))


def view_box_of(text: str) -> ViewBox:
    """Read the value of a viewBox.

    Raises DrawingFault for anything but four numbers, the last two above 0.
    """
    values = floats(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise DrawingFault("the drawing has no viewBox of four numbers", 'write viewBox="0 0 width height"')
    return values[0], values[1], values[2], values[3]


def aspect(text: str) -> tuple[str, bool]:
    """The alignment of preserveAspectRatio, and whether it is to slice."""
    found = re.match(_ASPECT, text)
    if not found:
        raise ValueError("none, or xMidYMid and its like with meet or slice")
    return found[1], found[2] == "slice"


def fit(
    box: ViewBox,
    x: float,
    y: float,
    width: float,
    height: float,
    align: str = "xMidYMid",
    cover: bool = False,
) -> Matrix:
    """The matrix that fits `box` into a rectangle (SVG preserveAspectRatio), `cover` for slice."""
    left, top, wide, high = box
    scale = (max if cover else min)(width / wide, height / high)
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    try:
        across, down = shares[align[1:4]], shares[align[5:8]]
    except KeyError:
        raise DrawingFault(
            f'preserveAspectRatio="{align}" is not known', "write xMidYMid meet or slice"
        ) from None
    return (
        scale, 0.0, 0.0, scale,
        x + (width - wide * scale) * across - left * scale,
        y + (height - high * scale) * down - top * scale,
    )  # fmt: skip
