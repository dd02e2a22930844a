"""Write operators of one content stream, skipping those that would not change the graphics state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from prancha.graphics.svg.matrix import IDENTITY, Matrix, floats, inverse, length, multiply
from prancha.graphics.svg.style import Style, share
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import fine
from prancha.render.path_operators import grey, n, operands

if TYPE_CHECKING:
    from prancha.render.renderer import DirectRenderer

State: TypeAlias = tuple[str, ...]
"""A graphics state: the values of FRESH."""
_CAPS = {"butt": "0", "round": "1", "square": "2"}
_JOINS = {"miter": "0", "round": "1", "bevel": "2"}
FRESH = {
    "fill": "0 0 0",
    "stroke": "0 0 0",
    "w": "1",
    "J": "0",
    "j": "0",
    "M": "10",
    "d": "[] 0",
    "gs": "a1000.1000",
}
FRESH_STATE = tuple(FRESH.values())
UNKNOWN = {**dict.fromkeys(FRESH, ""), "gs": FRESH["gs"]}
"""A form inherits pen and colours from the content that paints it; a transparency group starts opaque."""
FAR_AROUND = (-1e4, -1e4, 2e4, 2e4)
"""The box of a group that nothing leaves: x, y, width, height."""


class Operators:
    """Collect operators; the graphics state is set only when it changes."""

    def __init__(self, renderer: DirectRenderer, floating: bool, luminance: bool) -> None:
        self.out: list[str] = []
        self.advance = 0.0
        """Of all runs of text in this stream, as they were measured; not of those in forms it names."""
        # A floating stream (an icon) inherits colours and opacity from the content that paints it.
        self.state = dict(UNKNOWN if floating else FRESH)
        self.floating, self.luminance = floating, luminance
        self.matrix = IDENTITY
        """From user space to that of this content stream, or of the group being painted."""
        self._outside = IDENTITY
        self._matrices: list[Matrix] = []
        self._renderer = renderer

    @property
    def face_matrix(self) -> Matrix:
        """From user space to that of this content stream, through all groups."""
        return multiply(self._outside, self.matrix)

    def begin_form(self) -> None:
        """Start as a form does: with the pen and colours of the content that paints it."""
        self.state = dict(UNKNOWN)

    def _group(
        self,
        painter: Callable[[Style], None],
        style: Style,
        opacity: float,
        masks: Sequence[str] = (),
        blend: str = "",
        isolated: bool = False,
    ) -> None:
        """Paint into a transparency group, so that overlapping parts are faded, masked or blended as one."""
        operators = self._inside(painter, style)
        name = self._renderer.form(operators, FAR_AROUND, group=True, isolated=isolated)
        for mask in masks[1:]:  # a graphics state has one mask at most, so each has a group
            inner = f"/{mask} gs\n/{name} Do"
            name = self._renderer.form(inner, FAR_AROUND, group=True, isolated=isolated)
        saved = self._save() if masks or blend else None
        self._set("gs", self._renderer.transparency(opacity, opacity), "/{} gs")
        if masks:
            self.out.append(f"/{masks[0]} gs")
        if blend:
            self.out.append(f"/{self._renderer.blending(blend)} gs")
        self.out.append(f"/{name} Do")
        if saved is not None:
            self._restore(saved)

    def _inside(self, painter: Callable[[Style], None], style: Style) -> str:
        """The operators of a form that `painter` paints in this user space."""
        outer, self.out = self.out, []
        kept, self.state = self.state, dict(UNKNOWN)
        advance = self.advance
        matrix, outside, matrices = self.matrix, self._outside, self._matrices
        self._outside, self.matrix, self._matrices = self.face_matrix, IDENTITY, []
        try:
            painter(style)
            return "\n".join(self.out)
        finally:
            self.out, self.state, self.advance = outer, kept, advance
            self.matrix, self._outside, self._matrices = matrix, outside, matrices

    def _pen(self, width: float, style: Style) -> None:
        self._set("w", n(width), "{} w")
        self._set("J", _named(_CAPS, style, "stroke-linecap"), "{} J")
        self._set("j", _named(_JOINS, style, "stroke-linejoin"), "{} j")
        limit = length(style, "stroke-miterlimit")
        if limit < 0:
            raise DrawingFault(
                f'stroke-miterlimit="{style["stroke-miterlimit"]}" is negative', "write 1 or more"
            )
        # No corner is sharper than 1 tells, and PDF knows no less.
        self._set("M", n(max(limit, 1.0)), "{} M")
        dashes = style["stroke-dasharray"]
        pattern = "" if dashes == "none" else _pattern(dashes)
        self._set("d", f"[{pattern}] {n(length(style, 'stroke-dashoffset')) if pattern else 0}", "{} d")

    def _colour(self, which: str, colour: str, style: Style) -> None:
        if colour == "currentColor":
            if self.floating:
                return
            colour = style["color"]
        numbers = grey(colour) if self.luminance else operands(colour)
        self._set(which, numbers, "{} rg" if which == "fill" else "{} RG")

    def _opacities(self, style: Style, fills: bool, strokes: bool) -> None:
        fill = share(style["fill-opacity"], "fill-opacity") if fills else 1.0
        stroke = share(style["stroke-opacity"], "stroke-opacity") if strokes else 1.0
        if self.state["gs"] == "a1000.1000" and fill == stroke == 1:
            return
        self._set("gs", self._renderer.transparency(fill, stroke), "/{} gs")

    def _set(self, key: str, value: str, form: str) -> None:
        if self.state[key] != value:
            self.state[key] = value
            self.out.append(form.format(value))

    def _save(self) -> dict[str, str]:
        self.out.append("q")
        self._matrices.append(self.matrix)
        return dict(self.state)

    def _restore(self, saved: dict[str, str]) -> None:
        if self.out[-1] == "q":
            self.out.pop()
        else:
            self.out.append("Q")
        self.state, self.matrix = saved, self._matrices.pop()

    def _concat(self, matrix: Matrix) -> None:
        if matrix != IDENTITY:
            self.matrix = multiply(self.matrix, matrix)
            self.out.append(concat_operator(matrix))


_DOT = 0.001


@lru_cache(maxsize=256)
def _pattern(dashes: str) -> str:
    """Dashes and gaps as operands; nothing for those without length, which are a whole line."""
    lengths = floats(dashes)
    if any(one < 0 for one in lengths):
        raise DrawingFault(
            f'stroke-dasharray="{dashes[:40]}" has a negative length', "write lengths of 0 or more"
        )
    if len(lengths) % 2:
        lengths *= 2
    if not any(float(n(one)) for one in lengths):
        return ""
    pairs = list(zip(lengths[::2], lengths[1::2], strict=True))
    for at in range(len(pairs) - 2, -1, -1):
        if not pairs[at][1]:  # what no gap parts is one dash
            pairs[at : at + 2] = [(pairs[at][0] + pairs[at + 1][0], pairs[at + 1][1])]
    lengths = [length for pair in pairs for length in pair]
    for at in range(0, len(lengths), 2):
        # A dot is a dash of no length, which PDFium draws 0.1 long, so that all that follow it are elsewhere.
        if lengths[at] < _DOT < lengths[at + 1]:
            lengths[at : at + 2] = [_DOT, lengths[at + 1] - (_DOT - lengths[at])]
    return " ".join(n(one) for one in lengths)


def _named(words: dict[str, str], style: Style, name: str) -> str:
    if style[name] not in words:
        raise DrawingFault(f'{name}="{style[name]}" is not known', "use " + ", ".join(words))
    return words[style[name]]


def concat_operator(m: Matrix) -> str:
    """The operator that draws all that follows through a matrix."""
    a, b, c, d, e, f = m
    # Scales of icons are small numbers: three decimals would bend them.
    return f"{fine(a)} {fine(b)} {fine(c)} {fine(d)} {n(e)} {n(f)} cm"


def invert(matrix: Matrix) -> Matrix:
    """The matrix that takes back what `matrix` moved.  Raises DrawingFault where it leaves no area."""
    back = inverse(matrix)
    if back is None:
        raise DrawingFault("a transform scales to nothing", "remove the scale of 0")
    return back
