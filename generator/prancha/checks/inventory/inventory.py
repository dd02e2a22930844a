"""An inventory of one game, and the formats it can be written in."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from prancha.model.game import Source, Stock
from prancha.model.units import Mm

FORMATS = ("markdown", "csv", "xlsx", "json")


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
    """Sheets that are printed alike: how many, and how many pieces lie on each, first to last."""

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
    """Everything a manifest tells of one game."""

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


def render(inventory: Inventory, format: str) -> bytes:
    """The inventory in one of FORMATS."""
    write: Callable[[Inventory], bytes] = import_module(f"prancha.checks.inventory.{format}").write
    return write(inventory)
