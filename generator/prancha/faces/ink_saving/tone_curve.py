"""The tone curve of less ink, and how it lightens the colours and pictures of a drawing.

Colours become lighter, and what was lighter than another stays lighter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.framing import FOLDS
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.ground import picture_matrix
from prancha.graphics.svg.css_colours import Rgb, colour_or_none, linear, luminance, show
from prancha.graphics.svg.matrix import first, moved_box
from prancha.graphics.svg.style import share
from prancha.graphics.svg.svg_markup import GREY, INK, DrawingFault, href
from prancha.graphics.svg.template_marks import CREASE
from prancha.model.face import REVISION_MARK

_STEPS = 24
"""Halvings in the search for a lightness: finer than a colour of eight bits."""
_CHROMAS = 8
"""Steps in which chroma is given up where sRGB has no colour of that lightness."""
# Ottosson (2020): linear sRGB to cone responses, and their cube roots to OKLab.
_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_ROOTS = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_LIGHT = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
_Rows = tuple[Rgb, Rgb, Rgb]


class Tone(Struct, frozen=True):
    """A curve over CIE L*: `black` is what 0 becomes, 100 stays.

    `bend` from 0 to 1 draws dark colours together so that light ones keep their distances.
    `chroma` is the share of it that colours keep (in OKLab), where sRGB has such a colour.
    """

    black: float
    bend: float
    chroma: float

    def lightness(self, old: float) -> float:
        """CIE L* that `old` becomes; rises with it."""
        share = old / 100
        return self.black + (100 - self.black) * ((1 - self.bend) * share + self.bend * share * share)

    def of(self, colour: Rgb) -> Rgb:
        """Return the lightened colour: of the same hue, and paler in proportion."""
        return _toned(self, colour)


TONES: Mapping[str, Tone] = {
    "low": Tone(67.0, 0.3, 0.5),
    "outline": Tone(94.0, 0.3, 0.35),
    "grey": Tone(0.0, 0.0, 0.0),
}
"""Of each ink; grey keeps how light a colour is."""


def lightness(colour: Rgb) -> float:
    """CIE L*, from 0 to 100."""
    y = luminance(colour)
    return float(116 * y ** (1 / 3) - 16) if y > 0.008856 else 903.3 * y


def chroma(colour: Rgb) -> float:
    """OKLab chroma: 0 for greys, about 0.3 at most."""
    _, a, b = _lab(colour)
    return math.hypot(a, b)


@lru_cache(maxsize=4096)
def _toned(tone: Tone, colour: Rgb) -> Rgb:
    wanted = _luminance(tone.lightness(lightness(colour)))
    _, a, b = _lab(colour)
    for step in range(_CHROMAS + 1):
        share = tone.chroma * (1 - step / _CHROMAS)
        light = _with_luminance(wanted, a * share, b * share)
        if all(-1e-4 <= channel <= 1 + 1e-4 for channel in light):
            break
    red, green, blue = map(_encoded, light)
    return red, green, blue


def _luminance(lightness: float) -> float:
    return float(((lightness + 16) / 116) ** 3) if lightness > 8 else lightness / 903.3


def _lab(colour: Rgb) -> Rgb:
    red, green, blue = map(math.cbrt, _times(_CONES, linear(colour)))
    return _times(_OKLAB, (red, green, blue))


def _with_luminance(wanted: float, a: float, b: float) -> Rgb:
    """Linear sRGB of the OKLab colour of hue and chroma (a, b) that has a luminance; maybe beyond sRGB."""
    low, high = 0.0, 1.2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        red, green, blue = _unlab((middle, a, b))
        if 0.2126 * red + 0.7152 * green + 0.0722 * blue < wanted:
            low = middle
        else:
            high = middle
    return _unlab((high, a, b))


def _unlab(lab: Rgb) -> Rgb:
    long, middle, short = _times(_ROOTS, lab)
    return _times(_LIGHT, (long**3, middle**3, short**3))


def _times(rows: _Rows, values: Rgb) -> Rgb:
    x, y, z = (row[0] * values[0] + row[1] * values[1] + row[2] * values[2] for row in rows)
    return x, y, z


def _encoded(light: float) -> float:
    """An sRGB channel of a linear one."""
    light = min(1.0, max(0.0, light))
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


PAINTS = ("fill", "stroke", "color", "stop-color", "flood-color")
_AS_THEY_ARE = frozenset(("mask", "clipPath"))
"""What is no paint: the light of a mask, the shape of a clip."""
_BLACK = {"stop": "stop-color", "feFlood": "flood-color", "feDropShadow": "flood-color"}
"""Elements that are black where they name no colour, and by what attribute they do."""
_FOR_THE_MAKER = frozenset((REVISION_MARK, FOLDS))
"""Ids of aids to making the pieces, which must be seen in any ink."""


def repaint(root: Element, tone: Tone) -> None:
    """Change every colour of the drawing `root`, inherited and unwritten ones too."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag in _AS_THEY_ARE or element.get("id") in _FOR_THE_MAKER:
            continue
        if element.get("class") == CREASE:
            continue
        if element.tag in _BLACK:
            element.attrib.setdefault(_BLACK[element.tag], "#000000")
        for name in PAINTS:
            colour = colour_or_none(element.get(name, "none"))
            if colour is not None:
                element.set(name, show(tone.of(colour)))
        waiting += element


