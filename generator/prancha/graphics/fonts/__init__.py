"""Fonts: found by family and weight in a project's folders, measured, shaped and subset.

The only stage that uses HarfBuzz; fonts of the machine are never used.
"""

from prancha.graphics.fonts.book import FontBook
from prancha.graphics.fonts.chain import Chain
from prancha.graphics.fonts.errors import FontError
from prancha.graphics.fonts.font import Font, words_of
from prancha.graphics.fonts.letters import Letters
from prancha.graphics.fonts.names import named_font
from prancha.graphics.fonts.shaped import NOTHING, Glyph, ShapedRun
from prancha.graphics.fonts.shaping import UNSEEN

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
    "named_font",
    "words_of",
]
