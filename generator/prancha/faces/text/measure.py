"""How tall or large a text will be, for templates that stack texts or set several alike."""

from __future__ import annotations

import re
from typing import Any

from prancha.faces.faults import IconError
from prancha.faces.text.calls import Typesetter
from prancha.faces.text.errors import TextError
from prancha.model.units import PT_PER_MM, Mm, Pt

_SIZE = r'font-size="([^"]*)"'
_BASELINE = r'<text x="[^"]*" y="([^"]*)"'
_ENDLESS: Mm = 100_000.0
_DEPTH = 0.27
"""Room below the last baseline for descenders, in ems."""


class Measure:
    """Lays a text out as `paragraph` would, and says what becomes of it."""

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

    def text_size(
        self, content: Any, width: Mm, height: Mm, size: Pt = 9, min: Pt | None = None, **style: Any
    ) -> Pt:
        """The size in pt at which `paragraph(content, x, y, width, height, size, min, **style)` sets it.

        `min` for what it cannot set: paragraph tells that, at the line that draws it.
        """
        try:
            drawn = self._typesetter.paragraph(content, 0, 0, width, height, size=size, min=min, **style)
        except (TextError, IconError):
            return size if min is None else min
        # Small capitals are smaller than the text they stand in.
        largest = max((float(mm) for mm in re.findall(_SIZE, drawn)), default=size / PT_PER_MM)
        return round(largest * PT_PER_MM, 2)
