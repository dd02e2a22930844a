"""What export.json tells of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from prancha.checks.proof.told import ToldFamily, ToldFile
from prancha.model.diagnostic import Diagnostic, Failure, Place

RECORD = "export.json"


class MeantFile(Struct, frozen=True):
    """A picture or PDF as the print shop wants it; `blank`: it is white, or these pages are."""

    kind: str
    mode: str
    width: int = 0
    height: int = 0
    pages: int = 0
    page_mm: tuple[float, float] = (0.0, 0.0)
    bleed_mm: float = 0.0
    blank: bool | list[int] = False


class OrderedPiece(Struct, frozen=True):
    """A design that is ordered: `cards/owl-front.png`, or `cards.pdf#1,3` for pages."""

    family: str
    id: str
    copies: int
    front: str
    back: str

    @property
    def key(self) -> str:
        """`family/id`."""
        return f"{self.family}/{self.id}"


class LotFacts(Struct, frozen=True):
    """A family on its product."""

    family: str
    product: str
    trim_mm: tuple[float, float]
    bleed_mm: float
    copies: int
    unconfirmed: bool = False


class OrderFacts(Struct, frozen=True):
    """What a print shop was to be given.

    `ink` is its limit in percent, 0 for none; `looks` has what the sides of each piece look like by
    its key: RGB of a few pixels.
    """

    service: str
    title: str
    checked: str
    dpi: int
    lots: list[LotFacts]
    pieces: list[OrderedPiece]
    files: dict[str, MeantFile]
    largest: int = 0
    ink: int = 0
    standard: str = ""
    looks: dict[str, dict[str, str]] = field(default_factory=dict)


class Told(Struct, frozen=True):
    """export.json; `left_out` are the families that the target has no place for."""

    game: str
    target: str
    copies: int
    families: list[ToldFamily]
    files: dict[str, ToldFile]
    order: OrderFacts | None = None
    options: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    @property
    def meant(self) -> dict[str, int]:
        """The copies of each design, by `family/id`."""
        return {f"{family.id}/{item.id}": item.copies for family in self.families for item in family.items}


def read_told(folder: Path) -> Told:
    """The record of a folder; raises Failure where there is none that can be read."""
    path = folder / RECORD
    hint = "name a folder that prancha export wrote; export the game again where this one was changed"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Told)
    except OSError:
        message = f"there is no {RECORD} in it"
        raise Failure([Diagnostic(Place(str(folder)), "no-file", message, hint=hint)]) from None
    except msgspec.MsgspecError as problem:
        message = f"it is no record of an export: {problem}"
        raise Failure([Diagnostic(Place(str(path)), "bad-json", message, hint=hint)]) from None
