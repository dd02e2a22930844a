"""What readers found in the finished file; lengths in mm from the page's top left, y down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from prancha.checks.proof.pdf_geometry import Box, Matrix, Point, Polygon, intersection_box, union
from prancha.model.units import Mm

Number = tuple[int, int]
"""An object's number and generation; (0, 0) for one that stands within another."""
NOWHERE: Number = (0, 0)
Colour = tuple[float, float, float] | None
"""Red, green and blue from 0 to 1; None for what is no plain colour."""
Dashes = tuple[Mm, ...]
"""Where a line's dashes begin, then the lengths of dash and gap in turn; empty for a whole line."""
CUT = "Cut"
"""The layer whose strokes are marks and cut lines."""


class Painted(Struct, frozen=True, dict=True, kw_only=True):
    """A form as it was painted: its own mm to page mm, and what it may show through.

    `shown` are polygons on the page; art shows where all of them overlap.  `face` is the CRC-32
    of its content, `form` the object that holds it.  `altered` is what of the graphics state differs
    from that a page begins with.
    """

    face: str
    form: Number
    matrix: Matrix
    shown: tuple[Polygon, ...]
    altered: tuple[str, ...] = ()

    @cached_property
    def box(self) -> Box:
        """The box on the page that it cannot leave."""
        return intersection_box(self.shown)


class Found(Painted, frozen=True, dict=True, kw_only=True):
    """The face of a piece; `under` is the face painted larger beneath, where bleed is made that way."""

    item: str
    copy: int
    side: str
    under: Painted | None = None

    @cached_property
    def reach(self) -> Box:
        """The box on the page that its art cannot leave."""
        return union(self.box, self.under.box) if self.under else self.box


class MeasuredLine(Struct, frozen=True):
    """One straight stroke of a layer, by the name the page gives it, or of marked content `Artifact`.

    `faded`: an extended graphics state, such as an opacity, holds for it.  `spot` is its colour space,
    the tint, and that graphics state, where it is of no plain colour.
    """

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm
    weight: Mm
    dashes: Dashes = ()
    layer: str = CUT
    colour: Colour = None
    faded: bool = False
    spot: tuple[str, str, str] = ("", "", "")

    @property
    def ends(self) -> tuple[Mm, Mm, Mm, Mm]:
        """x1, y1, x2, y2"""
        return self.x1, self.y1, self.x2, self.y2

    @property
    def upright(self) -> bool:
        """Whether it runs from top to bottom."""
        return abs(self.x1 - self.x2) < 1e-4 < abs(self.y1 - self.y2)

    @property
    def level(self) -> bool:
        """Whether it runs from left to right."""
        return abs(self.y1 - self.y2) < 1e-4 < abs(self.x1 - self.x2)

    @property
    def box(self) -> Box:
        """The box around its ends."""
        return min(self.x1, self.x2), min(self.y1, self.y2), max(self.x1, self.x2), max(self.y1, self.y2)


def ends_key(line: tuple[Mm, Mm, Mm, Mm]) -> tuple[tuple[int, int], ...]:
    """Equal for lines whose ends are within a twentieth of a millimetre, mostly: to find them quickly."""
    x1, y1, x2, y2 = (round(value * 20) for value in line)
    return tuple(sorted(((x1, y1), (x2, y2))))


class Stray(Struct, frozen=True):
    """Something painted that has no role; `where` is the component whose marked content it is in."""

    kind: str
    box: Box | None
    where: str


class FoundPage(Struct, frozen=True):
    """One page: boxes in points as written, and everything painted on it; `beside` are labels and covers.

    `width` and `height` are of the MediaBox.  `unknown` are operators the standard does not know.
    """

    number: int
    width: Mm
    height: Mm
    boxes: Mapping[str, Box]
    pieces: tuple[Found, ...]
    lines: tuple[MeasuredLine, ...]
    beside: tuple[Painted, ...]
    strays: tuple[Stray, ...]
    unknown: tuple[str, ...]

    @property
    def cuts(self) -> tuple[MeasuredLine, ...]:
        """Marks and cut lines."""
        return tuple(line for line in self.lines if line.layer == CUT)


class FoundFont(Struct, frozen=True):
    """A font of the file, who shows it first, and what is amiss in it: code, message, found, expected."""

    page: int
    item: str
    wrong: tuple[tuple[str, str, str, str], ...] = ()


class FoundImage(Struct, frozen=True):
    """A picture where it is largest: pixels, and mm on paper."""

    pixels: tuple[int, int]
    size: tuple[Mm, Mm]
    page: int
    item: str

    @property
    def ppi(self) -> float:
        """Pixels per inch along the coarser side."""
        return min(p / (mm / 25.4) for p, mm in zip(self.pixels, self.size, strict=True) if mm > 0)


class Switch(Struct, frozen=True):
    """Something that changes how viewers or printers treat the file; `kind` is the code of its fault."""

    kind: str
    page: int
    what: str
    found: str
    expected: str


class FoundDocument(Struct, frozen=True):
    """The file as a whole: its title, viewer preferences, and what no kit has.

    `information` is the information dictionary; `metadata` the XMP packet, by names such as dc:title.
    """

    title: str = ""
    language: str = ""
    preferences: Mapping[str, str] = {}
    switches: tuple[Switch, ...] = ()
    information: Mapping[str, str] = {}
    metadata: Mapping[str, Sequence[str]] = {}
    intent: tuple[str, str, str] | None = None
    """Identifier and name of the output condition, and the SHA-256 of its profile; None without one."""


class FoundUse(Struct, frozen=True):
    """An object that faces name, its digest ("" when it is not there), and who shows it first."""

    kind: str
    name: str
    digest: str
    number: Number
    page: int = 0
    item: str = ""


class FoundForm(Struct, frozen=True):
    """A form that a page paints, and how far its own text moves the pen.

    `advance` is None where that cannot be read; `jump` is the largest single move between glyphs, in
    sizes of the type, and `jumped` the words it is in.  `words` are its text objects with their places
    in the form's own mm, those of forms within it too.  Of a form that has a ruler's words `lines` are its
    straight strokes, in its own mm.  `broken` says why its content cannot be read.  `hidden` are words that
    are neither filled nor stroked.
    """

    page: int
    item: str
    face: str
    box: Box
    unknown: tuple[str, ...]
    runs: int
    advance: Mm | None
    jump: float
    jumped: str
    words: tuple[tuple[Point, str], ...]
    lines: tuple[tuple[Mm, Mm, Mm, Mm], ...] = ()
    broken: str = ""
    hidden: str = ""


class FoundFile(Struct, frozen=True):
    """The whole file; `forms` by the object that holds them."""

    pages: tuple[FoundPage, ...]
    document: FoundDocument
    fonts: tuple[FoundFont, ...]
    images: tuple[FoundImage, ...]
    uses: tuple[FoundUse, ...]
    forms: Mapping[Number, FoundForm]
