"""The characters of a `<text>` with their style and the places written for them (SVG 1.1, 10.4 to 10.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element

from msgspec import Struct, structs

from prancha.graphics.svg.flow_roots import LINE, PARAGRAPH
from prancha.graphics.svg.matrix import floats
from prancha.graphics.svg.normal.context import Context, DrawingSetting, user_length
from prancha.graphics.svg.normal.plain_elements import EFFECTS, applies
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.localised_text import each_capital, each_capitalised, each_small
from prancha.model.units import LentFont

MOST = 20_000
"""Characters of one text; more are a mistake."""
_PRESERVED = ("pre", "pre-wrap", "break-spaces")
_WHITE = " \t\r\n"
BREAKS = LINE + PARAGRAPH
"""Signs of Unicode that end a line or paragraph, and have no letter."""
_LINE = 1.2
"""The distance of lines that such a sign parts, in sizes of type."""


class CharacterSpan(Struct, frozen=True):
    """Shared state of the characters of one element: context, element, baseline shifts."""

    context: Context
    element: Element
    shifts: tuple[str, ...]


class Character(Struct):
    """A character and what was written for it: None where nothing was."""

    text: str
    span: CharacterSpan
    x: float | None = None
    y: float | None = None
    dx: float | None = None
    dy: float | None = None
    rotate: float | None = None
    breaks: int = 0
    """How many ends of lines stand before it."""

    @property
    def starts_chunk(self) -> bool:
        """Whether it has a position of its own."""
        return self.x is not None or self.y is not None


class Stretch(Struct, frozen=True):
    """The characters of an element with textLength: from `start` to before `end`."""

    element: Element
    context: Context
    start: int
    end: int


class Collected(Struct, frozen=True):
    """A text's characters, white space folded, and its stretches of a given length, the innermost first."""

    characters: list[Character]
    stretches: list[Stretch]


def collect(text: Element, context: Context, setting: DrawingSetting, flowing: bool = False) -> Collected:
    """Collect the characters of a `<text>` in `context`, which includes its own style.

    The languages of the drawing say which capitals it has where it does not say so itself.  In a `flowing`
    text, preserved line ends are ends of lines, too.
    """
    collector = _Collector(setting.units, setting.languages, flowing)
    collector.element(text, context, ())
    found = collector.characters
    _break_lines(found)
    # White space at the end hangs over, unless it is preserved.
    while found and found[-1].text == " " and not preserves(found[-1].span.context):
        found.pop()
    _set_case(found, setting.languages)
    _lend_fonts(found, setting)
    return Collected(found, [s for s in collector.stretches if s.end > s.start])


def _break_lines(characters: Sequence[Character]) -> None:
    """Place what begins a line below the line before, where it has no place of its own."""
    x = y = 0.0
    for character in characters:
        if character.breaks and not character.starts_chunk:
            character.x, character.y = x, y + _LINE * float(character.span.context.style["font-size"])
        x = x if character.x is None else character.x
        y = y if character.y is None else character.y


_CASES: Mapping[str, Callable[[str, str], Sequence[str]]] = {
    "uppercase": each_capital,
    "lowercase": each_small,
    "capitalize": each_capitalised,
}


def _set_case(characters: Sequence[Character], languages: Sequence[str]) -> None:
    """Give characters the case that text-transform asks for; words go on from one element to the next."""
    whole = "".join(character.text for character in characters)
    made: dict[tuple[str, str], Sequence[str]] = {}
    for at, character in enumerate(characters):
        style = character.span.context.style
        if style["text-transform"] != "none":
            key = style["text-transform"], style["xml:lang"] or next(iter(languages), "")
            if key not in made:
                made[key] = _CASES[key[0]](whole, key[1])
            character.text = made[key][at]


def _lend_fonts(characters: Sequence[Character], setting: DrawingSetting) -> None:
    """Give characters that their font lacks a font that has them, and tell it."""
    for _, same in groupby(characters, key=lambda character: id(character.span)):
        run = list(same)
        span = run[0].span
        if float(span.context.style["font-size"]) <= 0:
            continue
        spans: dict[LentFont, CharacterSpan] = {}
        owners = [character for character in run for _ in character.text]
        at = 0
        for count, font in setting.letters.lent("".join(c.text for c in run), span.context.style):
            if font is not None:
                if font not in spans:
                    style = {
                        **span.context.style,
                        "font-family": f'"{font.family}"',
                        "font-weight": str(font.weight),
                        "font-style": "italic" if font.italic else "normal",
                    }
                    spans[font] = structs.replace(span, context=structs.replace(span.context, style=style))
                for owner in owners[at : at + count]:
                    owner.span = spans[font]
                if font.told and font.told not in setting.told:
                    setting.told.append(font.told)
            at += count


