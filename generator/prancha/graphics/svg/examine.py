"""A drawing held against the grammar: all that is wrong in it, and all that is left out of it, at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.grammar import Grammar, grammar
from prancha.graphics.svg.style import CSS_ONLY, MAX_DEPTH, TOO_DEEP, TOO_DEEP_HINT
from prancha.graphics.svg.style_sheets import StyleSheets, declarations
from prancha.graphics.svg.values import WIDE

_HOLDS_TEXT = frozenset("text tspan a style".split())
FIELD = "{{"
"""What stands in a drawing for the value of a field is no value yet."""


class Examined(Struct, frozen=True):
    """What is wrong, each with its element, and what is left out: element and why.

    `texts` says which elements are text or hold some.
    """

    faults: tuple[DrawingFault, ...]
    told: tuple[tuple[Element, str], ...] = ()
    texts: Mapping[Element, bool] = {}


def examine(root: Element, sheets: StyleSheets) -> Examined:
    """Hold a drawing against the grammar before its style is worked in; what draws nothing is gone.

    Its elements may not be nested deeper than `too_deep` allows.
    """
    table = grammar()
    told: list[tuple[Element, str]] = []
    _prune(root, table, told)
    for element in root.iter():
        for name in CSS_ONLY.keys() & element.attrib.keys():
            value = element.attrib.pop(name).strip()
            if value not in (CSS_ONLY[name], *WIDE):
                hint = f'write it as style="{name}: {value}"'
                told.append((element, f"{name} as an attribute means nothing and is left out: {hint}"))
    faults = list(sheets.faults)
    for rule in {id(rule.declarations): rule for rule in sheets.rules}.values():
        for each in rule.declarations:
            fault = table.property_fault(each.name, each.value, texts=False, sheet=True)
            if fault is not None and "var(" not in each.value:
                fault.element = rule.sheet
                faults.append(fault)
    texts = _texts(root, {}, {"text", "tspan", "use"} if next(root.iter("text"), None) is not None else set())
    faults += _faults(root, table, texts)
    return Examined(tuple(faults), tuple(told), texts)


def too_deep(root: Element) -> DrawingFault | None:
    """What is wrong with a drawing whose elements are nested so deep that nothing can be made of it."""
    waiting = [(root, 0)]
    while waiting:
        element, depth = waiting.pop()
        if depth > MAX_DEPTH + 1:  # the root, and what is in the innermost group, count for none
            fault = DrawingFault(TOO_DEEP, TOO_DEEP_HINT)
            fault.element = element
            return fault
        waiting += [(child, depth + 1) for child in element]
    return None


def _prune(element: Element, table: Grammar, told: list[tuple[Element, str]]) -> None:
    """Take out elements of other namespaces, those that draw nothing or are left out, and leftovers."""
    for name in table.leftovers_of(element.tag, element.attrib):
        element.attrib.pop(name, None)
    for child in list(element):
        tag = child.tag
        if (
            not isinstance(tag, str)
            or tag.startswith("{")
            or tag in table.unseen
            or "requiredExtensions" in child.attrib
        ):
            remove(element, child)
        elif tag in table.told:
            told.append((child, f"<{tag}> is left out: {table.told[tag]}"))
            remove(element, child)
        else:
            _prune(child, table, told)


def remove(parent: Element, child: Element) -> None:
    """Take a child out, but leave the text that follows it."""
    if child.tail:
        at = list(parent).index(child)
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _texts(element: Element, found: dict[Element, bool], tags: Collection[str]) -> dict[Element, bool]:
    """Which elements are of `tags` or hold such."""
    inside = [_texts(child, found, tags)[child] for child in element]
    found[element] = element.tag in tags or any(inside)
    return found


def _faults(root: Element, table: Grammar, texts: dict[Element, bool]) -> Iterator[DrawingFault]:
    waiting = [(root, "", False)]
    while waiting:
        element, parent, in_text = waiting.pop()
        tag = element.tag
        for fault in _of_one(element, parent, table, texts[element], in_text):
            fault.element = element
            yield fault
        if tag in table.elements:
            in_text = in_text or tag == "text"
            waiting += [(child, tag, in_text) for child in reversed(element)]


def _of_one(
    element: Element, parent: str, table: Grammar, texts: bool, in_text: bool
) -> Iterator[DrawingFault]:
    """What is wrong with an element that stands in a `parent`, and with what it says of itself."""
    tag = element.tag
    fault = table.element_fault(tag) or table.place_fault(tag, parent)
    if fault is not None:
        yield fault
        return
    for name, value in element.attrib.items():
        if name == "style":
            yield from _of_style(value, table, texts)
        elif FIELD not in value:
            found = table.attribute_fault(tag, name, value, texts)
            if found is not None:
                yield found
    if tag not in _HOLDS_TEXT or (tag == "a" and not in_text):
        for stray in (" ".join(part.split()) for part in (element.text, *(c.tail for c in element)) if part):
            if stray:
                yield DrawingFault(
                    f'the words "{stray}" stand outside of any text',
                    "put them into a <text>; or is a brace or bracket missing?", words=stray,
                )  # fmt: skip


def _of_style(text: str, table: Grammar, texts: bool) -> Iterator[DrawingFault]:
    try:
        found = list(declarations(text))
    except DrawingFault as fault:
        yield fault
        return
    for each in found:
        if FIELD not in each.value and "var(" not in each.value:
            problem = table.property_fault(each.name, each.value, texts, sheet=True)
            if problem is not None:
                yield problem
