"""One content stream being written: the walk over SVG elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from generator.render.clips import Part, rule
from generator.render.colours import operands
from generator.render.errors import BeyondDirect
from generator.render.gradients import shading
from generator.render.numbers import n
from generator.render.operators import Operators, placed, undone
from generator.render.paths import Drawn, shape
from generator.render.style import OWN, attributes_of
from generator.render.workshop import Workshop
from generator.svg.boxes import fit
from generator.svg.errors import Fault
from generator.svg.markup import href
from generator.svg.matrix import IDENTITY, multiply, parse_transform
from generator.svg.numbers import length
from generator.svg.paths import SHAPES
from generator.svg.shared import DRAWING
from generator.svg.style import START, Style, inherit, seen, share

SILENT = frozenset(
    "defs style symbol title desc metadata linearGradient radialGradient clipPath pattern mask marker".split()
)
MAX_DEPTH = 64
_SPACES = re.compile(r"[ \t\r\n]+")  # XML's white space; a no-break space is a letter like others


class Stream(Operators):
    """One content stream being written."""

    def __init__(
        self, renderer: Workshop, ids: Mapping[str, Element], root: Element, floating: bool = False
    ) -> None:
        super().__init__(renderer, floating)
        self._ids, self._root = ids, root

    def element(self, element: Element, parent: Style, depth: int) -> None:
        """Draw an element and what is in it, by CairoSVG where it is beyond this renderer."""
        length_before, state, advance = len(self.out), dict(self.state), self.advance
        try:
            try:
                self._element(element, parent, depth)
            except BeyondDirect as beyond:
                if self.floating:
                    raise Fault(f"an icon uses {beyond}", "keep icons to plain shapes") from None
                del self.out[length_before:]
                self.state, self.advance = state, advance
                self.left(element, parent, str(beyond))
        except Fault as fault:
            # The innermost of the face itself: what an icon has within is no place in the face.
            if fault.element is None and not self.floating:
                fault.element = element
            raise

    def left(self, element: Element, parent: Style, feature: str) -> None:
        """Show an element as CairoSVG draws it, because of `feature`."""
        self._opacities(START, True, True)
        self.out.append(f"/{self._renderer.by_cairo(element, parent, self._root, feature)} Do")

    def _element(self, element: Element, parent: Style, depth: int) -> None:
        tag = element.tag
        self._renderer.count_element()
        if tag in SILENT:
            return
        if depth > MAX_DEPTH:
            raise Fault(
                f"elements are nested more than {MAX_DEPTH} deep",
                "flatten the groups, or a use refers to itself",
            )
        attributes = attributes_of(element.attrib)
        if attributes.get("display") == "none":
            return
        style = inherit(parent, attributes)
        draw = _SPECIAL.get(tag)
        if draw is None and tag not in SHAPES:
            raise BeyondDirect(f"<{tag}>")
        if not ("transform" in attributes or "clip-path" in attributes or "opacity" in attributes):
            if draw:
                draw(self, element, attributes, style, depth)
            else:
                self._shape(tag, attributes, style)
            return
        self._wrapped(element, attributes, style, depth)

    def _wrapped(self, element: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        """An element with a transform, a clip or an opacity of its own."""
        opacity = share(attributes.get("opacity", "1"), "opacity")
        if opacity == 0:
            return
        saved = self._save()
        if "transform" in attributes:
            self._concat(parse_transform(attributes["transform"]))
        if "clip-path" in attributes and attributes["clip-path"] != "none":
            self._clip(attributes["clip-path"])
        inner = {k: v for k, v in attributes.items() if k not in ("transform", "clip-path", "opacity")}
        draw = _SPECIAL.get(element.tag)

        def painter(style: Style) -> None:
            if draw:
                draw(self, element, inner, style, depth)
            else:
                self._shape(element.tag, inner, style)

        single = element.tag in SHAPES and "none" in (style["fill"], style["stroke"])
        if opacity == 1:
            painter(style)
        elif single or element.tag == "text":
            faded = {k: str(share(style[k], k) * opacity) for k in ("fill-opacity", "stroke-opacity")}
            painter({**style, **faded})
        else:
            self._group(painter, style, opacity)
        self._restore(saved)

    def _children(self, element: Element, _: dict[str, str], style: Style, depth: int) -> None:
        for child in element:
            self.element(child, style, depth + 1)

    def _shape(self, tag: str, attributes: dict[str, str], style: Style) -> None:
        fill, stroke = style["fill"], style["stroke"]
        if tag == "line":
            fill = "none"
        if (fill == "none" and stroke == "none") or not seen(style):
            return
        drawn = shape(tag, attributes)
        if not drawn.operators:
            return
        if fill.startswith("url("):
            self._shade(fill, drawn, style)
            fill = "none"
        width = length(style, "stroke-width")
        if stroke != "none" and width <= 0:
            stroke = "none"
        if fill == "none" and stroke == "none":
            return
        # What an icon's own colours change must not reach its parts in the caller's colour.
        saved = self._save() if self.floating and {fill, stroke} - {"none", "currentColor"} else None
        self._opacities(style, fill != "none", stroke != "none")
        evenodd = "*" if style["fill-rule"] == "evenodd" else ""
        if fill != "none":
            self._colour("fill", fill, style)
        if stroke != "none":
            self._pen(stroke, width, style)
        if fill != "none" and stroke != "none" and share(style["stroke-opacity"], "stroke-opacity") < 1:
            # B leaves no fill under a translucent stroke (ISO 32000-1, 11.7.4.4); SVG does.
            self.out.append(f"{drawn.operators}\nf{evenodd}")
            fill = "none"
        operator = "S" if fill == "none" else ("f" if stroke == "none" else "B") + evenodd
        self.out.append(f"{drawn.operators}\n{operator}")
        if saved is not None:
            self._restore(saved)

    def _find(self, reference: str, attribute: str) -> Element:
        name = (
            reference.strip()[4:-1].strip("'\"").lstrip("#")
            if reference.startswith("url(")
            else reference.lstrip("#")
        )
        if name not in self._ids:
            raise Fault(f'{attribute}="{reference}" refers to an element that does not exist')
        return self._ids[name]

    def _clip(self, reference: str) -> None:
        clip = self._find(reference, "clip-path")
        if clip.attrib.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise BeyondDirect("clipPathUnits")
        parts = [(child, attributes_of(child.attrib)) for child in clip if child.tag not in ("title", "desc")]
        parts = [(child, a) for child, a in parts if a.get("display") != "none" and seen(a)]
        moves = {a.get("transform", "") for _, a in parts}
        if any(child.tag not in SHAPES for child, _ in parts) or len(moves) > 1:
            raise BeyondDirect("a clip of groups, texts or differently moved shapes")
        matrix = parse_transform("".join(moves))
        self._concat(matrix)
        whole = clip.get("clip-rule", "nonzero")
        shapes = tuple(
            Part(child.tag, drawn, a.get("clip-rule", whole) == "evenodd")
            for child, a in parts
            if (drawn := shape(child.tag, a)).operators
        )
        self.out.append("\n".join(part.drawn.operators for part in shapes) or "0 0 0 0 re")
        self.out.append(f"{rule(shapes)} n")
        if matrix != IDENTITY:
            self._concat(undone(matrix))

    def _shade(self, fill: str, drawn: Drawn, style: Style) -> None:
        gradient = self._find(fill, "fill")
        if gradient.tag not in ("linearGradient", "radialGradient"):
            raise BeyondDirect(f"<{gradient.tag}> as a fill")
        left, top, right, bottom = drawn.box
        if right - left <= 0 or bottom - top <= 0:
            return
        resource, matrix = shading(gradient, drawn.box)
        saved = self._save()
        self._opacities(style, True, False)
        clip = "W*" if style["fill-rule"] == "evenodd" else "W"
        self.out += [drawn.operators, f"{clip} n", placed(matrix), f"/{self._renderer.keep(resource)} sh"]
        self._restore(saved)

    def _text(self, element: Element, attributes: dict[str, str], style: Style, _: int) -> None:
        before = bool(element.text and element.text.strip())
        if element.text and before:
            self._run(element.text, attributes, style)
        for part in element:
            if part.tag != "tspan" or len(part) or (part.tail and part.tail.strip()):
                raise BeyondDirect(f"<{part.tag}> mixed into text")
            own = attributes_of(part.attrib)
            if (before and "x" not in own) or OWN & own.keys():
                raise BeyondDirect("<tspan> that goes on where text ended")
            before = True
            if part.text and part.text.strip():
                self._run(part.text, {**attributes, **own}, inherit(style, own))

    def _run(self, text: str, attributes: dict[str, str], style: Style) -> None:
        fill, stroke = style["fill"], style["stroke"]
        if fill.startswith("url(") or any(k in attributes for k in ("rotate", "dx", "dy", "textLength")):
            raise BeyondDirect("text with a gradient, rotate, dx, dy")
        if any(len(attributes.get(k, "").replace(",", " ").split()) > 1 for k in "xy"):
            raise BeyondDirect("text with a place for each letter")
        if (fill == "none" and stroke == "none") or not seen(style):
            return
        self._opacities(style, fill != "none", stroke != "none")
        if fill != "none":
            self._colour("fill", fill, style)
        run, advance = self._renderer.letters(_SPACES.sub(" ", text), attributes, style)
        self.advance += advance
        if stroke != "none":
            self._pen(stroke, length(style, "stroke-width"), style)
            mode = 1 if fill == "none" else 2
            run = f"BT {mode} Tr {run[3:-3]} 0 Tr ET"
        self.out.append(run)

    def _use(self, _: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        name = _href(attributes).lstrip("#")
        x, y = length(attributes, "x"), length(attributes, "y")
        if name in self._ids:
            target = self._ids[name]
            if target.tag in ("symbol", "svg"):
                raise BeyondDirect("use of a symbol of its own file")
            saved = self._save()
            self._concat((1.0, 0.0, 0.0, 1.0, x, y))
            self.element(target, style, depth + 1)
            self._restore(saved)
            return
        if self.floating:
            raise Fault("an icon uses another icon")
        if not seen(style):
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
        if not seen(style):
            return
        shown = self._renderer.picture(_href(attributes))
        left, top, columns, rows = shown.box
        x, y = length(attributes, "x"), length(attributes, "y")
        width = length(attributes, "width", columns)
        height = length(attributes, "height", rows)
        align = attributes.get("preserveAspectRatio", "xMidYMid meet").split() or [""]
        saved = self._save()
        if align[0] == "none":
            across, down = width / columns, height / rows
            matrix = (across, 0.0, 0.0, down, x - left * across, y - top * down)
        else:
            slice_ = len(align) > 1 and align[1] == "slice"
            if slice_:
                self.out.append(f"{n(x)} {n(y)} {n(width)} {n(height)} re W n")
            matrix = fit(shown.box, x, y, width, height, align[0], slice_)
        self._opacities(style, True, False)
        self.out.append(placed(multiply(matrix, shown.matrix)))
        self.out.append(f"/{shown.name} Do")
        self._restore(saved)


_SPECIAL: Mapping[str, Callable[[Stream, Element, dict[str, str], Style, int], None]] = {
    "g": Stream._children, "a": Stream._children, "text": Stream._text,
    "use": Stream._use, "image": Stream._image,
}  # fmt: skip
"""What draws elements that are no shapes; not bound to a stream, which would then hold itself."""


def _href(attributes: dict[str, str]) -> str:
    found = href(attributes)
    if not found:
        raise Fault("a use or image has no href")
    return found
