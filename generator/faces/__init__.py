"""Game -> faces: Jinja templates, text, icons and geometry become SVG.

The only stage that uses Jinja.
"""

from generator.faces.drawn import Drawn
from generator.faces.maker import COVER, FaceMaker
from generator.faces.memory import game_head

__all__ = ["COVER", "Drawn", "FaceMaker", "game_head"]
