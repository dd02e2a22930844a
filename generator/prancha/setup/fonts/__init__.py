"""Fonts for a project: files and installed families become static TrueType where games look for them."""

from prancha.setup.fonts.adding import AddedFont, add_font

__all__ = ["AddedFont", "add_font"]
