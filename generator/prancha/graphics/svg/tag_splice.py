"""Change attributes and style declarations in tags of an SVG file; all other bytes stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

_NAME = re.compile(rb"<[^\s/>]+")
_ATTRIBUTE = re.compile(rb"\s+([^\s=/>]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+));")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_OPAQUE = re.compile(rb"&[^;]*;|/\*.*?\*/|\"[^\"]*\"|'[^']*'", re.DOTALL)
"""Parts of a style attribute in which a semicolon or colon separates nothing."""


class Change(Struct, frozen=True):
    """Bytes from `start` to `end` of a file that become `text`."""

    start: int
    end: int
    text: bytes


def splice(data: bytes, changes: Iterable[Change]) -> bytes:
    """Return a file with some changes, none of which overlap; those at one place stand in the order given."""
    parts, at = [], 0
    for change in sorted(changes, key=lambda one: (one.start, one.end)):
        parts += [data[at : change.start], change.text]
        at = change.end
    return b"".join((*parts, data[at:]))


class Tag:
    """The start tag of an element, at byte `start` of a well-formed file; names keep their prefixes."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data = data
        named = _NAME.match(data, start)
        if named is None:
            raise ValueError(f"no tag begins at byte {start}")
        self._spans: dict[str, tuple[int, int]] = {}
        self._start = start
        self._named = self._end = named.end()
        while found := _ATTRIBUTE.match(data, self._end):
            self._spans[found[1].decode()] = (found.start(2) + 1, found.end(2) - 1)
            self._end = found.end()

    @property
    def prefix(self) -> str:
        """The prefix of the name of the element, such as `svg:`; mostly ""."""
        name = self._data[self._start + 1 : self._named].decode()
        return name[: name.find(":") + 1]

    @property
    def end(self) -> int:
        """The byte after the tag."""
        return self._data.index(b">", self._end) + 1

    @property
    def is_whole(self) -> bool:
        """Return whether the element has this one tag alone, `<rect/>`."""
        return self._data[self.end - 2 : self.end] == b"/>"

    def __contains__(self, name: str) -> bool:
        return name in self._spans

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes, in their order."""
        return tuple(self._spans)

    def raw(self, name: str) -> str:
        """The value of an attribute as it is written."""
        start, end = self._spans[name]
        return self._data[start:end].decode()

    def value(self, name: str) -> str | None:
        """The value of an attribute; None where there is none."""
        return _unescaped(self.raw(name)) if name in self._spans else None

    def replace(self, name: str, value: str) -> Change:
        """Replace the value of an attribute, or add the attribute as the last one of the tag."""
        if name not in self._spans:
            written = f' {name}="{_escaped(value, chr(34))}"'
            return Change(self._end, self._end, written.encode())
        start, end = self._spans[name]
        quote = chr(self._data[start - 1])
        return Change(start, end, _escaped(value, quote).encode())

    def replace_part(self, name: str, start: int, end: int, text: str) -> Change:
        """Replace the characters from `start` to `end` of a value that `raw` returns, without references."""
        raw, first = self.raw(name), self._spans[name][0]
        begin = first + len(raw[:start].encode())
        return Change(begin, begin + len(raw[start:end].encode()), text.encode())

    def declares(self, name: str) -> bool:
        """Return whether the style attribute declares a property."""
        return self._declaration(name) is not None

    def declared(self, name: str) -> str | None:
        """The value of a property in the style attribute; None where it does not declare it."""
        found = self._declaration(name)
        return None if found is None else _unescaped(self._data[found[0] : found[1]].decode())

    def declare(self, name: str, value: str) -> Change:
        """Replace the value of a property in the style attribute, or add the property as its last one."""
        found = self._declaration(name)
        if "style" not in self._spans:
            return self.replace("style", f"{name}:{value}")
        first, last = self._spans["style"]
        written = _escaped(value, chr(self._data[first - 1])).encode()
        if found is not None:
            return Change(*found, written)
        text = self._data[first:last].rstrip()
        separator = b"" if not text or text.endswith(b";") else b";"
        end = first + len(text)
        return Change(end, end, separator + name.encode() + b":" + written)

    def _declaration(self, name: str) -> tuple[int, int] | None:
        """Where the value of a property stands; of several declarations the last, which counts."""
        if "style" not in self._spans:
            return None
        first, last = self._spans["style"]
        plain = _OPAQUE.sub(lambda part: b"_" * len(part[0]), self._data[first:last])
        pattern = rb"(?:\A|;)\s*" + re.escape(name.encode()) + rb"\s*:\s*([^;]*?)\s*(?=;|\Z)"
        found = [*re.finditer(pattern, plain)]
        return (first + found[-1].start(1), first + found[-1].end(1)) if found else None


def _unescaped(text: str) -> str:
    """The value that XML reads in an attribute: white space as spaces, references as what they stand for."""
    plain = re.sub(r"\r\n|[\t\n\r]", " ", text)
    return _REFERENCE.sub(
        lambda found: (
            chr(int(found[1], 16))
            if found[1]
            else chr(int(found[2]))
            if found[2]
            else _ENTITIES.get(found[3], found[0])
        ),
        plain,
    )


def _escaped(text: str, quote: str) -> str:
    """A value as it is written within `quote`."""
    written = text.replace("&", "&amp;").replace("<", "&lt;")
    written = written.replace(quote, "&quot;" if quote == '"' else "&apos;")
    return re.sub(r"[\t\n\r]", lambda found: f"&#{ord(found[0])};", written)
