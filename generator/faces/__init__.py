"""Game -> faces: Jinja templates, text, icons and geometry become SVG.

The only stage that uses Jinja.
"""

from generator.faces.maker import COVER, Drawn, FaceMaker
from generator.faces.memory import game_head

__all__ = ["COVER", "Drawn", "FaceMaker", "game_head"]
