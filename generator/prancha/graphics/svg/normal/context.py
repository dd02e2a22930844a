"""What lengths, colours and paints of an element refer to: its context, viewports and transforms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.graphics.svg.attribute_values import FONT_SIZES, FONT_WEIGHTS, fraction, length
from prancha.graphics.svg.matrix import (
    IDENTITY,
    LIMIT,
    Matrix,
    ViewBox,
    about,
    aspect,
    fit,
    parse_transform,
    view_box_of,
)
from prancha.graphics.svg.normal import LetterMeasures
from prancha.graphics.svg.normal.plain_elements import around
from prancha.graphics.svg.style import INITIAL, MAX_DEPTH, TOO_DEEP, TOO_DEEP_HINT, Style
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box

MAX_ELEMENTS = 100_000
_ACROSS = frozenset("x x1 x2 cx rx width dx fx refX markerWidth inline-size".split())
_DOWN = frozenset("y y1 y2 cy ry height dy fy refY markerHeight".split())


_OF_TYPE = frozenset(("stroke-width", "stroke-dasharray", "stroke-dashoffset"))
"""Properties whose lengths may be of the type of the element that says them, not of those within it."""
_EMS = ("em", "ex")
_LINES = ("underline", "overline", "line-through")
"""Lines that decorate text, in the order in which they are drawn."""

Paint = tuple[str, float]
"""`none`, `#rrggbb` or `url(#id)` of the plain drawing, and the alpha of a colour."""
NONE: Paint = ("none", 1.0)


class DrawingSetting(Struct, frozen=True):
    """State shared by a whole drawing: ids, parents, units, letters, and languages, best first.

    `told` gathers what is to be told of what is drawn.
    """

    ids: Mapping[str, Element]
    parents: Mapping[Element, Element]
    units: Mapping[str, float]
    letters: LetterMeasures
    languages: tuple[str, ...] = ("en",)
    told: list[str] = field(default_factory=list)

    def home(self, element: Element, context: Context) -> Context:
        """The context inside `element`, referred to from `context`: its style is that of its own parents."""
        above = [element]
        while above[-1] in self.parents:
            above.append(self.parents[above[-1]])
        found = outermost(context.view)
        for each in reversed(above):
            found = replace(found.inside(each.attrib, self.units), depth=0)
        return replace(found, depth=context.depth + 1)


class TextLine(Struct, frozen=True):
    """A line that decorates text (`underline`, `overline` or `line-through`), in its declarer's style."""

    kind: str
    context: Context


class Context(Struct, frozen=True):
    """The context of an element.

    `view` is the size that percentages refer to, in user units; `style` the inherited properties with
    sizes of type in user units; `context_fill` and `context_stroke` are what these mean in a marker,
    None for what cannot be taken over.  `lines` decorate all text in it, the outermost declarer's first.
    """

    view: tuple[float, float]
    style: Style
    depth: int = 0
    context_fill: Paint | None = NONE
    context_stroke: Paint | None = NONE
    lines: tuple[TextLine, ...] = ()

    def inside(self, attributes: Mapping[str, str], units: Mapping[str, float]) -> Context:
        """The context of an element with `attributes` within this one."""
        own = {name: value for name, value in attributes.items() if name in INITIAL}
        if "lang" in attributes:
            own.setdefault("xml:lang", attributes["lang"])
        style = {**self.style, **own} if own else self.style
        if "font-size" in own:
            style["font-size"] = f"{font_size(own['font-size'], self, units):.6g}"
        for name in ("letter-spacing", "word-spacing"):
            if own.get(name, "normal") != "normal":
                # A length in em is one of the element that says it, not of those within it.
                here = replace(self, style=style)
                style[name] = f"{user_length(own[name], name, here, units):.9g}"
        for name in _OF_TYPE & own.keys():
            words = own[name].replace(",", " ").split()
            if any(word.lower().endswith(_EMS) for word in words):
                here = replace(self, style=style)
                style[name] = " ".join(f"{user_length(word, name, here, units):.9g}" for word in words)
        if own.get("dominant-baseline") == "no-change":
            style["dominant-baseline"] = self.style["dominant-baseline"]
        if own.get("font-weight") in ("bolder", "lighter"):
            style["font-weight"] = _weight(own["font-weight"], self.style["font-weight"])
        if own.get("color", "").lower() == "currentcolor":
            style["color"] = self.style["color"]
        if self.depth > MAX_DEPTH + 1:  # the root, and what is in the innermost group, count for none
            raise DrawingFault(TOO_DEEP, TOO_DEEP_HINT)
        found = replace(self, style=style, depth=self.depth + 1)
        words = attributes.get("text-decoration-line", attributes.get("text-decoration", "none")).split()
        lines = tuple(TextLine(kind, found) for kind in _LINES if kind in words)
        return replace(found, lines=self.lines + lines) if lines else found


