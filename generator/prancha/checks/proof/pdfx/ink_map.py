"""Map where the ink of a page is above a limit, from one separation in greys for each ink."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.content_stream import COLOURS, FILLS, SHOWS, STROKES, Operands, on
from prancha.checks.proof.form_walk import DEEPEST
from prancha.checks.proof.pdf_geometry import Box
from prancha.checks.proof.pdfium_pages import DrawnDocument
from prancha.checks.proof.pdfx.press_marks import SLACK, Suspect
from prancha.checks.proof.pdfx.press_walk import (
    Colour,
    InkReader,
    Inks,
    InkState,
    measure_shading,
    read_ink_pixels,
    read_space,
)
from prancha.checks.proof.proof_report import ProofFault
from prancha.model.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image


INKS = ("cyan", "magenta", "yellow", "black")
GREY = pikepdf.Name.DeviceGray
_STROKED = {"B": "S", "B*": "S", "b": "s", "b*": "s"}
_FILLED = {"B": "f", "B*": "f*", "b": "f", "b*": "f*"}


class Separation:
    """Turns an open document into what one of its inks, 0 to 3, prints."""

    def __init__(self, document: pikepdf.Pdf, ink: int) -> None:
        self.ink = ink
        self._done: set[tuple[int, int]] = set()
        for page in document.pages:
            resources = page.obj.get("/Resources", pikepdf.Dictionary())
            page.Contents = document.make_stream(self._stream(page, resources, InkState()))
            self._plain_group(page.obj)

    def _stream(self, content: Any, resources: Any, state: InkState) -> bytes:
        writer = _InkWriter(self, resources, state)
        writer.run(content)
        return pikepdf.unparse_content_stream(writer.made)

    # What a page shows

    def separate_object(self, thing: Any, resources: Any, state: InkState) -> None:
        """Turn a form or picture into what it prints of this ink."""
        if thing is None or not self._first(thing):
            return
        if str(thing.get("/Subtype", "")) == "/Form":
            inner = thing.get("/Resources", resources)
            thing.write(self._stream(thing, inner, state))
            self._plain_group(thing)
        elif not bool(thing.get("/ImageMask", False)):
            self._picture(thing)

    def _plain_group(self, thing: Any) -> None:
        group = thing.get("/Group")
        if group is not None and "/CS" in group:
            group.CS = GREY

    def _picture(self, image: Any) -> None:
        """A picture of inks becomes one of this ink; one in greys is of black alone."""
        size = int(image.Width), int(image.Height)
        space = read_space(image.get("/ColorSpace", GREY))
        inks = read_ink_pixels(image) if space.family == "DeviceCMYK" else None
        if inks is not None:
            data = inks.getchannel(self.ink).point(lambda value: 255 - value).tobytes()
        elif space.family == "DeviceGray" and self.ink < 3:
            data = b"\xff" * (size[0] * size[1])
        else:
            return
        for key in ("/Decode", "/DecodeParms", "/Intent"):
            if key in image:
                del image[key]
        image.write(data)
        image.ColorSpace, image.BitsPerComponent = GREY, 8

    def separate_pattern(self, pattern: Any, state: InkState) -> None:
        """Turn a tile or gradient into what it prints of this ink."""
        if pattern is None or not self._first(pattern):
            return
        if "/Shading" in pattern:
            self.separate_shading(pattern.Shading)
        else:
            pattern.write(self._stream(pattern, pattern.get("/Resources", pikepdf.Dictionary()), state))

    def _first(self, thing: Any) -> bool:
        """Return whether an object is met the first time; direct objects always are."""
        if not thing.is_indirect:
            return True
        fresh = thing.objgen not in self._done
        self._done.add(thing.objgen)
        return fresh

    def separate_shading(self, shading: Any) -> None:
        """Turn a gradient into what it prints of this ink."""
        if shading is None or not self._first(shading):
            return
        family = read_space(shading.get("/ColorSpace")).family
        if family in ("DeviceCMYK", "DeviceGray") and measure_shading(shading) is not None:
            self._function(shading.get("/Function", pikepdf.Array()), family == "DeviceGray", 0)
            shading.ColorSpace = GREY

    def _function(self, function: Any, grey: bool, depth: int) -> None:
        if isinstance(function, pikepdf.Array) or depth > DEEPEST or not self._first(function):
            return
        for part in function.get("/Functions", ()):
            self._function(part, grey, depth + 1)
        for key in ("/C0", "/C1"):
            if key in function and len(function[key]) in (1, 4):
                parts = [float(one) for one in function[key]]
                light = (parts[0] if self.ink == 3 else 1.0) if grey else 1 - parts[self.ink]
                function[key] = pikepdf.Array([light])
        if "/Range" in function:
            function.Range = pikepdf.Array([0, 1])


class _InkWriter(InkReader):
    """Writes a content stream anew, as one ink prints it; `made` are its instructions."""

    reads_all = True

    def __init__(self, separation: Separation, resources: Any, state: InkState) -> None:
        super().__init__(resources, state)
        self._separation = separation
        self.made: list[Any] = []

    def follow(self, operator: str, operands: Operands) -> None:
        """Carry out an operator, and write what this ink prints of it."""
        super().follow(operator, operands)
        grey = None
        if operator in COLOURS:
            grey = self._grey(self.state.fill if operator.islower() else self.state.stroke)
        if grey is not None:
            self.made.append(([grey], pikepdf.Operator("g" if operator.islower() else "G")))
        else:
            self.made += self._painted(operator, operands)

    def set_colour(self, operator: str, operands: Operands) -> None:
        """Separate a pattern too."""
        if operator in ("scn", "SCN") and operands and isinstance(operands[-1], pikepdf.Name):
            self._separation.separate_pattern(self.named("/Pattern", operands), self.state)
        super().set_colour(operator, operands)

    @on("Do")
    def paint_object(self, _operator: str, operands: Operands) -> None:
        """Separate a form or picture."""
        self._separation.separate_object(self.named("/XObject", operands), self.resources, self.state)

    @on("sh")
    def shade(self, _operator: str, operands: Operands) -> None:
        """Separate a gradient."""
        self._separation.separate_shading(self.named("/Shading", operands))

    def _painted(self, operator: str, operands: Operands) -> list[Any]:
        """An operator, or what replaces it where this ink does not print."""
        state = self.state
        fill = self._lets(state.fill, state.fill_overprints)
        stroke = self._lets(state.stroke, state.stroke_overprints)
        if operator in _STROKED and (fill or stroke):
            operator = "n" if fill and stroke else (_STROKED if fill else _FILLED)[operator]
        elif (operator in FILLS and fill) or (operator in STROKES and operator not in _STROKED and stroke):
            operator = "n"
        elif operator in SHOWS and (stroke if state.shown == 1 else fill):
            hidden, shown = (([mode], pikepdf.Operator("Tr")) for mode in (3, state.shown))
            return [hidden, (operands, pikepdf.Operator(operator)), shown]
        return [(operands, pikepdf.Operator(operator))]

    def _lets(self, colour: Colour, over: bool) -> bool:
        """Return whether a mark leaves this ink untouched: spot colours, and overprints without any of it."""
        if colour.space.family in ("Separation", "DeviceN"):
            return True
        inks = colour.inks if colour.space.family == "DeviceCMYK" else None
        return over and self.state.mode == 1 and inks is not None and not inks[self._separation.ink]

    def _grey(self, colour: Colour) -> float | None:
        """How light a colour is in this ink; None for patterns."""
        if colour.space.family == "Pattern":
            return None
        inks = colour.inks or _as_inks(colour)
        return round(1 - inks[self._separation.ink], 5)


def _as_inks(colour: Colour) -> Inks:
    """Inks of a colour that is in none, as a driver without a profile makes them."""
    if len(colour.parts) == 3:
        red, green, blue = colour.parts
        black = 1 - max(red, green, blue)
        return 1 - red - black, 1 - green - black, 1 - blue - black, black
    return 0.0, 0.0, 0.0, 0.0


DPI = 100
FINE_DPI = 200
"""At this the strokes of small letters have pixels of their own."""
RED = (220, 0, 30)
PALE = 3
"""How many times lighter a page is shown than it prints."""
HEAD = 24
"""Pixels above a page, for its number and figures."""


class InkMap(Struct, frozen=True):
    """A page, the most ink on it in percent, and where it is above the limit: a mask of 0 and 255.

    `shown` is the ink of each pixel, of 1020, and `black` what of it is black, of 255.
    """

    page: int
    most: float
    shown: Image
    over: Image
    black: Image

    @property
    def share(self) -> float:
        """How much of the page is above the limit, in percent."""
        return 100 * self.over.histogram()[255] / (self.over.width * self.over.height)


def measure_ink_maps(
    path: Path, limit: float, dpi: int = DPI, pages: Sequence[int] = (), *, smooth: bool = True
) -> Iterator[InkMap]:
    """A map of every page, or of some `pages`."""
    from PIL import ImageMath

    separated = [_separate(path, ink) for ink in range(len(INKS))]
    try:
        for page in pages or range(1, separated[0][0] + 1):
            bands = [_draw_page(document, page, dpi, smooth).convert("I") for _, document in separated]
            total = ImageMath.lambda_eval(
                lambda args: 1020 - args["c"] - args["m"] - args["y"] - args["k"],
                **dict(zip("cmyk", bands, strict=True)),
            )
            over = ImageMath.lambda_eval(
                lambda args: (args["t"] > args["l"]) * 255, t=total, l=_limit_steps(limit)
            )
            most = float(total.getextrema()[1]) / 2.55
            yield InkMap(page, most, total, over.convert("L"), bands[3].point(lambda value: 255 - value))
    finally:
        for _, document in separated:
            document.close()


def draw_ink_pages(maps: Sequence[InkMap], limit: float) -> bytes:
    """A PDF of the pages, each with its number, its most ink and how much of it is above the limit."""
    from PIL import Image, ImageDraw

    sheets = []
    for one in maps:
        pale = one.shown.point(lambda value: 255 - value / (4 * PALE)).convert("L")
        sheet = Image.new("RGB", (pale.width, pale.height + HEAD), "white")
        sheet.paste(pale.convert("RGB"), (0, HEAD))
        sheet.paste(RED, (0, HEAD), one.over)
        figures = f"at most {one.most:.0f} %, above {limit:g} % on {one.share:.2f} % of it (red)"
        ImageDraw.Draw(sheet).text((6, 6), f"page {one.page}: {figures}", fill="black")
        sheets.append(sheet)
    data = io.BytesIO()
    undated = {"creationDate": None, "modDate": None}
    sheets[0].save(data, "PDF", save_all=True, append_images=sheets[1:], resolution=DPI, **undated)
    return data.getvalue()


def _separate(path: Path, ink: int) -> tuple[int, DrawnDocument]:
    """The number of pages of a file, and a document of what one of its inks prints."""
    with pikepdf.open(path) as document:
        Separation(document, ink)
        data = io.BytesIO()
        document.save(data)
        return len(document.pages), DrawnDocument(data.getvalue())


def _limit_steps(limit: float) -> int:
    """A limit in steps of 1/255, with one more for rounding."""
    return round((limit + SLACK) * 2.55) + 1


def check_overprints(path: Path, suspects: Sequence[Suspect], limit: float) -> Iterator[ProofFault]:
    """Faults where black that overprints has too much ink with what really lies below it."""
    if not suspects:
        return
    pages = sorted({one.fault.page for one in suspects})
    for drawn in measure_ink_maps(path, limit, FINE_DPI, pages, smooth=False):
        here = [one for one in suspects if one.fault.page == drawn.page]
        most = {spot: _most_ink(drawn, *spot) for spot in {(one.box, one.black) for one in here}}
        for one in here:
            if (ink := most[one.box, one.black]) > _limit_steps(limit):
                yield replace(one.fault, found=f"{ink / 2.55:.0f} %")


def _most_ink(drawn: InkMap, box: Box | None, least: float) -> float:
    """The most ink, of 1020, in a box where there is at least so much black, 0 to 1."""
    from PIL import ImageMath

    total, black = drawn.shown, drawn.black
    if box is not None:
        left, bottom, right, top = (value * FINE_DPI / 72 for value in box)
        width, low = total.size
        spot = (
            min(width - 1, max(0, math.floor(left))),
            min(low - 1, max(0, math.floor(low - top))),
            max(1, min(width, math.ceil(right))),
            max(1, min(low, math.ceil(low - bottom))),
        )
        total, black = total.crop(spot), black.crop(spot)
    inked = ImageMath.lambda_eval(
        lambda args: args["t"] * (args["k"] >= args["least"]), t=total, k=black, least=math.floor(least * 255)
    )
    extremes: tuple[float, float] = inked.getextrema()
    return extremes[1]


def _draw_page(document: DrawnDocument, page: int, dpi: int, smooth: bool) -> Image:
    width, height = document.size(page)
    size = math.ceil(width * dpi / MM_PER_INCH), math.ceil(height * dpi / MM_PER_INCH)
    scale = dpi / 72
    return document.draw(page, (scale, 0.0, 0.0, scale, 0.0, 0.0), size, True, smooth=smooth)
