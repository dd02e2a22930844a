"""Components as objects of Tabletop Simulator, and the pictures and deck sheets that they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from prancha.export.face_pictures import FacePictures, pixel_size
from prancha.export.pixels_and_bytes import Size, pixels, png
from prancha.export.target import HASH
from prancha.export.targets import tts_objects
from prancha.export.targets.designs import COMMON, Draw, role, slug
from prancha.export.targets.picture_sheets import WHITE, draw_panel, draw_panels, panel_of, paste_cells
from prancha.export.targets.tts_objects import Guids, ObjectLabel, Thing
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.outline import Outline, Panel
from prancha.model.units import MM_PER_INCH, Mm

MOST_SIDE = 4096
"""Pixels of a side of a sheet (kb.tabletopsimulator.com, asset creation)."""
DPI = 300
_ROWS: Mapping[int, int] = {1: 1, 5: 3, 10: 7}
"""Rows a sheet may have, by its columns: 10 x 7 is the most that the program takes."""
_FIRST_KEY = 1


PieceKey = tuple[str, int]
"""The key of a component and the number of the copy."""


class CardSheet(Struct, frozen=True):
    """A sheet of a deck: its key, how many columns it has, and whose each slot is, now or in the past."""

    key: int
    family: str
    columns: int
    slots: tuple[str, ...]

    @property
    def rows(self) -> int:
        """Rows with cards."""
        return max(1, -(-len(self.slots) // self.columns))

    @property
    def room(self) -> int:
        """Free slots."""
        return self.columns * _ROWS[self.columns] - len(self.slots)

    def card(self, slot: int) -> int:
        """Return the program's number of a card."""
        return self.key * 100 + slot


def cell_size(outline: Outline, columns: int) -> Size:
    """Return the pixels of a card on a sheet of so many columns: 300 dpi, or as many as fit."""
    most_wide, most_high = MOST_SIDE // columns, MOST_SIDE // _ROWS[columns]
    width, height = pixels(outline.width, DPI), pixels(outline.height, DPI)
    if width > most_wide:
        width, height = most_wide, max(1, round(most_wide * outline.height / outline.width))
    if height > most_high:
        width, height = max(1, round(most_high * outline.width / outline.height)), most_high
    return width, height


def remembered(earlier: Mapping[str, Any]) -> tuple[CardSheet, ...]:
    """Read the sheets of the last export; raises msgspec.ValidationError or ValueError for anything else."""
    sheets = msgspec.convert(earlier.get("sheets", []), tuple[CardSheet, ...])
    for sheet in sheets:
        if sheet.columns not in _ROWS or sheet.room < 0 or sheet.key < _FIRST_KEY:
            raise ValueError(f"sheet {sheet.key} has no such slots")
    if len({sheet.key for sheet in sheets}) < len(sheets):
        raise ValueError("two sheets have one key")
    return sheets


def allotted(decks: Mapping[str, Sequence[str]], before: Sequence[CardSheet]) -> tuple[CardSheet, ...]:
    """Allot a slot to each id of each family; ids of `before` keep theirs.

    Sheets without cards are kept in the list, so that their keys are not given again.
    """
    sheets = list(before)
    key = max((sheet.key for sheet in sheets), default=_FIRST_KEY - 1)
    for family, ids in decks.items():
        placed = {name for sheet in sheets if sheet.family == family for name in sheet.slots}
        new = [name for name in ids if name not in placed]
        for place, sheet in enumerate(sheets):
            if sheet.family == family and new:
                room = sheet.room
                sheets[place] = replace(sheet, slots=(*sheet.slots, *new[:room]))
                new = new[room:]
        for slots in _parts(new):
            key += 1
            sheets.append(CardSheet(key, family, _columns(len(slots)), slots))
    return tuple(sheets)


