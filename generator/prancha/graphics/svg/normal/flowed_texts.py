"""Break flowed text into lines, as Inkscape does: first fit, in the rooms of a frame.

A line is as high as the largest of its types times its line-height (1.2 where nothing is said); the letters
stand in the middle of it, their ascent and descent being one em together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.attribute_values import length
from prancha.graphics.svg.normal.characters import Character, collect
from prancha.graphics.svg.normal.context import Context, DrawingSetting, user_length
from prancha.graphics.svg.normal.flow_frames import (
    Room,
    ShapeFrame,
    WidthFrame,
    align_of,
    named_shapes,
    shape_frame,
)
from prancha.graphics.svg.normal.plain_texts import LetterPiece, TextPainter, draw_pieces, lay_out
from prancha.graphics.svg.style import Style
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import excerpt

USUAL = 1.2
"""The line-height where a text says none, in sizes of type."""
_SLACK = 1e-6
_MOST_LINES = 500


class Frames(Struct, frozen=True):
    """What a text flows in, frame after frame, and how its lines are aligned."""

    frames: Sequence[ShapeFrame | WidthFrame]
    align: str


def frames_of(
    element: Element, style: Style, context: Context, ids: Mapping[str, Element], units: Mapping[str, float]
) -> Frames:
    """The frames of a text that flows, in `style`.  Raises DrawingFault."""
    inside = element.get("shape-inside", "none")
    if inside not in ("none", "auto"):
        padding = element.get("shape-padding", "0")
        shapes = named_shapes(inside, ids)
        return Frames([shape_frame(shape, context, units, padding) for shape in shapes], align_of(style))
    width = user_length(element.get("inline-size", "0"), "inline-size", context, units)
    first = next((part for part in element.iter() if "x" in part.attrib or "y" in part.attrib), element)
    places = ((name, first.get(name, "").replace(",", " ").split()[:1]) for name in ("x", "y"))
    x, y = (user_length("".join(place), name, context, units) for name, place in places)
    share = {"middle": 0.5, "end": 1.0}.get(style["text-anchor"], 0.0)
    share = 1.0 - share if style["direction"] == "rtl" else share
    left = x - width * share
    return Frames([WidthFrame((left, left + width), y)], align_of({**style, "text-align": "start"}))


def leading_of(style: Mapping[str, str]) -> float:
    """The height of a line in sizes of its type."""
    text = style.get("line-height", "normal")
    size = float(style["font-size"])
    try:
        value, unit = length(text)
    except ValueError:
        return USUAL
    if unit == "%":
        return value / 100
    if unit in ("", "em"):
        return value
    return value / size if size else USUAL


def plain_flowed_text(
    element: Element, context: Context, setting: DrawingSetting, painter: TextPainter
) -> list[Element]:
    """The plain texts of a `<text>` that flows; what does not fit is told in `setting`.

    Raises DrawingFault.
    """
    collected = collect(element, context, setting, flowing=True)
    if not collected.characters:
        return []
    if collected.stretches:
        raise DrawingFault("textLength means nothing in a text that flows", "leave it out")
    frames = frames_of(element, context.style, context, setting.ids, setting.units)
    flow = _Flow(frames, setting, context)
    for paragraph in _paragraphs(collected.characters):
        flow.paragraph(paragraph)
    if flow.left:
        setting.told.append(
            f"{excerpt(flow.left)} does not fit into the frame of its text and is left out:"
            " make the frame larger, or the type smaller"
        )
    return draw_pieces(flow.pieces, setting, painter)


def _paragraphs(characters: Sequence[Character]) -> Iterator[list[Character]]:
    """The characters between ends of lines; empty ones are lines without words."""
    paragraph: list[Character] = []
    for character in characters:
        character.x = character.y = None  # its frame places it
        for _ in range(character.breaks):
            yield paragraph
            paragraph = []
        paragraph.append(character)
    yield paragraph


class _Flow:
    """Places paragraphs in frames; `left` are the words for which there was no room."""

    def __init__(self, frames: Frames, setting: DrawingSetting, context: Context) -> None:
        self.pieces: list[LetterPiece] = []
        self.left = ""
        self._waiting, self._align = list(frames.frames), frames.align
        self._setting, self._context = setting, context
        self._top: float | None = None
        self._lines = 0

    def paragraph(self, characters: Sequence[Character]) -> None:
        """Place a paragraph on lines of its own."""
        widths = _widths(characters, self._setting)
        starts = self._setting.letters.line_starts("".join(c.text[:1] for c in characters))
        rtl = self._context.style["direction"] == "rtl"
        at = 0
        while at < len(characters) or not characters:
            style = characters[at].span.context.style if characters else self._context.style
            height, above = self._measures([style])
            line = self._line(height, above)
            if line is None:
                self.left += "".join(c.text for c in characters[at:]) + " "
                return
            rooms, top = line
            self._count()
            if not characters:
                self._top = top + height
                return
            widest = max((right - left for left, right in rooms), default=0.0)
            parts: list[tuple[int, int, Room]] = []
            begin = at
            for room in rooms:
                force = at == begin and room[1] - room[0] >= widest and self._is_widest(widest)
                width = room[1] - room[0] + _SLACK
                end, following = _fitting(characters, widths, starts, at, room=width, force=force)
                if end > at:
                    parts.append((at, end, room))
                at = following
            styles = [c.span.context.style for c in characters[begin:at]] or [style]
            height, above = self._measures(styles)
            for start, end, room in parts:
                last = at >= len(characters) and (start, end, room) == parts[-1]
                part = list(characters[start:end])
                self._place(part, widths[start:end], room, top + above, last=last, rtl=rtl)
            self._top = top + height

    def _count(self) -> None:
        self._lines += 1
        if self._lines > _MOST_LINES:
            raise DrawingFault(f"a text flows over more than {_MOST_LINES} lines", "make several texts of it")

    def _measures(self, styles: Sequence[Style]) -> tuple[float, float]:
        """The height of a line with types of these styles, and its baseline below its top."""
        above = below = -1e9
        for style in {id(style): style for style in styles}.values():
            font, size = self._setting.letters.measures(style), float(style["font-size"])
            whole = font.ascent + font.descent or 1.0
            half = (leading_of(style) - 1) / 2 * size
            above = max(above, font.ascent / whole * size + half)
            below = max(below, font.descent / whole * size + half)
        return max(above + below, 1e-3), above

    def _line(self, height: float, above: float) -> tuple[list[Room], float] | None:
        """The rooms of the next line and its top; None where all frames are full."""
        while self._waiting:
            frame = self._waiting[0]
            top = self._top
            if top is None:
                top = frame.baseline - above if isinstance(frame, WidthFrame) else frame.top
            rooms = [frame.room] if isinstance(frame, WidthFrame) else frame.rooms(top, height)
            if rooms is not None:
                return rooms, top
            self._waiting.pop(0)
            self._top = None
        return None

    def _is_widest(self, width: float) -> bool:
        """Return whether no line of the frame can be much wider, so that a word must break here."""
        frame = self._waiting[0]
        if isinstance(frame, WidthFrame):
            return True
        return width >= 0.95 * (frame.box[2] - frame.box[0] - 2 * frame.padding)

    def _place(
        self,
        characters: list[Character],
        widths: Sequence[float],
        room: Room,
        baseline: float,
        last: bool,
        rtl: bool,
    ) -> None:
        rest = room[1] - room[0] - sum(widths)
        align = self._align
        if align == "justify":
            spaces = [k for k, c in enumerate(characters[:-1]) if c.text == " "]
            if spaces and not last and not rtl:
                for k in spaces:
                    following = characters[k + 1]
                    following.dx = (following.dx or 0.0) + rest / len(spaces)
            align = "right" if rtl else "left"
        begin = room[0] + max(rest, 0.0) * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        start = begin + sum(widths) if rtl else begin
        self.pieces += lay_out(characters, self._setting, {}, (start, baseline), anchored=False)[0]


def _widths(characters: Sequence[Character], setting: DrawingSetting) -> list[float]:
    """The advance of each character; that of several which join is at the first of them."""
    widths = [0.0] * len(characters)
    at = 0
    for _, same in groupby(characters, key=lambda character: id(character.span)):
        run = list(same)
        owners = [at + k for k, c in enumerate(run) for _ in c.text]
        letter = 0
        for count, advance in setting.letters.clusters(
            "".join(c.text for c in run), run[0].span.context.style
        ):
            if letter < len(owners):
                widths[owners[letter]] += advance + (characters[owners[letter]].dx or 0.0)
            letter += count
        at += len(run)
    return widths


def _fitting(
    characters: Sequence[Character],
    widths: Sequence[float],
    starts: frozenset[int],
    at: int,
    room: float,
    force: bool,
) -> tuple[int, int]:
    """The end of what fits into `room` from `at` on, and where the next line begins.

    Nothing fits where the first word is too long, unless it may be broken by `force`.
    """
    width = 0.0
    end = following = behind = at  # `behind` is the end of the last word so far
    for k in range(at, len(characters)):
        width += widths[k]
        if characters[k].text == " ":
            continue
        before = characters[k - 1].text if k > at else ""
        if before == " " or k in starts or (before == "-" and characters[k].text.isalnum()):
            end, following = behind, k
        if width > room:
            if end > at:
                return end, following
            return (max(k, at + 1),) * 2 if force else (at, at)
        behind = k + 1
    return behind, len(characters)
