"""Inks that pages and the forms on them use, and how much (ISO 32000-1, 8.4 to 8.10, 9.3, 11.7)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct, field
from msgspec.structs import replace

from prancha.checks.proof.content_stream import (
    COLOURS,
    FILLS,
    INLINE_IMAGE,
    SHOWS,
    STROKES,
    Interpreter,
    Operands,
    State,
    on,
)
from prancha.checks.proof.form_walk import DEEPEST, form_matrix
from prancha.checks.proof.measured import NOWHERE
from prancha.checks.proof.pdf_geometry import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    bounds,
    concat,
    map_corners,
    map_point,
    scale_of,
)

if TYPE_CHECKING:
    from PIL.Image import Image
Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, 0 to 1."""
_DEVICES = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/G": 1, "/RGB": 3, "/CMYK": 4}
_NAMES = {"/G": "/DeviceGray", "/RGB": "/DeviceRGB", "/CMYK": "/DeviceCMYK"}


class Space(Struct, frozen=True):
    """A colour space: its family, how many parts a colour has, and what it is based on or falls back to.

    `plates` are the names of spot colours.
    """

    family: str
    parts: int
    base: str = ""
    plates: tuple[str, ...] = ()

    @property
    def is_inks(self) -> bool:
        """Whether its colours are inks, or spot colours that are replaced by inks."""
        if self.family in ("Separation", "DeviceN", "Indexed"):
            return self.base in ("DeviceCMYK", "DeviceGray", "Separation", "DeviceN")
        return self.family in ("DeviceCMYK", "DeviceGray", "Pattern")


UNKNOWN = Space("none that is known", 0)


def read_space(given: Any) -> Space:
    """A colour space, by its name or its array."""
    if isinstance(given, pikepdf.Name):
        name = str(given)
        family = _NAMES.get(name, name)[1:]
        return Space(family, _DEVICES.get(name, 0))
    if not isinstance(given, pikepdf.Array) or not len(given):
        return UNKNOWN
    family = str(given[0])[1:]
    if len(given) == 1:
        return Space(family, _DEVICES.get(f"/{family}", 0))
    if family == "ICCBased":
        return Space(family, int(given[1].get("/N", 0)))
    if family in ("Indexed", "I"):
        return Space("Indexed", 1, read_space(given[1]).family)
    if family == "Separation":
        return Space(family, 1, read_space(given[2]).family, (str(given[1])[1:],))
    if family == "DeviceN":
        plates = tuple(str(one)[1:] for one in given[1])
        return Space(family, len(plates), read_space(given[2]).family, plates)
    if family == "Pattern":
        return Space(family, 0, read_space(given[1]).family)
    return Space(family, 3)


class Colour(Struct, frozen=True):
    """A colour as it is set; `parts` are empty for a pattern."""

    space: Space
    parts: tuple[float, ...] = ()

    @property
    def inks(self) -> Inks | None:
        """The four inks of it; None where that is not known."""
        if self.space.family == "DeviceGray" and len(self.parts) == 1:
            return 0.0, 0.0, 0.0, 1 - self.parts[0]
        if self.space.family == "DeviceCMYK" and len(self.parts) == 4:
            c, m, y, k = self.parts
            return c, m, y, k
        return None

    @property
    def total(self) -> float | None:
        """Percent of ink, a spot colour's too; None where that is not known."""
        if self.inks is not None:
            return 100 * sum(self.inks)
        if self.space.family in ("Separation", "DeviceN"):
            every = 4 if self.space.plates == ("All",) else 1
            return 100 * every * sum(self.parts)
        return None


BLACK = Colour(Space("DeviceGray", 1), (0.0,))
_SET = {"g": "DeviceGray", "rg": "DeviceRGB", "k": "DeviceCMYK"}


def set_colour(operator: str, operands: Sequence[Any], resources: Any, before: Space) -> Colour:
    """The colour that an operator of colours sets; `before` is the space that sc and scn set one of."""
    kind = operator.lower()
    if kind == "cs":
        space = read_space(resources.get("/ColorSpace", {}).get(str(operands[0]), operands[0]))
        return Colour(space, (1.0,) * space.parts)
    parts = tuple(float(one) for one in operands if not isinstance(one, pikepdf.Name))
    return Colour(Space(_SET[kind], len(parts)) if kind in _SET else before, parts)


