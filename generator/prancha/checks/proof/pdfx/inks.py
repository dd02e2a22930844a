"""How much ink pictures and gradients lay down."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.pdfx.spaces import read_space

if TYPE_CHECKING:
    from PIL.Image import Image


class PictureInk(Struct, frozen=True):
    """The most ink of a picture in percent, and where it has more than a limit.

    `over` is left, top, right, bottom in shares of the picture from its top left; None where it has not.
    """

    most: float
    over: tuple[float, float, float, float] | None = None


def picture_ink(image: Any, limit: float) -> PictureInk | None:
    """How much ink a picture of inks lays down; None where that cannot be told."""
    space = read_space(image.get("/ColorSpace", pikepdf.Name("/DeviceGray")))
    if bool(image.get("/ImageMask", False)) or space.family == "DeviceGray":
        return PictureInk(100.0)
    if space.family != "DeviceCMYK" or int(image.get("/BitsPerComponent", 8)) != 8:
        return None
    picture = ink_pixels(image)
    if picture is None:
        return None
    from PIL import ImageMath

    c, m, y, k = (band.convert("I") for band in picture.split())
    total = ImageMath.lambda_eval(
        lambda args: args["c"] + args["m"] + args["y"] + args["k"], c=c, m=m, y=y, k=k
    )
    most = float(total.getextrema()[1]) / 2.55
    if most <= limit:
        return PictureInk(most)
    # What lies below the limit becomes 0, which a box passes over.
    over = ImageMath.lambda_eval(lambda args: args["t"] > args["l"], t=total, l=int(limit * 2.55)).getbbox()
    left, top, right, bottom = over or (0, 0, *picture.size)
    width, height = picture.size
    return PictureInk(most, (left / width, top / height, right / width, bottom / height))


def ink_pixels(image: Any) -> Image | None:
    """The inks of every pixel, 255 being all of one."""
    from PIL import Image, ImageChops

    filters = image.get("/Filter", pikepdf.Array())
    names = [str(one) for one in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
    inverted = [float(one) for one in image.get("/Decode", [])][:2] == [1.0, 0.0]
    if names == ["/DCTDecode"]:
        with Image.open(io.BytesIO(image.read_raw_bytes()), formats=["JPEG"]) as opened:
            opened.load()
            if opened.mode != "CMYK":
                return None
            # Pillow turns over what Adobe's marker is in; PDF takes the values as they are.
            turned = "adobe" in opened.info
            return ImageChops.invert(opened) if turned != inverted else opened.copy()
    if any(name in ("/DCTDecode", "/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode") for name in names):
        return None
    size = (int(image.Width), int(image.Height))
    picture = Image.frombytes("CMYK", size, image.read_bytes())
    return ImageChops.invert(picture) if inverted else picture


def shading_ink(shading: Any) -> float | None:
    """The most ink of a gradient in percent; None where that cannot be told."""
    space = read_space(shading.get("/ColorSpace"))
    if space.family == "DeviceGray":
        return 100.0
    if space.family != "DeviceCMYK" or "/Function" not in shading:
        return None
    given = shading.Function
    ends = [] if isinstance(given, pikepdf.Array) else _ends(given, 0)
    return max(ends, default=None)


def _ends(function: Any, depth: int) -> list[float]:
    """Percent of ink at the ends of each part of a function; between two ends it is never more."""
    kind = int(function.get("/FunctionType", -1))
    if kind == 2:
        return [100 * sum(float(v) for v in function.get(key, [])) for key in ("/C0", "/C1")]
    if kind == 3 and depth < 8:
        parts = [_ends(part, depth + 1) for part in function.Functions]
        return [value for part in parts for value in part] if all(parts) else []
    return []
