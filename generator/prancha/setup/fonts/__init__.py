"""Fonts for a project: files and installed families become static TrueType where games look for them."""

import logging

from prancha.setup.fonts.adding import AddedFont, add_font

# What fontTools logs of a font is for programmers; users read findings.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

__all__ = ["AddedFont", "add_font"]
