"""A printed face: its SVG, and the same as vector art in the words of PDF.

Content streams use millimetres with y down; the writer's form matrix turns them into points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field

from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.outline import Outline
from prancha.model.units import Mm

Side = Literal["front", "back"]

REVISION_MARK = "revision-mark"
"""The id of the element that holds a revision mark: for the maker of the game, not for players to read."""


class Face(Struct, frozen=True):
    """A laid-out SVG 1.1 document for one side of one item.

    The drawing's user unit is 1 mm; (0, 0) is the top-left corner of the trim
    box; the viewBox reaches `bleed` beyond the trim box on every side.
    `source` is the document, or gives it: of most faces of a later build nobody looks at it.
    `digest` is the hash of the SVG, so equal faces are drawn once.
    """

    source: str | Callable[[], str]
    digest: str
    outline: Outline
    bleed: Mm
    side: Side
    item: str
    template: str
    place: Place

    @property
    def svg(self) -> str:
        """The document."""
        return self.source if isinstance(self.source, str) else self.source()


class FileContent(Struct, frozen=True):
    """The whole of a picture's file, as it was when it was looked at.

    `name` is what a drawing calls it, `sha256` the digest of its `size` bytes in hexadecimal.
    """

    path: str
    name: str
    size: int
    sha256: str

    def __len__(self) -> int:
        return self.size


Content: TypeAlias = bytes | FileContent


ResourceKind = Literal["XObject", "ExtGState", "Pattern", "Shading", "Part"]
NAMING_OPERATORS: Mapping[str, str] = {
    "Do": "XObject",
    "gs": "ExtGState",
    "Tf": "Font",
    "sh": "Shading",
    "CS": "ColorSpace",
    "cs": "ColorSpace",
    "SCN": "Pattern",
    "scn": "Pattern",
}
"""Operators of PDF that name a resource, and its kind (ISO 32000-1, 7.8.3)."""
NO_RESOURCES = frozenset(("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"))
"""Colour spaces that are named without being resources."""
Ink = Literal["full", "low", "outline", "grey"]
"""How much of it: as drawn, large fills pale, large fills white with their outlines, or black alone."""


class Resource(Struct, frozen=True):
    """An object that content streams name, such as an icon, a gradient or a photograph.

    `entries` is the body of its PDF dictionary; `content` its stream, already
    encoded as `entries` says, or None when it is a plain dictionary.  `mask`
    names the resource that is its soft mask; of an ExtGState the form that is the
    group of its mask, which `entries` are about.

    A `foreign` one is a form that another program wrote.  What it is made of are resources of the kind Part:
    no content stream of ours names them, but `@name` in entries does.
    """

    name: str
    kind: ResourceKind
    entries: str
    content: Content | None = None
    mask: str = ""
    foreign: bool = False


class Art(Struct, frozen=True):
    """One drawn face: its content stream, as it is, and its box (left, top, right, bottom) in mm.

    `check` is the CRC-32 of the stream.  `advance` is how far the pen moves along all its runs of text, in
    mm of the run's own scale, as the font engine measured them; None when that was not summed up.
    """

    digest: str
    box: tuple[Mm, Mm, Mm, Mm]
    content: bytes
    check: int
    advance: Mm | None = None


class Glyphs(Struct, frozen=True):
    """The glyphs of one font that a document uses: glyph id to its text.

    They are `wider` than the font has them by so many font units: letter-spacing, see `TextRenderer`.
    """

    family: str
    weight: int
    italic: bool
    texts: Mapping[int, str]
    wider: int = 0


class Portfolio(Struct, frozen=True):
    """All art of a document, by face digest, with the resources and glyphs it shares.

    `notes` are warnings, such as parts that are printed as pictures.
    """

    arts: Mapping[str, Art] = field(default_factory=dict)
    resources: tuple[Resource, ...] = ()
    glyphs: Mapping[str, Glyphs] = field(default_factory=dict)
    notes: tuple[Diagnostic, ...] = ()


RASTER = 300
"""Dots per inch of objects that are printed as pictures."""


class RenderSettings(Struct, frozen=True):
    """Settings of the renderer: languages, best first, and the dpi of objects printed as pictures."""

    languages: tuple[str, ...] = ("en",)
    raster: int = RASTER
