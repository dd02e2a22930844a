"""The designs of a family as tables take them: each face a picture with a name and a size in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures, sized
from prancha.export.raster import Size
from prancha.export.targets.names import COMMON, slug
from prancha.model.components import ComponentFace, ComponentFamily
from prancha.model.units import MM_PER_INCH


class TableFace(Struct, frozen=True):
    """A picture: `name` is that of its file."""

    name: str
    face: ComponentFace
    size: Size


class TableDesign(Struct, frozen=True):
    """A design and its copies; `back` is None for pieces with one side."""

    id: str
    title: str
    copies: int
    front: TableFace
    back: TableFace | None

    @property
    def faces(self) -> tuple[TableFace, ...]:
        """Front, and back where there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)

    @property
    def words(self) -> str:
        """What is printed on it."""
        return " / ".join(one.face.words for one in self.faces if one.face.words)


def table_designs(
    family: ComponentFamily, dpi: float, most: int, between: str = "-"
) -> tuple[TableDesign, ...]:
    """Those of a family in order, the longer side of a picture of `most` pixels at most.

    `between` stands in names between family and piece: a / makes a folder of each family.
    """
    return tuple(_designs(family, min(dpi, most * MM_PER_INCH / _longest(family)), between))


def _designs(family: ComponentFamily, dpi: float, between: str) -> Iterator[TableDesign]:
    start = slug(family.id) + between
    which = COMMON if family.common_back is not None else ""
    for one in family.components:
        name = slug(one.id)
        front = TableFace(f"{start}{name}-front.png", one.front, sized(one.front, 0.0, dpi))
        back = None
        if one.back is not None:
            back = TableFace(f"{start}{which or name}-back.png", one.back, sized(one.back, 0.0, dpi))
        yield TableDesign(name, one.title, one.copies, front, back)


def _longest(family: ComponentFamily) -> float:
    return max(family.outline.width, family.outline.height)


def cut_down(families: Iterable[ComponentFamily], dpi: float, most: int) -> Iterator[str]:
    """Which families are drawn with fewer pixels an inch than asked for."""
    small = [one.id for one in families if max(sized(one.components[0].front, 0.0, dpi)) > most]
    if small:
        yield f"{', '.join(small)}: drawn with fewer than {dpi:g} dpi, {most} pixels at most"


def every_face(designs: Iterable[TableDesign]) -> tuple[TableFace, ...]:
    """Every picture once, in order."""
    return tuple({face.name: face for design in designs for face in design.faces}.values())


def cut_picture(pictures: FacePictures, face: TableFace, dpi: float) -> bytes:
    """A face as PNG, transparent outside its outline."""
    return png(pictures.cut_out(face.face, face.size), dpi)


def box_picture(pictures: FacePictures, face: TableFace, dpi: float) -> bytes:
    """The trim box of a face as PNG, colour to its corners."""
    return png(pictures.draw(face.face, (0.0, 0.0), face.size), dpi)
