"""What print services make, and how they want it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from prancha.model.units import Mm

FileKind = Literal["png", "pdf"]


class Product(Struct, frozen=True):
    """One product: pixels of its files, bleed included, and what is known of its trim in mm.

    An `unconfirmed` one was worked out, not read in two sources.
    """

    name: str
    shape: str
    width: int
    height: int
    bleed: Mm
    trim: tuple[Mm, Mm]
    safe: Mm
    unconfirmed: bool = False


class Service(Struct, frozen=True):
    """A maker of cards: its products, when its figures were `checked`, and where they stand.

    `limit` is the most cards of one order, 0 for none that is known.
    """

    name: str
    title: str
    checked: str
    source: str
    dpi: int
    kind: FileKind
    products: tuple[Product, ...]
    limit: int = 0
    warning: str = ""
