"""Fill the slots of a layout with the fields of a list, for components of a size, in a look.

A slot is a name that a layout has for what a list may hold: title, cost, art and the like.  The objects of a
slot that no field fills are removed, and boxes with `grow:` of its name take their room.  The cell of
`each:stats` is repeated for every other number.  The result is an ordinary drawing.

A drawing is scaled to another size first: boxes follow the card, type and corners keep their form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.svg_templates.growing_boxes import side_of
from prancha.faces.svg_templates.placing import scaled
from prancha.faces.svg_templates.template_calls import grown
from prancha.model.units import Mm
from prancha.setup.layouts.layout_files import (
    INKSCAPE,
    LABEL,
    Frame,
    Look,
    around,
    frame_of,
    frames_in,
    is_box,
    named_objects,
    number,
    set_frame,
    set_numbers,
)
from prancha.setup.layouts.stat_cells import EACH, add_row, cells_that_fit, repeat_cells

SLOTS = ("title", "cost", "art", "icon", "type", "rules", "flavour", "footer", "answer", "colour")
"""Names that layouts have for what a list may hold.

Other slots, `fit`, `focus` and `ending`, are options of the picture.
"""
_SVG = "http://www.w3.org/2000/svg"
_BOUND = re.compile(r"\b(text|art|icon|if|fill|stroke|repeat|qr|grow|count)([:=])(not )?([a-z]+)(?=[ =]|$)")
_TEXT = re.compile(r"text:([^\W\d]\w*)")
_FRAME = "frame:"
_PAINT = re.compile(r"\b(fill|stroke|stop):(?:palette\.(\w+)|colour)")
_SHADOW = re.compile(r"\bshadow=\S+")
_INSET = re.compile(r" inset=([\d.]+)")
_STYLE = {"stop": "stop-color"}
_OTHERWISE = "accent"
"""The colour of the palette that is used where the list has no colours."""
_DARK = "shade"
"""The colour of the palette behind pictures that are pale."""
_TYPE = re.compile(r"font-size:([\d.]+)")
_LARGER, _LARGEST = 1.5, 6.5
"""Factor by which type becomes larger, and its largest size in mm."""
_SPACES = re.compile(r"\s+")

ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("inkscape", INKSCAPE)


class LayoutFields(Struct, frozen=True):
    """Fields of a list by the slots they fill, and its other numbers as (field, heading).

    A heading is a word, or an expression in braces; `widest` is the length of the longest one.
    `said` are expressions in braces, by fields, for texts that are not the words of the field alone, and
    `always` slots that are empty on no card although their field may be.  `brief`
    are those with few words, and `dark` those of pictures and icons that are pale, and get a dark ground.
    """

    slots: Mapping[str, str]
    stats: Sequence[tuple[str, str]] = ()
    widest: int = 0
    said: Mapping[str, str] = {}
    always: frozenset[str] = frozenset()
    brief: frozenset[str] = frozenset()
    dark: frozenset[str] = frozenset()


class FilledLayout(Struct, frozen=True):
    """A drawing bound to the fields of a list, and the boxes of its texts by field, in mm."""

    drawing: str
    boxes: Mapping[str, Frame]


def fill_layout(
    drawing: str, size: tuple[Mm, Mm], fields: LayoutFields, look: Look, follows: bool = True
) -> FilledLayout:
    """Return the drawing of a layout for components of `size`, bound to the fields of a list, in a look.

    It `follows` the sides of a rectangle; of other outlines it keeps its proportions in the middle.
    """
    root = _read(drawing)
    scale_drawing(root, size, follows)
    _choose_frames(root, look)
    _apply(root, look)
    add_row(root, len(fields.stats), fields.widest)
    _darken(root, fields.dark, look)
    _enlarge(root, fields.brief)
    _take_out(root, fields)
    repeat_cells(root, fields.stats, fields.widest)
    boxes = _say(root, fields.said)
    ElementTree.indent(root)
    return FilledLayout(ElementTree.tostring(root, encoding="unicode") + "\n", boxes)


class Places(Struct, frozen=True):
    """The slots that a layout has, with the box of each, and its cells for numbers, in up to two rows."""

    slots: Mapping[str, Frame]
    cells: int


def places_in(drawing: str, size: tuple[Mm, Mm], widest: int) -> Places:
    """Return the places of a layout; `widest` is the length of the longest heading."""
    root = _read(drawing)
    scale_drawing(root, size)
    slots = {
        slot: around(frames_in(child)) or (0.0, 0.0, 0.0, 0.0)
        for _, child, label in named_objects(root)
        for slot in _shown(label)
    }
    return Places(slots, cells_that_fit(root, widest))


def _read(drawing: str) -> Element:
    builder = ElementTree.TreeBuilder(insert_comments=True)
    return ElementTree.fromstring(drawing, ElementTree.XMLParser(target=builder))


def _choose_frames(root: Element, look: Look) -> None:
    """Remove the ornaments that are for the frames of other looks."""
    for parent, child, label in named_objects(root):
        if label.startswith(_FRAME):
            if label.removeprefix(_FRAME).split()[0] == look.frame:
                child.set(LABEL, f"Frame {look.frame}")
            else:
                parent.remove(child)


def _darken(root: Element, slots: frozenset[str], look: Look) -> None:
    """Put a dark shape behind pictures, and behind icons that stand on paper."""
    for parent, child, label in named_objects(root):
        slot = label.partition(":")[0]
        on_paper = slot == "art" or "fill:palette.ink" in label
        if slot in slots and on_paper and is_box(child):
            ground = ElementTree.fromstring(ElementTree.tostring(child))
            grows = " ".join(re.findall(r"grow:[a-z]+", label))
            ground.set(LABEL, f"Ground if:{slot} fill:palette.{_DARK} {grows}".strip())
            ground.set("style", f"fill:{look.palette[_DARK]}")
            parent.insert(list(parent).index(child), ground)


def _enlarge(root: Element, slots: frozenset[str]) -> None:
    """Set texts of few words in larger type, where the words of a layout are small."""
    for _, child, label in named_objects(root):
        found = _TEXT.match(label)
        if found is not None and found[1] in slots:
            for text in (each for each in child if each.tag.endswith("}text")):
                size = float(_TYPE.findall(text.get("style", ""))[0])
                larger = f"font-size:{max(size, min(size * _LARGER, _LARGEST)):.4g}"
                text.set("style", _TYPE.sub(larger, text.attrib["style"]))


def _take_out(root: Element, fields: LayoutFields) -> None:
    """Bind slots to fields; remove the objects of slots without one, and let others grow into their room."""
    rooms: dict[str, list[Frame]] = {}
    filled = {*fields.slots, "stats"} if fields.stats else {*fields.slots}
    lasting = filled & {"stats", *fields.always}
    for parent, child, label in named_objects(root):
        shown = _shown(label)
        for slot in shown:
            rooms.setdefault(slot, []).extend(frames_in(child))
        if not filled.issuperset(shown) and child in list(parent):
            parent.remove(child)
    for _, child, label in named_objects(root):
        wanted = [found[4] for found in _BOUND.finditer(label) if found[1] == "grow"]
        beside = {slot: room for slot in wanted if (room := around(rooms.get(slot, [])))}
        inset = _INSET.search(label)
        child.set(LABEL, _bound(label, fields, _grow(child, beside, filled, lasting, inset)))


def _grow(
    element: Element,
    rooms: Mapping[str, Frame],
    filled: Set[str],
    lasting: Set[str],
    inset: re.Match[str] | None,
) -> list[str]:
    """Enlarge the shape of an object over rooms that no field fills; returns those that cards may give it.

    `lasting` slots are filled on all cards.
    """
    shape = next((each for each in element.iter() if is_box(each)), None)
    if shape is None:
        return []
    reach = float(inset[1]) if inset else 0.0

    def enlarged(some: Set[str], taken: Set[str]) -> Frame:
        own = frame_of(shape)
        found = []
        for slot in (one for one in rooms if one in some):
            x, y, width, height = rooms[slot]
            room = x, y, x + width, y + height
            found.append((*side_of(own, room, reach), room, slot not in taken))
        found.sort(key=lambda one: one[0])
        return grown(own, [(side, edge, room, empty) for _, side, edge, room, empty in found])

    set_frame(shape, enlarged(rooms.keys(), filled))
    if element.tag.endswith("}circle") or element.get(LABEL, "").startswith("icon:"):
        return []  # they have one place on all cards
    on_cards = [slot for slot in rooms if slot in filled and slot not in lasting]
    return [slot for slot in on_cards if enlarged({slot, *lasting}, lasting) != frame_of(shape)]


def _shown(label: str) -> list[str]:
    """Return the slots that an object cannot do without."""
    if label.startswith(EACH):
        return ["stats"]
    found = _BOUND.finditer(label)
    every = [each[4] for each in found if each[1] not in ("grow", "fill", "stroke") and not each[3]]
    return [slot for slot in every if slot in SLOTS]


def _bound(label: str, fields: LayoutFields, growing: Sequence[str]) -> str:
    """Return a label with fields instead of slots, and without what refers to a slot that is not filled.

    `growing` are the slots whose room the object takes on cards where they are empty.
    """
    slots = fields.slots

    def bind(found: re.Match[str]) -> str:
        kind, sign, negated, slot = found.groups()
        if slot not in SLOTS and slot != "stats":
            return found[0]
        if kind == "grow" and slot not in growing:
            return ""
        if slot in slots:
            return f"{kind}{sign}{negated or ''}{slots[slot]}"
        return f"{kind}:palette.{_OTHERWISE}" if slot == "colour" else ""

    if "art" in slots and label.startswith("art:"):
        wanted = ("fit", "focus", "ending")
        label += "".join(f" {option}={slots[option]}" for option in wanted if option in slots)
    bound = _SPACES.sub(" ", _BOUND.sub(bind, label)).strip()
    return bound if "grow:" in bound else _INSET.sub("", bound)


def _say(root: Element, said: Mapping[str, str]) -> dict[str, Frame]:
    """Write the expressions of texts that are not their field alone; returns the boxes of texts by field."""
    boxes: dict[str, Frame] = {}
    for _, child, label in named_objects(root):
        found = _TEXT.match(label)
        text = next((each for each in child.iter() if str(each.tag).endswith("}text")), None)
        if found is None or text is None:
            continue
        boxes.update((found[1], frame) for frame in frames_in(child)[:1])
        if found[1] in said and "{{" not in (text.text or ""):
            text.text = said[found[1]]
    return boxes


def _apply(root: Element, look: Look) -> None:
    """Write the colours, fonts, corners and lines of a look."""
    inner: dict[Element, Mapping[str, str]] = {}  # the colours that the sample texts in groups have
    for element in root.iter():
        label = element.get(LABEL, "")
        paints = {_STYLE.get(k, k): look.palette[name or _OTHERWISE] for k, name in _PAINT.findall(label)}
        if "shadow=" in label:
            element.set(LABEL, _SHADOW.sub(f"shadow={look.palette['shade']}", label))
        if str(element.tag).endswith("}g"):
            inner.update({each: paints for each in element if str(each.tag).endswith("}text")})
        elif isinstance(element.tag, str):
            _restyle(element, paints or inner.get(element, {}), look)


def _restyle(element: Element, paints: Mapping[str, str], look: Look) -> None:
    """Change the inline style and the corners of one element."""
    style = dict(part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    style |= paints
    role = style.get("font-family", "")
    if role in look.fonts:
        style["font-family"] = f"{role}, '{look.fonts[role]}'"
        style.setdefault("font-weight", str(look.weights[role]))
    if "stroke-width" in style:
        style["stroke-width"] = f"{round(float(style['stroke-width']) * look.lines, 3):g}"
    if element.get("rx") and element.tag.endswith("}rect"):
        set_numbers(element, rx=number(element, "rx") * look.corners)
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))


_TURN = re.compile(r"rotate\((-?[\d.]+)[ ,]+(-?[\d.]+)[ ,]+(-?[\d.]+)\)\Z")
_SHIFT = re.compile(r"translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)\Z")
_SIZES = ("font-size", "stroke-width")
_POINTS = re.compile(r"\b(gap|width|shadow_by|column_gap|most|inset)=([\d.]+)")
_LEAST = re.compile(r"\bmin=([\d.]+)")
_LEAST_POINTS = 6.0
"""Long words on small components shrink to this size at least: print shops refuse smaller ones."""
_LEAST_TYPE: Mm = 8 * 25.4 / 72
"""Type keeps 8 pt on even the smallest component."""


def scale_drawing(root: Element, size: tuple[Mm, Mm], follows: bool = True) -> None:
    """Change a drawing in mm to `size`; what reaches beyond the trim does so by as much as before.

    It `follows` both sides, or keeps its proportions in the middle.
    """
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    root.attrib.update(
        width=f"{size[0]:g}mm", height=f"{size[1]:g}mm", viewBox=f"0 0 {size[0]:g} {size[1]:g}"
    )
    scale = _Scale(width, height, *size, follows)
    if (width, height) != size:
        for element in root.iter():
            if isinstance(element.tag, str):
                scale.change(element)


class _Scale:
    def __init__(self, width: Mm, height: Mm, new_width: Mm, new_height: Mm, follows: bool) -> None:
        self._alike = alike = min(new_width / width, new_height / height)
        self._across = _Side(width, new_width, new_width / width if follows else alike)
        self._down = _Side(height, new_height, new_height / height if follows else alike)

    def change(self, element: Element) -> None:
        """Scale one element."""
        tag = element.tag.rpartition("}")[2]
        if tag in ("rect", "image"):
            x, y, width, height = frame_of(element)
            left, top = self._across.moved(x), self._down.moved(y)
            set_numbers(element, x=left, y=top, width=self._across.moved(x + width) - left)
            set_numbers(element, height=self._down.moved(y + height) - top)
            if "rx" in element.attrib:
                set_numbers(element, rx=number(element, "rx") * self._alike)
        elif tag in ("circle", "ellipse"):
            set_numbers(element, cx=self._across.moved(number(element, "cx")))
            set_numbers(element, cy=self._down.moved(number(element, "cy")))
            for name in ("r", "rx", "ry"):
                if name in element.attrib:
                    set_numbers(element, **{name: number(element, name) * self._alike})
        elif tag == "line":
            for name in ("x1", "x2"):
                set_numbers(element, **{name: self._across.moved(number(element, name))})
            for name in ("y1", "y2"):
                set_numbers(element, **{name: self._down.moved(number(element, name))})
        elif tag == "text" or (tag == "tspan" and {"x", "y"} <= element.attrib.keys()):
            set_numbers(element, x=self._across.moved(number(element, "x")))
            set_numbers(element, y=self._down.moved(number(element, "y")))
        elif tag == "path":
            self._path(element)
        if turn := _TURN.match(element.get("transform", "")):
            x, y = self._across.moved(float(turn[2])), self._down.moved(float(turn[3]))
            element.set("transform", f"rotate({turn[1]} {x:.6g} {y:.6g})")
        elif shift := _SHIFT.match(element.get("transform", "")):
            x, y = float(shift[1]) * self._across.factor, float(shift[2]) * self._down.factor
            element.set("transform", f"translate({x:.6g} {y:.6g})")
        if "style" in element.attrib:
            element.set("style", ";".join(self._part(part) for part in element.attrib["style"].split(";")))
        if LABEL in element.attrib:
            label = _POINTS.sub(self._option, element.attrib[LABEL])
            element.set(LABEL, _LEAST.sub(self._least, label))

    def _path(self, element: Element) -> None:
        """Move a path with the point of the card where it begins, and keep its proportions."""
        start = re.match(r"M\s*(-?[\d.]+)[ ,]+(-?[\d.]+)", element.attrib["d"])
        if start:
            x, y = float(start[1]), float(start[2])
            dx = self._across.moved(x) - x * self._alike
            dy = self._down.moved(y) - y * self._alike
            element.set("d", scaled(element.attrib["d"], self._alike, dx, dy))

    def _part(self, part: str) -> str:
        name, _, value = part.partition(":")
        if name.strip() not in _SIZES:
            return part
        old = float(value.removesuffix("px"))
        new = old * self._alike
        if name.strip() == "font-size":
            new = max(new, min(old, _LEAST_TYPE))
        return f"{name}:{round(new, 3):g}{'px' if value.endswith('px') else ''}"

    def _option(self, found: re.Match[str]) -> str:
        return f"{found[1]}={round(float(found[2]) * self._alike, 2):g}"

    def _least(self, found: re.Match[str]) -> str:
        old = float(found[1])
        return f"min={min(old, max(_LEAST_POINTS, round(old * self._alike, 2))):g}"


class _Side(NamedTuple):
    """A side of a drawing, its new length, and the factor for what lies on it."""

    old: Mm
    new: Mm
    factor: float

    def moved(self, value: Mm) -> Mm:
        """Return a coordinate on the side of the new length, about whose middle it is scaled."""
        if value < 0:
            return value
        if value > self.old:
            return value - self.old + self.new
        return self.new / 2 + (value - self.old / 2) * self.factor
