"""Style sheets inside a drawing: rules by element, class and id, worked into the attributes they rule.

Selectors are compounds (`rect.panel#top`, `*`) one below the other (`.panel text`, `g > rect`); what
goes further is a BeyondCss, and whoever wants the drawing must ask somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from generator.svg.style import declared

MAX_WORK = 2_000_000
"""Rules times elements: each rule is tried on each element."""
MAX_LEVELS = 4
_HTML_COMMENT = r"<!--|-->"
_HARMLESS = r"@(?:charset|namespace)\b[^;]*;|@font-face\s*\{[^}]*\}"
_COMPOUND = r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)\Z"
_PART = r"([.#])([\w-]+)"
_CASCADE_AWAY = ("style", "class")


class BeyondCss(Exception):
    """The style sheet needs more of CSS than this reader knows; `args[0]` names it."""


class _Compound(Struct, frozen=True):
    """One element's conditions; `near` wants it to be the parent, not any ancestor, of what follows."""

    tag: str
    classes: frozenset[str]
    id: str
    near: bool

    def fits(self, element: Element) -> bool:
        return (
            (not self.tag or element.tag == self.tag)
            and (not self.id or element.get("id") == self.id)
            and self.classes <= set(element.get("class", "").split())
        )


class Rule(Struct, frozen=True):
    """A selector, innermost compound last, and what it declares: (property, value, whether important)."""

    path: tuple[_Compound, ...]
    declarations: tuple[tuple[str, str, bool], ...]

    @property
    def weight(self) -> tuple[int, int, int]:
        """How specific it is: ids, classes, element names."""
        return (
            sum(1 for c in self.path if c.id),
            sum(len(c.classes) for c in self.path),
            sum(1 for c in self.path if c.tag),
        )

    def fits(self, element: Element, above: Sequence[Element]) -> bool:
        """Whether it rules `element`, whose ancestors are `above`, outermost first."""
        return self.path[-1].fits(element) and _below(self.path[:-1], above)


def _below(path: Sequence[_Compound], above: Sequence[Element]) -> bool:
    if not path:
        return True
    last, rest = path[-1], path[:-1]
    for k in range(len(above) - 1, -1, -1):
        if last.fits(above[k]):
            if _below(rest, above[:k]):
                return True
            # What is not above the nearest is not above a farther one, unless it has to be its parent.
            if not rest[-1].near:
                return False
        if last.near:
            return False
    return False


def settle(root: Element) -> None:
    """Work all style sheets and inline styles of a drawing into attributes; no `style` or `class` is left.

    Raises BeyondCss, and then the drawing is as it was.
    """
    rules: list[Rule] = []
    for sheet in root.iter("style"):
        if sheet.get("type", "text/css").strip() not in ("text/css", ""):
            raise BeyondCss(f'a style sheet of type "{sheet.get("type")}"')
        rules += parse_sheet("".join(sheet.itertext()))
    if len(rules) * sum(1 for _ in root.iter()) > MAX_WORK:
        raise BeyondCss("so many rules for so many elements")
    _settle(root, sorted(rules, key=lambda rule: rule.weight), [])


def settled(root: Element) -> bool:
    """Settle a drawing where it has a style sheet; False where the sheet goes beyond."""
    if next(root.iter("style"), None) is None:
        return True
    try:
        settle(root)
    except BeyondCss:
        return False
    return True


def _settle(element: Element, rules: Sequence[Rule], above: list[Element]) -> None:
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for rule in rules:
        if rule.fits(element, above):
            for name, value, strong in rule.declarations:
                (important if strong else normal)[name] = value
    for name, value, strong in declared(element.get("style", "")):
        (important if strong else normal)[name] = value
    above.append(element)
    for child in element:
        _settle(child, rules, above)
    above.pop()
    for name in _CASCADE_AWAY:  # after the children, whose rules may ask for this element's class
        element.attrib.pop(name, None)
    element.attrib.update({**normal, **important})


def parse_sheet(text: str) -> Iterator[Rule]:
    """The rules of a style sheet, in order; raises BeyondCss."""
    text = re.sub(_HARMLESS, "", re.sub(_HTML_COMMENT, "", _without_comments(text)))
    if "@" in text:
        raise BeyondCss(text[text.index("@") :].split()[0])
    *blocks, rest = text.split("}")
    parts = [block.partition("{") for block in blocks]
    unread = next((head for head, brace, body in parts if not brace or "{" in body), rest).strip()
    if unread:
        raise BeyondCss(f'"{unread[:30]}"')
    for selectors, _, body in parts:
        declarations = tuple(declared(body))
        for selector in selectors.split(","):
            yield Rule(_path(selector.strip()), declarations)


def _without_comments(text: str) -> str:
    """Without a pattern, which would look for the end of every comment that has none."""
    first, *rest = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in rest)


def _path(selector: str) -> tuple[_Compound, ...]:
    words = re.sub(r"\s*>\s*", " > ", selector).split()
    path: list[_Compound] = []
    for k, word in enumerate(words):
        if word == ">":
            if not path or k == len(words) - 1:
                raise BeyondCss(f'the selector "{selector}"')
            continue
        found = re.match(_COMPOUND, word)
        if not found:
            raise BeyondCss(f'the selector "{selector}"')
        parts = re.findall(_PART, found[2])
        ids = [name for mark, name in parts if mark == "#"]
        classes = frozenset(name for mark, name in parts if mark == ".")
        near = k + 1 < len(words) and words[k + 1] == ">"
        tag = "" if found[1] in (None, "*") else found[1]
        path.append(_Compound(tag, classes, ids[0] if ids else "", near))
    if not 0 < len(path) <= MAX_LEVELS:
        raise BeyondCss(f'the selector "{selector}"')
    return tuple(path)
