"""SVG to vector art; the only stage that knows resvg and the only reader of pictures."""

from prancha.render.renderer import DirectRenderer, render, render_part

__all__ = ["DirectRenderer", "render", "render_part"]
