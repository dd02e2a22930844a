"""Paint solids as a camera sees them: faces in perspective, cut edges, soft shadows.

A picture is painted twice as large as it becomes.  Colours are multiplied by their opacity until the end,
so that shadows on a transparent ground are right.

The same pictures everywhere: positions are rounded (camera.py), and the transformations that Pillow is given
have so few binary digits that each of its sums is exact, whatever the processor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size
from prancha.export.scenes.camera import Camera
from prancha.export.scenes.painting_order import ordered
from prancha.export.scenes.solids import Colour, Solid, Spot, Surface
from prancha.model.box import Point, bounds
from prancha.model.kit_components import ComponentFace
from prancha.model.units import Mm

LARGER = 2
"""How many times larger pictures are painted."""
BYTES_A_PIXEL = 80
"""Memory for each pixel of a picture: the canvas, and mask, art and face of a piece that fills it."""
EDGES = 4
"""How many times finer still the edges of polygons are drawn."""
_BAND = 8_000_000
"""Pixels of an edge mask that are drawn at once."""
REACH: Mm = 0.4
"""How much of a face beyond its outline is drawn, for the edge of the mask."""
_STEP = 2**0.25
"""Faces are drawn at sizes that are powers of this, so that pieces share them."""
LIGHT: Spot = (-0.4, 0.5, 0.77)
"""The direction to the light: from the left, a little from the viewer's side, far above."""
_DIM = 0.3
"""How much darker a surface is that no light falls on."""
_CAST, _CONTACT = 0.3, 0.26
"""Opacity of the shadow that a piece casts, and of the one all around where it lies."""
_SOFT: Mm = 1.1
"""The blur of the shadow of what is flat, in mm; higher pieces have softer ones."""
_SOFTER = 0.13
"""How much blur each mm of height adds."""
_STANDING: Mm = 8.0
_FOOT = 0.25
"""The part of what is higher than `_STANDING` that casts a second shadow."""
Coefficients = tuple[float, float, float, float, float, float, float, float]