class PictureInk(Struct, frozen=True):
    """The most ink of a picture in percent, and where it has more than a limit.

    `over` is left, top, right, bottom in shares of the picture from its top left; None where it has not.
    """

    most: float
    over: tuple[float, float, float, float] | None = None


def measure_picture(image: Any, limit: float) -> PictureInk | None:
    """The most ink of a picture; None where that cannot be measured."""
    space = read_space(image.get("/ColorSpace", pikepdf.Name("/DeviceGray")))
    if bool(image.get("/ImageMask", False)) or space.family == "DeviceGray":
        return PictureInk(100.0)
    if space.family != "DeviceCMYK" or int(image.get("/BitsPerComponent", 8)) != 8:
        return None
    picture = read_ink_pixels(image)
    if picture is None:
        return None
    from PIL import ImageMath

    c, m, y, k = (band.convert("I") for band in picture.split())
    total = ImageMath.lambda_eval(
        lambda args: args["c"] + args["m"] + args["y"] + args["k"], c=c, m=m, y=y, k=k
    )
    most = float(total.getextrema()[1]) / 2.55
    if most <= limit:
        return PictureInk(most)
    # What lies below the limit becomes 0, which a box passes over.
    over = ImageMath.lambda_eval(lambda args: args["t"] > args["l"], t=total, l=int(limit * 2.55)).getbbox()
    left, top, right, bottom = over or (0, 0, *picture.size)
    width, height = picture.size
    return PictureInk(most, (left / width, top / height, right / width, bottom / height))


def read_ink_pixels(image: Any) -> Image | None:
    """The inks of every pixel, 255 being all of one."""
    from PIL import Image, ImageChops

    filters = image.get("/Filter", pikepdf.Array())
    names = [str(one) for one in filters] if isinstance(filters, pikepdf.Array) else [str(filters)]
    inverted = [float(one) for one in image.get("/Decode", [])][:2] == [1.0, 0.0]
    if names == ["/DCTDecode"]:
        with Image.open(io.BytesIO(image.read_raw_bytes()), formats=["JPEG"]) as opened:
            opened.load()
            if opened.mode != "CMYK":
                return None
            # Pillow turns over what Adobe's marker is in; PDF takes the values as they are.
            turned = "adobe" in opened.info
            return ImageChops.invert(opened) if turned != inverted else opened.copy()
    if any(name in ("/DCTDecode", "/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode") for name in names):
        return None
    size = (int(image.Width), int(image.Height))
    picture = Image.frombytes("CMYK", size, image.read_bytes())
    return ImageChops.invert(picture) if inverted else picture


def measure_shading(shading: Any) -> float | None:
    """The most ink of a gradient in percent; None where that cannot be measured."""
    space = read_space(shading.get("/ColorSpace"))
    if space.family == "DeviceGray":
        return 100.0
    if space.family != "DeviceCMYK" or "/Function" not in shading:
        return None
    given = shading.Function
    ends = [] if isinstance(given, pikepdf.Array) else _end_inks(given, 0)
    return max(ends, default=None)


def _end_inks(function: Any, depth: int) -> list[float]:
    """Percent of ink at the ends of each part of a function; between two ends it is never more."""
    kind = int(function.get("/FunctionType", -1))
    if kind == 2:
        return [100 * sum(float(v) for v in function.get(key, [])) for key in ("/C0", "/C1")]
    if kind == 3 and depth < 8:
        parts = [_end_inks(part, depth + 1) for part in function.Functions]
        return [value for part in parts for value in part] if all(parts) else []
    return []


class InkState(State, frozen=True):
    """The graphics state as far as inks go; `matrix` leads to points on the page.

    `fill_overprints` and `stroke_overprints` are op and OP, `mode` is OPM; `clear` says that nothing here
    fades, masks or blends; `size` is that of text, `shown` how it is painted (Tr).
    """

    fill: Colour = BLACK
    stroke: Colour = BLACK
    fill_overprints: bool = False
    stroke_overprints: bool = False
    mode: int = 0
    clear: bool = True
    size: float = 0.0
    shown: int = 0


