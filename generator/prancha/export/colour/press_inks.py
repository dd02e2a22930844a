"""Colours of the screen as the four inks of a press, by the profile of its paper and its ink limit."""

from __future__ import annotations

import io
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.printing import IccProfile, Inks, Press
from prancha.system.file_contents import Refused, regular_bytes

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFilter import Color3DLUT


MOST_BYTES = 20_000_000
_SHIPPED = "FOGRA39L_coated.icc"
_HINT = "ask the print shop for its CMYK output profile, or leave --profile out for FOGRA39 (coated paper)"


@lru_cache(maxsize=1)
def shipped_profile() -> IccProfile:
    """Return FOGRA39: offset on coated paper, as most print shops know it."""
    data = files(__package__ or "").joinpath(_SHIPPED).read_bytes()
    return IccProfile(data, "FOGRA39L Coated", "FOGRA39")


def read_profile(path: Path) -> IccProfile:
    """Read a profile from a file; raises Failure unless it is one of a press with four inks."""
    try:
        data = regular_bytes(path, MOST_BYTES)
    except Refused as problem:
        raise _wrong(path, str(problem)) from None
    if data == shipped_profile().data:
        return shipped_profile()
    space, kind = data[16:20], data[12:16]
    if data[36:40] != b"acsp":
        raise _wrong(path, "this is no ICC profile")
    if space != b"CMYK":
        raise _wrong(path, f"this profile is of {_said(space)}, not of CMYK")
    if kind != b"prtr":
        raise _wrong(path, f'this profile is not of a printer but of kind "{_said(kind)}"')
    from PIL import ImageCms

    try:
        press = open_profile(data)
        # Tables that are damaged show only when a conversion is made of them, in both directions.
        ImageCms.buildTransform(ImageCms.createProfile("sRGB"), press, "RGB", "CMYK")
        ImageCms.buildTransform(press, ImageCms.createProfile("LAB"), "CMYK", "LAB")
        return IccProfile(data, _title(press))
    except (OSError, ImageCms.PyCMSError) as problem:
        raise _wrong(path, f"this profile is broken: {problem}") from None


def open_profile(data: bytes) -> Any:
    """Open a profile for the colour engine; raises OSError for a broken one."""
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(io.BytesIO(data))


def _title(profile: Any) -> str:
    text = str(profile.profile.profile_description or "a profile without a name")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:80]


def _said(signature: bytes) -> str:
    return "".join(chr(c) if 32 < c < 127 else "" for c in signature) or "nothing"


def _wrong(path: Path, why: str) -> Failure:
    return Failure([Diagnostic(Place(str(path)), "colour-profile", why, hint=_HINT)])


