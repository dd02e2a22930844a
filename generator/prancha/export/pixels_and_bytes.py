"""Render pages to exact pixel sizes; encode pictures and tables, always to the same bytes."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable
from typing import Any

import msgspec
import pypdfium2
from PIL import Image, PngImagePlugin
from pypdfium2 import raw

from prancha.model.box import Box
from prancha.model.units import MM_PER_INCH, PT_PER_MM, Mm

Size = tuple[int, int]
"""Width and height in pixels."""


def pixels(length: Mm, dpi: float) -> int:
    """Return how many pixels `length` takes at `dpi`, to the nearest; at least one."""
    return max(1, math.floor(length * dpi / MM_PER_INCH + 0.5))


class Raster:
    """The pages of a PDF, to be drawn; use as a context."""

    def __init__(self, data: bytes) -> None:
        self._document: Any = pypdfium2.PdfDocument(data)
        self._open: tuple[int, Any] | None = None

    def __enter__(self) -> Raster:
        return self

    def __exit__(self, *_: object) -> None:
        self._close_page()
        self._document.close()

    def _close_page(self) -> None:
        if self._open is not None:
            self._open[1].close()
        self._open = None

    def draw(self, page: int, box: Box, size: Size) -> Image.Image:
        """Draw the part `box` of a page, counted from 0, on white paper: an RGB picture of `size`."""
        if self._open is None or self._open[0] != page:
            self._close_page()
            self._open = page, self._document[page]  # which keeps its pictures decoded for further parts
        width, height = size
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        left, top, right, bottom = (value * PT_PER_MM for value in box)
        across, down = width / (right - left), height / (bottom - top)
        matrix = raw.FS_MATRIX(across, 0, 0, down, -left * across, -top * down)
        clip = raw.FS_RECTF(0, 0, width, height)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, self._open[1].raw, matrix, clip, 0)
        picture: Image.Image = bitmap.to_pil().convert("RGB")
        return picture


JPEG_QUALITY = 92
PNG_LEVEL = 4
"""Level of zlib: 6 takes twice the time and saves a few per cent."""
_PERCEPTUAL = b"\0"
"""The rendering intent in the sRGB chunk (PNG, 11.3.2.5)."""


def png(picture: Image.Image, dpi: float) -> bytes:
    """Encode a PNG with pHYs and sRGB chunks and no time."""
    told = PngImagePlugin.PngInfo()
    told.add(b"sRGB", _PERCEPTUAL)
    data = io.BytesIO()
    picture.save(data, "PNG", dpi=(dpi, dpi), pnginfo=told, compress_level=PNG_LEVEL)
    return data.getvalue()


def jpeg(picture: Image.Image, dpi: float, quality: int = JPEG_QUALITY) -> bytes:
    """Encode a baseline JPEG without chroma subsampling (4:4:4)."""
    data = io.BytesIO()
    picture.convert("RGB").save(data, "JPEG", dpi=(round(dpi), round(dpi)), quality=quality, subsampling=0)
    return data.getvalue()


def webp(picture: Image.Image, dpi: float) -> bytes:  # noqa: ARG001 (WebP has no place for it)
    """Encode a lossless WebP."""
    data = io.BytesIO()
    picture.save(data, "WEBP", lossless=True, quality=60, method=2)
    return data.getvalue()


def small_webp(picture: Image.Image) -> bytes:
    """Encode a WebP for screens, with hardly visible loss."""
    data = io.BytesIO()
    picture.save(data, "WEBP", quality=80, method=4)
    return data.getvalue()


def small_jpeg(picture: Image.Image, dpi: float) -> bytes:
    """Encode a JPEG that prints well at half the size; a grey picture stays grey."""
    data = io.BytesIO()
    picture.save(data, "JPEG", dpi=(round(dpi), round(dpi)), quality=75, optimize=True)
    return data.getvalue()


def readable_json(tree: object) -> bytes:
    """Encode JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"


def table(rows: Iterable[Iterable[object]]) -> bytes:
    """Encode a CSV file: UTF-8 with a byte order mark, which spreadsheets need to read accents."""
    text = io.StringIO()
    csv.writer(text).writerows([_cell(value) for value in row] for row in rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _cell(value: object) -> object:
    """Guard text that a spreadsheet would take for a formula, and run."""
    risky = isinstance(value, str) and value[:1] in ("=", "+", "-", "@")
    return f"'{value}" if risky else value
