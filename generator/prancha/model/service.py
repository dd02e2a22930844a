"""What print shops make, and how they want its files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

from prancha.model.units import MM_PER_INCH, Mm

FileKind = Literal["png", "jpeg", "pdf"]
ColourMode = Literal["rgb", "cmyk"]
ProductShape = Literal["box", "circle", "ring", "hexagon", "free"]
"""What of a component must be alike: `free` products are as large as it is, of any outline."""
PageOrder = Literal["back-front", "front-back", "two-files", "back-last"]
"""How a PDF holds a deck: pairs of pages, a file of each side, or all fronts and then their one back."""


class Product(Struct, frozen=True):
    """One product: its trim in mm, and what its file has around it and keeps free within it.

    `pixels` are those of a file with bleed, (0, 0) of a free one.  `most` is how many pieces one order may
    have, 0 where no limit is known.  The figures of an `unconfirmed` one were worked out, or stand in one
    weak source.  An order of an `automatic` one can be placed by a program.
    """

    name: str
    shape: ProductShape
    stock: str
    trim: tuple[Mm, Mm]
    pixels: tuple[int, int]
    bleed: Mm
    safe: Mm
    most: int = 0
    unconfirmed: bool = False
    automatic: bool = False


class Service(Struct, frozen=True):
    """A print shop: how it wants files, when that was `checked`, in which `source`, and its products.

    `ink` is the most ink in per cent that its paper takes, 0 where it is not known; `standard` the kind of
    PDF it asks for; `border` the least width of a border in mm, 0 where the shop says none.
    `naming` are the names of its pictures, in which
    `back_word` stands for a back.  With `repeat`, each copy is a file or page of
    its own.  `largest` are the most bytes of a file, 0 where there is no limit; `note` is what
    else to know, by language (pt, en).
    """

    name: str
    title: str
    site: str
    checked: str
    source: str
    kind: FileKind
    dpi: int
    colour: ColourMode
    bleed: Mm
    safe: Mm
    products: tuple[Product, ...]
    ink: int = 0
    standard: str = ""
    pages: PageOrder = "front-back"
    naming: str = "{family}/{id}-{side}"
    back_word: str = "back"
    repeat: bool = False
    largest: int = 0
    note: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    unconfirmed: bool = False
    border: Mm = 0.0

    def product(self, name: str) -> Product | None:
        """The product called `name`, in any capitals; None when there is none."""
        wanted = name.casefold()
        return next((one for one in self.products if one.name.casefold() == wanted), None)

    def pixels(self, length: Mm) -> int:
        """How many pixels of a file `length` takes, to the nearest."""
        return max(1, int(length * self.dpi / MM_PER_INCH + 0.5))
