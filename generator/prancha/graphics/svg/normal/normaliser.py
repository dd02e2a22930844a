"""Walk over the elements of a drawing and make the plain one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.attribute_values import share
from prancha.graphics.svg.matrix import IDENTITY, Matrix, aspect, inverse, multiply
from prancha.graphics.svg.normal import DrawingPage, LetterMeasures, Plain
from prancha.graphics.svg.normal.clips_and_filters import clip, mask, own_filter
from prancha.graphics.svg.normal.context import (
    MAX_ELEMENTS,
    Context,
    DrawingSetting,
    Paint,
    outermost,
    transform_of,
    user_length,
    viewport,
)
from prancha.graphics.svg.normal.definitions import (
    SILENT,
    Definitions,
    fewest_drawn,
    refuse_transform,
    too_many,
)
from prancha.graphics.svg.normal.path_texts import plain_path_text
from prancha.graphics.svg.normal.plain_elements import (
    EFFECTS,
    KEPT,
    applies,
    around,
    drop_hidden,
    exact,
    format_matrix,
    group,
    hidden,
    make_element,
    own_box,
)
from prancha.graphics.svg.normal.plain_paints import Server, gradient, paint_attributes, pattern, solid
from prancha.graphics.svg.normal.plain_shapes import caps, fill_and_stroke, markers, plain_shape
from prancha.graphics.svg.normal.plain_texts import flows, has_lines, plain_text
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import PIXELS
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box
from prancha.model.diagnostic import UserError


def use(walk: Normaliser, element: Element, context: Context) -> list[Element]:
    """The plain elements of a `<use>`: its target, drawn in its place."""
    target, units = walk.target(element), walk.setting.units
    if target is None:
        return [_icon(walk, element, context)]
    context = replace(
        context,
        context_fill=solid(walk.setting, "fill", context, walk.painter(None)),
        context_stroke=solid(walk.setting, "stroke", context, walk.painter(None)),
    )
    if target.tag in ("symbol", "svg"):
        sizes = {k: element.attrib[k] for k in ("width", "height") if element.get(k, "auto") != "auto"}
        attributes = {**target.attrib, **sizes}
        inside = context.inside(target.attrib, units)
        found = walk.busy(target, lambda: viewport_of(walk, target, attributes, inside))
        if target.tag == "symbol":
            refuse_transform(target)
        found = walk.effects(target, found, inside, "around")
    else:
        found = walk.busy(target, lambda: walk.element(target, context))
    return found


def _icon(walk: Normaliser, element: Element, context: Context) -> Element:
    """The use of an icon or drawing of the game; whether it is there is checked when it is rendered."""
    units = walk.setting.units
    paint = paint_attributes(context, walk.setting, walk.painter(None))
    places = {"href": element.attrib["href"].strip()}
    for name in ("x", "y", "width", "height"):
        if element.get(name, "auto") != "auto":
            places[name] = exact(user_length(element.attrib[name], name, context, units))
    kept = {name: element.attrib[name] for name in KEPT if name in element.attrib}
    colour = context.style["color"]
    return make_element("use", {**kept, **places, "color": "" if colour == "#000000" else colour, **paint})


def viewport_of(
    walk: Normaliser, element: Element, attributes: Mapping[str, str], context: Context
) -> list[Element]:
    """The content of a nested drawing or symbol, in its own coordinate system."""
    units, sides = walk.setting.units, []
    for name, default in (("x", "0"), ("y", "0"), ("width", "100%"), ("height", "100%")):
        text = attributes.get(name, default)
        sides.append(user_length(default if text == "auto" else text, name, context, units))
    x, y, width, height = sides
    port = viewport(attributes, x, y, width, height)
    if port is None:
        return []
    inside = replace(context, view=port.view)
    # A viewBox is the frame of all that its element says, but of its own place (SVG 2, 8.6).
    found = walk.effects(element, list(walk.children(element, inside)), inside, "within")
    if port.matrix != IDENTITY:
        found = [group(found, transform=format_matrix(port.matrix))]
    if port.clips and found:
        found = [group(found, clip_path=f"url(#{walk.rectangle_clip((x, y, x + width, y + height))})")]
    return found


def image(element: Element, context: Context, units: Mapping[str, float]) -> list[Element]:
    """The plain element of a picture; none where it is hidden or has no size."""
    places = {"href": element.get("href", "")}
    for name in ("x", "y", "width", "height"):
        text = element.get(name, "auto")
        if text != "auto":
            value = user_length(text, name, context, units)
            if name in ("width", "height") and value <= 0:
                return []
            places[name] = exact(value)
    align, cover = aspect(element.get("preserveAspectRatio", "xMidYMid"))
    if cover and element.get("overflow", "hidden") in ("visible", "auto"):
        raise DrawingFault(
            "a picture that reaches out of its frame cannot be printed truly", "enlarge its frame"
        )
    places["preserveAspectRatio"] = f"{align} slice" if cover else "" if align == "xMidYMid" else align
    if context.style["image-rendering"] in PIXELS:
        places["image-rendering"] = "pixelated"
    kept = {name: element.attrib[name] for name in KEPT if name in element.attrib}
    picture = make_element("image", {**kept, **places})
    return [picture if context.style["visibility"] == "visible" else hidden(picture)]


_EFFECTIVE = frozenset(EFFECTS)
_REGIONS: Mapping[str, tuple[str, Callable[[Normaliser, Element, Box | None, Context], str | None]]] = {
    "clip-path": ("clipPath", clip),
    "mask": ("mask", mask),
}
Part = Literal["all", "around", "within"]
"""Which of an element's effects: those around its viewport, or those within it."""