class InkReader(Interpreter[InkState]):
    """Keeps the graphics state of a content stream as far as inks go."""

    def __init__(self, resources: Any, state: InkState) -> None:
        super().__init__(state)
        self.resources = resources

    def named(self, kind: str, operands: Operands) -> Any:
        """The object that an operator names last; None where there is none."""
        return self.resources.get(kind, {}).get(str(operands[-1]))

    @on(*COLOURS)
    def set_colour(self, operator: str, operands: Operands) -> None:
        """Set the colour of fills or strokes."""
        which = "fill" if operator.islower() else "stroke"
        before = getattr(self.state, which).space
        colour = set_colour(operator, operands, self.resources, before)
        self.state = replace(self.state, **{which: colour})

    @on("Tf")
    def set_font(self, _operator: str, operands: Operands) -> None:
        """Set the size of text."""
        self.state = replace(self.state, size=float(operands[1]))

    @on("Tr")
    def set_mode(self, _operator: str, operands: Operands) -> None:
        """Set how text is painted."""
        self.state = replace(self.state, shown=int(operands[0]))

    @on("gs")
    def set_extended(self, _operator: str, operands: Operands) -> None:
        """Apply an extended graphics state; op is for fills, OP for both where op is missing."""
        given, state = self.named("/ExtGState", operands), self.state
        if given is not None:
            self.state = replace(
                state,
                fill_overprints=bool(given.get("/op", given.get("/OP", state.fill_overprints))),
                stroke_overprints=bool(given.get("/OP", state.stroke_overprints)),
                mode=int(given.get("/OPM", state.mode)),
                clear=state.clear and not name_transparency(given),
            )


class PressMark(Struct, frozen=True):
    """Something painted: `kind` is "fill", "stroke", "text", "picture" or "shading".

    `size` is that of text in points; `thing` the picture or gradient.
    """

    kind: str
    page: int
    item: str
    state: InkState
    box: Box | None = None
    colour: Colour | None = None
    size: float = 0.0
    thing: Any = None
    matrix: Matrix = IDENTITY


class PressWalk(Struct):
    """Reads pages; each form is read once for every state it begins with."""

    states: list[tuple[int, str, Any]] = field(default_factory=list)
    """Every extended graphics state that is set, with page and item."""
    forms: list[tuple[int, str, Any]] = field(default_factory=list)
    """Every form that is shown, with page and item."""
    page: int = 0
    item: str = ""
    """The component that is being painted."""
    _found: list[PressMark] = field(default_factory=list)
    _read: set[tuple[Any, ...]] = field(default_factory=set)
    _known_states: set[Any] = field(default_factory=set)

    def marks(self, number: int, page: pikepdf.Page) -> Sequence[PressMark]:
        """Everything that a page paints, in order."""
        self.page, self.item, self._found = number, "", []
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        _MarkReader(self, resources, InkState(), 0).run(page)
        return self._found

    def note(self, kind: str, state: InkState, **more: Any) -> None:
        """Keep a mark."""
        self._found.append(PressMark(kind, self.page, self.item, state, **more))

    def note_state(self, given: Any) -> None:
        """Keep an extended graphics state."""
        if given.objgen == NOWHERE or given.objgen not in self._known_states:
            self._known_states.add(given.objgen)
            self.states.append((self.page, self.item, given))

    def read_form(self, form: Any, resources: Any, state: InkState, depth: int) -> None:
        """Read the marks of a form; `resources` are those of what shows it."""
        here = replace(state, matrix=IDENTITY, stroke_overprints=False)
        key = form.objgen, here, round(scale_of(state.matrix), 3)
        if key in self._read or depth > DEEPEST:
            return
        self._read.add(key)
        self.forms.append((self.page, self.item, form))
        inner = replace(
            state, matrix=concat(form_matrix(form), state.matrix), clear=state.clear and "/Group" not in form
        )
        _MarkReader(self, form.get("/Resources", resources), inner, depth + 1).run(form)


