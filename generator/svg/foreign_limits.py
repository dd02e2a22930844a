"""What foreign drawings ask for and nobody here prints truly: told with its line, never left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from generator.svg.foreign_markup import ForeignFault

_Rule = tuple[re.Pattern[str], str, str]
"""Values that are harmless, what the others ask for, and what to do instead."""
_NONE = re.compile(r"\s*(none|normal|auto|)\s*\Z")
_ZERO = re.compile(r"\s*(normal|baseline|[-+0.,\s]*(px|mm|em|%)?)\s*\Z")
_PATH = "turn it into a path: Path > Object to Path"
_ANYWHERE: Mapping[str, _Rule] = {
    "filter": (_NONE, "a filter", "draw shadows as shapes, or export the object as a picture"),
    "mix-blend-mode": (_NONE, "a blend mode", "mix the colours yourself"),
    "paint-order": (
        re.compile(r"\s*(normal|fill\b.*|markers?\s+fill\b.*|)\s*\Z"), "a stroke behind the fill",
        "draw the stroke and the fill as two shapes",
    ),
    "vector-effect": (_NONE, "a stroke that keeps its width", "apply the transform to the shape"),
    "-inkscape-stroke": (_NONE, "a hairline", "give the stroke a width"),
}  # fmt: skip
_LINES = re.compile(r"\s*((none|solid)\b.*|)\s*\Z")
_TEXT: Mapping[str, _Rule] = {
    "baseline-shift": (_ZERO, "raised or lowered letters", "write them as a text of their own"),
    "rotate": (_ZERO, "letters turned one by one", _PATH),
    "word-spacing": (_ZERO, "another space between words", "leave it as the font has it"),
    "text-decoration": (_LINES, "underlined text", "draw the line"),
    "text-decoration-line": (_LINES, "underlined text", "draw the line"),
    "writing-mode": (
        re.compile(r"\s*(horizontal-tb|lr|lr-tb|rl|rl-tb|)\s*\Z"), "text from top to bottom", "turn the text"
    ),
    "font-variant": (
        re.compile(r"(?!.*small-caps)"), "small capitals", "write [words]{.smallcaps} in the field"
    ),
    "font-variant-caps": (
        re.compile(r"(?!.*small-caps)"), "small capitals", "write [words]{.smallcaps} in the field"
    ),
    "shape-subtract": (_NONE, "text that flows around a shape", "draw a smaller frame"),
}  # fmt: skip
_TEXTS = ("text", "tspan")
_PAINTS = ("meshgradient", "hatch")
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)")


def beyond(elements: Sequence[Element], lines: Mapping[Element, int]) -> Iterator[ForeignFault]:
    """All that `elements` ask for and that cannot be printed truly."""
    strange = {e.get("id", ""): e.tag for e in elements if e.tag in _PAINTS}
    for element in elements:
        line = lines[element]
        if element.tag == "flowRoot":
            hint = "in Inkscape: Text > Convert to Text, or draw it anew"
            yield ForeignFault("text flowed as Inkscape did before 1.0 cannot be set", line, hint)
        rules = {**_ANYWHERE, **_TEXT} if element.tag in _TEXTS else _ANYWHERE
        for name in sorted(rules.keys() & element.attrib.keys()):
            harmless, what, hint = rules[name]
            if not harmless.match(element.attrib[name].strip()):
                yield ForeignFault(f"{what} ({name}) cannot be printed truly", line, hint)
        for paint in _paints(element) if strange else ():
            if paint in strange:
                hint = "use a linear or radial gradient, or a picture"
                yield ForeignFault(f"a <{strange[paint]}> cannot be printed truly", line, hint)


def _paints(element: Element) -> Iterator[str]:
    for name in ("fill", "stroke"):
        yield from _URL.findall(element.get(name, ""))
