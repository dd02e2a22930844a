"""SVG to vector art; the only stage that knows CairoSVG and the only reader of pictures."""

from generator.render.direct import DirectRenderer
from generator.render.renderer import render, render_part
from generator.render.shelf import Shelf

__all__ = ["DirectRenderer", "Shelf", "render", "render_part"]
