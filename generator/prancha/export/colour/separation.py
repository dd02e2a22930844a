"""Convert all art of a document to the inks of a press: faces, icons, gradients, pictures, masks."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from prancha.export.colour.ink_streams import (
    FACE,
    FORM,
    GROUP,
    OVER,
    UNDER,
    InkStream,
    Level,
    light_stream,
)
from prancha.export.colour.press_inks import NEUTRAL, InkMixer, Rgb, Shares
from prancha.graphics.pixels.png_pixels import read_png, wrap_png
from prancha.model.face import Art, Portfolio, Resource
from prancha.model.printing import Press
from prancha.model.units import number
from prancha.system.file_contents import bytes_of

if TYPE_CHECKING:
    from PIL.Image import Image


STEPS = 8
"""Segments into which each part of a gradient is split."""
_PART = re.compile(r"<</FunctionType 2 /Domain \[0 1\] /C0 \[([\d. ]+)\] /C1 \[([\d. ]+)\] /N 1>>")


def shading_in_inks(entries: str, mixer: InkMixer) -> str:
    """Return the entries of a shading, or of a pattern that has one, with its colours in inks."""
    grey = all(_is_grey(_rgb(part)) for ends in _PART.findall(entries) for part in ends)

    def inks(colour: Rgb) -> Shares:
        return mixer.colour(colour) if grey else mixer.mixed(colour)

    def part(found: re.Match[str]) -> str:
        start, end = _rgb(found[1]), _rgb(found[2])
        steps = 1 if start == end else STEPS
        colours = [
            inks(tuple(a + (b - a) * k / steps for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
            for k in range(steps + 1)
        ]
        return _function(colours)

    return _PART.sub(part, entries).replace("/DeviceRGB", "/DeviceCMYK")


def shading_of_light(entries: str) -> str:
    """Return the entries of a shading used as a mask, with its greys unchanged."""
    if "/DeviceGray" in entries:
        return entries

    def part(found: re.Match[str]) -> str:
        c0, c1 = (number(0.3 * r + 0.59 * g + 0.11 * b) for r, g, b in map(_rgb, found.groups()))
        return f"<</FunctionType 2 /Domain [0 1] /C0 [{c0}] /C1 [{c1}] /N 1>>"

    return _PART.sub(part, entries).replace("/DeviceRGB", "/DeviceGray")


def _function(colours: list[Shares]) -> str:
    parts = [
        f"<</FunctionType 2 /Domain [0 1] /C0 [{_operands(a)}] /C1 [{_operands(b)}] /N 1>>"
        for a, b in pairwise(colours)
    ]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(number(k / len(parts)) for k in range(1, len(parts)))
    encode = " ".join(["0 1"] * len(parts))
    return (
        f"<</FunctionType 3 /Domain [0 1] /Functions [{' '.join(parts)}] /Bounds [{bounds}] "
        f"/Encode [{encode}]>>"
    )


def _operands(inks: Shares) -> str:
    return " ".join(map(number, inks))


def _rgb(text: str) -> Rgb:
    red, green, blue = map(float, text.split())
    return red, green, blue


def _is_grey(colour: Rgb) -> bool:
    return max(colour) - min(colour) <= NEUTRAL


QUALITY = 95
LESS = (0.0, 8.0)
"""Margins below the ink limit tried for a JPEG, in percent: its compression may add ink."""
_SIZE = re.compile(r"/Width (\d+) /Height (\d+)")


def is_picture(resource: Resource) -> bool:
    """Return whether a resource is a picture."""
    return resource.kind == "XObject" and "/Subtype /Image" in resource.entries


def convert_picture(resource: Resource, mixer: InkMixer, limit: int) -> Resource:
    """Convert a picture, in colours or greys, to inks; its soft mask stays."""
    from PIL import Image

    picture, lossy = _decode(resource)
    if picture.mode == "L":
        made = mixer.grey_picture(picture)
        return _make_picture(resource, made, _jpeg(made) if lossy else None)
    if lossy:
        for less in LESS:
            data = _jpeg(mixer.picture(picture, less))
            with Image.open(io.BytesIO(data)) as printed:
                if most_ink(printed) <= limit:
                    return _make_picture(resource, picture, data, inverted=True)
    return _make_picture(resource, mixer.picture(picture), None)


def light_picture(resource: Resource, name: str) -> Resource:
    """Convert a picture in a mask to its lightness."""
    picture, _ = _decode(resource)
    made = _make_picture(resource, picture.convert("L"), None)
    return Resource(name, made.kind, made.entries, made.content, made.mask)


def most_ink(picture: Image) -> float:
    """Return the most ink of any pixel of a picture in CMYK, in percent."""
    from PIL import ImageMath

    bands = [band.convert("I") for band in picture.split()]
    total = ImageMath.lambda_eval(
        lambda args: args["c"] + args["m"] + args["y"] + args["k"],
        c=bands[0],
        m=bands[1],
        y=bands[2],
        k=bands[3],
    )
    _, most = total.getextrema()
    return float(most) / 2.55


def new_picture(name: str, picture: Image) -> Resource:
    """Make a lossless resource of a picture in CMYK or greys."""
    width, height = picture.size
    space = {"CMYK": "DeviceCMYK", "L": "DeviceGray"}[picture.mode]
    colours = len(picture.getbands())
    entries = (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /{space} "
        f"/BitsPerComponent 8 /Filter /FlateDecode "
        f"/DecodeParms <</Predictor 15 /Colors {colours} /Columns {width}>>"
    )
    return Resource(name, "XObject", entries, _predict_rows(picture))


def _make_picture(resource: Resource, picture: Image, jpeg: bytes | None, inverted: bool = False) -> Resource:
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


def _decode(resource: Resource) -> tuple[Image, bool]:
    """Return the picture, and whether it is a JPEG."""
    from PIL import Image

    content = bytes_of(resource.content or b"")
    if "/DCTDecode" in resource.entries:
        with Image.open(io.BytesIO(content), formats=["JPEG"]) as picture:
            picture.load()
            return picture, True
    found = _SIZE.search(resource.entries)
    assert found is not None, "a picture has a size"
    size, mode = (int(found[1]), int(found[2])), "RGB" if "/DeviceRGB" in resource.entries else "L"
    if "/Predictor" in resource.entries:  # the pixels of a PNG as they are
        head = struct.pack(">IIBBBBB", *size, 8, 2 if mode == "RGB" else 0, 0, 0, 0)
        with Image.open(io.BytesIO(wrap_png([(b"IHDR", head), (b"IDAT", content)]))) as picture:
            picture.load()
            return picture, False
    return Image.frombytes(mode, size, zlib.decompress(content)), False


def _jpeg(picture: Image) -> bytes:
    """Encode a JPEG without subsampling; Pillow writes the inverse of each ink."""
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=QUALITY, subsampling=0)
    return data.getvalue()


def _predict_rows(picture: Image) -> bytes:
    """Filter the rows of a picture by PNG prediction (PNG, 9), which PDF knows too.

    The four inks are passed as the four channels of a PNG, which Pillow can write.
    """
    from PIL import Image

    if picture.mode == "CMYK":
        picture = Image.frombytes("RGBA", picture.size, picture.tobytes())
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=6)
    return read_png(file.getvalue()).stream


Use = Literal["ink", "light"]
"""Purpose of a resource: to be printed, or to be a mask of light."""
LIGHT = "g"
"""Suffix of resources of light: the same resource may be printed elsewhere."""
_GROUP = re.compile(r" /Group <<[^<>]*>>")
_STATES = (
    Resource(OVER, "ExtGState", "/Type /ExtGState /OP true /op true /OPM 1"),
    Resource(UNDER, "ExtGState", "/Type /ExtGState /OP false /op false /OPM 0"),
)


class Separation:
    """Converts the art of a portfolio to the inks of a press; call `run` once."""

    def __init__(self, portfolio: Portfolio, press: Press, mixer: InkMixer) -> None:
        self._portfolio, self._press, self._mixer = portfolio, press, mixer
        self._resources: Mapping[str, Resource] = {one.name: one for one in portfolio.resources}
        self._masks = {one.mask for one in portfolio.resources if is_picture(one) and one.mask}
        self._made: dict[tuple[str, Use], Resource] = {}

    def run(self) -> Portfolio:
        """Return all art, and the resources that it names; others are left out."""
        arts: dict[str, Art] = {}
        for digest, art in self._portfolio.arts.items():
            content = self._stream(art.content, FACE)
            arts[digest] = replace(art, content=content, check=zlib.crc32(content))
        made = sorted([*self._made.values(), *_STATES], key=lambda one: one.name)
        return replace(self._portfolio, arts=arts, resources=tuple(made))

    def _stream(self, content: bytes, start: Level) -> bytes:
        return InkStream(self._mixer, self._press.rich, self._named).run(content, start)

    def _named(self, name: str) -> bool:
        """Convert what a stream names; return whether it is a picture."""
        self._need(name, "ink")
        return is_picture(self._resources[name])

    def _need(self, name: str, use: Use) -> None:
        """Convert a resource, and those that it names."""
        if (name, use) in self._made:
            return
        resource = self._resources[name]
        if resource.kind == "ExtGState":
            use = "ink"  # it has no colour
        self._made[name, use] = resource
        if resource.mask and resource.kind == "ExtGState":  # a group of light
            self._need(resource.mask, "light")
            self._made[name, use] = replace(resource, mask=resource.mask + LIGHT)
            return
        if resource.mask:  # the opacity of a picture, which stays as it is
            self._made[resource.mask, "ink"] = self._resources[resource.mask]
        self._made[name, use] = self._in_ink(resource) if use == "ink" else self._of_light(resource)

    def _in_ink(self, resource: Resource) -> Resource:
        if is_picture(resource):
            if "/DeviceCMYK" in resource.entries:  # a flattened face
                return resource
            return convert_picture(resource, self._mixer, self._press.limit)
        if resource.kind == "XObject":
            start = GROUP if "/Group" in resource.entries else FORM
            if self._press.standard == "x1a":  # it is flattened, so nothing in it is transparent
                resource = replace(resource, entries=_GROUP.sub("", resource.entries))
            return self._form(
                resource, lambda content: self._stream(content, start), "DeviceCMYK", resource.name
            )
        if resource.kind in ("Shading", "Pattern"):
            return replace(resource, entries=shading_in_inks(resource.entries, self._mixer))
        return resource

    def _of_light(self, resource: Resource) -> Resource:
        name = resource.name + LIGHT
        if is_picture(resource):
            return light_picture(resource, name)
        if resource.kind == "XObject":
            return self._form(resource, lambda content: light_stream(content, self._lit), "DeviceGray", name)
        return Resource(name, resource.kind, shading_of_light(resource.entries))

    def _lit(self, name: str) -> str:
        """Convert what a mask names; return its name there."""
        self._need(name, "light")
        return name if self._resources[name].kind == "ExtGState" else name + LIGHT

    def _form(self, resource: Resource, change: Callable[[bytes], bytes], space: str, name: str) -> Resource:
        content = zlib.compress(change(zlib.decompress(bytes_of(resource.content or b""))), 9)
        entries = resource.entries.replace("/CS /DeviceRGB", f"/CS /{space}")
        return Resource(name, resource.kind, entries, content)
