"""Walk a page's content stream with a matrix and clips (ISO 32000-1, 8.4 to 8.10 and 14.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf
from msgspec import Struct, field

from prancha.checks.proof.form_walk import Forms, matrix_of
from prancha.checks.proof.graphics_state import FILLS, KNOWN, SHOWS, STROKES, Graphics, State
from prancha.checks.proof.measured import Found, FoundBeside, MeasuredLine, Polygon, Stray, Under
from prancha.checks.proof.pdf_geometry import Box, Matrix, after, around, clipped, common, corners
from prancha.model.units import PT_PER_MM

PIECE, LAYER, BENEATH = "/Piece", "/OC", "/Artifact"
UNLAYERED = ("/Cut", "/CutContour")
"""Tags of what would be on a layer, in a file that may have none (PDF/X-1a)."""
_CLOSING = ("s", "b", "b*")
_PLAIN = ("S", "s")


MARKED = {
    PIECE: frozenset(("/Item", "/Copy", "/Side")), LAYER: frozenset[str](), BENEATH: frozenset[str](),
}  # fmt: skip
"""What a page marks, and the entries that tell of it."""


def _told_of(content: Any) -> frozenset[str]:
    return frozenset(content.keys()) if isinstance(content, pikepdf.Dictionary) else frozenset()


class _Marked(Struct, frozen=True):
    """A stretch of marked content: its tag, and its property list or the name of that."""

    tag: str
    content: Any = None

    @property
    def layer(self) -> str:
        """The name of a layer, as the page calls it; empty for other content."""
        return str(self.content).removeprefix("/") if self.tag == LAYER else ""


class PageWalk(Struct):
    """One page: call `run`, then read what was found."""

    base: Matrix
    names: Mapping[str, Any]
    properties: Mapping[str, Any]
    forms: Forms
    page: int
    pieces: list[Found] = field(default_factory=list)
    lines: list[MeasuredLine] = field(default_factory=list)
    beside: list[FoundBeside] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    _graphics: Graphics = field(default_factory=Graphics)
    _marked: list[_Marked] = field(default_factory=list)
    _under: Under | None = None
    _filled: bool = False

    def run(self, page: pikepdf.Page) -> None:
        """Carry out every operator of the page."""
        graphics = self._graphics
        graphics.state = State(self.base)
        for instruction in pikepdf.parse_content_stream(page):
            operator, operands = str(instruction.operator), list(instruction.operands)
            graphics.follow(operator, operands)
            if operator in STROKES or operator in FILLS:
                self._paint(operator)
            elif operator == "n":
                graphics.finish()
            elif operator == "Do":
                self._do(operands)
            elif operator in ("BDC", "BMC"):
                self._begin(operands)
            elif operator == "EMC":
                self._end()
            elif operator in SHOWS:
                self._stray("text")
            elif operator == "sh":
                self._stray("a shading")
            elif operator == "INLINE IMAGE":
                self._stray("a picture", around(corners(graphics.state.matrix, 0, 0, 1, 1)))
            elif operator not in KNOWN:
                self.unknown.add(operator)

    # Marked content

    def _begin(self, operands: Sequence[Any]) -> None:
        tag, content = str(operands[0]), operands[1] if len(operands) > 1 else None
        if tag == PIECE:
            if isinstance(content, pikepdf.Name):
                content = self.properties.get(str(content))
            self._filled = False
        elif tag in UNLAYERED and content is None:
            tag, content = LAYER, tag
        if tag not in MARKED or not _told_of(content) <= MARKED[tag]:
            self._stray(f"something marked as {tag[1:]}, with words of its own for readers,")
        self._marked.append(_Marked(tag, content))

    def _end(self) -> None:
        if self._marked:
            self._marked.pop()

    def _within(self, tag: str) -> _Marked | None:
        """The innermost marked content of a tag that we are in."""
        return next((one for one in reversed(self._marked) if one.tag == tag), None)

    # Painting

    def _paint(self, operator: str) -> None:
        graphics = self._graphics
        if operator in _CLOSING:
            graphics.close()
        layer, beneath = self._within(LAYER), self._within(BENEATH)
        if operator in _PLAIN and self._within(PIECE) is None and (layer or beneath):
            name = layer.layer if layer else BENEATH[1:]
            state = graphics.state
            clip = common(map(around, state.clips)) if state.clips else None
            set_by = dict(state.altered)
            spot = set_by.get("CS", ""), set_by.get("SCN", set_by.get("SC", "")), set_by.get("gs", "")
            for ends in graphics.lines():
                shown = ends if clip is None else clipped(ends, clip)
                if shown is not None:
                    self.lines.append(
                        MeasuredLine(
                            *shown, state.weight, state.dashes, name, state.stroke, bool(spot[2]), spot
                        )
                    )
        elif graphics.paths:
            self._stray("a drawing", around(point for path in graphics.paths for point in path))
        graphics.finish()

    def _stray(self, kind: str, box: Box | None = None) -> None:
        """Note something painted that has no role; without a `box` it fills its clips."""
        clips = [around(clip) for clip in self._graphics.state.clips]
        boxes = clips if box is None else [box, *clips]
        piece = self._within(PIECE)
        where = _item(piece) if piece else ""
        self.strays.append(Stray(kind, common(boxes) if boxes else None, where))

    def _do(self, operands: Sequence[Any]) -> None:
        name = str(operands[0])
        thing = self.names.get(name)
        if thing is None:
            self._stray(f"{name}, which is not there")
            return
        state, piece = self._graphics.state, self._within(PIECE)
        item = _item(piece) if piece else ""
        if thing.get("/Subtype") != "/Form":
            self.forms.note_image(thing, state.matrix, self.page, item)
            self._stray("a picture", around(corners(state.matrix, 0, 0, 1, 1)))
            return
        matrix = after(matrix_of(thing), state.matrix)
        x1, y1, x2, y2 = map(float, thing.BBox)
        area = corners(matrix, x1, y1, x2, y2)
        self.forms.note_form(thing, matrix, self.page, item)
        shown = (area, *state.clips)
        if self._within(LAYER) is not None and piece is None:
            self._stray(f"the form {name}", common(map(around, shown)))
        elif piece is not None:
            if self._filled:
                self._stray(f"the form {name}", common(map(around, shown)))
            else:
                self.pieces.append(self._found(piece, thing, matrix, shown))
            self._filled, self._under = True, None
        elif self._within(BENEATH) is not None:
            # A face painted larger, to make bleed: it belongs to the piece that follows.
            self._under = Under(self.forms.check(thing), matrix, shown, thing.objgen)
        else:
            self.beside.append(
                FoundBeside(
                    name[1:],
                    self.forms.check(thing),
                    matrix=matrix,
                    shown=shown,
                    altered=self._altered(),
                    form=thing.objgen,
                )
            )

    def _altered(self) -> tuple[str, ...]:
        """What of the graphics state differs from that a page begins with, and the layers we are in."""
        layers = tuple(f"layer {one.layer}" for one in self._marked if one.tag == LAYER)
        return (*(f"{operator} {value}" for operator, value in self._graphics.state.altered), *layers)

    def _found(self, piece: _Marked, form: Any, matrix: Matrix, shown: tuple[Polygon, ...]) -> Found:
        told = piece.content if piece.content is not None else {}
        return Found(
            str(told.get("/Item", "")), int(told.get("/Copy", 0)), side=str(told.get("/Side", ""))[1:],
            matrix=matrix, shown=shown, face=self.forms.check(form), form=form.objgen, under=self._under,
            altered=self._altered(),
        )  # fmt: skip


def _item(piece: _Marked) -> str:
    return str(piece.content.get("/Item", "")) if piece.content is not None else ""


def page_matrix(left: float, top: float) -> Matrix:
    """From points with y up to mm with y down, for a page whose top-left corner is at (left, top)."""
    k = 1 / PT_PER_MM
    return k, 0.0, 0.0, -k, -left * k, top * k
