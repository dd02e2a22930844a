"""Fills and strokes with gradients and patterns in content streams.

Viewers round the cells of PDF's own patterns to their pixels, so that a pattern's pitch drifts and hairlines
show where cells meet; a form painted at each place lies where it should in all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import IDENTITY, Matrix, length, moved, multiply, parse_transform
from prancha.graphics.svg.style import START, Style, share
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, corners
from prancha.model.units import fine
from prancha.render.clips_and_masks import MaskingStream
from prancha.render.path_operators import PathOperators
from prancha.render.shadings import Shading, as_pattern, shading
from prancha.render.stream_operators import FAR_AROUND, concat_operator, invert

MOST = 20_000
"""Tiles of one pattern on one shape; more are a mistake, or finer than printers print."""


_LAP = 0.002
"""Share of a tile's side by which its clip reaches over its neighbours."""
_NEAR = 1e-6
_OF_STRIPES = frozenset("x y width height fill fill-opacity".split())


class TileGrid(Struct, frozen=True):
    """The tiles of a pattern that may be seen: x, y, width, height of the first, and which columns and rows.

    `area` is what they fill: left, top, right, bottom in the pattern's space.
    """

    box: tuple[float, float, float, float]
    columns: range
    rows: range
    area: Box

    def operators(self, name: str) -> Iterator[str]:
        """Operators that paint the form of a tile at each place."""
        _, _, width, height = self.box
        for row in self.rows:
            for column in self.columns:
                yield f"q 1 0 0 1 {fine(column * width, 8)} {fine(row * height, 8)} cm /{name} Do Q"

    @property
    def lapped(self) -> tuple[float, float, float, float]:
        """The box of a tile, reaching a little over its neighbours."""
        x, y, width, height = self.box
        lap = min(width, height) * _LAP
        return x - lap, y - lap, width + 2 * lap, height + 2 * lap


def grid(pattern: Element, matrix: Matrix, seen: Box) -> TileGrid | None:
    """The tiles of a plain pattern that may be seen within `seen`, in user units, through its `matrix`.

    None for tiles without a size.  Raises DrawingFault for too many.
    """
    x, y, width, height = _sides(pattern)
    if width <= 0 or height <= 0:
        return None
    back = invert(matrix)
    points = [moved(back, corner) for corner in corners(seen)]
    xs, ys = [px for px, _ in points], [py for _, py in points]
    columns, rows = _turns(xs, x, width), _turns(ys, y, height)
    if len(columns) * len(rows) > MOST:
        raise DrawingFault(
            f"a pattern has {len(columns) * len(rows)} tiles on one shape",
            f"{MOST} are drawn at most: enlarge the tile",
        )
    return TileGrid((x, y, width, height), columns, rows, (min(xs), min(ys), max(xs), max(ys)))


def _turns(along: list[float], start: float, size: float) -> range:
    """Return which tiles reach into a stretch."""
    return range(
        math.floor((min(along) - start) / size + _NEAR), math.ceil((max(along) - start) / size - _NEAR)
    )


def stripes(pattern: Element, tiles: TileGrid) -> tuple[list[Element], Element]:
    """Return what a pattern begins with that goes on from tile to tile, as long as the area, and the rest.

    Grounds and stripes made of rectangles are meant: made of tiles, they show hairlines on screens.
    """
    found: list[Element] = []
    rest = _unscaled(list(pattern))
    while rest and (drawn := _striped(rest[0], tiles)):
        found += drawn
        rest.pop(0)
    content = Element(pattern.tag, pattern.attrib)
    content.extend(rest)
    return found, content


def _unscaled(content: list[Element]) -> list[Element]:
    """Return what a tile contains, the rectangles that it begins with in its own units.

    They are in others where the pattern has a view box, or shares of a box for its units.
    """
    if len(content) != 1 or content[0].tag != "g" or content[0].attrib.keys() != {"transform"}:
        return content
    (scaled,) = content
    a, b, c, d, e, f = parse_transform(scaled.attrib["transform"])
    if b or c or a <= 0 or d <= 0:
        return content
    rest, found = list(scaled), []
    while rest and _is_flat(rest[0]):
        x, y, width, height = _sides(rest[0])
        sides = {"x": a * x + e, "y": d * y + f, "width": a * width, "height": d * height}
        own = {**rest.pop(0).attrib, **{name: f"{value:.9f}" for name, value in sides.items()}}
        found.append(Element("rect", own))
    if not found:
        return content
    group = Element("g", scaled.attrib)
    group.extend(rest)
    return [*found, group] if rest else found


