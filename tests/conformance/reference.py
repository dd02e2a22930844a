"""Pictures by resvg, a renderer that shares nothing with this program."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image

from tests.conformance.measure import Picture
from tests.conformance.project import PIXELS

ROOT = Path(__file__).resolve().parents[2]
FONTS = [
    str(ROOT / "templates/_library/fonts" / name)
    for name in (
        "Alegreya Sans/400.ttf", "Alegreya Sans/500.ttf", "Alegreya Sans/700.ttf", "Alegreya Sans/800.ttf",
        "Alegreya Sans/400-italic.ttf", "Alegreya Sans/700-italic.ttf", "Cinzel/400.ttf", "Cinzel/700.ttf",
    )
]  # fmt: skip


def picture(svg: bytes, pixels: int = PIXELS) -> Picture:
    """A drawing on white paper, `pixels` wide and high.  Raises ValueError for one that resvg refuses."""
    fonts = FONTS if b"<text" in svg or b"<tspan" in svg else []
    data = resvg_py.svg_to_bytes(
        svg_string=svg.decode("utf-8-sig"), width=pixels, height=pixels, dpi=96, skip_system_fonts=True,
        font_files=fonts, languages=["en"],
    )  # fmt: skip
    with Image.open(BytesIO(bytes(data))) as image:
        shown = np.asarray(image.convert("RGBA")).astype(np.uint16)
    # White comes below only now: nothing in a drawing blends with the paper.
    colour, cover = shown[..., :3], shown[..., 3:]
    return ((colour * cover + 255 * (255 - cover) + 127) // 255).astype(np.uint8)