class Painter:
    """Paints one picture of `size` on a `ground`, None for a transparent one.

    What is `held` casts shadows on other pieces alone.
    """

    def __init__(
        self,
        pictures: FacePictures,
        camera: Camera,
        size: Size,
        ground: Colour | None = None,
        held: bool = False,
    ) -> None:
        self._pictures, self._camera = pictures, camera.times(LARGER)
        self._size = size[0] * LARGER, size[1] * LARGER
        self._ground, self._held = ground, held
        start = (0, 0, 0, 0) if ground is None or held else (*ground, 255)
        self._canvas = Image.new("RGBA", self._size, start)
        self._drawn: dict[tuple[str, Size], Image.Image] = {}

    def paint(self, solids: Sequence[Solid]) -> Image.Image:
        """Paint all solids, those behind and below first: RGB, or RGBA on a transparent ground."""
        for solid in ordered(solids, self._camera):
            if solid.high > solid.low:
                self._shadow(solid)
            for surface in solid.surfaces:
                self._surface(surface)
        # What was painted is multiplied by its opacity already.
        bands = [self._canvas.getchannel(name).reduce(LARGER) for name in "RGBA"]
        made = Image.merge("RGBA", bands)
        made = Image.frombytes("RGBa", made.size, made.tobytes()).convert("RGBA")
        if self._ground is None:
            return made
        under = Image.new("RGBA", made.size, (*self._ground, 255))
        under.alpha_composite(made)
        return under.convert("RGB")

    # --- surfaces

    def _surface(self, surface: Surface) -> None:
        points = [self._camera.seen(spot) for spot in surface.corners]
        crop = self._crop(points)
        if crop is None or _area(points) <= 0:
            return
        mask = edge_mask(points, crop)
        shade = _shade(surface.normal)
        if surface.face is None:
            red, green, blue = (math.floor(value * shade + 0.5) for value in surface.fill)
            self._paste((red, green, blue), crop, mask)
            return
        art = self._art(surface, surface.face, crop)
        if surface.is_ink:
            mask = ImageChops.multiply(mask, ImageOps.invert(art.convert("L")))
            self._paste(surface.fill, crop, mask)
        else:
            self._canvas.paste(_shaded(art, shade), crop, mask)

    def _paste(self, colour: Colour, crop: tuple[int, int, int, int], mask: Image.Image) -> None:
        self._canvas.paste((*colour, 255), crop, mask)

    def _art(self, surface: Surface, face: ComponentFace, crop: tuple[int, int, int, int]) -> Image.Image:
        """The art of a surface as it is seen in a part of the picture."""
        left, top, right, bottom = bounds(_on_face(surface, spot) for spot in surface.corners)
        box = left - REACH, top - REACH, right + REACH, bottom + REACH
        around = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
        spots = [_in_space(surface, point) for point in around]
        across = max(_length(self._camera, spot, surface.across) for spot in spots)
        down = max(_length(self._camera, spot, surface.down) for spot in spots)
        picture = self._face(face, (_stepped(across), _stepped(down)))
        outline = face.outline
        wide = picture.width / (outline.width + 2 * REACH)
        high = picture.height / (outline.height + 2 * REACH)
        corners = [((x + REACH) * wide, (y + REACH) * high) for x, y in around]
        seen = [self._camera.seen(spot) for spot in spots]
        quad = [(x - crop[0], y - crop[1]) for x, y in seen]
        size = crop[2] - crop[0], crop[3] - crop[1]
        return picture.transform(
            size,
            Image.Transform.PERSPECTIVE,
            perspective(quad, (corners[0], corners[2])),
            Image.Resampling.BICUBIC,
        )

    def _face(self, face: ComponentFace, density: tuple[float, float]) -> Image.Image:
        outline = face.outline
        size = (
            max(2, math.floor((outline.width + 2 * REACH) * density[0] + 0.5)),
            max(2, math.floor((outline.height + 2 * REACH) * density[1] + 0.5)),
        )
        if (face.digest, size) not in self._drawn:
            self._drawn[face.digest, size] = self._pictures.draw(face, (REACH, REACH), size)
        return self._drawn[face.digest, size]

    # --- shadows

    def _shadow(self, solid: Solid) -> None:
        """Darken the ground of a solid: where the light does not come, and all around where it lies."""
        high, low = solid.high, solid.low
        casting = solid.surfaces if solid.casts is None else solid.casts
        if not casting:
            return
        middle = solid.foot[0]
        scale = self._camera.pixels_per_mm((*middle, low))
        cast = [[self._camera.seen(_fallen(spot, low)) for spot in surface.corners] for surface in casting]
        tall = high - low
        self._darken(cast, (_SOFT + _SOFTER * tall) * scale, _CAST)
        if tall > _STANDING:
            # Near its foot the shadow of what stands is darker, and sharper.
            ground = [
                [
                    self._camera.seen(_fallen((x, y, min(z, low + tall * _FOOT)), low))
                    for x, y, z in one.corners
                ]
                for one in casting
            ]
            self._darken(ground, (_SOFT + _SOFTER * tall * _FOOT) * scale, _CONTACT)
        near = [[self._camera.seen((x, y, low)) for x, y in solid.foot]]
        self._darken(near, (_SOFT * 2 + min(2.0, tall * 0.4)) * scale, _CONTACT)

    def _darken(self, polygons: Sequence[Sequence[Point]], blur: float, opacity: float) -> None:
        """Lay black of this opacity over polygons, blurred by `blur` pixels."""
        left, top, right, bottom = bounds(point for polygon in polygons for point in polygon)
        coarse = max(1, int(blur / 2.5))
        reach = 3 * blur + coarse
        x, y = math.floor(left - reach), math.floor(top - reach)
        size = (
            math.ceil((right + reach - x) / coarse) + 1,
            math.ceil((bottom + reach - y) / coarse) + 1,
        )
        mask = Image.new("L", size)
        draw = ImageDraw.Draw(mask)
        level = math.floor(255 * opacity + 0.5)
        for polygon in polygons:
            draw.polygon([((px - x) / coarse - 0.5, (py - y) / coarse - 0.5) for px, py in polygon], level)
        mask = mask.filter(ImageFilter.GaussianBlur(blur / coarse))
        if coarse > 1:
            mask = mask.resize((size[0] * coarse, size[1] * coarse), Image.Resampling.BILINEAR)
        wide, high = self._size
        box = max(0, x), max(0, y), min(wide, x + mask.width), min(high, y + mask.height)
        if box[2] > box[0] and box[3] > box[1]:
            mask = mask.crop((box[0] - x, box[1] - y, box[2] - x, box[3] - y))
            if self._held:
                mask = ImageChops.multiply(mask, self._canvas.crop(box).getchannel("A"))
            self._paste((0, 0, 0), box, mask)

    def _crop(self, points: Sequence[Point]) -> tuple[int, int, int, int] | None:
        left, top, right, bottom = bounds(points)
        wide, high = self._size
        box = (
            max(0, math.floor(left)),
            max(0, math.floor(top)),
            min(wide, math.ceil(right) + 1),
            min(high, math.ceil(bottom) + 1),
        )
        return box if box[2] > box[0] and box[3] > box[1] else None


