"""Remove elements that draw nothing from a drawing, and attributes without meaning that programs left in it.

Elements that draw nothing are removed silently.  Attributes without meaning are reported, since they may be
mistakes; one that nearly has the name of something that exists is a mistake, and stays to be refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.attribute_values import BARE, link
from prancha.graphics.svg.grammar import Grammar
from prancha.graphics.svg.style_sheets import StyleRule
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import first_of, nearest

Ruled = Mapping[Element, Sequence[StyleRule]]
Left = tuple[Element, str]
"""An element, and the part of it that is left out."""
_URL = re.compile(r"url\(\s*['\"]?\s*#([^'\")]*)", re.I)
_DEFINED = frozenset(
    "linearGradient radialGradient meshgradient meshGradient hatch pattern clipPath mask marker filter "
    "symbol solidcolor solidColor font font-face".split()
)
"""Elements that draw nothing unless something refers to them."""
_IN_LINE = ("tspan", "a")
"""Parts of a text, which have no opacity of their own."""
_LISTED = 6
"""Leftovers that a message names."""


def drop_unseen(root: Element, ruled: Ruled) -> None:
    """Take out what is hidden or never referred to, so that nothing in it is refused."""
    links = Counter(_links(root))

    def visit(parent: Element, clips: bool) -> bool:
        found = False
        for child in list(parent):
            if _draws_nothing(child, parent, ruled, clips):
                inside = Counter(_links(child))
                names = [part.get("id", "").strip() for part in child.iter()]
                if all(links[name] <= inside[name] for name in names):
                    links.subtract(inside)
                    remove(parent, child)
                    found = True
                    continue
            found |= visit(child, clips or child.tag == "clipPath")
        return found

    while visit(root, False):
        pass  # what only that referred to draws nothing now, either


def remove(parent: Element, child: Element) -> None:
    """Take a child out, but leave the text that follows it."""
    if child.tail:
        at = list(parent).index(child)
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _links(element: Element) -> Iterator[str]:
    """Every id that an element or something in it refers to."""
    for part in element.iter():
        for name, value in part.attrib.items():
            if name == "href":
                yield value.strip().removeprefix("#")
            elif "#" in value:
                yield from (found.strip() for found in _URL.findall(value))
        if part.tag == "style":
            yield from (found.strip() for found in _URL.findall("".join(part.itertext())))


def _draws_nothing(element: Element, parent: Element, ruled: Ruled, clips: bool) -> bool:
    if element.tag == "style":
        return False
    if element.tag == "flowRoot" and not "".join(element.itertext()).strip():
        return True
    if element.tag in _DEFINED or parent.tag == "defs" or _said(element, "display", ruled) == "none":
        return True
    clear = _said(element, "opacity", ruled).removesuffix("%")
    return (
        not clips
        and element.tag not in _IN_LINE
        and re.fullmatch(r"0*\.?0*", clear) is not None
        and clear != ""
    )


def _said(element: Element, name: str, ruled: Ruled) -> str:
    """The value of a property as an element itself has it; "" where nothing is said."""
    declared = [
        each.value for rule in ruled.get(element, ()) for each in rule.declarations if each.name == name
    ]
    declared += re.findall(rf"(?:\A|;)\s*{name}\s*:\s*([^;!]+)", element.get("style", ""))
    return (declared[-1] if declared else element.get(name, "")).strip()


_NO_VALUES = ("null", "undefined")
"""What programs write as the value of a property that they do not know, such as SVG-edit."""


def drop_meaningless(root: Element, table: Grammar) -> Iterator[Left]:
    """Take out attributes of other elements, such as a `ry` of a `<use>`, and those without a value."""
    for element in root.iter():
        for name in [name for name, value in element.attrib.items() if value in _NO_VALUES]:
            if name in table.properties:
                yield element, f'{name}="{element.attrib.pop(name)}"'
        for name in [name for name in element.attrib if table.is_of_others(element.tag, name)]:
            del element.attrib[name]
            yield element, f"{name} of a <{element.tag}>"


_PAINTS = ("fill", "stroke")
_COLOURS = (*_PAINTS, "color", "stop-color", "flood-color", "lighting-color")
_LINKS = (*_PAINTS, "clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end")
_REFERRING = ("linearGradient", "radialGradient", "pattern", "filter", "textPath")


def drop_dead(root: Element, ids: set[str], whole: bool, faults: list[DrawingFault]) -> Iterator[Left]:
    """Take out references to none of `ids` and colours without their #; all styles are worked in.

    `faults` gathers the references that are mistyped.  A `whole` file has no icons of the game to use.
    """
    for parent in list(root.iter()):
        for name in _COLOURS:
            if BARE.match(parent.get(name, "")):
                yield parent, f'{name}="{parent.attrib.pop(name)}" without its #'
        for name in _LINKS:
            value = parent.get(name, "")
            if value.startswith("url(") and "{{" not in value:
                target, rest = link(value)
                if target not in ids and not _mistyped(target, ids, name, parent, faults):
                    del parent.attrib[name]
                    if name in _PAINTS:
                        parent.set(name, rest or "none")
                    if not rest:  # else the drawing says itself what to do without
                        yield parent, f'{name}="url(#{target})"'
        for child in list(parent):
            target = child.get("href", "").strip()
            if not target.startswith("#") or target[1:].strip() in ids or "{{" in target:
                continue
            used = whole and child.tag == "use"
            if not (used or child.tag in _REFERRING) or _mistyped(target[1:], ids, "href", child, faults):
                continue
            yield child, f'href="{target}" of a <{child.tag}>'
            if used:
                remove(parent, child)
            else:
                del child.attrib["href"]


def _mistyped(name: str, ids: set[str], said: str, element: Element, faults: list[DrawingFault]) -> bool:
    """Return whether a reference is nearly one to something that is there, and gather the fault.

    Names that differ in their numbers alone are a program's, and each means another thing.
    """
    near = nearest(name, ids, 0.75)
    if not near or re.sub(r"\d+", "", near) == re.sub(r"\d+", "", name):
        return False
    message = f'{said} refers to "#{name}", an element that does not exist'
    faults.append(DrawingFault(message, f'did you mean "{near}"?', element=element))
    return True


def folded(left: Sequence[Left]) -> tuple[Left, ...]:
    """All leftovers of a drawing as one, at the first."""
    if not left:
        return ()
    names = list(dict.fromkeys(name for _, name in left))
    return ((left[0][0], f"left out, for it means or names nothing: {first_of(names, _LISTED)}"),)
