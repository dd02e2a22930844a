"""Change one property, or the name, of an object of a drawing in its file; all other bytes stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from prancha.faces.svg_templates.drawing_objects import (
    ALLOWED,
    CONTENT,
    KINDS,
    marks_of,
    read_marks,
    with_marks,
)
from prancha.faces.svg_templates.object_edits import ObjectEditError, rewritten_length, user_number
from prancha.faces.svg_templates.placed_objects import GROUPS, Part, PlacedObject, PlacedObjects
from prancha.graphics.svg.css_colours import hexadecimal, parse_colour
from prancha.graphics.svg.matrix import first, scale_of
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.graphics.svg.tag_splice import Change, Tag, splice
from prancha.model.units import PT_PER_MM

LENGTHS = {"font-size": 1 / PT_PER_MM, "stroke-width": 1.0}
"""Properties that are lengths, with the number of mm in the unit of the page: type is in pt there."""
MOST_TESTS = 8
"""The most `if:` or `grow:` of an object."""
LONGEST = 400
"""The most characters of a name."""
_OF_TYPE = frozenset(
    "font-size font-weight font-style font-family text-anchor line-height letter-spacing fill".split()
)
"""Properties that a marked group has from its sample text."""
STYLES = _OF_TYPE | frozenset(("stroke", "stroke-width", "opacity"))
"""Properties that can be changed."""


class ObjectStyles:
    """Styles and names objects of a file, which `placed` has found in it."""

    def __init__(self, data: bytes, placed: PlacedObjects) -> None:
        self._data, self._placed = data, placed

    def style(self, number: int, name: str, value: str) -> bytes:
        """Return the file with one property of an object changed.  Raises ObjectEditError, LookupError.

        Sizes of type are in pt on the face, widths of strokes in mm on it, all else is as SVG has it.
        """
        found = self._placed.objects[number]
        if name not in STYLES:
            raise ObjectEditError(f"{name} is not changed here", "change it in the file")
        if not value.strip() or set(value) & set(";{}<>\n\r"):
            raise ObjectEditError(f'"{value[:40]}" is no value of {name}', "write one value")
        if name in LENGTHS and not re.fullmatch(r"\d{1,4}(\.\d{1,6})?", value.strip()):
            raise ObjectEditError(f'"{value[:40]}" is no {name}', "write a number above 0")
        parts = list(self._parts(found, name))
        for always_in_style in (False, True):
            changes = [
                self._change(part, name, value, always_in_style)
                for part in parts
                if part is parts[0] or self._says(part, name)
            ]
            after = splice(self._data, changes)
            if all(self._has(after, part, name, value) for part in parts[:1]):
                return after
        raise ObjectEditError(
            f"{name} is ruled from elsewhere, or cannot be {value[:40]}", "change it in the file"
        )

    def rename(self, number: int, name: str) -> bytes:
        """Return the file with another name of an object.  Raises ObjectEditError, LookupError."""
        known = self._placed.objects
        if number not in known:
            raise LookupError(number)
        if any(not sign.isprintable() for sign in name) or not name.strip() or len(name) > LONGEST:
            raise ObjectEditError(f"a name is one line of at most {LONGEST} characters", "write another")
        try:
            read_marks(name)
        except ValueError as error:
            raise ObjectEditError(str(error), "prancha help art lists the names and their options") from None
        tag = self._tag(number)
        after = splice(self._data, [tag.replace(name_attribute(tag, self._data), name)])
        read = self._read(after)
        if read is None or read.objects.keys() != known.keys() or read.objects[number].name != name:
            raise ObjectEditError("this name cannot be written here", "change it in the file")
        return after

    def mark(self, number: int, kind: str, wanted: Sequence[str]) -> bytes:
        """Return the file with other marks of a kind in the name of an object, such as `if:` with two tests.

        Raises ObjectEditError, LookupError.
        """
        found = self._placed.objects[number]
        name = with_marks(found.name, kind, wanted)
        most = MOST_TESTS if kind in ("if", "grow") else 1
        if kind not in KINDS or len(wanted) > most:
            raise ObjectEditError(f"{kind}: cannot be said so often", f"write it {most} times at most")
        if any(marks_of(f"{kind}:{one}", kind) != [one] for one in wanted):
            raise ObjectEditError("this is no field or test", "write the name of a field, or a test of one")
        return self.rename(number, name or found.tag)

    def set_option(self, number: int, option: str, value: str) -> bytes:
        """Return the file with an option in the name of an object, such as `align=center`; "" takes it off.

        Raises ObjectEditError, LookupError.
        """
        found = self._placed.objects[number]
        if found.kind not in CONTENT or option not in ALLOWED[found.kind]:
            raise ObjectEditError(f"{option}= is no option of this object", "prancha help art lists them")
        if re.search(r"\s", value):
            raise ObjectEditError(f'"{value[:40]}" has a space in it', "write one word, or a number")
        written = f"{option}={value}" if value else ""
        name, times = re.subn(rf"(?<=\s){re.escape(option)}=\S*", lambda _: written, found.name)
        if not times:
            name = f"{found.name} {written}"
        return self.rename(number, re.sub(r"  +", " ", name).strip())

    def _parts(self, found: PlacedObject, name: str) -> Iterator[Part]:
        """Yield the elements whose property counts for an object, first the one that must have it."""
        part = found.part
        if found.kind == "text" and found.tag in GROUPS and name in _OF_TYPE:
            texts = (each for each in self._placed.objects.values() if each.tag == "text")
            sample = next((each for each in texts if found.number in each.within), None)
            part = sample.part if sample is not None else part
        yield part
        if part.element.tag == "text" and name in _OF_TYPE:
            for each in part.element.iter("tspan"):
                if (inner := self._placed.part(each, part.matrix)) is not None:
                    yield inner

    def _tag(self, number: int) -> Tag:
        return Tag(self._data, self._placed.starts[number])

    def _says(self, part: Part, name: str) -> bool:
        """Return whether an element has a property of its own."""
        tag = self._tag(part.number)
        return name in tag or tag.declares(name)

    def _change(self, part: Part, name: str, value: str, always_in_style: bool) -> Change:
        """Return the change of a property: in its attribute if it has one, else in the style attribute."""
        tag = self._tag(part.number)
        written = value.strip()
        if name in LENGTHS:
            scale = scale_of(part.matrix) or 1.0
            user = float(value) * LENGTHS[name] / scale
            declared = tag.declared(name)
            old = declared if declared is not None else tag.value(name) or ""
            written = user_number(user, scale * 10)
            if re.search(r"[a-z%]", old):
                written = _in_unit(old, first(part.element.get(name, "")), user, scale)
        if name in tag and not tag.declares(name) and not always_in_style:
            return tag.replace(name, written)
        if name in LENGTHS and written[-1:].isdigit():
            written += "px"  # which a user unit is called in a style
        return tag.declare(name, written)

    def _has(self, data: bytes, part: Part, name: str, value: str) -> bool:
        """Return whether an element of a file has a property, and the file can be drawn."""
        read = self._read(data)
        if read is None or read.objects.keys() != self._placed.objects.keys():
            return False
        said = read.elements[part.number].get(name, "").strip()
        if name in LENGTHS:
            wanted = float(value) * LENGTHS[name] / (scale_of(part.matrix) or 1.0)
            return abs(first(said) - wanted) <= 0.002 * wanted
        return _plain(said) == _plain(value.strip())

    def _read(self, data: bytes) -> PlacedObjects | None:
        try:
            return self._placed.again(data)
        except DrawingFault:
            return None


def _in_unit(old: str, was: float, user: float, scale: float) -> str:
    """Return `user` units as a length in the unit of the `old` one, which was `was` of them."""
    try:
        return rewritten_length(old, was, user, scale * 10)
    except ValueError:  # a word such as `large`
        return user_number(user, scale * 10)


def _plain(value: str) -> str:
    """Return a value as it is compared: a colour as #rrggbb, words of a list without quotes."""
    try:
        return hexadecimal(parse_colour(value))
    except DrawingFault:
        return value.replace("'", "").replace('"', "")


def name_attribute(tag: Tag, data: bytes) -> str:
    """Return the attribute that holds the name of an object, or the one to add."""
    found = re.findall(rb"xmlns:([\w.-]+)\s*=\s*[\"']([^\"']*)[\"']", data)
    prefixes = {address.decode(): prefix.decode() for prefix, address in found}
    inkscape = prefixes.get("http://www.inkscape.org/namespaces/inkscape")
    serif = prefixes.get("http://www.serif.com/")
    label = f"{inkscape}:label" if inkscape else "data-name"
    known = (label, "data-name", f"{serif}:id" if serif else label)
    return next((name for name in known if name in tag), label)
