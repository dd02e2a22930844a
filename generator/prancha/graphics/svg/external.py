"""SVG files that other programs wrote, read as drawings of the grammar.

Inkscape, Illustrator, Affinity and their like add namespaces, style sheets, layers, units and document
types of their own.  Styles are worked into attributes here; names given to objects are kept apart, with
the line each element stands on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.backdrop import with_backdrop
from prancha.graphics.svg.boxes import aspect, fit
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.external_markup import MAX_BYTES, ExternalMarkupFault, parsed
from prancha.graphics.svg.matrix import Matrix
from prancha.graphics.svg.normal import FILE_UNITS, DrawingPage
from prancha.graphics.svg.numbers import NUMBER
from prancha.graphics.svg.settling import settled

_MEASURE = re.compile(rf"({NUMBER})\s*([a-zA-Z%]*)\Z")
_ON_PAPER = ("mm", "cm", "in", "pt", "pc", "q")
_SAME = 0.01
"""Share by which the proportions of a page and of its view box may differ."""


__all__ = ["MAX_BYTES", "ExternalDrawing", "ExternalMarkupFault", "read"]


class ExternalDrawing(Struct, frozen=True):
    """A drawing from elsewhere: `box` is what of it the `page` shows (x, y, width, height), in user units.

    `size` is its width and height on paper in mm, None where the file says it in pixels or not at all.
    `lines` and `names` know where each element stands, and what somebody called it; `faults`
    are all that is not of the grammar, `told` what is left out, with its line.
    """

    root: Element
    page: DrawingPage
    box: tuple[float, float, float, float]
    size: tuple[float, float] | None
    lines: Mapping[Element, int]
    names: Mapping[Element, str]
    faults: tuple[ExternalMarkupFault, ...] = ()
    told: tuple[str, ...] = ()

    def placed(self, fault: DrawingFault) -> ExternalMarkupFault:
        """A fault with the line of the file that it is about."""
        if isinstance(fault, ExternalMarkupFault):
            return fault
        line = self.lines.get(fault.element, 1) if fault.element is not None else 1
        return ExternalMarkupFault(fault.message, line, fault.hint)


def read(data: bytes) -> ExternalDrawing:
    """Read an SVG file.  Raises ExternalMarkupFault where it cannot be read at all."""
    root, lines, names = parsed(data)
    root.attrib.setdefault("font-variant-numeric", "normal")  # else figures are as templates set them
    page, box, size = _frame(root, lines)
    for added in with_backdrop(root, box):
        lines[added] = lines[root]
    found = settled(root)
    drawing = ExternalDrawing(root, page, box=box, size=size, lines=lines, names=names)
    told = tuple(f"line {lines[element]}: {why}" for element, why in found.told)
    faults = tuple(drawing.placed(fault) for fault in found.faults)
    return ExternalDrawing(root, page, box=box, size=size, lines=lines, names=names, faults=faults, told=told)


def _frame(
    root: Element, lines: Mapping[Element, int]
) -> tuple[DrawingPage, tuple[float, float, float, float], tuple[float, float] | None]:
    """The page, what of the drawing it shows, in user units, and its size on paper in mm."""
    line = lines[root]
    sides = [_MEASURE.match(root.get(name, "").strip()) for name in ("width", "height")]
    known = [s if s and s[2].lower() in FILE_UNITS and float(s[1]) > 0 else None for s in sides]
    pixels = [float(s[1]) * FILE_UNITS[s[2].lower()] if s else 0.0 for s in known]
    real = all(s is not None and s[2].lower() in _ON_PAPER for s in sides)
    size = (pixels[0] / FILE_UNITS["mm"], pixels[1] / FILE_UNITS["mm"]) if real else None
    values = [float(v) for v in re.findall(NUMBER, root.get("viewBox", ""))] or [0.0, 0.0, *pixels]
    if len(values) != 4 or not (0 < values[2] < 1e6 and 0 < values[3] < 1e6):
        raise ExternalMarkupFault(
            "the drawing has no size", line, 'its <svg> needs a viewBox, or width and height such as "63mm"'
        )
    box = (values[0], values[1], values[2], values[3])
    if not all(pixels):  # a side that is not written follows from the other
        scale = max(pixels[0] / box[2], pixels[1] / box[3]) or 1.0
        pixels = [box[2] * scale, box[3] * scale]
    page = DrawingPage(box, (pixels[0], pixels[1]), _matrix(root, box, pixels, line))
    return page, _shown(page), size


def _matrix(
    root: Element, box: tuple[float, float, float, float], pixels: Sequence[float], line: int
) -> Matrix:
    """From the view box to the page."""
    try:
        align, cover = aspect(root.get("preserveAspectRatio", "xMidYMid"))
    except ValueError:
        align, cover = "xMidYMid", False  # what is wrong with it the grammar tells
    if align != "none":
        return fit(box, 0.0, y=0.0, width=pixels[0], height=pixels[1], align=align, cover=cover)
    if abs(pixels[0] * box[3] / (pixels[1] * box[2]) - 1) > _SAME:
        raise ExternalMarkupFault(
            "the page has other proportions than the viewBox, which is stretched to it", line,
            "give width, height and viewBox the same proportions",
        )  # fmt: skip
    return fit(box, 0.0, 0.0, pixels[0], pixels[1])


def _shown(page: DrawingPage) -> tuple[float, float, float, float]:
    """The page in units of its view box: x, y, width, height."""
    scale, _, _, _, x, y = page.matrix
    return tuple(round(v / scale, 9) + 0.0 for v in (-x, -y, *page.pixels))  # type: ignore[return-value]
