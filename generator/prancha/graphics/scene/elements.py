"""Markup cut into elements, and elements made of it, where that is certain without reading it as XML."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from prancha.graphics.svg.shared import DRAWING

_TAG = re.compile(r'<(/?+)[A-Za-z][\w.-]*+(?:\s++[\w:.-]++="[^"<>]*+")*+\s*+(/?+)>')
"""A tag as nearly all are written: what is in no doubt may be cut without reading it as XML."""
_EMPTY = re.compile(r'(<[A-Za-z][\w.-]*+(?: [\w:.-]++="[^"<>]*+")*+/>)')
_LONE = re.compile(r'<([a-zA-Z]++)((?: [a-zA-Z][a-zA-Z0-9-]*+="[^"<>&]*+")*+) ?+/>')
_ATTRIBUTE = re.compile(r' ([a-zA-Z0-9-]++)="([^"]*+)"')


def elements_of(markup: str) -> tuple[str, ...] | None:
    """The outermost elements of markup; None if it has more than them, or they begin or end elsewhere."""
    pieces = _EMPTY.split(markup)  # as rows of icons and most frames are
    if not "".join(pieces[::2]).strip():
        return tuple(pieces[1::2])
    found: list[str] = []
    depth = start = end = 0
    for tag in _TAG.finditer(markup):
        between = markup[end : tag.start()]
        if between and ("<" in between or ">" in between or not (depth or between.isspace())):
            return None
        if not depth:
            start = tag.start()
        end = tag.end()
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth < 0:
            return None
        if not depth:
            found.append(markup[start:end])
    rest = markup[end:]
    return None if depth or (rest and not rest.isspace()) else tuple(found)


def lone_element(markup: str) -> Element | None:
    """An element with nothing in it, in one around it; None where XML may mean something else by it."""
    found = _LONE.fullmatch(markup)
    if found is None or DRAWING in markup or not markup.isprintable():
        return None
    named = _ATTRIBUTE.findall(found[2])
    attributes = dict(named)
    if len(attributes) < len(named) or "xmlns" in attributes:
        return None
    around = Element("g")
    around.append(Element(found[1], attributes))
    return around
