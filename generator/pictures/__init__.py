"""Pictures of a game: found below its template folders and measured, never decoded here.

A layer under the stages, like the fonts: what places a picture and what prints it must see one size.
"""

from generator.pictures.files import find, load
from generator.pictures.look import Look, look

__all__ = ["Look", "find", "load", "look"]
