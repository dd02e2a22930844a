"""Pictures of a document, as PDF has them, in the inks of a press."""

from __future__ import annotations

import io
import re
import struct
import zlib
from typing import TYPE_CHECKING

from prancha.export.colour.inks import InkMixer
from prancha.model.art import Resource
from prancha.system.contents import bytes_of

if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 95
LESS = (0.0, 8.0)
"""Percent of ink below the limit that a JPEG is made for, one after the other: what it loses may add ink."""
_SIZE = re.compile(r"/Width (\d+) /Height (\d+)")


def is_picture(resource: Resource) -> bool:
    """Whether a resource is a picture."""
    return resource.kind == "XObject" and "/Subtype /Image" in resource.entries


def picture_in_inks(resource: Resource, mixer: InkMixer, limit: int) -> Resource:
    """A picture, in colours or greys, as it is printed; its soft mask stays."""
    from PIL import Image

    picture, lossy = _decoded(resource)
    if picture.mode == "L":
        made = mixer.grey_picture(picture)
        return _made(resource, made, _jpeg(made) if lossy else None)
    if lossy:
        for less in LESS:
            data = _jpeg(mixer.picture(picture, less))
            with Image.open(io.BytesIO(data)) as printed:
                if most_ink(printed) <= limit:
                    return _made(resource, picture, data, inverted=True)
    return _made(resource, mixer.picture(picture), None)


def light_picture(resource: Resource, name: str) -> Resource:
    """A picture in a mask: how light it is."""
    picture, _ = _decoded(resource)
    made = _made(resource, picture.convert("L"), None)
    return Resource(name, made.kind, made.entries, made.content, made.mask)


def most_ink(picture: Image) -> float:
    """The most ink of any pixel of a picture in CMYK, in percent."""
    from PIL import ImageMath

    bands = [band.convert("I") for band in picture.split()]
    total = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"],
                                  c=bands[0], m=bands[1], y=bands[2], k=bands[3])  # fmt: skip
    _, most = total.getextrema()
    return float(most) / 2.55


def new_picture(name: str, picture: Image) -> Resource:
    """A picture in CMYK or greys as a resource, without loss."""
    width, height = picture.size
    space = {"CMYK": "DeviceCMYK", "L": "DeviceGray"}[picture.mode]
    colours = len(picture.getbands())
    entries = (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /{space} "
        f"/BitsPerComponent 8 /Filter /FlateDecode "
        f"/DecodeParms <</Predictor 15 /Colors {colours} /Columns {width}>>"
    )
    return Resource(name, "XObject", entries, _predicted(picture))


def _made(resource: Resource, picture: Image, jpeg: bytes | None, inverted: bool = False) -> Resource:
    smooth = " /Interpolate true" if "/Interpolate true" in resource.entries else ""
    if jpeg is None:
        made = new_picture(resource.name, picture)
        entries, content = made.entries, made.content
    else:
        width, height = picture.size
        space = "DeviceCMYK /Decode [1 0 1 0 1 0 1 0]" if inverted else "DeviceGray"
        entries = (
            f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /{space} "
            "/BitsPerComponent 8 /Filter /DCTDecode"
        )
        content = jpeg
    return Resource(resource.name, resource.kind, entries + smooth, content, resource.mask)


def _decoded(resource: Resource) -> tuple[Image, bool]:
    """The picture, and whether it is a JPEG."""
    from PIL import Image

    content = bytes_of(resource.content or b"")
    if "/DCTDecode" in resource.entries:
        with Image.open(io.BytesIO(content), formats=["JPEG"]) as picture:
            picture.load()
            return picture, True
    found = _SIZE.search(resource.entries)
    assert found is not None, "a picture has a size"
    mode = "RGB" if "/DeviceRGB" in resource.entries else "L"
    return Image.frombytes(mode, (int(found[1]), int(found[2])), zlib.decompress(content)), False


def _jpeg(picture: Image) -> bytes:
    """A JPEG that samples its colours as finely as its light; Pillow writes the inverse of each ink."""
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=QUALITY, subsampling=0)
    return data.getvalue()


def _predicted(picture: Image) -> bytes:
    """The data of a picture, each row as what its neighbours do not tell (PNG, 9): PDF knows that too.

    The four inks pass for the four channels of a PNG, which Pillow can write.
    """
    from PIL import Image

    if picture.mode == "CMYK":
        picture = Image.frombytes("RGBA", picture.size, picture.tobytes())
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=6)
    data, parts, at = file.getvalue(), [], 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            parts.append(data[at + 8 : at + 8 + length])
        at += length + 12
    return b"".join(parts)
