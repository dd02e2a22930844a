"""Fills and strokes with gradients and patterns in content streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, Box, multiply, parse_transform
from prancha.graphics.svg.numbers import length
from prancha.graphics.svg.style import START, Style, share
from prancha.render.gradients import Shading, as_pattern, shading
from prancha.render.masks import MaskingStream
from prancha.render.operators import FAR_AROUND, placed
from prancha.render.paths import PathOperators
from prancha.render.tiles import grid, stripes

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
        found = [placed(shade.matrix)] if shade.matrix != IDENTITY else []
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
