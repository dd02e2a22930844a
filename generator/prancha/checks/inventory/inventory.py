"""An inventory of one game, and its ink in A4 pages and as shares of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.model.game import Family, Source, Stock
from prancha.model.units import Mm

InkPages = tuple[float, float, float, float]
"""A4 pages covered whole with cyan, magenta, yellow and black, estimated."""
NO_INK: InkPages = (0.0, 0.0, 0.0, 0.0)


class CountedComponent(Struct, frozen=True):
    """One design: `size` of the trim in mm, and its copies designed, drawn, placed and found in the PDF.

    Its `ink` is that of all copies.
    """

    key: str
    family: str
    size: tuple[Mm, Mm]
    stock: Stock
    source: Source
    assumed: bool
    designed: int
    drawn: int = 0
    placed: int = 0
    found: int = 0
    ink: InkPages = NO_INK

    @property
    def agrees(self) -> bool:
        """Whether no copy was lost or doubled on the way to paper."""
        return self.designed == self.drawn == self.placed == self.found


class Total(Struct, frozen=True):
    """A family: designs, copies, and the front sheets it is on."""

    family: str
    title: str
    stock: Stock
    designs: int
    copies: int
    sheets: int


class SheetCount(Struct, frozen=True):
    """Sheets of one stock and group: the number of pieces on each, first to last."""

    stock: Stock
    group: str
    pieces: tuple[int, ...]


class InkUse(Struct, frozen=True):
    """Printed sides that a family is on, the share of their paper it covers with each colour, and its ink.

    The one of all families has no `family`.
    """

    family: str
    title: str
    sides: int
    shares: InkPages
    ink: InkPages


class Assumption(Struct, frozen=True):
    """Something the rulebook does not fix: what, and why it is as it is."""

    subject: str
    why: str


class Purchase(Struct, frozen=True):
    """Something to buy or to do, how much of it, and in what unit."""

    what: str
    number: int | float
    unit: str


class Inventory(Struct, frozen=True):
    """The contents of a manifest of one game."""

    game: str
    title: str
    paper: str
    components: tuple[CountedComponent, ...]
    totals: tuple[Total, ...]
    sheets: tuple[SheetCount, ...]
    supplied: tuple[Purchase, ...]
    shopping: tuple[Purchase, ...]
    ink: tuple[InkUse, ...]
    assumptions: tuple[Assumption, ...]


A4 = 210.0 * 297.0
COLOURS = ("cyan", "magenta", "yellow", "black")


def ink_uses(
    families: Sequence[Family],
    lang: str,
    sheets: Sequence[Mapping[str, Any]],
    at: int,
    ink: Mapping[str, InkPages],
) -> Iterator[InkUse]:
    """Yield the use of every family that prints, then that of all; `ink` is mm² of each item.

    `sheets` are fronts and backs of the manifest, `at` the position of the item in their pieces.
    """
    sides = [
        ({row[at] for row in (*sheet["pieces"], *sheet.get("backs", ()))}, sheet["width"] * sheet["height"])
        for sheet in sheets
    ]
    for family in families:
        keys = {item.key for item in family.items}
        areas = [area for items, area in sides if keys & items]
        if areas:
            yield _use(family.id, family.title[lang], areas, (ink.get(key, NO_INK) for key in sorted(keys)))
    yield _use("", "all", [area for items, area in sides if items], (ink[key] for key in sorted(ink)))


def in_pages(area: InkPages) -> InkPages:
    """mm² as A4 pages, to a thousandth."""
    cyan, magenta, yellow, black = (round(colour / A4, 3) for colour in area)
    return cyan, magenta, yellow, black


def cartridges(use: InkUse) -> Iterator[Purchase]:
    """The ink of all families, one line per colour."""
    for colour, pages in zip(COLOURS, use.ink, strict=True):
        yield Purchase(f"{colour} ink, estimated", round(pages, 1), "A4 pages covered whole")


def _use(family: str, title: str, areas: Sequence[float], inks: Iterable[InkPages]) -> InkUse:
    cyan, magenta, yellow, black = map(sum, zip(NO_INK, *inks, strict=True))
    area = cyan, magenta, yellow, black
    c, m, y, k = (round(colour / max(sum(areas), 1.0), 4) for colour in area)
    return InkUse(family, title, len(areas), (c, m, y, k), in_pages(area))
