"""Drawings that many faces share: `<use>` of a symbol whose id begins with a mark of its own.

Unlike an icon such a drawing has its own colours, gradients and clips, and the size of the face.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

DRAWING = "drawing-"
_USE = re.compile(rf'<use href="#({DRAWING}[^"]+)" x="([^"]+)" y="([^"]+)" width="[^"]+" height="[^"]+"\s*/>')


def names_in(svg: str) -> tuple[str, ...]:
    """The drawings that an SVG uses, in order, each once."""
    if DRAWING not in svg:
        return ()
    return tuple(dict.fromkeys(found[1] for found in _USE.finditer(svg)))


def unfold_shared(svg: str, symbols: Mapping[str, str]) -> str:
    """The SVG with the content of its drawings in place, for checks that look at each element."""
    if DRAWING not in svg:
        return svg
    return _USE.sub(lambda found: _content(symbols[found[1]]), svg)


def _content(symbol: str) -> str:
    # A drawing has the frame of the face, so nothing need be moved.
    return "<g>" + symbol[symbol.index(">") + 1 : symbol.rindex("</symbol>")] + "</g>"
