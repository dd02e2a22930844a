"""Layouts and looks as files, and the boxes of their drawings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, TypeVar
from xml.etree.ElementTree import Element

from msgspec import Struct, convert

from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.units import Mm
from prancha.system.program_folders import TEMPLATES
from prancha.system.words import FALLBACK, words

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


T = TypeVar("T")
LAYOUTS = TEMPLATES / "_layouts"
PLAIN_LOOK = "parchment"
SHAPES = ("portrait", "landscape", "square")
_SQUARE = 1.12
"""The largest proportion of two sides with which a component takes the square drawing."""


class Layout(Struct, frozen=True):
    """A layout: its name and title, what it is for, and whether it has a drawing for backs."""

    name: str
    title: str
    about: str
    back: bool = False

    def drawing(self, width: Mm, height: Mm, side: str = "front") -> Path:
        """Return the drawing for components of a size: portrait, landscape or square, the nearest one."""
        shape = (
            "portrait" if height > width * _SQUARE else "landscape" if width > height * _SQUARE else "square"
        )
        stem = f"{shape}-back" if side == "back" else shape
        return LAYOUTS / self.name / f"{stem}.svg"


class Look(Struct, frozen=True):
    """Colours by their names in drawings, fonts by role, and the style of frames.

    `tints` are backgrounds for kinds of cards, on which text in `bright` is legible.  `weights` are those of
    the fonts, `corners` and `lines` are factors for the radii of corners and for line widths, and `frame`
    names the ornaments that are kept.
    """

    name: str
    palette: Mapping[str, str]
    tints: tuple[str, ...]
    fonts: Mapping[str, str]
    weights: Mapping[str, int]
    corners: float = 1.0
    lines: float = 1.0
    frame: str = "plain"


@lru_cache(maxsize=1)
def layouts() -> Mapping[str, Layout]:
    """Return all layouts by name, in the order in which they are shown."""
    texts = words(FALLBACK, "new_game")["layouts"]
    rows = _read("layouts.toml").items()
    return {name: convert({"name": name, **texts[name], **one}, Layout) for name, one in rows}


@lru_cache(maxsize=1)
def looks() -> Mapping[str, Look]:
    """Return all looks by name, in the order in which they are shown."""
    return {name: convert({"name": name, **one}, Look) for name, one in _read("looks.toml").items()}


def find_layout(name: str) -> Layout:
    """Return the layout of a name.  Raises Failure."""
    return _find("layout", "unknown-layout", name, layouts())


def find_look(name: str) -> Look:
    """Return the look of a name.  Raises Failure."""
    return _find("look", "unknown-look", name, looks())


def _find(kind: str, code: str, name: str, known: Mapping[str, T]) -> T:
    if name not in known:
        message = f'there is no {kind} "{name}"'
        raise Failure([Diagnostic(Place(""), code, message, hint=suggestion(name, known))])
    return known[name]


def _read(file: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((LAYOUTS / file).read_text(encoding="utf-8"))
