"""Fonts: found by family and weight in a project's folders, measured, shaped and subset.

The only stage that uses HarfBuzz; fonts of the machine are never used.
"""

from prancha.graphics.fonts.book import FontBook, family_names, named_font
from prancha.graphics.fonts.font import Chain, Font, words_of
from prancha.graphics.fonts.letters import Letters, add_font, role_meant
from prancha.graphics.fonts.sfnt import FontError
from prancha.graphics.fonts.shaping import NOTHING, UNSEEN, Glyph, ShapedRun

__all__ = [
    "NOTHING",
    "UNSEEN",
    "Chain",
    "Font",
    "FontBook",
    "FontError",
    "Glyph",
    "Letters",
    "ShapedRun",
    "add_font",
    "family_names",
    "named_font",
    "role_meant",
    "words_of",
]
