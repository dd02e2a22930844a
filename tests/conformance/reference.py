"""Pictures by resvg, a renderer that shares nothing with this program."""

from __future__ import annotations

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


def picture(svg: bytes, size: tuple[int, int] = pixels(SQUARE)) -> Picture:
    """A drawing on white paper, so many pixels wide and high.  Raises ValueError if resvg refuses it.

    One of other proportions fills the picture, and the rest of it is cut at the right and below.
    """
    page = _drawn(svg, width=size[0])
    if page.shape[0] < size[1]:
        page = _drawn(svg, height=size[1])
    return page[: size[1], : size[0]]


def _drawn(svg: bytes, **side: int) -> Picture:
    fonts = FONTS if b"<text" in svg or b"<tspan" in svg else []
    data = resvg_py.svg_to_bytes(
        svg_string=svg.decode("utf-8-sig"), dpi=96, skip_system_fonts=True, font_files=fonts,
        languages=["en"], **side,
    )  # fmt: skip
    with Image.open(BytesIO(bytes(data))) as image:
        shown = np.asarray(image.convert("RGBA")).astype(np.uint16)
    # White comes below only now: nothing in a drawing blends with the paper.
    colour, cover = shown[..., :3], shown[..., 3:]
    return ((colour * cover + 255 * (255 - cover) + 127) // 255).astype(np.uint8)
