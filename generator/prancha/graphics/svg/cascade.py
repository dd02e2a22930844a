"""Style sheets and inline styles of a drawing, worked into the attributes of its elements (CSS Cascading 4).

tinycss2 reads the sheets and cssselect2 says which elements a selector matches; both are loaded only where a
drawing has a sheet, or an inline style that is more than a plain list.  What is known only then, such as the
value of a variable, is held against the grammar here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.font_shorthand import longhands
from prancha.graphics.svg.grammar import grammar
from prancha.graphics.svg.matrix import parse_transform
from prancha.graphics.svg.normal.elements import format_matrix
from prancha.graphics.svg.style import INITIAL
from prancha.graphics.svg.values import WIDE

MAX_WORK = 2_000_000
"""Rules times elements: each rule is tried on each element."""
_PAPER = ("all", "print", "")
_SKIPPED = ("font-face", "namespace", "charset", "page", "keyframes", "-webkit-keyframes", "counter-style")
"""Rules of sheets that change nothing on paper; fonts are looked for among those of the game."""
_COMPLEX = re.compile(r"""["'(/\\]""")
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_STRONG = re.compile(r"!\s*+important\s*+\Z", re.IGNORECASE)
_WORKED_IN = ("style", "class")
_SHARES = ("fill-opacity", "stroke-opacity")
_DATA = re.compile(r'path\(\s*(["\'])(.*)\1\s*\)\Z', re.DOTALL)


class Declaration(Struct, frozen=True):
    """`name: value`, and whether it is `!important`."""

    name: str
    value: str
    important: bool = False


class StyleRule(Struct, frozen=True):
    """A rule of a style sheet: its selector, compiled by cssselect2, and what it declares."""

    sheet: Element
    selector: Any
    declarations: tuple[Declaration, ...]


class StyleSheets(Struct, frozen=True):
    """All rules of a drawing's style sheets, and what is wrong with them."""

    rules: tuple[StyleRule, ...] = ()
    faults: tuple[DrawingFault, ...] = ()


def read_sheets(root: Element) -> StyleSheets:
    """Read the `<style>` elements of a drawing."""
    rules: list[StyleRule] = []
    faults: list[DrawingFault] = []
    for sheet in root.iter("style"):
        try:
            kind = sheet.get("type", "").strip()
            if kind not in ("text/css", ""):
                raise DrawingFault(f'a style sheet of type "{kind}" cannot be read', "write it in CSS")
            if _on_paper(sheet.get("media", "")):
                rules += _rules(sheet, "".join(sheet.itertext()))
        except DrawingFault as fault:
            fault.element = sheet
            faults.append(fault)
        except RecursionError:
            deep = DrawingFault("the style sheet is nested too deep", "save the drawing without CSS")
            deep.element = sheet
            faults.append(deep)
    if len(rules) * sum(1 for _ in root.iter()) > MAX_WORK:
        many = DrawingFault(
            "so many rules for so many elements take too long", "save the drawing without CSS"
        )
        many.element = rules[0].sheet
        return StyleSheets((), (*faults, many))
    return StyleSheets(tuple(rules), tuple(faults))


def _on_paper(media: str) -> bool:
    """Whether a list of media has one that is paper.  Raises DrawingFault for conditions."""
    words = [word.strip().lower() for word in media.split(",")]
    if any(word not in (*_PAPER, "screen", "speech", "tv", "projection", "handheld") for word in words):
        raise DrawingFault(
            f'the condition "{media}" of a style sheet cannot be told on paper', "leave it out"
        )
    return any(word in _PAPER for word in words)


def _rules(sheet: Element, text: str) -> Iterator[StyleRule]:
    import tinycss2

    text = text.replace("<!--", "    ").replace("-->", "   ")
    yield from _among(sheet, tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def _among(sheet: Element, nodes: Iterable[Any]) -> Iterator[StyleRule]:
    import tinycss2

    from prancha.graphics.svg.matching import compiled

    for node in nodes:
        if node.type == "error":
            raise DrawingFault(
                f"the style sheet cannot be read: {node.message}", "save the drawing without CSS"
            )
        if node.type == "at-rule":
            name = node.lower_at_keyword
            if name == "media":
                inside = tinycss2.parse_rule_list(
                    node.content or (), skip_comments=True, skip_whitespace=True
                )
                if _on_paper(tinycss2.serialize(node.prelude).strip()):
                    yield from _among(sheet, inside)
            elif name not in _SKIPPED:
                raise DrawingFault(
                    f"the style sheet says @{name}, which cannot be told on paper", "leave it out"
                )
            continue
        declarations = tuple(_declared(node.content))
        for selector in compiled(node.prelude, tinycss2.serialize(node.prelude).strip()):
            if selector.pseudo_element is None:  # nothing generates content in a drawing
                yield StyleRule(sheet, selector, declarations)


def _declared(content: Any) -> Sequence[Declaration]:
    """Declarations of tokens that tinycss2 read, or of text.  Raises DrawingFault."""
    try:
        return list(_parsed(content))
    except RecursionError:
        raise DrawingFault("a style is nested too deep", "write name: value; for each property") from None


def _parsed(content: Any) -> Iterator[Declaration]:
    import tinycss2

    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type != "declaration":
            shown = getattr(node, "message", "") or node.serialize()
            raise DrawingFault(f"a style cannot be read: {shown}", "write name: value; for each property")
        name = node.name if node.name.startswith("--") else node.lower_name
        tokens = [token for token in node.value if token.type != "comment"]
        yield Declaration(name, tinycss2.serialize(tokens).strip(), node.important)


def declarations(text: str) -> Iterator[Declaration]:
    """What an inline style declares.  Raises DrawingFault for what is no declaration."""
    if _COMPLEX.search(text) and "{{" not in text:
        yield from _declared(text)
        return
    for each in text.split(";"):
        name, colon, value = each.partition(":")
        if colon:
            value, strong = _STRONG.subn("", value)
            yield Declaration(name.strip().lower(), value.strip(), bool(strong))
        elif each.strip():
            raise DrawingFault(
                f'the style "{each.strip()}" cannot be read', "write name: value; for each property"
            )


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
        for name in [name for name in _SHARES if own.get(name, "").strip() == "none"]:
            del own[name]
        for name in [name for name, value in own.items() if value in WIDE]:
            _widen(own, name, above)
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
