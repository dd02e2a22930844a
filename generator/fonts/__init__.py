"""Fonts: found by family and weight in a project's folders, measured, shaped and subset.

The only stage that uses HarfBuzz; fonts of the machine are never used.
"""

from generator.fonts.book import FontBook
from generator.fonts.chain import Chain
from generator.fonts.errors import FontError
from generator.fonts.font import UNSEEN, Font, words_of
from generator.fonts.letters import Letters
from generator.fonts.names import named_font
from generator.fonts.shaped import NOTHING, Glyph, Run

__all__ = [
    "NOTHING", "UNSEEN", "Chain", "Font", "FontBook", "FontError", "Glyph", "Letters", "Run", "named_font",
    "words_of",
]  # fmt: skip
