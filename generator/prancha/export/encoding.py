"""Pictures and tables to bytes: the same every time; pictures have their dots per inch and no more pixels."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from PIL import Image, PngImagePlugin

JPEG_QUALITY = 92
PNG_LEVEL = 4
"""Of zlib: level 6 takes twice the time for a few hundredths less."""
_PERCEPTUAL = b"\0"
"""The rendering intent in the sRGB chunk (PNG, 11.3.2.5)."""


def png(picture: Image.Image, dpi: float) -> bytes:
    """A PNG with pHYs and sRGB chunks and no time."""
    told = PngImagePlugin.PngInfo()
    told.add(b"sRGB", _PERCEPTUAL)
    data = io.BytesIO()
    picture.save(data, "PNG", dpi=(dpi, dpi), pnginfo=told, compress_level=PNG_LEVEL)
    return data.getvalue()


def jpeg(picture: Image.Image, dpi: float, quality: int = JPEG_QUALITY) -> bytes:
    """A baseline JPEG, its colours as finely sampled as its light (4:4:4)."""
    data = io.BytesIO()
    picture.convert("RGB").save(data, "JPEG", dpi=(round(dpi), round(dpi)), quality=quality, subsampling=0)
    return data.getvalue()


def webp(picture: Image.Image, dpi: float) -> bytes:  # noqa: ARG001 (WebP has no place for it)
    """A WebP without loss."""
    data = io.BytesIO()
    picture.save(data, "WEBP", lossless=True, quality=60, method=2)
    return data.getvalue()


def small_webp(picture: Image.Image, quality: int = 80) -> bytes:
    """A WebP for screens, with what loss is hardly seen."""
    data = io.BytesIO()
    picture.save(data, "WEBP", quality=quality, method=4)
    return data.getvalue()


def table(rows: Iterable[Iterable[object]]) -> bytes:
    """A CSV file: UTF-8 with a byte order mark, which spreadsheets need to read accents."""
    text = io.StringIO()
    csv.writer(text).writerows([_cell(value) for value in row] for row in rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _cell(value: object) -> object:
    """A spreadsheet takes text that begins so for a formula, and runs it."""
    risky = isinstance(value, str) and value[:1] in ("=", "+", "-", "@")
    return f"'{value}" if risky else value
