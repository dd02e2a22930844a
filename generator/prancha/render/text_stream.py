"""Texts in content streams."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.normal.extents import CELL
from prancha.graphics.svg.numbers import floats, length
from prancha.graphics.svg.style import Style, is_visible, share
from prancha.render.paint_servers import ServingStream

_SPACES = re.compile(r"[ \t\r\n]+")  # XML's white space; a no-break space is a letter like others


class TextStream(ServingStream):
    """A content stream that shows texts, filled and stroked with colours, gradients and patterns."""

    quick = False
    """Whether the drawing was not normalised: what would then be drawn amiss is a Fault."""

    def text(self, element: Element, attributes: dict[str, str], style: Style, _: int) -> None:
        """Draw a text of one style on one place."""
        words = element.text
        if len(element):
            raise DrawingFault("a text with parts of its own cannot be drawn here")
        fill, stroke = style["fill"], style["stroke"]
        if not words or not words.strip() or (fill == "none" and stroke == "none") or not is_visible(style):
            return
        words = _SPACES.sub(" ", words)
        if self.quick and (words[0] == " " or (words[-1] == " " and "text-anchor" in style)):
            raise DrawingFault("a text has white space at its end")  # which is not drawn
        run, advance = self._renderer.letters(words, attributes, style)
        width = length(style, "stroke-width") if stroke != "none" else 0.0
        if stroke != "none" and width <= 0:
            stroke = "none"
        if fill.startswith("url(") or stroke.startswith("url("):
            self._letters_served((run, advance), attributes, style, width)
            return
        self._opacities(style, fill != "none", stroke != "none")
        if fill != "none":
            self._colour("fill", fill, style)
        if fill != "none" and stroke != "none" and share(style["stroke-opacity"], "stroke-opacity") < 1:
            # Filled and stroked at once, letters have no fill under a translucent stroke
            # (ISO 32000-1, 11.7.4.4); in SVG they do.
            self.out.append(_mode(run, True, False))
            fill = "none"
        if stroke != "none":
            self._colour("stroke", stroke, style)
            self._pen(width, style)
        self.out.append(_mode(run, fill != "none", stroke != "none"))
        self.advance += advance

    def _letters_served(
        self, run: tuple[str, float], attributes: dict[str, str], style: Style, width: float
    ) -> None:
        """Text filled or stroked with a gradient or pattern; the fill comes first."""
        cell = floats(attributes.get(CELL, ""))
        if not cell:
            raise DrawingFault(
                "a text that is not normalised tells no box"
            )  # then it is normalised, and drawn again
        for which in ("fill", "stroke"):
            if style[which] == "none" or (which == "stroke" and not width):
                continue
            only = _mode(run[0], which == "fill", which == "stroke")
            if style[which].startswith("url("):
                self.text_served((only, run[1]), cell, which, style, width)
                continue
            self._opacities(style, which == "fill", which == "stroke")
            self._colour(which, style[which], style)
            if which == "stroke":
                self._pen(width, style)
            self.out.append(only)
            self.advance += run[1]


def _mode(run: str, fills: bool, strokes: bool) -> str:
    """A run of text that is filled, stroked or both."""
    return f"BT {2 if fills else 1} Tr {run} 0 Tr ET" if strokes else f"BT {run} ET"
