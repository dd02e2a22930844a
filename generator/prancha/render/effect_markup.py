"""Plain elements and filters as SVG that resvg draws as they are drawn here."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, fromstring

from prancha.graphics.fonts import Letters
from prancha.graphics.pictures import load, look
from prancha.graphics.svg.css_colours import hexadecimal, linear, rgba
from prancha.graphics.svg.matrix import IDENTITY, Matrix, length, multiply, numbers, parse_transform
from prancha.graphics.svg.normal.plain_elements import EFFECTS, around, exact, own_box
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import START, is_visible
from prancha.graphics.svg.svg_markup import GREY, INK, DrawingFault, href
from prancha.model.box import Box, grow, intersect, within
from prancha.render.image_objects import convert_to_grey
from prancha.render.paint_servers import TileGrid, grid, stripes

_SIDES = ("x", "y", "width", "height")
_LIGHTS = ("feDiffuseLighting", "feSpecularLighting")
_SPACE = "color-interpolation-filters"


def for_resvg(source: Element, scale: float, seen: Box | None) -> Element:
    """A copy of a plain filter for a picture of `scale` pixels to a user unit, of which `seen` is drawn."""
    made = deepcopy(source)
    for light in (part for part in made.iter() if part.tag in _LIGHTS):
        # A surface is as high as it is wide in user units; resvg takes its height for pixels.
        height = next(iter(numbers(light.get("surfaceScale", ""))), 1.0)
        light.set("surfaceScale", exact(height * scale))
        if light.get(_SPACE) != "sRGB":  # the colour of a light is not brought into the space it works in
            light.set("lighting-color", _linear(light.get("lighting-color", "#ffffff")))
    _part_shadows(made)
    for place, part in reversed(list(enumerate(made))):
        if part.tag == "feMorphology" and min(radii(part, scale)) > WIDE:
            made[place : place + 1] = _across_and_down(part, f"own-wide-{place}")
    region = region_of(made)
    if seen is not None and region is not None:
        _cut(made, region, seen)
    return made


WIDE = 8.0
"""The radius in pixels above which to spread across and then down: at once costs its square in time."""
_THIN = "0.0001"
"""A radius that resvg rounds up to one pixel; it would take 0 for one user unit."""


def radii(part: Element, scale: float) -> tuple[float, float]:
    """How far a morphology looks across and down, in pixels."""
    across, *down = numbers(part.get("radius", "0"))[:2] or [0.0]
    return across * scale, (down or [across])[0] * scale


def _across_and_down(part: Element, name: str) -> list[Element]:
    """A morphology as two, of which the second looks at what the first, called `name`, made."""
    across, *down = part.get("radius", "0").replace(",", " ").split()
    first = {**part.attrib, "radius": f"{across} {_THIN}", "result": name}
    second = {**part.attrib, "radius": f"{_THIN} {(down or [across])[0]}", "in": name}
    return [Element(part.tag, first), Element(part.tag, second)]


def _cut(whole: Element, region: Box, seen: Box) -> None:
    """Cut a filter's region to what is seen: resvg works out all of it, however far it reaches."""
    inner = intersect(region, seen)
    if inner == region or inner[0] >= inner[2] or inner[1] >= inner[3]:
        return
    for part in whole:
        part.attrib = {**{name: whole.attrib[name] for name in _SIDES}, **part.attrib}
    sides = inner[0], inner[1], inner[2] - inner[0], inner[3] - inner[1]
    whole.attrib.update(zip(_SIDES, map(exact, sides), strict=True))


def region_of(source: Element) -> Box | None:
    """Return what a plain filter works on: left, top, right, bottom; None where it does not say."""
    if source.get("filterUnits") != "userSpaceOnUse":
        return None
    x, y, width, height = (float(source.get(name, "0")) for name in _SIDES)
    reach = _reach(source)
    return x - reach, y - reach, x + width + reach, y + height + reach


def _linear(colour: str) -> str:
    """A colour of sRGB in linear light."""
    return hexadecimal(linear(rgba(colour)[:3]))


