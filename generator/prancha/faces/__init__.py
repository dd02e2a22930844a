"""Game -> faces: Jinja templates, text, icons and geometry become SVG.

The only stage that uses Jinja.
"""

from prancha.faces.face_cache import game_head
from prancha.faces.face_drawings import Drawn
from prancha.faces.face_maker import COVER, FaceMaker

__all__ = ["COVER", "Drawn", "FaceMaker", "game_head"]