def _parts(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    most = 10 * _ROWS[10]
    for start in range(0, len(ids), most):
        yield tuple(ids[start : start + most])


def _columns(count: int) -> int:
    """Return the columns of a sheet: few for a small deck, for large pictures, with a few slots to spare."""
    return 1 if count == 1 else 5 if count <= 12 else 10


DIE_PICTURE = 2048
"""Pixels of a side of the picture of a d6, in 3 x 3 squares."""
DIE_SQUARES = ((0, 2), (0, 1), (1, 2), (1, 1), (2, 1), (2, 2))
"""Column and row of each side of a d6; the first and the last stand on their heads."""
THICKNESS = {"board": 0.2, "card": 0.1, "paper": 0.1}


class Asset(Struct, frozen=True):
    """A picture to be written; `name` has HASH in it."""

    name: str
    draw: Draw
    dpi: float = DPI

    def write(self, pictures: FacePictures) -> bytes:
        """Encode the PNG."""
        return png(self.draw(pictures), self.dpi)


def _trim_box(pictures: FacePictures, face: ComponentFace, size: Size) -> Image.Image:
    return pictures.draw(face, (0.0, 0.0), size)


class TablePieces:
    """Makes the objects of each family, and gathers their pictures."""

    def __init__(self, kit: ComponentKit, sheets: Sequence[CardSheet], tile_mm: Mm) -> None:
        self.assets: dict[str, Asset] = {}
        self._kit, self._sheets, self._tile_mm = kit, sheets, tile_mm
        self.guids = Guids(kit.game)

    def family(self, family: ComponentFamily) -> Thing:
        """Make all copies of a family one object: a deck, a bag, or the piece itself if there is only one."""
        return self.together(family, list(self.copies(family).values()))

    def together(self, family: ComponentFamily, made: list[Thing]) -> Thing:
        """Make copies of a family one object."""
        if len(made) == 1:
            return made[0]
        guid = self.guids.give(family.id)
        label = ObjectLabel(family.title, note=self._note(family.id), tags=(family.id,))
        if role(family) == "card":
            return tts_objects.deck(guid, label, self._card_scale(family), made)
        return tts_objects.bag(guid, label, made)

    def copies(self, family: ComponentFamily) -> dict[PieceKey, Thing]:
        """Make an object of each copy of a family."""
        return dict(self._all(family))

    def _all(self, family: ComponentFamily) -> Iterator[tuple[PieceKey, Thing]]:
        makers = {
            "card": self._card,
            "die": self._die,
            "standee": self._standee,
            "tile": self._tile,
            "board": self._tile,
            "token": self._token,
        }
        make = makers[role(family)]
        for one in family.components:
            words = " / ".join(face.words for face in one.faces if face.words)
            label = ObjectLabel(one.title, words, self._note(one.key), (family.id, role(family)))
            for copy in range(1, one.copies + 1):
                yield (one.key, copy), make(family, one, self.guids.give(f"{one.key}#{copy}"), label)

    def _note(self, key: str) -> str:
        return f"{self._kit.game}/{key} {self._kit.revision}".strip()

    # Cards.

    def _card_scale(self, family: ComponentFamily) -> float:
        return round(family.outline.height / tts_objects.CARD_MM, 4)

    def _card(self, family: ComponentFamily, one: Component, guid: str, label: ObjectLabel) -> Thing:
        sheet = next(each for each in self._sheets if each.family == family.id and one.id in each.slots)
        custom = {str(sheet.key): self._custom(family, sheet)}
        sideways = family.outline.width > family.outline.height
        number = sheet.card(sheet.slots.index(one.id))
        return tts_objects.card(
            guid, label, scale=self._card_scale(family), number=number, custom=custom, sideways=sideways
        )

    def _custom(self, family: ComponentFamily, sheet: CardSheet) -> Thing:
        own = family.common_back is None and any(one.back is not None for one in family.components)
        face = self._add(f"{family.id}-sheet-{sheet.key}", self._sheet(family, sheet, "front"))
        if own:
            back = self._add(f"{family.id}-sheet-{sheet.key}-backs", self._sheet(family, sheet, "back"))
        elif family.common_back is not None:
            size = cell_size(family.outline, 5)
            back = self._face(family, COMMON, family.common_back, size)
        else:
            back = self._blank()
        shape = family.outline.shape
        return tts_objects.custom_deck(face, back, sheet.columns, sheet.rows, unique=own, shape=shape)

    def _sheet(self, family: ComponentFamily, sheet: CardSheet, side: str) -> Draw:
        of = {one.id: one.front if side == "front" else one.back for one in family.components}
        faces = [(slot, of.get(name)) for slot, name in enumerate(sheet.slots)]
        wide, high = cell = cell_size(family.outline, sheet.columns)

        def draw(pictures: FacePictures) -> Image.Image:
            ground = Image.new("RGB", (sheet.columns * wide, sheet.rows * high), WHITE)
            cells = ((slot, _trim_box(pictures, face, cell)) for slot, face in faces if face is not None)
            return paste_cells(ground, cells, sheet.columns)

        return draw

    # Others.

    def _tile(self, family: ComponentFamily, one: Component, guid: str, label: ObjectLabel) -> Thing:
        outline = family.outline
        size = self._size(one.front)
        shared = family.common_back
        front = self._face(family, one.id, one.front, size)
        if one.back is None:
            back = self._blank()
        else:
            back = self._face(family, one.id if shared is None else COMMON, one.back, size)
        shape = outline.shape if outline.shape in tts_objects.TILE_TYPES else "rectangle"
        made = tts_objects.tile(
            guid,
            label,
            scale=self._scale(family),
            pictures=(front, back),
            shape=shape,
            thickness=THICKNESS[family.stock],
        )
        if role(family) == "board":
            made["Locked"] = True
        if one.front.spaces:
            made["AttachedSnapPoints"] = tts_objects.snap_points(
                one.front.spaces, outline.width, outline.height
            )
        return made

    def _token(self, family: ComponentFamily, one: Component, guid: str, label: ObjectLabel) -> Thing:
        """Make a token, which has one picture for both sides; its back is its second state."""
        thick, scale = THICKNESS[family.stock], self._scale(family)
        made = tts_objects.token(guid, label, scale, self._cut(family, one.id, one.front), thick)
        if one.back is not None:
            name = one.id if family.common_back is None else COMMON
            other = self.guids.give(f"{guid} back")
            picture = self._cut(family, name, one.back)
            made["States"] = {"2": tts_objects.token(other, label, scale, picture, thick)}
        return made

    def _standee(self, family: ComponentFamily, one: Component, guid: str, label: ObjectLabel) -> Thing:
        assert family.net is not None
        front, back = (self._panel(one, panel_of(family.net, side)) for side in ("front", "back"))
        return tts_objects.figurine(guid, label, front, back)

    def _die(self, family: ComponentFamily, one: Component, guid: str, label: ObjectLabel) -> Thing:
        assert family.net is not None
        panels = family.net.panels
        edge = round(max(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in [panels[0].corners[:2]]), 3)
        picture = self._add(f"{one.family}-{one.id}", _die(one.front, panels)) if len(panels) == 6 else ""
        return tts_objects.die(guid, label, edge, len(panels), picture)

    def _scale(self, family: ComponentFamily) -> float:
        return round(family.outline.height / self._tile_mm, 4)

    # Pictures.

    def _add(self, stem: str, draw: Draw, dpi: float = DPI) -> str:
        name = f"{slug(self._kit.game)}-{slug(stem)}-{HASH}.png"
        self.assets.setdefault(name, Asset(name, draw, dpi))
        return name

    def _face(
        self,
        family: ComponentFamily,
        name: str,
        face: ComponentFace,
        size: Size,
        draw: Callable[[FacePictures, ComponentFace, Size], Image.Image] = _trim_box,
    ) -> str:
        dpi = size[0] / face.outline.width * MM_PER_INCH
        return self._add(f"{family.id}-{name}-{face.side}", lambda p: draw(p, face, size), dpi)

    def _cut(self, family: ComponentFamily, name: str, face: ComponentFace) -> str:
        return self._face(family, name, face, self._size(face), FacePictures.cut_out)

    def _panel(self, one: Component, panel: Panel) -> str:
        size = round(panel.width * DPI / MM_PER_INCH), round(panel.height * DPI / MM_PER_INCH)
        return self._add(
            f"{one.family}-{one.id}-{panel.name}", lambda p: draw_panel(p, one.front, panel, size)
        )

    def _blank(self) -> str:
        return self._add("blank", lambda _: Image.new("RGB", (64, 64), WHITE))

    def _size(self, face: ComponentFace) -> Size:
        return pixel_size(face, 0.0, DPI, MOST_SIDE)


def _die(face: ComponentFace, panels: Sequence[Panel]) -> Draw:
    def draw(pictures: FacePictures) -> Image.Image:
        made = Image.new("RGB", (DIE_PICTURE, DIE_PICTURE), WHITE)
        edge = -(-DIE_PICTURE // 3)
        sides = draw_panels(pictures, face, panels, (edge, edge))
        for number, ((column, row), side) in enumerate(zip(DIE_SQUARES, sides, strict=True)):
            at = round(column * DIE_PICTURE / 3), round(row * DIE_PICTURE / 3)
            made.paste(side.rotate(180) if number in (0, 5) else side, at)
        return made

    return draw
