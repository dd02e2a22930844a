"""Faces of snapshots in larger drawings: cut at the trim, changed regions framed, pairs as PNG."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from html import escape, unescape
from typing import TYPE_CHECKING

from prancha.changes.snapshot import Snapshot
from prancha.faces.composed_faces import elements_of
from prancha.model.box import enclose
from prancha.model.outline import Outline
from prancha.model.units import Mm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image


PictureRegion = tuple[Mm, Mm, Mm, Mm]
"""Left, top, right, bottom in the face's own frame, its trim box starting at (0, 0)."""

MARK = "#d4006e"
TRIM = "#8a8a8a"
_IMAGE = re.compile(r"""(<image\b[^>]*?\bhref=)(["'])(.+?)\2""")


def named_pictures(svg: str) -> tuple[str, ...]:
    """Return the files that an SVG shows with `<image>`, sorted, without `data:` URIs."""
    names = {unescape(found[3]) for found in _IMAGE.finditer(svg)} if "<image" in svg else set()
    return tuple(sorted(name for name in names if not name.startswith("data:")))


def with_thumbs(svg: str, snapshot: Snapshot, current: Mapping[str, str]) -> str:
    """Replace each picture whose file changed or is gone by the small copy in its snapshot.

    `current` is the digest of every file as it is.
    """
    if "<image" not in svg:
        return svg

    def shown(found: re.Match[str]) -> str:
        picture = snapshot.pictures.get(unescape(found[3]))
        if picture is None or current.get(unescape(found[3])) == picture.digest:
            return found[0]
        return f"{found[1]}{found[2]}{escape(picture.thumb)}{found[2]}"

    return _IMAGE.sub(shown, svg)


def figure(
    svg: str, outline: Outline, prefix: str, marked: Sequence[PictureRegion] = (), scale: float = 1.0
) -> str:
    """Return a face as it is after cutting, with a thin trim line and frames around changes.

    Lines keep their width on paper at any `scale` that the figure is then drawn at.
    """
    trim, thin = outline.path(), 0.15 / scale
    drawn = (
        f'<clipPath id="{prefix}trim"><path d="{trim}"/></clipPath>'
        f'<g clip-path="url(#{prefix}trim)">{elements_of(svg, prefix)}</g>'
        f'<path d="{trim}" fill="none" stroke="{TRIM}" stroke-width="{thin:.3f}"/>'
    )
    return drawn + "".join(_frame(region, outline, scale) for region in marked)


def _frame(region: PictureRegion, outline: Outline, scale: float) -> str:
    room, pen = 1.0 / scale, 0.6 / scale
    left, top = max(-room, region[0] - room), max(-room, region[1] - room)
    right, bottom = min(outline.width + room, region[2] + room), min(outline.height + room, region[3] + room)
    place = f'x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"'
    # A light line under the mark keeps it visible on art of its own colour.
    return "".join(
        f'<rect {place} rx="{room:.2f}" fill="none" stroke="{colour}" stroke-width="{width:.3f}"/>'
        for colour, width in (("#ffffff", 2 * pen), (MARK, pen))
    )


CELL = 12
"""Pixels: changes nearer than about 3 mm count as one."""
NOTICED = 24
"""Of 255: less is the edge of a shape drawn a hair elsewhere."""
MOST = 8
"""More boxes than this say less than one about all."""


def regions_between(old: Image, new: Image, mm: Mm) -> tuple[PictureRegion, ...]:
    """Return boxes around the differences of two pictures of one size; a pixel is `mm` wide."""
    from PIL import ImageChops

    difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
    bands = difference.split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    mask = strongest.point(lambda value: 255 if value > NOTICED else 0)
    whole = mask.getbbox()
    if whole is None:
        return ()
    boxes = [enclose(group) for group in _groups(_cells(mask))]
    if len(boxes) > MOST:
        boxes = [whole]
    return tuple((left * mm, top * mm, right * mm, low * mm) for left, top, right, low in sorted(boxes))


PixelBox = tuple[int, int, int, int]


def _cells(mask: Image) -> dict[tuple[int, int], PixelBox]:
    """Return column and row of each cell with a difference, and the box around it."""
    found = {}
    for top in range(0, mask.height, CELL):
        band = mask.crop((0, top, mask.width, min(top + CELL, mask.height)))
        if band.getbbox() is None:
            continue
        for left in range(0, mask.width, CELL):
            box = band.crop((left, 0, min(left + CELL, mask.width), band.height)).getbbox()
            if box:
                spot = left // CELL, top // CELL
                found[spot] = (left + box[0], top + box[1], left + box[2], top + box[3])
    return found


def _groups(cells: dict[tuple[int, int], PixelBox]) -> list[list[PixelBox]]:
    """Merge boxes of cells that touch, corners included."""
    left = dict(cells)
    groups = []
    while left:
        start = min(left)
        waiting, group = [start], [left.pop(start)]
        while waiting:
            column, row = waiting.pop()
            for near in ((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                if near in left:
                    group.append(left.pop(near))
                    waiting.append(near)
        groups.append(group)
    return groups


GAP, EDGE = 28, 6
"""Pixels between the two, and around them."""
PAPER, INK = "#ffffff", "#5a5a62"
MOST_WIDE = 1600
"""Pixels; boards are made smaller."""


def pair_picture(old: Image | None, new: Image | None, marked: Sequence[PictureRegion], mm: float) -> bytes:
    """Return a PNG of two faces, the old one to the left; either may be missing.

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
    """Return a file name of plain letters that changes with the picture, against caches."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in f"{game}-{key}-{side}")
    return f"{plain}-{blake2b(data, digest_size=4).hexdigest()}.png"