def edge_mask(points: Sequence[Point], crop: tuple[int, int, int, int]) -> Image.Image:
    """Return how much of each pixel of a part of the picture lies in a polygon: 0 to 255."""
    left, top, right, bottom = crop
    width, height = right - left, bottom - top
    mask = Image.new("L", (width, height))
    rows = max(1, _BAND // (width * EDGES * EDGES))
    for start in range(0, height, rows):
        high = min(rows, height - start)
        fine = Image.new("L", (width * EDGES, high * EDGES))
        moved = [((x - left) * EDGES - 0.5, (y - top - start) * EDGES - 0.5) for x, y in points]
        ImageDraw.Draw(fine).polygon(moved, fill=255)
        mask.paste(fine.reduce(EDGES), (0, start))
    return mask


def perspective(quad: Sequence[Point], box: tuple[Point, Point]) -> Coefficients:
    """Return the transformation that Pillow needs to draw the rectangle `box` of a picture as `quad`.

    `quad` are the corners clockwise from the upper left.  Coefficients have so few digits that a sum of
    them, multiplied by pixels, fits into a float.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dx2, dy1, dy2 = x1 - x2, x3 - x2, y1 - y2, y3 - y2
    det = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det
    # The unit square to the quad (Heckbert), turned round and stretched to the box.
    a, b, c = x1 - x0 + g * x1, x3 - x0 + h * x3, x0
    d, e, f = y1 - y0 + g * y1, y3 - y0 + h * y3, y0
    back = (
        (e - f * h, c * h - b, b * f - c * e),
        (f * g - d, a - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    (left, top), (right, bottom) = box
    one = back[2][2]
    wide, high = right - left, bottom - top
    rows = [
        [back[0][k] * wide + back[2][k] * left for k in range(3)],
        [back[1][k] * high + back[2][k] * top for k in range(3)],
        list(back[2]),
    ]
    scaled = [[value / one for value in row] for row in rows]
    return (
        _short(scaled[0][0], 28),
        _short(scaled[0][1], 28),
        _short(scaled[0][2], 24),
        _short(scaled[1][0], 28),
        _short(scaled[1][1], 28),
        _short(scaled[1][2], 24),
        _short(scaled[2][0], 36),
        _short(scaled[2][1], 36),
    )


def _short(value: float, digits: int) -> float:
    """Round to so many binary digits after the point."""
    return math.floor(math.ldexp(value, digits) + 0.5) / (1 << digits)


def _area(points: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _shade(normal: Spot) -> float:
    """Return how bright a surface is: 1 for what lies flat, whose colours are those of the print."""
    length = math.sqrt(sum(part * part for part in LIGHT))
    light = max(0.0, sum(a * b for a, b in zip(normal, LIGHT, strict=True)) / length)
    flat = LIGHT[2] / length
    return min(1.0, 1.0 - _DIM * (1.0 - light / flat))


def _shaded(picture: Image.Image, shade: float) -> Image.Image:
    if shade >= 1.0:
        return picture
    return picture.point([math.floor(value * shade + 0.5) for value in range(256)] * 3)


def _fallen(spot: Spot, ground: Mm) -> Spot:
    """Return where the shadow of a point falls."""
    x, y, z = spot
    share = (z - ground) / LIGHT[2]
    return x - LIGHT[0] * share, y - LIGHT[1] * share, ground


def _on_face(surface: Surface, spot: Spot) -> Point:
    d = spot[0] - surface.origin[0], spot[1] - surface.origin[1], spot[2] - surface.origin[2]
    across, down = surface.across, surface.down
    return _dot(d, across) / _dot(across, across), _dot(d, down) / _dot(down, down)


def _dot(a: Spot, b: Spot) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _in_space(surface: Surface, point: Point) -> Spot:
    x, y = point
    origin, across, down = surface.origin, surface.across, surface.down
    return (
        origin[0] + x * across[0] + y * down[0],
        origin[1] + x * across[1] + y * down[1],
        origin[2] + x * across[2] + y * down[2],
    )


def _length(camera: Camera, spot: Spot, way: Spot) -> float:
    """Return how many pixels 1 mm along `way` takes."""
    near = camera.exact(spot)
    return math.dist(near, camera.exact((spot[0] + way[0], spot[1] + way[1], spot[2] + way[2])))


def _stepped(density: float) -> float:
    return _STEP ** math.ceil(math.log(max(density, 0.05), _STEP) - 1e-6)
