"""Fill the slots of a layout with the fields of a list, for components of a size, in a look.

A slot is a name that a layout has for what a list may hold: title, cost, art and the like.  The objects of a
slot that no field fills are removed, and boxes with `grow:` of its name take their room.  The cell of
`each:stats` is repeated for every other number.  The result is an ordinary drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.svg_templates.growing_boxes import side_of
from prancha.faces.svg_templates.template_calls import grown
from prancha.model.units import Mm
from prancha.setup.layouts.layout_files import Look
from prancha.setup.layouts.scaled_layout import INKSCAPE, LABEL, number, scale_drawing, width_and_height

SLOTS = ("title", "cost", "art", "icon", "type", "rules", "flavour", "footer", "answer", "link", "colour")
"""Names that layouts have for what a list may hold.

Other slots, `focus` and `ending`, are options of the picture.
"""
_SVG = "http://www.w3.org/2000/svg"
_BOUND = re.compile(r"\b(text|art|icon|if|fill|stroke|repeat|qr|grow|count)([:=])(not )?([a-z]+)(?=[ =]|$)")
_EACH, _FRAME, _HEADING = "each:stats", "frame:", "{{ heading }}"
_PAINT = re.compile(r"\b(fill|stroke|stop):(?:palette\.(\w+)|colour)")
_SHADOW = re.compile(r"\bshadow=\S+")
_INSET = re.compile(r" inset=([\d.]+)")
_STYLE = {"stop": "stop-color"}
_OTHERWISE = "accent"
"""The colour of the palette that is used where the list has no colours."""
_LEAST_CELL = 3.0
"""The least side of a cell, in mm."""
_SPACES = re.compile(r"\s+")

ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("inkscape", INKSCAPE)


class LayoutFields(Struct, frozen=True):
    """Fields of a list by the slots they fill, and its other numbers as (field, heading).

    A heading is a word, or an expression in braces.
    """

    slots: Mapping[str, str]
    stats: Sequence[tuple[str, str]] = ()


def fill_layout(drawing: str, size: tuple[Mm, Mm], fields: LayoutFields, look: Look) -> str:
    """Return the drawing of a layout for components of `size`, bound to the fields of a list, in a look."""
    root = ElementTree.fromstring(
        drawing, ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    )
    scale_drawing(root, size)
    _choose_frames(root, look)
    _apply(root, look)
    _take_out(root, fields.slots, bool(fields.stats))
    _repeat_stats(root, fields.stats)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _named(root: Element) -> Iterator[tuple[Element, Element, str]]:
    """Yield the parent of each element with a label, the element, and the label."""
    for parent in list(root.iter()):
        for child in list(parent):
            if LABEL in child.attrib:
                yield parent, child, child.attrib[LABEL]


def _choose_frames(root: Element, look: Look) -> None:
    """Remove the ornaments that are for the frames of other looks."""
    for parent, child, label in _named(root):
        if label.startswith(_FRAME):
            if label.removeprefix(_FRAME).split()[0] == look.frame:
                child.set(LABEL, f"Frame {look.frame}")
            else:
                parent.remove(child)


def _repeat_stats(root: Element, stats: Sequence[tuple[str, str]]) -> None:
    """Fill the area of the layout for numbers with a cell for each."""
    for parent, child, label in _named(root):
        if not label.startswith(_EACH):
            continue
        options = dict(word.split("=") for word in label.split() if "=" in word)
        room, *cell = list(child)
        stats = stats[: _fitting(_frame(room), cell, options)]
        at = list(parent).index(child)
        parent.remove(child)
        group = Element(f"{{{_SVG}}}g", {LABEL: "Numbers"})
        for (field, heading), box in zip(stats, _cells(_frame(room), len(stats), options), strict=True):
            group.append(_cell(cell, box, field, heading))
        parent.insert(at, group)


Frame = tuple[float, float, float, float]
"""x, y, width, height."""


def _fitting(room: Frame, cell: Sequence[Element], options: Mapping[str, str]) -> int:
    """Return how many cells an area holds; the other numbers are left out."""
    gap, least = float(options.get("gap", 1)), _LEAST_CELL
    if room[3] > room[2]:  # cells below each other, each with its heading
        _, top, _, high = _around([frame for part in cell for frame in _frames(part)]) or room
        least += top + high - _foot(cell)
    return int((max(room[2:]) + gap) / (least + gap))


def _foot(cell: Sequence[Element]) -> Mm:
    """Return the y of the heading of a cell, its upper edge."""
    return next(_frame(part[0])[1] for part in cell if any(_HEADING in (each.text or "") for each in part))


def _cells(room: Frame, count: int, options: Mapping[str, str]) -> list[Frame]:
    """Divide an area into cells: side by side, or one below the other if it is higher than wide."""
    gap, most = float(options.get("gap", 1)), float(options.get("most", 1e9))
    upright = room[3] > room[2]
    length = room[3] if upright else room[2]
    side = min((length - gap * (count - 1)) / count, most)
    share = {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}.get(options.get("align", "center"), 0.5)
    start = (length - side * count - gap * (count - 1)) * share
    places = [start + k * (side + gap) for k in range(count)]
    if upright:
        return [(room[0], room[1] + place, room[2], side) for place in places]
    return [(room[0] + place, room[1], side, room[3]) for place in places]


def _cell(parts: Sequence[Element], box: Frame, field: str, heading: str) -> Element:
    """Return a copy of the cell's parts, which are drawn as large as a cell can be, in a box.

    The heading at its foot keeps its height; the copy is shown on cards that have the number.
    """
    group = Element(f"{{{_SVG}}}g", {LABEL: f"if:{field}=*"})
    left, top, wide, high = _around([frame for part in parts for frame in _frames(part)]) or box
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
                x, y, width, height = _frame(each)
                place = across(x), down(y)
                _set_frame(each, (*place, across(x + width) - place[0], down(y + height) - place[1]))
            elif each.tag.endswith("}text"):
                each.attrib.update(x=_n(across(number(each, "x"))), y=_n(down(number(each, "y"))))
            if each.text and _HEADING in each.text:
                words = heading if heading.startswith("{{") else f'{{{{ "{_quoted(heading)}" }}}}'
                each.text = each.text.replace(_HEADING, words)
            if LABEL in each.attrib:
                each.set(LABEL, re.sub(r"\bstat\b", field, each.attrib[LABEL]))
        group.append(copy)
    return group


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "(").replace("}", ")")


def _take_out(root: Element, slots: Mapping[str, str], has_stats: bool) -> None:
    """Bind slots to fields; remove the objects of slots without one, and let others grow into their room."""
    rooms: dict[str, list[Frame]] = {}
    filled = {*slots, "stats"} if has_stats else {*slots}
    for parent, child, label in _named(root):
        shown = _shown(label)
        for slot in shown:
            rooms.setdefault(slot, []).extend(_frames(child))
        if not filled.issuperset(shown) and child in list(parent):
            parent.remove(child)
    for _, child, label in _named(root):
        wanted = [found[4] for found in _BOUND.finditer(label) if found[1] == "grow"]
        inset = _INSET.search(label)
        around = [(_around(rooms.get(slot, [])), slot not in filled) for slot in wanted]
        _grow(child, [(room, empty) for room, empty in around if room], float(inset[1]) if inset else 0.0)
        child.set(LABEL, _bound(label, slots))


def _shown(label: str) -> list[str]:
    """Return the slots that an object cannot do without."""
    if label.startswith(_EACH):
        return ["stats"]
    found = _BOUND.finditer(label)
    every = [each[4] for each in found if each[1] not in ("grow", "fill", "stroke") and not each[3]]
    return [slot for slot in every if slot in SLOTS]


def _bound(label: str, slots: Mapping[str, str]) -> str:
    """Return a label with fields instead of slots, and without what refers to a slot that is not filled."""

    def bind(found: re.Match[str]) -> str:
        kind, sign, negated, slot = found.groups()
        if slot not in SLOTS and slot != "stats":
            return found[0]
        if slot in slots:
            return f"{kind}{sign}{negated or ''}{slots[slot]}"
        return f"{kind}:palette.{_OTHERWISE}" if slot == "colour" else ""

    if "art" in slots and label.startswith("art:"):
        wanted = ("focus", "ending")
        label += "".join(f" {option}={slots[option]}" for option in wanted if option in slots)
    bound = _SPACES.sub(" ", _BOUND.sub(bind, label)).strip()
    return bound if "grow:" in bound else _INSET.sub("", bound)


def _grow(element: Element, rooms: Sequence[tuple[Frame, bool]], inset: Mm) -> None:
    """Enlarge the rectangle of an object over areas, each with whether it is empty, up to one that is not."""
    rect = next((each for each in element.iter() if str(each.tag).endswith(("}rect", "}image"))), None)
    if rect is None:
        return
    own = _frame(rect)
    sides = [(side_of(own, (x, y, x + w, y + h), inset), empty) for (x, y, w, h), empty in rooms]
    sides.sort(key=lambda one: one[0][0])
    _set_frame(rect, grown(own, [(side, edge, empty) for (_, side, edge), empty in sides]))


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
        style["stroke-width"] = _n(float(style["stroke-width"]) * look.lines)
    if element.get("rx") and element.tag.endswith("}rect"):
        element.set("rx", _n(number(element, "rx") * look.corners))
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))


def _frames(element: Element) -> list[Frame]:
    return [
        _frame(each)
        for each in element.iter()
        if str(each.tag).endswith(("}rect", "}image", "}circle", "}ellipse"))
    ]


def _around(frames: Sequence[Frame]) -> Frame | None:
    if not frames:
        return None
    left, top = min(f[0] for f in frames), min(f[1] for f in frames)
    return left, top, max(f[0] + f[2] for f in frames) - left, max(f[1] + f[3] for f in frames) - top


def _frame(element: Element) -> Frame:
    if element.tag.endswith(("}circle", "}ellipse")):
        across = number(element, "r") or number(element, "rx")
        down = number(element, "r") or number(element, "ry")
        return number(element, "cx") - across, number(element, "cy") - down, 2 * across, 2 * down
    return number(element, "x"), number(element, "y"), *width_and_height(element)


def _set_frame(element: Element, frame: Frame) -> None:
    for name, value in zip(("x", "y", "width", "height"), frame, strict=True):
        element.set(name, _n(value))


def _n(value: float) -> str:
    return f"{round(value, 3):g}"
