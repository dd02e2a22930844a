"""Drawings and pictures that would not show on the pale ground of a proposed card: they get a dark one."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from prancha.catalogue.source_files import MAX_DATA_BYTES
from prancha.graphics.scene.colours import luminance
from prancha.graphics.svg.colours import rgba
from prancha.graphics.svg.external import ExternalMarkupFault, read
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.style import START, Style, inherit
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.roles import icon_name
from prancha.system.safe_open import Refused, regular_bytes

_PALE, _DARK = 0.62, 0.2
"""Luminance above which a colour hardly shows on the pale ground, and below which on the dark one."""
_CLEAR = 0.15
"""Share of a picture that shows the ground from which on the ground matters."""
_MOST_BYTES = 2_000_000
_MOST_TOLD = 5
_SEEN = 128
"""Opacity of a pixel, of 255, from which on it shows."""


def settle_grounds(fields: Sequence[Proposed], files: Mapping[str, Path]) -> Iterator[str]:
    """Give fields whose drawings are all pale a dark ground; tell that, and what shows on no one ground.

    `files` are the drawings by where they go: `icons/fox.svg`, `art/fox.png`.
    """
    looks = {name: _look(path, name.startswith("icons/")) for name, path in files.items()}
    for one in fields:
        if one.out or one.role not in ("icon", "art"):
            continue
        folder = "icons/" if one.role == "icon" else "art/"
        words = {f"icons/{icon_name(word)}.svg" for word in one.values} if one.role == "icon" else looks
        mine = [name for name in looks if name.startswith(folder) and name in words]
        pale = [name for name in mine if looks[name] == "pale"]
        dark = [name for name in mine if looks[name] == "dark"]
        if pale and not dark:
            one.dark = True
            count = f"{len(pale)} of its {len(mine)} drawings are white or pale"
            yield f'ground: dark behind "{one.heading}" ({count})'
        elif pale:
            cure = "draw them in black, which takes the colour of the card"
            if one.role == "art":
                cure = "give them a ground of their own"
            yield f'ground: {_named(pale)} in "{one.heading}" hardly show on the pale ground; {cure}'
    inside = {f"icons/{word}.svg" for one in fields if not one.out for word in one.icons}
    lost = [name for name in sorted(inside) if looks.get(name) == "pale"]
    if lost:
        cure = "draw them in black, which takes the colour of the words"
        yield f"icons in texts: {_named(lost)} hardly show on the pale ground; {cure}"


def _named(names: Sequence[str]) -> str:
    few = ", ".join(name.partition("/")[2] for name in names[:_MOST_TOLD])
    return few + (f" and {len(names) - _MOST_TOLD} more" if len(names) > _MOST_TOLD else "")


def _look(path: Path, is_icon: bool) -> str:
    """Whether all that a drawing paints over its ground is pale, or all dark; "" for neither."""
    tones = _tones_of_drawing(path, is_icon) if path.suffix.lower() == ".svg" else _tones_of_picture(path)
    if not tones:
        return ""
    return "pale" if min(tones) > _PALE else "dark" if max(tones) < _DARK else ""


def _tones_of_drawing(path: Path, is_icon: bool) -> list[float]:
    """The luminance of all that a drawing paints; none where black of an icon takes the colour asked for."""
    try:
        root = read(regular_bytes(path, _MOST_BYTES)).root
    except (Refused, ExternalMarkupFault):
        return []
    paints = list(_paints(root, inherit(START, root.attrib)))
    if any(paint.startswith("url(") for paint in paints):
        return []
    tones = [luminance(rgba(paint)[:3]) for paint in paints if paint not in ("none", "currentColor")]
    taken = any(paint == "currentColor" for paint in paints) or 0.0 in tones
    return [] if is_icon and taken else tones


def _paints(element: Element, style: Style) -> Iterator[str]:
    if element.tag in SHAPES or element.tag == "text":
        yield from (style.get("fill", "black"), style.get("stroke", "none"))
    for child in element:
        if child.tag not in ("defs", "clipPath", "mask"):
            yield from _paints(child, inherit(style, child.attrib))


def _tones_of_picture(path: Path) -> list[float]:
    """The luminance of what shows of a picture, on average; none where it covers its ground."""
    from PIL import Image  # only lists with pictures pay for it

    try:
        with Image.open(io.BytesIO(regular_bytes(path, MAX_DATA_BYTES))) as picture:
            if "A" not in picture.getbands() and "transparency" not in picture.info:
                return []
            small = picture.convert("RGBA")
            small.thumbnail((64, 64))
    except (Refused, OSError, ValueError, Image.DecompressionBombError):
        return []
    flat = small.tobytes()
    pixels = [flat[at : at + 4] for at in range(0, len(flat), 4)]
    shown = [luminance((r / 255, g / 255, b / 255)) for r, g, b, alpha in pixels if alpha > _SEEN]
    return [] if not shown or len(shown) > (1 - _CLEAR) * len(pixels) else [sum(shown) / len(shown)]
