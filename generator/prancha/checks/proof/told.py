"""What a manifest tells of a kit beside where its pieces lie: game, families, printer, press, files.

Families and files stand in export.json in the same words (`folder.told`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from prancha.model.duplex import DuplexName
from prancha.model.units import Mm

Length = Annotated[float, Meta(ge=-1e5, le=1e5)]
"""Millimetres or degrees that a manifest may speak of; with more nothing can be calculated."""
Number = Annotated[int, Meta(ge=0)]
PPI = (150.0, 300.0)
"""Pixels per inch below which a picture is an error, and a warning, where the game says nothing else."""


class ToldItem(Struct, frozen=True):
    """An item and its copies; `pages` are those of its fronts."""

    id: str
    copies: Annotated[int, Meta(ge=0, le=1_000_000)]
    pages: list[int] | None = None


class ToldFamily(Struct, frozen=True):
    """A family as the catalogue has it."""

    id: str
    items: list[ToldItem]
    title: str = ""
    stock: str = ""
    outline: str = ""
    size_mm: tuple[Length, Length] | None = None
    radius_mm: Length | None = None
    double_sided: bool | None = None
    designs: int | None = None
    copies: int | None = None


class ToldGame(Struct, frozen=True):
    """Whose game it is."""

    title: str = ""
    designers: list[str] | None = None
    licence: str | None = None
    revision: str = ""
    players: list[int] | None = None


class ToldPrinter(Struct, frozen=True):
    """The printer that pages are made for (`prancha.model.printer`)."""

    name: str = ""
    scale_x: float = 1.0
    scale_y: float = 1.0
    back_dx: Mm = 0.0
    back_dy: Mm = 0.0
    back_angle: float = 0.0


class ToldPress(Struct, frozen=True):
    """What colours are made for; `standard` is the PDF/X that the file follows, "" for none."""

    condition: str = ""
    profile: str = ""
    profile_sha256: str = ""
    standard: str = ""


class ToldThing(Struct, frozen=True):
    """Something that players bring themselves."""

    name: str = ""


class ToldFile(Struct, frozen=True):
    """A file that was written."""

    sha256: str


class Told(Struct, frozen=True, kw_only=True):
    """All but the places; None, or what is empty, is not told: by an older prancha, say."""

    duplex: DuplexName
    pages: Number
    families: list[ToldFamily]
    game: ToldGame = ToldGame()
    language: str = ""
    paper: str = ""
    ink: str = "full"
    copies: int | None = None
    printer: ToldPrinter | None = None
    press: ToldPress | None = None
    files: dict[str, ToldFile] = {}
    supplied: list[ToldThing] = []
    ppi: tuple[Length, Length] = PPI

    @property
    def standard(self) -> str:
        """The PDF/X that the file is to follow, as it calls itself."""
        return self.press.standard if self.press else ""
