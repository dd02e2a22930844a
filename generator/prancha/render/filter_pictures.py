"""Objects with filters, printed as pictures: PDF has no vectors for shadows and blurs."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.pictures import look
from prancha.graphics.svg.matrix import Matrix, inverse, moved_box, numbers
from prancha.graphics.svg.normal.plain_elements import exact
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, intersect
from prancha.model.diagnostic import UserError
from prancha.model.face import Resource
from prancha.render.effect_markup import WIDE, EffectMarkup, radii, region_of
from prancha.render.image_objects import ShownPicture, encode
from prancha.system.machine import draw_svg

MOST_SECONDS = 8.0
_OCTAVE, _WINDOW, _WEIGHT, _OTHER = 600e-9, 10e-9, 15e-9, 80e-9
"""Seconds for a pixel (resvg-py 0.5): of an octave, each pixel a morphology looks at, a weight, all else."""


def check_effort(element: Element, ids: Mapping[str, Element], pixels: int, scale: float) -> None:
    """Raise Fault for filters in `element` that take too long on a picture of so many `pixels`.

    `scale` is pixels to a user unit.
    """
    seconds = pixels * sum(_of_one(part, scale) for found in _filters(element, ids) for part in found)
    if seconds > MOST_SECONDS:
        hint = "write fewer octaves or a smaller radius, or lower raster: in game.yaml"
        raise DrawingFault(f"a filter takes about {min(seconds, 1e6):.0f} s to draw", hint)


def _filters(element: Element, ids: Mapping[str, Element]) -> Iterator[Element]:
    for part in element.iter():
        name = part.get("filter", "").removeprefix("url(#").removesuffix(")")
        if name in ids:
            yield ids[name]


def _of_one(part: Element, scale: float) -> float:
    """Seconds that a part of a filter takes for a pixel."""
    if part.tag == "feTurbulence":
        return _OCTAVE * max(numbers(part.get("numOctaves", "1"))[:1], default=1.0)
    if part.tag == "feMorphology":
        across, down = radii(part, scale)
        if min(across, down) > WIDE:
            return _WINDOW * 4 * (across + down) + 2 * _OTHER
        return _WINDOW * (2 * across + 1) * (2 * down + 1)
    if part.tag == "feConvolveMatrix":
        return _WEIGHT * len(numbers(part.get("kernelMatrix", "")))
    return _OTHER


MOST_PIXELS = 40_000_000
REACH = 0.25
"""Share of the drawing's sides by which an effect may begin beyond them."""
FINER = 2
"""By how much pictures are drawn finer than they are printed, where thin parts of letters are spread."""
_WITHOUT = frozenset("transform clip-path mask opacity mix-blend-mode isolation".split())


