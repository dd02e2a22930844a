"""Templates drawn elsewhere: an ordinary SVG file of Inkscape, Illustrator and the like.

What is the same on every component becomes drawings that faces share; texts, pictures and icons become
calls of the template language, each on the line of the file where it stands.
"""

from prancha.faces.svg_templates.template_calls import SvgTemplateCalls
from prancha.faces.svg_templates.translate_drawing import SvgTemplates

__all__ = ["SvgTemplateCalls", "SvgTemplates"]
