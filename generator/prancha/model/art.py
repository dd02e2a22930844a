"""Vector art in PDF's own words: what the renderer hands to the PDF writer.

Content streams use millimetres with y down; the writer's form matrix turns
them into points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct, field

from prancha.model.content import Content
from prancha.model.diagnostic import Diagnostic
from prancha.model.units import Mm

ResourceKind = Literal["XObject", "ExtGState", "Pattern", "Shading"]
Ink = Literal["full", "low", "outline", "grey"]
"""How much of it: as drawn, large fills pale, large fills white with their outlines, or black alone."""


class Resource(Struct, frozen=True):
    """An object that content streams name, such as an icon, a gradient or a photograph.

    `entries` is the body of its PDF dictionary; `content` its stream, already
    encoded as `entries` says, or None when it is a plain dictionary.  `mask`
    names the resource that is its soft mask; of an ExtGState the form that is the
    group of its mask, which `entries` are about.
    """

    name: str
    kind: ResourceKind
    entries: str
    content: Content | None = None
    mask: str = ""


class Art(Struct, frozen=True):
    """One drawn face: its content stream, as it is, and its box (left, top, right, bottom) in mm.

    `source` is the stream, or gives it: what is printed as it was before, nobody looks at.
    `check` is the CRC-32 of the stream.  `advance` is how far the pen moves along all its runs of text, in
    mm of the run's own scale, as the font engine measured them; None when that was not summed up.
    """

    digest: str
    box: tuple[Mm, Mm, Mm, Mm]
    source: bytes | Callable[[], bytes]
    check: int
    advance: Mm | None = None

    @property
    def content(self) -> bytes:
        """The stream."""
        return self.source if isinstance(self.source, bytes) else self.source()


class Glyphs(Struct, frozen=True):
    """The glyphs of one font that a document uses: glyph id to the text it stands for.

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
    """How drawings are rendered: for which languages, best first, and at how many dpi where as pictures."""

    languages: tuple[str, ...] = ("en",)
    raster: int = RASTER
