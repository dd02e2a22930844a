"""Fonts for a project: files and installed families become static TrueType where games look for them."""