def _part_shadows(whole: Element) -> None:
    """Write each shadow as the parts that it is made of (Filter Effects 1, 9.13).

    resvg takes its colour amiss, and cuts off what of its blur lies beyond the filter's region before it
    moves it; so the region grows, and all other parts say that they have not.
    """
    if whole.find("feDropShadow") is None or "x" not in whole.attrib or whole.get("primitiveUnits"):
        return
    region = {name: whole.attrib[name] for name in _SIDES}
    reach = _reach(whole)
    for name, grown in zip(_SIDES, (-reach, -reach, 2 * reach, 2 * reach), strict=True):
        whole.set(name, exact(float(region[name]) + grown))
    found: list[Element] = []
    for part in list(whole):
        whole.remove(part)
        part.attrib = {**region, **part.attrib}
        if part.tag != "feDropShadow":
            found.append(part)
            continue
        before = "SourceGraphic"
        if found:
            before = found[-1].attrib.setdefault("result", f"own-{len(found)}")
        found += _shadow(part, part.get("in", before), f"own-shadow-{len(found)}")
    whole.extend(found)


def _reach(whole: Element) -> float:
    """How far the shadows of a filter reach, in user units."""
    reach = 0.0
    for shadow in whole.iter("feDropShadow"):
        moves = (abs(v) for name in ("dx", "dy") for v in numbers(shadow.get(name, "2"))[:1])
        reach += 3 * max(numbers(shadow.get("stdDeviation", "2")), default=0.0) + max(moves, default=0.0)
    return reach


def _shadow(shadow: Element, source: str, name: str) -> Iterator[Element]:
    """The parts of a shadow; `source` is what throws it."""
    own = {_SPACE: shadow.get(_SPACE, "linearRGB")}
    get, blurred, flood = shadow.attrib.get, f"{name}-blur", f"{name}-flood"
    blur = {"in": source, "stdDeviation": get("stdDeviation", "2")}
    yield Element("feGaussianBlur", {**own, **blur})
    yield Element("feOffset", {**own, "dx": get("dx", "2"), "dy": get("dy", "2"), "result": blurred})
    colour = {"flood-color": get("flood-color", "#000000"), "flood-opacity": get("flood-opacity", "1")}
    yield Element("feFlood", {**own, **colour, "result": flood})
    yield Element("feComposite", {**own, "in": flood, "in2": blurred, "operator": "in", "result": name})
    sides = {key: shadow.attrib[key] for key in _SIDES}
    merged = Element("feMerge", {**own, **sides, **({"result": get("result", "")} if get("result") else {})})
    merged.extend([Element("feMergeNode", {"in": name}), Element("feMergeNode", {"in": source})])
    yield merged


Nested = Callable[[Element, Matrix], Element | None]
"""An element with a filter as a picture, as far as a matrix enlarges it; None where nothing of it is seen."""
MOST_PAINTED = 100_000
_FAR = {"maskUnits": "userSpaceOnUse", "x": "-1e5", "y": "-1e5", "width": "2e5", "height": "2e5"}
_BY_STYLE = ("mix-blend-mode", "isolation")
"""Properties that are read in a style alone."""
_PAINT = ("fill", "stroke")
_OF_LETTERS = ("font", "letter", "text", "data", "words", "x", "y", "direction")
_OF_ICONS = frozenset("href x y width height color fill-opacity stroke-opacity".split())


