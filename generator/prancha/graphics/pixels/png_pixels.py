"""PNG files by zlib: read as planes of 8 bits or as they can stand in a PDF, and written.

All colour types, depths, palettes, transparent colours and interlaced files are read; gamma and profiles are
not (PNG, 3rd edition).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from msgspec import Struct

from prancha.graphics.pixels.picture_headers import BROKEN, CUT, png_chunks

_COLOURS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel by colour type: grey, RGB, palette, grey with alpha, RGB with alpha."""
_GREY, _RGB, _PALETTE = 0, 2, 3
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""The passes of an interlaced PNG (8): first column and row, and steps to the next."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = b"\2"
"""The filter of a row that tells its difference from the one above."""


class Planes(Struct, frozen=True):
    """A picture of 8 bits: planes of red, green and blue, or of lightness, and of alpha if it has one."""

    width: int
    height: int
    colours: tuple[bytes, ...]
    alpha: bytes | None = None


class PngFile(Struct, frozen=True):
    """The parts of a PNG that tell its pixels; `stream` is all of them, deflated."""

    width: int
    height: int
    depth: int
    colour: int
    interlaced: bool
    palette: bytes
    transparent: bytes | None
    stream: bytes

    @property
    def has_alpha(self) -> bool:
        """Whether a pixel may be transparent."""
        return self.transparent is not None or self.colour in (4, 6)

    @property
    def samples(self) -> int:
        """Samples of a pixel."""
        return _COLOURS[self.colour]


def read_png(data: bytes) -> PngFile:
    """Read the parts of a PNG.  Raises ValueError for a broken one."""
    head, palette, transparent, parts = b"", b"", None, []
    for name, at, length in png_chunks(data):
        if name not in (b"IHDR", b"PLTE", b"tRNS", b"IDAT"):
            continue
        body = data[at : at + length]
        if len(data) < at + length + 4:
            raise ValueError(CUT)
        if zlib.crc32(body, zlib.crc32(name)) != int.from_bytes(data[at + length : at + length + 4], "big"):
            raise ValueError(f"the checksum of its {name.decode()} is wrong")
        if name == b"IHDR":
            head = body
        elif name == b"PLTE":
            palette = body
        elif name == b"tRNS":
            transparent = body
        else:
            parts.append(body)
    if len(head) != 13:
        raise ValueError(BROKEN)
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">IIBBBBB", head)
    known = depth in _DEPTHS.get(colour, ()) and not packing and not filtering and interlaced < 2
    if not (width and height and known) or (colour == _PALETTE and not palette):
        raise ValueError(BROKEN)
    if colour in (_GREY, _RGB) and transparent is not None and len(transparent) != 2 * _COLOURS[colour]:
        raise ValueError(BROKEN)
    return PngFile(
        width,
        height,
        depth=depth,
        colour=colour,
        interlaced=interlaced == 1,
        palette=palette,
        transparent=transparent if colour <= _PALETTE else None,
        stream=b"".join(parts),
    )


def stored_stream(png: PngFile) -> bytes | None:
    """The pixels as a PDF can hold them, with predictor 15; None for a PNG whose pixels it cannot.

    That is one of 8 bits, in greys or RGB, neither interlaced nor transparent.  Raises ValueError.
    """
    if png.depth != 8 or png.colour not in (_GREY, _RGB) or png.interlaced or png.has_alpha:
        return None
    rows, whole = _inflated(png)
    return png.stream if whole else zlib.compress(rows)


