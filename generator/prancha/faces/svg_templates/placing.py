"""How a drawing's page lies on a component, and frames in which a unit is a millimetre."""

from __future__ import annotations

from msgspec import Struct

from prancha.faces.geometry import n
from prancha.graphics.svg.external import ExternalDrawing
from prancha.graphics.svg.matrix import Matrix, multiply, scale_of
from prancha.model.units import Mm

SLACK: Mm = 0.5
"""A page may differ by so much from the component's size: programs round."""
LIKE = 0.012
"""Shares by which the proportions of a page without a size on paper may differ."""


class TargetPiece(Struct, frozen=True):
    """The trim box and bleed of the components a drawing is for, mm."""

    width: Mm
    height: Mm
    bleed: Mm

    @property
    def full(self) -> tuple[Mm, Mm]:
        """Width and height with bleed."""
        return self.width + 2 * self.bleed, self.height + 2 * self.bleed


def page_matrix(drawing: ExternalDrawing, piece: TargetPiece) -> Matrix:
    """From the drawing's units to mm on the face: its page is the trim box, or the trim box with its bleed.

    Raises ValueError.
    """
    x, y, width, height = drawing.box
    pages = [((piece.width, piece.height), 0.0), (piece.full, piece.bleed)]
    fitting = [page for page in pages if any(_near(size, page[0]) for size in _sizes(drawing))]
    if not fitting and drawing.size is None:
        fitting = [page for page in pages if abs(width / height * page[0][1] / page[0][0] - 1) <= LIKE]
    if not fitting:
        page, unit = (drawing.size, " mm") if drawing.size else ((width, height), "")
        bled = f", with bleed {piece.full[0]:g} x {piece.full[1]:g} mm" if piece.bleed else ""
        raise ValueError(
            f"the page is {page[0]:.4g} x {page[1]:.4g}{unit},"
            f" but the component {piece.width:g} x {piece.height:g} mm{bled}"
        )
    (wide, high), margin = fitting[0]
    scale = max(wide / width, high / height)
    across, down = (wide - width * scale) / 2 - margin, (high - height * scale) / 2 - margin
    return (scale, 0.0, 0.0, scale, across - x * scale, down - y * scale)


def _sizes(drawing: ExternalDrawing) -> list[tuple[Mm, Mm]]:
    """What the page may measure on paper: as it says, or with 72 or 96 pixels to the inch."""
    if drawing.size is not None:
        return [drawing.size]
    return [(drawing.box[2] * 25.4 / dpi, drawing.box[3] * 25.4 / dpi) for dpi in (72, 96)]


def _near(one: tuple[Mm, Mm], other: tuple[Mm, Mm]) -> bool:
    return all(abs(a - b) <= SLACK for a, b in zip(one, other, strict=True))


class TextSpot(Struct, frozen=True):
    """A frame on the face in which lengths are mm: what stands around its content, how long a unit is."""

    before: str
    after: str
    unit: float
    dx: Mm
    dy: Mm


def spot(matrix: Matrix) -> TextSpot:
    """The frame at `matrix`, without its scaling; a mere shift goes into the coordinates."""
    unit = scale_of(matrix) or 1.0
    a, b, c, d, e, f = multiply(matrix, (1 / unit, 0.0, 0.0, 1 / unit, 0.0, 0.0))
    if max(abs(a - 1), abs(b), abs(c), abs(d - 1)) < 1e-6:
        return TextSpot("", "", unit, e, f)
    return TextSpot(f'<g transform="{format_matrix((a, b, c, d, e, f))}">', "</g>", unit, 0.0, 0.0)


def format_matrix(matrix: Matrix) -> str:
    """A matrix as the value of a transform."""
    a, b, c, d = (f"{round(v, 9) + 0.0:.7g}" for v in matrix[:4])
    return f"matrix({a} {b} {c} {d} {n(matrix[4])} {n(matrix[5])})"
