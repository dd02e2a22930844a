"""Read SVG files that other programs wrote as drawings of the grammar.

Styles are worked into attributes; names given to objects are kept apart, with the line of each element.  The
background of the root is painted over all of its viewport (CSS Backgrounds 3, 2.11.2), and the first one of
`light-dark()` is taken (CSS Color 5, 11), as in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.svg.cascade import settle_styles
from prancha.graphics.svg.css_colours import rgba
from prancha.graphics.svg.matrix import NUMBER, Matrix, aspect, fit, inverse
from prancha.graphics.svg.normal import FILE_UNITS, DrawingPage
from prancha.graphics.svg.normal.context import Context, outermost, user_length
from prancha.graphics.svg.normal.plain_elements import EFFECTS, format_matrix
from prancha.graphics.svg.svg_markup import DrawingFault, ExternalMarkupFault, parse_file

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


_MEASURE = re.compile(rf"({NUMBER})\s*([a-zA-Z%]*)\Z")
_ON_PAPER = ("mm", "cm", "in", "pt", "pc", "q")
_SAME = 0.01
"""Share by which the proportions of a page and of its view box may differ."""


__all__ = ["ExternalDrawing", "ExternalMarkupFault", "read"]


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
    root, lines, names = parse_file(data)
    root.attrib.setdefault("font-variant-numeric", "normal")  # else figures are as templates set them
    page, box, size = _frame(root, lines)
    for added in with_backdrop(root, box):
        lines[added] = lines[root]
    found = settle_styles(root, whole=True)
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
            "the page has other proportions than the viewBox, which is stretched to it",
            line,
            "give width, height and viewBox the same proportions",
        )
    return fit(box, 0.0, 0.0, pixels[0], pixels[1])


def _shown(page: DrawingPage) -> tuple[float, float, float, float]:
    """The page in units of its view box: x, y, width, height."""
    scale, _, _, _, x, y = page.matrix
    return tuple(round(v / scale, 9) + 0.0 for v in (-x, -y, *page.pixels))  # type: ignore[return-value]


_OPEN = frozenset(
    "svg g a switch text tspan textPath path rect circle ellipse line polyline polygon image use "
    "clipPath".split()
)
"""Elements whose parts are in the same user space, or that have none."""
_LENGTHS = frozenset(
    "x y width height rx ry cx cy r x1 y1 x2 y2 stroke-width stroke-dashoffset inline-size letter-spacing "
    "word-spacing".split()
)
_LISTS = frozenset("stroke-dasharray dx dy".split())
_PLACES = frozenset(("x", "y"))
_EFFECTIVE = frozenset(
    (*EFFECTS, "transform-origin", "transform-box", "text-decoration", "text-decoration-line")
)
_WORDS = frozenset(("auto", "normal", "none"))
_ROOT_ONLY = ("width", "height", "x", "y", "preserveAspectRatio")
_FIELD = "{{"


def in_user_units(drawing: ExternalDrawing) -> ExternalDrawing:
    """A copy of a drawing with lengths in user units; what is wrong with them is added to its faults.

    What is within symbols, patterns and the like has units of its own, and stays as it is.
    """
    return _Copier(drawing).copied()


class _Copier:
    def __init__(self, drawing: ExternalDrawing) -> None:
        self._drawing = drawing
        self._lines: dict[Element, int] = {}
        self._names: dict[Element, str] = {}
        self._faults: list[ExternalMarkupFault] = []

    def copied(self) -> ExternalDrawing:
        """The copy."""
        drawing = self._drawing
        root = self._copy(drawing.root, outermost(drawing.page.view), True)
        for name in _ROOT_ONLY:
            root.attrib.pop(name, None)
        if _EFFECTIVE & root.attrib.keys():
            self._move_effects(root)
        faults = (*drawing.faults, *self._faults)
        return replace(drawing, root=root, lines=self._lines, names=self._names, faults=faults)

    def _move_effects(self, root: Element) -> None:
        """Put the effects of the root, which are in pixels of the page, on groups within it."""
        page = self._drawing.page
        effects = {name: root.attrib.pop(name) for name in sorted(_EFFECTIVE & root.attrib.keys())}
        if "transform" in effects:
            effects.setdefault("transform-origin", f"{page.pixels[0] / 2:.9g} {page.pixels[1] / 2:.9g}")
        back = inverse(page.matrix)
        outer, middle, inner = (
            Element("g", {"transform": format_matrix(back)} if back and format_matrix(back) else {}),
            Element("g", effects),
            Element("g", {"transform": format_matrix(page.matrix)} if format_matrix(page.matrix) else {}),
        )
        inner.extend(root)
        middle.append(inner)
        outer.append(middle)
        for child in list(root):
            root.remove(child)
        root.append(outer)
        self._lines.update(dict.fromkeys((outer, middle, inner), self._drawing.lines[self._drawing.root]))

    def _copy(self, element: Element, context: Context, known: bool) -> Element:
        attributes = dict(element.attrib)
        try:
            context = context.inside(_without_fields(attributes), FILE_UNITS)
            if known and element.tag in _OPEN:
                self._write_lengths(element.tag, attributes, context)
        except DrawingFault as fault:
            fault.element = element
            self._faults.append(self._drawing.placed(fault))
        copy = Element(element.tag, attributes)
        copy.text, copy.tail = element.text, element.tail
        self._lines[copy] = self._drawing.lines[element]
        if element in self._drawing.names:
            self._names[copy] = self._drawing.names[element]
        inside = known and element.tag in _OPEN and (element.tag != "svg" or element is self._drawing.root)
        inside = inside and element.get("clipPathUnits") != "objectBoundingBox"
        copy.extend([self._copy(child, context, inside) for child in element])
        return copy

    def _write_lengths(self, tag: str, attributes: dict[str, str], context: Context) -> None:
        if "font-size" in attributes and _FIELD not in attributes["font-size"]:
            attributes["font-size"] = context.style["font-size"]
        lists = _LISTS | _PLACES if tag in ("text", "tspan") else _LISTS
        for name in sorted(attributes.keys() & (_LENGTHS | lists)):
            words = attributes[name].replace(",", " ").split() if name in lists else [attributes[name]]
            if _FIELD not in attributes[name] and not _WORDS & {*words}:
                numbers = (f"{user_length(word, name, context, FILE_UNITS):.9g}" for word in words)
                attributes[name] = " ".join(numbers)


def _without_fields(attributes: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in attributes.items() if _FIELD not in value}
