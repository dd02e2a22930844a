"""The pieces of a kit as templates, and the textures that they need."""

from __future__ import annotations

import msgspec
from PIL import Image

from prancha.export.card_sheet import WHITE
from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures
from prancha.export.targets.names import COMMON, slug
from prancha.export.targets.piece_sheets import Draw, PieceSheet, piece_sheets
from prancha.export.targets.playground.templates import (
    MODELS,
    OWN_FILE,
    SAME_CELL,
    CardLook,
    card_template,
    guid,
    manifest,
)
from prancha.export.targets.roles import role
from prancha.model.components import ComponentKit

MOST_PIXELS = 4096
"""A side of a sheet."""
BLANK = "blank.png"


class TablePackage:
    """Gathers textures and texts by the name of their file in the package."""

    def __init__(self, kit: ComponentKit, dpi: float) -> None:
        self.textures: dict[str, Draw] = {}
        self.texts: dict[str, bytes] = {}
        self._kit, self._dpi = kit, dpi
        about = manifest(kit.title, kit.revision, guid(kit.game, "package"))
        self.texts["Manifest.json"] = _json(about)
        for family in kit.families:
            if role(family) != "die":
                # A board is a template of its own: its snap points are those of its drawing.
                for sheet in piece_sheets(family, dpi, MOST_PIXELS, alone=role(family) == "board"):
                    self._stack(sheet)

    def texture(self, name: str, pictures: FacePictures) -> bytes:
        """A picture of the package."""
        return png(self.textures[name](pictures), self._dpi)

    def _stack(self, sheet: PieceSheet) -> None:
        front = self._add(f"{sheet.name}-front.png", lambda pictures: sheet.drawn(pictures, "front"))
        back, index = self._back(sheet)
        made, family = guid(self._kit.game, sheet.name), sheet.family
        notes = [f"{self._kit.game}/{one.key} {self._kit.revision}".strip() for one in sheet.pieces]
        name = (
            family.title if len(sheet.pieces) == len(family.components) else f"{family.title}: {sheet.name}"
        )
        tree = card_template(made, name, sheet, CardLook(front, back, index, self._model(sheet)), notes)
        self.texts[f"Templates/{made}.json"] = _json(tree)

    def _back(self, sheet: PieceSheet) -> tuple[str, int]:
        """The picture of the backs, and what the template says of it."""
        if sheet.backs == "own":
            return self._add(
                f"{sheet.name}-back.png", lambda pictures: sheet.drawn(pictures, "back")
            ), SAME_CELL
        if sheet.backs == "common":
            return self._add(f"{slug(sheet.family.id)}-{COMMON}-back.png", sheet.common_back), OWN_FILE
        return self._add(BLANK, lambda _: Image.new("RGB", (64, 64), WHITE)), OWN_FILE

    def _model(self, sheet: PieceSheet) -> str:
        """The program's own shape, or a picture along which pieces are cut."""
        shape = (
            "rectangle" if not sheet.cut and role(sheet.family) == "standee" else sheet.family.outline.shape
        )
        return MODELS.get(shape) or self._add(f"{slug(sheet.family.id)}-shape.png", sheet.shape)

    def _add(self, name: str, draw: Draw) -> str:
        self.textures.setdefault(name, draw)
        return name


def _json(tree: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"
