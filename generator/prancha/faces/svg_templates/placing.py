"""Geometry of a drawing: its page on the component, frames in millimetres, boxes and paths of shapes."""

from __future__ import annotations

from math import cos, sin
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.faces.template_shapes import n
from prancha.graphics.svg.external import ExternalDrawing
from prancha.graphics.svg.matrix import Matrix, first, multiply, scale_of
from prancha.graphics.svg.path_data import Arc, trace
from prancha.graphics.svg.svg_markup import ExternalMarkupFault
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

    Raises ExternalMarkupFault.
    """
    x, y, width, height = drawing.box
    pages = [((piece.width, piece.height), 0.0), (piece.full, piece.bleed)]
    fitting = [page for page in pages if any(_near(size, page[0]) for size in _sizes(drawing))]
    if not fitting and drawing.size is None:
        fitting = [page for page in pages if abs(width / height * page[0][1] / page[0][0] - 1) <= LIKE]
    if not fitting:
        page, unit = (drawing.size, " mm") if drawing.size else ((width, height), "")
        bled = f", with bleed {piece.full[0]:g} x {piece.full[1]:g} mm" if piece.bleed else ""
        message = (
            f"the page is {page[0]:.4g} x {page[1]:.4g}{unit},"
            f" but the component {piece.width:g} x {piece.height:g} mm{bled}"
        )
        hint = "make the page of the drawing one of these sizes, in mm"
        if drawing.size:
            hint += f", or write size: {page[0]:.4g} x {page[1]:.4g} mm for the component"
        raise ExternalMarkupFault(message, drawing.lines[drawing.root], hint)
    (wide, high), margin = fitting[0]
    scale = max(wide / width, high / height)
    across, down = (wide - width * scale) / 2 - margin, (high - height * scale) / 2 - margin
    return (scale, 0.0, 0.0, scale, across - x * scale, down - y * scale)


def _sizes(drawing: ExternalDrawing) -> list[tuple[Mm, Mm]]:
    """Return possible sizes of the page on paper: its own, or else at 72 and at 96 pixels to the inch."""
    if drawing.size is not None:
        return [drawing.size]
    return [(drawing.box[2] * 25.4 / dpi, drawing.box[3] * 25.4 / dpi) for dpi in (72, 96)]


def _near(one: tuple[Mm, Mm], other: tuple[Mm, Mm]) -> bool:
    return all(abs(a - b) <= SLACK for a, b in zip(one, other, strict=True))


Frame = tuple[float, float, float, float]
"""x, y, width, height."""


class TextSpot(Struct, frozen=True):
    """A frame on the face with lengths in mm: the markup around its content, and the length of a unit."""

    before: str
    after: str
    unit: float
    dx: Mm
    dy: Mm

    def placed(self, frame: Frame) -> Frame:
        """Return a frame in user units as one in mm."""
        x, y, width, height = frame
        return x * self.unit + self.dx, y * self.unit + self.dy, width * self.unit, height * self.unit


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


def box_of(element: Element) -> Frame:
    """The bounding box of a shape in its own units.  Raises ValueError for elements without one."""
    tag = element.tag
    if tag in ("rect", "image"):
        x, y, width, height = (first(element.get(name, "")) for name in ("x", "y", "width", "height"))
    elif tag in ("circle", "ellipse"):
        rx, ry = _radii(element)
        x, y, width, height = (
            first(element.get("cx", "")) - rx,
            first(element.get("cy", "")) - ry,
            2 * rx,
            2 * ry,
        )
    elif tag in ("path", "polygon"):
        pen = _Extent()
        trace(outline_of(element), pen)
        if not pen.xs:
            raise ValueError("the path is empty")
        x, y = min(pen.xs), min(pen.ys)
        width, height = max(pen.xs) - x, max(pen.ys) - y
    else:
        raise ValueError(f"<{tag}> is no rectangle, circle, ellipse or path")
    if not (width > 0 and height > 0):
        raise ValueError("it has no size")
    return x, y, width, height


def outline_of(element: Element) -> str:
    """The path data of a shape; "" for a picture, and for a rectangle without round corners."""
    tag = element.tag
    if tag == "path":
        return element.get("d", "")
    if tag == "polygon":
        return f"M{element.get('points', '')}Z"
    if tag == "image":
        return ""
    x, y, width, height = box_of(element)
    if tag == "rect":
        rx = first(element.get("rx", ""), first(element.get("ry", "")))
        ry = first(element.get("ry", ""), rx)
        if rx <= 0 or ry <= 0:
            return ""
    else:
        rx, ry = width / 2, height / 2
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    arc = f"a{rx:.6g} {ry:.6g} 0 0 1 "
    return (
        f"M{x + rx:.6g} {y:.6g}h{width - 2 * rx:.6g}{arc}{rx:.6g} {ry:.6g}v{height - 2 * ry:.6g}"
        f"{arc}{-rx:.6g} {ry:.6g}h{2 * rx - width:.6g}{arc}{-rx:.6g} {-ry:.6g}v{2 * ry - height:.6g}"
        f"{arc}{rx:.6g} {-ry:.6g}Z"
    )


def _radii(element: Element) -> tuple[float, float]:
    if element.tag == "circle":
        return first(element.get("r", "")), first(element.get("r", ""))
    return first(element.get("rx", "")), first(element.get("ry", ""))


def scaled(outline: str, factor: float, dx: float, dy: float) -> str:
    """Path data enlarged by `factor` and then moved, in straight lines and curves."""
    pen = _Copy(factor, dx, dy)
    trace(outline, pen)
    return "".join(pen.out)


class _Copy:
    """A pen that writes down what it draws, enlarged and moved."""

    def __init__(self, factor: float, dx: float, dy: float) -> None:
        self.x = self.y = 0.0
        self.out: list[str] = []
        self._factor, self._dx, self._dy = factor, dx, dy

    def move(self, x: float, y: float) -> None:
        self._write("M", (x, y))

    def line(self, x: float, y: float) -> None:
        self._write("L", (x, y))

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._write("C", (x1, y1), (x2, y2), (x, y))

    def arc(self, arc: Arc) -> None:
        for x1, y1, x2, y2, x, y in arc.curves():
            self._write("C", (x1, y1), (x2, y2), (x, y))

    def close(self) -> None:
        self.out.append("Z")

    def _write(self, command: str, *points: tuple[float, float]) -> None:
        moved = (f"{n(x * self._factor + self._dx)} {n(y * self._factor + self._dy)}" for x, y in points)
        self.out.append(command + " ".join(moved))
        self.x, self.y = points[-1]


class _Extent:
    """A pen that only notes where it goes; of curves the control points, which hold them in."""

    def __init__(self) -> None:
        self.x = self.y = 0.0
        self.xs: list[float] = []
        self.ys: list[float] = []

    def move(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.xs.append(x)
        self.ys.append(y)

    line = move

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.move(x1, y1)
        self.move(x2, y2)
        self.move(x, y)

    def arc(self, arc: Arc) -> None:
        for share in (0.25, 0.5, 0.75):
            angle = arc.start + arc.angle * share
            self.move(*arc.at(cos(angle), sin(angle)))
        self.move(arc.x, arc.y)

    def close(self) -> None:
        """Nothing new: it goes back to where it was."""
