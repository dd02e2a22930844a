"""Read style sheets, inline styles and the `font` shorthand: rules with selectors, and what they declare.

tinycss2 reads the sheets and cssselect2 says which elements a selector matches; both are loaded only where a
drawing has a sheet, or an inline style that is more than a plain list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.svg_markup import DrawingFault

MAX_WORK = 2_000_000
"""Rules times elements: each rule is tried on each element."""
_PAPER = ("all", "print", "")
_SKIPPED = ("font-face", "namespace", "charset", "page", "keyframes", "-webkit-keyframes", "counter-style")
"""Rules of sheets that change nothing on paper; fonts are looked for among those of the game."""
_COMPLEX = re.compile(r"""["'(/\\]""")
_STRONG = re.compile(r"!\s*+important\s*+\Z", re.IGNORECASE)


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
            message = "the style sheet is nested too deep"
            faults.append(DrawingFault(message, "save the drawing without CSS", element=sheet))
    if len(rules) * sum(1 for _ in root.iter()) > MAX_WORK:
        message, sheet = "so many rules for so many elements take too long", rules[0].sheet
        faults.append(DrawingFault(message, "save the drawing without CSS", element=sheet))
        return StyleSheets((), tuple(faults))
    return StyleSheets(tuple(rules), tuple(faults))


def _on_paper(media: str) -> bool:
    """Return whether a list of media has one that is paper.  Raises DrawingFault for conditions."""
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

    from prancha.graphics.svg.selector_matching import compiled

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
            elif name not in _SKIPPED and not (name == "import" and _of_fonts(node.prelude)):
                raise DrawingFault(
                    f"the style sheet says @{name}, which cannot be told on paper", "leave it out"
                )
            continue
        declarations = tuple(_declared(node.content))
        for selector in compiled(node.prelude, tinycss2.serialize(node.prelude).strip()):
            if selector.pseudo_element is None:  # nothing generates content in a drawing
                yield StyleRule(sheet, selector, declarations)


_FONT_SERVICES = re.compile(r"\s*(?:https?:)?//(?:fonts\.(?:googleapis|bunny)|use\.typekit)\.\w+/", re.I)


def _of_fonts(prelude: Any) -> bool:
    """Return whether an `@import` asks for nothing but fonts, which texts name by themselves."""
    import tinycss2

    return bool(_FONT_SERVICES.match(re.sub(r"\A\s*(?:url\()?\s*['\"]?", "", tinycss2.serialize(prelude))))


def _declared(content: Any) -> Sequence[Declaration]:
    """Declarations of tokens that tinycss2 read, or of text.  Raises DrawingFault."""
    import tinycss2

    found: list[Declaration] = []
    try:
        for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
            if node.type != "declaration":
                shown = getattr(node, "message", "") or node.serialize()
                raise DrawingFault(f"a style cannot be read: {shown}", "write name: value; for each property")
            name = node.name if node.name.startswith("--") else node.lower_name
            tokens = [token for token in node.value if token.type != "comment"]
            found.append(Declaration(name, tinycss2.serialize(tokens).strip(), node.important))
    except RecursionError:
        raise DrawingFault("a style is nested too deep", "write name: value; for each property") from None
    return found


def declarations(text: str) -> Iterator[Declaration]:
    """The declarations of an inline style.  Raises DrawingFault for anything else."""
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


_SIZE = re.compile(
    r"(?P<size>[-+.\d]+(?:px|mm|cm|in|pt|pc|q|em|ex|rem|%)?|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)"
    r"(?:\s*/\s*(?P<leading>[-+.\w%]+))?\s+(?P<families>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_STYLES = ("italic", "oblique")
_WEIGHT = re.compile(r"bold|bolder|lighter|[1-9]\d{0,3}\Z")
_EXPECTED = 'font: style weight size family, such as "bold 12px Alegreya Sans"'


def longhands(text: str) -> dict[str, str]:
    """The properties that a `font` value sets, which resets what it leaves out.  Raises ValueError."""
    rest = text.strip()
    found = {
        "font-style": "normal",
        "font-variant": "normal",
        "font-weight": "400",
        "font-stretch": "normal",
        "line-height": "normal",
    }
    while (size := _SIZE.match(rest)) is None or _WEIGHT.match(rest.split()[0]):
        word, _, rest = rest.partition(" ")
        rest = rest.strip()
        if word in _STYLES:
            found["font-style"] = word
        elif _WEIGHT.match(word):
            found["font-weight"] = word
        elif word == "small-caps":
            found["font-variant"] = word
        elif word != "normal" or not rest:
            raise ValueError(_EXPECTED)
        if not rest:
            raise ValueError(_EXPECTED)
    found["font-size"], found["font-family"] = size["size"], size["families"].strip()
    if size["leading"]:
        found["line-height"] = size["leading"]
    return found