def _is_flat(element: Element) -> bool:
    """Return whether it is a rectangle of one colour."""
    if element.tag != "rect" or element.attrib.keys() - _OF_STRIPES:
        return False
    return not element.get("fill", "#000000").startswith(("url(", "none"))


def _striped(element: Element, tiles: TileGrid) -> list[Element]:
    """A rectangle that meets itself in the next tile, through the whole area; nothing for others."""
    if not _is_flat(element):
        return []
    (x, y, width, height), (left, top, wide, high) = _sides(element), tiles.box
    across = x <= left + _NEAR and x + width >= left + wide - _NEAR
    down = y <= top + _NEAR and y + height >= top + high - _NEAR
    if not (across or down):
        return []
    places = (
        (0 if across else column * wide, 0 if down else row * high)
        for column in (tiles.columns[:1] if across else tiles.columns)
        for row in (tiles.rows[:1] if down else tiles.rows)
    )
    first, above, last, below = tiles.area
    found = []
    for dx, dy in places:
        sides = (first, last - first) if across else (x + dx, min(width, left + wide - x))
        ends = (above, below - above) if down else (y + dy, min(height, top + high - y))
        names = zip(("x", "width", "y", "height"), (*sides, *ends), strict=True)
        found.append(Element("rect", {**element.attrib, **{name: f"{v:.9f}" for name, v in names}}))
    return found


def _sides(element: Element) -> tuple[float, float, float, float]:
    x, y, width, height = (length(element.attrib, name) for name in ("x", "y", "width", "height"))
    return x, y, width, height


SERVERS = ("linearGradient", "radialGradient", "pattern")


