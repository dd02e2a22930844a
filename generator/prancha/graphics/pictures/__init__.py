"""Pictures of a game: found below its template folders and measured; decoded only to ask what shows through.

A layer under the stages, like the fonts: what places a picture and what prints it must see one size.
"""

from prancha.graphics.pictures.files import find, load
from prancha.graphics.pictures.look import Look, look, look_and_read, look_at, look_in
from prancha.graphics.pictures.opacity import Opacity, opacities

__all__ = ["Look", "Opacity", "find", "load", "look", "look_and_read", "look_at", "look_in", "opacities"]