def outermost(view: tuple[float, float]) -> Context:
    """The context of a root element whose view box has a size of `view`."""
    return Context(view, {**INITIAL, "font-size": "16"})


def user_length(text: str, name: str, context: Context, units: Mapping[str, float]) -> float:
    """A length in user units, 0 for an empty text; percentages refer to the side that `name` selects.

    Raises DrawingFault.
    """
    if not text.strip():
        return 0.0
    value, unit = length(text)
    if unit == "%":
        value *= whole(name, context.view) / 100
    elif unit in ("em", "ex", "rem"):
        size = 16.0 if unit == "rem" else float(context.style["font-size"])
        value *= size * (0.5 if unit == "ex" else 1.0)
    elif unit in units:
        value *= units[unit]
    else:
        raise DrawingFault(f'{name}="{text}" is not a length in millimetres', "write a plain number")
    if not -LIMIT < value < LIMIT:
        raise DrawingFault(f'{name}="{text}" is out of range')
    return value


def region_of(
    attributes: Mapping[str, str],
    defaults: Mapping[str, str],
    box: Box | None,
    context: Context,
    units: Mapping[str, float],
) -> tuple[float, float, float, float]:
    """x, y, width and height of an element, which are shares of `box`; in user units without one."""
    texts = {name: attributes.get(name, text) for name, text in defaults.items()}
    if box is None:
        x, y, width, height = (user_length(text, name, context, units) for name, text in texts.items())
        return x, y, width, height
    wide, high = box[2] - box[0], box[3] - box[1]
    x, y, width, height = map(fraction, texts.values())
    return box[0] + x * wide, box[1] + y * high, width * wide, height * high


def whole(name: str, view: tuple[float, float]) -> float:
    """The length of 100 %: the view's width or height, or for other lengths their quadratic mean."""
    if name in _ACROSS:
        return view[0]
    if name in _DOWN:
        return view[1]
    return float(((view[0] ** 2 + view[1] ** 2) / 2) ** 0.5)


def font_size(text: str, context: Context, units: Mapping[str, float]) -> float:
    """The type size of a font-size value within `context`."""
    outer = float(context.style["font-size"])
    if text in FONT_SIZES:
        return float(FONT_SIZES[text]) * units.get("px", 1.0)
    if text in ("larger", "smaller"):
        return outer * (1.2 if text == "larger" else 1 / 1.2)
    value, unit = length(text)
    if unit == "%":
        return outer * value / 100
    return user_length(text, "font-size", context, units)


def _weight(word: str, outer: str) -> str:
    """The weight of `bolder` or `lighter` (CSS Fonts 4, 2.2.1)."""
    weight = FONT_WEIGHTS.get(outer) or int(float(outer))
    if word == "bolder":
        return str(400 if weight < 350 else 700 if weight < 550 else max(weight, 900))
    return str(min(weight, 100) if weight < 550 else 400 if weight < 750 else 700)


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
    """The matrix that fits a view box into a rectangle by preserveAspectRatio."""
    align, cover = aspect(attributes.get("preserveAspectRatio", "xMidYMid"))
    if align == "none":
        across, down = width / box[2], height / box[3]
        return (across, 0.0, 0.0, down, x - box[0] * across, y - box[1] * down)
    return fit(box, x, y=y, width=width, height=height, align=align, cover=cover)


_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def transform_of(
    element: Element, drawn: Sequence[Element], context: Context, units: Mapping[str, float]
) -> Matrix:
    """The matrix of an element that draws `drawn`."""
    box: Box | None = None
    if element.get("transform-box", "view-box") != "view-box":
        # A stroke's own box differs from this by half its width.
        box = around(drawn, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    return moved_by(element.get("transform", ""), element.get("transform-origin", ""), box, context, units)


def moved_by(text: str, origin: str, box: Box | None, context: Context, units: Mapping[str, float]) -> Matrix:
    """The matrix of a transform about an origin, within `box`; None for the view."""
    if not text:
        return IDENTITY
    matrix = parse_transform(text)
    if not origin and box is None:
        return matrix
    box = box or (0.0, 0.0, *context.view)
    across, down = _words(origin or "0 0")
    x = box[0] + _along(across, "x", box[2] - box[0], context, units)
    y = box[1] + _along(down, "y", box[3] - box[1], context, units)
    return about(matrix, x, y)


def _words(text: str) -> tuple[str, str]:
    """The horizontal and the vertical part of an origin."""
    words = [*text.replace(",", " ").split()[:2]]
    if len(words) == 1:
        return ("center", words[0]) if words[0] in ("top", "bottom") else (words[0], "center")
    if words[0] in ("top", "bottom") or words[1] in ("left", "right"):
        words.reverse()
    return words[0], words[1]


def _along(word: str, name: str, side: float, context: Context, units: Mapping[str, float]) -> float:
    if word in _SHARES:
        return _SHARES[word] * side
    value, unit = length(word)
    return value / 100 * side if unit == "%" else user_length(word, name, context, units)
