"""Game -> faces: Jinja templates, text, icons and geometry become SVG.

The only stage that uses Jinja.
"""

from generator.faces.maker import COVER, Drawn, FaceMaker

__all__ = ["COVER", "Drawn", "FaceMaker"]