def preserves(context: Context) -> bool:
    """Return whether white space is kept as it is written."""
    return context.style["xml:space"] == "preserve" or context.style["white-space"] in _PRESERVED


def keeps_lines(style: Mapping[str, str]) -> bool:
    """Return whether the ends of lines in a text that flows are kept as they are written."""
    return style.get("white-space") in (*_PRESERVED, "pre-line")


class _Collector:
    def __init__(self, units: Mapping[str, float], languages: Sequence[str], flowing: bool) -> None:
        self.characters: list[Character] = []
        self.stretches: list[Stretch] = []
        self._units, self._languages, self._flowing = units, languages, flowing
        self._breaks = 0

    def element(self, element: Element, context: Context, shifts: tuple[str, ...]) -> None:
        """Gather the characters of an element whose own style is in `context`."""
        get, start = element.attrib.get, len(self.characters)
        if element.tag != "text":
            _refuse_effects(element)
        if get("baseline-shift", "baseline") != "baseline":
            shifts = (*shifts, self._shift(get("baseline-shift", ""), context))
        span = CharacterSpan(context, element, shifts)
        self._text(element.text or "", span)
        for child in element:
            if child.tag in ("tspan", "a"):
                if child.get("display") != "none" and applies(child, self._languages):
                    self.element(child, context.inside(child.attrib, self._units), shifts)
            else:
                raise DrawingFault(f"a <{child.tag}> cannot stand in a text", element=child)
            self._text(child.tail or "", span)
        if element.tag != "a":
            self._place(element, context, start)
        if "textLength" in element.attrib:
            self.stretches.append(Stretch(element, context, start, len(self.characters)))

    def _shift(self, text: str, context: Context) -> str:
        """A shift of the baseline: `sub`, `super`, or its height in user units."""
        if text in ("sub", "super"):
            return text
        if text.endswith("%"):
            return f"{float(text[:-1]) / 100 * float(context.style['font-size']):.9g}"
        return f"{user_length(text, 'baseline-shift', context, self._units):.9g}"

    def _text(self, text: str, span: CharacterSpan) -> None:
        """Take characters in, white space folded as the style asks."""
        keep = preserves(span.context)
        ends = BREAKS
        if self._flowing and keeps_lines(span.context.style):
            ends += "\n"
        if keep:
            text = text.replace("\r\n", "\n")
        for c in text:
            if c in ends:
                self._breaks += 1
                continue
            if c in _WHITE:
                c = " "
                if not keep and (self._breaks or not self.characters or self.characters[-1].text == " "):
                    continue
            self.characters.append(Character(c, span, breaks=self._breaks if self.characters else 0))
            self._breaks = 0
            if len(self.characters) > MOST:  # asked here, for a million more take seconds
                raise DrawingFault(f"a text has more than {MOST} characters", "is it one text?")

    def _place(self, element: Element, context: Context, start: int) -> None:
        """Give the characters of an element the places in its lists; those of inner elements win."""
        mine = self.characters[start:]
        for name in ("x", "y", "dx", "dy"):
            words = element.get(name, "").replace(",", " ").split()
            for character, word in zip(mine, words, strict=False):
                if getattr(character, name) is None:
                    setattr(character, name, user_length(word, name, context, self._units))
        turns = floats(element.get("rotate", ""))
        for k, character in enumerate(mine if turns else ()):
            if character.rotate is None:
                character.rotate = turns[min(k, len(turns) - 1)]


_NO_EFFECT = ("none", "normal", "auto", "1", "")


def _refuse_effects(element: Element) -> None:
    for name in EFFECTS:
        if element.get(name, "none").strip() not in _NO_EFFECT:
            message = f"{name} on a part of a text cannot be printed truly"
            raise DrawingFault(message, "make a text of its own of that part", element=element)
