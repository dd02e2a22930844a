"""What masks are made of: their light is no ink, and stays as it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element

_SERVERS = ("linearGradient", "radialGradient", "pattern")
_URL = re.compile(r"url\(#([^)]+)\)")
_PREFIX = "light-"
_BLACK = {"fill": "#000000", "color": "#000000"}


def own_servers(root: Element) -> None:
    """Give the masks of a plain drawing gradients and patterns of their own, which lie in a mask, too.

    What names no colour in a mask is black, whatever stands around the mask.
    """
    masks = list(root.iter("mask"))
    if not masks:
        return
    servers = {element.get("id", ""): element for element in root.iter() if element.tag in _SERVERS}
    needed: dict[str, Element] = {}
    waiting = [name for mask in masks for name in _named(mask.iter())]
    while waiting:
        name = waiting.pop()
        if name in servers and name not in needed:
            needed[name] = servers[name]
            waiting += _named(servers[name].iter())
    for mask in masks:
        mask.attrib.update(_BLACK)
    copies = [_renamed(deepcopy(server), needed) for _, server in sorted(needed.items())]
    for mask in masks:
        _renamed(mask, needed)
    if copies:
        home = Element("mask", {"id": f"{_PREFIX}servers", **_BLACK})
        home.extend(copies)
        root.insert(0, home)


def _named(elements: Iterable[Element]) -> Iterator[str]:
    """The ids that fills and strokes of elements refer to."""
    for element in elements:
        for name in ("fill", "stroke"):
            yield from _URL.findall(element.get(name, ""))


def _renamed(tree: Element, names: Collection[str]) -> Element:
    for element in tree.iter():
        if element.tag in _SERVERS and element.get("id", "") in names:
            element.set("id", _PREFIX + element.attrib["id"])
        for name in ("fill", "stroke"):
            found = _URL.fullmatch(element.get(name, ""))
            if found and found[1] in names:
                element.set(name, f"url(#{_PREFIX}{found[1]})")
    return tree
