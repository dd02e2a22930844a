"""Why an SVG cannot be drawn."""

from __future__ import annotations


class Fault(Exception):
    """The SVG is wrong or asks for what no renderer here draws truly."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class BeyondDirect(Exception):
    """Valid SVG that the direct renderer leaves to CairoSVG; names the feature."""
