"""Templates drawn elsewhere: an ordinary SVG file of Inkscape, Illustrator and the like.

What is the same on every component becomes drawings that faces share; texts, pictures and icons become
calls of the template language, each on the line of the file where it stands.
"""

from prancha.faces.svg_templates.compile import SvgTemplates
from prancha.faces.svg_templates.template_calls import SvgTemplateCalls

__all__ = ["SvgTemplateCalls", "SvgTemplates"]
