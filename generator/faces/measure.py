"""How tall a text will be, for templates that stack texts."""

from __future__ import annotations

import re
from typing import Any

from generator.faces.text import Typesetter
from generator.model.units import PT_PER_MM, Mm, Pt

_BASELINE = r'<text x="[^"]*" y="([^"]*)"'
_ENDLESS: Mm = 100_000.0
_DEPTH = 0.27
"""Room below the last baseline for descenders, in ems."""


class Measure:
    """`text_height`: lays a text out as `paragraph` would, and says how much room it takes."""

    def __init__(self, typesetter: Typesetter) -> None:
        self._typesetter = typesetter

    def text_height(self, content: Any, width: Mm, size: Pt = 9, **style: Any) -> Mm:
        """The height in mm that `paragraph(content, x, y, width, height, size, **style)` needs.

        `style` is what paragraph takes: font, weight, italic, leading,
        hyphenate, gap.  Raises TextError, FontError.
        """
        drawn = self._typesetter.paragraph(content, 0, 0, width, _ENDLESS, size=size, **style)
        lowest = max((float(y) for y in re.findall(_BASELINE, drawn)), default=0.0)
        return lowest + _DEPTH * size / PT_PER_MM if drawn else 0.0
