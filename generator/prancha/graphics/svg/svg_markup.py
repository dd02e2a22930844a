"""Parse the SVG of faces and of foreign files safely; errors for what cannot be read.

Entities and document types are refused, namespaces are stripped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.parsers import expat

from prancha.model.diagnostic import UserError


class DrawingFault(UserError):
    """The SVG is wrong or asks for what no renderer here draws truly.

    `like` is equal for what is one mistake on many faces; `bare` is the message without places in
    the document.  Where it went wrong is told by `at`, a character of the document, or `element`, and
    by `words` that stand in it.  `value` is what was written and cannot be read, such as a colour.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        like: str = "",
        bare: str = "",
        at: int | None = None,
        words: str = "",
        value: str = "",
        element: Element | None = None,
    ) -> None:
        super().__init__(message, hint)
        self.words, self.value = words, value
        self.like, self.bare, self.at = like or message, bare or message, at
        self.element = element

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message

    def __iter__(self) -> Iterator[DrawingFault]:
        return iter((self,))


class TooMuch(DrawingFault):
    """The drawing is nested too deep or too large; reading it another way would not help."""


_SAID = ("like", "bare", "at", "words", "value", "element")


class DrawingFaults(DrawingFault):
    """All faults of a drawing, in the order of its elements; as a message it is the first."""

    def __init__(self, faults: Iterable[DrawingFault]) -> None:
        self.all = tuple(faults)
        first = self.all[0]
        super().__init__(first.message, first.hint)
        self.__dict__.update({name: getattr(first, name) for name in _SAID})

    def __iter__(self) -> Iterator[DrawingFault]:
        return iter(self.all)


SVG = "{http://www.w3.org/2000/svg}"
MAX_BYTES = 2_000_000
MAX_FILE_BYTES = 8_000_000
MOST_TRANSLATED = 3 * MAX_FILE_BYTES
"""Characters of a translated file, which is longer: each element states its line and its style."""
_LINE_END = re.compile(r"\r\n|\r|\n")  # what XML takes for one (2.11)
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def parse(text: str, most: int = MAX_BYTES) -> Element:
    """Parse an SVG document of at most `most` characters; tags of the SVG namespace lose their prefix.

    Raises DrawingFault, with line and column for broken XML.
    """
    if len(text) > most:
        raise DrawingFault(f"the drawing has {len(text) // 1000} kB", f"keep a face below {most // 1000} kB")
    if _DECLARATION.search(text):
        raise DrawingFault("a drawing must not declare a document type or entities", "remove <!DOCTYPE ...>")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        line, column = problem.position
        at, tag, start, begins = _broken_at(text)
        before = _LINE_END.split(text[:at])[-1]
        shown = before[-30:] + _LINE_END.split(text[at : at + 20])[0]
        what = problem.msg.split(":")[0]
        message = f'the SVG is broken at its line {line}, column {column + 1}: {what} near "{shown}"'
        bare = f'the SVG is broken: {what} near "{shown}"'
        if tag and what == "mismatched tag":  # else something was closed that is not open
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


def start_of(text: str, number: int, words: str = "") -> int:
    """The character at which element `number` of a document begins, the root being 0.

    With `words` the character where these begin directly in it, between its children, if they are there.
    """
    data, around, starts = text.encode(), list[int](), list[int]()
    runs: list[tuple[int, list[str]]] = []
    reader = expat.ParserCreate()

    def begin(*_: object) -> None:
        around.append(len(starts))
        starts.append(reader.CurrentByteIndex)
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
    at = next(found, starts[number]) if words else starts[number]
    return len(data[:at].decode())


def _broken_at(text: str) -> tuple[int, str, str, int]:
    """The character at which a document can be read no further, and what is open there within the root.

    Of the innermost element that is open the name, the start tag, and the character where it begins.
    """
    data = text.encode()
    around: list[tuple[str, int]] = []
    reader = expat.ParserCreate()
    reader.StartElementHandler = lambda name, _: around.append((name, reader.CurrentByteIndex))
    reader.EndElementHandler = lambda _: around.pop()
    with suppress(expat.ExpatError):
        reader.Parse(data, True)
    broken = len(data[: reader.ErrorByteIndex].decode(errors="ignore"))
    if len(around) < 2:
        return broken, "", "", 0
    tag, at = around[-1]
    start = " ".join(data[at : data.find(b">", at) + 1].decode().split())
    return broken, tag, start if len(start) <= 48 else f"{start[:47]}…", len(data[:at].decode())


@lru_cache(maxsize=1024)
def parse_symbol(text: str) -> Element:
    """Parse one `<symbol>`; parsed once however often it is used."""
    return parse(text, MOST_TRANSLATED)


INK, GREY = "data-ink", "grey"
"""The attribute of a picture that is printed in greys, and its value."""


def href(attributes: Mapping[str, str]) -> str:
    """The reference of a `<use>` or `<image>`."""
    return attributes.get("href") or attributes.get("{http://www.w3.org/1999/xlink}href", "")


MAX_DEPTH = 60
MAX_ELEMENTS = 100_000
SVG_NAMESPACE = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
_NAMES = (
    "http://www.inkscape.org/namespaces/inkscape label",
    "data-name",
    "http://www.serif.com/ id",
    "id",
)
"""Where programs keep the name a person gave to an object; the first that is there counts."""
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*>", re.IGNORECASE)
_NOT_DRAWN = frozenset("metadata title desc".split())
_OF_XML = {f"http://www.w3.org/XML/1998/namespace {name}": f"xml:{name}" for name in ("space", "lang")}
_CODE = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
_BOM = b"\xef\xbb\xbf"


