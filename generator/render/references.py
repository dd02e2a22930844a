"""What an element draws by reference, found before CairoSVG draws it.

CairoSVG follows references without a bound worth the name and draws some
features wrongly without a word, so all that a fragment can reach is counted
and looked at first.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from xml.etree.ElementTree import Element

from generator.svg.errors import Fault

MAX_DRAWN = 10_000
MAX_DEPTH = 64
_URL = r"url\(\s*['\"]?#([^'\")]+)"
_LINK = "{http://www.w3.org/1999/xlink}href"


def reachable(element: Element, ids: Mapping[str, Element], known: Container[str] = ()) -> list[Element]:
    """The elements of `ids` that `element` refers to, at any remove, in the order they are met.

    Raises Fault for references to nothing, which `known` names are not, for
    those in a circle, for more than 10 000 elements drawn in all, and for more
    than 64 levels.
    """
    found: dict[str, Element] = {}
    sizes: dict[str, int] = {}
    busy: set[str] = set()

    def size(part: Element, depth: int) -> int:
        if depth > MAX_DEPTH:
            raise Fault(
                f"elements are nested more than {MAX_DEPTH} deep",
                "flatten the groups, or a use refers to itself",
            )
        total = 1 + sum(size(child, depth + 1) for child in part)
        return total + sum(behind(name, depth + 1) for name in references(part))

    def behind(name: str, depth: int) -> int:
        if name not in ids:
            if name not in known:
                raise Fault(f'"#{name}" refers to an element that does not exist')
            return 0
        if name in busy:
            raise Fault(f'"#{name}" refers to itself', "cut the circle of references")
        if name not in sizes:
            busy.add(name)
            found[name] = ids[name]
            sizes[name] = min(size(ids[name], depth), MAX_DRAWN + 1)
            busy.discard(name)
        return sizes[name]

    if size(element, 0) > MAX_DRAWN:
        raise Fault(
            f"it draws more than {MAX_DRAWN} elements, all references followed",
            "does a use or a pattern multiply itself?",
        )
    return list(found.values())


def references(element: Element) -> list[str]:
    """The ids that an element itself draws by: `#name` links and `url(#name)` values."""
    names: list[str] = []
    if element.tag == "a":  # leads a reader somewhere, and draws nothing of it
        return names
    for key, value in element.attrib.items():
        if key in ("href", _LINK):
            if value.startswith("#"):
                names.append(value[1:])
        elif "url(" in value:
            names += re.findall(_URL, value)
    return names
