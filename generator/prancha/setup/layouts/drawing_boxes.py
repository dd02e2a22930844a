"""Named objects of a drawing, and the boxes around them, as (x, y, width, height) in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
LABEL = f"{{{INKSCAPE}}}label"
"""The attribute in which Inkscape keeps the name of an object."""
Frame: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height."""
_BOXES = ("}rect", "}image", "}circle", "}ellipse")


def named_objects(root: Element) -> Iterator[tuple[Element, Element, str]]:
    """Yield the parent of each element with a label, the element, and the label."""
    for parent in list(root.iter()):
        for child in list(parent):
            if LABEL in child.attrib:
                yield parent, child, child.attrib[LABEL]


def number(element: Element, name: str) -> float:
    """Return the number of an attribute; 0 if there is none."""
    return float(element.get(name, "0"))


def frames_in(element: Element) -> list[Frame]:
    """Return the boxes of the shapes of an object."""
    return [frame_of(each) for each in element.iter() if is_box(each)]


def is_box(element: Element) -> bool:
    """Return whether an element is a rectangle, picture, circle or ellipse."""
    return str(element.tag).endswith(_BOXES)


def frame_of(element: Element) -> Frame:
    """Return the box of one shape."""
    if element.tag.endswith(("}circle", "}ellipse")):
        across = number(element, "r") or number(element, "rx")
        down = number(element, "r") or number(element, "ry")
        return number(element, "cx") - across, number(element, "cy") - down, 2 * across, 2 * down
    return number(element, "x"), number(element, "y"), number(element, "width"), number(element, "height")


def set_frame(element: Element, frame: Frame) -> None:
    """Give a shape another box; a circle becomes the largest in the middle of it."""
    x, y, width, height = frame
    if element.tag.endswith("}circle"):
        set_numbers(element, cx=x + width / 2, cy=y + height / 2, r=min(width, height) / 2)
    else:
        set_numbers(element, x=x, y=y, width=width, height=height)


def set_numbers(element: Element, **values: float) -> None:
    """Set attributes of an element to numbers, in thousandths of a mm."""
    for name, value in values.items():
        element.set(name, f"{round(value, 3):g}")


def around(frames: Sequence[Frame]) -> Frame | None:
    """Return the box around others; None for none."""
    if not frames:
        return None
    left, top = min(f[0] for f in frames), min(f[1] for f in frames)
    return left, top, max(f[0] + f[2] for f in frames) - left, max(f[1] + f[3] for f in frames) - top