class ExternalMarkupFault(DrawingFault):
    """A fault in a foreign file, with its line, and the file where known."""

    def __init__(self, message: str, line: int, hint: str = "", file: str = "") -> None:
        super().__init__(message, hint)
        self.line, self.file = line, file


def parse_file(data: bytes) -> tuple[Element, dict[Element, int], dict[Element, str]]:
    """The root of a file, and of each element its line and its name.  Raises ExternalMarkupFault."""
    return _Builder().build(_file_text(data))


def tag_places(data: bytes) -> list[tuple[int, int]]:
    """Return where the start and the end tag of each element of `parse_file` begin, in their order, in bytes.

    An element without an end tag, `<rect/>`, has the byte after its tag there.  Raises ExternalMarkupFault.
    """
    built = _Builder()
    built.build(_file_text(data))
    mark = len(data) - len(data.removeprefix(_BOM))
    return [(mark + start, mark + end) for start, end in zip(built.starts, built.ends, strict=True)]


def _file_text(data: bytes) -> str:
    """The text of a file, without its document type, whose place spaces take.  Raises ExternalMarkupFault."""
    if len(data) > MAX_FILE_BYTES:
        raise ExternalMarkupFault(
            f"the file has {len(data) // 1000} kB", 1, f"keep it below {MAX_FILE_BYTES // 1000} kB"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExternalMarkupFault(
            f"the file is not UTF-8 text (byte {error.start})", 1, "save it as UTF-8"
        ) from None
    text = _DOCTYPE.sub(lambda found: _blank(found[0]), text, count=1)
    at = re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE)
    if at:
        raise ExternalMarkupFault(
            "the file declares entities",
            text.count("\n", 0, at.start()) + 1,
            "in Illustrator, save without “Preserve Illustrator Editing Capabilities”",
        )
    return text


def _blank(text: str) -> str:
    """White space of as many bytes and lines as `text` has."""
    return "\n".join(" " * len(line.encode()) for line in text.split("\n"))


class _Builder:
    """Makes elements of the SVG namespace, and drops all others with what is in them."""

    def __init__(self) -> None:
        self.lines: dict[Element, int] = {}
        self.names: dict[Element, str] = {}
        self.starts: list[int] = []
        """The byte at which the tag of each element begins."""
        self.ends: list[int] = []
        """The byte at which the end tag of each element begins; after its only tag, if it has one alone."""
        self._open: list[Element] = []
        self._numbers: list[int] = []
        self._skipped = 0
        self._root: Element | None = None
        self._expat = expat.ParserCreate(namespace_separator=" ")

    def build(self, text: str) -> tuple[Element, dict[Element, int], dict[Element, str]]:
        reader = self._expat
        reader.StartElementHandler, reader.EndElementHandler = self._start, self._end
        reader.CharacterDataHandler = self._text
        try:
            reader.Parse(text, True)
        except expat.ExpatError as error:
            message = f"the file is no well-formed XML: {expat.ErrorString(error.code)}"
            hint = "does a { { expression hold < or &? Write &lt; and &amp;" if "{{" in text else ""
            raise ExternalMarkupFault(message, error.lineno, hint.replace("{ {", "{{")) from None
        if self._root is None:
            raise ExternalMarkupFault("the file holds no <svg>", 1, "save it as plain SVG")
        return self._root, self.lines, self.names

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        line = self._expat.CurrentLineNumber
        if (
            self._skipped
            or space not in (SVG_NAMESPACE, "")
            or name in _NOT_DRAWN
            or "requiredExtensions" in attributes
        ):
            self._skipped += 1
            return
        if self._root is None and name != "svg":
            raise ExternalMarkupFault(
                f"the file begins with <{name}>, not <svg>", line, "save it as plain SVG"
            )
        if len(self._open) >= MAX_DEPTH or len(self.lines) >= MAX_ELEMENTS:
            raise ExternalMarkupFault("the drawing is nested too deep, or too large", line, "simplify it")
        drawn = {_bare(key): value for key, value in attributes.items() if _drawn(key)}
        element = Element(name, {**drawn, **({"href": attributes["href"]} if "href" in attributes else {})})
        self.lines[element] = line
        self._numbers.append(len(self.starts))
        self.starts.append(self._expat.CurrentByteIndex)
        self.ends.append(0)
        for key in _NAMES:
            if key in attributes:
                self.names[element] = _CODE.sub(lambda code: chr(int(code[1], 16)), attributes[key])
                break
        if self._open:
            self._open[-1].append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._open.pop()
            self.ends[self._numbers.pop()] = self._expat.CurrentByteIndex

    def _text(self, text: str) -> None:
        if self._skipped or not self._open:
            return
        element = self._open[-1]
        if len(element):
            element[-1].tail = (element[-1].tail or "") + text
        else:
            element.text = (element.text or "") + text


def _drawn(key: str) -> bool:
    return " " not in key or key == f"{XLINK} href" or key in _OF_XML


def _bare(key: str) -> str:
    return _OF_XML.get(key) or key.rpartition(" ")[2]
