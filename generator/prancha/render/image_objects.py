"""Pictures as PDF image objects: JPEG and most PNG data as it is, everything else deflated once."""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path

from msgspec import Struct

from prancha.graphics.pictures import Look, look, png_of, unreadable
from prancha.graphics.pixels.picture_headers import CUT
from prancha.graphics.svg.matrix import Matrix, ViewBox
from prancha.model.face import Content, FileContent, Resource
from prancha.system.file_contents import sha256_of


class ShownPicture(Struct, frozen=True):
    """A picture at hand: the name of its object, its box as it is seen, and the way from the object to it."""

    name: str
    box: ViewBox
    matrix: Matrix


def encode(
    data: bytes, href: str, seen: Look, smooth: bool = True, file: Path | None = None
) -> list[Resource]:
    """PDF image resources: the picture first, then its soft mask.  Raises DrawingFault for a broken file.

    Where it is enlarged it is `smooth`, or shows its pixels as squares.  A JPEG whose bytes are those of a
    `file` stays there until it is written.
    """
    name = ("M" if smooth else "S") + hashlib.blake2b(data, digest_size=8).hexdigest()
    width, height = seen.stored
    if seen.kind == "JPEG" and seen.mode in ("RGB", "L"):
        _refuse_cut(data, href)
        content = data if file is None else FileContent(str(file), href, len(data), sha256_of(data))
        return [_image(name, width, height, len(seen.mode), content=content, codec="/DCTDecode")]
    from prancha.graphics.pixels.png_pixels import mixed, read_planes, stored_stream  # few games need it

    png = png_of(data, href, seen)
    try:
        stream = stored_stream(png)
        if stream is not None:
            codec = f"/FlateDecode /DecodeParms <</Predictor 15 /Colors {png.samples} /Columns {png.width}>>"
            return [_image(name, png.width, png.height, png.samples, content=stream, codec=codec)]
        planes = read_planes(png)
    except ValueError as problem:
        raise unreadable(href, seen.kind, problem) from None
    colours = planes.colours
    mask = name + "a" if planes.alpha is not None else ""
    found = [
        _image(name, png.width, png.height, len(colours), content=zlib.compress(mixed(colours)), mask=mask)
    ]
    if planes.alpha is not None:
        found.append(_image(mask, png.width, png.height, 1, content=zlib.compress(planes.alpha)))
    return found


def _refuse_cut(data: bytes, href: str) -> None:
    # No marker stands inside the scan's data, so in a whole file no scan begins after the last end mark.
    if data.find(b"\xff\xda", data.rfind(b"\xff\xd9") + 1) >= 0:
        raise unreadable(href, "JPEG", ValueError(CUT))


def convert_to_grey(data: bytes, href: str) -> bytes:
    """The file of a picture with each pixel as light as it is, without its colour, as a PNG.

    Raises DrawingFault for a broken file.
    """
    from prancha.graphics.pixels.planes import lightness
    from prancha.graphics.pixels.png_pixels import Planes, read_planes, write_png

    seen = look(data, href)
    if seen.kind == "JPEG" and seen.mode == "L":
        return data
    try:
        if seen.kind == "JPEG" and seen.mode == "RGB":
            from prancha.graphics.pixels.pdfium_streams import jpeg_planes

            _refuse_cut(data, href)
            planes = Planes(*seen.stored, jpeg_planes(data, *seen.stored))
        else:
            planes = read_planes(png_of(data, href, seen))
    except ValueError as problem:
        raise unreadable(href, seen.kind, problem) from None
    if len(planes.colours) > 1:
        planes = Planes(planes.width, planes.height, (lightness(planes.colours),), planes.alpha)
    return write_png(planes, seen.turn)


def upright(look: Look) -> Matrix:
    """From the unit square that PDF draws an image in to the picture as it is seen, y down, 1 a pixel."""
    w, h = look.width, look.height
    across, down = _TURNS[look.turn]
    # The image's first row is at the top of the unit square, so its columns go right and its rows down.
    (a, b), (c, d) = (across[0] * w, across[1] * h), (down[0] * w, down[1] * h)
    e = w * (1.0 if across[0] + down[0] < 0 else 0.0)
    f = h * (1.0 if across[1] + down[1] < 0 else 0.0)
    return (a, b, -c, -d, e + c, f + d)


_TURNS = {
    1: ((1, 0), (0, 1)),
    2: ((-1, 0), (0, 1)),
    3: ((-1, 0), (0, -1)),
    4: ((1, 0), (0, -1)),
    5: ((0, 1), (1, 0)),
    6: ((0, 1), (-1, 0)),
    7: ((0, -1), (-1, 0)),
    8: ((0, -1), (1, 0)),
}
"""By EXIF orientation: where the stored picture's columns go, and where its rows go."""


def _image(
    name: str,
    width: int,
    height: int,
    colours: int,
    content: Content,
    codec: str = "/FlateDecode",
    mask: str = "",
) -> Resource:
    space = "DeviceGray" if colours == 1 else "DeviceRGB"
    entries = (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /{space} "
        f"/BitsPerComponent 8 /Filter {codec}{' /Interpolate true' if name[0] == 'M' else ''}"
    )
    return Resource(name, "XObject", entries, content, mask)
