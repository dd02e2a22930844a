"""Several faces in one picture: fronts and backs of a family row by row, dice, thumbnails."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, pixels
from prancha.export.targets.designs import role, slug
from prancha.model.face import Side
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily
from prancha.model.outline import Net, Panel
from prancha.model.units import MM_PER_INCH, Mm

WHITE = (255, 255, 255)
FOLD_LINE: Mm = 0.5
"""How far fold lines reach from the edge of a panel, in mm."""


def paste_cells(sheet: Image.Image, cells: Iterable[tuple[int, Image.Image]], columns: int) -> Image.Image:
    """Paste pictures of one size by slot, row by row."""
    for slot, made in cells:
        row, column = divmod(slot, columns)
        sheet.paste(made, (column * made.width, row * made.height))
    return sheet


def draw_panel(pictures: FacePictures, face: ComponentFace, panel: Panel, size: Size) -> Image.Image:
    """Draw a panel of a folded piece as it looks when finished, without fold lines: `size` pixels."""
    (made,) = draw_panels(pictures, face, [panel], size)
    return made


def draw_panels(
    pictures: FacePictures, face: ComponentFace, panels: Sequence[Panel], size: Size
) -> list[Image.Image]:
    """Draw panels of equal size, out of one drawing of the face."""
    wide, high = panels[0].width - 2 * FOLD_LINE, panels[0].height - 2 * FOLD_LINE
    if panels[0].turn % 180:
        wide, high, size = high, wide, (size[1], size[0])
    across, down = size[0] / wide, size[1] / high
    outline = face.outline
    whole = pictures.draw(face, (0.0, 0.0), (round(outline.width * across), round(outline.height * down)))
    made = []
    for panel in panels:
        left, top = round((panel.x - wide / 2) * across), round((panel.y - high / 2) * down)
        cut = whole.crop((left, top, left + size[0], top + size[1]))
        # A panel is turned clockwise on the sheet; Pillow turns the other way, which sets it upright.
        made.append(cut.rotate(panel.turn, expand=True))
    return made


def panel_of(net: Net, name: str) -> Panel:
    """Return the panel called `name`; raises KeyError when there is none."""
    for panel in net.panels:
        if panel.name == name:
            return panel
    raise KeyError(name)


def draw_fan(pictures: FacePictures, faces: Sequence[ComponentFace], side: int) -> Image.Image:
    """Draw up to four faces beside each other in a square of `side` pixels, transparent around them."""
    made = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    count = 1 if len(faces) < 2 else 2
    box = side // count - side // 32
    for number, face in enumerate(faces[: count * count]):
        scale = box / max(face.outline.width, face.outline.height)
        size = max(1, round(face.outline.width * scale)), max(1, round(face.outline.height * scale))
        row, column = divmod(number, count)
        x = (2 * column + 1) * side // (2 * count) - size[0] // 2
        y = (2 * row + 1) * side // (2 * count) - size[1] // 2
        made.paste(pictures.cut_out(face, size), (x, y))
    return made


Backs = Literal["none", "common", "own"]


class PieceSheet(Struct, frozen=True):
    """Pieces of a family in cells of whole pixels without seams; `name` is unique in a kit."""

    name: str
    family: ComponentFamily
    pieces: tuple[Component, ...]
    cell: Size
    columns: int

    @property
    def rows(self) -> int:
        """Rows with pieces."""
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
        """Whether a piece differs from its whole cell."""
        return not self.family.outline.is_box and role(self.family) != "standee"

    def drawn(self, pictures: FacePictures, side: Side, transparent: bool = False) -> Image.Image:
        """Draw all pieces from one side; white, or `transparent`, where there are none."""
        made = (self.piece(pictures, one, side, transparent) for one in self.pieces)
        cells = ((number, picture) for number, picture in enumerate(made) if picture is not None)
        return paste_cells(self._ground(self.size, transparent), cells, self.columns)

    def common_back(self, pictures: FacePictures, transparent: bool = False) -> Image.Image:
        """Draw the back that all share; white where they have none."""
        made = self.piece(pictures, self.pieces[0], "back", transparent)
        return self._ground(self.cell, False) if made is None else made

    def shape(self, pictures: FacePictures) -> Image.Image:
        """Draw the outline of a piece in white, transparent around it."""
        made = Image.new("RGBA", self.cell, (*WHITE, 255))
        made.putalpha(pictures.mask(self.pieces[0].front, self.cell))
        return made

    def _ground(self, size: Size, transparent: bool) -> Image.Image:
        return Image.new("RGBA", size, (0, 0, 0, 0)) if transparent else Image.new("RGB", size, WHITE)

    def piece(
        self, pictures: FacePictures, one: Component, side: Side, transparent: bool
    ) -> Image.Image | None:
        """Draw one side of a piece in the pixels of a cell; None where it has none."""
        if role(self.family) == "standee":
            assert self.family.net is not None
            return draw_panel(pictures, one.front, panel_of(self.family.net, side), self.cell)
        face: ComponentFace | None = one.front if side == "front" else one.back
        if face is None:
            return None
        if transparent:
            return pictures.cut_out(face, self.cell)
        return pictures.draw(face, (0.0, 0.0), self.cell)


def piece_sheets(
    family: ComponentFamily, dpi: float, most: int, alone: bool = False
) -> tuple[PieceSheet, ...]:
    """Return the sheets of a family, of `most` pixels a side; with `alone` one for each piece."""
    width, height = _seen_size(family)
    dpi = min(dpi, most * MM_PER_INCH / max(width, height))
    cell = pixels(width, dpi), pixels(height, dpi)
    room = 1 if alone else (most // cell[0]) * (most // cell[1])
    parts = [family.components[k : k + room] for k in range(0, len(family.components), room)]
    return tuple(
        PieceSheet(
            slug(family.id) if len(parts) == 1 else f"{slug(family.id)}-{number}",
            family,
            pieces=part,
            cell=cell,
            columns=sheet_columns(len(part), cell, most),
        )
        for number, part in enumerate(parts, 1)
    )


def sheet_columns(count: int, cell: Size, most: int) -> int:
    """Return the columns of a sheet of `most` pixels a side: nearly square, with few empty cells."""
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
