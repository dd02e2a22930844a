"""Why the direct renderer does not draw an element."""

from __future__ import annotations


class BeyondDirect(Exception):
    """Valid SVG that the direct renderer leaves to CairoSVG; names the feature."""
