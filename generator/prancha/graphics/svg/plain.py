"""Plain drawings: what is drawn as it stands, without the grammar and without being normalised.

Templates of the library write nothing else, so most faces are looked at here once, name by name, and no more.
"""

from __future__ import annotations

from functools import lru_cache
from xml.etree.ElementTree import Element

from prancha.graphics.svg.markup import INK
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.style import PIXELS

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
    """Whether a parsed drawing is plain by its names, and with `numbers` by these, too.

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
    """Whether an element may hold what is in it, and no words stand between."""
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
    """Of the attributes of an element those whose words have to be known; None when one is not plain."""
    known = _ATTRIBUTES.get(tag)
    if known is None or not known.issuperset(names):
        return None
    return tuple(name for name in names if name in _WORDS or name == "font-family")


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False
