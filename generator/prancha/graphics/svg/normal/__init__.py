"""Drawings as plain SVG: what other programs write in a hundred ways, in the one way that is drawn here.

A plain drawing has groups, shapes, texts of one style on one place, pictures and icons, with all lengths in
user units, all colours opaque `#rrggbb`, and every inherited property written at the element painted.
`docs/svg.md` has the whole list.
"""

from prancha.graphics.svg.normal.plain_drawings import (
    FACE_UNITS,
    FILE_UNITS,
    DrawingPage,
    LetterMeasures,
    Plain,
    normalise,
)

__all__ = ["FACE_UNITS", "FILE_UNITS", "DrawingPage", "LetterMeasures", "Plain", "normalise"]
