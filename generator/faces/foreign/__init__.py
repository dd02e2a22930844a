"""Templates drawn elsewhere: an ordinary SVG file of Inkscape, Illustrator and the like.

What is the same on every component becomes drawings that faces share; texts, pictures and icons become
calls of the template language, each on the line of the file where it stands.
"""

from generator.faces.foreign.desk import ForeignDesk
from generator.faces.foreign.words import ForeignWords

__all__ = ["ForeignDesk", "ForeignWords"]
