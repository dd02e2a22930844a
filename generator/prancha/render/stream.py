"""Write one content stream: the walk over the elements of a plain drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import aspect, fit, floats, length, multiply, parse_transform, scale_of
from prancha.graphics.svg.normal.plain_elements import CELL
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import (
    MAX_DEPTH,
    PIXELS,
    START,
    TOO_DEEP,
    TOO_DEEP_HINT,
    Style,
    inherit,
    is_visible,
    share,
)
from prancha.graphics.svg.svg_markup import GREY, INK, DrawingFault, TooMuch, href
from prancha.graphics.svg.template_marks import DRAWING
from prancha.render.clips_and_masks import EFFECTS
from prancha.render.paint_servers import ServingStream
from prancha.render.path_operators import n, operands, shape
from prancha.render.stream_operators import concat_operator

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


SILENT = frozenset(
    "defs style symbol title desc metadata linearGradient radialGradient clipPath pattern mask marker "
    "filter".split()
)


class Stream(TextStream):
    """One content stream being written."""

    unit: float | None = None
    """Millimetres on paper of a user unit where the stream begins; None if it is painted at several sizes."""
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """What of the drawing is seen: x, y, width, height."""
    blends = False
    """Whether parts of the drawing blend with what is below them."""

    def element(self, element: Element, parent: Style, depth: int) -> None:
        """Draw an element and what is in it.

        Raises DrawingFault, which tells the innermost element of the face.
        """
        try:
            self._element(element, parent, depth)
        except DrawingFault as fault:
            if fault.element is None and not self.floating:
                fault.element = element
            raise

    def _element(self, element: Element, parent: Style, depth: int) -> None:
        tag = element.tag
        self._renderer.count_element()
        if tag in SILENT:
            return
        if depth > MAX_DEPTH:
            raise TooMuch(TOO_DEEP, TOO_DEEP_HINT)
        attributes = element.attrib
        if attributes.get("display") == "none":
            return
        style = inherit(parent, attributes)
        draw = _SPECIAL.get(tag)
        if draw is None and tag not in SHAPES:
            raise DrawingFault(f"<{tag}> cannot be drawn here")
        if EFFECTS.isdisjoint(attributes):
            if draw:
                draw(self, element, attributes, style, depth)
            else:
                self.shape(tag, attributes, style)
        else:
            self._wrapped(element, attributes, style, depth)

    def _wrapped(self, element: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        """An element with a transform, a clip, an opacity or another effect of its own."""
        opacity = share(attributes.get("opacity", "1"), "opacity")
        if opacity == 0:
            return
        saved = self._save()
        if "transform" in attributes:
            self._concat(parse_transform(attributes["transform"]))
        if self.quick and element.tag == "use" and "clip-path" in attributes:
            raise DrawingFault("a clip on a use")  # it moves with what is used
        masks = []
        if attributes.get("clip-path", "none") != "none":
            masks += self.clip(attributes["clip-path"])
        if "mask" in attributes:
            masks.append(self.mask(attributes["mask"]))
        inner = {k: v for k, v in attributes.items() if k not in EFFECTS}
        draw = _SPECIAL.get(element.tag)

        def painter(style: Style) -> None:
            if "filter" in attributes:
                self._filtered(element, attributes["filter"])
            elif draw:
                draw(self, element, inner, style, depth)
            else:
                self.shape(element.tag, inner, style)

        single = element.tag in SHAPES or element.tag == "text"
        single = single and "none" in (style["fill"], style["stroke"]) and "filter" not in attributes
        blend = attributes.get("mix-blend-mode", "")
        alone = "isolation" in attributes or (self.blends and (opacity < 1 or "clip-path" in attributes))
        if not (masks or blend or alone) and (opacity == 1 or single):
            faded = {}
            if opacity < 1:
                faded = {k: str(share(style[k], k) * opacity) for k in ("fill-opacity", "stroke-opacity")}
            painter({**style, **faded})
        else:
            self._group(
                painter, style, opacity=opacity, masks=masks, blend=blend, isolated=alone or bool(blend)
            )
        self._restore(saved)

    def children(self, element: Element, _: dict[str, str], style: Style, depth: int) -> None:
        """Draw what is in an element."""
        for child in element:
            self.element(child, style, depth + 1)

    def shape(self, tag: str, attributes: dict[str, str], style: Style) -> None:
        """Draw a shape."""
        fill, stroke = style["fill"], style["stroke"]
        if tag == "line":
            fill = "none"
        if (fill == "none" and stroke == "none") or not is_visible(style):
            return
        drawn = shape(tag, attributes)
        if not drawn.operators:
            return
        if drawn.flat:
            fill = "none"
        width = length(style, "stroke-width")
        if width < 0:
            raise DrawingFault(f'stroke-width="{style["stroke-width"]}" is negative', "write 0 or more")
        if stroke != "none" and not width:
            stroke = "none"
        if self.quick and drawn.dots and stroke != "none":
            raise DrawingFault("a line has no length")
        if fill.startswith("url("):
            self.fill_served(fill, drawn, style)
            fill = "none"
        if stroke.startswith("url("):
            if fill != "none":
                self.shape(tag, attributes, {**style, "stroke": "none"})
            self.stroke_served(stroke, drawn, width, style)
            return
        if fill == "none" and stroke == "none":
            return
        # What an icon's own colours change must not reach its parts in the caller's colour.
        saved = self._save() if self.floating and {fill, stroke} - {"none", "currentColor"} else None
        self._opacities(style, fill != "none", stroke != "none")
        evenodd = "*" if style["fill-rule"] == "evenodd" else ""
        if fill != "none":
            self._colour("fill", fill, style)
        if stroke != "none":
            self._colour("stroke", stroke, style)
            self._pen(width, style)
        if fill != "none" and stroke != "none" and share(style["stroke-opacity"], "stroke-opacity") < 1:
            # B leaves no fill under a translucent stroke (ISO 32000-1, 11.7.4.4); SVG does.
            self.out.append(f"{drawn.operators}\nf{evenodd}")
            fill = "none"
        operator = "S" if fill == "none" else ("f" if stroke == "none" else "B") + evenodd
        self.out.append(f"{drawn.operators}\n{operator}")
        if saved is not None:
            self._restore(saved)

    def _filtered(self, element: Element, text: str) -> None:
        """Show an element as the picture that its filter makes of it."""
        if self.unit is None or self.luminance:
            raise DrawingFault(f"a filter ({text}) cannot be printed within an icon, a pattern or a mask")
        shown = self._renderer.effect(element, self.face_matrix, self.box, self.unit, self._ids)
        if shown is None:
            return
        saved = self._save()
        self._opacities(START, True, False)
        self.out += [concat_operator(shown.matrix), f"/{shown.name} Do"]
        self._restore(saved)

    # Icons and pictures

    def _use(self, _: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        name = _href(attributes).lstrip("#")
        x, y = length(attributes, "x"), length(attributes, "y")
        if name in self._ids:
            target = self._ids[name]
            saved = self._save()
            self._concat((1.0, 0.0, 0.0, 1.0, x, y))
            self.element(target, style, depth + 1)
            self._restore(saved)
            return
        if self.floating:
            raise DrawingFault("an icon uses another icon")
        if not is_visible(style):
            return
        if name.startswith(DRAWING):
            shared = self._renderer.shared_drawing(name)
            self._opacities(START, True, True)
            self.out.append(f"/{shared.name} Do")
            return
        colour = style["color"]
        form, box = self._renderer.symbol(name)
        width, height = length(attributes, "width", box[2]), length(attributes, "height", box[3])
        self._opacities(style, True, True)
        self._colour("fill", colour, style)
        self._set("stroke", operands(colour), "{} RG")
        saved = self._save()
        self._concat(fit(box, x, y, width, height))
        self.out.append(f"/{form} Do")
        self._restore(saved)

    def _image(self, _: Element, attributes: dict[str, str], style: Style, __: int) -> None:
        if not is_visible(style):
            return
        if self.luminance:
            raise DrawingFault(
                "a picture in a mask cannot be printed truly", "save the masked picture as a PNG"
            )
        reference = _href(attributes)
        x, y, width, height = self._frame(attributes, reference)
        align, slice_ = _aspect(attributes)
        smooth, grey = style.get("image-rendering") not in PIXELS, attributes.get(INK) == GREY
        shown = self._renderer.picture(reference, self._unit_inside(reference, width, height), smooth, grey)
        left, top, columns, rows = shown.box
        saved = self._save()
        if align == "none":
            across, down = width / columns, height / rows
            matrix = (across, 0.0, 0.0, down, x - left * across, y - top * down)
        else:
            if slice_:
                self.out.append(f"{n(x)} {n(y)} {n(width)} {n(height)} re W n")
            matrix = fit(shown.box, x, y=y, width=width, height=height, align=align, cover=slice_)
        self._opacities(style, True, False)
        self.out.append(concat_operator(multiply(matrix, shown.matrix)))
        self.out.append(f"/{shown.name} Do")
        self._restore(saved)

    def _unit_inside(self, reference: str, width: float, height: float) -> float | None:
        """The length on paper of a unit of a picture in a frame, in mm."""
        if self.unit is None:
            return None
        columns, rows = self._renderer.picture_size(reference)
        return self.unit * scale_of(self.face_matrix) * max(width / columns, height / rows)

    def _frame(self, attributes: dict[str, str], reference: str) -> tuple[float, float, float, float]:
        """x, y, width and height of a picture; a side that is not written follows from the other."""
        x, y = length(attributes, "x"), length(attributes, "y")
        if "width" in attributes and "height" in attributes:
            return x, y, length(attributes, "width"), length(attributes, "height")
        columns, rows = self._renderer.picture_size(reference)
        if "width" in attributes:
            width = length(attributes, "width")
            return x, y, width, width * rows / columns
        height = length(attributes, "height", rows)
        return x, y, height * columns / rows, height


_SPECIAL: Mapping[str, Callable[[Stream, Element, dict[str, str], Style, int], None]] = {
    "g": Stream.children,
    "a": Stream.children,
    "text": Stream.text,
    "use": Stream._use,
    "image": Stream._image,
}
"""What draws elements that are no shapes; not bound to a stream, which would then hold itself."""


def _aspect(attributes: Mapping[str, str]) -> tuple[str, bool]:
    """How a picture is fitted into its frame, and whether it is to cover it."""
    text = attributes.get("preserveAspectRatio", "xMidYMid")
    try:
        return aspect(text)
    except ValueError as error:
        raise DrawingFault(f'preserveAspectRatio="{text}" cannot be read', f"expected {error}") from None


def _href(attributes: Mapping[str, str]) -> str:
    found = href(attributes)
    if not found:
        raise DrawingFault("a use or image has no href")
    return found
