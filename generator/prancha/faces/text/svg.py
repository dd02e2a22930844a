"""Set text as SVG: `<text>` elements, icons and bullets at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from markupsafe import Markup

from prancha.faces.colour import check_colour
from prancha.faces.text.layout import Letter, TextLayout
from prancha.faces.text.markup import BULLET
from prancha.faces.text.paragraphs import DOT
from prancha.faces.text.words import ICON_BOX, PieceStyle, is_turned
from prancha.graphics.fonts import Font
from prancha.model.units import Mm
from prancha.model.units import number as _n

DrawIcon = Callable[[str, Mm, Mm, Mm, str], str]
"""(name, centre x, centre y, size, fill) -> SVG."""
DOT_HEIGHT = 0.4
"""Of a bullet's middle above the baseline, in cap heights: half as high as small letters, and a little."""


class TextWriter:
    """Draws set text; `icon` draws the icons in its lines."""

    def __init__(self, icon: DrawIcon) -> None:
        self._icon = icon
        self._attributes = lru_cache(8192)(_attributes)

    def drawn(self, layout: TextLayout, x: Mm, y: Mm, fill: str) -> Markup:
        """`layout` at (x, y)."""
        parts: list[str] = []
        size, tracking, attributes = layout.size, layout.tracking, self._attributes
        for placed in layout.lines:
            left, baseline = x + placed.x, y + placed.y
            for run in placed.line.runs:
                at, look = left + run.x * size, run.look
                ink = fill if look is None else look.fill or fill
                if run.symbol:
                    centre = baseline - layout.cap / 2
                    if run.symbol.name == BULLET:
                        parts.append(_dot(at, baseline - DOT_HEIGHT * layout.cap, DOT / 2 * size, ink))
                        continue
                    parts.append(
                        self._icon(run.symbol.name, at, centre, ICON_BOX * size, run.symbol.fill or ink)
                    )
                elif run.font:
                    style = attributes(run.font, size, ink, tracking, look)
                    parts.append(f'<text x="{_n(at)}" y="{_n(baseline)}"{style}>{_escaped(run.text)}</text>')
        return Markup("".join(parts))

    def turned(self, size: Mm, letters: Iterable[Letter], fill: str) -> Markup:
        """Letters of type of `size` mm, each turned about its own place."""
        parts = []
        for letter in letters:
            turn = f"rotate({_n(letter.angle)} {_n(letter.x)} {_n(letter.y)})"
            drawn = self.drawn(TextLayout(size, letter.cap, letter.placed), letter.x, letter.y, fill)
            parts.append(f'<g transform="{turn}">{drawn}</g>')
        return Markup("".join(parts))


def _attributes(font: Font, size: Mm, fill: str, tracking: Mm, look: PieceStyle | None) -> str:
    weight = f' font-weight="{font.weight}"' if font.weight != 400 else ""
    italic = ' font-style="italic"' if font.italic else ""
    spacing = f' letter-spacing="{_n(tracking)}"' if tracking else ""
    direction = ' direction="rtl"' if is_turned(look) else ""
    size *= look.scale if look else 1.0
    return (
        f' font-family="{_escaped(font.family)}"{weight}{italic} font-size="{_n(size)}"{spacing}{direction}'
        f' fill="{check_colour(fill)}"'
    )


def _dot(x: Mm, y: Mm, radius: Mm, fill: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{check_colour(fill)}"/>'


def _escaped(text: str) -> str:
    if "&" in text or "<" in text or ">" in text or '"' in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text
