"""Old and new of a face beside each other as one PNG, what differs framed: for pages that cannot hold SVG."""

from __future__ import annotations

import io
from hashlib import blake2b
from typing import TYPE_CHECKING

from prancha.changes.pictures import MARK, PictureRegion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

GAP, EDGE = 28, 6
"""Pixels between the two, and around them."""
PAPER, INK = "#ffffff", "#5a5a62"
MOST_WIDE = 1600
"""Pixels; boards are made smaller."""


def pair_picture(old: Image | None, new: Image | None, marked: Sequence[PictureRegion], mm: float) -> bytes:
    """A PNG of the two, the old one to the left; either may be missing.

    `marked` are boxes in mm on both, a pixel being `mm` wide.
    """
    from PIL import Image as Pictures

    shown = [one for one in (old, new) if one is not None]
    width = sum(one.width for one in shown) + 2 * EDGE + (GAP if len(shown) == 2 else 0)
    sheet = Pictures.new("RGB", (width, max(one.height for one in shown) + 2 * EDGE), PAPER)
    x = EDGE
    for one in shown:
        sheet.paste(_framed(one, marked, mm), (x, EDGE))
        x += one.width + GAP
    if len(shown) == 2:
        _arrow(sheet, EDGE + shown[0].width + GAP // 2)
    if sheet.width > MOST_WIDE:
        sheet = sheet.resize(
            (MOST_WIDE, round(sheet.height * MOST_WIDE / sheet.width)), Pictures.Resampling.LANCZOS
        )
    data = io.BytesIO()
    sheet.save(data, "PNG", optimize=True)
    return data.getvalue()


def _framed(picture: Image, marked: Sequence[PictureRegion], mm: float) -> Image:
    from PIL import ImageDraw

    copy = picture.convert("RGB")
    pen = ImageDraw.Draw(copy)
    pen.rectangle((0, 0, copy.width - 1, copy.height - 1), outline=INK)
    for left, top, right, low in marked:
        box = [round(edge / mm + away) for edge, away in ((left, -3), (top, -3), (right, 3), (low, 3))]
        box = [max(0, box[0]), max(0, box[1]), min(copy.width - 1, box[2]), min(copy.height - 1, box[3])]
        pen.rectangle(tuple(box), outline=MARK, width=2)
    return copy


def _arrow(sheet: Image, x: int) -> None:
    from PIL import ImageDraw

    y, pen = sheet.height // 2, ImageDraw.Draw(sheet)
    pen.line((x - 7, y, x + 5, y), fill=INK, width=2)
    pen.polygon(((x + 8, y), (x + 2, y - 5), (x + 2, y + 5)), fill=INK)


def picture_name(game: str, key: str, side: str, data: bytes) -> str:
    """A file name of plain letters; another picture has another, so that no cache shows an old one."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in f"{game}-{key}-{side}")
    return f"{plain}-{blake2b(data, digest_size=4).hexdigest()}.png"
