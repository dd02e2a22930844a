"""What is painted on a face, as marks: shapes, letters, icons, pictures, and groups that fade as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.scene.polygon_regions import Region, region, region_of_rings
from prancha.graphics.svg.css_colours import WHITE, Rgb
from prancha.graphics.svg.matrix import IDENTITY, Matrix, first, inverse, moved, moved_box, scale_of
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import Style, share
from prancha.model.box import Box, Point, corners


class Fade(Struct, frozen=True, eq=False):
    """One group with an opacity below 1; another group of the same opacity is another one."""

    opacity: float


Fades = tuple[Fade, ...]
"""The faded groups around something, outermost first."""
Painted = tuple[Rgb, float, Fades]
"""What is painted at a point: its colour, its opacity with that of all groups around it, and these groups."""


def relative(layer: Painted, within: Fades) -> Painted:
    """A layer relative to something `within` groups: groups around both do not fade one for the other."""
    colour, alpha, fades = layer
    shared = _shared(fades, within)
    if not shared:
        return layer
    return colour, alpha / prod(fade.opacity for fade in fades[:shared]), fades[shared:]


def flattened(layers: Iterable[Painted]) -> tuple[Rgb, float]:
    """The colour of layers, topmost first, multiplied by its opacity, and their opacity."""
    pages: list[tuple[Rgb, float]] = [_CLEAR]
    open_: list[Fade] = []
    for colour, alpha, fades in reversed(list(layers)):
        shared = _shared(fades, open_)
        while len(open_) > shared:
            _close(pages, open_)
        for fade in fades[shared:]:
            open_.append(fade)
            pages.append(_CLEAR)
        own = min(1.0, alpha / prod(fade.opacity for fade in fades))
        red, green, blue = colour
        pages[-1] = _upon(pages[-1], (red * own, green * own, blue * own), own)
    while open_:
        _close(pages, open_)
    return pages[0]


def on_white(layers: Iterable[Painted]) -> Rgb:
    """The colour of layers, topmost first, on white paper."""
    (red, green, blue), alpha = flattened(layers)
    rest = 1 - alpha
    return red + rest * WHITE[0], green + rest * WHITE[1], blue + rest * WHITE[2]


_CLEAR: tuple[Rgb, float] = ((0.0, 0.0, 0.0), 0.0)


def _close(pages: list[tuple[Rgb, float]], open_: list[Fade]) -> None:
    (red, green, blue), alpha = pages.pop()
    by = open_.pop().opacity
    pages[-1] = _upon(pages[-1], (red * by, green * by, blue * by), alpha * by)


def _upon(page: tuple[Rgb, float], top: Rgb, alpha: float) -> tuple[Rgb, float]:
    (red, green, blue), covered = page
    rest = 1 - alpha
    return (top[0] + red * rest, top[1] + green * rest, top[2] + blue * rest), alpha + covered * rest


def _shared(one: Sequence[Fade], other: Sequence[Fade]) -> int:
    """The number of groups around both."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a is not b:
            break
        count += 1
    return count


class Clip(Struct, frozen=True):
    """Regions that what it clips cannot leave, each with whether it is filled by the evenodd rule.

    `matrix` is the space they are drawn in.
    """

    parts: tuple[tuple[Region, bool], ...]
    matrix: Matrix

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point of the face shows through."""
        back = inverse(self.matrix)
        if back is None:
            return False
        px, py = (x, y) if back is IDENTITY else moved(back, (x, y))
        return any(part.holds(px, py, evenodd) for part, evenodd in self.parts)

    def crosses(self, box: Box) -> bool:
        """Return whether its edge may run through a box on the face."""
        back = inverse(self.matrix)
        if back is None:
            return False
        box = moved_box(back, box)
        return any(part.crosses(box) for part, _ in self.parts)


class Mark(Struct, eq=False):
    """One painted element: `matrix` takes its own space to the face's, `alpha` is its groups' opacity.

    It may stand on many faces, so what is remembered of it must not depend on one.  `style` holds
    its presentation attributes, inherited ones included.  `hidden` says that it is painted in a way that is
    not evaluated (a mask).  `fades` are the faded groups around it.
    """

    element: Element
    style: Style
    matrix: Matrix
    alpha: float
    clips: tuple[Clip, ...]
    hidden: bool = False
    fades: Fades = ()
    _box: Box | None = None
    _region: Region | None = None

    @property
    def tag(self) -> str:
        """The name of the element."""
        return self.element.tag

    def shows(self, x: float, y: float) -> bool:
        """Return whether a point of the face is inside all clips."""
        return not self.clips or all(clip.holds(x, y) for clip in self.clips)

    def number(self, name: str, default: float = 0.0) -> float:
        """A length of the element itself."""
        text = self.element.get(name)
        return first(text, default) if text else default

    def share(self, name: str) -> float:
        """An opacity of the style."""
        return share(self.style.get(name, "1"))

    def region(self) -> Region:
        """The polygons of a shape, or the frame of an icon or picture, in the element's own space."""
        if self._region is None:
            if self.element.tag in SHAPES:
                self._region = region(self.element.tag, self.element.attrib)
            else:
                x, y, w, h = (self.number(name) for name in ("x", "y", "width", "height"))
                self._region = region_of_rings((corners((x, y, x + w, y + h)),))
        return self._region

    def box(self) -> Box:
        """The upright box on the face, strokes included."""
        if self._box is None:
            left, top, right, bottom = self.region().box
            half = 0.0 if self.style.get("stroke", "none") == "none" else self.stroke_width() / 2
            self._box = moved_box(self.matrix, (left - half, top - half, right + half, bottom + half))
        return self._box

    def stroke_width(self) -> float:
        """The width of the line in the element's own space."""
        return first(self.style.get("stroke-width", "1"), 1.0)


class Symbol(Struct, frozen=True, eq=False):
    """A drawn icon: its view box, its marks in that space, and points on the edges of its ink."""

    view: Box
    marks: tuple[Mark, ...]
    edge: tuple[Point, ...]


def point_size(mark: Mark) -> float:
    """Size of a text on paper, in mm."""
    return first(mark.style.get("font-size", "0")) * scale_of(mark.matrix)