def read_planes(png: PngFile) -> Planes:
    """All pixels of a PNG, those of 16 bits cut to 8.  Raises ValueError for a broken one."""
    rows, _ = _inflated(png)
    if png.interlaced:
        pixels = _deinterlaced(png, rows)
    else:
        pixels = _unpacked(png, _plain(png, rows, png.stream, png.width, png.height), png.width)
    step = png.samples * (2 if png.depth == 16 else 1)
    planes = tuple(pixels[k::step] for k in range(step))
    del pixels
    high = planes[::2] if png.depth == 16 else planes
    alpha = None
    if png.colour == _PALETTE:
        return _painted(png, high[0])
    if png.transparent is not None:
        alpha = _unless(png, planes)
    elif png.has_alpha:
        *high_colours, alpha = high
        high = tuple(high_colours)
    if png.depth < 8:
        most = (1 << png.depth) - 1
        high = (high[0].translate(bytes(min(v, most) * 255 // most for v in range(256))),)
    return Planes(png.width, png.height, high, alpha)


def _row_sizes(png: PngFile) -> list[tuple[int, int]]:
    """Bytes of a row, its filter included, and rows: of the file, or of each pass."""
    bits = png.samples * png.depth
    return [((columns * bits + 7) // 8 + 1, rows) for columns, rows in _pass_sizes(png)]


def _pass_sizes(png: PngFile) -> list[tuple[int, int]]:
    """Columns and rows of each pass; of the whole where there are none."""
    if not png.interlaced:
        return [(png.width, png.height)]
    return [
        (max(0, -((x - png.width) // across)), max(0, -((y - png.height) // down)))
        for x, y, across, down in _PASSES
    ]


def _inflated(png: PngFile) -> tuple[bytes, bool]:
    """All rows with their filters, and whether the stream holds just that.  Raises ValueError."""
    sizes = [(size, rows) for size, rows in _row_sizes(png) if size > 1 and rows]
    expected = sum(size * rows for size, rows in sizes)
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(png.stream, expected + 1)
    except zlib.error:
        raise ValueError(BROKEN) from None
    if len(data) < expected:
        raise ValueError(CUT)
    at = 0
    for size, rows in sizes:
        if max(data[at : at + size * rows : size]) > 4:
            raise ValueError(BROKEN)
        at += size * rows
    return data[:expected], len(data) == expected and stream.eof and not stream.unused_data


def _plain(png: PngFile, rows: bytes, stream: bytes, columns: int, count: int) -> bytes:
    """Rows without their filters; `stream` is the same deflated, or empty."""
    size = len(rows) // count
    if not any(rows[::size]):
        return b"".join(rows[at + 1 : at + size] for at in range(0, len(rows), size))
    from prancha.graphics.pixels.pdfium_streams import unfiltered  # not every PNG needs it

    return unfiltered(stream or zlib.compress(rows, 0), columns, count, png.samples, png.depth)


def _unpacked(png: PngFile, data: bytes, columns: int) -> bytes:
    """Rows of samples with a byte each: those of 1, 2 or 4 bits are taken apart."""
    if png.depth >= 8:
        return data
    most, each = (1 << png.depth) - 1, 8 // png.depth
    table = [bytes(byte >> 8 - png.depth * (k + 1) & most for k in range(each)) for byte in range(256)]
    size = -(-columns // each)
    lines = (b"".join(map(table.__getitem__, data[at : at + size])) for at in range(0, len(data), size))
    return b"".join(line[:columns] for line in lines)


def _deinterlaced(png: PngFile, rows: bytes) -> bytes:
    """The pixels of all passes in one picture."""
    unit = png.samples * (2 if png.depth == 16 else 1)
    whole = bytearray(png.width * png.height * unit)
    at = 0
    for (x, y, across, down), (columns, count), (size, _) in zip(
        _PASSES, _pass_sizes(png), _row_sizes(png), strict=True
    ):
        if not columns or not count:
            continue
        part = rows[at : at + size * count]
        at += size * count
        pixels = _unpacked(png, _plain(png, part, b"", columns, count), columns)
        for row in range(count):
            start, end = ((y + row * down) * png.width + x) * unit, (y + row * down + 1) * png.width * unit
            line = pixels[row * columns * unit : (row + 1) * columns * unit]
            for k in range(unit):
                whole[start + k : end : across * unit] = line[k::unit]
    return bytes(whole)


def _painted(png: PngFile, numbers: bytes) -> Planes:
    """The colours of a palette in place of their numbers."""
    known = len(png.palette) // 3
    if max(numbers) >= known:
        raise ValueError(f"a pixel has colour {max(numbers)} of a palette of {known}")
    reds, greens, blues = (png.palette[k::3].ljust(256, b"\0")[:256] for k in range(3))
    colours = tuple(numbers.translate(table) for table in (reds, greens, blues))
    clear = png.transparent
    alpha = None if clear is None else numbers.translate(clear[:256].ljust(256, b"\xff"))
    return Planes(png.width, png.height, colours, alpha)


def _unless(png: PngFile, planes: Sequence[bytes]) -> bytes:
    """The alpha of a picture with one transparent colour: 0 where all planes have its values."""
    clear = png.transparent or b""
    values = clear if png.depth == 16 else clear[1::2]
    differs = 0
    for plane, value in zip(planes, values, strict=True):
        differs |= int.from_bytes(plane.translate(bytes(0 if v == value else 255 for v in range(256))), "big")
    return differs.to_bytes(len(planes[0]), "big")


def mixed(planes: Sequence[bytes]) -> bytes:
    """Pixels, each with its bytes of all planes."""
    pixels = bytearray(len(planes[0]) * len(planes))
    for k, plane in enumerate(planes):
        pixels[k :: len(planes)] = plane
    return bytes(pixels)


def write_png(planes: Planes, turn: int = 1) -> bytes:
    """A PNG of 8 bits, always the same for the same pixels; `turn` is an EXIF orientation to tell."""
    parts = (*planes.colours, planes.alpha) if planes.alpha is not None else planes.colours
    size, colour = planes.width * len(parts), {1: 0, 2: 4, 3: 2, 4: 6}[len(parts)]
    rows = _differences(mixed(parts), size)
    lines = b"".join(_UP + rows[at : at + size] for at in range(0, len(rows), size))
    head = struct.pack(">II5B", planes.width, planes.height, *(8, colour, 0, 0, 0))
    exif = b"MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0" + bytes([turn]) + bytes(6)
    chunks = [(b"IHDR", head), *([(b"eXIf", exif)] if turn > 1 else ()), (b"IDAT", zlib.compress(lines))]
    return wrap_png(chunks)


def wrap_png(chunks: Sequence[tuple[bytes, bytes]]) -> bytes:
    """A file of chunks, each with its name, and of the one that ends it."""
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(body, zlib.crc32(name)))
        for name, body in (*chunks, (b"IEND", b""))
    )


def _differences(data: bytes, size: int) -> bytes:
    """Each byte less the one that stands `size` before it, in the row above (PNG, 9.2).

    All at once: the highest bits are set apart, so that no difference borrows from its neighbour.
    """
    high = int.from_bytes(b"\x80" * len(data), "big")
    one = int.from_bytes(data, "big")
    above = int.from_bytes(bytes(size) + data[:-size], "big")
    low = high ^ int.from_bytes(b"\xff" * len(data), "big")
    return (((one | high) - (above & low)) ^ ((one ^ above ^ high) & high)).to_bytes(len(data), "big")
