"""SVG to vector art; the only stage that knows CairoSVG and the only reader of pictures."""

from generator.render.renderer import render

__all__ = ["render"]