class ServingStream(MaskingStream):
    """A content stream that paints with gradients and patterns.

    A gradient that fills is a shading within a clip, one that strokes or sets text a colour of PDF; where
    it is translucent, a mask says how much.  The tiles of a pattern are painted within a clip or mask.
    """

    def fill_served(self, fill: str, drawn: PathOperators, style: Style) -> None:
        """Fill a shape with the gradient or pattern that `fill` names."""
        server = self.find(fill, "fill", SERVERS)
        left, top, right, bottom = drawn.box
        if right - left <= 0 or bottom - top <= 0:
            return
        clip = [drawn.operators, "W* n" if style["fill-rule"] == "evenodd" else "W n"]
        saved = self._save()
        if server.tag == "pattern":
            self._tiled(server, drawn.box, clip, share(style["fill-opacity"], "fill-opacity"))
        else:
            shade = shading(server, drawn.box, self.luminance)
            content = [*clip, *self._layers(shade)]
            if not shade.translucent and len(shade.layers) == 1:
                self._opacities(style, True, False)
                self.out += content
            else:
                opacity = share(style["fill-opacity"], "fill-opacity")
                masks = [self._opacity(shade)] if shade.translucent else []
                self._group(lambda _: self.out.extend(content), style, opacity, masks)
        self._restore(saved)

    def stroke_served(self, stroke: str, drawn: PathOperators, width: float, style: Style) -> None:
        """Stroke a shape with the gradient or pattern that `stroke` names."""
        server = self.find(stroke, "stroke", SERVERS)
        # A mitre reaches farthest, and 1.5 is more than a square cap does.
        reach = width / 2 * max(length(style, "stroke-miterlimit"), 1.5)
        left, top, right, bottom = drawn.box
        area = (left - reach, top - reach, right + reach, bottom + reach)

        def paint(stream: ServingStream) -> None:
            stream._pen(width, style)
            stream.out.append(f"{drawn.operators}\nS")

        of_box = server.tag != "pattern" and server.get("gradientUnits", "") != "userSpaceOnUse"
        self._painted(server, "stroke", drawn.box if of_box else area, style, paint)

    def text_served(
        self, run: tuple[str, float], cell: Sequence[float], which: str, style: Style, width: float
    ) -> None:
        """Fill or stroke (`which`) a run of text, with its advance, in `cell` with a gradient or pattern."""
        server = self.find(style[which], which, SERVERS)
        reach = 2 * width + cell[3] - cell[1]  # letters may leave their cells
        area = (cell[0] - reach, cell[1] - reach, cell[2] + reach, cell[3] + reach)

        def paint(stream: ServingStream) -> None:
            if which == "stroke":
                stream._pen(width, style)
            stream.out.append(run[0])
            stream.advance += run[1]

        self._painted(server, which, area, style, paint)

    def _painted(
        self, server: Element, which: str, area: Box, style: Style, paint: Callable[[ServingStream], None]
    ) -> None:
        """Have `paint` fill or stroke (`which`) something within `area` with a gradient or pattern."""
        opacity = share(style[f"{which}-opacity"], f"{which}-opacity")
        saved = self._save()
        if server.tag == "pattern":
            masks = [self.masked_by(lambda stream: stream._white(which, paint), "Luminosity")]
            self._group(lambda _: self._tiled(server, area, [], 1.0), style, opacity, masks)
        else:
            shade = shading(server, area, self.luminance)
            if not shade.translucent and opacity == 1 and len(shade.layers) == 1:
                self._opacities({**START}, True, True)
                self._shaded(shade, which, paint)
            else:
                masks = [self._opacity(shade)] if shade.translucent else []
                self._group(lambda _: self._shaded(shade, which, paint), style, opacity, masks)
        self._restore(saved)

    def _shaded(self, shade: Shading, which: str, paint: Callable[[ServingStream], None]) -> None:
        """Have `paint` paint with the colours of a gradient."""
        if len(shade.layers) > 1:  # no colour of PDF has layers
            masks = [self.masked_by(lambda stream: stream._white(which, paint), "Luminosity")]
            self._group(lambda _: self.out.extend(self._layers(shade)), {**START}, 1.0, masks)
            return
        (layer,) = shade.layers
        if which == "stroke" and self.matrix[:4] != IDENTITY[:4]:
            # PDFium does not scale the stroke of a text by the matrix of the content it is in, if the stroke
            # has a pattern for its colour; by that of a form it does.
            operators = self._inside(lambda _: self._shaded(shade, which, paint), {**START})
            self.out.append(f"/{self._renderer.form(operators, FAR_AROUND)} Do")
            return
        name = self._renderer.keep(as_pattern(layer.colours, multiply(self.matrix, shade.matrix)))
        space, colour = ("cs", "scn") if which == "fill" else ("CS", "SCN")
        self._set(which, f"/{name}", f"/Pattern {space} {{}} {colour}")
        paint(self)

    def _white(self, which: str, paint: Callable[[ServingStream], None]) -> None:
        """Have `paint` paint in white, for a mask."""
        self._colour(which, "#ffffff", {**START})
        paint(self)

    def _layers(self, shade: Shading, alpha: bool = False) -> list[str]:
        """Operators that fill all that is not clipped away with a gradient's colours, or its opacity."""
        self._renderer.paint_again(len(shade.layers))
        found = [concat_operator(shade.matrix)] if shade.matrix != IDENTITY else []
        for layer in shade.layers:
            resource = layer.alpha if alpha else layer.colours
            assert resource is not None  # the opacity is asked for where there is one
            paint = f"/{self._renderer.keep(resource)} sh"
            found += ["q", layer.clip, paint, "Q"] if layer.clip else [paint]
        return found

    def _opacity(self, shade: Shading) -> str:
        """The graphics state that masks by the opacity of a gradient."""
        return self._renderer.mask("\n".join(self._layers(shade, alpha=True)), "Luminosity")

    def _tiled(self, pattern: Element, area: Box, clip: list[str], opacity: float) -> None:
        """Paint the tiles of a pattern that may be seen within `area`, inside a clip."""
        matrix = parse_transform(pattern.get("patternTransform", ""))
        tiles = grid(pattern, matrix, area)
        if tiles is None:
            return

        def painter(_: Style) -> None:
            self.out += clip
            self._concat(matrix)
            whole, rest = stripes(pattern, tiles)
            self._renderer.paint_again(len(whole))
            for rectangle in whole:
                self.shape("rect", rectangle.attrib, {**START, **rectangle.attrib})
            if len(rest):
                key = ("tile", pattern, tiles.lapped, self.luminance)
                count = len(tiles.columns) * len(tiles.rows)
                self._renderer.paint_again(count)
                name = self.once(key, lambda: self._tile(rest, tiles.lapped), count)
                self.out += tiles.operators(name)

        if opacity < 1:
            self._group(painter, {**START}, opacity)
        else:
            self._opacities({**START}, True, True)
            painter({**START})

    def _tile(self, content: Element, box: tuple[float, float, float, float]) -> str:
        """The form of one tile."""
        stream = self.beside(self.luminance)
        stream.children(content, {}, {**START}, 0)
        return self._renderer.form("\n".join(stream.out), box)
