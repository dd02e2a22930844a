"""`<text>` elements as lines of runs, and `{{ }}` in their words as expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.svg_templates.drawing_objects import literal, strokes
from prancha.faces.text.paragraphs import RTL_LANGUAGES
from prancha.graphics.fonts.character_scripts import RTL, is_rtl, levels, visual
from prancha.graphics.svg.cascade import FIELD
from prancha.graphics.svg.css_colours import rgba
from prancha.graphics.svg.normal.characters import BREAKS, keeps_lines
from prancha.graphics.svg.normal.plain_texts import flows, has_lines
from prancha.graphics.svg.style import INHERITED, INITIAL, Style, inherit

_EXPRESSION = re.compile(r"\{\{((?:(?!\{\{|\}\}).)*)\}\}", re.DOTALL)
_TAGS = re.compile("[<&]")
_SPACES = re.compile(f"[ \t\r\n{BREAKS}]+")
_FIRST = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
FLOW = frozenset("line-height text-align shape-inside shape-padding inline-size".split())
"""Properties of text that flows, which shapes have no use for."""
HANDED_ON = FLOW | INITIAL.keys() - INHERITED | {"lang"}
"""Properties that are inherited, beyond those that calls of templates set."""
OF_TEXTS = HANDED_ON - frozenset("paint-order marker-start marker-mid marker-end".split())
"""Those of them that are of no effect but on text."""


class DrawingRun(Struct, frozen=True):
    """Words of one style."""

    words: str
    style: Style


class DrawingLine(Struct):
    """Runs that stand beside each other from (x, y) on, in user units; `ends` where a paragraph does."""

    x: float
    y: float
    runs: list[DrawingRun]
    ends: bool = False


SPECIAL: Mapping[str, tuple[str, ...]] = {
    "dominant-baseline": ("auto", "alphabetic", "baseline"),
    "alignment-baseline": ("auto", "baseline", "alphabetic"),
    "baseline-shift": ("baseline", "0"),
    "text-decoration": ("none", ""),
    "text-decoration-line": ("none", ""),
    "word-spacing": ("normal", "0"),
    "text-transform": ("none",),
    "stroke": ("none",),
    "fill-opacity": ("1",),
    "dx": ("", "0"),
    "rotate": ("", "0"),
    "textLength": (),
    "visibility": ("visible",),
    "display": ("inline", "block"),
    "direction": ("ltr",),
}
"""What calls of templates cannot set, and the values that ask for nothing."""


def special(element: Element, style: Style, holds: bool) -> str:
    """The first property of a text that a drawing may use but no template call can set; "" for none.

    Of one that `holds` fields it does not count how long its words are, nor an outline, which calls set.
    """
    found = unset(element, style, holds=holds)
    if found:
        return found
    if element.find("textPath") is not None:
        return "text along a path"
    if flows(element):
        return "text that flows in a shape"
    parts = [element, *element.iter("tspan")]
    words = "".join(element.itertext())
    if any(part is not element and part.get("dy", "0") != "0" and "x" not in part.attrib for part in parts):
        return "words moved off their line"
    if any(sign in words.strip() for sign in BREAKS) and FIELD not in words:
        return "a line break"
    if "  " in words and (preserves(style) or any(preserves(part.attrib) for part in parts)):
        return "several spaces"
    return ""


_OF_FIELDS = ("textLength", "dominant-baseline", "stroke")
"""Properties that do not hinder fields: words are not stretched, and calls set baselines and outlines."""
_OF_SAMPLES = (*_OF_FIELDS, "dx")


def unset(element: Element, style: Style, sample: bool = False, holds: bool = False) -> str:
    """Properties of a text that no call can set, independent of its words and line breaks.

    Of a `sample`, whose words others take the place of, it does not count where its letters stand; of one
    that `holds` fields, how long it is.
    """
    parts = [element, *element.iter("tspan")]
    for name, nothing in SPECIAL.items():
        if name in (_OF_SAMPLES if sample else _OF_FIELDS if holds else ()):
            continue
        for part in parts:
            if name == "stroke" and not strokes({**style, **part.attrib}):
                continue
            value = part.get(name, style.get(name, nothing[0] if nothing else "") if part is element else "")
            if value and value not in nothing:
                return f"{name}: {value}"
    fills = {part.get("fill", style["fill"] if part is element else "none") for part in parts}
    if any(fill.startswith("url(") for fill in fills):
        return "a gradient or pattern"
    if "currentColor" in fills or style["fill"] == "none":
        return f"fill: {style['fill']}"
    if any(
        fill not in ("none", "currentColor") and FIELD not in fill and rgba(fill)[3] < 1 for fill in fills
    ):
        return "a translucent colour"
    if not sample and any(len(part.get(name, "").split()) > 1 for part in parts for name in ("x", "y", "dy")):
        return "a place for each letter"
    return ""


def has_figures(element: Element, style: Style) -> bool:
    """Whether a text has figures to be shown as the font has them, not as calls of templates set them."""
    return style.get("font-variant-numeric") == "normal" and any(
        c.isdigit() for words in element.itertext() for c in words
    )


def runs_otherwise(element: Element, languages: Sequence[str]) -> bool:
    """Whether a call would order the words of a text otherwise than SVG does, which knows no language."""
    words = "".join(element.itertext())
    if not RTL.search(words) or not is_rtl(words, bool(RTL_LANGUAGES & {*languages})):
        return False
    return visual(levels(words, True)) != visual(levels(words, False))


def preserves(style: Mapping[str, str]) -> bool:
    """Return whether white space is kept as it is written."""
    return style.get("xml:space") == "preserve" or style.get("white-space", "") in ("pre", "pre-wrap")


def style_in(style: Style, element: Element) -> Style:
    """The style of an element, with what only texts inherit."""
    own = {name: element.attrib[name] for name in HANDED_ON if name in element.attrib}
    found = inherit(style, element.attrib)
    return {**found, **own} if own else found


def lines_of(element: Element, style: Style) -> list[DrawingLine]:
    """The lines of a `<text>` whose own style is `style`; spaces fold as in XML, empty lines are left out.

    Raises ValueError for what cannot be set as lines.
    """
    if any(child.tag == "textPath" for child in element.iter()):
        raise ValueError("text along a path cannot be set here; use a .svg.j2 template")
    lines = [
        DrawingLine(_number(element, "x", 0.0), _number(element, "y", 0.0) + _number(element, "dy", 0.0), [])
    ]
    ends = _ENDS[flows(element) != "" and not has_lines(element), keeps_lines(style)]
    _gather(element, style, lines, True, ends)
    found = []
    for line in lines:
        line.ends = bool(line.runs) and line.runs[-1].words.endswith("\n")
        line.runs = _joined(line.runs)
        if line.runs:
            found.append(line)
    return found


_ENDS = {(False, False): "", (False, True): "", (True, False): BREAKS, (True, True): f"{BREAKS}\n"}
"""Signs that end a line of a text, by whether it flows without lines of its own, and keeps line ends."""


def _gather(element: Element, style: Style, lines: list[DrawingLine], outermost: bool, ends: str) -> None:
    if not outermost and any(name in element.attrib for name in ("x", "y", "dy")):
        last = lines[-1]
        x, y = _number(element, "x", last.x), _number(element, "y", last.y) + _number(element, "dy", 0.0)
        if lines[-1].runs and y != last.y and "x" not in element.attrib and "y" not in element.attrib:
            raise ValueError(
                "words moved off their line (dy) cannot be set; write them as a text of their own"
            )
        if lines[-1].runs and (y != last.y or "x" in element.attrib):
            lines.append(DrawingLine(x, y, []))
        else:
            last.x, last.y = x, y
    _add(element.text or "", style, lines, ends)
    for child in element:
        if child.tag in ("tspan", "a"):
            _gather(child, style_in(style, child), lines, False, ends)
        _add(child.tail or "", style, lines, ends)


def _add(words: str, style: Style, lines: list[DrawingLine], ends: str) -> None:
    """Add words to the last line; after each sign of `ends` a line begins."""
    parts = re.split(f"[{ends}]", words) if ends else [words]
    for k, part in enumerate(parts):
        last = lines[-1]
        if k < len(parts) - 1:
            last.runs.append(DrawingRun(f"{part}\n", style))
            lines.append(DrawingLine(last.x, last.y, []))
        elif part:
            last.runs.append(DrawingRun(part, style))


def _joined(runs: list[DrawingRun]) -> list[DrawingRun]:
    """Runs of like style as one, spaces folded over the whole line."""
    found: list[DrawingRun] = []
    for run in runs:
        words = _SPACES.sub(" ", run.words)
        if found and found[-1].words.endswith(" "):
            words = words.removeprefix(" ")
        if not found:
            words = words.removeprefix(" ")
        if not words:
            continue
        if found and found[-1].style == run.style:
            found[-1] = DrawingRun(found[-1].words + words, run.style)
        else:
            found.append(DrawingRun(words, run.style))
    if found:
        found[-1] = DrawingRun(found[-1].words.removesuffix(" "), found[-1].style)
    return [run for run in found if run.words]


def _number(element: Element, name: str, default: float) -> float:
    """The first number of an attribute: of a place for each letter the first will do."""
    text = element.get(name, "")
    found = _FIRST.search(text)
    if text.strip() and not found:
        raise ValueError(f'{name}="{text[:40]}" is not a number')
    return float(found[0]) if found else default


def letters_of(words: str) -> list[str]:
    """As `parts_of`, for a text: what looks like a tag or an entity in the drawing stays letters."""
    return parts_of(words, lambda letters: _TAGS.sub(r"\\\g<0>", letters))


def parts_of(words: str, kept: Callable[[str], str] = str) -> list[str]:
    """A text with `{{ }}` in it as arguments of the template language, `kept` what stands around them.

    Raises ValueError.
    """
    if "{%" in words or "{#" in words:
        raise ValueError("only {{ }} may stand in a drawing; name an object if:field to show it at times")
    parts, at = [], 0
    for found in _EXPRESSION.finditer(words):
        if found.start() > at:
            parts.append(literal(kept(words[at : found.start()])))
        if not found[1].strip():
            raise ValueError("{{ }} is empty")
        parts.append(f"({_SPACES.sub(' ', found[1]).strip()})")
        at = found.end()
    if at < len(words):
        parts.append(literal(kept(words[at:])))
    rest = _EXPRESSION.sub("", words)
    if "{{" in rest or "}}" in rest:
        raise ValueError('a "{{" has no "}}" in the same style on the same line')
    return parts
