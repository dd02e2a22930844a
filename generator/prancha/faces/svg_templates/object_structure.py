"""Add, delete, duplicate, reorder, group and ungroup objects of a drawing in its file.

Elements are cut and put in as they are written, with the white space before them; all other bytes stay.
Every change is read again: it is refused where another object came to lie, or to look, in another way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from prancha.faces.svg_templates.drawing_objects import BODY, read_marks
from prancha.faces.svg_templates.object_edits import ObjectEditError, ObjectMoves, user_number
from prancha.faces.svg_templates.object_styles import name_attribute
from prancha.faces.svg_templates.placed_objects import GROUPS, PlacedObjects
from prancha.graphics.svg.matrix import inverse, moved, scale_of
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.graphics.svg.tag_splice import Change, Tag, splice
from prancha.model.box import Point
from prancha.model.units import PT_PER_MM, Mm, Pt

Step = Literal["front", "forward", "backward", "back"]
"""A change of the order in a group: above all others, one step up or down, or below all."""
GROUP_NAME = "Group"
_SAME = 1e-6
"""The most that the frame of another object may differ, in mm."""
_ID = re.compile(rb"""(\sid\s*=\s*)(["'])([^"']*)\2""")
_GROUP_KEEPS = frozenset(("id", "data-name", "transform", "style"))
"""Attributes of a group that can be taken apart; its label is one more."""


class Restructured(Struct, frozen=True):
    """A changed file, and the numbers that the objects which were changed have in it."""

    data: bytes
    chosen: tuple[int, ...]


class _Piece(Struct, frozen=True):
    """Bytes to put in at a place, and the numbers that their elements had; None for a new element."""

    at: int
    text: bytes
    numbers: tuple[int | None, ...]


class ObjectStructure:
    """Changes which objects a file has, and in which order; `moves` has found them in it."""

    def __init__(self, data: bytes, moves: ObjectMoves) -> None:
        self._data, self._moves, self._placed = data, moves, moves.placed

    def delete(self, numbers: Iterable[int]) -> Restructured:
        """Return the file without some objects.  Raises ObjectEditError, LookupError."""
        chosen = self._outermost(numbers)
        spans = [self._placed.span(number) for number in chosen]
        for start, end in spans:
            for found in _ID.finditer(self._data, start, end):
                use = rb"""(?:url\(\s*["']?|href\s*=\s*["'])#""" + re.escape(found[3]) + rb"""["'\s)]"""
                for used in re.finditer(use, self._data):
                    if not any(first <= used.start() < last for first, last in spans):
                        line = self._data.count(b"\n", 0, used.start()) + 1
                        raise ObjectEditError(
                            f"line {line} shows or is cut along it, by its id {found[3].decode()}",
                            "delete that object first",
                        )
        after, order = self._rearranged(chosen, ())
        return self._checked(after, order, ())

    def duplicate(self, numbers: Iterable[int], by: tuple[float, float]) -> Restructured:
        """Return the file with copies of some objects above them, moved `by` so many mm on the face.

        What cannot be moved is copied where it is.  Raises ObjectEditError, LookupError.
        """
        chosen = self._outermost(numbers)
        pieces = []
        for number in chosen:
            _, end = self._slot(number)
            copy = self._with_own_ids(self._lead(number) + self._element(number))
            pieces.append(_Piece(end, copy, (None,) * len(self._placed.inside(number))))
        after, order = self._rearranged((), pieces)
        fresh = [k for k, number in enumerate(order) if number is None]
        sizes = [len(piece.numbers) for piece in pieces]
        copies = tuple(fresh[sum(sizes[:k])] for k in range(len(sizes)))
        done = self._checked(after, order, copies)
        read = self._moves.again(done.data)
        free = {number: by for number in copies if not read.placed.objects[number].fixed}
        return Restructured(read.move(free) if free else done.data, copies)

    def reorder(self, numbers: Iterable[int], step: Step) -> Restructured:
        """Return the file with some objects of one group painted later or earlier.

        Raises ObjectEditError, LookupError.
        """
        chosen = self._of_one_group(numbers)
        before = self._siblings(self._parent(chosen[0]))
        new = zip(before, _stepped(before, chosen, step), strict=True)
        changed = [(place, number) for place, number in new if place != number]
        pieces = [self._moved_to(number, self._slot(place)[0]) for place, number in changed]
        after, order = self._rearranged([place for place, _ in changed], pieces)
        return self._checked(after, order, tuple(order.index(number) for number in chosen))

    def group(self, numbers: Iterable[int]) -> Restructured:
        """Return the file with some objects in a group, where the topmost was.

        Raises ObjectEditError, LookupError.
        """
        chosen = self._of_one_group(numbers)
        lead, at = self._lead(chosen[-1]), self._slot(chosen[-1])[0]
        root = Tag(self._data, self._placed.starts[0])
        prefix, label = root.prefix, name_attribute(root, self._data)
        opening = f'<{prefix}g {label}="{GROUP_NAME}">'.encode()
        closing = lead + f"</{prefix}g>".encode()
        inside = [self._moved_to(number, at) for number in chosen]
        pieces = [_Piece(at, lead + opening, (None,)), *inside, _Piece(at, closing, ())]
        after, order = self._rearranged(chosen, pieces)
        return self._checked(after, order, (order.index(None),))

    def ungroup(self, number: int) -> Restructured:
        """Return the file with the parts of a group in its place.  Raises ObjectEditError, LookupError.

        A transform of the group goes to its parts.
        """
        found = self._placed.objects[number]
        start, end = self._placed.span(number)
        tag = Tag(self._data, start)
        label = name_attribute(tag, self._data)
        names = {
            name for name in tag.names if name.partition(":")[0] not in ("sodipodi", "inkscape", "serif")
        }
        kept = sorted(names - _GROUP_KEEPS - {label})
        if found.tag not in GROUPS or found.kind != found.tag or found.fields or tag.is_whole:
            raise ObjectEditError("this is one object, no group of several", "take its name off to part it")
        if kept or (tag.value("style") or "").strip():
            ruled = ", ".join(kept) or "style"
            raise ObjectEditError(f"{ruled} of the group counts for all in it", "change it in the file")
        inner = self._placed.children(number)
        own = tag.raw("transform").strip() if "transform" in tag else ""
        changes = [Change(self._slot(number)[0], tag.end, b"")]
        close = self._data.rindex(b"</", start, end)
        changes.append(Change(self._before(close), end, b""))
        for child in inner if own else ():
            each = Tag(self._data, self._placed.starts[child])
            rest = each.raw("transform").strip() if "transform" in each else ""
            changes.append(each.replace("transform", f"{own} {rest}".strip()))
        order: list[int | None] = [each for each in range(len(self._placed.starts)) if each != number]
        shown = tuple(order.index(child) for child in inner if child in self._placed.objects)
        return self._checked(splice(self._data, changes), order, shown, moved=inner)

    def add(self, markup: str) -> Restructured:
        """Return the file with an element above all others.  Raises ObjectEditError."""
        tag = Tag(self._data, self._placed.starts[0])
        if tag.is_whole:
            raise ObjectEditError("the drawing has no content", "save it with an object in it")
        _, end = self._placed.span(0)
        close = self._data.rindex(b"</", 0, end)
        siblings = self._siblings(0)
        lead = self._lead(siblings[-1]) if siblings else b""
        newline = b"\r\n" if b"\r\n" in self._data else b"\n"
        at = len(self._data[:close].rstrip())
        count = len(re.findall(r"<\w", markup))
        piece = _Piece(at, (lead or newline + b"  ") + markup.encode(), (None,) * count)
        after, order = self._rearranged((), (piece,))
        return self._checked(after, order, (order.index(None),))

    def _outermost(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return objects in the order of the file, without those within another one of them."""
        wanted = set(numbers)
        if not wanted or any(number not in self._placed.objects for number in wanted):
            raise LookupError("objects")
        return tuple(n for n in sorted(wanted) if not wanted & set(self._placed.objects[n].within))

    def _of_one_group(self, numbers: Iterable[int]) -> tuple[int, ...]:
        chosen = self._outermost(numbers)
        if len({self._parent(number) for number in chosen}) > 1:
            raise ObjectEditError(
                "these lie in different groups", "choose objects of one group, or take the groups apart first"
            )
        return chosen

    def _parent(self, number: int) -> int:
        return next(iter(reversed(self._placed.objects[number].within)), 0)

    def _siblings(self, parent: int) -> list[int]:
        """Return the objects right in a group, or in the root, 0, from the lowest up."""
        inner = self._placed.children(parent)
        return [number for number in inner if number in self._placed.objects]

    def _before(self, at: int) -> int:
        """Return where the white space before a tag begins, with the end of the line before it."""
        start = at
        while self._data[start - 1 : start] in (b" ", b"\t"):
            start -= 1
        if self._data[start - 1 : start] == b"\n":
            return start - (2 if self._data[start - 2 : start] == b"\r\n" else 1)
        return at

    def _slot(self, number: int) -> tuple[int, int]:
        """Return where an element begins and ends, with the white space before it."""
        start, end = self._placed.span(number)
        return self._before(start), end

    def _lead(self, number: int) -> bytes:
        start, _ = self._placed.span(number)
        return self._data[self._before(start) : start]

    def _element(self, number: int) -> bytes:
        start, end = self._placed.span(number)
        return self._data[start:end]

    def _moved_to(self, number: int, at: int) -> _Piece:
        start, end = self._slot(number)
        return _Piece(at, self._data[start:end], tuple(self._placed.inside(number)))

    def _with_own_ids(self, text: bytes) -> bytes:
        """Return a copy of elements whose ids are no others', with the references in it."""
        taken = {found[3] for found in _ID.finditer(self._data)}
        for found in list(_ID.finditer(text)):
            old = found[3]
            # Illustrator writes such endings, and names of objects may have them.
            new = next(b"%s_%d_" % (old, k) for k in range(2, 10**6) if b"%s_%d_" % (old, k) not in taken)
            taken.add(new)
            text = text.replace(found[0], found[1] + found[2] + new + found[2])
            text = re.sub(rb"#" + re.escape(old) + rb"""(?=["')\s])""", b"#" + new, text)
        return text

    def _rearranged(self, cut: Iterable[int], pieces: Sequence[_Piece]) -> tuple[bytes, list[int | None]]:
        """Return the file without some elements and with some pieces, and the old numbers of its elements."""
        cut = list(cut)
        changes = [Change(piece.at, piece.at, piece.text) for piece in pieces]
        changes += [Change(*self._slot(number), b"") for number in cut]
        gone = {number for each in cut for number in self._placed.inside(each)}
        rows: list[tuple[int, int, tuple[int | None, ...]]] = [
            (start, 1, (number,)) for number, start in enumerate(self._placed.starts) if number not in gone
        ]
        rows += [(piece.at, 0, piece.numbers) for piece in pieces]
        rows.sort(key=lambda row: row[:2])
        return splice(self._data, changes), [number for row in rows for number in row[2]]

    def _checked(
        self, after: bytes, order: Sequence[int | None], chosen: tuple[int, ...], moved: Sequence[int] = ()
    ) -> Restructured:
        """Return the changed file, if all that was there lies and looks as before.

        `order` has the old number of each of its elements; the transform of those `moved` may differ.
        """
        try:
            read = self._placed.again(after)
        except DrawingFault as fault:
            raise ObjectEditError(
                f"the file could not be read then: {fault.message}", "change it in the file"
            ) from None
        is_same = len(read.starts) == len(order) and all(
            _is_same(self._placed, old, read, new, old in moved)
            for new, old in enumerate(order)
            if old is not None
        )
        if not is_same or any(number not in read.objects for number in chosen):
            raise ObjectEditError("this cannot be changed without changing more", "change it in the file")
        return Restructured(after, chosen)


def _is_same(before: PlacedObjects, old: int, after: PlacedObjects, new: int, moved: bool) -> bool:
    """Return whether an element has the same properties, and an object the same frame, in both files."""
    one, two = (_properties(each, moved) for each in (before.settled(old), after.settled(new)))
    was, found = before.objects.get(old), after.objects.get(new)
    if one != two or (was is None) != (found is None):
        return False
    if was is None or found is None or was.tag in ("use", *GROUPS) or was.frame is None:
        return True
    return found.frame is not None and all(
        abs(a - b) <= _SAME for a, b in zip(was.frame, found.frame, strict=True)
    )


def _properties(attributes: Mapping[str, str], moved: bool) -> Mapping[str, str]:
    return {k: v for k, v in attributes.items() if not (moved and k == "transform")}


def _stepped(siblings: Sequence[int], chosen: Iterable[int], step: Step) -> list[int]:
    """Return siblings in their new order; those chosen keep theirs among themselves."""
    mine = [number for number in siblings if number in set(chosen)]
    others = [number for number in siblings if number not in mine]
    if step == "front":
        return [*others, *mine]
    if step == "back":
        return [*mine, *others]
    order = list(siblings if step == "backward" else reversed(siblings))
    for k in range(1, len(order)):
        if order[k] in mine and order[k - 1] not in mine:
            order[k - 1 : k + 1] = order[k], order[k - 1]
    return order if step == "backward" else order[::-1]


NewKind = Literal["text", "words", "art", "icon", "qr", "rect", "ellipse", "line"]
"""The kinds of objects to add; `words` is a text that shows no field."""
BOUND: Sequence[NewKind] = ("text", "art", "icon", "qr")
"""Kinds of objects that show a field."""
SIZE: Pt = 9.0
_INK, _GREY = "#1b1b1f", "#b8b8b8"
_LINE: Mm = 0.4
_SHARES = {"text": (0.7, 0.18), "art": (0.7, 0.35), "line": (0.6, 0.0)}
"""Width and height of a new object as shares of the page."""
_SIDES: dict[str, Mm] = {"icon": 8.0, "qr": 16.0, "rect": 20.0, "ellipse": 16.0, "words": 0.0}
"""Width and height of other new objects, unless the page is too small."""


class NewObjects:
    """Makes objects for a drawing that `placed` has read; `page` is the size of the component, mm."""

    def __init__(
        self, data: bytes, placed: PlacedObjects, page: tuple[Mm, Mm], fonts: Collection[str]
    ) -> None:
        self._placed, self._page = placed, page
        root = Tag(data, placed.starts[0])
        self._label = name_attribute(root, data)
        self._prefix = root.prefix
        self._font = BODY if BODY in fonts else next(iter(fonts), BODY)

    def markup(self, kind: NewKind, field: str, middle: Point) -> str:
        """Return an object about a point of the face, mm; one of `BOUND` shows a field.

        Raises ObjectEditError for what is no field.
        """
        if kind in BOUND:
            try:
                read_marks(f"{kind}:{field}")
            except ValueError as error:
                raise ObjectEditError(str(error), "choose a column of the list") from None
        wide, high = (share * side for share, side in zip(_SHARES.get(kind, (0, 0)), self._page, strict=True))
        if kind in _SIDES:
            wide = high = min(_SIDES[kind], 0.6 * min(self._page))
        if kind == "ellipse":
            high *= 0.7
        x, y = middle[0] - wide / 2, middle[1] - high / 2
        named = f" {self._label}={quoteattr(f'{kind}:{field}')}" if kind in BOUND else ""
        if kind == "text":
            # Its words say in other programs what it shows.
            box = self._rectangle("", x, y, wide, high, style="fill:none")
            sample = self._words(field, (x, y + SIZE / PT_PER_MM), "start")
            return f"<{self._prefix}g{named}>{box}{sample}</{self._prefix}g>"
        if kind == "words":
            return self._words("Text", middle, "middle")
        if kind == "line":
            (x1, y1), (x2, y2) = self._at(x, y), self._at(x + wide, y)
            style = f"stroke:{_INK};stroke-width:{self._length(_LINE)}"
            return f'<{self._prefix}line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" style="{style}"/>'
        if kind == "ellipse":
            (cx, cy), rx, ry = self._at(*middle), self._length(wide / 2), self._length(high / 2)
            return f'<{self._prefix}ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" style="fill:{_GREY}"/>'
        fill = {"icon": _INK, "qr": "#ffffff"}.get(kind, _GREY)
        return self._rectangle(named, x, y, wide, high, style=f"fill:{fill}")

    def _rectangle(self, named: str, x: Mm, y: Mm, wide: Mm, high: Mm, style: str) -> str:
        left, top = self._at(x, y)
        size = f'width="{self._length(wide)}" height="{self._length(high)}"'
        return f'<{self._prefix}rect{named} x="{left}" y="{top}" {size} style="{style}"/>'

    def _words(self, words: str, at: Point, anchor: str) -> str:
        x, y = self._at(*at)
        style = (
            f"font-family:'{self._font}';font-size:{self._length(SIZE / PT_PER_MM)}px;"
            f"text-anchor:{anchor};fill:{_INK}"
        )
        tag = f"{self._prefix}text"
        return f'<{tag} x="{x}" y="{y}" style="{escape(style)}">{escape(words)}</{tag}>'

    @property
    def _unit(self) -> Mm:
        return scale_of(self._placed.matrix) or 1.0

    def _length(self, value: Mm) -> str:
        return user_number(value / self._unit, self._unit)

    def _at(self, x: Mm, y: Mm) -> tuple[str, str]:
        """Return a place on the face in units of the drawing."""
        back = inverse(self._placed.matrix)
        across, down = moved(back, (x, y)) if back is not None else (x, y)
        return user_number(across, self._unit), user_number(down, self._unit)
