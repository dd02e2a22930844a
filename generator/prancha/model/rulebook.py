"""A rulebook: what game.yaml declares of it, and its laid-out pages with their tags, links and outline.

Lengths are millimetres from the top-left corner of a page, y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct, field

from prancha.model.box import Point
from prancha.model.units import Mm, Pt


class BookDesign(Struct, frozen=True):
    """The key `book:` of game.yaml; `width` and `height` are None where they follow the paper of the kit.

    `size` and `leading` are those of running text, in pt and in lines.  `colours` and `templates` have the
    roles that are set.  `cover` is the stock of the outermost sheet, `notes` the width of the margin for side
    notes, 0 where they stand in the text.
    """

    page: str = ""
    width: Mm | None = None
    height: Mm | None = None
    margin: Mm = 13.0
    columns: int = 1
    gap: Mm = 6.0
    size: Pt = 9.0
    leading: float = 1.38
    justify: bool = False
    hyphenate: bool = False
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    templates: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cover: str = ""
    notes: Mm = 0.0


class Tag:
    """An element of the structure tree of a PDF (ISO 32000-1, 14.8.4), with its children in reading order.

    A child is an element, or a pair of page number and marked content on it, numbered from 0.  `alt` is the
    text in place of a picture, `link` the target of a link.  `head` says that a cell heads its column.
    """

    __slots__ = ("alt", "head", "kids", "link", "parent", "role")

    def __init__(self, role: str, parent: Tag | None = None, alt: str = "", link: str = "") -> None:
        self.role, self.alt, self.link, self.head = role, alt, link, False
        self.kids: list[Tag | tuple[int, int]] = []
        self.parent = parent
        if parent is not None:
            parent.kids.append(self)

    def walk(self) -> Iterator[Tag]:
        """Yield this element and all below it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Tag):
                yield from kid.walk()


class PageMark(Struct, frozen=True):
    """Art on a page: its origin at (x, y), drawn `scale` times as large, clipped to `clip` in its own mm.

    It is turned about its origin by `angle` degrees clockwise.  `number` is that of the marked content on its
    page, -1 for ornaments, which have no `tag`.
    """

    digest: str
    x: Mm
    y: Mm
    scale: float = 1.0
    clip: tuple[Point, ...] = ()
    number: int = -1
    role: str = ""
    angle: float = 0.0


class PageLink(Struct, frozen=True):
    """A link of a page: left, top, width and height of its area, and an address or `#anchor`."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    target: str
    tag: Tag


class BookPage(Struct, frozen=True):
    """One page of a rulebook."""

    width: Mm
    height: Mm
    marks: tuple[PageMark, ...]
    links: tuple[PageLink, ...] = ()

    @property
    def sheet(self) -> None:
        """No pieces lie on it."""

    @property
    def faces(self) -> tuple[tuple[str, Mm, Mm], ...]:
        """The art on it, as often as it is painted."""
        return tuple((mark.digest, mark.x, mark.y) for mark in self.marks)


class OutlineEntry(Struct, frozen=True):
    """A heading in the outline of a PDF: its text, level from 0, page from 0 and how far down it is."""

    text: str
    level: int
    page: int
    y: Mm


class BookLayout(Struct, frozen=True):
    """All pages of a rulebook, the root of its structure, its outline, and where each anchor is."""

    pages: tuple[BookPage, ...]
    root: Tag
    outline: tuple[OutlineEntry, ...]
    anchors: Mapping[str, tuple[int, Mm]]


class ImposedSide(Struct, frozen=True):
    """One side of a sheet to fold: pages with their left top corner, and lines to fold and cut along.

    A page is its index in the book, and stands where creep moved it.  Nothing of it crosses the middle of a
    side that is `folded`; its bleed shows where it is not.
    """

    width: Mm
    height: Mm
    spots: tuple[tuple[int, Mm, Mm], ...]
    marks: tuple[tuple[Mm, Mm, Mm, Mm], ...] = ()
    folded: bool = True
