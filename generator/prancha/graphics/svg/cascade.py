"""Hold a drawing against the grammar and work its styles into attributes (CSS Cascading 4).

What is known only then, such as the value of a variable, is held against the grammar here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.attribute_values import WIDE, tidy
from prancha.graphics.svg.flow_roots import rewrite_flow_roots
from prancha.graphics.svg.grammar import Grammar, grammar
from prancha.graphics.svg.leftovers import (
    Left,
    Ruled,
    drop_dead,
    drop_meaningless,
    drop_unseen,
    folded,
    remove,
)
from prancha.graphics.svg.matrix import parse_transform
from prancha.graphics.svg.normal.plain_elements import format_matrix
from prancha.graphics.svg.style import CSS_ONLY, INITIAL, MAX_DEPTH, TOO_DEEP, TOO_DEEP_HINT
from prancha.graphics.svg.style_sheets import (
    Declaration,
    StyleRule,
    StyleSheets,
    declarations,
    longhands,
    read_sheets,
)
from prancha.graphics.svg.svg_markup import DrawingFault

_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_WORKED_IN = ("style", "class")
_AS_WRITTEN = ("id", "href")
_SHARES = ("fill-opacity", "stroke-opacity")
_DATA = re.compile(r'path\(\s*(["\'])(.*)\1\s*\)\Z', re.DOTALL)


def cascade(root: Element, ruled: Ruled, texts: Mapping[Element, bool]) -> list[DrawingFault]:
    """Work sheets and inline styles into attributes; no `style` or `class` is left.

    `ruled` says which rules rule each element, `texts` which are text or hold some.  Gives what is wrong with
    values known only now.
    """
    cascader = _Cascader(ruled, texts)
    cascader.settle(root, {}, {})
    return cascader.faults


def _matched(root: Element, rules: Sequence[StyleRule]) -> Mapping[Element, list[StyleRule]]:
    """The rules that rule each element, the weakest first.  Raises DrawingFault where it takes too long."""
    import cssselect2

    from prancha.graphics.svg.selector_matching import Counted

    matcher = cssselect2.Matcher()
    for rule in rules:
        matcher.add_selector(rule.selector, rule)
    wrapped = Counted.from_xml_root(root)
    return {
        each.etree_element: [match[-1] for match in matcher.match(each)] for each in wrapped.iter_subtree()
    }


class _Cascader:
    def __init__(self, matched: Mapping[Element, Sequence[StyleRule]], texts: Mapping[Element, bool]) -> None:
        self.faults: list[DrawingFault] = []
        self._matched, self._texts = matched, texts

    def settle(self, element: Element, above: Mapping[str, str], variables: Mapping[str, str]) -> None:
        """Settle an element whose parent came out as `above`, with CSS `variables`."""
        own = element.attrib
        ruled = [each for rule in self._matched.get(element, ()) for each in rule.declarations]
        if ruled or "style" in own:
            inline = list(declarations(own["style"])) if "style" in own else []
            normal = [*(d for d in ruled if not d.important), *(d for d in inline if not d.important)]
            strong = [*(d for d in ruled if d.important), *(d for d in inline if d.important)]
            for each in (*normal, *strong):
                if each.name.startswith("--"):
                    variables = {**variables, each.name: each.value}
            for each in (*normal, *strong):
                if not each.name.startswith("--"):
                    self._declare(element, each, variables)
        for name in _WORKED_IN:
            own.pop(name, None)
        if "font" in own or "marker" in own:
            _expand(own)
        for name, value in own.items():
            if (value[:1].isspace() or value[-1:].isspace() or "url(" in value) and name not in _AS_WRITTEN:
                own[name] = value if "{{" in value else tidy(value)
        for name in [name for name in _SHARES if own.get(name, "").strip() == "none"]:
            del own[name]
        for name, value in [(name, value) for name, value in own.items() if value in WIDE]:
            _widen(own, name, above)
            if name == "overflow" and name not in own and value != "revert":
                # What has an edge of its own hides by itself what lies beyond.
                own[name] = "hidden" if value == "inherit" and "viewBox" in above else "visible"
        for child in element:
            self.settle(child, own, variables)

    def _declare(self, element: Element, each: Declaration, variables: Mapping[str, str]) -> None:
        """Set what an element declares, once it is known to be of the grammar."""
        try:
            value = _filled(each.value, variables)
            fault = None if value is each.value else self._fault(element, each.name, value)
        except DrawingFault as unset:
            fault, value = unset, ""
        # A sheet does not tell whether it is about text.
        if fault is None and each.name in grammar().textual and "{{" not in value:
            fault = self._fault(element, each.name, value)
        if fault is None:
            # What a program notes for itself has names that no attribute may have.
            if not each.name.startswith("-"):
                _set(element.attrib, each.name, value)
        else:
            fault.element = element
            self.faults.append(fault)

    def _fault(self, element: Element, name: str, value: str) -> DrawingFault | None:
        table, texts = grammar(), self._texts[element]
        fault = table.property_fault(name, value, texts, sheet=True)
        if fault is None and name == "font" and value not in WIDE:
            name, value = "font-variant", longhands(value)["font-variant"]
            fault = table.property_fault(name, value, texts, sheet=True)
        return fault


def _set(own: dict[str, str], name: str, value: str) -> None:
    """Set a property; a shorthand sets all its longhands."""
    if name == "text-decoration" and value.split()[:1] == ["none"]:
        value = "none"  # Penpot writes the style and colour of a line that is not there
    own.pop(name, None)  # the last one is the strongest, also against shorthands
    if name == "font":
        own.update(dict.fromkeys(longhands("1px x"), value) if value in WIDE else longhands(value))
    elif name == "marker":
        own.update({"marker-start": value, "marker-mid": value, "marker-end": value})
    elif name == "d":
        found = _DATA.match(value)
        own[name] = found[2] if found else "" if value == "none" else value
    elif name == "transform" and value not in WIDE and "{{" not in value:
        # As an attribute it has neither units nor the functions that CSS alone has.
        own[name] = format_matrix(parse_transform(value, css=True)) or "none"
    else:
        own[name] = value


def _expand(own: dict[str, str]) -> None:
    """Shorthands written as attributes: properties of their own beside them are stronger."""
    for name in ("font", "marker"):
        value = own.pop(name, None)
        if value is not None:
            found: dict[str, str] = {}
            _set(found, name, value)
            for key, each in found.items():
                own.setdefault(key, each)


def _widen(own: dict[str, str], name: str, above: Mapping[str, str]) -> None:
    """Resolve `inherit`, `initial`, `unset` and `revert`."""
    value = own.pop(name)
    if value == "inherit" and name not in INITIAL:
        if name in above:
            own[name] = above[name]
    elif value == "initial" and name in INITIAL:
        own[name] = INITIAL[name]


def _filled(value: str, variables: Mapping[str, str]) -> str:
    """A value with its `var(--name, fallback)` filled in.  Raises DrawingFault."""
    for _ in range(8):
        if "var(" not in value:
            return value
        found = _VAR.search(value)
        filled = found and variables.get(found[1], found[2])
        if found is None or filled is None:
            break
        value = value[: found.start()] + filled.strip() + value[found.end() :]
    raise DrawingFault(f'"{value[:80]}" asks for a variable that is not set', "write the value itself")


_HOLDS_TEXT = frozenset("text tspan textPath a style".split())
FIELD = "{{"
"""What stands in a drawing for the value of a field is no value yet."""


class Examined(Struct, frozen=True):
    """Faults with their elements, and what is left out with the reason.

    `texts` says which elements are text or hold some.
    """

    faults: tuple[DrawingFault, ...]
    told: tuple[tuple[Element, str], ...] = ()
    texts: Mapping[Element, bool] = {}


def examine(root: Element, sheets: StyleSheets, ruled: Ruled, left: list[Left]) -> Examined:
    """Hold a drawing against the grammar before its style is worked in; what draws nothing is gone.

    Its elements may not be nested deeper than `too_deep` allows; `left` gathers what means nothing.
    """
    table = grammar()
    told: list[tuple[Element, str]] = []
    _prune(root, table, told)
    drop_unseen(root, ruled)
    _prune(root, table, told, late=True)
    left += drop_meaningless(root, table)
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
    texts = _texts(
        root, {}, {"text", "tspan", "textPath", "use"} if next(root.iter("text"), None) is not None else set()
    )
    faults += _faults(root, table, texts)
    return Examined(tuple(faults), tuple(told), texts)


def too_deep(root: Element) -> DrawingFault | None:
    """The fault of a drawing whose elements are nested too deep to process."""
    waiting = [(root, 0)]
    while waiting:
        element, depth = waiting.pop()
        if depth > MAX_DEPTH + 1:  # the root, and what is in the innermost group, count for none
            return DrawingFault(TOO_DEEP, TOO_DEEP_HINT, element=element)
        waiting += [(child, depth + 1) for child in element]
    return None


_LATE = ("font", "font-face")
"""Elements that are told only where something refers to them."""


def _prune(element: Element, table: Grammar, told: list[tuple[Element, str]], late: bool = False) -> None:
    """Take out elements of other namespaces, those that draw nothing or are left out, and leftovers.

    Those of _LATE are left for a second round.
    """
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
        elif tag in table.told and (late or tag not in _LATE):
            why = f"<{tag}> is left out: {table.told[tag]}"
            if all(text != why for _, text in told):
                told.append((child, why))
            remove(element, child)
        else:
            _prune(child, table, told, late)


def _texts(element: Element, found: dict[Element, bool], tags: Collection[str]) -> dict[Element, bool]:
    """The elements of `tags`, and those that contain them."""
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
    """The faults of an element in a `parent` and of its attributes."""
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
                    "put them into a <text>; or is a brace or bracket missing?",
                    words=stray,
                )


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


XLINK = "{http://www.w3.org/1999/xlink}"
XML = "{http://www.w3.org/XML/1998/namespace}"


def settle_styles(root: Element, whole: bool = False) -> Examined:
    """Hold a drawing against the grammar, and if nothing is wrong work its styles into its attributes.

    A `whole` file has no icons of the game to use.
    """
    deep = too_deep(root)
    if deep is not None:
        return Examined((deep,))
    for element in root.iter():
        if any(name.startswith("{") for name in element.attrib):
            element.attrib = _bare(element.attrib)
    sheets = read_sheets(root)
    try:
        ruled = _matched(root, sheets.rules) if sheets.rules else {}
    except DrawingFault as fault:
        fault.element = sheets.rules[0].sheet
        return Examined((fault,))
    ids = {element.attrib["id"].strip() for element in root.iter() if "id" in element.attrib}
    rewrite_flow_roots(root, ids)
    ids = {element.attrib["id"].strip() for element in root.iter() if "id" in element.attrib}
    left: list[Left] = []
    found = examine(root, sheets, ruled, left)
    if found.faults:
        return found
    faults = cascade(root, ruled, found.texts)
    if not faults:
        left += drop_dead(root, ids, whole, faults)
    return Examined(tuple(faults), (*found.told, *folded(left)), found.texts)


def _bare(attributes: Mapping[str, str]) -> dict[str, str]:
    """Attributes without those of other namespaces; `xlink:href` counts where there is no `href`."""
    found = {name: value for name, value in attributes.items() if not name.startswith("{")}
    for name, value in attributes.items():
        if name == f"{XLINK}href":
            found.setdefault("href", value)
        elif name.startswith(XML):
            found["xml:" + name.removeprefix(XML)] = value
    return found
