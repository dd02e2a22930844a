"""The markup of foreign SVG files: what is drawn, with its lines and the names it was given."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element
from xml.parsers import expat

from prancha.graphics.svg.errors import DrawingFault

MAX_BYTES = 8_000_000
MAX_DEPTH = 60
MAX_ELEMENTS = 100_000
SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
_NAMES = (
    "http://www.inkscape.org/namespaces/inkscape label", "data-name", "http://www.serif.com/ id", "id",
)  # fmt: skip
"""Where programs keep the name a person gave to an object; the first that is there counts."""
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*>", re.IGNORECASE)
_NOT_DRAWN = frozenset("metadata title desc".split())
_OF_XML = {f"http://www.w3.org/XML/1998/namespace {name}": f"xml:{name}" for name in ("space", "lang")}
_CODE = re.compile(r"_x([0-9A-Fa-f]{2,4})_")


class ExternalMarkupFault(DrawingFault):
    """What is wrong in a file from elsewhere, with its line, and the file where that is known."""

    def __init__(self, message: str, line: int, hint: str = "", file: str = "") -> None:
        super().__init__(message, hint)
        self.line, self.file = line, file


def parsed(data: bytes) -> tuple[Element, dict[Element, int], dict[Element, str]]:
    """The root of a file, and of each element its line and its name.  Raises ExternalMarkupFault."""
    if len(data) > MAX_BYTES:
        raise ExternalMarkupFault(
            f"the file has {len(data) // 1000} kB", 1, f"keep it below {MAX_BYTES // 1000} kB"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExternalMarkupFault(
            f"the file is not UTF-8 text (byte {error.start})", 1, "save it as UTF-8"
        ) from None
    text = _DOCTYPE.sub(lambda found: "\n" * found[0].count("\n"), text, count=1)
    at = re.search(r"<!(?:DOCTYPE|ENTITY)", text, re.IGNORECASE)
    if at:
        raise ExternalMarkupFault(
            "the file declares entities", text.count("\n", 0, at.start()) + 1,
            "in Illustrator, save without “Preserve Illustrator Editing Capabilities”",
        )  # fmt: skip
    return _Builder().build(text)


class _Builder:
    """Makes elements of the SVG namespace, and drops all others with what is in them."""

    def __init__(self) -> None:
        self.lines: dict[Element, int] = {}
        self.names: dict[Element, str] = {}
        self._open: list[Element] = []
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
            or space not in (SVG, "")
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
