"""Style sheets and inline styles of a drawing, worked into the attributes of its elements (CSS Cascading 4).

What is known only then, such as the value of a variable, is held against the grammar here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.font_shorthand import longhands
from prancha.graphics.svg.grammar import grammar
from prancha.graphics.svg.matrix import parse_transform
from prancha.graphics.svg.normal.elements import format_matrix
from prancha.graphics.svg.style import INITIAL
from prancha.graphics.svg.style_sheets import (
    Declaration,
    StyleRule,
    StyleSheets,
    declarations,
)
from prancha.graphics.svg.values import WIDE, tidy

_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_WORKED_IN = ("style", "class")
_AS_WRITTEN = ("id", "href")
_SHARES = ("fill-opacity", "stroke-opacity")
_DATA = re.compile(r'path\(\s*(["\'])(.*)\1\s*\)\Z', re.DOTALL)


def cascade(root: Element, sheets: StyleSheets, texts: Mapping[Element, bool]) -> tuple[DrawingFault, ...]:
    """Work sheets and inline styles into attributes; no `style` or `class` is left.

    `texts` says which elements are text or hold some.  Gives what is wrong with values that are known only
    now, each with its element.
    """
    try:
        matched = _matched(root, sheets.rules) if sheets.rules else {}
    except DrawingFault as fault:
        fault.element = sheets.rules[0].sheet
        return (fault,)
    cascader = _Cascader(matched, texts)
    cascader.settle(root, {}, {})
    return tuple(cascader.faults)


def _matched(root: Element, rules: Sequence[StyleRule]) -> Mapping[Element, list[StyleRule]]:
    """The rules that rule each element, the weakest first.  Raises DrawingFault where it takes too long."""
    import cssselect2

    from prancha.graphics.svg.matching import Counted

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
    """Set a property; of shorthands all that they stand for."""
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