class Effects:
    """Draws elements with filters as pictures of `raster` dots per inch."""

    def __init__(
        self, book: FontBook, symbols: Mapping[str, str], pictures: Sequence[Path], raster: int
    ) -> None:
        self._letters, self._symbols, self._pictures = Letters(book), symbols, pictures
        self._raster = raster

    @property
    def remark(self) -> str:
        """The warning for a face with such a picture."""
        return f"an object with a filter is printed as a picture at {self._raster} dpi"

    def drawn(
        self,
        element: Element,
        matrix: Matrix,
        box: tuple[float, float, float, float],
        unit: float,
        ids: Mapping[str, Element],
    ) -> tuple[list[Resource], ShownPicture | None]:
        """The picture of an element and its soft mask, and where it lies in the element's user space.

        `matrix` takes that to the drawing's, whose `box` (x, y, width, height) is seen and whose unit is
        `unit` mm on paper; `ids` are what it may refer to.  Nothing where nothing is seen.
        Raises DrawingFault without the library, or where it cannot draw it.
        """
        back = inverse(matrix)
        if back is None:
            return [], None
        scale = unit * self._raster / 25.4
        found = self._raster_of(_bare(element), matrix, moved_box(back, _enlarged(box)), scale, ids)
        if found is None:
            return [], None
        data, (x, y, width, height) = found
        resources = encode(data, "effect", look(data, "effect"))
        return resources, ShownPicture(
            resources[0].name, (x, y, width, height), (width, 0.0, 0.0, -height, x, y + height)
        )

    def _raster_of(
        self, element: Element, matrix: Matrix, seen: Box, scale: float, ids: Mapping[str, Element]
    ) -> tuple[bytes, tuple[float, float, float, float]] | None:
        """A PNG of an element in its own space, and where it lies there; None where nothing is seen.

        It has `scale` pixels to the unit of the space that `matrix` leads to.  Filters are worked out in the
        space of what they are on, so it is the picture that is turned.
        """
        finer = FINER if _spreads_outlines(element, ids) else 1
        scale *= finer * max(math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3]))
        region = _region(element, ids)
        if region is not None:
            seen = intersect(seen, region)
        if not (seen[0] < seen[2] and seen[1] < seen[3] and scale > 0):
            return None
        first, above = math.floor(seen[0] * scale) - 1, math.floor(seen[1] * scale) - 1
        columns, rows = math.ceil(seen[2] * scale) + 1 - first, math.ceil(seen[3] * scale) + 1 - above
        if columns * rows > MOST_PIXELS:
            raise DrawingFault(
                f"a filter needs a picture of {columns} x {rows} pixels", "lower raster: in game.yaml"
            )
        check_effort(element, ids, columns * rows, scale)

        def nested(part: Element, within: Matrix) -> Element | None:
            back = inverse(within)
            found = back and self._raster_of(part, within, moved_box(back, seen), scale, ids)
            if not found:
                return None
            sides = dict(zip(("x", "y", "width", "height"), map(exact, found[1]), strict=True))
            data = base64.b64encode(found[0]).decode()
            return Element(
                "image", {**sides, "preserveAspectRatio": "none", "href": f"data:image/png;base64,{data}"}
            )

        markup = EffectMarkup(
            self._letters, self._symbols, self._pictures, ids, nested=nested, scale=scale, seen=seen
        ).written(element)
        frame = (first / scale, above / scale, columns / scale, rows / scale)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(exact, frame))}"'
        try:
            drawn = draw_svg(f'{head} width="{columns}" height="{rows}">{markup}</svg>', finer)
        except UserError as problem:
            raise DrawingFault(problem.message, problem.hint) from None
        if drawn is None:
            return None
        data, pixels = drawn
        left, top, right, bottom = (value / scale for value in pixels)
        return data, (frame[0] + left, frame[1] + top, right - left, bottom - top)


def _region(element: Element, ids: Mapping[str, Element]) -> Box | None:
    """The box of a filter's result; None if it is unknown."""
    text = element.get("filter", "")
    found = ids.get(text[5:-1]) if text.startswith("url(#") else None
    return None if found is None else region_of(found)


def _enlarged(box: tuple[float, float, float, float]) -> Box:
    """A box of x, y, width and height as its corners, a little farther out."""
    x, y, width, height = box
    return x - width * REACH, y - height * REACH, x + width * (1 + REACH), y + height * (1 + REACH)


def _bare(element: Element) -> Element:
    """An element whose other effects are drawn round the picture."""
    bare = Element(element.tag, {k: v for k, v in element.attrib.items() if k not in _WITHOUT})
    bare.text = element.text
    bare.extend(element)
    return bare


def _spreads_outlines(element: Element, ids: Mapping[str, Element]) -> bool:
    """Return whether letters are spread that have a fill and a stroke.

    The colours of parts that are thinner than a pixel are mixed before they are spread.
    """
    for part in element.iter():
        found = ids.get(part.get("filter", "")[5:-1])
        if found is not None and found.find("feMorphology") is not None:
            texts = part.iter("text")
            if any("stroke" in text.attrib and text.get("fill") != "none" for text in texts):
                return True
    return False
