"""SVG text to elements, safely: no entities, no document types, namespaces stripped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.parsers import expat

from prancha.graphics.svg.errors import DrawingFault

SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 2_000_000
_LINE_END = re.compile(r"\r\n|\r|\n")  # what XML takes for one (2.11)
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def parse(text: str) -> Element:
    """Parse an SVG document; tags of the SVG namespace lose their prefix.

    Raises DrawingFault with line and column for broken XML, for document types and
    entities, and for documents over 2 MB.
    """
    if len(text) > MAX_BYTES:
        raise DrawingFault(
            f"the drawing has {len(text) // 1000} kB", f"keep a face below {MAX_BYTES // 1000} kB"
        )
    if _DECLARATION.search(text):
        raise DrawingFault("a drawing must not declare a document type or entities", "remove <!DOCTYPE ...>")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        line, column = problem.position
        at = _broken_at(text)
        before = _LINE_END.split(text[:at])[-1]
        shown = before[-30:] + _LINE_END.split(text[at : at + 20])[0]
        what = problem.msg.split(":")[0]
        message = f'the SVG is broken at its line {line}, column {column + 1}: {what} near "{shown}"'
        bare = f'the SVG is broken: {what} near "{shown}"'
        tag, start, begins = _left_open(text) if what == "mismatched tag" else ("", "", 0)
        if tag:
            hint = f"nothing closes {start}: write </{tag}> where it ends, or /> at its end"
            raise DrawingFault(message, hint, f"<{tag}> left open", bare, begins) from None
        bare_value = re.search(r"([\w:-]+)\s*=\s*\Z", before)
        hint = "is a tag left open, or a & or < not written as &amp; or &lt;?"
        if what == "duplicate attribute":
            hint = "an element has an attribute once: delete one of the two"
        if bare_value:
            hint = f'put the value of an attribute in quotes: {bare_value[1]}="..."'
        raise DrawingFault(message, hint, what, bare, at) from None
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag.startswith(SVG):
            element.tag = element.tag[len(SVG) :]
    return root


def _broken_at(text: str) -> int:
    """The character at which a document can be read no further."""
    data = text.encode()
    reader = expat.ParserCreate()
    with suppress(expat.ExpatError):
        reader.Parse(data, True)
    return len(data[: reader.ErrorByteIndex].decode(errors="ignore"))


def start_of(text: str, number: int) -> int:
    """The character at which element `number` of a document begins, the root being 0."""
    data, starts = text.encode(), list[int]()
    reader = expat.ParserCreate()
    reader.StartElementHandler = lambda *_: starts.append(reader.CurrentByteIndex)
    reader.Parse(data, True)
    return len(data[: starts[number]].decode())


def start_of_words(text: str, number: int, words: str) -> int:
    """The character at which `words` begin that stand directly in element `number`, between its children.

    That element's first character where they are not found.
    """
    data, around, count = text.encode(), list[int](), 0
    runs: list[tuple[int, list[str]]] = []
    reader = expat.ParserCreate()

    def begin(*_: object) -> None:
        nonlocal count
        around.append(count)
        count += 1
        runs.append((0, []))

    def end(_: str) -> None:
        around.pop()
        runs.append((0, []))

    def read(part: str) -> None:
        if around[-1:] == [number] and (runs[-1][1] or part.strip()):
            if not runs[-1][1]:
                indent = len(part) - len(part.lstrip())
                runs[-1] = (reader.CurrentByteIndex + len(part[:indent].encode()), [])
            runs[-1][1].append(part)

    reader.StartElementHandler, reader.EndElementHandler, reader.CharacterDataHandler = begin, end, read
    reader.Parse(data, True)
    found = (at for at, parts in runs if parts and words.startswith(" ".join("".join(parts).split())))
    at = next(found, None)
    return start_of(text, number) if at is None else len(data[:at].decode())


def _left_open(text: str) -> tuple[str, str, int]:
    """The innermost element that is open where another one ends: its name, how and where it begins."""
    data = text.encode()
    around: list[tuple[str, int]] = []
    reader = expat.ParserCreate()
    reader.StartElementHandler = lambda name, _: around.append((name, reader.CurrentByteIndex))
    reader.EndElementHandler = lambda _: around.pop()
    with suppress(expat.ExpatError):
        reader.Parse(data, True)
    if len(around) < 2:  # the drawing itself, so something was closed that is not open
        return "", "", 0
    tag, at = around[-1]
    start = " ".join(data[at : data.index(b">", at) + 1].decode().split())
    return tag, start if len(start) <= 48 else f"{start[:47]}…", len(data[:at].decode())


@lru_cache(maxsize=1024)
def parse_symbol(text: str) -> Element:
    """Parse one `<symbol>`; parsed once however often it is used."""
    return parse(text)


INK, GREY = "data-ink", "grey"
"""The attribute of a picture that is printed in greys, and its value."""


def href(attributes: Mapping[str, str]) -> str:
    """What a use or an image refers to."""
    return attributes.get("href") or attributes.get("{http://www.w3.org/1999/xlink}href", "")
