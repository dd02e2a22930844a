"""Bytes of a text table to text: UTF-8, UTF-16 and UTF-32 by their signs, Windows-1252 with a warning."""

from __future__ import annotations

from contextlib import suppress

from prancha.catalogue.spreadsheet.grid import unreadable
from prancha.model.diagnostic import Diagnostic, Place

_SIGNS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_MANY = 0.2
"""Share of zero bytes, all in even or odd places, that makes a file without a sign UTF-16."""
ENCODINGS = ("utf-8", "utf-16", "windows-1252")
_CODECS = {"utf-8": "utf-8-sig", "utf-16": "utf-16", "windows-1252": "cp1252"}


def decode(data: bytes, file: str, encoding: str | None) -> tuple[str, Diagnostic | None]:
    """Return the text of `data`, and a warning where its encoding is a guess.

    `encoding` is one of ENCODINGS, or None to find it out.  Raises Failure, also where the bytes show
    another one than `encoding`.
    """
    codec = _shown(data)
    if encoding is not None:
        _refuse_other(data, file, encoding, codec)
        return _strict(data, file, codec or _CODECS[encoding], encoding), None
    if codec:
        return _strict(data, file, codec, codec.removesuffix("-sig")), None
    try:
        return data.decode(), None
    except UnicodeDecodeError as error:
        text = _strict(data, file, "cp1252", "UTF-8, nor Windows-1252")
        line = data.count(b"\n", 0, error.start) + 1
        shown = data[error.start : error.start + 1].decode("cp1252")
        message = f'the file is not UTF-8; it is read as Windows-1252, so that line {line} holds "{shown}"'
        hint = "save it as CSV UTF-8, or write encoding: windows-1252"
        return text, Diagnostic(
            Place(file, line, 1), "encoding", message=message, item="", hint=hint, severity="warning"
        )


def _shown(data: bytes) -> str:
    """The codec that a sign at the beginning, or zero bytes, show; "" where nothing does."""
    for sign, codec in _SIGNS:
        if data.startswith(sign):
            return codec
    even, odd = data[:200:2].count(0), data[1:200:2].count(0)
    if max(even, odd) > _MANY * len(data[:200]):
        return "utf-16-le" if odd > even else "utf-16-be"
    return ""


def _refuse_other(data: bytes, file: str, encoding: str, shown: str) -> None:
    """Raise Failure for a file that was saved in another encoding since somebody wrote `encoding:`.

    Nearly any bytes are Windows-1252, and any even number of them UTF-16: they would print as other letters.
    """
    found = "-".join(shown.upper().split("-")[:2])
    if not found and encoding != "utf-8":
        with suppress(UnicodeDecodeError):
            beyond = not data.decode().isascii()
            found = "UTF-8" if beyond or (encoding == "utf-16" and data) else ""
    if found and found.lower() != encoding:
        first = next((k for k, byte in enumerate(data) if byte > 127), 0)
        place = Place(file, 1 if shown else data.count(b"\n", 0, first) + 1, 1)
        message = f"this file is {found} now, and encoding: {encoding} reads other letters from it"
        raise unreadable(place, "encoding", message, f"delete encoding: {encoding}: {found} is found out")


def _strict(data: bytes, file: str, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"the byte 0x{data[error.start]:02x} in line {line} is not {name}"
        raise unreadable(Place(file, line, 1), "encoding", message, "save the file as CSV UTF-8") from None
