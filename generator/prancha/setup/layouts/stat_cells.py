"""The cells of a layout for numbers, each with its heading: how many have room, and their copies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.model.units import Mm
from prancha.setup.layouts.layout_files import (
    LABEL,
    Frame,
    around,
    frame_of,
    frames_in,
    named_objects,
    number,
    set_frame,
    set_numbers,
)

EACH = "each:stats"
MOST_LETTERS = 14
"""Letters of a heading; longer ones are shortened."""
_HEADING = "{{ heading }}"
_SVG = "{http://www.w3.org/2000/svg}"
_LETTER: Mm = 1.1
"""The width of a letter of a heading in its smallest type."""
_SIDES: Mm = 0.8
"""The difference in width of a cell and its heading."""
_LEAST_CELL: Mm = 3.0
_LEAST_TEXT: Mm = 3.5
"""The least height of a text that gives room to a second row of cells."""
_TOUCH: Mm = 0.6
"""Maximum overlap of the boxes of neighbours."""


class _Area(Struct, frozen=True):
    """The object for cells: its parent, itself, the rectangle that is their room, the parts of one cell."""

    parent: Element
    group: Element
    room: Element
    cell: Sequence[Element]
    options: Mapping[str, str]

    @property
    def gap(self) -> Mm:
        return float(self.options.get("gap", 1))

    @property
    def is_upright(self) -> bool:
        """Return whether cells stand one below the other."""
        _, _, width, height = frame_of(self.room)
        return height > width

    def across(self, widest: int) -> int:
        """Return how many cells a row holds, or a column, whose headings have `widest` letters."""
        _, _, width, height = frame_of(self.room)
        least = max(_LEAST_CELL, widest * _LETTER + _SIDES)
        if self.is_upright:
            if least > width:
                return 0
            frames = [frame for part in self.cell for frame in frames_in(part)]
            _, top, _, high = around(frames) or frame_of(self.room)
            width, least = height, _LEAST_CELL + top + high - _foot(self.cell)
        return int((width + self.gap) / (least + self.gap))


def _area(root: Element) -> _Area | None:
    for parent, child, label in named_objects(root):
        if label.startswith(EACH):
            room, *cell = list(child)
            options = dict(word.split("=") for word in label.split() if "=" in word)
            return _Area(parent, child, room, cell, options)
    return None


def cells_that_fit(root: Element, widest: int) -> int:
    """Return how many numbers have room in up to two rows, with headings of up to `widest` letters."""
    area = _area(root)
    if area is None:
        return 0
    return area.across(widest) * (1 if _text_beside(root, area) is None else 2)


def add_row(root: Element, count: int, widest: int) -> None:
    """Make room for a second row of cells where one does not hold `count`; the rules give it."""
    area = _area(root)
    if area is None or count <= area.across(widest):
        return
    text = _text_beside(root, area)
    if text is None:
        return
    x, y, width, height = frame_of(area.room)
    shift = height + area.gap
    left, top, across, high = frame_of(text)
    is_above = top < y
    begin, end = (top + high, y) if is_above else (y + height, top)
    for _, child, label in named_objects(root):
        boxes = [each for each in child.iter() if each.tag.endswith("}rect")]
        between = [box for box in boxes if begin - _TOUCH <= number(box, "y") and _end(box) <= end + _TOUCH]
        if label.startswith("text:") and boxes and len(between) == len(boxes):
            for each in child.iter():
                if "y" in each.attrib:
                    set_numbers(each, y=number(each, "y") + (-shift if is_above else shift))
    set_frame(text, (left, top if is_above else top + shift, across, high - shift))
    set_frame(area.room, (x, y - shift if is_above else y, width, height + shift))
    area.group.set(LABEL, f"{area.group.attrib[LABEL]} rows=2")


def _end(box: Element) -> float:
    return number(box, "y") + number(box, "height")


def _text_beside(root: Element, area: _Area) -> Element | None:
    """Return the box of the rules if it can give a second row of cells its room."""
    if area.is_upright:
        return None
    x, y, width, height = frame_of(area.room)
    texts = [one for one in named_objects(root) if one[2].startswith("text:")]
    for _, child, label in texts:
        if label.startswith("text:rules"):
            box = next(each for each in child.iter() if each.tag.endswith("}rect"))
            left, top, across, high = frame_of(box)
            begin, end = (top + high, y) if top < y else (y + height, top)
            below = left < x + width and x < left + across
            others = (
                frame for _, one, name in texts if "flavour" not in name for frame in frames_in(one)[:1]
            )
            alone = not any(begin - _TOUCH <= frame[1] < end - _TOUCH for frame in others)
            fits = end >= begin - _TOUCH and high - height - area.gap >= _LEAST_TEXT
            return box if alone and below and fits else None
    return None


def repeat_cells(root: Element, stats: Sequence[tuple[str, str]], widest: int) -> None:
    """Fill the area of a layout for numbers with a cell for each (field, heading)."""
    area = _area(root)
    if area is None:
        return
    rows = int(area.options.get("rows", 1))
    stats = stats[: area.across(widest) * rows]
    at = list(area.parent).index(area.group)
    area.parent.remove(area.group)
    group = Element(f"{_SVG}g", {LABEL: "Numbers"})
    for (field, heading), box in zip(stats, _boxes(area, len(stats), rows, widest), strict=True):
        group.append(_cell(area.cell, box, field, heading))
    area.parent.insert(at, group)


def _boxes(area: _Area, count: int, rows: int, widest: int) -> list[Frame]:
    """Divide an area into rows of cells, or into cells below each other if it is higher than wide."""
    left, top, width, height = frame_of(area.room)
    most = max(float(area.options.get("most", 1e9)), widest * _LETTER + _SIDES)
    length, upright = (height, True) if area.is_upright and rows == 1 else (width, False)
    each = -(-count // rows)
    high = (height - area.gap * (rows - 1)) / rows
    side = min((length - area.gap * (each - 1)) / max(each, 1), most)
    share = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}.get(area.options.get("align", ""), 0.5)
    found = []
    for row in range(rows):
        here = min(each, count - row * each)
        start = (length - side * here - area.gap * (here - 1)) * share
        places = [start + k * (side + area.gap) for k in range(here)]
        down = top + row * (high + area.gap)
        found += [
            (left, top + place, width, side) if upright else (left + place, down, side, high)
            for place in places
        ]
    return found


def _foot(cell: Sequence[Element]) -> Mm:
    """Return the y of the heading of a cell, its upper edge."""
    return next(frame_of(part[0])[1] for part in cell if any(_HEADING in (each.text or "") for each in part))


def _cell(parts: Sequence[Element], box: Frame, field: str, heading: str) -> Element:
    """Return a copy of the cell's parts, which are drawn as large as a cell can be, in a box.

    The heading at its foot keeps its height; the copy is shown on cards that have the number.
    """
    group = Element(f"{_SVG}g", {LABEL: f"if:{field}=*"})
    left, top, wide, high = around([frame for part in parts for frame in frames_in(part)]) or box
    foot = _foot(parts)

    def across(x: float) -> float:
        return box[0] + (x - left) * box[2] / wide

    def down(y: float) -> float:
        if y > foot:
            return box[1] + box[3] - (top + high - y)
        return box[1] + (y - top) * (box[3] - (top + high - foot)) / (foot - top)

    for part in parts:
        copy = ElementTree.fromstring(ElementTree.tostring(part))
        for each in copy.iter():
            if each.tag.endswith("}rect"):
                x, y, width, height = frame_of(each)
                place = across(x), down(y)
                set_frame(each, (*place, across(x + width) - place[0], down(y + height) - place[1]))
            elif each.tag.endswith("}text"):
                set_numbers(each, x=across(number(each, "x")), y=down(number(each, "y")))
            if each.text and _HEADING in each.text:
                words = heading if heading.startswith("{{") else f'{{{{ "{_quoted(heading)}" }}}}'
                each.text = each.text.replace(_HEADING, words)
            if LABEL in each.attrib:
                each.set(LABEL, re.sub(r"\bstat\b", field, each.attrib[LABEL]))
        group.append(copy)
    return group


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "(").replace("}", ")")
