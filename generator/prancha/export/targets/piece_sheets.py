"""Sheets of pieces: the fronts of a family in one picture, row by row, its backs in another alike.

Stand-ups are there with the panels that are seen; dice are not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from PIL import Image

from prancha.export.card_sheet import WHITE, panel_of, panel_picture
from prancha.export.face_pictures import FacePictures
from prancha.export.raster import Size, pixels
from prancha.export.targets.names import slug
from prancha.export.targets.roles import role
from prancha.model.components import Component, ComponentFace, ComponentFamily
from prancha.model.face import Side
from prancha.model.units import MM_PER_INCH, Mm

Backs = Literal["none", "common", "own"]
Draw = Callable[[FacePictures], Image.Image]


class PieceSheet(Struct, frozen=True):
    """Pieces of a family in cells of whole pixels without seams; `name` is unique in a kit."""

    name: str
    family: ComponentFamily
    pieces: tuple[Component, ...]
    cell: Size
    columns: int

    @property
    def rows(self) -> int:
        """How many rows there are pieces in."""
        return -(-len(self.pieces) // self.columns)

    @property
    def size(self) -> Size:
        """Pixels of the picture."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def piece_mm(self) -> tuple[Mm, Mm]:
        """Width and height of a piece as it is seen on a table."""
        return _seen_size(self.family)

    @property
    def copies(self) -> int:
        """How many pieces there are."""
        return sum(one.copies for one in self.pieces)

    @property
    def backs(self) -> Backs:
        """Whether pieces have no back, all the same, or each its own."""
        if role(self.family) == "standee":
            return "own"
        if self.family.common_back is not None:
            return "common"
        return "own" if any(one.back is not None for one in self.pieces) else "none"

    @property
    def cut(self) -> bool:
        """Whether a piece is something else than its whole cell."""
        return not self.family.outline.is_box and role(self.family) != "standee"

    def drawn(self, pictures: FacePictures, side: Side, transparent: bool = False) -> Image.Image:
        """All pieces from one side; white, or `transparent`, where there are none."""
        sheet = self._ground(self.size, transparent)
        for number, one in enumerate(self.pieces):
            made = self.piece(pictures, one, side, transparent)
            if made is not None:
                row, column = divmod(number, self.columns)
                sheet.paste(made, (column * self.cell[0], row * self.cell[1]))
        return sheet

    def common_back(self, pictures: FacePictures, transparent: bool = False) -> Image.Image:
        """The back that all share; white where they have none."""
        made = self.piece(pictures, self.pieces[0], "back", transparent)
        return self._ground(self.cell, False) if made is None else made

    def shape(self, pictures: FacePictures) -> Image.Image:
        """The outline of a piece in white, transparent around it."""
        made = Image.new("RGBA", self.cell, (*WHITE, 255))
        made.putalpha(pictures.mask(self.pieces[0].front, self.cell))
        return made

    def _ground(self, size: Size, transparent: bool) -> Image.Image:
        return Image.new("RGBA", size, (0, 0, 0, 0)) if transparent else Image.new("RGB", size, WHITE)

    def piece(
        self, pictures: FacePictures, one: Component, side: Side, transparent: bool
    ) -> Image.Image | None:
        """One side of a piece in the pixels of a cell; None where it has none."""
        if role(self.family) == "standee":
            assert self.family.net is not None
            return panel_picture(pictures, one.front, panel_of(self.family.net, side), self.cell)
        face: ComponentFace | None = one.front if side == "front" else one.back
        if face is None:
            return None
        if transparent:
            return pictures.cut_out(face, self.cell)
        return pictures.draw(face, (0.0, 0.0), self.cell)


def piece_sheets(
    family: ComponentFamily, dpi: float, most: int, alone: bool = False
) -> tuple[PieceSheet, ...]:
    """The sheets of a family, of `most` pixels a side; with `alone` one for each piece."""
    width, height = _seen_size(family)
    dpi = min(dpi, most * MM_PER_INCH / max(width, height))
    cell = pixels(width, dpi), pixels(height, dpi)
    room = 1 if alone else (most // cell[0]) * (most // cell[1])
    parts = [family.components[k : k + room] for k in range(0, len(family.components), room)]
    return tuple(
        PieceSheet(
            slug(family.id) if len(parts) == 1 else f"{slug(family.id)}-{number}",
            family, pieces=part, cell=cell, columns=sheet_columns(len(part), cell, most),
        )
        for number, part in enumerate(parts, 1)
    )  # fmt: skip


def sheet_columns(count: int, cell: Size, most: int) -> int:
    """Columns of a sheet of `most` pixels a side: as square as it gets, with few cells that are empty."""
    square = max(1, math.ceil(math.sqrt(count * cell[1] / cell[0])))
    columns = max(min(most // cell[0], square), math.ceil(count / (most // cell[1])))
    rows = math.ceil(count / columns)
    return math.ceil(count / rows)


def _seen_size(family: ComponentFamily) -> tuple[Mm, Mm]:
    if role(family) == "standee":
        assert family.net is not None
        panel = panel_of(family.net, "front")
        return panel.width, panel.height
    return family.outline.width, family.outline.height