class _MarkReader(InkReader):
    """Reads the marks of one content stream."""

    def __init__(self, walk: PressWalk, resources: Any, state: InkState, depth: int) -> None:
        super().__init__(resources, state)
        self._walk, self._depth = walk, depth
        self._points: list[Point] = []
        self._text = IDENTITY
        self._marked: list[bool] = []
        """Of each marked content that we are in, whether it is a component."""

    def set_extended(self, operator: str, operands: Operands) -> None:
        """Keep the extended graphics state too."""
        given = self.named("/ExtGState", operands)
        if given is not None:
            self._walk.note_state(given)
        super().set_extended(operator, operands)

    @on("m", "l", "c", "v", "y", "re")
    def add_points(self, operator: str, operands: Operands) -> None:
        """Add points that the path lies within."""
        numbers, matrix = [float(one) for one in operands], self.state.matrix
        if operator == "re":
            x, y, width, height = numbers
            self._points += map_corners(matrix, x, y, x + width, y + height)
        else:
            self._points += (
                map_point(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)
            )

    @on(*FILLS, *STROKES, "n")
    def finish(self, operator: str, _operands: Operands) -> None:
        """Keep what is filled and stroked, and begin another path."""
        box, state = bounds(self._points) if self._points else None, self.state
        self._points = []
        if operator not in ("S", "s", "n"):
            self._walk.note("fill", state, box=box, colour=state.fill)
        if operator in STROKES:
            self._walk.note("stroke", state, box=box, colour=state.stroke)

    @on("BT", "Tm", "Td", "TD")
    def place_text(self, operator: str, operands: Operands) -> None:
        """Follow where text begins."""
        if operator == "BT":
            self._text = IDENTITY
            return
        numbers = tuple(float(one) for one in operands)
        matrix = numbers if operator == "Tm" else concat((1.0, 0.0, 0.0, 1.0, *numbers), self._text)  # type: ignore[arg-type]
        self._text = matrix  # type: ignore[assignment]

    @on(*SHOWS)
    def show(self, _operator: str, _operands: Operands) -> None:
        """Keep a text, with the box of its first letter."""
        state = self.state
        whole = concat(self._text, state.matrix)
        size = state.size * scale_of(whole)
        x, y = map_point(whole, 0.0, 0.0)
        colour = state.stroke if state.shown == 1 else state.fill
        self._walk.note("text", state, box=(x, y, x + size, y + size), colour=colour, size=size)

    @on("Do")
    def paint_object(self, _operator: str, operands: Operands) -> None:
        """Keep a picture, or read a form."""
        thing, state = self.named("/XObject", operands), self.state
        kind = str(thing.get("/Subtype", "")) if thing is not None else ""
        if kind == "/Image":
            box = bounds(map_corners(state.matrix, 0, 0, 1, 1))
            self._walk.note("picture", state, box=box, colour=state.fill, thing=thing, matrix=state.matrix)
        elif kind == "/Form":
            self._walk.read_form(thing, self.resources, state, self._depth)
        elif thing is not None:
            self._walk.note("program", state, thing=thing)

    @on("sh")
    def shade(self, _operator: str, operands: Operands) -> None:
        """Keep a gradient."""
        self._walk.note("shading", self.state, thing=self.named("/Shading", operands))

    @on(INLINE_IMAGE)
    def paint_inline(self, _operator: str, _operands: Operands) -> None:
        """Keep an inline image."""
        self._walk.note("inline", self.state)

    @on("BDC", "BMC")
    def begin_marked(self, _operator: str, operands: Operands) -> None:
        """Follow which component is painted."""
        is_piece = (
            str(operands[0]) == "/Piece" and len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary)
        )
        if is_piece:
            self._walk.item = str(operands[1].get("/Item", ""))
        self._marked.append(is_piece)

    @on("EMC")
    def end_marked(self, _operator: str, _operands: Operands) -> None:
        """End the innermost marked content."""
        if self._marked and self._marked.pop():
            self._walk.item = ""


def name_transparency(given: Any) -> str:
    """The setting that makes a graphics state transparent, for a message; "" for an opaque one."""
    if not isinstance(given.get("/SMask", pikepdf.Name("/None")), pikepdf.Name):
        return "a soft mask"
    mode = str(given.get("/BM", "/Normal"))
    if mode not in ("/Normal", "/Compatible"):
        return f"blend mode {mode[1:]}"
    opacity = min(float(given.get("/ca", 1)), float(given.get("/CA", 1)))
    return f"opacity {opacity:g}" if opacity < 1 else ""
