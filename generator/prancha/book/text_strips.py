"""Running text as strips: a line each, with its words, icons and links as parts that are read apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from prancha.book.book_blocks import Inline, as_markup, plain
from prancha.book.book_style import TextLook
from prancha.book.strips import Line, Strip, TextPart
from prancha.faces.drawing_tools import DrawingTools
from prancha.faces.faults import IconError
from prancha.faces.text.measured_words import is_turned
from prancha.faces.text.text_layout import PlacedLine, TextLayout
from prancha.faces.text.text_lines import TextLine, TextRun
from prancha.model.diagnostic import Diagnostic, Place, UserError
from prancha.model.rulebook import Tag
from prancha.model.units import PT_PER_MM, Mm

CODE = "book-layout"
_MOST_LINKS = 63
"""The most links of a paragraph: the last two bits of each channel of their colour tell them apart."""
_SIGNS = ".,;:!?…-–—/()[]{}'\"’”»"
"""Signs that may stand between the last letter of a line and the space behind it."""
KEPT = 2
"""The lines of a paragraph that stay together at the foot of a column, and at the head of the next."""


def linked_colours(words: Sequence[Inline], accent: str) -> dict[str, str]:
    """A colour for each link of a paragraph, by which its runs are found after setting.

    All are close to `accent`, and none equals it, which words that are no link may have.
    """
    targets = dict.fromkeys(one.link for one in words if one.link)
    if len(targets) > _MOST_LINKS:
        message = f"a paragraph has {len(targets)} links, and may have {_MOST_LINKS}"
        raise UserError(message, hint="break it into several")
    base = [int(accent[k : k + 2], 16) for k in (1, 3, 5)]
    found = {}
    for number, target in enumerate(targets, 1):
        bits = (number & 3, number >> 2 & 3, number >> 4 & 3)
        found[target] = "#" + "".join(f"{channel ^ bit:02x}" for channel, bit in zip(base, bits, strict=True))
    return found


class TextFlow:
    """Sets words with the tools of the cards; faults are added to `found` with the place of their block."""

    def __init__(self, tools: DrawingTools, link_colour: str, found: list[Diagnostic]) -> None:
        self._typesetter, self._icons = tools.typesetter, tools.icons
        self._accent, self._found = link_colour, found

    def strips(
        self, words: Sequence[Inline], width: Mm, look: TextLook, tag: Tag, place: Place, x: Mm = 0.0
    ) -> list[Strip]:
        """The lines of some words, `width` wide from `x`; first lines stay together, and so do last ones."""
        lines = self.lines(words, width, look, tag=tag, place=place, x=x)
        count = len(lines)
        return [
            Strip(height, parts, place, kept=k > 0 and (k < KEPT or k > count - KEPT))
            for k, (height, parts) in enumerate(lines)
        ]

    def lines(
        self, words: Sequence[Inline], width: Mm, look: TextLook, tag: Tag, place: Place, x: Mm = 0.0
    ) -> list[Line]:
        """Height and parts of each line; empty where there is nothing to set or it cannot be set."""
        if not words:
            return []
        for one in words:
            try:
                if one.icon:
                    self._icons.want(one.icon)
            except IconError as error:
                self._wrong(error, one.place or place)
                return []
        try:
            colours = linked_colours(words, self._accent)
            layout = self._typesetter.lines(
                as_markup(words, colours, self._bold_colour(look), look.italics),
                width,
                look.size,
                font=look.font,
                weight=look.weight,
                italic=look.italic,
                align=look.align,
                leading=look.leading,
                hyphenate=look.hyphenate,
            )
        except UserError as error:
            self._wrong(error, place)
            return []
        targets = {colour: target for target, colour in colours.items()}
        meanings = {one.icon: one.text for one in words if one.icon}
        split = _Splitter(layout, look, tag, targets, meanings)
        placed = _spaced(layout.lines, "".join("" if one.icon else plain([one]) for one in words))
        height = placed[1].y - placed[0].y if len(placed) > 1 else look.line
        return [(height, tuple(split.parts(line, x, height))) for line in placed]

    def width(self, words: Sequence[Inline], look: TextLook, place: Place) -> Mm:
        """The width of some words on one line."""
        try:
            return self._typesetter.text_width(
                as_markup(words, bold_colour=self._bold_colour(look), italics=look.italics),
                look.size,
                look.font,
                look.weight,
                look.italic,
            )
        except UserError as error:
            self._wrong(error, place)
            return 0.0

    def _bold_colour(self, look: TextLook) -> str:
        """The colour of bold words that no bolder letters set apart."""
        return self._accent if look.weight >= look.bold else ""

    def least_width(self, words: Sequence[Inline], look: TextLook, place: Place) -> Mm:
        """The width of the widest word."""
        icons = 1.3 * look.size / PT_PER_MM if any(one.icon for one in words) else 0.0
        text = plain(one for one in words if not one.icon)
        bold = any(one.bold for one in words)
        style = look.strong if bold else look
        return max([icons, *(self.width((Inline(word),), style, place) for word in text.split())])

    def _wrong(self, error: UserError, place: Place) -> None:
        for one in (error, *getattr(error, "others", ())):
            told = Diagnostic(
                place,
                getattr(one, "code", "") or CODE,
                getattr(one, "message", str(one)),
                hint=getattr(one, "hint", ""),
            )
            if told not in self._found:
                self._found.append(told)


def _spaced(lines: Sequence[PlacedLine], text: str) -> list[PlacedLine]:
    """Lines with a space behind the last word where the text has one: readers join what a paragraph draws.

    Lines that end in an icon or run to the left stay as they are.
    """
    found, at = [], 0
    for placed in lines:
        runs = placed.line.runs
        letters = sum(map(str.isalnum, "".join(run.text for run in runs)))
        while at < len(text) and letters > 0:
            letters -= text[at].isalnum()
            at += 1
        rest = text[at:].lstrip(_SIGNS)
        last = runs[-1] if runs else None
        if rest[:1].isspace() and last is not None and last.font is not None and not is_turned(last.look):
            line = replace(placed.line, runs=(*runs[:-1], replace(last, text=f"{last.text} ")))
            placed = replace(placed, line=line)
        found.append(placed)
    return found


class _Splitter:
    """Splits set lines into parts: letters, icons and links are read apart from each other."""

    def __init__(
        self, layout: TextLayout, look: TextLook, tag: Tag, targets: dict[str, str], meanings: dict[str, str]
    ) -> None:
        self._layout, self._look, self._tag = layout, look, tag
        self._targets, self._meanings = targets, meanings

    def parts(self, placed: PlacedLine, x: Mm, height: Mm) -> Iterator[TextPart]:
        """Yield the parts of a line, its baseline so that capitals stand in the middle of its strip."""
        y = (height + self._layout.cap) / 2
        group: list[TextRun] = []
        kind: tuple[str, str] = ("", "")
        for run in placed.line.runs:
            link = self._targets.get(run.look.fill or "", "") if run.look is not None else ""
            this = (run.symbol.name if run.symbol else "", link)
            if group and (this != kind or run.symbol):
                yield self._part(group, kind, placed, x, y)
                group = []
            group.append(run)
            kind = this
        if group:
            yield self._part(group, kind, placed, x, y)

    def _part(self, runs: list[TextRun], kind: tuple[str, str], placed: PlacedLine, x: Mm, y: Mm) -> TextPart:
        icon, link = kind
        left, right = _extent(runs)
        layout = self._layout
        line = PlacedLine(0.0, 0.0, TextLine(tuple(runs), right))
        return TextPart(
            x + placed.x,
            y,
            TextLayout(layout.size, layout.cap, (line,)),
            self._look.fill,
            self._tag,
            left=left * layout.size,
            width=(right - left) * layout.size,
            link=link,
            alt=self._meanings.get(icon, icon),
        )


def _extent(runs: Sequence[TextRun]) -> tuple[float, float]:
    """Left and right end of some runs, in em from the start of their line."""
    spans = []
    for run in runs:
        if run.symbol or run.font is None:
            spans.append((run.x - 0.6, run.x + 0.6))
            continue
        width = run.font.shape(run.text, is_turned(run.look)).advance / run.font.units_per_em
        width *= run.look.scale if run.look else 1.0
        spans.append((run.x - width, run.x) if is_turned(run.look) else (run.x, run.x + width))
    return min(left for left, _ in spans), max(right for _, right in spans)
