"""Read what a page's content stream paints: pieces, lines, and what has no role (ISO 32000-1, 8.4, 14.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.content_stream import (
    CLIPS,
    COLOURS,
    FILLS,
    INLINE_IMAGE,
    KNOWN,
    SHOWS,
    STATE,
    STROKES,
    TEXT_STATE,
    Operands,
    PathReader,
    State,
    on,
)
from prancha.checks.proof.form_walk import Forms, form_matrix
from prancha.checks.proof.measured import Colour, Dashes, Found, MeasuredLine, Painted, Stray
from prancha.checks.proof.pdf_geometry import (
    Box,
    Matrix,
    Polygon,
    bounds,
    clip_line,
    concat,
    intersection,
    map_corners,
    scale_of,
)
from prancha.model.units import PT_PER_MM, Mm

PIECE, LAYER, BENEATH = "/Piece", "/OC", "/Artifact"
UNLAYERED = ("/Cut", "/CutContour")
"""Tags of what would be on a layer, in a file that may have none (PDF/X-1a)."""
MARKED = {PIECE: frozenset(("/Item", "/Copy", "/Side")), LAYER: frozenset[str](), BENEATH: frozenset[str]()}
"""Tags of marked content on pages, with their allowed entries."""
_PLAIN = ("S", "s")
DEFAULTS = {
    "w": "1", "J": "0", "j": "0", "M": "10", "d": "[] 0", "ri": "/RelativeColorimetric", "i": "0",
    "G": "0", "g": "0", "Tc": "0", "Tw": "0", "Tz": "100", "TL": "0", "Tr": "0", "Ts": "0",
}  # fmt: skip
"""Initial parameters of a page (ISO 32000-1, tables 52 and 104); colours by the operator of greys."""
_REPLACED = {
    operator: tuple(one for one in COLOURS if one.isupper() == operator.isupper())
    for operator in ("G", "RG", "K", "CS", "g", "rg", "k", "cs")
}
"""Operators that choose a colour space, and all that the colour before was set with."""
_BLACK: Colour = (0.0, 0.0, 0.0)


class PageState(State, frozen=True):
    """The graphics state of a page; `altered` are parameters that differ from what a page begins with."""

    clips: tuple[Polygon, ...] = ()
    weight: Mm = 1.0
    dashes: Dashes = ()
    stroke: Colour = _BLACK
    altered: tuple[tuple[str, str], ...] = ()


class _Marked(Struct, frozen=True):
    """A stretch of marked content: its tag, and its property list or the name of that."""

    tag: str
    content: Any = None

    @property
    def layer(self) -> str:
        """The name of a layer, as the page calls it."""
        return str(self.content).removeprefix("/")

    @property
    def item(self) -> str:
        """The item of a piece."""
        return str(self.content.get("/Item", "")) if self.content is not None else ""


class PageWalk(PathReader[PageState]):
    """One page: call `run`, then read what was found.

    `base` takes points to mm of the page; `names` are its XObjects, `properties` its property lists.
    """

    reads_all = True

    def __init__(
        self, base: Matrix, names: Mapping[str, Any], properties: Mapping[str, Any], forms: Forms, page: int
    ) -> None:
        super().__init__(PageState(base))
        self._names, self._properties, self._forms, self._page = names, properties, forms, page
        self.pieces: list[Found] = []
        self.strokes: list[MeasuredLine] = []
        self.beside: list[Painted] = []
        self.strays: list[Stray] = []
        self.unknown: set[str] = set()
        self._marked: list[_Marked] = []
        self._under: Painted | None = None
        self._filled = self._clipping = False

    def other(self, operator: str, _operands: Operands) -> None:
        """Note what a page of a kit does not paint, and what is no operator."""
        if operator in SHOWS:
            self._stray("text")
        elif operator not in KNOWN and operator != INLINE_IMAGE:
            self.unknown.add(operator)

    @on("sh")
    def shade(self, _operator: str, _operands: Operands) -> None:
        """Note a shading that has no role."""
        self._stray("a shading")

    @on(INLINE_IMAGE)
    def paint_inline(self, _operator: str, _operands: Operands) -> None:
        """Note a picture that has no role."""
        self._stray("a picture", bounds(map_corners(self.state.matrix, 0, 0, 1, 1)))

    # The state

    @on(*STATE, *COLOURS, *TEXT_STATE)
    def set_parameter(self, operator: str, operands: Operands) -> None:
        """Note a parameter of the graphics state."""
        if operator == "w":
            self.state = replace(self.state, weight=float(operands[0]) * scale_of(self.state.matrix))
        elif operator == "d":
            (lengths, start), scale = operands, scale_of(self.state.matrix)
            dashes = tuple(float(each) * scale for each in (start, *lengths))
            self.state = replace(self.state, dashes=dashes if any(dashes[1:]) else ())
        elif operator in COLOURS and operator.isupper():
            self.state = replace(self.state, stroke=_read_colour(operator, operands))
        value = " ".join(map(_write_operand, operands))
        altered = dict(self.state.altered)
        for other in _REPLACED.get(operator, (operator,)):
            altered.pop(other, None)
        if DEFAULTS.get(operator) != value:
            altered[operator] = value
        self.state = replace(self.state, altered=tuple(sorted(altered.items())))

    @on(*CLIPS)
    def clip(self, _operator: str, _operands: Operands) -> None:
        """Clip to the path when it ends."""
        self._clipping = True

    # Marked content

    @on("BDC", "BMC")
    def begin_marked(self, _operator: str, operands: Operands) -> None:
        """Begin a piece, a layer or an artifact; anything else marked is a stray."""
        tag, content = str(operands[0]), operands[1] if len(operands) > 1 else None
        if tag == PIECE:
            if isinstance(content, pikepdf.Name):
                content = self._properties.get(str(content))
            self._filled = False
        elif tag in UNLAYERED and content is None:
            tag, content = LAYER, tag
        entries = content.keys() if isinstance(content, pikepdf.Dictionary) else ()
        if tag not in MARKED or not MARKED[tag].issuperset(entries):
            self._stray(f"something marked as {tag[1:]}, with words of its own for readers,")
        self._marked.append(_Marked(tag, content))

    @on("EMC")
    def end_marked(self, _operator: str, _operands: Operands) -> None:
        """End the innermost marked content."""
        if self._marked:
            self._marked.pop()

    def _within(self, tag: str) -> _Marked | None:
        """The innermost marked content of a tag that we are in."""
        return next((one for one in reversed(self._marked) if one.tag == tag), None)

    # Painting

    @on(*FILLS, *STROKES, "n")
    def finish(self, operator: str, operands: Operands) -> None:
        """Paint the path, clip to it if that was asked, and begin another."""
        paths = self.paths
        super().finish(operator, operands)
        if self._clipping and paths:
            points = [point for path in paths for point in path]
            # A path around all others is how far art may reach; the others are holes in it.
            outer = next((path for path in paths if bounds(path) == bounds(points)), points)
            self.state = replace(self.state, clips=(*self.state.clips, tuple(outer)))
        self._clipping = False

    def paint(self, operator: str) -> None:
        """Keep the lines of a layer or an artifact; any other drawing is a stray."""
        layer, beneath = self._within(LAYER), self._within(BENEATH)
        if operator not in _PLAIN or self._within(PIECE) is not None or not (layer or beneath):
            if self.paths:
                self._stray("a drawing", bounds(point for path in self.paths for point in path))
            return
        state = self.state
        name = layer.layer if layer else BENEATH[1:]
        clip = intersection(map(bounds, state.clips)) if state.clips else None
        set_by = dict(state.altered)
        spot = set_by.get("CS", ""), set_by.get("SCN", set_by.get("SC", "")), set_by.get("gs", "")
        for ends in self.lines():
            shown = ends if clip is None else clip_line(ends, clip)
            if shown is not None:
                line = MeasuredLine(
                    *shown, state.weight, state.dashes, name, state.stroke, bool(spot[2]), spot
                )
                self.strokes.append(line)

    def _stray(self, kind: str, box: Box | None = None) -> None:
        """Note something painted that has no role; without a `box` it fills its clips."""
        clips = [bounds(clip) for clip in self.state.clips]
        boxes = clips if box is None else [box, *clips]
        piece = self._within(PIECE)
        self.strays.append(Stray(kind, intersection(boxes) if boxes else None, piece.item if piece else ""))

    @on("Do")
    def paint_object(self, _operator: str, operands: Operands) -> None:
        """Note a form: the face of a piece, what lies beneath one, or beside all; a picture is a stray."""
        name = str(operands[0])
        thing = self._names.get(name)
        if thing is None:
            self._stray(f"{name}, which is not there")
            return
        state, piece = self.state, self._within(PIECE)
        item = piece.item if piece else ""
        if thing.get("/Subtype") != "/Form":
            self._forms.note_image(thing, state.matrix, self._page, item)
            self._stray("a picture", bounds(map_corners(state.matrix, 0, 0, 1, 1)))
            return
        matrix = concat(form_matrix(thing), state.matrix)
        x1, y1, x2, y2 = map(float, thing.BBox)
        self._forms.note_form(thing, matrix, self._page, item)
        shown = map_corners(matrix, x1, y1, x2, y2), *state.clips
        painted: dict[str, Any] = {
            "face": self._forms.check(thing),
            "form": thing.objgen,
            "matrix": matrix,
            "shown": shown,
            "altered": self._altered(),
        }
        if piece is not None and not self._filled:
            told = piece.content if piece.content is not None else {}
            copy, side = int(told.get("/Copy", 0)), str(told.get("/Side", ""))[1:]
            self.pieces.append(Found(**painted, item=item, copy=copy, side=side, under=self._under))
        elif piece is not None or self._within(LAYER) is not None:
            self._stray(f"the form {name}", intersection(map(bounds, shown)))
        elif self._within(BENEATH) is not None:
            # A face painted larger, to make bleed: it belongs to the piece that follows.
            self._under = Painted(**painted)
        else:
            self.beside.append(Painted(**painted))
        if piece is not None:
            self._filled, self._under = True, None

    def _altered(self) -> tuple[str, ...]:
        """Parameters that differ from those a page begins with, and the current layers."""
        layers = tuple(f"layer {one.layer}" for one in self._marked if one.tag == LAYER)
        return (*(f"{operator} {value}" for operator, value in self.state.altered), *layers)


def _write_operand(operand: Any) -> str:
    """An operand as text, numbers in their shortest form."""
    try:
        return f"{float(operand):g}"
    except (TypeError, ValueError):
        pass
    if isinstance(operand, pikepdf.Array):
        return "[" + " ".join(map(_write_operand, operand)) + "]"
    return str(operand)


def _read_colour(operator: str, operands: Operands) -> Colour:
    """The colour that an operator sets; CMYK as ISO 32000-1, 10.3.5 turns it into RGB."""
    match operator, [float(one) for one in operands] if operator in ("G", "RG", "K") else []:
        case "G", [grey]:
            return grey, grey, grey
        case "RG", [red, green, blue]:
            return red, green, blue
        case "K", [c, m, y, k]:
            return 1 - min(1.0, c + k), 1 - min(1.0, m + k), 1 - min(1.0, y + k)
    return None


def page_matrix(left: float, top: float) -> Matrix:
    """From points with y up to mm with y down, for a page whose top-left corner is at (left, top)."""
    k = 1 / PT_PER_MM
    return k, 0.0, 0.0, -k, -left * k, top * k
