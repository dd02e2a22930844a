"""Pictures of a game: found below its template folders and measured; decoded only to ask what shows through.

A layer under the stages, like the fonts: what places a picture and what prints it must see one size.
"""

from generator.pictures.files import find, load
from generator.pictures.look import Look, look
from generator.pictures.opacity import Opacity, opacities

__all__ = ["Look", "Opacity", "find", "load", "look", "opacities"]
