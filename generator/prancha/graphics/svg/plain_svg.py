"""Read drawings as plain SVG (directly where they are plain already, else by the grammar) and write them.

Templates of the library write plain SVG, so most faces are looked at here once, name by name, and no more.

Of patterns, masks and clips a plain drawing says what the renderer asks for and no more: read as any SVG it
would be normalised a second time, its tiles moved and its masks cut; so it is written with care.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, LIMIT, first, multiply, parse_transform
from prancha.graphics.svg.normal import LetterMeasures, Plain
from prancha.graphics.svg.normal.plain_elements import exact, format_matrix, group
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import CSS_ONLY, PIXELS
from prancha.graphics.svg.svg_markup import INK, DrawingFaults

_PAINT = frozenset(
    "fill fill-rule fill-opacity stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-dasharray stroke-dashoffset color visibility display".split()
)
_ANY = _PAINT | frozenset("id data-k transform opacity clip-path".split())
_FONT = frozenset(
    "font-family font-size font-weight font-style font-variant-numeric letter-spacing text-anchor "
    "direction".split()
)
_ATTRIBUTES: dict[str, frozenset[str]] = {
    "svg": frozenset("width height viewBox".split()),
    "defs": frozenset(),
    "title": frozenset(),
    "desc": frozenset(),
    "g": _ANY,
    "path": _ANY | {"d"},
    "rect": _ANY | frozenset("x y width height rx ry".split()),
    "circle": _ANY | frozenset("cx cy r".split()),
    "ellipse": _ANY | frozenset("cx cy rx ry".split()),
    "line": _ANY | frozenset("x1 y1 x2 y2".split()),
    "polyline": _ANY | {"points"},
    "polygon": _ANY | {"points"},
    "text": _ANY | _FONT | frozenset("x y words-number".split()),
    "use": _ANY | frozenset("href x y width height".split()),
    "image": _ANY | {INK} | frozenset("href x y width height preserveAspectRatio image-rendering".split()),
    "clipPath": frozenset("id clip-rule".split()),
    "linearGradient": frozenset("id x1 y1 x2 y2 gradientUnits gradientTransform".split()),
    "radialGradient": frozenset("id cx cy r fx fy gradientUnits gradientTransform".split()),
    "stop": frozenset("offset stop-color stop-opacity".split()),
}
_INSIDE: dict[str, frozenset[str]] = {
    "clipPath": frozenset(SHAPES),
    "linearGradient": frozenset(("stop",)),
    "radialGradient": frozenset(("stop",)),
    "text": frozenset(),
    **{tag: frozenset() for tag in (*SHAPES, "image", "use", "stop")},
}
_OF_ROOTS = frozenset(("svg", "stop"))
"""What stands in nothing, or only where `_INSIDE` says so."""
_WORDS: dict[str, frozenset[str]] = {
    "fill-rule": frozenset(("nonzero", "evenodd")),
    "clip-rule": frozenset(("nonzero", "evenodd")),
    "visibility": frozenset(("visible", "hidden", "collapse")),
    "display": frozenset(("none", "inline")),
    "image-rendering": frozenset(("auto", *PIXELS)),
    "font-style": frozenset(("normal", "italic", "oblique")),
    "font-variant-numeric": frozenset(("normal", "lining-nums")),
    "text-anchor": frozenset(("start", "middle", "end")),
    "direction": frozenset(("ltr", "rtl")),
    "gradientUnits": frozenset(("userSpaceOnUse", "objectBoundingBox")),
}


_NUMBERS = frozenset(
    "x y width height rx ry cx cy r x1 y1 x2 y2 fx fy offset font-size stroke-width stroke-dashoffset "
    "fill-opacity stroke-opacity stop-opacity opacity".split()
)


def is_plain(root: Element, numbers: bool = False) -> bool:
    """Return whether a parsed drawing is plain by its names, and with `numbers` by these, too.

    Rendering reads every number and colour and reports what is none; other readers may not.
    """
    waiting = [root]
    while waiting:
        element = waiting.pop()
        tag, attributes = element.tag, element.attrib
        worded = _worded(tag, tuple(attributes))
        if worded is None:
            return False
        if tag == "rect" and ("-" in attributes.get("width", "") or "-" in attributes.get("height", "")):
            return False  # rendering would leave it out where a size is below 0
        for name in worded:
            value = attributes[name]
            if (value not in _WORDS[name]) if name in _WORDS else ("," in value or value[:1] in "\"'"):
                return False
        if (
            numbers
            and element is not root
            and not all(_is_number(attributes[name]) for name in _NUMBERS & attributes.keys())
        ):
            return False
        text = element.text
        if text and tag not in ("text", "title", "desc") and not text.isspace():
            return False
        if len(element):
            if not _holds(element):
                return False
            waiting += element
    return True


def _holds(element: Element) -> bool:
    """Return whether an element may contain its children, with no text between them."""
    inside = _INSIDE.get(element.tag)
    for child in element:
        tag, tail = child.tag, child.tail
        if (tail and not tail.isspace()) or (tag in _OF_ROOTS if inside is None else tag not in inside):
            return False
        if element.tag == "clipPath" and "clip-path" in child.attrib:
            return False
    return True


@lru_cache(maxsize=4096)
def _worded(tag: str, names: tuple[str, ...]) -> tuple[str, ...] | None:
    """The attributes whose values must be checked; None when one is not plain."""
    known = _ATTRIBUTES.get(tag)
    if known is None or not known.issuperset(names):
        return None
    return tuple(name for name in names if name in _WORDS or name == "font-family")


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False


def plain_drawing(
    root: Element,
    box: tuple[float, float, float, float],
    units: Mapping[str, float],
    letters: LetterMeasures,
    languages: Sequence[str] = ("en",),
) -> Plain:
    """The plain drawing of a parsed one, which is changed; `box` is what of it is seen: x, y, width, height.

    Raises DrawingFaults for all that is not of the grammar, Fault for what cannot be drawn truly.
    """
    from prancha.graphics.svg.cascade import settle_styles  # loads the grammar, which most decks do not need

    found = settle_styles(root)
    if found.faults:
        raise DrawingFaults(found.faults)
    from prancha.graphics.svg.normal.normaliser import normalise  # most decks need it not
    from prancha.graphics.svg.normal.plain_fonts import settle_fonts

    plain = normalise(root, box, units, letters, tuple(languages))
    told = [*found.told, *settle_fonts(plain, box, letters, forgives=False)]
    return Plain(plain.root, plain.sources, tuple(dict.fromkeys((*plain.told, *(text for _, text in told)))))


_ALL = {"x": -LIMIT / 2, "y": -LIMIT / 2, "width": LIMIT * 0.99, "height": LIMIT * 0.99}
"""The region of a mask whose content is cut already."""


def restate(root: Element) -> Element:
    """The plain drawing `root`, which is changed, as SVG of the same meaning."""
    for pattern in root.iter("pattern"):
        _pattern(pattern)
    for mask in root.iter("mask"):
        mask.attrib.update({name: exact(value) for name, value in _ALL.items()})
        mask.set("maskUnits", "userSpaceOnUse")
    for clip in root.iter("clipPath"):
        clip[:] = [part for each in clip for part in _ungrouped(each)]
    for element in root.iter():
        say_in_style(element)
    return root


def say_in_style(element: Element) -> None:
    """Write as a style what is no property as an attribute."""
    names = [name for name in CSS_ONLY if name in element.attrib]
    if names:
        element.set("style", ";".join(f"{name}:{element.attrib.pop(name)}" for name in names))


def _pattern(pattern: Element) -> None:
    """Have the tiles of a pattern begin at 0, so that what is in them need not be moved."""
    x, y = (first(pattern.get(name, "0")) for name in ("x", "y"))
    pattern.set("patternUnits", "userSpaceOnUse")
    if not (x or y):
        return
    matrix = multiply(parse_transform(pattern.get("patternTransform", "")), (1.0, 0.0, 0.0, 1.0, x, y))
    pattern.attrib.update({"x": "0", "y": "0", "patternTransform": format_matrix(matrix) or "translate(0)"})
    pattern[:] = [group(list(pattern), transform=format_matrix((1.0, 0.0, 0.0, 1.0, -x, -y)))]


def _ungrouped(part: Element) -> list[Element]:
    """The shapes and texts of a part of a clip, each with the transform and clip of its groups.

    A group in a shape with a clip of its own stays, for which there is no other way to say it.
    """
    if part.tag != "g":
        return [part]
    found = [each for child in part for each in _ungrouped(child)]
    nested, matrix = part.get("clip-path"), parse_transform(part.get("transform", ""))
    if nested and any({"clip-path", "transform"} & each.attrib.keys() for each in found):
        return [part]
    for each in found:
        if matrix != IDENTITY:
            own = multiply(matrix, parse_transform(each.get("transform", "")))
            each.set("transform", format_matrix(own))
        if nested:
            each.set("clip-path", nested)
    return found
