"""Faces of snapshots as parts of larger drawings: cut at the trim, what changed marked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape, unescape

from prancha.changes.snapshot import Snapshot
from prancha.model.outline import Outline
from prancha.model.units import Mm

PictureRegion = tuple[Mm, Mm, Mm, Mm]
"""Left, top, right, bottom in the face's own frame, its trim box starting at (0, 0)."""

MARK = "#d4006e"
TRIM = "#8a8a8a"
_ID = re.compile(r"""(?<![\w-])id=(["'])(.+?)\1""")
_IMAGE = re.compile(r"""(<image\b[^>]*?\bhref=)(["'])(.+?)\2""")


def named_pictures(svg: str) -> tuple[str, ...]:
    """Files that an SVG shows with `<image>`, sorted; `data:` URIs are part of the SVG and left out."""
    names = {unescape(found[3]) for found in _IMAGE.finditer(svg)} if "<image" in svg else set()
    return tuple(sorted(name for name in names if not name.startswith("data:")))


def with_thumbs(svg: str, snapshot: Snapshot, current: Mapping[str, str]) -> str:
    """Put a snapshot's small copy in place of every picture whose file is another one now, or gone.

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


def inside(svg: str, prefix: str) -> str:
    """The elements of a face, its ids made its own by `prefix`, so that two faces can share a drawing."""
    inner = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    ids = sorted({found[2] for found in _ID.finditer(inner)}, key=len, reverse=True)
    if not ids:
        return inner
    own = "|".join(map(re.escape, ids))
    inner = _ID.sub(lambda found: f"id={found[1]}{prefix}{found[2]}{found[1]}", inner)
    return re.sub(
        rf"""(href=["']#|url\(["']?#)({own})(?=["')])""", lambda found: f"{found[1]}{prefix}{found[2]}", inner
    )


def figure(
    svg: str, outline: Outline, prefix: str, marked: Sequence[PictureRegion] = (), scale: float = 1.0
) -> str:
    """A face as it is after cutting, with a thin trim line, and frames about what changed.

    Lines keep their width on paper at any `scale` that the figure is then drawn at.
    """
    trim, thin = outline.path(), 0.15 / scale
    drawn = (
        f'<clipPath id="{prefix}trim"><path d="{trim}"/></clipPath>'
        f'<g clip-path="url(#{prefix}trim)">{inside(svg, prefix)}</g>'
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