def with_defaults(root: Element) -> None:
    """Write down the colours that elements have which name none: black."""
    inner = Element("g", {name: root.get(name, "#000000") for name in ("fill", "color")})
    inner.extend(root)
    root[:] = [inner]


_SHEER = frozenset("mask filter mix-blend-mode".split())
"""Attributes of a picture through or around which something may show."""


Photograph = tuple[Element, Element | None]
"""A picture of a drawing, and the white behind it, which is still unseen; None where none may be."""


def put_white_behind(root: Element, opacity: Callable[[str], Opacity | None]) -> list[Photograph]:
    """Put a white rectangle behind every picture of a drawing that lets nothing show through.

    Once it is fainter, what it hides must not shine through it.
    """
    found: list[Photograph] = []
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        for place, element in reversed(list(enumerate(parent))):
            if element.tag == "image":
                white = _behind(element, opacity(href(element.attrib)))
                if white is not None:
                    parent.insert(place, white)
                found.append((element, white))
            elif element.tag != "mask":
                waiting.append(element)
    return found


def take_colour(root: Element, opacity: Callable[[str], Opacity | None]) -> list[Element]:
    """Have every picture of pixels printed in greys; returns all others."""
    left = []
    for element in root.iter("image"):
        if opacity(href(element.attrib)) is None:
            left.append(element)
        else:
            element.set(INK, GREY)
    return left


def fade(photographs: Iterable[Photograph], tone: Tone) -> None:
    """Make pictures as much lighter as `tone` makes black."""
    ink = 1 - tone.of((0.0, 0.0, 0.0))[0]
    for picture, white in photographs:
        was = share(picture.get("opacity", "1"))
        picture.set("opacity", f"{was * ink:.4g}")
        if white is not None:
            white.set("opacity", f"{1 - (1 - was) / (1 - was * ink):.4g}")


def _behind(picture: Element, seen: Opacity | None) -> Element | None:
    """White where a picture is painted; None where something may show through it."""
    if seen is None or not seen.opaque or not _SHEER.isdisjoint(picture.attrib):
        return None
    try:
        matrix = picture_matrix(picture, seen.width, seen.height)
    except DrawingFault:  # the renderer says what is wrong with it
        return None
    left, top, right, bottom = moved_box(matrix, (0.0, 0.0, seen.width, seen.height))
    if "slice" in picture.get("preserveAspectRatio", ""):
        x, y, wide, high = (first(picture.get(name, "0")) for name in ("x", "y", "width", "height"))
        left, top, right, bottom = x, y, x + wide, y + high
    sizes = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    kept: dict[str, str] = {k: v for k, v in picture.attrib.items() if k in ("transform", "clip-path")}
    drawn = {name: f"{value:.6g}" for name, value in sizes.items()}
    return Element("rect", {**drawn, **kept, "fill": "#ffffff", "stroke": "none", "opacity": "0"})