Rgb = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""
Shares = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black from 0 to 1."""
BLACK: Shares = (0.0, 0.0, 0.0, 1.0)
NEUTRAL = 0.002
"""Largest difference between red, green and blue of a grey."""
DARK, TINGED = 0.3, 0.12
"""Text this dark, with colours this close, is black ink alone: four plates never register so exactly."""
SOLID = 0.9
"""Black of text printed solid: less is a screen of dots, which shows at the edges of letters."""
TRACE = 0.08
"""So little of an ink that misregistration is invisible."""
GRID = 33
"""Samples along each side of the colour cube that converts pictures."""
SLACK = 1.0
"""Margin of the cube below the ink limit, in percent: between samples it is rounded."""


class InkMixer:
    """Mixes the inks of a press; its tables are built on first use."""

    def __init__(self, press: Press) -> None:
        self._press = press
        self._known: dict[tuple[int, ...], Shares] = {}

    def colour(self, rgb: Rgb) -> Shares:
        """Return the inks of a colour of art: greys are black alone."""
        if max(rgb) - min(rgb) <= NEUTRAL:
            return (0.0, 0.0, 0.0, self.grey(sum(rgb) / 3))
        return self.mixed(rgb)

    def line(self, rgb: Rgb) -> Shares:
        """Return the inks of text or of a thin line: what is nearly black is black alone, too."""
        if max(rgb) <= DARK and max(rgb) - min(rgb) <= TINGED:
            black = self.grey(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2])
            return BLACK if black >= SOLID else (0.0, 0.0, 0.0, black)
        return self.colour(rgb)

    def small(self, rgb: Rgb) -> Shares:
        """Return the inks of small text: three, and a trace of the fourth.

        Black replaces the grey part of the three colours, which shifts the colour a little.
        """
        c, m, y, k = self.line(rgb)
        less = min(c, m, y) - TRACE
        if less <= 0 or not k:
            return (c, m, y, k)
        return (c - less, m - less, y - less, 1 - (1 - k) * (1 - less))

    def grey(self, light: float) -> float:
        """Return how much black makes a grey, from 0 (black) to 1, as light on paper as on the screen."""
        return self._greys[round(255 * light)]

    def mixed(self, rgb: Rgb) -> Shares:
        """Return a colour as four inks, even where it is grey, so that gradients do not jump."""
        key = tuple(round(255 * part) for part in rgb)
        if key not in self._known:
            from PIL import Image

            one: Any = Image.new("RGB", (1, 1), key)
            inks: Any = _converted(one, self._transform).getpixel((0, 0))
            self._known[key] = limit_ink(tuple(part / 255 for part in inks), self._press.limit)
        return self._known[key]

    def picture(self, picture: Image, less: float = 0.0) -> Image:
        """Convert a picture from RGB to CMYK, `less` percent of ink below the limit."""
        return picture.convert("RGB").filter(self.cube(less))

    def grey_picture(self, picture: Image) -> Image:
        """Convert a picture in greys to black ink alone."""
        return picture.point([255 - round(255 * share) for share in self._greys])

    def cube(self, less: float = 0.0) -> Color3DLUT:
        """The table that converts pictures."""
        from PIL import ImageFilter

        size, limit = GRID, self._press.limit - SLACK - less
        inks = self._corners
        table = [
            part
            for at in range(0, len(inks), 4)
            for part in limit_ink(
                (inks[at] / 255, inks[at + 1] / 255, inks[at + 2] / 255, inks[at + 3] / 255), limit
            )
        ]
        return ImageFilter.Color3DLUT(size, table, channels=4, target_mode="CMYK")

    @cached_property
    def _corners(self) -> bytes:
        """Return the inks of each place of the cube, red fastest, one byte each."""
        from PIL import Image

        steps = [round(255 * k / (GRID - 1)) for k in range(GRID)]
        colours = bytes(part for b in steps for g in steps for r in steps for part in (r, g, b))
        every: Any = Image.frombytes("RGB", (GRID, GRID * GRID), colours)
        return _converted(every, self._transform).tobytes()

    @cached_property
    def _transform(self) -> Any:
        from PIL import ImageCms

        screen = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
        return ImageCms.buildTransform(
            screen,
            open_profile(self._press.profile.data),
            "RGB",
            "CMYK",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )

    @cached_property
    def _greys(self) -> tuple[float, ...]:
        """Return the share of black by the value of a grey, 0 to 255."""
        lights = self._lights
        darkest = lights[-1]
        found, share = [], 255
        for value in range(256):
            wanted = darkest + (1 - darkest) * _linear(value / 255)
            while share > 0 and lights[share] < wanted - 1e-9:
                share -= 1
            # Between two shares the lighter one is too light.
            if share < 255 and lights[share + 1] < lights[share]:
                part = (lights[share] - wanted) / (lights[share] - lights[share + 1])
                found.append((share + min(max(part, 0.0), 1.0)) / 255)
            else:
                found.append(share / 255)
        found[0], found[255] = 1.0, 0.0
        return tuple(found)

    @cached_property
    def _lights(self) -> tuple[float, ...]:
        """Return the light reflected by each share of black ink, 0 to 255; bare paper gives 1."""
        from PIL import Image, ImageCms

        row: Any = Image.frombytes("CMYK", (256, 1), bytes(v for k in range(256) for v in (0, 0, 0, k)))
        to_lab = ImageCms.buildTransform(
            open_profile(self._press.profile.data),
            ImageCms.createProfile("LAB"),
            "CMYK",
            "LAB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )
        lab = _converted(row, to_lab).tobytes()
        lights = [_light(lab[at] * 100 / 255) for at in range(0, len(lab), 3)]
        paper = lights[0] or 1.0
        return tuple(min(lights[: k + 1]) / paper for k in range(256))


def _converted(picture: Image, transform: Any) -> Image:
    """Convert a picture to other colours."""
    from PIL import ImageCms

    found = ImageCms.applyTransform(picture, transform)
    assert found is not None, "only a conversion in place gives nothing"
    return found


def limit_ink(inks: Shares, limit: float) -> Shares:
    """Reduce cyan, magenta and yellow where all four inks exceed `limit` percent together."""
    c, m, y, k = inks
    colours, most = c + m + y, limit / 100
    if colours + k <= most:
        return inks
    if k >= most:
        return (0.0, 0.0, 0.0, most)
    scale = (most - k) / colours
    return (c * scale, m * scale, y * scale, k)


def shares(inks: Inks) -> Shares:
    """Convert percent to shares."""
    c, m, y, k = inks
    return (c / 100, m / 100, y / 100, k / 100)


def _linear(value: float) -> float:
    """Return the light of a value of sRGB (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _light(lightness: float) -> float:
    """Return the light of a lightness of CIE Lab, 0 to 100."""
    return ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3
