"""Clean content streams of a PDF: operators that draw are kept, those that only describe are left out.

Operators that viewers carry out in different ways are refused.
"""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.face import NAMING_OPERATORS, NO_RESOURCES

MAX_OPERATORS = 300_000
"""The most operators of one content stream."""
MAX_STREAM = 64_000_000
"""The most bytes of a stream, unpacked."""
_PACKERS = ("/FlateDecode", "/LZWDecode", "/RunLengthDecode")
TOLD = frozenset("BMC BDC EMC MP DP BX EX ri i".split())
"""Operators that paint nothing and change nothing that is seen on paper."""
DRAWING = frozenset(
    "q Q cm w J j M d gs m l c v y h re S s f F f* B B* b b* n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* "
    "Tj TJ ' \" CS cs SC SCN sc scn G g RG rg K k sh Do".split()
)
SHOWING = frozenset("Tj TJ ' \"".split())
_COLOURED = frozenset("CS cs SC SCN sc scn G g RG rg K k sh".split())
"""Operators without effect within a pattern that takes its colour from outside."""


class Cleaned(Struct, frozen=True):
    """Operators that draw, their number, names of resources by kind, and how often each XObject is shown."""

    source: bytes
    used: Mapping[str, set[str]]
    shown: Mapping[str, int]
    operators: int


def clean_content(content: Any, coloured: bool = True) -> Cleaned:
    """Return the operators of a page or form that draw, and what they name.  Raises DrawingFault.

    Those of a pattern that is not `coloured` lose their colours, as the standard has it.
    """
    check_content_bytes(content)
    used: dict[str, set[str]] = {}
    shown: Counter[str] = Counter()
    kept: list[Any] = []
    font, fonts = "", list[str]()  # the font that is set, and those of the states that are saved
    for instruction in pikepdf.parse_content_stream(content):
        if len(kept) > MAX_OPERATORS:
            raise DrawingFault(f"it has more than {MAX_OPERATORS:,} operators")
        operator = str(instruction.operator)
        if operator in TOLD:
            refuse_layer(operator, list(instruction.operands))
            continue
        if operator not in DRAWING:
            raise DrawingFault(_unknown(operator))
        if operator in _COLOURED and not coloured:
            continue
        if operator == "q":
            fonts.append(font)
        elif operator == "Q":
            if not fonts:
                continue  # one Q too many changes nothing
            font = fonts.pop()
        elif operator == "Tf":
            font = _name_in(operator, list(instruction.operands))
        elif operator in SHOWING:
            if not font:
                raise DrawingFault("a text in it has no font")
            used.setdefault("Font", set()).add(font)
        elif operator in NAMING_OPERATORS:
            name = _name_in(operator, list(instruction.operands))
            if name:
                used.setdefault(NAMING_OPERATORS[operator], set()).add(name)
            if operator == "Do":
                shown[name] += 1
        kept.append(instruction)
    kept += [pikepdf.ContentStreamInstruction([], pikepdf.Operator("Q"))] * len(fonts)
    # Many programs set a font on each page that nothing is written in.
    written = used.get("Font", set())
    kept = [one for one in kept if str(one.operator) != "Tf" or str(one.operands[0])[1:] in written]
    return Cleaned(pikepdf.unparse_content_stream(kept), used, shown, len(kept))


def _unknown(operator: str) -> str:
    if operator == "INLINE IMAGE":
        return "a picture stands within its operators"
    if operator in ("d0", "d1"):
        return "it draws as a letter does"
    return f'it has an operator "{operator[:20]}" that the standard does not know'


def refuse_layer(operator: str, operands: Sequence[Any]) -> None:
    """Raise DrawingFault for content of a layer, which viewers show or hide."""
    if operator in ("BDC", "DP") and len(operands) and str(operands[0]) == "/OC":
        raise DrawingFault("it has layers, which viewers show or hide")


def _name_in(operator: str, operands: Sequence[Any]) -> str:
    """Return the resource that an operator names; "" for a device's colour space, or numbers of a colour."""
    name = operands[0 if operator == "Tf" else -1] if len(operands) else None
    if isinstance(name, pikepdf.Name):
        return "" if str(name) in NO_RESOURCES else str(name)[1:]
    if operator in ("SCN", "scn"):
        return ""
    raise DrawingFault(f'its operator "{operator}" names nothing')


def check_content_bytes(content: Any) -> None:
    """Raise DrawingFault for streams that unpack to more than anything that is printed."""
    thing = content.obj if isinstance(content, pikepdf.Page) else content
    parts: Any = thing.get("/Contents", ()) if not isinstance(thing, pikepdf.Stream) else (thing,)
    for part in parts if isinstance(parts, pikepdf.Array | tuple) else (parts,):
        if isinstance(part, pikepdf.Stream):
            check_packed(part)


def check_packed(stream: Any) -> None:
    """Raise DrawingFault for a stream that unpacks to more than `MAX_STREAM` bytes."""
    data, filters = peel(stream)
    if sum(one in _PACKERS for one in filters) > 1:
        raise DrawingFault("a part of it is packed twice")
    size = len(data)
    if filters[:1] == ["/FlateDecode"]:
        try:
            size = len(zlib.decompressobj().decompress(data, MAX_STREAM + 1))
        except zlib.error:
            return  # which reading it repairs, or tells
    elif filters[:1] in (["/LZWDecode"], ["/RunLengthDecode"]):
        size *= 64 if filters[0] == "/RunLengthDecode" else 1_400  # at most
    if size > MAX_STREAM:
        raise DrawingFault(f"a part of it unpacks to more than {MAX_STREAM / 1e6:.0f} MB")


def peel(stream: Any) -> tuple[bytes, list[str]]:
    """Return the data of a stream without filters that write bytes as letters, and the filters left."""
    found = stream.get("/Filter", ())
    filters = [str(found)] if isinstance(found, pikepdf.Name) else [str(one) for one in found]
    data: bytes = stream.read_raw_bytes()
    while filters[:1] in (["/ASCII85Decode"], ["/ASCIIHexDecode"]):
        letters = data.partition(b"~>" if filters[0] == "/ASCII85Decode" else b">")[0]
        if filters[0] == "/ASCII85Decode":
            data = base64.a85decode(b"".join(letters.split()).removeprefix(b"<~"))
        else:
            digits = b"".join(letters.split())
            data = bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
        del filters[0]
    return data, filters
