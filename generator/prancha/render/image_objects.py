"""Pictures as PDF image objects: JPEG data as it is, everything else deflated once."""

from __future__ import annotations

import hashlib
import io
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from prancha.graphics.pictures import Look, PictureFormat, look
from prancha.graphics.svg.matrix import Matrix, ViewBox
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.face import Content, FileContent, Resource
from prancha.system.file_contents import sha256_of

if TYPE_CHECKING:
    from PIL.Image import Image


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
    if seen.kind == "JPEG" and seen.mode in ("RGB", "L"):
        # No marker stands inside the scan's data, so in a whole file no scan begins after the last end mark.
        if data.find(b"\xff\xda", data.rfind(b"\xff\xd9") + 1) >= 0:
            raise _unreadable(href, seen.kind, "the file is truncated")
        space = "DeviceRGB" if seen.mode == "RGB" else "DeviceGray"
        content = data if file is None else FileContent(str(file), href, len(data), sha256_of(data))
        width, height = seen.stored
        return [_image(name, width, height=height, space=space, content=content, codec="DCTDecode")]
    with _read(data, href, seen.kind) as picture:
        width, height = picture.size
        alpha = picture.convert("RGBA").getchannel("A") if _translucent(picture) else None
        rgb = _eight_bits(picture).convert("RGB").tobytes()
    main = _image(
        name,
        width,
        height=height,
        space="DeviceRGB",
        content=zlib.compress(rgb),
        codec="FlateDecode",
        mask=name + "a" if alpha else "",
    )
    if alpha is None:
        return [main]
    return [
        main,
        _image(
            name + "a",
            width,
            height=height,
            space="DeviceGray",
            content=zlib.compress(alpha.tobytes()),
            codec="FlateDecode",
        ),
    ]


@contextmanager
def _read(data: bytes, href: str, kind: PictureFormat) -> Iterator[Image]:
    """A picture opened by Pillow; raises DrawingFault for whatever is wrong with it meanwhile."""
    from PIL import Image as Pillow

    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Pillow.open(io.BytesIO(data), formats=[kind]) as picture,
        ):
            yield picture
    except MemoryError:
        raise
    except Exception as problem:  # Pillow, fed with what strangers made, fails in any way
        raise _unreadable(href, kind, str(problem) or "the file is broken") from None


def _unreadable(href: str, kind: PictureFormat, why: str) -> DrawingFault:
    return DrawingFault(f'"{href[:40]}" cannot be read as {kind}: {why}')


def convert_to_grey(data: bytes, href: str) -> bytes:
    """The file of a picture with each pixel as light as it is, without its colour; a JPEG stays one.

    Raises DrawingFault for a broken file.
    """
    kind, out = look(data, href).kind, io.BytesIO()
    with _read(data, href, kind) as picture:
        exif = {"exif": picture.info["exif"]} if "exif" in picture.info else {}
        plain = _eight_bits(picture)
        if _translucent(picture):
            plain.convert("RGBA").convert("LA").save(out, "PNG", **exif)
        elif kind == "JPEG":
            plain.convert("L").save(out, "JPEG", quality=95, **exif)
        else:
            plain.convert("L").save(out, "PNG", **exif)
    return out.getvalue()


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


def _eight_bits(picture: Image) -> Image:
    """Greys of 16 bits scaled down, for Pillow cuts them off at 255; CMYK by the profile it brings."""
    if picture.mode.startswith("I"):
        return picture.point(lambda v: v / 256).convert("L")
    if picture.mode == "CMYK" and picture.info.get("icc_profile"):
        return _by_profile(picture, picture.info["icc_profile"])
    return picture


def _by_profile(picture: Image, profile: bytes) -> Image:
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        converted = ImageCms.profileToProfile(
            picture, source, ImageCms.createProfile("sRGB"), outputMode="RGB"
        )
    except (ImageCms.PyCMSError, OSError) as problem:
        raise ValueError(f"its colour profile is broken: {problem}") from None
    assert converted is not None  # only a conversion in place gives nothing
    return converted


def _translucent(picture: object) -> bool:
    return getattr(picture, "has_transparency_data", False) is True


def _image(
    name: str, width: int, height: int, space: str, content: Content, codec: str, mask: str = ""
) -> Resource:
    entries = (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /{space} "
        f"/BitsPerComponent 8 /Filter /{codec}{' /Interpolate true' if name[0] == 'M' else ''}"
    )
    return Resource(name, "XObject", entries, content, mask)
