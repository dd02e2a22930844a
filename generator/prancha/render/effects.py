"""Objects with filters, printed as pictures: PDF has no vectors for shadows and blurs.

The library resvg draws them (the extra `prancha[effects]`).  It is given letters as outlines, so that they
are those of the game's fonts.
"""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.pictures import load, look
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.markup import GREY, INK, href
from prancha.graphics.svg.matrix import Matrix, scale_of
from prancha.graphics.svg.normal.elements import exact, format_matrix
from prancha.model.art import Resource
from prancha.render.effort import check_effort
from prancha.render.pictures import encode, in_greys
from prancha.render.protocol import ShownPicture

MOST_PIXELS = 40_000_000
REACH = 0.25
"""Share of the drawing's sides by which an effect may begin beyond them."""
_WITHOUT = frozenset("transform clip-path mask opacity mix-blend-mode isolation".split())
_MISSING = "install what draws it: pip install 'prancha[effects]'; or draw the shadow as a shape"


class Effects:
    """Draws elements with filters as pictures of `raster` dots per inch."""

    def __init__(
        self, book: FontBook, symbols: Mapping[str, str], pictures: Sequence[Path], raster: int
    ) -> None:
        self._letters, self._symbols, self._pictures = Letters(book), symbols, pictures
        self._raster = raster

    @property
    def remark(self) -> str:
        """What is told of a face with such a picture."""
        return f"an object with a filter is printed as a picture at {self._raster} dpi"

    def drawn(
        self, element: Element, matrix: Matrix, box: tuple[float, float, float, float], unit: float,
        ids: Mapping[str, Element],
    ) -> tuple[list[Resource], ShownPicture | None]:  # fmt: skip
        """The picture of an element and its soft mask, and where it lies in the drawing.

        `matrix` takes the element's user space to the drawing's, whose `box` (x, y, width, height)
        is seen and whose unit is `unit` mm on paper; `ids` are what it may refer to.  Nothing where nothing
        is seen.
        Raises DrawingFault without the library, or where it cannot draw it.
        """
        scale = unit * self._raster / 25.4
        x, y, width, height = _enlarged(box)
        columns, rows = math.ceil(width * scale), math.ceil(height * scale)
        if columns * rows > MOST_PIXELS:
            raise DrawingFault(
                f"a filter needs a picture of {columns} x {rows} pixels", "lower raster: in game.yaml"
            )
        check_effort(element, ids, columns * rows, scale * scale_of(matrix))
        width, height = columns / scale, rows / scale
        seen = " ".join(map(exact, (x, y, width, height)))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}"'
        inner = "".join(self._defined(element, ids)) + self._written(_bare(element))
        moved = f'<g transform="{format_matrix(matrix)}">{inner}</g>' if format_matrix(matrix) else inner
        data = _resvg(f'{head} width="{columns}" height="{rows}">{moved}</svg>')
        return _cropped(data, (x, y), scale)

    def _defined(self, element: Element, ids: Mapping[str, Element]) -> Iterator[str]:
        """All that an element refers to, at any remove."""
        found: dict[str, Element] = {}
        waiting = [element]
        while waiting:
            for part in waiting.pop().iter():
                for name, value in part.attrib.items():
                    start = value.find("url(#")
                    key = value[start + 5 : value.find(")", start)] if start >= 0 else ""
                    if name == "href" and value.startswith("#"):
                        key = value[1:]
                    if key in ids and key not in found:
                        found[key] = ids[key]
                        waiting.append(ids[key])
        for name in sorted(found):
            yield f"<defs>{self._written(found[name])}</defs>"
        for symbol in sorted({key for key in _links(element, found.values()) if key in self._symbols}):
            yield f"<defs>{self._symbols[symbol]}</defs>"

    def _written(self, element: Element) -> str:
        """An element as SVG that needs no file and no font."""
        return ElementTree.tostring(self._alone(element), encoding="unicode")

    def _alone(self, element: Element) -> Element:
        if element.tag == "text":
            return self._outlined(element)
        copy = Element(element.tag, dict(element.attrib))
        copy.text = element.text
        if element.tag == "image":
            data = load(href(element.attrib), self._pictures)
            if element.get(INK) == GREY:
                data = in_greys(data, href(element.attrib))
            kind = {"JPEG": "jpeg", "PNG": "png", "WEBP": "webp"}.get(look(data, href(element.attrib)).kind)
            if kind is None:
                raise DrawingFault(
                    "a drawing shown within an object with a filter cannot be printed", "put both into one"
                )
            copy.set("href", f"data:image/{kind};base64,{base64.b64encode(data).decode()}")
        copy.extend([self._alone(child) for child in element])
        return copy

    def _outlined(self, text: Element) -> Element:
        """A plain text as a path of its letters."""
        data = self._letters.outline(text.text or "", text.attrib)
        kept = {k: v for k, v in text.attrib.items() if not k.startswith(("font", "letter", "text", "data"))}
        kept = {k: v for k, v in kept.items() if k not in ("x", "y", "direction")}
        return Element("path", {**kept, "d": data})


def _enlarged(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    x, y, width, height = box
    return x - width * REACH, y - height * REACH, width * (1 + 2 * REACH), height * (1 + 2 * REACH)


def _bare(element: Element) -> Element:
    """An element whose other effects are drawn round the picture."""
    bare = Element(element.tag, {k: v for k, v in element.attrib.items() if k not in _WITHOUT})
    bare.text = element.text
    bare.extend(element)
    return bare


def _links(element: Element, others: Any) -> Iterator[str]:
    for part in (element, *others):
        for use in part.iter("use"):
            yield href(use.attrib).lstrip("#")


def _resvg(svg: str) -> bytes:
    try:
        import resvg_py
    except ImportError:
        raise DrawingFault(
            "a filter (shadow, blur and the like) cannot be printed as vectors", _MISSING
        ) from None
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    except ValueError as problem:
        raise DrawingFault(
            f"resvg cannot draw an object with a filter: {problem}", "draw it as shapes"
        ) from None


def _cropped(
    data: bytes, corner: tuple[float, float], scale: float
) -> tuple[list[Resource], ShownPicture | None]:
    """The part of a picture that is seen, and the matrix from PDF's unit square to where it lies."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
        seen = picture.getchannel("A").getbbox() if picture.mode == "RGBA" else (0, 0, *picture.size)
        if seen is None:
            return [], None
        out = io.BytesIO()
        picture.crop(seen).save(out, "PNG")
    resources = encode(out.getvalue(), "effect", look(out.getvalue(), "effect"))
    left, top, right, bottom = (value / scale for value in seen)
    width, height = right - left, bottom - top
    x, y = corner[0] + left, corner[1] + top
    return resources, ShownPicture(
        resources[0].name, (x, y, width, height), (width, 0.0, 0.0, -height, x, y + height)
    )