class EffectMarkup:
    """Writes elements of one drawing, whose `ids` they may refer to; `nested` draws what is filtered askew.

    `scale` is how many pixels a user unit will have, `seen` what of the element is drawn.
    """

    def __init__(
        self,
        letters: Letters,
        symbols: Mapping[str, str],
        pictures: Sequence[Path],
        ids: Mapping[str, Element],
        nested: Nested,
        scale: float,
        seen: Box,
    ) -> None:
        self._letters, self._symbols, self._pictures = letters, symbols, pictures
        self._ids, self._nested, self._scale, self._seen = ids, nested, scale, seen
        self._outermost = ""
        self._defs: list[Element] = []
        self._known: dict[str, int] = {}
        """What is defined by now, and how many elements each paints."""
        self._painted = 0

    def written(self, element: Element) -> str:
        """An element, with all that it refers to.  Raises DrawingFault."""
        self._outermost = element.get("filter", "")[5:-1]
        drawn = list(self._shown(element, IDENTITY, outermost=True))
        defs = Element("defs")
        defs.extend(self._defs)
        return "".join(ElementTree.tostring(each, encoding="unicode") for each in (defs, *drawn))

    def _shown(self, element: Element, matrix: Matrix, outermost: bool = False) -> Iterator[Element]:
        """Return what an element shows; `matrix` takes the space it stands in to that of the whole."""
        tag, attributes = element.tag, element.attrib
        self._count(1)
        if not is_visible(attributes):
            return
        effects = {name: attributes[name] for name in EFFECTS if name in attributes}
        matrix = multiply(matrix, parse_transform(effects.get("transform", "")))
        if "filter" in effects and not outermost and not _upright(matrix):
            own = {k: v for k, v in attributes.items() if k not in EFFECTS or k == "filter"}
            bare = Element(tag, own)
            bare.text = element.text
            bare.extend(element)
            picture = self._nested(bare, matrix)
            del effects["filter"]
            drawn = [] if picture is None else [picture]
        else:
            drawn = list(self._drawn(element, matrix))
        if not effects:
            yield from drawn
        elif drawn:
            yield self._around(drawn, effects)

    def _around(self, drawn: Sequence[Element], effects: dict[str, str]) -> Element:
        for value in effects.values():
            self._refer(value)
        style = ";".join(f"{name}:{effects.pop(name)}" for name in _BY_STYLE if name in effects)
        group = Element("g", {**effects, **({"style": style} if style else {})})
        group.extend(drawn)
        return group

    def _drawn(self, element: Element, matrix: Matrix) -> Iterator[Element]:
        """Return what an element shows without its effects."""
        tag = element.tag
        own = {k: v for k, v in element.attrib.items() if k not in EFFECTS and k != "id"}
        if tag in ("g", "a"):
            for child in element:
                yield from self._shown(child, matrix)
        elif tag == "text":
            kept = {k: v for k, v in own.items() if not k.startswith(_OF_LETTERS) or k.startswith("stroke")}
            outline = self._letters.outline(element.text or "", element.attrib)
            yield from self._filled_and_stroked(Element("path", {**kept, "d": outline}))
        elif tag in SHAPES:
            yield from self._filled_and_stroked(Element(tag, own))
        elif tag == "image":
            yield self._image(own)
        elif tag == "use":
            yield self._icon(own)
        else:
            raise DrawingFault(f"<{tag}> cannot be drawn here")

    def _count(self, elements: int) -> None:
        """Take note of elements that are painted, also those painted once more.  Raises DrawingFault."""
        self._painted += elements
        if self._painted > MOST_PAINTED:
            raise DrawingFault(
                f"an object with a filter paints more than {MOST_PAINTED} elements, all repetitions counted",
                "enlarge the tiles of its patterns, or take the filter off",
            )

    # Paints

    def _filled_and_stroked(self, shape: Element) -> Iterator[Element]:
        """A shape with its fill and its stroke, in this order; of a pattern each is made of tiles."""
        patterns = {which: self._pattern(shape.get(which, "")) for which in _PAINT}
        if not any(pattern is not None for pattern in patterns.values()):
            for which in _PAINT:
                self._refer(shape.get(which, ""))
            yield shape
            return
        for which, other in (_PAINT, _PAINT[::-1]):
            alone = Element(shape.tag, {**shape.attrib, other: "none"})
            pattern = patterns[which]
            if pattern is None:
                yield from self._filled_and_stroked(alone)
            else:
                yield from self._tiled(alone, which, pattern)

    def _pattern(self, paint: str) -> Element | None:
        found = self._ids.get(paint[5:-1]) if paint.startswith("url(#") else None
        return found if found is not None and found.tag == "pattern" else None

    def _tiled(self, shape: Element, which: str, pattern: Element) -> Iterator[Element]:
        """The tiles of a pattern where a shape is filled or stroked."""
        box = own_box(shape)
        if box is None:
            return
        if which == "stroke":
            style = {**START, **shape.attrib}
            reach = length(style, "stroke-width") / 2 * max(length(style, "stroke-miterlimit"), 1.5)
            box = grow(box, reach)
            seen = Element(shape.tag, {**shape.attrib, "stroke": "#ffffff", "stroke-opacity": "1"})
            within = {"mask": self._define("mask", [seen], _FAR)}
        else:
            rule = {"clip-rule": shape.get("fill-rule", "nonzero")}
            within = {"clip-path": self._define("clipPath", [Element(shape.tag, {**shape.attrib, **rule})])}
        move = pattern.get("patternTransform", "")
        tiles = grid(pattern, parse_transform(move), box)
        if tiles is None:
            return
        inner = Element("g", {"transform": move} if move else {})
        whole, rest = stripes(pattern, tiles)
        inner.extend(whole)
        if len(rest):
            inner.extend([*self._placed(rest, tiles)])
        opacity = shape.get(f"{which}-opacity", "1")
        shown = Element("g", {**within, **({"opacity": opacity} if opacity != "1" else {})})
        shown.append(inner)
        yield shown

    def _placed(self, tile: Element, tiles: TileGrid) -> Iterator[Element]:
        """A tile at each of its places."""
        group, before = Element("g"), self._painted
        for child in tile:
            group.extend([*self._shown(child, IDENTITY)])
        x, y, width, height = tiles.lapped
        if not _lies_within(tile, (x, y, x + width, y + height)):
            sides = {"x": x, "y": y, "width": width, "height": height}
            edge = Element("rect", {name: exact(value) for name, value in sides.items()})
            group.set("clip-path", self._define("clipPath", [edge]))
        self._count((self._painted - before) * (len(tiles.rows) * len(tiles.columns) - 1))
        name = f"#{self._define('g', [group])[5:-1]}"
        for row in tiles.rows:
            for column in tiles.columns:
                at = {"x": exact(column * tiles.box[2]), "y": exact(row * tiles.box[3])}
                yield Element("use", {"href": name, **at})

    # What lies elsewhere

    def _image(self, own: dict[str, str]) -> Element:
        reference = href(own)
        data = load(reference, self._pictures)
        if own.get(INK) == GREY:
            data = convert_to_grey(data, reference)
        kind = {"JPEG": "jpeg", "PNG": "png", "WEBP": "webp"}.get(look(data, reference).kind)
        if kind is None and data.startswith(b"%PDF"):
            raise DrawingFault(
                "a PDF shown within an object with a filter cannot be printed", "save it as a PNG"
            )
        if kind is None:
            raise DrawingFault(
                "a drawing shown within an object with a filter cannot be printed", "put both into one"
            )
        return Element(
            "image", {**own, "href": f"data:image/{kind};base64,{base64.b64encode(data).decode()}"}
        )

    def _icon(self, own: dict[str, str]) -> Element:
        """The use of an icon, which takes the colour around it."""
        name = href(own).removeprefix("#")
        if name in self._symbols and name not in self._known:
            self._known[name] = 1
            self._defs.append(fromstring(self._symbols[name]))
        kept = {k: v for k, v in own.items() if k in _OF_ICONS}
        return Element("use", {**kept, "fill": "currentColor"})

    def _refer(self, value: str) -> None:
        """Write the definition that a value names."""
        name = value[5:-1] if value.startswith("url(#") else ""
        if name in self._known:
            self._count(self._known[name])
        if name not in self._ids or name in self._known:
            return
        self._known[name], before = 0, self._painted
        source = self._ids[name]
        if source.tag in ("clipPath", "mask"):
            copy = Element(source.tag, {**source.attrib, **(_FAR if source.tag == "mask" else {})})
            self._refer(source.get("clip-path", ""))
            for child in source:
                copy.extend([*self._shown(child, IDENTITY)])
        else:
            seen = self._seen if name == self._outermost else None
            copy = for_resvg(source, self._scale, seen) if source.tag == "filter" else source
        self._known[name] = self._painted - before
        self._defs.append(copy)

    def _define(self, tag: str, content: Sequence[Element], attributes: Mapping[str, str] = {}) -> str:
        """Something of our own that is referred to."""
        name = f"own-{len(self._known)}"
        self._known[name] = 0
        made = Element(tag, {**attributes, "id": name})
        made.extend(content)
        self._defs.append(made)
        return f"url(#{name})"


def _upright(matrix: Matrix) -> bool:
    """Whether a matrix moves and enlarges, and no more: the library works filters out along its own axes."""
    a, b, c, d, _, _ = matrix
    return a > 0 and max(abs(b), abs(c), abs(a - d)) < 1e-6 * a


def _lies_within(tile: Element, box: Box) -> bool:
    """Return whether surely nothing in a tile reaches out of a box."""
    if any("stroke" in part.attrib or part.tag in ("image", "use", "text") for part in tile.iter()):
        return False
    found = around(list(tile), IDENTITY)
    return found is not None and within(found, box)
