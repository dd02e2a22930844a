"""Colour spaces (ISO 32000-1, 8.6), and how much ink colours, pictures and gradients lay down."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image


Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, 0 to 1."""
_DEVICES = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/G": 1, "/RGB": 3, "/CMYK": 4}
_NAMES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK"}


class Space(Struct, frozen=True):
    """A colour space: its family, how many parts a colour has, and what it is based on or falls back to.

    `plates` are the names of spot colours.
    """

    family: str
    parts: int
    base: str = ""
    plates: tuple[str, ...] = ()

    @property
    def is_inks(self) -> bool:
        """Whether its colours are inks, or spot colours that are replaced by inks."""
        if self.family in ("Separation", "DeviceN", "Indexed"):
            return self.base in ("DeviceCMYK", "DeviceGray", "Separation", "DeviceN")
        return self.family in ("DeviceCMYK", "DeviceGray", "Pattern")


UNKNOWN = Space("none that is known", 0)


def read_space(given: Any) -> Space:
    """A colour space, by its name or its array."""
    if isinstance(given, pikepdf.Name):
        name = str(given)
        family = _NAMES.get(name, name)[1:]
        return Space(family, _DEVICES.get(name, 0))
    if not isinstance(given, pikepdf.Array) or not len(given):
        return UNKNOWN
    family = str(given[0])[1:]
    if len(given) == 1:
        return Space(family, _DEVICES.get(f"/{family}", 0))
    if family == "ICCBased":
        return Space(family, int(given[1].get("/N", 0)))
    if family in ("Indexed", "I"):
        return Space("Indexed", 1, read_space(given[1]).family)
    if family == "Separation":
        return Space(family, 1, read_space(given[2]).family, (str(given[1])[1:],))
    if family == "DeviceN":
        plates = tuple(str(one)[1:] for one in given[1])
        return Space(family, len(plates), read_space(given[2]).family, plates)
    if family == "Pattern":
        return Space(family, 0, read_space(given[1]).family)
    return Space(family, 3)


class Colour(Struct, frozen=True):
    """A colour as it is set; `parts` are empty for a pattern."""

    space: Space
    parts: tuple[float, ...] = ()

    @property
    def inks(self) -> Inks | None:
        """The four inks of it; None where that is not known."""
        if self.space.family == "DeviceGray" and len(self.parts) == 1:
            return 0.0, 0.0, 0.0, 1 - self.parts[0]
        if self.space.family == "DeviceCMYK" and len(self.parts) == 4:
            c, m, y, k = self.parts
            return c, m, y, k
        return None

    @property
    def total(self) -> float | None:
        """Percent of ink, a spot colour's too; None where that is not known."""
        if self.inks is not None:
            return 100 * sum(self.inks)
        if self.space.family in ("Separation", "DeviceN"):
            every = 4 if self.space.plates == ("All",) else 1
            return 100 * every * sum(self.parts)
        return None


BLACK = Colour(Space("DeviceGray", 1), (0.0,))
_SET = {"g": "DeviceGray", "rg": "DeviceRGB", "k": "DeviceCMYK"}


def set_colour(operator: str, operands: Sequence[Any], resources: Any, before: Space) -> Colour:
    """The colour that an operator of colours sets; `before` is the space that sc and scn set one of."""
    kind = operator.lower()
    if kind == "cs":
        space = read_space(resources.get("/ColorSpace", {}).get(str(operands[0]), operands[0]))
        return Colour(space, (1.0,) * space.parts)
    parts = tuple(float(one) for one in operands if not isinstance(one, pikepdf.Name))
    return Colour(Space(_SET[kind], len(parts)) if kind in _SET else before, parts)


class PictureInk(Struct, frozen=True):
    """The most ink of a picture in percent, and where it has more than a limit.

    `over` is left, top, right, bottom in shares of the picture from its top left; None where it has not.
    """

    most: float
    over: tuple[float, float, float, float] | None = None


def measure_picture(image: Any, limit: float) -> PictureInk | None:
    """The most ink of a picture; None where that cannot be measured."""
    space = read_space(image.get("/ColorSpace", pikepdf.Name("/DeviceGray")))
    if bool(image.get("/ImageMask", False)) or space.family == "DeviceGray":
        return PictureInk(100.0)
    if space.family != "DeviceCMYK" or int(image.get("/BitsPerComponent", 8)) != 8:
        return None
    picture = read_ink_pixels(image)
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


def read_ink_pixels(image: Any) -> Image | None:
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


def measure_shading(shading: Any) -> float | None:
    """The most ink of a gradient in percent; None where that cannot be measured."""
    space = read_space(shading.get("/ColorSpace"))
    if space.family == "DeviceGray":
        return 100.0
    if space.family != "DeviceCMYK" or "/Function" not in shading:
        return None
    given = shading.Function
    ends = [] if isinstance(given, pikepdf.Array) else _end_inks(given, 0)
    return max(ends, default=None)


def _end_inks(function: Any, depth: int) -> list[float]:
    """Percent of ink at the ends of each part of a function; between two ends it is never more."""
    kind = int(function.get("/FunctionType", -1))
    if kind == 2:
        return [100 * sum(float(v) for v in function.get(key, [])) for key in ("/C0", "/C1")]
    if kind == 3 and depth < 8:
        parts = [_end_inks(part, depth + 1) for part in function.Functions]
        return [value for part in parts for value in part] if all(parts) else []
    return []