def normalise(
    root: Element,
    box: tuple[float, float, float, float],
    units: Mapping[str, float],
    letters: LetterMeasures,
    languages: tuple[str, ...] = ("en",),
    page: DrawingPage | None = None,
) -> Plain:
    """The plain drawing of one whose styles are worked in, and which is of the grammar.

    `box` is what of it is seen: x, y, width, height; `page` is that of a file.  Raises DrawingFault.
    """
    ids: dict[str, Element] = {}
    for element in root.iter():
        if "id" in element.attrib:
            ids.setdefault(element.attrib["id"], element)
    if fewest_drawn(root, ids) > MAX_ELEMENTS:
        raise too_many()
    parents = {child: parent for parent in root.iter() for child in parent}
    return Normaliser(DrawingSetting(ids, parents, units, letters, languages)).whole(root, box, page)


class Normaliser(Definitions):
    """Makes plain elements; what they refer to gathers in `defs`."""

    def whole(self, root: Element, box: tuple[float, float, float, float], page: DrawingPage | None) -> Plain:
        """The plain drawing of `root`."""
        view = (box[2], box[3]) if page is None else page.view
        context = outermost(view).inside(root.attrib, self.setting.units)
        drawn = list(self.children(root, context))
        if page is not None and _EFFECTIVE & root.attrib.keys():
            drawn = self._whole_page(root, drawn, page, context)
        attributes = {"viewBox": " ".join(map(exact, box))}
        drawn = drop_hidden(drawn)
        plain = make_element(
            "svg", attributes, [*([make_element("defs", {}, self.defs)] if self.defs else ()), *drawn]
        )
        self.sources[plain] = root
        return Plain(plain, self.sources, tuple(dict.fromkeys(self.setting.told)))

    def _whole_page(
        self, root: Element, drawn: list[Element], page: DrawingPage, context: Context
    ) -> list[Element]:
        """A page with the effects of its root, which are in pixels of the page, not in its view box."""
        back = inverse(page.matrix)
        if back is None:
            return []
        context = replace(context, view=page.pixels)
        if "transform" in root.attrib:
            root.attrib.setdefault(
                "transform-origin", "50% 50%"
            )  # as of any box of a page (CSS Transforms 1, 6)
        found = self.effects(root, [group(drawn, transform=format_matrix(page.matrix))], context)
        return [group(found, transform=format_matrix(back))]

    def children(self, parent: Element, context: Context) -> Iterator[Element]:
        """The plain elements of the children of `parent`, whose own style is in `context`."""
        for child in parent:
            yield from self.element(child, context)

    def element(self, element: Element, context: Context) -> list[Element]:
        """The plain elements of one element in `context`; a DrawingFault gets the element."""
        self.count(1)
        try:
            if (
                element.tag in SILENT
                or element.get("display") == "none"
                or not applies(element, self.setting.languages)
            ):
                return []
            inside = context.inside(element.attrib, self.setting.units)
            which: Part = "around" if element.tag == "svg" else "all"
            found = self.effects(element, self._drawn(element, inside), inside, which)
        except DrawingFault as fault:
            if fault.element is None:
                fault.element = element
            raise
        except UserError as error:  # a font that is not there
            raise DrawingFault(error.message, error.hint, element=element) from None
        for each in found:
            self.note(each, element)
        return found

    def _drawn(self, element: Element, context: Context) -> list[Element]:
        """The plain elements of an element without its own effects."""
        tag = element.tag
        if tag in SHAPES:
            return self._shape(element, context)
        if tag == "text" and element.find("textPath") is not None:
            return plain_path_text(element, context, self.setting, self.painter)
        if tag == "text" and flows(element) and not has_lines(element):
            from prancha.graphics.svg.normal.flowed_texts import plain_flowed_text  # few drawings have any

            return plain_flowed_text(element, context, self.setting, self.painter)
        if tag == "text":
            return plain_text(element, context, self.setting, self.painter)
        if tag in ("g", "a"):
            return list(self.children(element, context))
        if tag == "switch":
            return self._switch(element, context)
        if tag == "use":
            return use(self, element, context)
        if tag == "svg":
            return viewport_of(self, element, element.attrib, context)
        if tag == "image":
            return image(element, context, self.setting.units)
        raise DrawingFault(f"a <{tag}> cannot stand here", "is it in the wrong place?")

    # Effects

    def effects(
        self, element: Element, drawn: list[Element], context: Context, which: Part = "all"
    ) -> list[Element]:
        """The plain elements of an element with transform, clip, mask, opacity, blending and filter.

        Of one with a viewport, the transform is around that, all else within it.
        """
        kept = {k: element.attrib[k] for k in KEPT if k in element.attrib} if element.tag == "g" else {}
        if not drawn and not kept:
            return []
        found = self._effects_of(element, drawn, context, which)
        if found is None:
            return []
        if not found and not kept:
            return drawn
        # What an element already does to itself comes before what is done here.
        if len(drawn) == 1 and not kept and drawn[0].tag != "g" and _EFFECTIVE.isdisjoint(drawn[0].attrib):
            drawn[0].attrib.update(found)
            return drawn
        return [make_element("g", {**kept, **found}, drawn)]

    def _effects_of(
        self, element: Element, drawn: list[Element], context: Context, which: Part
    ) -> dict[str, str] | None:
        """The attributes of an element's effects; None where nothing remains visible."""
        get = element.attrib.get
        opacity = share(get("opacity", "1"))
        matrix = IDENTITY
        if which != "within":
            matrix = transform_of(element, drawn, context, self.setting.units)
        if element.tag == "use" and self.target(element) is not None:
            x, y = (user_length(get(k, ""), k, context, self.setting.units) for k in ("x", "y"))
            matrix = multiply(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        # What is squeezed to nothing is not drawn (SVG 1.1, 7.6).
        if opacity == 0 or not matrix[0] * matrix[3] - matrix[1] * matrix[2]:
            return None
        if which == "around":
            return {"transform": format_matrix(matrix)} if matrix != IDENTITY else {}
        clipped, masked = (self.region_of(name, element, drawn, context) for name in _REGIONS)
        if clipped is None or masked is None:
            return None
        blend = get("mix-blend-mode", "normal")
        return {
            name: value
            for name, value in {
                "transform": format_matrix(matrix),
                **clipped,
                **masked,
                "opacity": f"{opacity:.6g}" if opacity < 1 else "",
                "mix-blend-mode": blend if blend != "normal" else "",
                "isolation": "isolate" if get("isolation") == "isolate" else "",
                "filter": own_filter(self, element, drawn, context),
            }.items()
            if value
        }

    def region_of(
        self, name: str, element: Element, drawn: Sequence[Element], context: Context
    ) -> dict[str, str] | None:
        """The clip or mask (`name`) of an element that draws `drawn`; None where it leaves nothing."""
        tag, make = _REGIONS[name]
        source = self.linked(element.get(name, "none"), name, (tag,))
        if source is None:
            return {}
        box = around(drawn, IDENTITY)
        key = (source, box, context.view)
        if key not in self.names:
            self.names[key] = self.busy(source, lambda: make(self, source, box, context))
        found = self.names[key]
        return None if found is None else {name: f"url(#{found})"}

    def painter(self, box: Box | None, moved: Matrix = IDENTITY) -> Server:
        """A function that makes plain gradients and patterns for what fills `box`.

        `moved` takes the space of `box` to that of what is painted.
        """
        return lambda source, context: self._server(source, box, context, moved)

    def _server(self, source: Element, box: Box | None, context: Context, moved: Matrix) -> Paint | None:
        key = (source, box, context.view, context.style["font-size"], moved)
        if key not in self._paints:
            if source.tag == "pattern":
                found = pattern(self, source, box, context, moved)
                self._paints[key] = None if found is None else (f"url(#{found})", 1.0)
            else:
                plain, self._paints[key] = gradient(
                    source, box, context, self.setting, name=self.name("g"), moved=moved
                )
                if plain is not None:
                    self.count(len(plain))
                    self.define(source, plain)
        return self._paints[key]

    # Elements

    def _shape(self, element: Element, context: Context) -> list[Element]:
        shape = plain_shape(element, context, self.setting.units)
        if shape is None:
            return []
        paint = paint_attributes(context, self.setting, self.painter(own_box(shape)))
        if "visibility" in paint:
            return [hidden(shape)]
        shape.attrib.update(paint)
        width = user_length(context.style["stroke-width"], "stroke-width", context, self.setting.units)
        marks = markers(self, shape, context, width)
        dots = caps(shape, context.style["stroke-linecap"], width) if "stroke" in paint else None
        if dots is not None:  # PDF has no such ends of lines without length
            return [*marks, *dots]
        order = [word for word in context.style["paint-order"].split() if word != "normal"]
        order += [word for word in ("fill", "stroke", "markers") if word not in order]
        if order.index("fill") < order.index("stroke") and order[1] != "markers":
            return [*marks, shape] if order[0] == "markers" else [shape, *marks]
        parts = {"markers": marks, **fill_and_stroke(shape)}
        return [each for word in order for each in parts[word]]

    def _switch(self, element: Element, context: Context) -> list[Element]:
        for child in element:
            if child.tag not in SILENT and applies(child, self.setting.languages):
                return self.element(child, context)
        return []
