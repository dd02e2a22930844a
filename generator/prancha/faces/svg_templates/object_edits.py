"""Move, enlarge or turn one object of a drawing by changing its own numbers in the file.

Values are written in the units and coordinates that the file has there.  Every change is read again: it is
refused where the object did not come to lie where it was meant to, or where others moved with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from prancha.faces.svg_templates.placed_objects import (
    GROUPS,
    PLACES,
    SIZES,
    Measure,
    Part,
    PlacedObject,
    PlacedObjects,
)
from prancha.faces.svg_templates.placing import Frame, TargetPiece
from prancha.graphics.svg.attribute_values import length
from prancha.graphics.svg.matrix import NUMBER, Matrix, about, first, inverse, moved, multiply, scale_of
from prancha.graphics.svg.normal import FILE_UNITS
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.graphics.svg.tag_splice import Change, Tag, splice
from prancha.model.box import Box, Point
from prancha.model.diagnostic import UserError
from prancha.model.units import Mm

STEP: Mm = 0.001
"""Positions are written to this precision."""
_NEAR: Mm = 0.02
"""The error that is accepted in the position of a changed object, from rounding."""
_SAME: Mm = 1e-6
LEAST: Mm = 0.05
"""The least width and height of an object that was resized."""
MOST: Mm = 5_000.0
_PURE = re.compile(rf"\s*translate\s*\(\s*({NUMBER})(?:[\s,]+({NUMBER}))?\s*\)")
_MATRIX = re.compile(rf"\s*matrix\s*\(\s*(?:{NUMBER}[\s,]+){{4}}({NUMBER})[\s,]+({NUMBER})\s*\)")
_TURN = re.compile(rf"\s*rotate\s*\(\s*({NUMBER})\s*[\s,]\s*({NUMBER})[\s,]+({NUMBER})\s*\)\s*\Z")
_NUMBERS = re.compile(NUMBER)


_Meant = tuple[PlacedObject, Frame, float]
"""An object, and the frame and turn that it is to have."""


class ObjectEditError(UserError):
    """A change of an object that cannot be written, or not without changing others."""


class ObjectMoves:
    """Moves objects of one file, as it is read for components of one size."""

    def __init__(self, data: bytes, piece: TargetPiece, fonts: Collection[str], measure: Measure) -> None:
        """Read the file.  Raises DrawingFault."""
        self._data, self.fonts = data, fonts
        self.placed = PlacedObjects(data, piece, fonts, measure)
        self.again: Callable[[bytes], ObjectMoves] = partial(
            ObjectMoves, piece=piece, fonts=fonts, measure=measure
        )

    def move(self, shifts: Mapping[int, Point]) -> bytes:
        """Return the file with objects moved by so many mm across and down on the face.

        What lies in a group that is moved goes with it.  Raises ObjectEditError, LookupError.
        """
        changes: list[Change] = []
        meant: list[_Meant] = []
        for number, (dx, dy) in shifts.items():
            found, (x, y, width, height), _ = self._movable(number)
            if not shifts.keys() & set(found.within):
                changes += self._moved(found, dx, dy)
                meant.append((found, (x + dx, y + dy, width, height), found.turn))
        return self._checked(changes, *meant)

    def resize(self, number: int, frame: Frame) -> bytes:
        """Return the file with an object in another frame: x, y, width and height in mm as if upright.

        A circle stays one, of the side that changed more.  Raises ObjectEditError, LookupError.
        """
        found, known, box = self._movable(number)
        if not found.sizable:
            raise ObjectEditError(
                f"a <{found.tag}> has no size of its own", "change the size of its type, or its shape"
            )
        x, y, width, height = frame
        if found.sized.element.tag == "circle":
            _, _, wide, high = known
            side = width if abs(width - wide) >= abs(height - high) else height
            width = height = side
        # A line that stands upright has no width, and gets none.
        width, height = (
            new if old > LEAST / 10 else old for new, old in zip((width, height), known[2:], strict=True)
        )
        for new, old in zip((width, height), known[2:], strict=True):
            if not (LEAST <= new <= MOST or new == old):
                raise ObjectEditError(f"{new:g} mm is no size", f"write {LEAST:g} to {MOST:g} mm")
        changes = [*self._sized(found.sized, box, known, (x, y, width, height))]
        return self._checked(changes, (found, (x, y, width, height), found.turn))

    def turn(self, number: int, degrees: float) -> bytes:
        """Return the file with an object turned by so many degrees about the middle of its frame, clockwise.

        Raises ObjectEditError, LookupError.
        """
        found, known, _ = self._movable(number)
        if "grow:" in found.name:
            raise ObjectEditError("grow: is for boxes that are not turned", "take grow: off its name first")
        x, y, width, height = known
        middle = (x + width / 2, y + height / 2)
        angle = math.radians(degrees)
        cos, sin = math.cos(angle), math.sin(angle)
        spin = about((cos, sin, -sin, cos, 0.0, 0.0), *middle)
        part = found.part
        back = _inverse(part.above)
        own = multiply(multiply(back, multiply(spin, part.above)), part.own)
        changes = [self._turned(part, degrees, moved(_inverse(part.matrix), middle), own)]
        turned = (found.turn + degrees + 180) % 360 - 180
        return self._checked(changes, (found, known, turned))

    def _movable(self, number: int) -> tuple[PlacedObject, Frame, Box]:
        """Return an object, its frame and its box.  Raises ObjectEditError, LookupError."""
        found = self.placed.objects[number]
        if found.fixed or found.frame is None or found.box is None:
            raise ObjectEditError(f"this cannot be moved: {found.fixed}", "change it in the file")
        return found, found.frame, found.box

    def _moved(self, found: PlacedObject, dx: Mm, dy: Mm) -> Iterator[Change]:
        """Yield the changes that move an object on the face."""
        part = found.part
        if part.by_transform:
            a, b, c, d, _, _ = _inverse(part.above)
            yield self._shifted(part, a * dx + c * dy, b * dx + d * dy)
            return
        for each in (part, *found.parts):
            a, b, c, d, _, _ = _inverse(each.matrix)
            across, down = a * dx + c * dy, b * dx + d * dy
            for names, shift in zip(PLACES[part.element.tag], (across, down), strict=True):
                for name in names:
                    if abs(shift) * scale_of(each.matrix) < STEP / 2:
                        continue
                    if name not in each.element.attrib and each is not part:
                        continue
                    if name not in each.element.attrib and any(
                        name in one.element.attrib for one in found.parts
                    ):
                        continue
                    yield from self._added(each, name, shift)

    def _added(self, part: Part, name: str, shift: float) -> Iterator[Change]:
        """Yield the changes that add so many user units to every number of an attribute."""
        tag = self._tag(part, name)
        values = [float(word) for word in part.element.get(name, "0").replace(",", " ").split()]
        if name not in tag:
            yield tag.replace(name, user_number(shift, scale_of(part.matrix)))
            return
        # If words and values differ in number, the object ends up elsewhere, and `_checked` refuses it.
        for word, value in zip(re.finditer(r"[^\s,]+", tag.raw(name)), values, strict=False):
            text = rewritten_length(word[0], value, value + shift, scale_of(part.matrix))
            yield tag.replace_part(name, word.start(), word.end(), text)

    def _sized(self, part: Part, box: Box, known: Frame, frame: Frame) -> Iterator[Change]:
        """Yield the changes that move an element from its `known` frame to another one."""
        wide, high = box[2] - box[0], box[3] - box[1]
        factors = [new / old if old else 1.0 for new, old in zip(frame[2:], known[2:], strict=True)]
        middle = moved(_inverse(part.matrix), (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2))
        tag = part.element.tag
        left, top = middle[0] - wide * factors[0] / 2, middle[1] - high * factors[1] / 2
        if tag in SIZES and not part.by_transform:
            yield from self._set_box(part, (left, top, wide * factors[0], high * factors[1]), box)
        elif tag == "line" and not part.by_transform:
            for names, factor, old, new in zip(PLACES["line"], factors, box, (left, top), strict=False):
                for name in names:
                    value = first(part.element.get(name, ""))
                    yield from self._set(part, name, (value - old) * factor + new)
        else:
            grown: Matrix = (
                factors[0],
                0.0,
                0.0,
                factors[1],
                left - box[0] * factors[0],
                top - box[1] * factors[1],
            )
            yield self._transformed(part, multiply(part.own, grown))

    def _set_box(self, part: Part, new: Frame, old: Box) -> Iterator[Change]:
        """Yield the changes that give a shape with sides or radii a `new` frame; its box was `old`."""
        tag = part.element.tag
        half = 0.5 if tag in ("circle", "ellipse") else 0.0
        for k in (0, 1):
            (place,) = PLACES[tag][k]
            yield from self._set(part, place, new[k] + half * new[k + 2])
        seen = set()
        for k in (0, 1):
            name = SIZES[tag][k]
            before = old[k + 2] - old[k]
            if name not in seen and abs(new[k + 2] - before) > 1e-9:
                yield from self._set(part, name, new[k + 2] * (half or 1.0))
            seen.add(name)

    def _set(self, part: Part, name: str, value: float) -> Iterator[Change]:
        """Yield the change of an attribute to a value in user units, if it differs."""
        scale, old = scale_of(part.matrix), first(part.element.get(name, ""))
        if abs(value - old) * scale < STEP / 2:
            return
        tag = self._tag(part, name)
        if name not in tag:
            yield tag.replace(name, user_number(value, scale))
            return
        raw = tag.raw(name)
        start = len(raw) - len(raw.lstrip())
        word = raw.strip()
        yield tag.replace_part(name, start, start + len(word), rewritten_length(word, old, value, scale))

    def _tag(self, part: Part, name: str) -> Tag:
        """Return the tag of an element.  Raises ObjectEditError if a style overrides its attribute `name`."""
        tag = Tag(self._data, self.placed.starts[part.number])
        settled, written = part.settled.attrib.get(name), tag.value(name)
        if tag.declares(name) or (settled or "").strip() != (written or "").strip():
            raise ObjectEditError(
                f"its {name} is ruled by a style", f"write {name} as an attribute of the <{part.element.tag}>"
            )
        return tag

    def _shifted(self, part: Part, dx: float, dy: float) -> Change:
        """Return the change that moves a transform, in user units of its parent."""
        tag, above = self._tag(part, "transform"), scale_of(part.above)
        raw = tag.raw("transform") if "transform" in tag else ""
        for pattern in (_PURE, _MATRIX):
            found = pattern.match(raw)
            if found is None:
                continue
            x, y = float(found[1]) + dx, float(found[2] or 0) + dy
            down = user_number(y, above)
            if found[2] is None:
                start, end = found.span(1)
                return tag.replace_part("transform", start, end, f"{user_number(x, above)} {down}")
            start, end = found.start(1), found.end(2)
            between = raw[found.end(1) : found.start(2)]
            return tag.replace_part("transform", start, end, f"{user_number(x, above)}{between}{down}")
        shift = f"translate({user_number(dx, above)} {user_number(dy, above)})"
        rest = raw.strip()
        return tag.replace("transform", shift if rest in ("", "none") else f"{shift} {rest}")

    def _turned(self, part: Part, degrees: float, middle: Point, own: Matrix) -> Change:
        """Return the change of a transform to `own`, which turns it by so many degrees about its middle."""
        tag = self._tag(part, "transform")
        raw = tag.raw("transform").strip() if "transform" in tag else ""
        found = _TURN.match(raw)
        scale = scale_of(part.matrix)
        pivot = (float(found[2]), float(found[3])) if found is not None else middle
        is_middle = math.hypot(pivot[0] - middle[0], pivot[1] - middle[1]) * scale < STEP
        if raw in ("", "none") or (found is not None and is_middle):
            turned = (float(found[1]) if found is not None else 0.0) + degrees
            turned = (turned + 180) % 360 - 180
            x, y = (user_number(value, scale * 10) for value in pivot)
            return tag.replace("transform", f"rotate({short_number(turned, 6)} {x} {y})")
        return self._transformed(part, own)

    def _transformed(self, part: Part, own: Matrix) -> Change:
        """Return the change of a whole transform."""
        tag, scale = self._tag(part, "transform"), scale_of(part.above)
        a, b, c, d, e, f = own
        place = f"{user_number(e, scale * 10)} {user_number(f, scale * 10)}"
        if max(abs(a - 1), abs(b), abs(c), abs(d - 1)) < 1e-9:
            return tag.replace("transform", f"translate({place})")
        turned = " ".join(short_number(value, 8) for value in (a, b, c, d))
        return tag.replace("transform", f"matrix({turned} {place})")

    def _read(self, data: bytes) -> PlacedObjects:
        try:
            return self.placed.again(data)
        except DrawingFault as fault:
            raise ObjectEditError(
                f"the file could not be read then: {fault.message}", "change it in the file"
            ) from None

    def _checked(self, changes: Collection[Change], *meant: _Meant) -> bytes:
        """Return the changed file, if the objects `meant` then lie where they should, and no other moved.

        Raises ObjectEditError.
        """
        after = splice(self._data, changes)
        read = self._read(after)
        if read.objects.keys() != self.placed.objects.keys():
            raise _not_alone()
        for each, frame, turn in meant:
            found = read.objects[each.number]
            if found.frame is None or abs((found.turn - turn + 180) % 360 - 180) > 0.05:
                raise _not_alone()
            if max(abs(one - other) for one, other in zip(found.frame, frame, strict=True)) > _NEAR:
                raise _not_alone()
        own = {each.number for each, _, _ in meant}
        kin = own.union(*(each.within for each, _, _ in meant))
        for other, before in self.placed.objects.items():
            now = read.objects[other]
            related = other in kin or own & set(before.within) or before.tag in ("use", *GROUPS)
            if related or before.frame is None or now.frame is None:
                continue
            if max(abs(one - two) for one, two in zip(before.frame, now.frame, strict=True)) > _SAME:
                raise _not_alone()
        return after


def _not_alone() -> ObjectEditError:
    return ObjectEditError("this cannot be changed without changing more", "change it in the file")


def _inverse(matrix: Matrix) -> Matrix:
    back = inverse(matrix)
    if back is None:
        raise ObjectEditError("a transform flattens it", "change it in the file")
    return back


def short_number(value: float, digits: int) -> str:
    """Return a number with at most so many digits after the point."""
    text = f"{round(value, digits) + 0.0:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def user_number(value: float, scale: float) -> str:
    """Return a number of user units, each `scale` mm on the face, to the precision of `STEP`."""
    digits = min(9, max(0, math.ceil(math.log10(scale / STEP))))
    return short_number(value, digits)


def rewritten_length(word: str, old: float, new: float, scale: float) -> str:
    """Return the length `word`, which is `old` user units, changed to `new` of them, in its own unit."""
    value, unit = length(word)
    found = _NUMBERS.match(word.strip())
    factor = FILE_UNITS.get(unit) or (old / value if value and old else 0.0)
    if not unit or not factor or found is None:  # 0 of a unit whose size is not known becomes a plain number
        return user_number(new, scale)
    return user_number(new / factor, scale * factor) + word.strip()[found.end() :]
