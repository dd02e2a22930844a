"""Pictures of several faces in one: sheets of cards, dice, thumbnails, in whole pixels without seams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.raster import Size
from prancha.model.components import ComponentFace
from prancha.model.net import Net, Panel
from prancha.model.units import Mm

WHITE = (255, 255, 255)
FOLD_LINE: Mm = 0.5
"""How far from the edge of a panel the lines to fold reach."""


def card_sheet(
    pictures: FacePictures,
    faces: Iterable[tuple[int, ComponentFace | None]],
    columns: int,
    rows: int,
    cell: Size,
) -> Image.Image:
    """Faces by slot, row by row, each drawn in the pixels of its cell; slots that are not named are white."""
    sheet = Image.new("RGB", (columns * cell[0], rows * cell[1]), WHITE)
    for slot, face in faces:
        if face is not None:
            row, column = divmod(slot, columns)
            sheet.paste(pictures.draw(face, (0.0, 0.0), cell), (column * cell[0], row * cell[1]))
    return sheet


def panel_picture(pictures: FacePictures, face: ComponentFace, panel: Panel, size: Size) -> Image.Image:
    """A panel of a folded piece as it is seen when finished, without the lines to fold: `size` pixels."""
    (made,) = panel_pictures(pictures, face, [panel], size)
    return made


def panel_pictures(
    pictures: FacePictures, face: ComponentFace, panels: Sequence[Panel], size: Size
) -> list[Image.Image]:
    """Panels that are equally large, out of one drawing of the face."""
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
    """The panel called `name`; KeyError when there is none."""
    for panel in net.panels:
        if panel.name == name:
            return panel
    raise KeyError(name)


def fanned(pictures: FacePictures, faces: Sequence[ComponentFace], side: int) -> Image.Image:
    """Up to four faces beside each other in a square of `side` pixels, transparent around them."""
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
