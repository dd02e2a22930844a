"""What the file of a JPEG, PNG or WebP says of its pixels: their number, how they lie, how many frames."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from msgspec import Struct

MOST_BLOCKS = 50_000
"""Chunks of a PNG, or blocks of a JPEG or WebP before its pixels; a camera writes some ten."""
ORIENTATION = 0x0112
"""The EXIF tag that tells how a camera was held."""
_SCAN = 0xDA
"""The marker of a JPEG that pixels follow."""
_FRAMES = (0xC0, 0xC1, 0xC2)
"""Markers of a JPEG's size: baseline, extended and progressive, which are all that a PDF may hold."""
_ALONE = (0x01, *range(0xD0, 0xDA))
"""Markers of a JPEG that no length follows."""
_MODES = {1: "L", 3: "RGB", 4: "CMYK"}
_INTEGERS = {1: 1, 3: 2, 4: 4}
"""Bytes of the types of EXIF that are whole numbers."""
BROKEN, CUT = "the file is broken", "the file is truncated"


class Header(Struct, frozen=True):
    """Width and height as stored, in pixels; EXIF orientation `turn`, 1 to 8; the frames of an animation.

    `mode` is L, RGB or CMYK for a JPEG, "" for other files.
    """

    width: int
    height: int
    turn: int = 1
    frames: int = 1
    mode: str = ""


def read_header(data: bytes, kind: str) -> Header:
    """Read the header of a file of a `kind`: JPEG, PNG or WEBP.  Raises ValueError for a broken one."""
    try:
        found = {"JPEG": _jpeg, "PNG": _png, "WEBP": _webp}[kind](data)
    except IndexError:
        raise ValueError(CUT) from None
    if not (found.width and found.height):
        raise ValueError("it has no pixels")
    return found


def _big(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "big")


def _little(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _refuse_scraps(number: int) -> None:
    """Raise ValueError for a file of very many tiny blocks, which would be walked over one by one."""
    if number >= MOST_BLOCKS:
        raise ValueError(f"it has more than {MOST_BLOCKS} blocks beside its pixels")


def _jpeg(data: bytes) -> Header:
    size, mode, exif, at = (0, 0), "", b"", 2
    for number in count():
        _refuse_scraps(number)
        at = data.find(b"\xff", at) + 1  # what stands between blocks is skipped
        while at and data[at] == 0xFF:  # as many as there are may stand before a marker
            at += 1
        if not at:
            raise ValueError(CUT)
        marker = data[at]
        at += 1
        if marker == _SCAN:
            break
        if marker in _ALONE or not marker:
            continue
        length = _big(data, at, 2)
        body = data[at + 2 : at + length]
        if len(body) != length - 2:
            raise ValueError(CUT)
        if marker in _FRAMES:
            if body[0] != 8:
                raise ValueError(f"it has {body[0]} bits for each colour; only 8 can be printed")
            if body[5] not in _MODES:
                raise ValueError(f"it has {body[5]} colours for each pixel")
            size, mode = (_big(body, 3, 2), _big(body, 1, 2)), _MODES[body[5]]
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            raise ValueError("it is compressed in a way that no PDF may hold (lossless or arithmetic)")
        elif marker == 0xE1 and body.startswith(b"Exif\0\0") and not exif:
            exif = body
        at += length
    if not mode:
        raise ValueError(BROKEN)
    return Header(*size, turn=_orientation(exif), mode=mode)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Go through the chunks of a PNG: name, where its body begins, its length.  Raises ValueError."""
    at = 8
    for number in count():
        _refuse_scraps(number)
        if at + 8 > len(data):
            raise ValueError(CUT)
        length, name = _big(data, at, 4), data[at + 4 : at + 8]
        yield name, at + 8, length
        if name == b"IEND":
            return
        at += 12 + length


def _png(data: bytes) -> Header:
    width = height = frames = shown = 0
    exif = b""
    for name, at, length in png_chunks(data):
        if name == b"IHDR":
            width, height = _big(data, at, 4), _big(data, at + 4, 4)
        elif name == b"acTL":
            frames = _big(data, at, 4)
        elif name == b"fcTL":
            shown = 1
        elif name == b"eXIf":
            exif = data[at : at + length]
        elif name in (b"IDAT", b"IEND"):
            break
    # The picture itself is a frame only where the control of a frame stands before it.
    return Header(width, height, turn=_orientation(exif), frames=frames + 1 - shown if frames else 1)


def _webp(data: bytes) -> Header:
    size, exif, frames, at = (0, 0), b"", 0, 12
    for number in count():
        _refuse_scraps(number)
        if at + 8 > len(data):
            break
        name, length, body = data[at : at + 4], _little(data, at + 4, 4), at + 8
        if name == b"VP8X":
            size = _little(data, body + 4, 3) + 1, _little(data, body + 7, 3) + 1
        elif name == b"VP8L" and size == (0, 0):
            bits = _little(data, body + 1, 4)
            size = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        elif name == b"VP8 " and size == (0, 0):
            size = _little(data, body + 6, 2) & 0x3FFF, _little(data, body + 8, 2) & 0x3FFF
        elif name == b"ANMF":
            frames += 1
        elif name == b"EXIF":
            exif = data[body : body + length]
        at = body + length + length % 2
    if size == (0, 0):
        raise ValueError(CUT)
    return Header(*size, turn=_orientation(exif), frames=frames or 1)


def _orientation(exif: bytes) -> int:
    """The orientation that a block of EXIF names, 1 where it names none or cannot be read."""
    block = exif.removeprefix(b"Exif\0\0")
    order = {b"II": "little", b"MM": "big"}.get(block[:2])
    if order is None:
        return 1

    def number(at: int, size: int) -> int:
        return int.from_bytes(block[at : at + size], "little" if order == "little" else "big")

    first = number(4, 4)
    for at in range(first + 2, first + 2 + 12 * number(first, 2), 12):
        size = _INTEGERS.get(number(at + 2, 2))
        if number(at, 2) == ORIENTATION and size:
            turn = number(at + 8, size)
            return turn if turn in range(1, 9) else 1
    return 1
