"""Bytes of a text table to text: Unicode by its signs, any encoding by its name, else one that is guessed."""

from __future__ import annotations

import codecs
from contextlib import suppress
from encodings.aliases import aliases

from prancha.catalogue.spreadsheet.encoding_guess import FOUND_OUT, NO_TEXT, Decoded, found_out
from prancha.catalogue.spreadsheet.grid import unreadable
from prancha.model.diagnostic import Place, nearest

_SIGNS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_ONE_SIDED = 9
"""How many more zero bytes stand in even places than in odd ones, or the other way, in a file of UTF-16."""
_MOSTLY = 10
"""Of so many letters of UTF-8, one that is not makes no other encoding of a file."""
_UNUSUAL = frozenset("rot_13 idna punycode raw_unicode_escape unicode_escape undefined mbcs oem".split())
"""Codecs of Python that no program saves a table in."""


def decode(data: bytes, file: str, encoding: str | None) -> Decoded:
    """Return the text of `data`.

    `encoding` is the name of any codec of Python (`codec_of`), or None to find it out.  Raises Failure, also
    where the bytes show another one than `encoding`.
    """
    shown = _shown(data)
    if encoding is not None:
        codec = codec_of(encoding)
        _refuse_other(data, file, encoding, shown)
        codec = shown or ("utf-8-sig" if codec == "utf-8" else codec)
        return Decoded(_strict(data, file, codec, encoding), codec)
    if shown:
        return Decoded(_strict(data, file, shown, shown.removesuffix("-sig")), shown)
    try:
        return Decoded(data.decode(), "utf-8")
    except UnicodeDecodeError as error:
        _refuse_mixed(data, file, error)
        return found_out(data, file)


def codec_of(encoding: str) -> str:
    """What Python calls `encoding`; "" where it knows no encoding of texts of that name."""
    try:
        codec = codecs.lookup(encoding)
    except (LookupError, ValueError):  # ValueError: a zero character
        return ""
    return codec.name if codec._is_text_encoding and codec.name not in _UNUSUAL else ""


def near_encodings(encoding: str) -> str:
    """A hint for a name that is no encoding: those most like it."""
    usual = ["utf-8", "utf-16", *FOUND_OUT.values()]
    known = {name.replace("_", "-") for name in (*aliases, *aliases.values()) if codec_of(name)}
    near = nearest(encoding.lower().replace("_", "-"), known.union(usual))
    return f'did you mean "{near}"?' if near else "such as " + ", ".join(usual[:4])


def _shown(data: bytes) -> str:
    """The codec that a sign at the beginning, or zero bytes, show; "" where nothing does."""
    for sign, codec in _SIGNS:
        if data.startswith(sign):
            return codec
    if 0 not in data:
        return ""
    # In UTF-16 what is ASCII has a zero byte: letters, or but the signs and line ends between other letters.
    even, odd = data[::2].count(0), data[1::2].count(0)
    codec = "utf-16-le" if odd > even else "utf-16-be"
    if max(even, odd) < 2 or max(even, odd) < _ONE_SIDED * min(even, odd):
        return ""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return ""
    return codec if not NO_TEXT.search(text) and 2 * text.count("\n") >= data.count(b"\n") else ""


def _refuse_other(data: bytes, file: str, encoding: str, shown: str) -> None:
    """Raise Failure for a file that was saved in another encoding since somebody wrote `encoding:`.

    Nearly any bytes are Windows-1252, and any even number of them UTF-16: they would print as other letters.
    """
    codec = codec_of(encoding)
    told = "UTF-8" if codec.startswith("utf-8") else "-".join(codec.upper().split("-")[:2])
    found = "-".join(shown.upper().split("-")[:2])
    if not found and told != "UTF-8":
        with suppress(UnicodeDecodeError):
            beyond = not data.decode().isascii()
            found = "UTF-8" if beyond or (told == "UTF-16" and data) else ""
    if found and found != told:
        first = next((k for k, byte in enumerate(data) if byte > 127), 0)
        place = Place(file, 1 if shown else data.count(b"\n", 0, first) + 1, 1)
        message = f"this file is {found} now, and encoding: {encoding} reads other letters from it"
        raise unreadable(place, "encoding", message, f"delete encoding: {encoding}: {found} is found out")


def _refuse_mixed(data: bytes, file: str, error: UnicodeDecodeError) -> None:
    """Raise Failure for a file that is UTF-8 but for a few bytes: two files put together, or a cut one."""
    text = data.decode(errors="replace")
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    wrong = text.count("\ufffd")
    if beyond > _MOSTLY * wrong:
        line = data.count(b"\n", 0, error.start) + 1
        message = (
            f"the byte 0x{data[error.start]:02x} in line {line} is not UTF-8, as the rest of the file is"
        )
        hint = "type the letter there anew, or save both files as UTF-8 before they are joined"
        raise unreadable(Place(file, line, 1), "encoding", message, hint)


def _strict(data: bytes, file: str, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"the byte 0x{data[error.start]:02x} in line {line} is not {name}"
        raise unreadable(Place(file, line, 1), "encoding", message, "save the file as CSV UTF-8") from None
