"""The background of a drawing and colours for dark pages, as diagrams.net writes both, in plain SVG.

A browser paints the background of the outermost element over all of its viewport, below everything
(CSS Backgrounds 3, 2.11.2), and takes the first colour of `light-dark()` on a light page (CSS Color 5, 11),
which paper is.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from prancha.graphics.svg.colours import rgba

_BACKGROUND = re.compile(r"(?:^|;)\s*background(?:-color)?\s*:([^;]*)", re.I)
_LIGHT = "light-dark("
_CLEAR = ("", "none", "transparent")


def with_backdrop(root: Element, box: tuple[float, float, float, float]) -> tuple[Element, ...]:
    """Change a parsed drawing: its background becomes a rectangle, `light-dark()` its first colour.

    `box` is what of the drawing is seen; the rectangle, which is returned, goes on around it, for bleed.
    A background that is no plain colour stays, to be refused as any other.
    """
    for element in root.iter():
        for name, value in element.attrib.items():
            if _LIGHT in value:
                element.set(name, _lit(value))
    style = root.get("style", "")
    found = [value.strip() for value in _BACKGROUND.findall(style)]
    if not found:
        return ()
    colour = found[-1]
    try:
        clear = colour.lower() in _CLEAR or rgba(colour)[3] == 0
    except ValueError:
        return ()
    root.set("style", _BACKGROUND.sub("", style).lstrip("; "))
    if clear:
        return ()
    x, y, width, height = box
    sides = {"x": x - width, "y": y - height, "width": 3 * width, "height": 3 * height}
    backdrop = Element("rect", {name: f"{value:.6g}" for name, value in sides.items()})
    backdrop.attrib.update({"fill": colour, "stroke": "none"})
    root.insert(0, backdrop)
    return (backdrop,)


def _lit(value: str) -> str:
    """A value with the first argument of every `light-dark()` in its place; one that never closes stays."""
    while (start := value.find(_LIGHT)) >= 0:
        at = start + len(_LIGHT)
        comma, depth, end = -1, 1, at
        while end < len(value) and depth:
            depth += (value[end] == "(") - (value[end] == ")")
            if value[end] == "," and depth == 1 and comma < 0:
                comma = end
            end += 1
        if depth or comma < 0:
            break
        value = value[:start] + value[at:comma].strip() + value[end:]
    return value
