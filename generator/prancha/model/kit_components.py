"""All components of a kit, for print shops and virtual tables; the products of a service.

Sheets tell where copies lie on paper; here there is no paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

from prancha.model.box import Point
from prancha.model.face import Side
from prancha.model.outline import Net, Outline
from prancha.model.units import MM_PER_INCH, Mm


class ComponentFace(Struct, frozen=True):
    """One side of a component.

    `digest` names its art in a portfolio.  `bleed` is what its art has of its own, in mm; 0 where the
    template draws none.  `words` are what is printed on it, in the order it is drawn, for
    who does not see it.  `spaces` are the middles of the equal spaces of a board, in mm of its trim box.
    """

    digest: str
    outline: Outline
    bleed: Mm
    side: Side
    words: str
    spaces: tuple[Point, ...] = ()


class Component(Struct, frozen=True):
    """One design and how many pieces of it a kit holds; `title` is its name, or its id where it has none."""

    family: str
    id: str
    title: str
    copies: int
    front: ComponentFace
    back: ComponentFace | None

    @property
    def key(self) -> str:
        """`family/id`, unique within a game."""
        return f"{self.family}/{self.id}"

    @property
    def faces(self) -> tuple[ComponentFace, ...]:
        """Front, and back where there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)


class ComponentFamily(Struct, frozen=True):
    """Components of one size and outline, in the order of the catalogue.

    `kind` is that of folded and other special components (`die`, `tuck-box`), "" for flat ones; `net` has
    the folds and panels of those that are folded.  `thickness` is that of a piece of its stock.
    """

    id: str
    title: str
    stock: str
    kind: str
    outline: Outline
    bleed: Mm
    safe: Mm
    thickness: Mm
    components: tuple[Component, ...]
    net: Net | None = None

    @property
    def copies(self) -> int:
        """The number of pieces of this family in one kit."""
        return sum(one.copies for one in self.components)

    @property
    def common_back(self) -> ComponentFace | None:
        """The back that all components share; None where they have none, or several."""
        backs = {one.back.digest: one.back for one in self.components if one.back is not None}
        every = all(one.back is not None for one in self.components)
        return next(iter(backs.values())) if every and len(backs) == 1 else None


class ComponentKit(Struct, frozen=True):
    """A game in one language: its families in order; components without copies are left out.

    `licences` are the licence in every language of the game.
    """

    game: str
    title: str
    subtitle: str
    lang: str
    revision: str
    licence: str
    licences: Mapping[str, str]
    families: tuple[ComponentFamily, ...]

    @property
    def components(self) -> tuple[Component, ...]:
        """Those of all families, in order."""
        return tuple(one for family in self.families for one in family.components)

    @property
    def spaces(self) -> Mapping[str, tuple[Point, ...]]:
        """The middles of the spaces of its boards, by `family/id`."""
        return {one.key: one.front.spaces for one in self.components if one.front.spaces}

    def family(self, name: str) -> ComponentFamily:
        """The family called `name`; KeyError when there is none."""
        for family in self.families:
            if family.id == name:
                return family
        raise KeyError(name)


FileKind = Literal["png", "jpeg", "pdf"]
ColourMode = Literal["rgb", "cmyk"]
ProductShape = Literal["box", "circle", "ring", "hexagon", "free", "book"]
"""What of a component must be alike: `free` products are as large as it is, of any outline; no component is a
`book`, which holds the pages of a rulebook."""
PageOrder = Literal["back-front", "front-back", "two-files", "back-last"]
"""How a PDF holds a deck: pairs of pages, a file of each side, or all fronts and then their one back."""


class Product(Struct, frozen=True):
    """One product: its trim in mm, and what its file has around it and keeps free within it.

    `pixels` are those of a file with bleed, (0, 0) of a free one.  `most` is how many pieces one order may
    have, or pages a book, 0 where no limit is known.  The figures of an `unconfirmed` one were worked out,
    or stand in one weak source.  An order of an `automatic` one can be placed by a program.
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
        """The length in pixels of a file, rounded."""
        return max(1, int(length * self.dpi / MM_PER_INCH + 0.5))
