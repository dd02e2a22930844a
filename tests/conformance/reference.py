"""Pictures by resvg, a renderer that shares nothing with this program."""

from __future__ import annotations

import re
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image

from tests.conformance.drawings import SQUARE
from tests.conformance.measure import Picture
from tests.conformance.project import pixels

ROOT = Path(__file__).resolve().parents[2]
FONTS = [
    str(ROOT / "templates/_library/fonts" / name)
    for name in (
        "Alegreya Sans/400.ttf", "Alegreya Sans/500.ttf", "Alegreya Sans/700.ttf", "Alegreya Sans/800.ttf",
        "Alegreya Sans/400-italic.ttf", "Alegreya Sans/700-italic.ttf", "Cinzel/400.ttf", "Cinzel/700.ttf",
    )
]  # fmt: skip
WIDER = [str(ROOT / "tests/fonts/DejaVu Sans" / name) for name in ("400.ttf", "700.ttf")]
"""For what names them alone: other texts must not find missing letters in them."""

_ROOT = re.compile(rb"<svg\b[^>]*>")
_SIZE = re.compile(rb'\s(width|height|preserveAspectRatio)\s*=\s*"[^"]*"')


def picture(svg: bytes, size: tuple[int, int] = pixels(SQUARE), finer: int = 1) -> Picture:
    """A drawing on white paper, so many pixels wide and high.  Raises ValueError if resvg refuses it.

    It is drawn `finer` by so much first: resvg tells 16 shades along an edge, takes gradients
    that repeat in steps and works filters and patterns out in whole pixels.
    One of other proportions fills the picture, and the rest of it is cut at the right and below.
    """
    wide, high = size[0] * finer, size[1] * finer
    if size != pixels(SQUARE) and b"viewBox" in svg:
        svg = _ROOT.sub(partial(_in_pixels, (wide, high)), svg, count=1)
    page = _drawn(svg, width=wide)
    if page.shape[0] < high:
        page = _drawn(svg, height=high)
    page = page[:high, :wide]
    return page if finer == 1 else np.asarray(Image.fromarray(page).reduce(finer))


def _in_pixels(size: tuple[int, int], root: re.Match[bytes]) -> bytes:
    """A card's root with the size of its picture: resvg rounds others to whole pixels before it scales."""
    bare = _SIZE.sub(b"", root[0])
    return b'<svg width="%d" height="%d" preserveAspectRatio="xMidYMid slice"' % size + bare[4:]


def _drawn(svg: bytes, **side: int) -> Picture:
    fonts = FONTS if b"<text" in svg or b"<tspan" in svg else []
    if b"DejaVu Sans" in svg:
        fonts = [*fonts, *WIDER]
    data = resvg_py.svg_to_bytes(
        svg_string=svg.decode("utf-8-sig"), dpi=96, skip_system_fonts=True, font_files=fonts,
        languages=["en"], **side,
    )  # fmt: skip
    with Image.open(BytesIO(bytes(data))) as image:
        shown = np.asarray(image.convert("RGBA")).astype(np.uint16)
    # White comes below only now: nothing in a drawing blends with the paper.
    colour, cover = shown[..., :3], shown[..., 3:]
    return ((colour * cover + 255 * (255 - cover) + 127) // 255).astype(np.uint8)
